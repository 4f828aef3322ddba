//! Hairstyles from nothing but numbers: locks are scattered round a parting, combed over the head as guide curves, cut at
//! a hem, and each becomes a closed, tapered clump.

mod clump;
mod egg;
mod flow;
mod guide;
mod head;
mod profile;
mod random;
mod recipe;
mod scatter;
mod truth;

use glam::DVec3;

use crate::{Error, Material, Mesh, Model, Node};
use clump::{Clump, Fineness, clump};
pub use egg::grow_head;
use flow::{Guide, flow};
use recipe::{Layer, Recipe, bob};
use scatter::scatter;
pub use truth::{Truth, TruthLock};

/// The largest [`GrowOptions::scale`]: some 1.5 million vertices; 137 makes a million.
const MAX_SCALE: f64 = 200.0;
/// The smallest.
const MIN_SCALE: f64 = 0.5;

/// What a person may ask of [`grow`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GrowOptions {
    /// Times the triangles, within a tenth or so; 0.5..=200. Default 1.
    pub scale: f64,
    /// Chooses the chance in it. Default 1.
    pub seed: u64,
}

impl Default for GrowOptions {
    fn default() -> Self {
        Self { scale: 1.0, seed: 1 }
    }
}

/// A grown hairstyle and all that is known of it.
#[derive(Clone, Debug)]
pub struct Grown {
    /// What it is called.
    pub name: String,
    /// One mesh `hair` with normals, texture coordinates (v from 0 at the root to 1 at the tip) and lock labels; no head.
    pub model: Model,
    /// Every lock, by its label.
    pub locks: Vec<GrownLock>,
    /// 0 at the root to 1 at the tip, of each vertex of the mesh.
    pub root_to_tip: Vec<f32>,
    /// The middle of the head that it grew on, metres.
    pub head_centre: DVec3,
}

/// One lock of a grown hairstyle.
#[derive(Clone, Debug, PartialEq)]
pub struct GrownLock {
    /// Its centre line from root to tip, metres; at least two points.
    pub points: Vec<DVec3>,
    /// How far the lock reaches from it, the 95th percentile, metres.
    pub radius: f64,
}

impl GrownLock {
    /// The length of its centre line, metres.
    pub fn length(&self) -> f64 {
        self.points.windows(2).map(|pair| (pair[1] - pair[0]).length()).sum()
    }
}

/// The names that [`grow`] knows, in alphabetical order.
pub const fn grow_names() -> &'static [&'static str] {
    &["bob"]
}

/// Grows the built-in hairstyle `name`. The same to the bit on every machine.
///
/// # Errors
/// [`Error::NoSuchHairstyle`] for a name not in [`grow_names`], [`Error::BadGrowScale`] for a scale out of range.
pub fn grow(name: &str, options: &GrowOptions) -> Result<Grown, Error> {
    let recipe = match name {
        "bob" => bob(),
        _ => return Err(Error::NoSuchHairstyle { name: name.to_owned(), known: grow_names().join(", ") }),
    };
    // A NaN is in no range.
    if !(MIN_SCALE..=MAX_SCALE).contains(&options.scale) {
        return Err(Error::BadGrowScale { scale: options.scale, least: MIN_SCALE, most: MAX_SCALE });
    }
    Ok(grow_recipe(&recipe, options))
}

fn grow_recipe(recipe: &Recipe, options: &GrowOptions) -> Grown {
    // Up to 16 times, locks get finer; beyond, there are more of them too, as in a denser hairstyle.
    let density = libm::sqrt(options.scale / 16.0).clamp(1.0, 4.0) as usize;
    let finer = libm::sqrt(options.scale / density as f64);
    let mut mesh = Mesh { name: "hair".to_owned(), material: Some(0), ..Mesh::default() };
    let mut grown_locks = Vec::new();
    let mut root_to_tip = Vec::new();
    for seedling in scatter(recipe, density, options.seed) {
        let guide = flow(recipe, &seedling);
        let layer = &recipe.layers[seedling.layer];
        let clump = clump(recipe, layer, &guide, fineness(layer, &guide, finer));
        root_to_tip.extend(clump.uvs.iter().map(|uv| uv.y as f32));
        append(&mut mesh, &clump, grown_locks.len());
        grown_locks.push(GrownLock { points: clump.middles, radius: clump.radius });
    }
    let material = Material { name: "hair".to_owned(), base_colour: recipe.base_colour, ..Material::default() };
    let node = Node { name: "hair".to_owned(), in_scene: true, ..Node::default() };
    let model = Model { meshes: vec![mesh], nodes: vec![node], materials: vec![material], ..Model::default() };
    Grown { name: recipe.name.to_owned(), model, locks: grown_locks, root_to_tip, head_centre: recipe.head.centre }
}

/// How finely a lock is built: about a ring for each centimetre at scale 1.
fn fineness(layer: &Layer, guide: &Guide, finer: f64) -> Fineness {
    let length = guide::lengths(&guide.points)[guide.points.len() - 1];
    let rings = (length / 0.0115 * finer).clamp(6.0, 4096.0) as usize;
    let sides = (layer.sides as f64 * finer).clamp(4.0, 1024.0) as usize;
    Fineness { rings, sides }
}

/// Adds a clump to the mesh under a lock label.
fn append(mesh: &mut Mesh, clump: &Clump, label: usize) {
    // The largest scale stays far below u32::MAX vertices and i32::MAX locks.
    let first = mesh.positions.len() as u32;
    mesh.positions.extend(clump.positions.iter().map(|p| p.as_vec3()));
    mesh.normals.extend(clump.normals.iter().map(|p| p.as_vec3()));
    mesh.uvs.extend(clump.uvs.iter().map(|uv| uv.as_vec2()));
    mesh.lock_labels.extend(std::iter::repeat_n(label as i32, clump.positions.len()));
    mesh.indices.extend(clump.triangles.iter().flatten().map(|index| first + index));
}
