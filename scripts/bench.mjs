// node scripts/bench.mjs [FILE...]: rigs each file five times; a line a file with the middle of what `--report` tells.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";

const RUNS = 5;
const STEPS = ["read", "rig", "bind", "write"];
const hairloom = (...args) => execFileSync(process.env.HAIRLOOM_CLI, args, { stdio: ["ignore", "ignore", "inherit"] });
const middle = (numbers) => numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)];

/** Every model in the folders of `root`. */
function models(root) {
  return readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name }) => readdirSync(join(root, name)).map((file) => join(root, name, file)))
    .filter((path) => /\.(glb|gltf|vrm)$/.test(path))
    .sort();
}

const folder = mkdtempSync(join(tmpdir(), "hairloom-bench-"));
try {
  let files = process.argv.slice(2);
  if (files.length === 0) {
    const bob = join(folder, "bob.glb");
    hairloom("grow", "bob", "-o", bob);
    files = [bob, ...(process.env.HAIRLOOM_HAIR ? models(process.env.HAIRLOOM_HAIR) : [])];
  }
  const [out, report] = [join(folder, "out.glb"), join(folder, "report.json")];
  const row = (name, ...cells) => console.log(name.padEnd(36), ...cells.map((cell) => String(cell).padStart(9)));
  row("file", "vertices", "locks", "bones", ...STEPS, "all, ms");
  for (const file of files) {
    const name = basename(file);
    try {
      const reports = Array.from({ length: RUNS }, () => {
        hairloom("rig", file, "-o", out, "--report", report);
        return JSON.parse(readFileSync(report, "utf8"));
      });
      const ms = STEPS.map((step) => middle(reports.map(({ seconds }) => seconds[step] * 1000)));
      const all = middle(reports.map(({ seconds }) => STEPS.reduce((sum, step) => sum + seconds[step] * 1000, 0)));
      const { vertices, locks, bones } = reports[0];
      row(name, vertices, locks, bones, ...[...ms, all].map((number) => number.toFixed(1)));
    } catch {
      row(name, "could not be rigged");
    }
  }
} finally {
  rmSync(folder, { recursive: true });
}
