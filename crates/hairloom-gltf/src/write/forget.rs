//! Takes a stored rig out of a file: the pose, the extras, and the joints where they were ours.

use std::collections::BTreeSet;

use hairloom::{Model, Origin, Rig};
use serde_json::Value;

use super::compact::drop_unused_skins;
use super::extras::strip_extras;
use super::patch::{Object, Patch, as_index, indices, objects_mut};
use super::place::{take_out, whole_nodes};
use super::trs::set_trs;

/// What joint nodes of ours have, and nothing else.
const JOINT_KEYS: [&str; 5] = ["name", "children", "translation", "rotation", "scale"];

/// Puts nodes that the file holds posed back to rest, and strips our extras.
pub(super) fn forget_style(patch: &mut Patch, model: &Model) {
    for bone in model.stored.iter().flat_map(|stored| &stored.bones) {
        if let Some(node) = patch.nodes.get_mut(bone.node) {
            strip_extras(node);
            if let Some(rest) = &bone.rest {
                set_trs(node, rest);
            }
        }
    }
}

/// Unbinds the hair of `rig` that `moves` names from the skins it has, and removes the joints of a stored rig of ours where nothing else
/// needs them and no index shifts. Others stay, as plain nodes.
pub(super) fn forget_joints(patch: &mut Patch, model: &Model, rig: &Rig, moves: impl Fn(usize) -> bool) {
    for node in whole_nodes(patch, model, rig, moves) {
        patch.nodes[node].shift_remove("skin");
    }
    let Some(stored) = model.stored.as_ref().filter(|stored| stored.origin == Origin::Made) else { return };
    let joints: BTreeSet<usize> = stored.bones.iter().map(|bone| bone.node).collect();
    let first = patch.nodes.len().saturating_sub(joints.len());
    let trailing = joints.first() == Some(&first) && joints.last() == patch.nodes.len().checked_sub(1).as_ref();
    if trailing && drop_unused_skins(patch) && !is_needed(patch, model, &joints) {
        take_out(patch, &joints, None);
        patch.nodes.truncate(first);
    }
}

/// Something but the joints themselves and the hair that was bound to them points at one of them, or is one.
fn is_needed(patch: &mut Patch, model: &Model, joints: &BTreeSet<usize>) -> bool {
    let plain = |node: &Object| {
        let known = node.keys().all(|key| JOINT_KEYS.contains(&key.as_str()));
        known && indices(Some(node), "children").iter().all(|child| joints.contains(child))
    };
    let skinned = |skin: &Object| indices(Some(skin), "joints").iter().any(|joint| joints.contains(joint));
    let sprung = model.springs.iter().flat_map(|spring| &spring.nodes).any(|node| joints.contains(node));
    let head = model.head_node.is_some_and(|node| joints.contains(&node));
    if head || sprung || patch.skins.iter().any(skinned) || !joints.iter().all(|&joint| plain(&patch.nodes[joint])) {
        return true;
    }
    let mut channels = patch.animations.iter_mut().flat_map(|animation| objects_mut(animation, "channels"));
    channels.any(|channel| {
        let node = channel.get("target").and_then(|target: &Value| target.get("node")).and_then(as_index);
        node.is_some_and(|node| joints.contains(&node))
    })
}
