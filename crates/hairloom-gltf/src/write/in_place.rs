//! A rig whose nodes are in the file already: an artist's that is kept, or one of ours that was read back.

use std::collections::BTreeSet;

use hairloom::{Influence, Influences, Mesh, Model, Rig, Rigged, Style, posed_trs};

use super::extras::{bone_extras, carrier, set_extras};
use super::patch::{Patch, index};
use super::place::Place;
use super::trs::{rounded, same, set_trs};
use super::vertices::Shared;
use crate::Error;

/// Poses the nodes and tells their extras; stores weights where the reader had to mend them.
///
/// # Errors
/// [`Error::OtherFile`] where the rig does not belong to the file, [`Error::Style`] for a style that JSON cannot hold.
pub(super) fn pose_nodes(patch: &mut Patch, model: &Model, rigged: &Rigged, style: &Style) -> Result<(), Error> {
    let carrier = carrier(rigged);
    for (index, (bone, posed)) in rigged.rig.bones.iter().zip(posed_trs(&rigged.rig, style)).enumerate() {
        let Some(node) = bone.node else { continue };
        let extras = bone_extras(rigged, (index, carrier), (!same(&posed, &bone.rest)).then_some(&bone.rest), style)?;
        let object = patch.nodes.get_mut(node).ok_or_else(|| Error::other_file(format!("nodes[{node}]")))?;
        if !same(&posed, &bone.rest) {
            set_trs(object, &rounded(&posed));
        }
        set_extras(object, extras);
    }
    mend_weights(patch, model, &rigged.rig)
}

/// Weights belong to the primitive, whichever nodes show it, so each is stored once.
fn mend_weights(patch: &mut Patch, model: &Model, rig: &Rig) -> Result<(), Error> {
    let mut done = BTreeSet::new();
    let mut mended: Vec<(&Mesh, Vec<Influences>)> = Vec::new();
    for mesh in rig.hair.iter().filter_map(|hair| model.meshes.get(hair.mesh)) {
        let skinning = mesh.skinning.as_ref().filter(|skinning| skinning.mended);
        if let Some(skinning) = skinning.filter(|_| done.insert(mesh.source)) {
            mended.push((mesh, skinning.influences.iter().map(influences).collect()));
        }
    }
    let mut shared = Shared::default();
    for (mesh, influences) in &mended {
        let place = place_of(patch, mesh)?;
        patch.store_influences(&mut shared, mesh, &place, influences)?;
    }
    Ok(())
}

fn influences(stored: &[(u16, f32); 4]) -> Influences {
    stored.map(|(joint, weight)| if weight > 0.0 { Influence { joint, weight } } else { Influence::default() })
}

/// Where a mesh is in a file whose meshes were not touched.
fn place_of(patch: &Patch, mesh: &Mesh) -> Result<Place, Error> {
    let node = patch.nodes.get(mesh.node).filter(|node| index(node, "mesh") == Some(mesh.source.0));
    node.ok_or_else(|| Error::other_file(format!("the mesh of nodes[{}]", mesh.node)))?;
    Ok(Place { node: mesh.node, mesh: mesh.source.0, primitive: mesh.source.1 })
}
