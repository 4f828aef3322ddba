// A GLB as three.js shows it, under node: three's own loader, with pictures left out.
import { readFileSync } from "node:fs";
import { Box3, Texture, Vector3 } from "three";
import { GLTFLoader } from "three/addons/loaders/GLTFLoader.js";

globalThis.self ??= globalThis;

/** What GLTFLoader loads from a file, with every texture an empty one: node decodes no pictures. */
export async function load(path) {
  const loader = new GLTFLoader();
  loader.register(() => ({ name: "no_pictures", loadTexture: () => Promise.resolve(new Texture()) }));
  const bytes = readFileSync(path);
  const gltf = await loader.parseAsync(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length), "");
  gltf.scene.updateMatrixWorld(true);
  return gltf;
}

/** The meshes of a scene by name, so that two files compare: a skinned mesh may stand elsewhere in the tree than a baked one. */
export function meshes(gltf) {
  const found = [];
  gltf.scene.traverse((object) => object.isMesh && found.push(object));
  return found.sort((a, b) => (a.name < b.name ? -1 : Number(a.name > b.name)));
}

/** World positions of a mesh's vertices, morphs and bones applied by three.js. */
export function positions(mesh) {
  if (mesh.isSkinnedMesh) mesh.skeleton.update();
  return Array.from({ length: mesh.geometry.attributes.position.count }, (_, i) =>
    mesh.getVertexPosition(i, new Vector3()).applyMatrix4(mesh.matrixWorld),
  );
}

/** World positions of a whole scene, mesh by mesh. */
export const allPositions = (gltf) => meshes(gltf).map(positions);

/** The box of the vertices that triangles use, as `[x0, y0, z0, x1, y1, z1]`, and its diagonal. */
export function box(gltf) {
  const bounds = new Box3();
  for (const mesh of meshes(gltf)) {
    const all = positions(mesh);
    const { index } = mesh.geometry;
    if (index) for (const i of index.array) bounds.expandByPoint(all[i]);
    else for (const point of all) bounds.expandByPoint(point);
  }
  return { corners: [...bounds.min.toArray(), ...bounds.max.toArray()], diagonal: bounds.min.distanceTo(bounds.max) };
}

/** The joints that a vertex listens to, heaviest first: `{id, weight}`, the id from our extras. */
export function influences(mesh, vertex) {
  const { skinIndex, skinWeight } = mesh.geometry.attributes;
  return [0, 1, 2, 3]
    .map((k) => ({ joint: skinIndex.getComponent(vertex, k), weight: skinWeight.getComponent(vertex, k) }))
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .map(({ joint, weight }) => ({ id: mesh.skeleton.bones[joint].userData.hairloom?.id, weight }));
}
