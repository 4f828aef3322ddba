//! What is told of a hairstyle, by `--report` and by `info`.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use hairloom::{Binding, Hair, Model, Origin, Rig, Rigged, Warning};
use serde::Serialize;

/// The counts are of the hair; vertices as the file stores them, so what two nodes share counts once.
#[derive(Debug, Serialize)]
pub(crate) struct Report {
    pub(crate) vertices: usize,
    pub(crate) triangles: usize,
    /// Connected parts after welding.
    pub(crate) pieces: usize,
    pub(crate) locks: usize,
    /// The root bone included.
    pub(crate) bones: usize,
    pub(crate) chains: Vec<ChainReport>,
    pub(crate) hair: Vec<HairReport>,
    pub(crate) rig: RigOrigin,
    /// `[x0, y0, z0, x1, y1, z1]` of all that the default scene shows at rest, in the file's own axes and units; null
    /// where it shows nothing.
    pub(crate) bbox: Option<[f32; 6]>,
    pub(crate) warnings: Vec<Warning>,
    pub(crate) seconds: Seconds,
    /// 16 hex digits, or null where there is no rig.
    pub(crate) fingerprint: Option<String>,
}

#[derive(Debug, Serialize)]
pub(crate) struct ChainReport {
    pub(crate) name: String,
    pub(crate) region: &'static str,
    /// Ids, root first.
    pub(crate) bones: Vec<String>,
    /// Those that listen most to one of its bones.
    pub(crate) vertices: usize,
    pub(crate) length_m: f64,
}

#[derive(Debug, Serialize)]
pub(crate) struct HairReport {
    /// The node's name, or the mesh's, or the node's number where both are empty.
    pub(crate) node: String,
    pub(crate) why: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum RigOrigin {
    /// Built by us.
    Made,
    /// An artist's.
    Kept,
    /// There is no rig.
    None,
}

impl From<Origin> for RigOrigin {
    fn from(origin: Origin) -> Self {
        match origin {
            Origin::Made => Self::Made,
            Origin::Kept => Self::Kept,
        }
    }
}

#[derive(Clone, Copy, Debug, Default, Serialize)]
pub(crate) struct Seconds {
    pub(crate) read: f64,
    pub(crate) rig: f64,
    pub(crate) bind: f64,
    pub(crate) write: f64,
}

impl Seconds {
    pub(crate) fn total(&self) -> f64 {
        self.read + self.rig + self.bind + self.write
    }
}

/// What `work` gives, and the seconds it took, to the microsecond.
pub(crate) fn timed<T>(work: impl FnOnce() -> T) -> (T, f64) {
    let start = Instant::now();
    let out = work();
    (out, seconds(start.elapsed()))
}

fn seconds(elapsed: Duration) -> f64 {
    (elapsed.as_secs_f64() * 1e6).round() / 1e6
}

/// Of a hairstyle with a rig.
pub(crate) fn of_rigged(model: &Model, rigged: &Rigged, seconds: Seconds) -> Report {
    let Rigged { rig, binding, fingerprint } = rigged;
    let mut report = of_hair(model, &rig.hair, rig.pieces, seconds);
    report.locks = rig.locks;
    report.bones = rig.bones.len();
    report.chains = chains(model, rig, binding);
    report.rig = rig.origin.into();
    report.warnings.extend(rig.warnings.iter().cloned());
    report.fingerprint = Some(fingerprint.to_string());
    report
}

/// Of one without.
pub(crate) fn of_hair(model: &Model, hair: &[Hair], pieces: usize, seconds: Seconds) -> Report {
    let meshes = || hair.iter().map(|hair| &model.meshes[hair.mesh]);
    let stored: BTreeMap<usize, usize> = meshes().map(|mesh| (mesh.vertex_source, mesh.positions.len())).collect();
    Report {
        vertices: stored.values().sum(),
        triangles: meshes().map(|mesh| mesh.indices.len() / 3).sum(),
        pieces,
        locks: 0,
        bones: 0,
        chains: Vec::new(),
        hair: hair_nodes(model, hair),
        rig: RigOrigin::None,
        bbox: bbox(model),
        warnings: model.warnings.clone(),
        seconds,
        fingerprint: None,
    }
}

fn hair_nodes(model: &Model, hair: &[Hair]) -> Vec<HairReport> {
    let mut told: Vec<(usize, &str)> = Vec::new();
    let mut out = Vec::new();
    for Hair { mesh, why } in hair {
        let mesh = &model.meshes[*mesh];
        if told.contains(&(mesh.node, why)) {
            continue;
        }
        told.push((mesh.node, why));
        let names = [&model.nodes[mesh.node].name, &mesh.name];
        let name = names.into_iter().find(|name| !name.is_empty()).cloned();
        out.push(HairReport { node: name.unwrap_or_else(|| format!("node {}", mesh.node)), why: why.clone() });
    }
    out
}

fn chains(model: &Model, rig: &Rig, binding: &Binding) -> Vec<ChainReport> {
    let vertices = chain_vertices(model, rig, binding);
    let report = |(chain, vertices): (&hairloom::Chain, usize)| ChainReport {
        name: chain.id.clone(),
        region: chain.region.name(),
        bones: chain.bones.iter().map(|&bone| rig.bones[bone].id.clone()).collect(),
        vertices,
        length_m: chain.length,
    };
    rig.chains.iter().zip(vertices).map(report).collect()
}

/// How many vertices listen most to each chain. Primitives of one node that share their vertices count them once.
fn chain_vertices(model: &Model, rig: &Rig, binding: &Binding) -> Vec<usize> {
    let chain_of = |influences: &hairloom::Influences| -> Option<usize> {
        let bone = rig.joints.get(usize::from(influences[0].joint))?.bone?;
        rig.bones[bone].chain
    };
    let mut shown: BTreeMap<(usize, usize), Vec<Option<usize>>> = BTreeMap::new();
    for bound in &binding.meshes {
        let mesh = &model.meshes[bound.mesh];
        let chains = shown.entry((mesh.node, mesh.vertex_source)).or_default();
        chains.resize(chains.len().max(bound.influences.len()), None);
        for (chain, influences) in chains.iter_mut().zip(&bound.influences) {
            *chain = chain.or_else(|| chain_of(influences));
        }
    }
    let mut counts = vec![0; rig.chains.len()];
    for chain in shown.into_values().flatten().flatten() {
        counts[chain] += 1;
    }
    counts
}

fn bbox(model: &Model) -> Option<[f32; 6]> {
    let (low, high) = model.bounds()?;
    let file_from_model = model.file_from_model();
    // A half turn and an even scale keep a box a box.
    let [a, b] = [low, high].map(|corner| file_from_model.transform_point3(corner.as_dvec3()).as_vec3());
    let (low, high) = (a.min(b), a.max(b));
    Some([low.x, low.y, low.z, high.x, high.y, high.z])
}
