use glam::{DAffine3, DQuat, DVec3};

use super::{artist_rig, kept_binding, stored_rig};
use crate::hair::joints::parents_first;
use crate::{
    Axis, Edit, Fingerprint, Hair, Mesh, Model, Node, Origin, Rig, RigOptions, Skin, Skinning, StoredBone, StoredRig,
    Trs, existing_rig, find_hair, fingerprint, make,
};

/// A character in centimetres that faces −Z: (name, parent, translation), joints of one skin, and one vertex triangle for
/// each (joint, weight) list at the joint's own place.
fn model(nodes: &[(&str, Option<usize>, [f64; 3])], weights: &[&[(u16, f32)]]) -> Model {
    let mut model = Model { model_from_file: DAffine3::from_scale(DVec3::new(-0.01, 0.01, -0.01)), ..Model::default() };
    for &(name, parent, translation) in nodes {
        let rest = Trs::from_rotation_translation(DQuat::IDENTITY, DVec3::from_array(translation));
        model.nodes.push(Node { name: name.to_owned(), parent, rest, in_scene: true, ..Node::default() });
    }
    place_nodes(&mut model);
    let file_from_model = model.file_from_model();
    let inverse = |node: &Node| (file_from_model * node.model_from_node).inverse();
    model.skins.push(Skin {
        joints: (0..nodes.len()).collect(),
        inverse_bind_matrices: model.nodes.iter().map(inverse).collect(),
    });
    model.nodes.push(Node { name: "Hair".to_owned(), in_scene: true, ..Node::default() });
    model.meshes.push(mesh(&model, nodes.len(), weights));
    model
}

fn place_nodes(model: &mut Model) {
    for node in parents_first(&model.nodes) {
        let above = model.nodes[node].parent.map_or(model.model_from_file, |p| model.nodes[p].model_from_node);
        model.nodes[node].model_from_node = above * model.nodes[node].rest.affine();
    }
}

fn mesh(model: &Model, node: usize, weights: &[&[(u16, f32)]]) -> Mesh {
    let mut skinning = Skinning::default();
    let mut mesh = Mesh { node, ..Mesh::default() };
    for &weights in weights {
        let mut four = [(0, 0.0); 4];
        four[..weights.len()].copy_from_slice(weights);
        for corner in [DVec3::ZERO, DVec3::X, DVec3::Z] {
            let joint = model.nodes[usize::from(weights[0].0)].model_from_node.translation;
            let place = joint + corner * 0.01;
            mesh.indices.push(mesh.positions.len() as u32);
            mesh.positions.push(place.as_vec3());
            mesh.normals.push(DVec3::Y.as_vec3());
            skinning.bind_positions.push(model.file_from_model().transform_point3(place).as_vec3());
            skinning.bind_normals.push(DVec3::Y.as_vec3());
            skinning.influences.push(four);
        }
    }
    mesh.skinning = Some(skinning);
    mesh
}

const HIPS: usize = 0;
const HEAD: usize = 1;

/// Two locks at the sides with empty ends, a tail of two bones behind, a brow.
fn character() -> Model {
    let mut model = model(
        &[
            ("hips", None, [0.0, 100.0, 0.0]),
            ("head", Some(HIPS), [0.0, 60.0, 0.0]),
            ("Hair_L", Some(HEAD), [-10.0, 10.0, 0.0]),
            ("Hair_L_end", Some(2), [0.0, -20.0, 0.0]),
            ("Hair_R", Some(HEAD), [10.0, 10.0, 0.0]),
            ("Hair_R_end", Some(4), [0.0, -20.0, 0.0]),
            ("tail_helper", Some(HEAD), [0.0, 10.0, 0.0]),
            ("HairTail1", Some(6), [0.0, 0.0, 12.0]),
            ("HairTail2", Some(7), [0.0, 0.0, 15.0]),
            ("brow.l", Some(HEAD), [-3.0, 8.0, -9.0]),
        ],
        &[&[(1, 1.0)], &[(2, 0.75), (1, 0.25)], &[(4, 1.0)], &[(7, 1.0)], &[(8, 1.0)], &[(9, 1.0)]],
    );
    model.head_node = Some(HEAD);
    model
}

fn kept(model: &Model) -> Rig {
    let hair = find_hair(model, &RigOptions::default()).unwrap();
    artist_rig(model, &hair).unwrap()
}

fn named_chains(rig: &Rig) -> Vec<(&str, Vec<&str>)> {
    let names = |bones: &[usize]| bones.iter().map(|&bone| rig.bones[bone].name.as_str()).collect();
    rig.chains.iter().map(|chain| (chain.id.as_str(), names(&chain.bones))).collect()
}

/// What every rig owes, see [`Rig`].
fn check_invariants(model: &Model, rig: &Rig) {
    assert_eq!(rig.bones[0].id, "root");
    let mut ids: Vec<&str> = rig.bones.iter().map(|bone| bone.id.as_str()).collect();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), rig.bones.len());
    for (index, (bone, frame)) in rig.bones.iter().zip(rig.rest_frames()).enumerate() {
        assert!(bone.parent.is_none_or(|parent| parent < index));
        assert_eq!(rig.joints[index].bone, Some(index));
        if let Some(node) = bone.node {
            assert!(frame.abs_diff_eq(model.nodes[node].model_from_node, 1e-9), "{}", bone.name);
        }
        if let Some(twin) = bone.twin {
            assert_ne!(twin, index);
            assert_eq!(rig.bones[twin].twin, Some(index));
        }
    }
    for (index, chain) in rig.chains.iter().enumerate() {
        assert!(!chain.bones.is_empty());
        assert!(chain.bones.iter().all(|&bone| rig.bones[bone].chain == Some(index)));
        assert_eq!(chain.line.len(), chain.bones.len() + 1);
    }
}

#[test]
fn an_artists_chains_are_kept_with_names_and_lengths() {
    let model = character();
    let rig = kept(&model);
    check_invariants(&model, &rig);
    assert_eq!(
        named_chains(&rig),
        [("left-01", vec!["Hair_L"]), ("right-01", vec!["Hair_R"]), ("back-01", vec!["HairTail1", "HairTail2"])]
    );
    assert_eq!((rig.origin, rig.locks), (Origin::Kept, 3));
    assert_eq!(rig.bones[0].node, Some(HEAD));
    let lock = &rig.bones[1];
    assert!((lock.length - 0.2).abs() < 1e-9);
    assert_eq!(lock.along, Axis::NegY);
    assert_eq!(lock.twin, rig.bone("right-01-01"));
    assert_eq!(rig.chains[2].twin, None);
    let tail = &rig.bones[rig.chains[2].bones[0]];
    assert!((tail.length - 0.15).abs() < 1e-9);
    assert_eq!(tail.along, Axis::PosZ);
    // Through the helper between the head and the tail.
    assert_eq!(tail.mount.translation, DVec3::new(0.0, 10.0, 0.0));
}

#[test]
fn a_head_as_root_cannot_be_edited() {
    let rig = kept(&character());
    assert_eq!((rig.bones[0].limits.min, rig.bones[0].limits.max), (Edit::REST, Edit::REST));
}

#[test]
fn the_files_weights_give_the_rest_shape() {
    let model = character();
    let rig = kept(&model);
    let binding = kept_binding(&model, &rig);
    let mesh = &binding.meshes[0];
    for (vertex, four) in mesh.influences.iter().enumerate() {
        let sum: f32 = four.iter().map(|influence| influence.weight).sum();
        assert!((sum - 1.0).abs() < 1e-6);
        let place: DVec3 = four
            .iter()
            .map(|influence| {
                let joint = &rig.joints[usize::from(influence.joint)];
                let bind = mesh.positions[vertex].as_dvec3();
                let moved = (joint.model_from_joint * joint.joint_from_bind).transform_point3(bind);
                moved * f64::from(influence.weight)
            })
            .sum();
        assert!(place.distance(model.meshes[0].positions[vertex].as_dvec3()) < 1e-6);
    }
    let leading = |vertex: usize| rig.joints[usize::from(mesh.influences[vertex][0].joint)].bone;
    assert_eq!(leading(3), rig.bone("left-01-01"));
    assert_eq!(leading(0), Some(0));
    // The brow hangs from the head and is not a bone of its own.
    assert_eq!(leading(15), Some(0));
}

#[test]
fn hair_that_only_the_head_carries_is_no_rig() {
    let mut model = character();
    model.meshes[0] = mesh(&model, 10, &[&[(1, 1.0)], &[(0, 0.5), (1, 0.5)]]);
    let hair = find_hair(&model, &RigOptions::default()).unwrap();
    assert!(artist_rig(&model, &hair).is_none());
}

#[test]
fn hair_that_hangs_on_one_bone_is_no_rig() {
    let mut model = character();
    model.meshes[0] = mesh(&model, 10, &[&[(2, 1.0)]]);
    let hair = find_hair(&model, &RigOptions::default()).unwrap();
    assert!(artist_rig(&model, &hair).is_none());
}

#[test]
fn bones_of_a_body_mesh_are_not_hair() {
    let mut model = character();
    for name in ["Hair_L", "Hair_R", "HairTail1", "HairTail2"] {
        let node = model.nodes.iter().position(|node| node.name == name).unwrap();
        model.nodes[node].name = format!("b{node}");
    }
    // The hair's own mesh also follows b2, but a mesh that is not hair follows it more.
    let body = mesh(&model, 0, &[&[(2, 1.0)], &[(2, 1.0)]]);
    model.meshes.push(body);
    let names: Vec<&str> = vec!["b4", "b7", "b8"];
    let rig = kept(&model);
    let bones: Vec<&str> = rig.bones[1..].iter().map(|bone| bone.name.as_str()).collect();
    assert_eq!(bones, names);
}

#[test]
fn a_bare_row_of_joints_hangs_from_a_root_without_a_node() {
    let model = model(
        &[
            ("hair_00", None, [0.0, 160.0, 0.0]),
            ("hair_01", Some(0), [0.0, -13.0, 0.0]),
            ("hair_02", Some(1), [0.0, -13.0, 0.0]),
        ],
        &[&[(0, 1.0)], &[(1, 1.0)], &[(2, 1.0)]],
    );
    let rig = kept(&model);
    check_invariants(&model, &rig);
    assert_eq!(named_chains(&rig), [("top-01", vec!["hair_00", "hair_01", "hair_02"])]);
    assert_eq!((rig.bones[0].node, rig.bones[0].limits.max), (None, Edit::REST));
}

#[test]
fn a_mesh_without_a_skin_follows_the_root() {
    let mut model = character();
    let mut cap = model.meshes[0].clone();
    cap.skinning = None;
    model.meshes.push(cap);
    let rig = kept(&model);
    let binding = kept_binding(&model, &rig);
    let cap = &binding.meshes[1];
    let joint = &rig.joints[usize::from(cap.influences[0][0].joint)];
    assert_eq!((joint.bone, cap.influences[0][0].weight), (Some(0), 1.0));
    assert_eq!(joint.model_from_joint * joint.joint_from_bind, DAffine3::IDENTITY);
    assert_eq!(cap.positions, model.meshes[1].positions);
}

/// What a writer puts into `extras`.
fn store(rig: &Rig, nodes: impl Fn(usize) -> Option<usize>) -> StoredRig {
    let bones = rig.bones.iter().enumerate().filter_map(|(index, bone)| {
        Some(StoredBone {
            node: nodes(index)?,
            id: bone.id.clone(),
            region: bone.region,
            length: bone.length,
            limits: Some(bone.limits),
            rest: None,
        })
    });
    StoredRig {
        bones: bones.collect(),
        origin: rig.origin,
        locks: Some(rig.locks),
        fingerprint: Some(Fingerprint(7)),
        style: None,
    }
}

fn check_same(a: &Rig, b: &Rig) {
    assert_eq!(a.origin, b.origin);
    assert_eq!(a.bones.len(), b.bones.len());
    for (a, b) in a.bones.iter().zip(&b.bones) {
        assert_eq!((&a.id, a.parent, a.region, a.chain, a.along), (&b.id, b.parent, b.region, b.chain, b.along));
        assert_eq!((a.limits, a.twin, a.length), (b.limits, b.twin, b.length), "{}", a.id);
    }
    for (a, b) in a.rest_frames().iter().zip(b.rest_frames()) {
        assert!(a.abs_diff_eq(b, 1e-9));
    }
    assert_eq!(a.chains.len(), b.chains.len());
    for (a, b) in a.chains.iter().zip(&b.chains) {
        assert_eq!((&a.id, a.region, &a.bones, a.twin), (&b.id, b.region, &b.bones, b.twin));
    }
}

#[test]
fn a_kept_rig_that_was_stored_comes_back() {
    let mut model = character();
    let rig = kept(&model);
    model.stored = Some(store(&rig, |bone| rig.bones[bone].node));
    // Ids hold, whatever the joints are called by then.
    for node in &mut model.nodes {
        node.name = "x".to_owned();
    }
    let hair = find_hair(&model, &RigOptions::default()).unwrap();
    assert_eq!(hair, [Hair { mesh: 0, why: "the rig stored in the file moves it".to_owned() }]);
    let again = stored_rig(&model, &hair).unwrap();
    check_same(&rig, &again);
    assert_eq!(fingerprint(&rig, &kept_binding(&model, &rig)), fingerprint(&again, &kept_binding(&model, &again)));
}

/// `rig` as the nodes and the skin of a file in metres.
fn write_made(model: &Model, rig: &Rig) -> Model {
    let mut file = Model { model_from_file: DAffine3::IDENTITY, meshes: model.meshes.clone(), ..Model::default() };
    file.nodes.push(Node::default());
    for bone in &rig.bones {
        let parent = bone.parent.map(|parent| parent + 1);
        file.nodes.push(Node { name: bone.id.clone(), parent, rest: bone.rest, in_scene: true, ..Node::default() });
    }
    place_nodes(&mut file);
    file.skins.push(Skin {
        joints: (1..=rig.bones.len()).collect(),
        inverse_bind_matrices: rig.joints.iter().map(|joint| joint.joint_from_bind).collect(),
    });
    for (mesh, bound) in file.meshes.iter_mut().zip(&crate::bind(model, rig).meshes) {
        (mesh.node, mesh.material) = (0, None);
        mesh.skinning = Some(Skinning {
            skin: 0,
            bind_positions: bound.positions.clone(),
            bind_normals: bound.normals.clone(),
            influences: bound.influences.iter().map(|four| four.map(|i| (i.joint, i.weight))).collect(),
            mended: false,
        });
    }
    file.stored = Some(store(rig, |bone| Some(bone + 1)));
    file
}

#[test]
fn a_made_rig_that_was_stored_comes_back() {
    let mut model = crate::grow("bob", &crate::GrowOptions::default()).unwrap().model;
    for mesh in &mut model.meshes {
        mesh.skinning = None;
    }
    let hair = find_hair(&model, &RigOptions::default()).unwrap();
    let rig = make::make_rig(&model, hair, &RigOptions::default()).unwrap();
    let binding = crate::bind(&model, &rig);
    let file = write_made(&model, &rig);
    let found = find_hair(&file, &RigOptions::default()).unwrap();
    let again = existing_rig(&file, &found).unwrap();
    check_invariants(&file, &again);
    check_same(&rig, &again);
    let bound = crate::bind(&file, &again);
    for (before, after) in binding.meshes.iter().zip(&bound.meshes) {
        assert_eq!((&before.positions, &before.influences), (&after.positions, &after.influences));
    }
}

#[test]
fn a_stored_rig_that_was_torn_apart_is_not_taken() {
    let mut model = character();
    let rig = kept(&model);
    const STORED: Fingerprint = Fingerprint(7);
    let style = crate::Style { rig: Some(STORED), ..crate::Style::default() };
    let whole = StoredRig { fingerprint: Some(STORED), style: Some(style), ..store(&rig, |bone| rig.bones[bone].node) };
    let hair = [Hair { mesh: 0, why: String::new() }];
    let mut torn = |change: &dyn Fn(&mut StoredRig)| {
        let mut stored = whole.clone();
        change(&mut stored);
        model.stored = Some(stored);
        let taken = stored_rig(&model, &hair).is_some();
        let again = crate::Rigged::new(&model, &RigOptions::default()).unwrap();
        // What is stored beside a rig that is not taken tells of another rig.
        assert_eq!(again.rig.stored, taken);
        assert_eq!(again.fingerprint == STORED, taken);
        assert_eq!(model.stored_style(&again.rig).rig.is_some(), taken);
        !taken
    };
    assert!(!torn(&|_| {}));
    assert!(torn(&|stored| stored.bones[2].id = stored.bones[1].id.clone()));
    assert!(torn(&|stored| stored.bones[2].node = stored.bones[1].node));
    assert!(torn(&|stored| stored.bones[1].id = "left".to_owned()));
    assert!(torn(&|stored| stored.bones.retain(|bone| bone.id != "back-01-01")));
    assert!(torn(&|stored| {
        let tail: Vec<usize> = (0..stored.bones.len()).filter(|&b| stored.bones[b].id.starts_with("back")).collect();
        let node = stored.bones[tail[0]].node;
        stored.bones[tail[0]].node = stored.bones[tail[1]].node;
        stored.bones[tail[1]].node = node;
    }));
    assert!(torn(&|stored| stored.bones.clear()));
}

#[test]
fn stripped_limits_come_from_geometry() {
    let mut model = character();
    let rig = kept(&model);
    let mut stored = store(&rig, |bone| rig.bones[bone].node);
    for bone in &mut stored.bones {
        bone.limits = None;
    }
    stored.bones[1].limits = Some(crate::Limits { min: Edit::REST, max: Edit { scale: DVec3::ZERO, ..Edit::REST } });
    model.stored = Some(stored);
    let hair = [Hair { mesh: 0, why: String::new() }];
    let again = stored_rig(&model, &hair).unwrap();
    check_same(&rig, &again);
}
