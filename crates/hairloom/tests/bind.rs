//! What must hold for every rig of ours, on hair of random cards.
#![allow(clippy::unwrap_used)]

use glam::{DVec3, Vec3};
use hairloom::{Binding, Mesh, Model, Node, Rig, RigOptions, Rigged};
use proptest::prelude::*;

/// Cards of `rows` quads that hang from the given places; each quad has vertices of its own.
fn model(cards: &[(f64, f64, f64, f64, usize)]) -> Model {
    let mut mesh = Mesh { name: "hair".to_owned(), ..Mesh::default() };
    for &(x, y, z, length, rows) in cards {
        for row in 0..rows {
            let base = mesh.positions.len() as u32;
            for step in [row, row + 1] {
                let down = y - length * step as f64 / rows as f64;
                for side in [-0.01, 0.01] {
                    mesh.positions.push(DVec3::new(x + side, down, z).as_vec3());
                }
            }
            mesh.indices.extend([0, 2, 1, 1, 2, 3].map(|k| base + k));
        }
    }
    mesh.normals = vec![Vec3::Z; mesh.positions.len()];
    Model { meshes: vec![mesh], nodes: vec![Node::default()], ..Model::default() }
}

fn cards() -> impl Strategy<Value = Vec<(f64, f64, f64, f64, usize)>> {
    prop::collection::vec((-0.1..0.1_f64, 1.5..1.7_f64, -0.1..0.1_f64, 0.0..0.4_f64, 1..9_usize), 1..40)
}

fn rigged(model: &Model, max_bones: usize) -> Rigged {
    Rigged::new(model, &RigOptions { max_bones, ..RigOptions::default() }).unwrap()
}

fn same_bits(a: &Binding, b: &Binding) -> bool {
    let bits = |binding: &Binding| -> Vec<(u16, u32)> {
        let influences = binding.meshes.iter().flat_map(|mesh| mesh.influences.iter().flatten());
        influences.map(|influence| (influence.joint, influence.weight.to_bits())).collect()
    };
    bits(a) == bits(b)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn weights_sum_to_one_and_stay_in_the_chain(cards in cards()) {
        let model = model(&cards);
        let Rigged { rig, binding, .. } = rigged(&model, 256);
        for (vertex, influences) in binding.meshes[0].influences.iter().enumerate() {
            let sum: f32 = influences.iter().map(|influence| influence.weight).sum();
            prop_assert!((sum - 1.0).abs() < 1e-6);
            prop_assert!(influences.windows(2).all(|pair| pair[0].weight >= pair[1].weight));
            let chain = rig.chain_of_vertex[0][vertex];
            for influence in influences.iter().filter(|influence| influence.weight > 0.0) {
                let own = rig.bones[influence.joint as usize].chain;
                prop_assert!(own.is_none() || own == Some(chain as usize));
            }
        }
    }

    #[test]
    fn copies_of_a_point_have_the_same_weights(cards in cards()) {
        let model = model(&cards);
        let binding = rigged(&model, 256).binding;
        let positions = &model.meshes[0].positions;
        for a in 0..positions.len() {
            for b in a + 1..positions.len() {
                if positions[a] == positions[b] {
                    prop_assert_eq!(binding.meshes[0].influences[a], binding.meshes[0].influences[b]);
                }
            }
        }
    }

    #[test]
    fn the_bone_budget_holds_and_the_rig_is_in_order(cards in cards(), max_bones in 2..80_usize) {
        let model = model(&cards);
        let Rig { bones, chains, .. } = rigged(&model, max_bones).rig;
        prop_assert!(bones.len() <= max_bones);
        prop_assert_eq!(bones[0].id.as_str(), "root");
        for (index, bone) in bones.iter().enumerate().skip(1) {
            prop_assert!(bone.parent.is_some_and(|parent| parent < index));
            prop_assert!(bone.rest.translation.is_finite() && bone.rest.rotation.is_normalized());
            prop_assert!(bone.twin.is_none_or(|twin| bones[twin].twin == Some(index) && twin != index));
        }
        let ids: std::collections::BTreeSet<&str> = bones.iter().map(|bone| bone.id.as_str()).collect();
        prop_assert_eq!(ids.len(), bones.len());
        prop_assert_eq!(chains.iter().map(|chain| chain.bones.len()).sum::<usize>() + 1, bones.len());
    }

    #[test]
    fn the_same_model_gives_the_same_rig(cards in cards()) {
        let model = model(&cards);
        let (a, b) = (rigged(&model, 64), rigged(&model, 64));
        prop_assert_eq!(a.fingerprint, b.fingerprint);
        prop_assert!(same_bits(&a.binding, &b.binding));
    }
}
