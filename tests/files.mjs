// The files that tests run on: those of the repository, and real hairstyles where HAIRLOOM_HAIR points to a folder of them.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const inputs = fileURLToPath(new URL("inputs/", import.meta.url));
const hair = process.env.HAIRLOOM_HAIR;

/** The inputs of tests/inputs that must load, by the table beside them. */
export function goodInputs() {
  const [head, ...rows] = readFileSync(join(inputs, "EXPECTED.tsv"), "utf8").trim().split("\n");
  const columns = head.split("\t");
  const [file, outcome] = [columns.indexOf("file"), columns.indexOf("outcome")];
  return rows
    .map((row) => row.split("\t"))
    .filter((cells) => cells[outcome] === "load" || cells[outcome] === "load_warn")
    .map((cells) => ({ name: cells[file], path: join(inputs, "files", cells[file]) }));
}

/** Needs a decompressor to be read, which we do not bring: refused by design. */
const compressed = (path) => /KHR_draco_mesh_compression|EXT_meshopt_compression/.test(readFileSync(path, "latin1"));

/** Real hairstyles: those named, or every model below the folder. None, and a line that says so, without HAIRLOOM_HAIR. */
export function realHair(...names) {
  if (!hair || !existsSync(hair)) {
    console.log("# skipped: tests on real hairstyles; set HAIRLOOM_HAIR to a folder of them");
    return [];
  }
  const all = readdirSync(hair, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name: folder }) => readdirSync(join(hair, folder)).map((name) => `${folder}/${name}`))
    .filter((name) => /\.(glb|gltf|vrm)$/.test(name));
  return (names.length ? names : all.sort())
    .map((name) => ({ name, path: join(hair, name) }))
    .filter(({ path }) => !compressed(path));
}
