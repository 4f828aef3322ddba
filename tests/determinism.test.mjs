// The same bytes twice, and the same from the command line and from the wasm module.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { goodInputs, realHair } from "./files.mjs";
import { bob, hairloom, rig, scratch, wasm } from "./hairloom.mjs";

const module = await wasm();

const same = (a, b) => assert.equal(Buffer.compare(Buffer.from(a), Buffer.from(b)), 0, "the bytes differ");

for (const { name, path } of [{ name: "bob", path: bob() }, ...goodInputs(), ...realHair()]) {
  test(`${name}: the same bytes twice, and from wasm`, () => {
    const once = readFileSync(rig(path, "once").path);
    same(once, readFileSync(rig(path, "twice").path));
    same(once, module.rig_glb(readFileSync(path), undefined));
  });
}

test("options mean the same to both", () => {
  const path = scratch("coarse.glb");
  hairloom("rig", bob(), "-o", path, "--locks", "coarse", "--max-bones", "20");
  same(readFileSync(path), module.rig_glb(readFileSync(bob()), { locks: "coarse", max_bones: 20 }));
});

test("grown from the same seed, the same bytes", () => {
  const path = scratch("seed.glb");
  hairloom("grow", "bob", "-o", path, "--seed", "7");
  same(readFileSync(path), module.grow_glb("bob", 1, 7));
  assert.notEqual(Buffer.compare(readFileSync(path), readFileSync(bob())), 0);
});

test("what goes wrong is an Error with a code, and the module goes on", () => {
  const code = (work) => {
    try {
      work();
    } catch (error) {
      assert.ok(error instanceof Error && error.message.length > 10, String(error));
      return error.code;
    }
    return "none";
  };
  assert.equal(code(() => module.rig_glb(new Uint8Array(0), undefined)), "bad_file");
  assert.equal(code(() => module.rig_glb(readFileSync(bob()), { loks: "fine" })), "bad_options");
  assert.equal(code(() => module.rig_glb(readFileSync(bob()), 1n)), "bad_options");
  assert.equal(code(() => module.rig_glb(readFileSync(bob()), { hair: ["nobody"] })), "no_such_hair");
  assert.equal(code(() => module.grow_glb("nobody", 1, 0)), "no_such_hairstyle");
  assert.ok(module.rig_glb(readFileSync(bob()), undefined).length > 1000);
});
