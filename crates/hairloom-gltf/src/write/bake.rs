//! Hair posed for good, without bones.

use hairloom::{Pose, Rigged, Skinned, Style};

use super::forget::forget_joints;
use super::fused::{bake_fused, is_fused};
use super::host::Host;
use super::morphs::forget_morphs;
use super::patch::Patch;
use super::place::{Home, place_hair};
use super::vertices::Shared;
use crate::{Asset, Error};

/// Stores the hair as the style poses it, below the head so that it follows an avatar, and takes its rig away.
///
/// # Errors
/// [`Error::OtherFile`] where the rig does not belong to the file.
pub(super) fn bake_hair(patch: &mut Patch, asset: &Asset, rigged: &Rigged, style: &Style) -> Result<(), Error> {
    let (model, rig) = (&asset.model, &rigged.rig);
    let mut pose = Pose::default();
    hairloom::pose(rig, style, &mut pose);
    let mut skinned = Skinned::default();
    hairloom::skin(&rigged.binding, &pose, &mut skinned);
    let fused: Vec<bool> = rigged.binding.meshes.iter().map(|binding| is_fused(rig, binding)).collect();
    let fused = |entry: usize| fused.get(entry) == Some(&true);

    forget_joints(patch, model, rig, |entry| !fused(entry));
    for (entry, hair) in rig.hair.iter().enumerate().filter(|&(entry, _)| fused(entry)) {
        let mesh = model.meshes.get(hair.mesh).ok_or_else(|| Error::other_file(format!("mesh {}", hair.mesh)))?;
        let posed =
            skinned.meshes.get(entry).ok_or_else(|| Error::other_file(format!("the weights of mesh {}", hair.mesh)))?;
        bake_fused(patch, asset, rig, (mesh, posed))?;
    }
    let host = Host::of(model);
    let home = Home { anchor: host.node, parent: host.node, trs: host.host_from_file() };
    let places = place_hair(patch, model, rig, &home, |entry| !fused(entry))?;
    let mut shared = Shared::default();
    for ((hair, skinned), place) in rig.hair.iter().zip(&skinned.meshes).zip(&places) {
        let Some(place) = place else { continue };
        let mesh = &model.meshes[hair.mesh];
        if skinned.positions.len() != mesh.positions.len() || skinned.normals.len() != mesh.positions.len() {
            return Err(Error::other_file(format!("the vertices of mesh {}", hair.mesh)));
        }
        patch.store_geometry(&mut shared, asset, mesh, place, (&skinned.positions, &skinned.normals))?;
        patch.drop_influences(place)?;
    }
    forget_morphs(patch, &shared.without_morphs);
    Ok(())
}
