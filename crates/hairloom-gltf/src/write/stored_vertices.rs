//! What the file stores of a hair mesh, held against what the model has: whether vertices and triangles can stay.

use std::collections::BTreeMap;

use glam::{DAffine3, DVec3, Vec3};
use gltf::json::accessor::Type;
use gltf::json::mesh::{Mode, Primitive};
use gltf::json::validation::Checked;
use hairloom::{Mesh, Model, Rig};
use serde::Deserialize;
use serde_json::Value;

use super::host::{similarity, world};
use super::patch::as_index;
use crate::Asset;
use crate::accessors::{read_floats, read_indices};
use crate::budget::Budget;
use crate::file::File;
use crate::triangles::triangles;

/// At most so many distinct matrices are worth a skin of their own; the hair of further ones is stored anew.
const MAX_SKINS: usize = 8;
/// How far a position may be from where the model has it, relative to the mesh's greatest coordinate.
const POSITION_TOLERANCE: f64 = 1e-6;
/// How far a unit normal may be from the model's.
const NORMAL_TOLERANCE: f64 = 1e-4;

/// For each entry of [`Rig::hair`], `file_from_stored`: what carries the vertices as the file stores them to where the
/// model has them. None where no even, unmirrored matrix does, so that the vertices must be stored anew: sheared and
/// mirrored nodes, a skin's rest pose that bends the mesh, applied morphs, mended or missing normals. All primitives of a
/// node have the same.
pub(super) fn bind_matrices(asset: &Asset, rig: &Rig) -> Vec<Option<DAffine3>> {
    let meshes = || rig.hair.iter().filter_map(|hair| asset.model.meshes.get(hair.mesh));
    let mut of_node: BTreeMap<usize, Option<DAffine3>> = BTreeMap::new();
    let mut distinct: Vec<DAffine3> = Vec::new();
    for mesh in meshes() {
        let before = of_node.get(&mesh.node).copied();
        if before == Some(None) {
            continue;
        }
        let mut found = file_from_stored(&asset.model, mesh).filter(|matrix| shows_stored(asset, mesh, matrix));
        if before.is_some_and(|before| before != found) {
            found = None;
        }
        if let Some(matrix) = found.filter(|matrix| !distinct.contains(matrix)) {
            if distinct.len() < MAX_SKINS {
                distinct.push(matrix);
            } else {
                found = None;
            }
        }
        of_node.insert(mesh.node, found);
    }
    meshes().map(|mesh| of_node.get(&mesh.node).copied().flatten()).collect()
}

/// The node's place; for a mesh with a skin, the one matrix that all joints in use share.
fn file_from_stored(model: &Model, mesh: &Mesh) -> Option<DAffine3> {
    let Some(skinning) = &mesh.skinning else {
        return Some(world(model, mesh.node)).filter(|matrix| similarity(matrix).is_some());
    };
    let skin = model.skins.get(skinning.skin)?;
    let mut used = vec![false; skin.joints.len()];
    for &(joint, weight) in skinning.influences.iter().flatten() {
        if weight > 0.0 {
            *used.get_mut(usize::from(joint))? = true;
        }
    }
    let pairs = skin.joints.iter().zip(&skin.inverse_bind_matrices).zip(&used);
    let mut matrices = pairs.filter(|&(_, &used)| used).map(|((&joint, bind), _)| world(model, joint) * *bind);
    let first = matrices.next()?;
    let scale = similarity(&first)?;
    let near = |matrix: DAffine3| matrix.abs_diff_eq(first, 1e-6 * (scale + first.translation.length()));
    matrices.all(near).then_some(first)
}

/// The vertices as the file stores them, carried by `file_from_stored`, are the model's.
fn shows_stored(asset: &Asset, mesh: &Mesh, file_from_stored: &DAffine3) -> bool {
    let (Some(positions), Some(normals)) = (stored(asset, mesh, "POSITION"), stored(asset, mesh, "NORMAL")) else {
        return false;
    };
    if positions.len() != mesh.positions.len() || normals.len() != mesh.normals.len() {
        return false;
    }
    let model_from_stored = asset.model.model_from_file * *file_from_stored;
    let reach = mesh.positions.iter().fold(0.0_f32, |reach, p| reach.max(p.abs().max_element()));
    let tolerance = POSITION_TOLERANCE * f64::from(reach);
    let near =
        |stored: DVec3, shown: &Vec3, tolerance: f64| (stored - shown.as_dvec3()).abs().max_element() <= tolerance;
    let place = |p: &[f32; 3]| model_from_stored.transform_point3(DVec3::from_array(p.map(f64::from)));
    let turn = |n: &[f32; 3]| (model_from_stored.matrix3 * DVec3::from_array(n.map(f64::from))).normalize_or_zero();
    positions.iter().zip(&mesh.positions).all(|(stored, shown)| near(place(stored), shown, tolerance))
        && normals.iter().zip(&mesh.normals).all(|(stored, shown)| near(turn(stored), shown, NORMAL_TOLERANCE))
}

/// The numbers of a primitive's attribute, as the file stores them.
pub(super) fn stored(asset: &Asset, mesh: &Mesh, attribute: &str) -> Option<Vec<[f32; 3]>> {
    let accessor = primitive(asset, mesh)?["attributes"].get(attribute).and_then(as_index)?;
    let budget = budget(asset);
    read_floats(&File::new(&asset.document, &budget), accessor, attribute, &[Type::Vec3], 0.0).ok()
}

/// The file's own triangles are the model's, wound the same way.
pub(super) fn has_same_triangles(asset: &Asset, mesh: &Mesh) -> bool {
    let Some(primitive) = primitive(asset, mesh) else { return false };
    let mode = match Primitive::deserialize(primitive).map(|primitive| primitive.mode) {
        Ok(Checked::Valid(mode)) => mode,
        _ => Mode::Triangles,
    };
    let indices = match primitive.get("indices").and_then(as_index) {
        Some(accessor) => read_indices(&File::new(&asset.document, &budget(asset)), accessor, "indices").ok(),
        // Not more than the vertices that were read.
        None => Some((0..mesh.positions.len() as u32).collect()),
    };
    indices.and_then(|indices| triangles(mode, &indices)).is_some_and(|stored| stored == mesh.indices)
}

fn primitive<'a>(asset: &'a Asset, mesh: &Mesh) -> Option<&'a Value> {
    asset.document.json["meshes"].get(mesh.source.0)?["primitives"].get(mesh.source.1)
}

fn budget(asset: &Asset) -> Budget {
    Budget::for_bytes(asset.document.buffers.iter().map(Vec::len).sum())
}
