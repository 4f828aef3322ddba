//! What is baked has no bones of hair left, and shows the hair as it was posed.
#![allow(clippy::unwrap_used, clippy::panic, clippy::print_stdout)]

use std::path::Path;

use glam::DVec3;
use hairloom::{Edit, Error, Model, Origin, Pose, RigOptions, Rigged, Skinned, Style, existing_rig, find_hair};
use hairloom_gltf::{bake, read};

/// Every bone of a chain turned by 20 degrees.
fn bent(rigged: &Rigged) -> Style {
    let edit = Edit { rotation_deg: DVec3::new(20.0, 0.0, 10.0), ..Edit::REST };
    let bones = rigged.rig.bones.iter().filter(|bone| bone.chain.is_some());
    Style { bones: bones.map(|bone| (bone.id.clone(), edit)).collect(), ..Style::default() }
}

fn has_rig(model: &Model) -> bool {
    match find_hair(model, &RigOptions::default()) {
        Ok(hair) => existing_rig(model, &hair).is_some(),
        Err(Error::NoHair { .. }) => false,
        Err(error) => panic!("{error}"),
    }
}

/// Bakes a bent style and reads it back; each hair mesh is found where it was posed.
fn check(bytes: &[u8]) -> Model {
    let asset = read(bytes).unwrap();
    let rigged = Rigged::new(&asset.model, &RigOptions::default()).unwrap();
    assert_eq!(rigged.rig.origin, Origin::Kept);
    let style = bent(&rigged);
    let (mut pose, mut skinned) = (Pose::default(), Skinned::default());
    hairloom::pose(&rigged.rig, &style, &mut pose);
    hairloom::skin(&rigged.binding, &pose, &mut skinned);
    let baked = read(&bake(&asset, &rigged, &style).unwrap()).unwrap().model;
    assert!(!has_rig(&baked));
    let mut furthest = 0.0_f32;
    for (posed, bound) in skinned.meshes.iter().zip(&rigged.binding.meshes) {
        let rest = &asset.model.meshes[bound.mesh];
        let apart = |mesh: &hairloom::Mesh| {
            let pairs = rest.indices.iter().map(|&i| i as usize);
            pairs.map(|i| mesh.positions[i].distance(posed.positions[i])).fold(0.0, f32::max)
        };
        let same = baked.meshes.iter().filter(|mesh| mesh.positions.len() == posed.positions.len());
        let nearest = same.map(apart).fold(f32::INFINITY, f32::min);
        assert!(nearest < 2e-5, "{nearest}");
        furthest = furthest.max(apart(rest));
    }
    assert!(furthest > 1e-3, "the style moves nothing");
    baked
}

#[test]
fn hair_with_morph_targets_is_baked_without_them() {
    let inputs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/inputs/files");
    let bytes = std::fs::read(inputs.join("morph__morph_and_skin.glb")).unwrap();
    let baked = check(&bytes);
    assert!(baked.meshes.iter().all(|mesh| mesh.skinning.is_none()));
}

#[test]
fn an_avatar_keeps_its_skin_and_loses_the_hairs_bones() {
    let Some(folder) = std::env::var_os("HAIRLOOM_HAIR") else {
        println!("skipped: HAIRLOOM_HAIR is not set");
        return;
    };
    let bytes = std::fs::read(Path::new(&folder).join("rigged/godette.vrm")).unwrap();
    let baked = check(&bytes);
    assert!(baked.meshes.iter().any(|mesh| mesh.skinning.is_some()));
}
