//! The joints that a kept rig's influences point into.

use std::collections::{BTreeMap, BTreeSet};

use glam::DAffine3;

use crate::hair::joints::parents_first;
use crate::{Bone, Hair, Joint, Model};

/// The palette of a rig whose weights are the file's.
pub(super) struct Palette {
    /// One for each bone, in their order; then what else the hair's weights point to.
    pub(super) joints: Vec<Joint>,
    /// Index into `joints` for each (skin, index into its joints) that moves a hair vertex.
    pub(super) of_skin_joint: BTreeMap<(usize, u16), usize>,
    /// Index into `joints` for a hair mesh that the file does not skin: the root bone, with positions in model space.
    pub(super) of_unskinned: Option<usize>,
}

/// For each node, the bone that moves it: its own, else that of the nearest node above which has one.
pub(super) fn bone_of_node(model: &Model, bones: &[Bone]) -> Vec<Option<usize>> {
    let mut bone_of = vec![None; model.nodes.len()];
    for (index, bone) in bones.iter().enumerate() {
        if let Some(node) = bone.node {
            bone_of[node] = Some(index);
        }
    }
    for node in parents_first(&model.nodes) {
        if let (None, Some(parent)) = (bone_of[node], model.nodes[node].parent) {
            bone_of[node] = bone_of[parent];
        }
    }
    bone_of
}

/// The palette for `hair`, the same each time for the same model, hair and bones.
pub(super) fn palette(model: &Model, hair: &[Hair], bones: &[Bone]) -> Palette {
    let bone_of = bone_of_node(model, bones);
    let skinned = || hair.iter().filter_map(|hair| model.meshes[hair.mesh].skinning.as_ref());
    let mut used: BTreeSet<(usize, u16)> = BTreeSet::new();
    for skinning in skinned() {
        let moving = skinning.influences.iter().flatten().filter(|(_, weight)| *weight > 0.0);
        used.extend(moving.map(|&(joint, _)| (skinning.skin, joint)));
    }
    let mut own: BTreeMap<usize, DAffine3> = BTreeMap::new();
    let skins: BTreeSet<usize> = skinned().map(|skinning| skinning.skin).collect();
    let mut joints: Vec<Joint> = Vec::with_capacity(bones.len() + used.len());
    for skin in skins.iter().map(|&skin| &model.skins[skin]) {
        for (&node, &joint_from_bind) in skin.joints.iter().zip(&skin.inverse_bind_matrices) {
            own.entry(node).or_insert(joint_from_bind);
        }
    }
    for (index, bone) in bones.iter().enumerate() {
        let model_from_joint = bone.node.map_or(DAffine3::IDENTITY, |node| model.nodes[node].model_from_node);
        let inverse = model_from_joint.inverse();
        let unbound = if inverse.is_finite() { inverse } else { DAffine3::IDENTITY };
        let joint_from_bind = bone.node.and_then(|node| own.get(&node).copied()).unwrap_or(unbound);
        joints.push(Joint { bone: Some(index), model_from_joint, joint_from_bind });
    }
    let mut of_skin_joint = BTreeMap::new();
    for (skin, joint) in used {
        let node = model.skins[skin].joints[usize::from(joint)];
        let joint_from_bind = model.skins[skin].inverse_bind_matrices[usize::from(joint)];
        let bone = bone_of[node];
        let is_own =
            bone.filter(|&bone| bones[bone].node == Some(node) && joints[bone].joint_from_bind == joint_from_bind);
        let index = is_own.unwrap_or_else(|| {
            let model_from_joint = model.nodes[node].model_from_node;
            joints.push(Joint { bone, model_from_joint, joint_from_bind });
            joints.len() - 1
        });
        of_skin_joint.insert((skin, joint), index);
    }
    let of_unskinned = (skinned().count() < hair.len()).then(|| {
        let (model_from_joint, joint_from_bind) = (DAffine3::IDENTITY, DAffine3::IDENTITY);
        joints.push(Joint { bone: Some(0), model_from_joint, joint_from_bind });
        joints.len() - 1
    });
    Palette { joints, of_skin_joint, of_unskinned }
}
