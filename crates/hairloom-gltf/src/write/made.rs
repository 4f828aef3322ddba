//! A rig of ours written into a file: joint nodes, weights, skins.

use glam::DAffine3;
use hairloom::{Rig, Rigged, Style, Trs, posed_trs};
use serde_json::json;

use super::extras::{bone_extras, carrier, set_extras};
use super::forget::forget_joints;
use super::host::Host;
use super::morphs::forget_morphs;
use super::patch::{Object, Patch, indices, set_indices};
use super::place::{Home, Place, place_hair};
use super::stored_vertices::bind_matrices;
use super::trs::{rounded, same, set_trs};
use super::vertices::Shared;
use crate::{Asset, Error};

/// Appends the rig, posed, and binds the hair to it, in place of what the hair was bound to.
///
/// # Errors
/// [`Error::OtherFile`] where the rig does not belong to the file, [`Error::Style`] for a style that JSON cannot hold.
pub(super) fn add_rig(patch: &mut Patch, asset: &Asset, rigged: &Rigged, style: &Style) -> Result<(), Error> {
    let (model, rig) = (&asset.model, &rigged.rig);
    forget_joints(patch, model, rig, |_| true);
    let host = Host::of(model);
    let binds = bind_matrices(asset, rig);
    let places = place_hair(patch, model, rig, &Home { anchor: host.node, ..Home::default() }, |_| true)?;
    let places: Vec<Place> = places.into_iter().flatten().collect();
    let rest = local_transforms(&host, rig, rig.bones.iter().map(|bone| bone.rest));
    let first = patch.nodes.len();
    store_hair(patch, asset, rigged, &places, &binds)?;
    add_skins(patch, &host, rig, &rest, first, places.iter().zip(&binds));
    add_joints(patch, rigged, style, &rest, &local_transforms(&host, rig, posed_trs(rig, style).into_iter()))?;
    attach(patch, &host, first);
    Ok(())
}

/// Each bone's transform as its node has it, below the host or the parent bone.
fn local_transforms(host: &Host, rig: &Rig, bones: impl Iterator<Item = Trs>) -> Vec<Trs> {
    let local =
        |(bone, trs): (&hairloom::Bone, Trs)| if bone.parent.is_some() { host.child(&trs) } else { host.root(&trs) };
    rig.bones.iter().zip(bones).map(|pair| rounded(&local(pair))).collect()
}

fn store_hair(
    patch: &mut Patch,
    asset: &Asset,
    rigged: &Rigged,
    places: &[Place],
    binds: &[Option<DAffine3>],
) -> Result<(), Error> {
    let mut shared = Shared::default();
    let hair = rigged.rig.hair.iter().zip(&rigged.binding.meshes).zip(places.iter().zip(binds));
    for ((hair, binding), (place, bind)) in hair {
        let mesh = &asset.model.meshes[hair.mesh];
        let joints = || binding.influences.iter().flatten().map(|influence| usize::from(influence.joint));
        let fits =
            binding.influences.len() == mesh.positions.len() && joints().all(|joint| joint < rigged.rig.bones.len());
        if !fits {
            return Err(Error::other_file(format!("the weights of mesh {}", hair.mesh)));
        }
        if bind.is_none() {
            patch.store_geometry(&mut shared, asset, mesh, place, (&mesh.positions, &mesh.normals))?;
        }
        patch.store_influences(&mut shared, mesh, place, &binding.influences)?;
    }
    forget_morphs(patch, &shared.without_morphs);
    Ok(())
}

/// One skin for each distinct matrix that carries stored vertices to the file's world. All share the joints.
fn add_skins<'a>(
    patch: &mut Patch,
    host: &Host,
    rig: &Rig,
    rest: &[Trs],
    first: usize,
    hair: impl Iterator<Item = (&'a Place, &'a Option<DAffine3>)>,
) {
    let mut file_from_joint: Vec<DAffine3> = Vec::with_capacity(rest.len());
    for (bone, rest) in rig.bones.iter().zip(rest) {
        let file_from_parent = bone.parent.map_or(host.world, |parent| file_from_joint[parent]);
        file_from_joint.push(file_from_parent * rest.affine());
    }
    let joint_from_file: Vec<DAffine3> = file_from_joint.iter().map(DAffine3::inverse).collect();
    let joints: Vec<usize> = (first..first + rest.len()).collect();
    let mut skins: Vec<(DAffine3, usize)> = Vec::new();
    for (place, bind) in hair {
        let file_from_bind = bind.unwrap_or(DAffine3::IDENTITY);
        let known = skins.iter().find(|(other, _)| *other == file_from_bind).map(|&(_, skin)| skin);
        let skin = known.unwrap_or_else(|| {
            let matrices: Vec<DAffine3> = joint_from_file.iter().map(|joint| *joint * file_from_bind).collect();
            let matrices = patch.add_matrices(&matrices);
            let mut skin = Object::new();
            skin.insert("name".to_owned(), json!("hair"));
            skin.insert("inverseBindMatrices".to_owned(), json!(matrices));
            skin.insert("joints".to_owned(), json!(joints));
            patch.skins.push(skin);
            skins.push((file_from_bind, patch.skins.len() - 1));
            patch.skins.len() - 1
        });
        patch.nodes[place.node].insert("skin".to_owned(), json!(skin));
    }
}

fn add_joints(patch: &mut Patch, rigged: &Rigged, style: &Style, rest: &[Trs], posed: &[Trs]) -> Result<(), Error> {
    let bones = &rigged.rig.bones;
    let first = patch.nodes.len();
    let mut children = vec![Vec::new(); bones.len()];
    for (bone, parent) in bones.iter().enumerate().filter_map(|(index, bone)| Some((index, bone.parent?))) {
        children[parent].push(first + bone);
    }
    let carrier = carrier(rigged);
    for (index, (rest, posed)) in rest.iter().zip(posed).enumerate() {
        let mut node = Object::new();
        node.insert("name".to_owned(), json!(bones[index].name));
        set_indices(&mut node, "children", &children[index]);
        set_trs(&mut node, posed);
        set_extras(&mut node, bone_extras(rigged, (index, carrier), (!same(rest, posed)).then_some(rest), style)?);
        patch.nodes.push(node);
    }
    Ok(())
}

/// Hangs the root bone's node below the host, or in the scene.
fn attach(patch: &mut Patch, host: &Host, root: usize) {
    if let Some(host) = host.node {
        let mut children = indices(patch.nodes.get(host), "children");
        children.push(root);
        set_indices(&mut patch.nodes[host], "children", &children);
    } else {
        let mut roots = patch.scene_roots();
        roots.push(root);
        patch.set_scene_roots(&roots);
    }
}
