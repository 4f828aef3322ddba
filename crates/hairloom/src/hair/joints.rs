//! Which joints move hair, by their names alone.

use crate::hair::names::{Said, said_of_joint, said_of_part};
use crate::{Mesh, Model, Node};

/// Node indices, each parent before its children. Ends for any graph; nodes in a cycle (which a reader refuses) are left
/// out.
pub(crate) fn parents_first(nodes: &[Node]) -> Vec<usize> {
    let mut children: Vec<Vec<usize>> = vec![Vec::new(); nodes.len()];
    let mut order: Vec<usize> = Vec::with_capacity(nodes.len());
    for (index, node) in nodes.iter().enumerate() {
        match node.parent {
            Some(parent) => children[parent].push(index),
            None => order.push(index),
        }
    }
    let mut next = 0;
    while let Some(&node) = order.get(next) {
        order.extend_from_slice(&children[node]);
        next += 1;
    }
    order
}

/// For each node: it is a joint of some skin, or a node of a spring.
pub(crate) fn joint_nodes(model: &Model) -> Vec<bool> {
    let mut is_joint = vec![false; model.nodes.len()];
    let joints = model.skins.iter().flat_map(|skin| &skin.joints);
    for &node in joints.chain(model.springs.iter().flat_map(|spring| &spring.nodes)) {
        is_joint[node] = true;
    }
    is_joint
}

/// For each node: it is the head or stands above it.
pub(crate) fn head_and_above(model: &Model) -> Vec<bool> {
    let mut above = vec![false; model.nodes.len()];
    let mut node = model.head_node;
    while let Some(index) = node
        && !above[index]
    {
        above[index] = true;
        node = model.nodes[index].parent;
    }
    above
}

/// For each node: a joint that its own name, its spring's name or a joint above it calls hair. Never the head, what stands
/// above it, or a joint that its name gives to the body.
pub(crate) fn named_hair_joints(model: &Model) -> Vec<bool> {
    let is_joint = joint_nodes(model);
    let above = head_and_above(model);
    let said: Vec<Said> = model.nodes.iter().map(|node| said_of_joint(&node.name)).collect();
    let mut named: Vec<bool> = said.iter().map(|&said| said == Said::Hair).collect();
    for spring in model.springs.iter().filter(|spring| said_of_part(&spring.name) == Said::Hair) {
        for &node in &spring.nodes {
            named[node] = true;
        }
    }
    for node in parents_first(&model.nodes) {
        let inherited = model.nodes[node].parent.is_some_and(|parent| named[parent]);
        let of_body = above[node] || matches!(said[node], Said::Body | Said::FaceHair);
        named[node] = is_joint[node] && !of_body && (named[node] || inherited);
    }
    named
}

/// For each vertex of a mesh: a triangle uses it.
pub(crate) fn used_vertices(mesh: &Mesh) -> Vec<bool> {
    let mut used = vec![false; mesh.positions.len()];
    for &vertex in &mesh.indices {
        used[vertex as usize] = true;
    }
    used
}

/// For each used vertex of a skinned mesh, in order: the vertex, and its (node, weight) influences that are over 0.
pub(crate) fn influences<'a>(
    model: &'a Model,
    mesh: &'a Mesh,
) -> impl Iterator<Item = (usize, impl Iterator<Item = (usize, f32)> + Clone + 'a)> + 'a {
    let used = used_vertices(mesh);
    mesh.skinning.iter().flat_map(move |skinning| {
        let joints = &model.skins[skinning.skin].joints;
        let used = used.clone();
        let of = move |&(joint, weight): &(u16, f32)| (joints[usize::from(joint)], weight);
        skinning
            .influences
            .iter()
            .enumerate()
            .filter(move |(vertex, _)| used[*vertex])
            .map(move |(vertex, four)| (vertex, four.iter().filter(|(_, weight)| *weight > 0.0).map(of)))
    })
}
