// Hairloom as the tests from outside run it: the command line as a program, the wasm module under node.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after } from "node:test";
import { fileURLToPath } from "node:url";

const top = fileURLToPath(new URL("..", import.meta.url));
const program = process.env.HAIRLOOM_CLI ?? join(top, "target/debug/hairloom");

/** A folder of this test file's own that goes away with it. */
const folder = mkdtempSync(join(tmpdir(), "hairloom-"));
after(() => rmSync(folder, { recursive: true }));

/** A path in that folder. */
export const scratch = (name) => join(folder, name);

/** Runs `hairloom ARGS...`; what it printed. Throws, with the one line of the error, when it fails. */
export function hairloom(...args) {
  try {
    return execFileSync(program, args, { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
  } catch (error) {
    if (error.code === "ENOENT") throw new Error(`${program} is not built; run scripts/test, or cargo build -p hairloom-cli`);
    throw new Error(`hairloom ${args.join(" ")}: ${error.stderr?.trim()}`);
  }
}

export const info = (path) => JSON.parse(hairloom("info", path, "--json"));

/** Rigs `source`; the path of the rigged file and its report. */
export function rig(source, name = "rigged") {
  const [path, report] = [scratch(`${name}.glb`), scratch(`${name}.json`)];
  hairloom("rig", source, "-o", path, "--report", report);
  return { path, report: JSON.parse(readFileSync(report, "utf8")) };
}

/** Lays a style with these edits by bone id on a rigged file; the paths of the posed and of the baked file. */
export function pose(rigged, bones, name = "posed") {
  const [style, posed, baked] = [scratch(`${name}.style.json`), scratch(`${name}.glb`), scratch(`${name}.baked.glb`)];
  const { path, report } = rigged;
  writeFileSync(style, JSON.stringify({ format: "hairloom-style", version: 1, rig: report.fingerprint, bones }));
  hairloom("pose", path, "--style", style, "-o", posed);
  hairloom("pose", path, "--style", style, "--bake", "-o", baked);
  return { posed, baked };
}

/** A turn of a chain's first bone, small enough for any limits, and the chain. The chain is the longest, if `longest` is not given. */
export function turnOf(report) {
  const chain = report.chains.reduce((a, b) => (b.length_m > a.length_m ? b : a));
  return { chain, bones: { [chain.bones[0]]: { rotation_deg: [8, 5, -6] } } };
}

let grownBob;
/** The path of a grown bob. */
export function bob() {
  if (!grownBob) {
    grownBob = scratch("bob.glb");
    hairloom("grow", "bob", "-o", grownBob);
  }
  return grownBob;
}

/** The wasm module of `web/pkg`, loaded. */
export async function wasm() {
  const pkg = join(top, "web/pkg");
  const module = await import(join(pkg, "hairloom.js"));
  module.initSync({ module: readFileSync(join(pkg, "hairloom_bg.wasm")) });
  return module;
}
