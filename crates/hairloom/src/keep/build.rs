//! Bones and chains from the nodes of a file.

use glam::{DAffine3, DVec3};

use super::chains::Skeleton;
use super::head::hair_size;
use super::palette::palette;
use crate::hair::joints::parents_first;
use crate::ids::{ChainName, ROOT_ID, bone_id};
use crate::limits::{BonePlace, bone_limits, root_limits};
use crate::make::pieces;
use crate::twins::link_twins;
use crate::{Axis, Bone, Chain, Edit, Hair, Limits, Model, Origin, Rig, Trs};

/// What a kept rig is built from.
pub(super) struct Plan<'a> {
    pub(super) origin: Origin,
    pub(super) skeleton: &'a Skeleton,
    /// In the order of ids; `index` counts the skeleton's chains.
    pub(super) names: &'a [ChainName],
    /// Where each of the skeleton's chains ends, model space.
    pub(super) tips: &'a [DVec3],
    /// The x of the character's middle, model space.
    pub(super) middle_x: f64,
}

/// Where each node hangs among the bones.
struct Anchors {
    /// The bone at a node or nearest above it.
    bone: Vec<Option<usize>>,
    /// `bone_from_node` for that bone, or `model_from_node` where there is none.
    from_node: Vec<DAffine3>,
}

/// The rig, or none where it would have more joints than an influence can tell apart.
pub(super) fn build(model: &Model, hair: &[Hair], plan: &Plan) -> Option<Rig> {
    let order = emission_order(plan);
    let mut bone_of_node: Vec<Option<usize>> = vec![None; model.nodes.len()];
    let nodes =
        || plan.skeleton.root.into_iter().chain(order.iter().flat_map(|&c| plan.skeleton.chains[c].iter().copied()));
    let virtual_root = usize::from(plan.skeleton.root.is_none());
    for (index, node) in nodes().enumerate() {
        bone_of_node[node] = Some(index + virtual_root);
    }
    let anchors = anchors(model, &bone_of_node);
    let mut rig = Rig {
        origin: plan.origin,
        bones: vec![root_bone(model, hair, plan)],
        chains: Vec::with_capacity(order.len()),
        joints: Vec::new(),
        hair: hair.to_vec(),
        pieces: pieces(model, hair),
        locks: order.len(),
        chain_of_vertex: Vec::new(),
        root_to_tip: Vec::new(),
        stored: false,
        warnings: Vec::new(),
    };
    let mut bones_of_chain: Vec<Vec<usize>> = vec![Vec::new(); order.len()];
    for &chain in &order {
        bones_of_chain[chain] = add_chain_bones(model, plan, chain, &anchors, &mut rig.bones);
    }
    let frames = rig.rest_frames();
    for (index, name) in plan.names.iter().enumerate() {
        let bones = &bones_of_chain[name.index];
        let mut line: Vec<DVec3> = bones.iter().map(|&bone| frames[bone].translation).collect();
        line.push(plan.tips[name.index]);
        let lengths: Vec<f64> = line.windows(2).map(|ends| ends[0].distance(ends[1])).collect();
        let length: f64 = lengths.iter().sum();
        for (k, &bone) in bones.iter().enumerate() {
            let place = BonePlace { bone_length: lengths[k], chain_length: length, k, n: bones.len() };
            let along = axis_along(&frames[bone], line[k + 1] - line[k]);
            let told = &mut rig.bones[bone];
            told.id = bone_id(&name.id, k);
            (told.length, told.along, told.limits) = (lengths[k], along, bone_limits(place));
            (told.region, told.chain) = (Some(name.region), Some(index));
        }
        let (id, region) = (name.id.clone(), name.region);
        rig.chains.push(Chain { id, region, bones: bones.clone(), line, length, twin: None });
    }
    link_twins(&mut rig, plan.middle_x);
    rig.joints = palette(model, hair, &rig.bones).joints;
    (rig.joints.len() <= usize::from(u16::MAX) + 1).then_some(rig)
}

/// The skeleton's chains in the order of their ids, but a chain that another hangs from before that other.
fn emission_order(plan: &Plan) -> Vec<usize> {
    let mut placed = vec![false; plan.skeleton.chains.len()];
    let mut order = Vec::with_capacity(placed.len());
    for name in plan.names {
        let mut waiting = Vec::new();
        let mut chain = Some(name.index);
        while let Some(index) = chain
            && !placed[index]
        {
            placed[index] = true;
            waiting.push(index);
            chain = plan.skeleton.hangs_from[index];
        }
        order.extend(waiting.into_iter().rev());
    }
    order
}

fn anchors(model: &Model, bone_of_node: &[Option<usize>]) -> Anchors {
    let mut anchors = Anchors { bone: bone_of_node.to_vec(), from_node: vec![DAffine3::IDENTITY; bone_of_node.len()] };
    for node in parents_first(&model.nodes) {
        if bone_of_node[node].is_some() {
            continue;
        }
        let above = model.nodes[node].parent.filter(|&parent| anchors.bone[parent].is_some());
        match above {
            Some(parent) => {
                anchors.bone[node] = anchors.bone[parent];
                anchors.from_node[node] = anchors.from_node[parent] * model.nodes[node].rest.affine();
            }
            None => anchors.from_node[node] = model.nodes[node].model_from_node,
        }
    }
    anchors
}

/// The root bone. An artist's may be edited only where its node carries nothing but hair: where no head is known and the
/// file holds nothing else. One without a node never is, since no file could hold the edit.
fn root_bone(model: &Model, hair: &[Hair], plan: &Plan) -> Bone {
    let node = plan.skeleton.root;
    let parent = node.and_then(|node| model.nodes[node].parent);
    let mount = match (node, parent) {
        (None, _) => DAffine3::IDENTITY,
        (Some(_), None) => model.model_from_file,
        (Some(_), Some(parent)) => model.nodes[parent].model_from_node,
    };
    let only_hair = model.head_node.is_none() && hair.len() == model.meshes.len();
    let free = node.is_some() && (plan.origin == Origin::Made || only_hair);
    let limits = if free { root_limits(hair_size(model, hair)) } else { Limits { min: Edit::REST, max: Edit::REST } };
    Bone {
        id: ROOT_ID.to_owned(),
        name: node.map_or_else(|| ROOT_ID.to_owned(), |node| model.nodes[node].name.clone()),
        parent: None,
        mount,
        rest: node.map_or(Trs::IDENTITY, |node| model.nodes[node].rest),
        length: 0.0,
        along: Axis::PosY,
        limits,
        twin: None,
        region: None,
        chain: None,
        node,
    }
}

/// Adds the bones of one chain, with what does not depend on their names; gives their indices.
fn add_chain_bones(model: &Model, plan: &Plan, chain: usize, anchors: &Anchors, bones: &mut Vec<Bone>) -> Vec<usize> {
    let first = bones.len();
    for &node in &plan.skeleton.chains[chain] {
        let above = model.nodes[node].parent;
        let parent = above.and_then(|above| anchors.bone[above]).unwrap_or(0);
        bones.push(Bone {
            id: String::new(),
            name: model.nodes[node].name.clone(),
            parent: Some(parent),
            mount: above.map_or(model.model_from_file, |above| anchors.from_node[above]),
            rest: model.nodes[node].rest,
            length: 0.0,
            along: Axis::PosY,
            limits: Limits { min: Edit::REST, max: Edit::REST },
            twin: None,
            region: None,
            chain: None,
            node: Some(node),
        });
    }
    (first..bones.len()).collect()
}

/// The axis of `frame` that runs nearest along `way`; +Y where `way` has no length.
fn axis_along(frame: &DAffine3, way: DVec3) -> Axis {
    let matrix = frame.matrix3;
    let axes = [
        (matrix.y_axis, Axis::PosY, Axis::NegY),
        (matrix.x_axis, Axis::PosX, Axis::NegX),
        (matrix.z_axis, Axis::PosZ, Axis::NegZ),
    ];
    let mut best = (0.0, Axis::PosY);
    for (axis, plus, minus) in axes {
        let along = axis.try_normalize().map_or(0.0, |axis| axis.dot(way));
        if along.abs() > best.0 {
            best = (along.abs(), if along > 0.0 { plus } else { minus });
        }
    }
    best.1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_axis_along_a_bone_is_the_nearest_with_its_sign() {
        let frame = DAffine3::IDENTITY;
        assert_eq!(axis_along(&frame, DVec3::new(0.1, -1.0, 0.2)), Axis::NegY);
        assert_eq!(axis_along(&frame, DVec3::new(0.1, 0.2, 0.9)), Axis::PosZ);
        assert_eq!(axis_along(&frame, DVec3::new(-3.0, 0.2, 0.9)), Axis::NegX);
        assert_eq!(axis_along(&frame, DVec3::ZERO), Axis::PosY);
        let mirrored = DAffine3::from_scale(DVec3::new(-0.01, 1.0, 1.0));
        assert_eq!(axis_along(&mirrored, DVec3::X), Axis::NegX);
    }
}
