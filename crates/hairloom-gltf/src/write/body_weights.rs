//! What is left of a skin's weights once the hair has no bones.

use glam::{DAffine3, DMat3, DVec3};
use hairloom::{Influence, Influences, Model, Rig};

/// A skin whose joints of hair chains give their weight to one that the body keeps.
pub(super) struct BodyWeights {
    /// For each joint of the skin, whether it is of a hair chain.
    of_chain: Vec<bool>,
    /// `model_from_joint` · `joint_from_bind` of each.
    matrices: Vec<DAffine3>,
    /// The joint that takes over: the root bone's, else the nearest above it, else the skin's first that is of no chain.
    heir: u16,
}

impl BodyWeights {
    /// None where every joint is of a chain.
    pub(super) fn new(model: &Model, rig: &Rig, skin: usize) -> Option<Self> {
        let skin = model.skins.get(skin)?;
        let chain_nodes = chain_nodes(model, rig);
        let of_chain: Vec<bool> = skin.joints.iter().map(|&node| chain_nodes[node]).collect();
        let mut joint_of = vec![None; model.nodes.len()];
        for (joint, &node) in skin.joints.iter().enumerate().filter(|&(joint, _)| !of_chain[joint]).rev() {
            joint_of[node] = Some(joint);
        }
        let mut above = rig.bones.first().and_then(|root| root.node);
        while let Some(node) = above
            && joint_of[node].is_none()
        {
            above = model.nodes[node].parent;
        }
        let heir = above.and_then(|node| joint_of[node]).or_else(|| of_chain.iter().position(|&hair| !hair))?;
        let joints = skin.joints.iter().zip(&skin.inverse_bind_matrices);
        let matrices = joints.map(|(&node, joint_from_bind)| model.nodes[node].model_from_node * *joint_from_bind);
        Some(Self { matrices: matrices.collect(), of_chain, heir: u16::try_from(heir).ok()? })
    }

    /// The weights of a vertex, heaviest first, and whether a chain had some of them.
    pub(super) fn of_vertex(&self, stored: &[(u16, f32); 4]) -> (Influences, bool) {
        let mut four = Influences::default();
        let (mut count, mut changed) = (0, false);
        for &(joint, weight) in stored.iter().filter(|(_, weight)| *weight > 0.0) {
            let is_hair = self.of_chain.get(usize::from(joint)) == Some(&true);
            let joint = if is_hair { self.heir } else { joint };
            changed |= is_hair;
            if let Some(known) = four[..count].iter_mut().find(|known| known.joint == joint) {
                known.weight += weight;
            } else {
                four[count] = Influence { joint, weight };
                count += 1;
            }
        }
        four[..count].sort_by(|a, b| b.weight.total_cmp(&a.weight).then(a.joint.cmp(&b.joint)));
        (four, changed)
    }

    /// How the skin at rest carries a vertex with these weights.
    pub(super) fn model_from_bind(&self, four: &Influences) -> DAffine3 {
        let mut blend = DAffine3 { matrix3: DMat3::ZERO, translation: DVec3::ZERO };
        for influence in four {
            if let Some(matrix) = self.matrices.get(usize::from(influence.joint)) {
                let weight = f64::from(influence.weight);
                blend.matrix3 += matrix.matrix3 * weight;
                blend.translation += matrix.translation * weight;
            }
        }
        blend
    }
}

/// For each node, whether the bone that moves it (its own, else the nearest above) is of a chain.
fn chain_nodes(model: &Model, rig: &Rig) -> Vec<bool> {
    let mut known: Vec<Option<bool>> = vec![None; model.nodes.len()];
    for bone in &rig.bones {
        if let Some(slot) = bone.node.and_then(|node| known.get_mut(node)) {
            *slot = Some(bone.chain.is_some());
        }
    }
    let mut path = Vec::new();
    for start in 0..known.len() {
        let mut node = start;
        let found = loop {
            if let Some(found) = known[node] {
                break found;
            }
            path.push(node);
            match model.nodes[node].parent {
                Some(parent) => node = parent,
                None => break false,
            }
        };
        path.drain(..).for_each(|node| known[node] = Some(found));
    }
    known.into_iter().map(|found| found == Some(true)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chains_weight_goes_to_the_heir_and_equal_joints_become_one() {
        let weights = BodyWeights { of_chain: vec![false, true, true, false], matrices: Vec::new(), heir: 3 };
        let one = |joint, weight| Influence { joint, weight };
        let rest = Influence::default();
        let (four, changed) = weights.of_vertex(&[(0, 0.375), (1, 0.25), (3, 0.25), (2, 0.125)]);
        assert_eq!((four, changed), ([one(3, 0.625), one(0, 0.375), rest, rest], true));
        let (four, changed) = weights.of_vertex(&[(0, 0.75), (3, 0.25), (0, 0.0), (0, 0.0)]);
        assert_eq!((four, changed), ([one(0, 0.75), one(3, 0.25), rest, rest], false));
    }
}
