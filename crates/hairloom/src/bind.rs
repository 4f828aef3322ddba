//! The weights of a rig of ours.

use crate::{Binding, Influence, Influences, MeshBinding, Model, Rig, keep};

/// At the very root of a lock this much of the weight stays with the root bone, so that root ends stay on the scalp;
/// less than half, so that the lock's own bone still leads.
const ROOT_SHARE: f64 = 0.45;

/// The root bone's share is gone after this much of the first bone.
const ROOT_REACH: f64 = 0.5;

/// Four influences for every hair vertex, sum 1. A kept or stored rig keeps the weights of the file.
///
/// In a rig of ours a vertex listens only to the bones of its own chain and, near the scalp, to the root bone. Along the
/// chain a bone's weight is 1 in its middle and falls smoothly to 0 in the middles of its neighbours (the
/// smoothstep 3u² − 2u³), so that a turn is spread over one bone's length and nothing pinches. Vertices that were welded
/// have the same place along the chain and so the same weights.
pub fn bind(model: &Model, rig: &Rig) -> Binding {
    if rig.chain_of_vertex.is_empty() {
        return keep::kept_binding(model, rig);
    }
    let meshes = rig.hair.iter().enumerate().map(|(index, hair)| {
        let mesh = &model.meshes[hair.mesh];
        let vertices = rig.chain_of_vertex[index].iter().zip(&rig.root_to_tip[index]);
        MeshBinding {
            mesh: hair.mesh,
            positions: mesh.positions.clone(),
            normals: mesh.normals.clone(),
            influences: vertices.map(|(&chain, &along)| influences(rig, chain, f64::from(along))).collect(),
        }
    });
    Binding { meshes: meshes.collect() }
}

/// The weights of a vertex `along` (0 root, 1 tip) a chain.
fn influences(rig: &Rig, chain: u32, along: f64) -> Influences {
    let whole = Influence { joint: 0, weight: 1.0 };
    if chain == Rig::NO_CHAIN {
        return [whole, Influence::default(), Influence::default(), Influence::default()];
    }
    let bones = &rig.chains[chain as usize].bones;
    // In bones: bone k reaches from k to k + 1, its middle is at k + ½. Bones of a chain of ours are equally long.
    let at = along.clamp(0.0, 1.0) * bones.len() as f64;
    let last = bones.len() - 1;
    let lower = ((at - 0.5).max(0.0) as usize).min(last);
    let upper = (lower + 1).min(last);
    let to_upper = smoothstep(at - 0.5 - lower as f64);
    let root = ROOT_SHARE * (1.0 - smoothstep(at / ROOT_REACH));
    let mut shares =
        [(bones[lower], (1.0 - to_upper) * (1.0 - root)), (bones[upper], to_upper * (1.0 - root)), (0, root)];
    if upper == lower {
        shares[0].1 += shares[1].1;
        shares[1].1 = 0.0;
    }
    shares.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    settle(shares)
}

/// Shares as influences whose single-precision weights still sum to 1.
fn settle(shares: [(usize, f64); 3]) -> Influences {
    let mut influences = [Influence::default(); 4];
    for (influence, (joint, share)) in influences.iter_mut().zip(shares) {
        if share > 0.0 {
            *influence = Influence { joint: joint as u16, weight: share as f32 };
        }
    }
    influences[0].weight = 1.0 - influences[1].weight - influences[2].weight;
    influences
}

/// 0 up to 0, 1 from 1 on, 3u² − 2u³ between.
fn smoothstep(u: f64) -> f64 {
    let u = u.clamp(0.0, 1.0);
    u * u * (3.0 - 2.0 * u)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn smoothstep_is_even_about_its_middle() {
        assert_eq!([-1.0, 0.0, 0.5, 1.0, 2.0].map(smoothstep), [0.0, 0.0, 0.5, 1.0, 1.0]);
        assert_eq!(smoothstep(0.25), 0.15625);
    }
}
