//! Baking of hair that is one surface with a body: the body must still follow its skeleton.

use glam::Vec3;
use hairloom::{Influences, Mesh, MeshBinding, Origin, Rig, SkinnedMesh};
use serde_json::json;

use super::body_weights::BodyWeights;
use super::patch::{Patch, index};
use super::place::Place;
use super::stored_vertices::stored;
use super::vertices::attributes_mut;
use crate::{Asset, Error};

/// What rounding moves a vertex by, relative to the mesh's greatest coordinate. It keeps its stored numbers to the bit.
const UNMOVED: f32 = 1e-6;
/// What rounding turns a unit normal by.
const UNTURNED: f32 = 1e-5;

/// In an artist's rig: some of the vertices listen to joints that are no bones of the hair.
pub(super) fn is_fused(rig: &Rig, binding: &MeshBinding) -> bool {
    let outside = |joint: u16| rig.joints.get(usize::from(joint)).is_some_and(|joint| joint.bone.is_none());
    let mut influences = binding.influences.iter().flatten();
    rig.origin == Origin::Kept && influences.any(|influence| influence.weight > 0.0 && outside(influence.joint))
}

/// Takes the hair's bones out of the weights and stores the vertices so that the skin at rest shows them as they are
/// posed. Skin and morph targets stay.
pub(super) fn bake_fused(
    patch: &mut Patch,
    asset: &Asset,
    rig: &Rig,
    (mesh, posed): (&Mesh, &SkinnedMesh),
) -> Result<(), Error> {
    let wrong = || Error::other_file(format!("meshes[{}].primitives[{}]", mesh.source.0, mesh.source.1));
    let skinning = mesh.skinning.as_ref().ok_or_else(wrong)?;
    let weights = BodyWeights::new(&asset.model, rig, skinning.skin).ok_or_else(wrong)?;
    let mut positions = stored(asset, mesh, "POSITION").ok_or_else(wrong)?;
    let count = positions.len();
    if [skinning.bind_positions.len(), skinning.influences.len(), posed.positions.len(), posed.normals.len()]
        != [count; 4]
    {
        return Err(wrong());
    }
    let mut normals = stored(asset, mesh, "NORMAL").filter(|normals| normals.len() == count);
    let reach = mesh.positions.iter().fold(0.0_f32, |reach, p| reach.max(p.abs().max_element()));
    let mut influences: Vec<Influences> = Vec::with_capacity(count);
    for vertex in 0..count {
        let (four, changed) = weights.of_vertex(&skinning.influences[vertex]);
        influences.push(four);
        let moved = posed.positions[vertex].distance(mesh.positions[vertex]) > UNMOVED * reach;
        let turned = posed.normals[vertex].distance(mesh.normals[vertex]) > UNTURNED;
        if !moved && !turned && !changed {
            continue;
        }
        let model_from_bind = weights.model_from_bind(&four);
        let bind_from_model = model_from_bind.inverse();
        if !bind_from_model.is_finite() {
            continue;
        }
        // Told as a change of the stored position, which an applied morph is added to.
        let place = bind_from_model.transform_point3(posed.positions[vertex].as_dvec3()).as_vec3();
        positions[vertex] = (Vec3::from_array(positions[vertex]) + place - skinning.bind_positions[vertex]).to_array();
        if let Some(normals) = &mut normals {
            let normal = model_from_bind.matrix3.transpose() * posed.normals[vertex].as_dvec3();
            normals[vertex] = normal.as_vec3().try_normalize().map_or(normals[vertex], |normal| normal.to_array());
        }
    }
    let vectors = |numbers: Vec<[f32; 3]>| numbers.into_iter().map(Vec3::from_array).collect::<Vec<_>>();
    let position = patch.add_positions(&vectors(positions));
    let normal = normals.map(|normals| patch.add_vec3(&vectors(normals)));
    let (joints, weights) = patch.add_influences(&influences);
    let place = own_mesh(patch, mesh)?;
    patch.drop_influences(&place)?;
    let attributes = attributes_mut(patch.primitive_mut(&place)?, &place)?;
    attributes.insert("POSITION".to_owned(), json!(position));
    if let Some(normal) = normal {
        attributes.insert("NORMAL".to_owned(), json!(normal));
    }
    attributes.insert("JOINTS_0".to_owned(), json!(joints));
    attributes.insert("WEIGHTS_0".to_owned(), json!(weights));
    Ok(())
}

/// The primitive in a mesh that only this node shows.
fn own_mesh(patch: &mut Patch, mesh: &Mesh) -> Result<Place, Error> {
    let wrong = || Error::other_file(format!("the mesh of nodes[{}]", mesh.node));
    let shown = patch.nodes.get(mesh.node).and_then(|node| index(node, "mesh")).ok_or_else(wrong)?;
    let shared = patch.nodes.iter().filter(|node| index(node, "mesh") == Some(shown)).nth(1).is_some();
    let own = if shared { patch.meshes.len() } else { shown };
    if shared {
        let copy = patch.meshes.get(shown).ok_or_else(wrong)?.clone();
        patch.meshes.push(copy);
        patch.nodes[mesh.node].insert("mesh".to_owned(), json!(own));
    }
    Ok(Place { node: mesh.node, mesh: own, primitive: mesh.source.1 })
}
