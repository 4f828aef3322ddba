//! Which joints of an artist's skeleton are bones of the hair.

use crate::hair::joints::{head_and_above, influences, joint_nodes, named_hair_joints, parents_first};
use crate::hair::names::{Said, said_of_joint};
use crate::hair::said_of_mesh;
use crate::{Hair, Model};

/// A joint that moves no vertex by more than this share is as good as without weight.
const LEAST_WEIGHT: f32 = 0.01;

/// What meshes weigh on one node.
#[derive(Clone, Copy, Default)]
struct Load {
    /// The sum over the hair's vertices.
    hair: f64,
    /// The sum over the vertices of meshes that hold hair alone, as far as names tell.
    pure_hair: f64,
    /// The sum over the vertices of all other meshes.
    other: f64,
    /// The greatest weight of a hair vertex.
    greatest: f32,
}

/// For each node: it is a bone of a hair chain. That is a joint which moves hair, or stands above one that does, and
/// - is called hair by its name, its spring or a joint above it; or
/// - moves a mesh of nothing but hair (or any hair, in a skeleton that calls no joint hair), more than it moves other
///   meshes, stands below the head where one is known, and is not called a part of the body.
///
/// Nodes between two such joints are too, when they are joints. Empty ends below the last joint that moves hair are not.
pub(crate) fn hair_bones(model: &Model, hair: &[Hair]) -> Vec<bool> {
    let loads = loads(model, hair);
    let is_joint = joint_nodes(model);
    let named = named_hair_joints(model);
    let above_head = head_and_above(model);
    let order = parents_first(&model.nodes);
    let names_tell = (0..loads.len()).any(|n| named[n] && loads[n].greatest > LEAST_WEIGHT);
    let mut below_head = vec![model.head_node.is_none(); loads.len()];
    for &node in &order {
        if let Some(parent) = model.nodes[node].parent {
            below_head[node] = below_head[node] || below_head[parent] || model.head_node == Some(parent);
        }
    }
    let of_body: Vec<bool> = (0..loads.len())
        .map(|n| above_head[n] || matches!(said_of_joint(&model.nodes[n].name), Said::Body | Said::FaceHair))
        .collect();
    let moves = |n: usize| {
        let load = if names_tell { loads[n].pure_hair } else { loads[n].hair };
        load > 0.0 && load >= loads[n].other && below_head[n]
    };
    let is_bone: Vec<bool> = (0..loads.len()).map(|n| named[n] || (is_joint[n] && moves(n) && !of_body[n])).collect();

    let mut carries: Vec<bool> = (0..loads.len()).map(|n| is_bone[n] && loads[n].greatest > LEAST_WEIGHT).collect();
    for &node in order.iter().rev() {
        if let Some(parent) = model.nodes[node].parent {
            carries[parent] = carries[parent] || carries[node];
        }
    }
    let mut below_bone = vec![false; loads.len()];
    let mut bones = vec![false; loads.len()];
    for &node in &order {
        let under = model.nodes[node].parent.is_some_and(|parent| below_bone[parent] || bones[parent]);
        below_bone[node] = under;
        bones[node] = carries[node] && (is_bone[node] || (under && is_joint[node] && !of_body[node]));
    }
    bones
}

/// All the hair hangs wholly on one joint.
pub(crate) fn is_rigid(model: &Model, hair: &[Hair]) -> bool {
    let mut only = None;
    for hair in hair {
        let mesh = &model.meshes[hair.mesh];
        for (_, four) in influences(model, mesh) {
            for (node, _) in four.filter(|(_, weight)| *weight > LEAST_WEIGHT) {
                if *only.get_or_insert(node) != node {
                    return false;
                }
            }
        }
    }
    true
}

fn loads(model: &Model, hair: &[Hair]) -> Vec<Load> {
    let mut is_hair = vec![false; model.meshes.len()];
    for hair in hair {
        is_hair[hair.mesh] = true;
    }
    let all_hair = is_hair.iter().all(|&hair| hair);
    let mut loads = vec![Load::default(); model.nodes.len()];
    for (mesh, is_hair) in model.meshes.iter().zip(is_hair) {
        let pure = is_hair && (all_hair && model.head_node.is_none() || said_of_mesh(model, mesh).0 == Said::Hair);
        for (_, four) in influences(model, mesh) {
            for (node, weight) in four {
                let load = &mut loads[node];
                if is_hair {
                    load.hair += f64::from(weight);
                    load.greatest = load.greatest.max(weight);
                } else {
                    load.other += f64::from(weight);
                }
                if pure {
                    load.pure_hair += f64::from(weight);
                }
            }
        }
    }
    loads
}
