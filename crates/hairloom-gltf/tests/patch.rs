//! What a writer touches and what it leaves, on small files made here.
#![allow(clippy::unwrap_used, clippy::panic)]

use glam::{DAffine3, DQuat, DVec3};
use hairloom::{
    Axis, Binding, Bone, Edit, Fingerprint, Hair, Influence, Joint, Limits, MeshBinding, Model, Origin, Region, Rig,
    Rigged, Style, Trs,
};
use hairloom_gltf::{Asset, bake, read, write};
use serde_json::{Value, json};

/// A card of four vertices, 0.4 m long, hanging from y = 1.6: positions, normals, and one accessor of indices.
const POSITIONS: [[f32; 3]; 4] = [[0.0, 1.6, 0.0], [0.1, 1.6, 0.0], [0.1, 1.2, 0.0], [0.0, 1.2, 0.0]];

fn card_bytes() -> Vec<u8> {
    let floats = |rows: &[[f32; 3]]| rows.iter().flatten().flat_map(|v| v.to_le_bytes()).collect::<Vec<u8>>();
    let mut bytes = floats(&POSITIONS);
    bytes.extend(floats(&[[0.0, 0.0, 1.0]; 4]));
    bytes.extend([0_u16, 2, 1, 0, 3, 2].iter().flat_map(|i| i.to_le_bytes()));
    // A view that nothing of ours is about.
    bytes.extend([1, 2, 3, 4]);
    bytes
}

/// A file of one card; `change` may add to its JSON.
fn card(change: impl Fn(&mut Value)) -> Vec<u8> {
    let bytes = card_bytes();
    let mut json = json!({
        "asset": {"version": "2.0"},
        "scene": 0,
        "scenes": [{"nodes": [0]}],
        "nodes": [{"name": "card", "mesh": 0}],
        "meshes": [{"name": "card", "primitives": [{"attributes": {"POSITION": 0, "NORMAL": 1}, "indices": 2}]}],
        "accessors": [
            {"bufferView": 0, "componentType": 5126, "count": 4, "type": "VEC3", "min": [0, 1.2, 0], "max": [0.1, 1.6, 0]},
            {"bufferView": 1, "componentType": 5126, "count": 4, "type": "VEC3"},
            {"bufferView": 2, "componentType": 5123, "count": 6, "type": "SCALAR"},
        ],
        "bufferViews": [
            {"buffer": 0, "byteLength": 48},
            {"buffer": 0, "byteOffset": 48, "byteLength": 48},
            {"buffer": 0, "byteOffset": 96, "byteLength": 12},
            {"buffer": 0, "byteOffset": 108, "byteLength": 4},
        ],
        "buffers": [{"byteLength": bytes.len()}],
    });
    change(&mut json);
    glb(&json, &bytes)
}

fn glb(json: &Value, bin: &[u8]) -> Vec<u8> {
    let mut text = json.to_string().into_bytes();
    text.resize(text.len().next_multiple_of(4), b' ');
    let length = |bytes: usize| u32::try_from(bytes).unwrap().to_le_bytes();
    let mut glb = [*b"glTF", [2, 0, 0, 0], length(28 + text.len() + bin.len()), length(text.len()), *b"JSON"].concat();
    glb.extend(&text);
    glb.extend([length(bin.len()), *b"BIN\0"].concat());
    glb.extend(bin);
    glb
}

fn parts(glb: &[u8]) -> (Value, Vec<u8>) {
    let text = 20 + u32::from_le_bytes(glb[12..16].try_into().unwrap()) as usize;
    (serde_json::from_slice(&glb[20..text]).unwrap(), glb[text + 8..].to_vec())
}

fn bone(id: &str, parent: Option<usize>, rest: Trs) -> Bone {
    let limits = Limits {
        min: Edit { translation: DVec3::splat(-0.5), rotation_deg: DVec3::splat(-80.0), scale: DVec3::splat(0.5) },
        max: Edit { translation: DVec3::splat(0.5), rotation_deg: DVec3::splat(80.0), scale: DVec3::splat(2.0) },
    };
    Bone {
        id: id.to_owned(),
        name: id.to_owned(),
        parent,
        mount: DAffine3::IDENTITY,
        rest,
        length: 0.2,
        along: Axis::PosY,
        limits,
        twin: None,
        region: parent.map(|_| Region::Front),
        chain: None,
        node: None,
    }
}

/// Two bones down a card, the lower one turned upside down as hanging bones are, over `hair` meshes.
fn rigged(model: &Model, hair: &[usize]) -> Rigged {
    let down = Trs::from_rotation_translation(DQuat::from_xyzw(1.0, 0.0, 0.0, 0.0), DVec3::new(0.0, -0.2, 0.0));
    let bones = vec![
        bone("root", None, Trs::from_rotation_translation(DQuat::IDENTITY, DVec3::new(0.05, 1.6, 0.0))),
        bone("front-01-01", Some(0), down),
    ];
    let mut rig = Rig {
        origin: Origin::Made,
        bones,
        chains: Vec::new(),
        joints: Vec::new(),
        hair: hair.iter().map(|&mesh| Hair { mesh, why: String::new() }).collect(),
        pieces: 1,
        locks: 1,
        chain_of_vertex: Vec::new(),
        root_to_tip: Vec::new(),
        stored: false,
        warnings: Vec::new(),
    };
    let joint = |(bone, frame): (usize, DAffine3)| Joint {
        bone: Some(bone),
        model_from_joint: frame,
        joint_from_bind: frame.inverse(),
    };
    rig.joints = rig.rest_frames().into_iter().enumerate().map(joint).collect();
    let bind = |&mesh: &usize| {
        let of = &model.meshes[mesh];
        let influence = |p: &glam::Vec3| {
            let one = Influence { joint: u16::from(p.y < 1.4), weight: 1.0 };
            [one, Influence::default(), Influence::default(), Influence::default()]
        };
        let influences = of.positions.iter().map(influence).collect();
        MeshBinding { mesh, positions: of.positions.clone(), normals: of.normals.clone(), influences }
    };
    let binding = Binding { meshes: hair.iter().map(bind).collect() };
    Rigged { rig, binding, fingerprint: Fingerprint(7) }
}

fn turned() -> Style {
    let edit = Edit { rotation_deg: DVec3::new(30.0, 0.0, 0.0), ..Edit::REST };
    Style { bones: [("front-01-01".to_owned(), edit)].into(), ..Style::default() }
}

fn asset(change: impl Fn(&mut Value)) -> Asset {
    read(&card(change)).unwrap()
}

#[test]
fn the_files_bytes_come_first_and_unknown_parts_stay() {
    let asset = asset(|json| {
        json["extensionsUsed"] = json!(["VENDOR_thing"]);
        json["extensions"] = json!({"VENDOR_thing": {"view": 3, "é": [1.5, "\u{1F9B0}"]}});
        json["nodes"][0]["extras"] = json!({"b": 1, "a": [null, true]});
        json["meshes"][0]["extras"] = json!("text");
    });
    let rigged = rigged(&asset.model, &[0]);
    for glb in [write(&asset, &rigged, &turned()).unwrap(), bake(&asset, &rigged, &turned()).unwrap()] {
        let (json, bin) = parts(&glb);
        assert_eq!(bin[..112], card_bytes()[..]);
        let before = &asset.document.json;
        assert_eq!(json["extensions"].to_string(), before["extensions"].to_string());
        assert_eq!(json["bufferViews"][3], before["bufferViews"][3]);
        assert_eq!(json["nodes"][0]["extras"].to_string(), before["nodes"][0]["extras"].to_string());
        assert_eq!(json["meshes"][0]["extras"], before["meshes"][0]["extras"]);
    }
}

#[test]
fn a_plain_card_keeps_its_vertices_and_gets_joints_and_a_skin() {
    let asset = asset(|_| ());
    let (json, _) = parts(&write(&asset, &rigged(&asset.model, &[0]), &Style::default()).unwrap());
    let attributes = &json["meshes"][0]["primitives"][0]["attributes"];
    assert_eq!((&attributes["POSITION"], &attributes["NORMAL"]), (&json!(0), &json!(1)));
    assert_eq!(json["skins"][0]["joints"], json!([1, 2]));
    assert_eq!(json["scenes"][0]["nodes"], json!([0, 1]));
    assert_eq!(json["nodes"][1]["translation"], json!([0.05, 1.6, 0.0]));
    assert_eq!(json["nodes"][2]["rotation"], json!([1.0, 0.0, 0.0, 0.0]));
    let extras = &json["nodes"][1]["extras"]["hairloom"];
    assert_eq!((&extras["id"], &extras["fingerprint"]), (&json!("root"), &json!("0000000000000007")));
    assert!(extras.get("style").is_none() && extras.get("rest").is_none());
    assert_eq!(json["nodes"][2]["extras"]["hairloom"]["region"], json!("front"));
    let flat = |value: &Value| {
        value.is_string() || value.is_number() || value.as_array().is_some_and(|a| a.iter().all(Value::is_number))
    };
    assert!(extras.as_object().unwrap().values().all(flat));
}

#[test]
fn a_bake_drops_the_vertices_it_replaces() {
    let asset = asset(|_| ());
    let (json, bin) = parts(&bake(&asset, &rigged(&asset.model, &[0]), &turned()).unwrap());
    assert_eq!((json["accessors"].as_array().unwrap().len(), bin.len()), (3, 112));
    assert!(json.get("skins").is_none());
    assert_eq!(json["nodes"].as_array().unwrap().len(), 1);
}

#[test]
fn an_instance_gets_a_mesh_of_its_own() {
    let asset = asset(|json| {
        json["nodes"] = json!([{"mesh": 0, "children": [1]}, {"mesh": 0, "translation": [1, 0, 0]}]);
    });
    let (json, _) = parts(&write(&asset, &rigged(&asset.model, &[0, 1]), &Style::default()).unwrap());
    // The first has a child, so another node shows its mesh; the second moves to the root.
    assert_eq!(json["nodes"][0], json!({}));
    assert_eq!((&json["nodes"][1]["mesh"], &json["nodes"][2]["mesh"]), (&json!(1), &json!(0)));
    assert!(json["nodes"][1].get("translation").is_none());
    assert_eq!(json["scenes"][0]["nodes"], json!([0, 1, 2, 3]));
    // Both read the same vertices, through a skin each.
    assert_eq!(json["meshes"][1]["primitives"][0]["attributes"]["POSITION"], json!(0));
    assert_ne!(json["nodes"][1]["skin"], json!(json["nodes"][2]["skin"]));
}

#[test]
fn hair_is_split_from_the_head_and_hangs_below_it() {
    let asset = asset(|json| {
        json["materials"] = json!([{"name": "Skin"}, {"name": "Hair"}]);
        let primitive =
            |material: usize| json!({"attributes": {"POSITION": 0, "NORMAL": 1}, "indices": 2, "material": material});
        json["meshes"][0]["primitives"] = json!([primitive(0), primitive(1)]);
        json["nodes"] = json!([
            {"name": "Face", "mesh": 0},
            {"name": "Head", "translation": [0, 1.5, 0], "scale": [2, 2, 2]},
        ]);
        json["scenes"][0]["nodes"] = json!([0, 1]);
    });
    assert_eq!(asset.model.head_node, Some(1));
    let rigged = rigged(&asset.model, &[1]);
    let written = write(&asset, &rigged, &Style::default()).unwrap();
    let (json, _) = parts(&written);
    assert_eq!(json["nodes"][0], json!({"name": "Face", "mesh": 0}));
    assert_eq!(json["meshes"][0]["primitives"].as_array().unwrap().len(), 1);
    assert_eq!((&json["nodes"][2]["name"], &json["nodes"][2]["mesh"]), (&json!("Face_hair"), &json!(1)));
    assert_eq!(json["meshes"][1]["primitives"][0]["material"], json!(1));
    // The root bone at 1.6 m, told below a head at 1.5 m that is twice as large; children are half as far.
    assert_eq!(json["nodes"][1]["children"], json!([3]));
    assert_eq!(json["nodes"][3]["translation"], json!([0.025, 0.05, 0.0]));
    assert_eq!(json["nodes"][4]["translation"], json!([0.0, -0.1, 0.0]));
    let (json, _) = parts(&bake(&asset, &rigged, &turned()).unwrap());
    assert_eq!(json["nodes"][1]["children"], json!([2]));
    assert_eq!(json["nodes"][2]["scale"], json!([0.5, 0.5, 0.5]));
}

#[test]
fn a_mirrored_card_is_stored_anew_and_turned_over() {
    let asset = asset(|json| json["nodes"][0]["scale"] = json!([-1, 1, 1]));
    let again = read(&write(&asset, &rigged(&asset.model, &[0]), &Style::default()).unwrap()).unwrap();
    let (before, after) = (&asset.model.meshes[0], &again.model.meshes[0]);
    let apart = before.positions.iter().zip(&after.positions).map(|(a, b)| a.distance(*b)).fold(0.0, f32::max);
    assert!(apart < 1e-7, "{apart}");
    assert_eq!(before.indices, after.indices);
    assert!(again.document.json["nodes"][0].get("scale").is_none());
}

#[test]
fn a_rig_of_another_file_is_refused() {
    let asset = asset(|_| ());
    let mut rigged = rigged(&asset.model, &[0]);
    rigged.rig.hair[0].mesh = 1;
    let error = write(&asset, &rigged, &Style::default()).unwrap_err();
    assert!(error.to_string().contains("does not belong to this file"), "{error}");
    assert!(bake(&asset, &rigged, &Style::default()).is_err());
}

#[test]
fn a_posed_file_tells_the_pose_and_the_rest() {
    let asset = asset(|_| ());
    let (json, _) = parts(&write(&asset, &rigged(&asset.model, &[0]), &turned()).unwrap());
    let node = &json["nodes"][2];
    assert_eq!(node["extras"]["hairloom"]["rest"], json!([0.0, -0.2, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 1.0, 1.0]));
    // 30 degrees about x, after the 180 at rest.
    let half = 15_f64.to_radians();
    for (found, wanted) in node["rotation"].as_array().unwrap().iter().zip([half.cos(), 0.0, 0.0, -half.sin()]) {
        assert!((found.as_f64().unwrap() - wanted).abs() < 1e-7);
    }
    let style: Value = serde_json::from_str(json["nodes"][1]["extras"]["hairloom"]["style"].as_str().unwrap()).unwrap();
    assert_eq!(style["bones"]["front-01-01"]["rotation_deg"], json!([30.0, 0.0, 0.0]));
}
