//! Artists' rigs in real files are kept as they are. The files lie in the folder that `HAIRLOOM_HAIR` names.
#![allow(clippy::unwrap_used, clippy::panic, clippy::print_stdout)]

use std::path::{Path, PathBuf};

use glam::DVec3;
use hairloom::{Binding, Edit, Model, Origin, Rig, RigOptions, Rigged, Style, bind, find_hair, fingerprint};
use serde_json::Value;

fn hair_folder() -> Option<PathBuf> {
    let folder = std::env::var_os("HAIRLOOM_HAIR").map(PathBuf::from);
    if folder.is_none() {
        println!("skipped: HAIRLOOM_HAIR names no folder of hairstyles");
    }
    folder
}

fn model(folder: &Path, name: &str) -> Model {
    hairloom_gltf::read(&std::fs::read(folder.join(name)).unwrap()).unwrap().model
}

fn truth(folder: &Path, name: &str) -> Value {
    serde_json::from_slice(&std::fs::read(folder.join(name)).unwrap()).unwrap()
}

fn kept(model: &Model) -> (Rig, Binding) {
    let rigged = Rigged::new(model, &RigOptions::default()).unwrap();
    assert_eq!(rigged.rig.origin, Origin::Kept);
    (rigged.rig, rigged.binding)
}

fn texts(value: &Value) -> Vec<&str> {
    value.as_array().unwrap().iter().map(|text| text.as_str().unwrap()).collect()
}

/// The chains are those of the truth, joint by joint; an end joint that moves nothing is the tip of the last bone.
fn check_chains(rig: &Rig, truth: &Value, turned: bool) {
    let mut expected: Vec<&Value> = truth["chains"].as_array().unwrap().iter().collect();
    assert_eq!(rig.chains.len(), expected.len());
    for chain in &rig.chains {
        let names: Vec<&str> = chain.bones.iter().map(|&bone| rig.bones[bone].name.as_str()).collect();
        let at = expected.iter().position(|told| texts(&told["bones"]).starts_with(&names)).unwrap();
        let told = expected.swap_remove(at);
        assert_eq!(texts(&told["bones"]).len(), names.len() + 1, "{names:?}");
        assert_eq!(rig.bones[0].name, told["attach_parent"].as_str().unwrap());
        assert!((chain.length - told["length"].as_f64().unwrap()).abs() < 2e-5, "{names:?}");
        let places = told["rest_world"].as_array().unwrap();
        assert_eq!(chain.line.len(), places.len());
        for (point, place) in chain.line.iter().zip(places) {
            let [x, y, z] = [0, 1, 2].map(|axis| place[axis].as_f64().unwrap());
            let place = if turned { DVec3::new(-x, y, -z) } else { DVec3::new(x, y, z) };
            assert!(point.distance(place) < 2e-6, "{names:?}");
        }
    }
}

/// Each vertex listens most to the bone that the truth tells; −1 is a joint outside the chains, −2 a vertex that is not
/// drawn.
fn check_dominant(model: &Model, rig: &Rig, binding: &Binding, truth: &Value) {
    let names: Vec<&str> =
        truth["bones"].as_array().unwrap().iter().map(|bone| bone["name"].as_str().unwrap()).collect();
    for told in truth["hair_primitives"].as_array().unwrap() {
        let source = [&told["mesh"], &told["primitive"]].map(|number| number.as_u64().unwrap() as usize);
        let is_source = |mesh: usize| model.meshes[mesh].source == (source[0], source[1]);
        let mesh = binding.meshes.iter().find(|mesh| is_source(mesh.mesh)).unwrap();
        let dominant = told["dominant_bone"].as_array().unwrap();
        assert_eq!(mesh.influences.len(), dominant.len());
        for (four, told) in mesh.influences.iter().zip(dominant) {
            let told = told.as_i64().unwrap();
            let bone = rig.joints[usize::from(four[0].joint)].bone;
            let name = bone.filter(|&bone| bone > 0).map(|bone| rig.bones[bone].name.as_str());
            match usize::try_from(told) {
                Ok(told) => assert_eq!(name, Some(names[told])),
                Err(_) if told == -1 => assert_eq!(name, None),
                Err(_) => {}
            }
        }
    }
}

/// The joints at rest put each vertex where the reader put it.
fn check_rest(model: &Model, rig: &Rig, binding: &Binding) {
    for mesh in &binding.meshes {
        let rest = &model.meshes[mesh.mesh].positions;
        for ((position, four), rest) in mesh.positions.iter().zip(&mesh.influences).zip(rest) {
            let sum: f32 = four.iter().map(|influence| influence.weight).sum();
            assert!((sum - 1.0).abs() < 1e-5);
            let moved = four.iter().map(|influence| {
                let joint = &rig.joints[usize::from(influence.joint)];
                let place = (joint.model_from_joint * joint.joint_from_bind).transform_point3(position.as_dvec3());
                place * f64::from(influence.weight)
            });
            assert!(moved.sum::<DVec3>().distance(rest.as_dvec3()) < 1e-5);
        }
    }
    for (bone, frame) in rig.bones.iter().zip(rig.rest_frames()) {
        if let Some(node) = bone.node {
            assert!(frame.abs_diff_eq(model.nodes[node].model_from_node, 1e-9), "{}", bone.name);
        }
    }
}

#[test]
fn a_ponytails_chain_is_kept() {
    let Some(folder) = hair_folder() else { return };
    let model = model(&folder, "rigged/ponytail01-rigged.glb");
    let truth = truth(&folder, "rigged/ponytail01-rigged.truth.json");
    let (rig, binding) = kept(&model);
    check_chains(&rig, &truth, false);
    check_dominant(&model, &rig, &binding, &truth);
    check_rest(&model, &rig, &binding);
    assert_eq!(rig.chains[0].id, "back-01");
    assert_eq!(rig.pieces, 28);
    assert!(rig.bones[0].limits.max.translation.x > 0.05);
}

#[test]
fn an_avatars_hair_chains_are_kept_and_its_body_stays() {
    let Some(folder) = hair_folder() else { return };
    let model = model(&folder, "rigged/godette.vrm");
    let truth = truth(&folder, "rigged/godette.truth.json");
    let (rig, binding) = kept(&model);
    check_chains(&rig, &truth, true);
    check_dominant(&model, &rig, &binding, &truth);
    check_rest(&model, &rig, &binding);
    let mut ids: Vec<(&str, &str)> =
        rig.chains.iter().map(|chain| (rig.bones[chain.bones[0]].name.as_str(), chain.id.as_str())).collect();
    ids.sort_unstable();
    assert_eq!(
        ids,
        [
            ("FrontHair_Center_L", "front-02"),
            ("FrontHair_Center_R", "front-01"),
            ("FrontHair_L", "left-01"),
            ("FrontHair_R", "right-01"),
            ("HairBall_Center", "back-01"),
            ("HairBall_L", "left-02"),
            ("HairBall_R", "right-02"),
        ]
    );
    for (left, right) in [("front-01", "front-02"), ("left-01", "right-01"), ("left-02", "right-02")] {
        let find = |id| rig.chains.iter().position(|chain| chain.id == id);
        assert_eq!(rig.chains[find(left).unwrap()].twin, find(right));
    }
    let body = rig.joints.iter().filter(|joint| joint.bone.is_none()).count();
    assert!(body > 30, "{body} joints stay at rest");
}

#[test]
fn forms_of_one_file_have_one_fingerprint() {
    let Some(folder) = hair_folder() else { return };
    let of = |name: &str| {
        let model = model(&folder, name);
        let (rig, binding) = kept(&model);
        fingerprint(&rig, &binding)
    };
    let plain = of("rigged/ponytail01-rigged.glb");
    assert_eq!(of("odd/ponytail-no-normals.glb"), plain);
    assert_eq!(of("odd/ponytail-8influences.glb"), plain);
    assert_ne!(of("odd/ponytail-degenerate.glb"), plain);
    assert_ne!(of("rigged/godette.vrm"), plain);
}

#[test]
fn hair_is_found_in_avatars_by_its_material() {
    let Some(folder) = hair_folder() else { return };
    for (name, material) in [("avatars/men-suit.glb", "Hair"), ("avatars/women-adventurer.glb", "Hair_Brown")] {
        let model = model(&folder, name);
        let hair = find_hair(&model, &RigOptions::default()).unwrap();
        let materials: Vec<&str> =
            hair.iter().map(|hair| model.materials[model.meshes[hair.mesh].material.unwrap()].name.as_str()).collect();
        assert_eq!(materials, [material], "{name}");
        // It is skinned to the head alone, which is no rig to keep.
        assert!(hairloom::existing_rig(&model, &hair).is_none(), "{name}");
    }
}

/// A bare row of joints has no node for the root bone; what tells of the rig is stored all the same.
#[test]
fn a_rig_without_a_root_node_survives_a_file_in_a_pose() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/inputs/files/weights__sum_0_97.glb");
    let asset = hairloom_gltf::read(&std::fs::read(file).unwrap()).unwrap();
    let rigged = Rigged::new(&asset.model, &RigOptions::default()).unwrap();
    assert_eq!((rigged.rig.origin, rigged.rig.bones[0].node), (Origin::Kept, None));
    let mut style = Style { rig: Some(rigged.fingerprint), ..Style::default() };
    let turned = Edit { rotation_deg: DVec3::new(20.0, 0.0, 0.0), ..Edit::REST };
    style.bones.insert("top-01-02".to_owned(), turned);
    let bytes = hairloom_gltf::write(&asset, &rigged, &style).unwrap();
    let again = hairloom_gltf::read(&bytes).unwrap().model;
    assert_eq!(again.stored.as_ref().and_then(|stored| stored.style.as_ref()), Some(&style));
    let read_back = Rigged::new(&again, &RigOptions::default()).unwrap();
    assert_eq!(read_back.fingerprint, rigged.fingerprint);
    assert_eq!(fingerprint(&read_back.rig, &read_back.binding), rigged.fingerprint);
    let ids = |rigged: &Rigged| rigged.rig.bones.iter().map(|bone| bone.id.clone()).collect::<Vec<_>>();
    assert_eq!(ids(&read_back), ids(&rigged));
}

#[test]
fn a_kept_rig_is_the_same_each_time() {
    let Some(folder) = hair_folder() else { return };
    let model = model(&folder, "rigged/godette.vrm");
    let (rig, binding) = kept(&model);
    let (again, _) = kept(&model);
    assert_eq!(binding, bind(&model, &again));
    assert_eq!(fingerprint(&rig, &binding), fingerprint(&again, &bind(&model, &again)));
}
