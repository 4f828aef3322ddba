//! An artist's skeleton, taken as it is.

use glam::DVec3;

use super::build::{Plan, build};
use super::chains::{Skeleton, cut_chains};
use super::head::{Head, find_head};
use super::joints::{hair_bones, is_rigid};
use super::tips::chain_tips;
use crate::ids::name_chains;
use crate::{Hair, Model, Origin, Rig};

/// The hair chains of the skeleton that the file's own skins use, with frames, names and weights as they are; none where it
/// has no hair bones, or only one that carries all the hair: a rigid wig is no rig to keep.
pub(crate) fn artist_rig(model: &Model, hair: &[Hair]) -> Option<Rig> {
    if hair.iter().all(|hair| model.meshes[hair.mesh].skinning.is_none()) {
        return None;
    }
    let skeleton = cut_chains(model, &hair_bones(model, hair));
    match skeleton.chains.as_slice() {
        [] => return None,
        [only] if only.len() == 1 && is_rigid(model, hair) => return None,
        _ => {}
    }
    let head = find_head(model, hair, skeleton.root);
    let tips = chain_tips(model, hair, &skeleton);
    let growth = growth_points(model, &skeleton, &tips, &head);
    let names = name_chains(&growth, &growth, head.centre);
    let plan = Plan { origin: Origin::Kept, skeleton: &skeleton, names: &names, tips: &tips, middle_x: head.centre.x };
    build(model, hair, &plan)
}

/// Where each chain is seen to grow: its first joint that is not deep inside the head. Artists let the chains of a tail
/// begin in one point in the middle of the skull, which tells nothing of their side.
fn growth_points(model: &Model, skeleton: &Skeleton, tips: &[DVec3], head: &Head) -> Vec<DVec3> {
    let outside = |point: &DVec3| point.distance(head.centre) >= 0.5 * head.radius;
    let point = |(chain, &tip): (&Vec<usize>, &DVec3)| {
        chain.iter().map(|&node| model.nodes[node].model_from_node.translation).find(outside).unwrap_or(tip)
    };
    skeleton.chains.iter().zip(tips).map(point).collect()
}
