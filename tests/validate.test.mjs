// Everything that we write passes the Khronos validator, but for what its source brought along.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import validator from "gltf-validator";
import { goodInputs, realHair } from "./files.mjs";
import { bob, pose, rig, turnOf } from "./hairloom.mjs";

const WARNING = 1;

/** How often a file draws each error and warning. */
async function complaints(path) {
  const { issues } = await validator.validateBytes(new Uint8Array(readFileSync(path)), {
    maxIssues: 0,
    externalResourceFunction: () => Promise.reject(new Error("left out")),
  });
  const counts = new Map();
  for (const { code, severity } of issues.messages) {
    if (severity <= WARNING) counts.set(code, (counts.get(code) ?? 0) + 1);
  }
  return counts;
}

/** Rigs, poses and bakes a file, and holds each result to its source. */
async function check(source, before) {
  const rigged = rig(source);
  const files = { rigged: rigged.path };
  if (rigged.report.chains.length) Object.assign(files, pose(rigged, turnOf(rigged.report).bones));
  for (const [what, path] of Object.entries(files)) {
    for (const [code, count] of await complaints(path)) {
      assert.ok(count <= (before.get(code) ?? 0), `${what}: ${code} ${count} times, ${before.get(code) ?? 0} in the source`);
    }
  }
}

test("the validator finds what is wrong", async () => {
  const counts = await complaints(new URL("inputs/files/weights__sum_0_97.glb", import.meta.url).pathname);
  assert.ok(counts.has("ACCESSOR_WEIGHTS_NON_NORMALIZED"), [...counts.keys()].join());
});

test("a grown hairstyle has no error and no warning, before and after", async () => {
  assert.deepEqual([...(await complaints(bob()))], []);
  await check(bob(), new Map());
});

for (const { name, path } of [...goodInputs(), ...realHair()]) {
  test(`${name} gets no new error or warning`, async () => check(path, await complaints(path)));
}
