//! A rig of ours, or one that was kept before, that the file brings along in `extras`.

use std::collections::{BTreeMap, BTreeSet};

use glam::DVec3;

use super::build::{Plan, build};
use super::chains::Skeleton;
use super::head::find_head;
use super::tips::chain_tips;
use crate::hair::joints::{influences, parents_first};
use crate::ids::{ChainName, ROOT_ID, parse_bone_id};
use crate::{Axis, Bone, Edit, Hair, Limits, Model, Origin, Region, Rig, StoredBone, StoredRig};

/// The rig that [`Model::stored`] tells, rebuilt without looking for locks: ids, regions, lengths and limits as stored, chains
/// by the ids. None where the file stores none, where another program tore it apart (an id twice, a bone of a chain
/// missing, a joint that hangs elsewhere), or where it moves no vertex of the hair.
pub(crate) fn stored_rig(model: &Model, hair: &[Hair]) -> Option<Rig> {
    model.stored.as_ref().and_then(|stored| rebuild(model, hair, stored))
}

fn rebuild(model: &Model, hair: &[Hair], stored: &StoredRig) -> Option<Rig> {
    if !moves_hair(model, hair, stored) {
        return None;
    }
    let (skeleton, names) = skeleton_by_ids(model, stored)?;
    let middle_x = find_head(model, hair, skeleton.root).centre.x;
    let tips = match stored.origin {
        Origin::Made => stored_tips(model, stored, &skeleton),
        Origin::Kept => chain_tips(model, hair, &skeleton),
    };
    let plan = Plan { origin: stored.origin, skeleton: &skeleton, names: &names, tips: &tips, middle_x };
    let mut rig = build(model, hair, &plan)?;
    rig.stored = true;
    rig.locks = stored.locks.unwrap_or(rig.locks);
    let told: BTreeMap<usize, &StoredBone> = stored.bones.iter().map(|bone| (bone.node, bone)).collect();
    for bone in &mut rig.bones {
        if let Some(told) = bone.node.and_then(|node| told.get(&node)) {
            recall(bone, told, stored.origin);
        }
    }
    Some(rig)
}

/// Puts back what a bone's `extras` told.
fn recall(bone: &mut Bone, told: &StoredBone, origin: Origin) {
    bone.id.clone_from(&told.id);
    if told.length.is_finite() && told.length >= 0.0 {
        bone.length = told.length;
    }
    if let Some(limits) = told.limits.filter(holds_rest) {
        bone.limits = limits;
    }
    if origin == Origin::Made {
        bone.along = Axis::PosY;
    }
}

/// Every least value is finite and not above rest, every greatest not below.
fn holds_rest(limits: &Limits) -> bool {
    let parts = |edit: &Edit| [edit.translation, edit.rotation_deg, edit.scale];
    parts(&limits.min)
        .iter()
        .zip(parts(&Edit::REST))
        .zip(parts(&limits.max))
        .all(|((min, rest), max)| min.is_finite() && max.is_finite() && min.cmple(rest).all() && max.cmpge(rest).all())
}

fn moves_hair(model: &Model, hair: &[Hair], stored: &StoredRig) -> bool {
    let nodes: BTreeSet<usize> = stored.bones.iter().map(|bone| bone.node).collect();
    hair.iter().any(|hair| {
        influences(model, &model.meshes[hair.mesh]).any(|(_, mut four)| four.any(|(node, _)| nodes.contains(&node)))
    })
}

/// Chains from ids, checked against the nodes.
fn skeleton_by_ids(model: &Model, stored: &StoredRig) -> Option<(Skeleton, Vec<ChainName>)> {
    let mut root = None;
    let mut chains: BTreeMap<(Region, usize, &str), BTreeMap<usize, usize>> = BTreeMap::new();
    let mut nodes = BTreeSet::new();
    for bone in &stored.bones {
        if !nodes.insert(bone.node) {
            return None;
        }
        if bone.id == ROOT_ID {
            if root.replace(bone.node).is_some() {
                return None;
            }
            continue;
        }
        let (chain, region, k) = parse_bone_id(&bone.id)?;
        // Shorter first, so that `front-100` comes after `front-99`.
        let place = (region, chain.len(), chain);
        if chains.entry(place).or_default().insert(k, bone.node).is_some() {
            return None;
        }
    }
    let mut skeleton = Skeleton { root, ..Skeleton::default() };
    let mut names = Vec::new();
    for (index, ((region, _, chain), bones)) in chains.into_iter().enumerate() {
        if bones.keys().copied().ne(0..bones.len()) {
            return None;
        }
        skeleton.chains.push(bones.into_values().collect());
        names.push(ChainName { index, region, id: chain.to_owned() });
    }
    hang(model, &mut skeleton)?;
    // Hair that lies on the head all over has a rig of ours without chains.
    let whole = !skeleton.chains.is_empty() || (stored.origin == Origin::Made && skeleton.root.is_some());
    whole.then_some((skeleton, names))
}

/// Finds what each chain hangs from; none where the nodes do not stand as the ids tell.
fn hang(model: &Model, skeleton: &mut Skeleton) -> Option<()> {
    let mut bone_above: Vec<Option<usize>> = vec![None; model.nodes.len()];
    let mut chain_of: BTreeMap<usize, usize> = BTreeMap::new();
    for (index, chain) in skeleton.chains.iter().enumerate() {
        chain_of.extend(chain.iter().map(|&node| (node, index)));
    }
    for node in parents_first(&model.nodes) {
        let Some(parent) = model.nodes[node].parent else { continue };
        let is_bone = skeleton.root == Some(parent) || chain_of.contains_key(&parent);
        bone_above[node] = if is_bone { Some(parent) } else { bone_above[parent] };
    }
    if skeleton.root.is_some_and(|root| bone_above[root].is_some()) {
        return None;
    }
    for (index, chain) in skeleton.chains.iter().enumerate() {
        let in_row = chain.windows(2).all(|pair| bone_above[pair[1]] == Some(pair[0]));
        let above = chain.first().and_then(|&first| bone_above[first]);
        let hangs_from = above.and_then(|above| chain_of.get(&above).copied());
        let well = in_row && hangs_from != Some(index) && (above.is_some() || skeleton.root.is_none());
        if !well {
            return None;
        }
        skeleton.hangs_from.push(hangs_from);
    }
    Some(())
}

/// The tips of a rig of ours: as far along +Y of the last bone as its stored length.
fn stored_tips(model: &Model, stored: &StoredRig, skeleton: &Skeleton) -> Vec<DVec3> {
    let lengths: BTreeMap<usize, f64> = stored.bones.iter().map(|bone| (bone.node, bone.length)).collect();
    let tip = |chain: &Vec<usize>| {
        let last = chain.last().copied().unwrap_or(0);
        let frame = model.nodes[last].model_from_node;
        let length = lengths.get(&last).copied().filter(|length| length.is_finite()).unwrap_or(0.0);
        frame.translation + frame.matrix3.y_axis.normalize_or_zero() * length.max(0.0)
    };
    skeleton.chains.iter().map(tip).collect()
}
