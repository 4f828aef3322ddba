// The arrows between the crates, as ARCHITECTURE.md draws them: what each crate may lean on.

const ARROWS = {
  hairloom: [],
  "hairloom-gltf": ["hairloom"],
  "hairloom-render": ["hairloom"],
  "hairloom-web": ["hairloom", "hairloom-gltf", "hairloom-render"],
  "hairloom-cli": ["hairloom", "hairloom-gltf"],
};
const DOMAIN_MAY_USE = ["glam", "libm", "serde", "thiserror"];
const BROWSER = /^(wasm-bindgen|js-sys|web-sys|serde-wasm-bindgen)/;

/**
 * What is wrong with the arrows of a workspace, one sentence each.
 * @param {{packages: {name: string, dependencies: {name: string, kind: string | null, path?: string}[]}[]}} metadata
 *   what `cargo metadata --no-deps` prints; dependencies for tests and build scripts (with a `kind`) are free
 */
export function wrongArrows(metadata) {
  const wrong = [];
  for (const { name, dependencies } of metadata.packages) {
    const allowed = ARROWS[name];
    if (!allowed) {
      wrong.push(`${name} is not one of the crates that the design knows`);
      continue;
    }
    const normal = dependencies.filter(({ kind }) => kind === null);
    for (const { name: used } of normal) {
      const ours = used in ARROWS;
      if (ours && !allowed.includes(used)) wrong.push(`${name} must not lean on ${used}`);
      if (!ours && name === "hairloom" && !DOMAIN_MAY_USE.includes(used)) {
        wrong.push(`hairloom must not use ${used}, only ${DOMAIN_MAY_USE.join(", ")}`);
      }
      if (BROWSER.test(used) && name !== "hairloom-web") wrong.push(`${name} must not use ${used}, only hairloom-web may`);
    }
  }
  return wrong;
}
