//! Every model of `tests/inputs` that reads also rigs: kept where an artist's rig is in it, and made anew when asked.
use hairloom::{RigOptions, Rigged};
use hairloom_gltf::read;

use crate::table::{Row, bytes, rows};

/// A readable row of the table, with its model rigged as it comes and anew.
struct Rigs {
    row: Row,
    model: hairloom::Model,
    both: [Result<Rigged, hairloom::Error>; 2],
}

fn rigs() -> Vec<Rigs> {
    let models = rows("EXPECTED.tsv").into_iter().filter(|row| row["outcome"].starts_with("load"));
    let models = models.filter_map(|row| read(&bytes(&row["file"])).ok().map(|asset| (row, asset.model)));
    models
        .map(|(row, model)| {
            let both = [false, true].map(|rerig| Rigged::new(&model, &RigOptions { rerig, ..RigOptions::default() }));
            Rigs { row, model, both }
        })
        .collect()
}

#[test]
fn every_input_rigs_with_sound_numbers() {
    let rigs = rigs();
    assert!(rigs.len() > 45, "{} inputs read", rigs.len());
    for Rigs { row, model, both } in rigs {
        for rigged in both {
            let Rigged { rig, binding, .. } = rigged.unwrap_or_else(|error| panic!("{}: {error}", row["file"]));
            for (bone, frame) in rig.bones.iter().zip(rig.rest_frames()) {
                assert!(frame.is_finite() && bone.length.is_finite(), "{}: {}", row["file"], bone.id);
            }
            let short = rig.bones.iter().find(|bone| rig.origin == hairloom::Origin::Made && bone.length < 1e-6);
            assert!(short.is_none(), "{}: {:?} has no length", row["file"], short.map(|bone| &bone.id));
            assert!(!rig.chains.is_empty(), "{} has no chain", row["file"]);
            for mesh in &binding.meshes {
                assert_eq!(mesh.influences.len(), model.meshes[mesh.mesh].positions.len());
                for influences in &mesh.influences {
                    let sum: f32 = influences.iter().map(|influence| influence.weight).sum();
                    assert!((sum - 1.0).abs() < 1e-5, "{}: weights sum to {sum}", row["file"]);
                }
            }
        }
    }
}

#[test]
fn pieces_are_those_of_the_table() {
    let mut wrong = Vec::new();
    for Rigs { row, both, .. } in rigs() {
        let wanted: Vec<usize> = row["pieces"].split_whitespace().filter_map(|word| word.parse().ok()).collect();
        let found = both.map(|rigged| rigged.map_or(0, |rigged| rigged.rig.pieces));
        if !wanted.is_empty() && !found.iter().all(|pieces| wanted.contains(pieces)) {
            wrong.push(format!("{}: {found:?} pieces, not {}", row["file"], row["pieces"]));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

fn locks(file: &str) -> Rigged {
    let asset = read(&bytes(file)).unwrap();
    Rigged::new(&asset.model, &RigOptions { rerig: true, max_bones: 4096, ..RigOptions::default() }).unwrap()
}

#[test]
fn cards_are_told_apart_and_copies_are_not() {
    for (file, wanted) in [
        ("many_cards__500_in_one_mesh.glb", 500),
        ("many_cards__coincident_copies.glb", 20),
        ("split_verts__per_face.glb", 3),
        ("split_verts__uv_seam.glb", 1),
        ("shared_data__mesh_instanced_twice.glb", 2),
        ("degenerate__zero_width_card.glb", 2),
    ] {
        let rig = locks(file).rig;
        assert_eq!((rig.locks, rig.chains.len()), (wanted, wanted), "{file}");
    }
}

#[test]
fn a_card_without_length_stays_with_the_root_bone_and_is_told() {
    let rig = locks("degenerate__zero_length_card.glb").rig;
    assert_eq!(rig.chains.len(), 1);
    assert!(rig.warnings.iter().any(|warning| warning.code == "no_length"), "{:?}", rig.warnings);
}

#[test]
fn options_that_a_kept_rig_cannot_follow_are_told() {
    let asset = read(&bytes("joint_type__u16_300_joints.glb")).unwrap();
    let few = Rigged::new(&asset.model, &RigOptions { max_bones: 75, ..RigOptions::default() }).unwrap().rig;
    assert!(few.bones.len() > 75 && few.warnings.iter().any(|warning| warning.code == "rig_kept"));
    let anew = RigOptions { max_bones: 75, rerig: true, ..RigOptions::default() };
    let anew = Rigged::new(&asset.model, &anew).unwrap().rig;
    assert!(anew.bones.len() <= 75 && !anew.warnings.iter().any(|warning| warning.code == "rig_kept"));
}
