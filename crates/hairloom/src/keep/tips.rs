//! Where the chains of a kept rig end.

use std::collections::BTreeMap;

use glam::DVec3;

use super::chains::Skeleton;
use crate::hair::joints::{influences, joint_nodes};
use crate::hair::names::names_a_tip;
use crate::{Hair, Model};

/// The tip of each chain, in model space: the middle of the chains that hang from its last bone, else the farthest end joint
/// below that bone, else as far as the bone's own vertices reach along their middle, else as far on as the bone before.
pub(super) fn chain_tips(model: &Model, hair: &[Hair], skeleton: &Skeleton) -> Vec<DVec3> {
    let place = |node: usize| model.nodes[node].model_from_node.translation;
    let mut branches = vec![(DVec3::ZERO, 0.0); skeleton.chains.len()];
    for (chain, from) in skeleton.chains.iter().zip(&skeleton.hangs_from) {
        if let (Some(from), Some(&first)) = (*from, chain.first()) {
            branches[from].0 += place(first);
            branches[from].1 += 1.0;
        }
    }
    let lasts: Vec<usize> = skeleton.chains.iter().filter_map(|chain| chain.last().copied()).collect();
    let ends = end_joints(model, &lasts);
    let reaches = vertex_reaches(model, hair, &lasts);
    let mut tips = Vec::with_capacity(lasts.len());
    for (index, (chain, &last)) in skeleton.chains.iter().zip(&lasts).enumerate() {
        let head = place(last);
        let (sum, count) = branches[index];
        let branch = (count > 0.0).then(|| sum / count);
        let found = [branch, ends.get(&last).copied(), reaches.get(&last).copied()];
        let apart = |tip: &DVec3| tip.is_finite() && tip.distance_squared(head) > 1e-16;
        let further = || chain.len().checked_sub(2).map_or(head, |before| head + (head - place(chain[before])));
        tips.push(found.into_iter().flatten().find(apart).unwrap_or_else(further));
    }
    tips
}

/// The farthest end joint right below each of these bones. None of them has a bone below that is part of its chain.
fn end_joints(model: &Model, lasts: &[usize]) -> BTreeMap<usize, DVec3> {
    let is_joint = joint_nodes(model);
    let mut ends: BTreeMap<usize, Option<DVec3>> = lasts.iter().map(|&last| (last, None)).collect();
    for (index, node) in model.nodes.iter().enumerate() {
        let Some(parent) = node.parent else { continue };
        let Some(end) = ends.get_mut(&parent) else { continue };
        if is_joint[index] || names_a_tip(&node.name) {
            let head = model.nodes[parent].model_from_node.translation;
            let place = node.model_from_node.translation;
            if end.is_none_or(|end| place.distance_squared(head) > end.distance_squared(head)) {
                *end = Some(place);
            }
        }
    }
    ends.into_iter().filter_map(|(last, end)| Some((last, end?))).collect()
}

/// How far the vertices that follow each of these bones most reach, along the way from the bone to their middle.
fn vertex_reaches(model: &Model, hair: &[Hair], lasts: &[usize]) -> BTreeMap<usize, DVec3> {
    let mut middles: BTreeMap<usize, (DVec3, f64)> = lasts.iter().map(|&last| (last, (DVec3::ZERO, 0.0))).collect();
    let mut followers: Vec<(usize, DVec3)> = Vec::new();
    for hair in hair {
        let mesh = &model.meshes[hair.mesh];
        for (vertex, mut four) in influences(model, mesh) {
            if let Some((node, _)) = four.next()
                && let Some((sum, count)) = middles.get_mut(&node)
            {
                let place = mesh.positions[vertex].as_dvec3();
                *sum += place;
                *count += 1.0;
                followers.push((node, place));
            }
        }
    }
    let mut reaches: BTreeMap<usize, (DVec3, f64)> = BTreeMap::new();
    for (node, place) in followers {
        let Some(&(sum, count)) = middles.get(&node) else { continue };
        let head = model.nodes[node].model_from_node.translation;
        let Some(way) = (sum / count - head).try_normalize() else { continue };
        let reach = &mut reaches.entry(node).or_insert((way, 0.0)).1;
        *reach = reach.max((place - head).dot(way));
    }
    let tip = |(node, (way, reach)): (usize, (DVec3, f64))| {
        (node, model.nodes[node].model_from_node.translation + way * reach)
    };
    reaches.into_iter().map(tip).collect()
}
