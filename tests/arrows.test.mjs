import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import test from "node:test";
import { wrongArrows } from "./arrows.mjs";

const top = new URL("..", import.meta.url);

test("the crates lean on each other only as the design draws it", () => {
  const text = execFileSync("cargo", ["metadata", "--no-deps", "--offline", "--format-version", "1"], { cwd: top });
  const metadata = JSON.parse(text);
  assert.equal(metadata.packages.length, 5);
  assert.deepEqual(wrongArrows(metadata), []);
});

test("an arrow that points back is found", () => {
  const crate = (name, ...used) => ({ name, dependencies: used.map((name) => ({ name, kind: null })) });
  const wrong = (...packages) => wrongArrows({ packages }).length;
  assert.equal(wrong(crate("hairloom", "glam", "serde")), 0);
  assert.equal(wrong(crate("hairloom", "hairloom-gltf")), 1);
  assert.equal(wrong(crate("hairloom", "rayon")), 1);
  assert.equal(wrong(crate("hairloom-gltf", "hairloom-render")), 1);
  assert.equal(wrong(crate("hairloom-gltf", "js-sys")), 1);
  assert.equal(wrong(crate("hairloom-cli", "hairloom-web")), 1);
  assert.equal(wrong(crate("hairloom-utils", "hairloom")), 1);
  const test_only = { name: "hairloom", dependencies: [{ name: "proptest", kind: "dev" }] };
  assert.equal(wrong(test_only), 0);
});

test("the page's module takes the browser's WebGPU alone", () => {
  const wasm = ["--offline", "--target", "wasm32-unknown-unknown", "-e", "normal", "--prefix", "none", "--format", "{p}"];
  const crates = execFileSync("cargo", ["tree", "-p", "hairloom-render", ...wasm], { cwd: top, encoding: "utf8" });
  assert.match(crates, /^wgpu v/m);
  assert.doesNotMatch(crates, /^(wgpu-core|wgpu-hal|naga|glow) v/m);
});
