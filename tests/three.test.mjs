// What we write, three.js shows as we meant it: the same bounds at rest, the same positions posed, and no other lock moves.
import assert from "node:assert/strict";
import test from "node:test";
import { realHair } from "./files.mjs";
import { bob, info, pose, rig, turnOf } from "./hairloom.mjs";
import { allPositions, box, influences, load, meshes } from "./three-scene.mjs";

/** Of the box. */
const TOLERANCE = 1e-4;

const sources = [
  { name: "bob", path: bob() },
  ...realHair("clumps/women-casual.glb", "cards/ponytail01.glb", "rigged/godette.vrm", "wigs/curly.glb", "rigged/ponytail01-rigged.glb", "avatars/men-suit.glb"),
];

for (const { name, path } of sources) {
  test(`${name}: the bounds at rest are those that info tells`, async () => {
    const rigged = rig(path);
    const shown = box(await load(rigged.path));
    const told = info(rigged.path).bbox;
    const source = info(path).bbox;
    for (const [i, corner] of shown.corners.entries()) {
      assert.ok(Math.abs(corner - told[i]) <= TOLERANCE * shown.diagonal, `${shown.corners} is not ${told}`);
      assert.ok(Math.abs(corner - source[i]) <= TOLERANCE * shown.diagonal, `${shown.corners} is not ${source}, as before`);
    }
  });

  test(`${name}: posed in three.js and baked by us are the same, and one lock alone moves`, async () => {
    const rigged = rig(path);
    const { chain, bones } = turnOf(rigged.report);
    const files = pose(rigged, bones);
    const atRest = await load(rigged.path);
    const [rest, posed, baked] = [allPositions(atRest), ...(await Promise.all([files.posed, files.baked].map(load))).map(allPositions)];
    const near = TOLERANCE * box(atRest).diagonal;
    assert.deepEqual(posed.map((mesh) => mesh.length), baked.map((mesh) => mesh.length));

    let moved = 0;
    for (const [m, mesh] of meshes(atRest).entries()) {
      for (const [i, point] of posed[m].entries()) {
        assert.ok(point.distanceTo(baked[m][i]) <= near, `vertex ${i} of mesh ${m}: ${point.toArray()} is not ${baked[m][i].toArray()}`);
        if (point.distanceTo(rest[m][i]) <= near / 10) continue;
        moved += 1;
        for (const { id } of influences(mesh, i)) {
          assert.ok(id === "root" || chain.bones.includes(id), `vertex ${i} of mesh ${m} moved, and listens to ${id}, not of ${chain.name}`);
        }
      }
    }
    assert.ok(moved >= chain.vertices / 2, `${moved} of ${chain.vertices} vertices of ${chain.name} moved`);
  });
}
