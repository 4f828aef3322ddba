//! Files made in place, and what the reader makes of them.

use glam::{DVec3, Vec2, Vec3};
use hairloom::Model;
use hairloom_gltf::{Asset, Error, read, read_with};
use serde_json::{Value, json};

/// A GLB from its JSON, to which the buffer is added, and the buffer's bytes.
pub(crate) fn glb(mut json: Value, bin: &[u8]) -> Vec<u8> {
    json["asset"] = json!({"version": "2.0"});
    json["buffers"] = json!([{"byteLength": bin.len()}]);
    let mut text = json.to_string().into_bytes();
    text.resize(text.len().next_multiple_of(4), b' ');
    let mut bin = bin.to_vec();
    bin.resize(bin.len().next_multiple_of(4), 0);
    let word = |length: usize| u32::try_from(length).unwrap().to_le_bytes();
    [
        b"glTF\x02\0\0\0",
        &word(28 + text.len() + bin.len())[..],
        &word(text.len()),
        b"JSON",
        &text,
        &word(bin.len()),
        b"BIN\0",
        &bin,
    ]
    .concat()
}

fn floats(numbers: &[f32]) -> Vec<u8> {
    numbers.iter().flat_map(|number| number.to_le_bytes()).collect()
}

/// A file with one mesh: `attributes` as (name, type, numbers), every number a float.
fn mesh_file(attributes: &[(&str, &str, &[f32])], extra: &Value) -> Vec<u8> {
    let mut json = json!({"nodes": [{"mesh": 0}], "meshes": [{"primitives": [{"attributes": {}}]}]});
    let (mut accessors, mut views, mut bin) = (Vec::new(), Vec::new(), Vec::new());
    for (i, (name, kind, numbers)) in attributes.iter().enumerate() {
        let width = match *kind {
            "SCALAR" => 1,
            "VEC2" => 2,
            "VEC3" => 3,
            "MAT4" => 16,
            _ => 4,
        };
        accessors.push(json!({"bufferView": i, "componentType": 5126, "count": numbers.len() / width, "type": kind}));
        views.push(json!({"buffer": 0, "byteOffset": bin.len(), "byteLength": 4 * numbers.len()}));
        bin.extend(floats(numbers));
        if name.chars().all(|letter| !letter.is_lowercase()) {
            json["meshes"][0]["primitives"][0]["attributes"][*name] = json!(i);
        }
    }
    json["accessors"] = json!(accessors);
    json["bufferViews"] = json!(views);
    for (key, value) in extra.as_object().unwrap() {
        json[key] = value.clone();
    }
    glb(json, &bin)
}

fn model(bytes: &[u8]) -> Model {
    read(bytes).map(|asset: Asset| asset.model).unwrap()
}

fn codes(model: &Model) -> Vec<&str> {
    model.warnings.iter().map(|warning| warning.code.as_str()).collect()
}

const TRIANGLE: [f32; 9] = [0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0];

#[test]
fn centimetres_millimetres_and_shrunken_files_become_metres() {
    let sized = |size: f32| TRIANGLE.map(|number| number * size);
    for (size, code, height) in
        [(50.0, "centimetres", 0.5), (1800.0, "millimetres", 1.8), (0.01, "tiny", 1.0), (0.001, "tiny", 1.0)]
    {
        let model = model(&mesh_file(&[("POSITION", "VEC3", &sized(size))], &json!({})));
        assert_eq!(codes(&model), [code]);
        let (_, high) = model.bounds().unwrap();
        assert!((high.y - height).abs() < 1e-6, "{code}: {high}");
        assert!((model.file_from_model().transform_point3(high.as_dvec3()).y - f64::from(size)).abs() < 1e-4);
        assert!((model.file_units_per_metre() - f64::from(size / height)).abs() < 1e-3);
    }
}

#[test]
fn stray_vertices_and_slivers_do_not_decide_on_units() {
    // A fourth vertex that no triangle uses, and a triangle without area that reaches for one.
    let stray = [&TRIANGLE[..], &[0.0, 1000.0, 0.0]].concat();
    let sliver = [&TRIANGLE[..], &TRIANGLE[..6], &[5000.0, 0.0, 0.0]].concat();
    for positions in [stray, sliver] {
        let model = model(&mesh_file(&[("POSITION", "VEC3", &positions)], &json!({})));
        assert!(model.warnings.is_empty());
        assert_eq!(model.meshes[0].positions[1], Vec3::X);
    }
}

#[test]
fn mirrored_nodes_turn_triangles_over_and_normals_follow() {
    let file = mesh_file(
        &[("POSITION", "VEC3", &TRIANGLE), ("NORMAL", "VEC3", &[0.0, 0.0, 1.0].repeat(3))],
        &json!({"nodes": [{"mesh": 0, "scale": [-1, 1, 1]}]}),
    );
    let mesh = &model(&file).meshes[0];
    let [a, b, c] = [0, 1, 2].map(|k| mesh.positions[mesh.indices[k] as usize]);
    assert_eq!((b - a).cross(c - a), Vec3::Z);
    assert_eq!(mesh.normals, [Vec3::Z; 3]);
}

#[test]
fn a_reflecting_matrix_is_taken_apart_and_put_together_again() {
    let matrix = [0.0, 0.0, -2.0, 0.0, 0.0, 3.0, 0.0, 0.0, -0.5, 0.0, 0.0, 0.0, 1.0, 2.0, 3.0, 1.0];
    let nodes = json!({"nodes": [{"mesh": 0, "matrix": matrix}]});
    let model = model(&mesh_file(&[("POSITION", "VEC3", &TRIANGLE)], &nodes));
    assert!(codes(&model).is_empty());
    let columns = model.nodes[0].rest.affine().to_cols_array_2d();
    for (c, column) in columns.iter().enumerate() {
        for (r, number) in column.iter().enumerate() {
            assert!((number - matrix[4 * c + r]).abs() < 1e-12, "{columns:?}");
        }
    }
    let sheared = json!({"nodes": [{"mesh": 0, "matrix": [1, 0, 0, 0, 1, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]}]});
    let model = self::model(&mesh_file(&[("POSITION", "VEC3", &TRIANGLE)], &sheared));
    assert_eq!(codes(&model), ["shear"]);
    assert_eq!(model.meshes[0].positions[2], Vec3::new(1.0, 1.0, 0.0));
}

/// A triangle on two joints, the second one metre above the first.
fn skinned(weights: &[f32; 12]) -> Vec<u8> {
    mesh_file(
        &[
            ("POSITION", "VEC3", &TRIANGLE),
            ("JOINTS_0", "VEC4", &[0.0, 1.0, 1.0, 0.0].repeat(3)),
            ("WEIGHTS_0", "VEC4", weights),
        ],
        &json!({"skins": [{"joints": [1, 2]}], "nodes": [
            {"mesh": 0, "skin": 0, "translation": [9, 9, 9]},
            {"name": "a", "children": [2]},
            {"name": "b", "translation": [0, 1, 0]},
        ]}),
    )
}

#[test]
fn influences_are_merged_normalised_and_sorted() {
    let weights = [0.1, 0.4, 0.5, 0.0, 1.0, 0.0, 0.0, 0.0, 0.5, 0.0, 0.0, 0.0];
    let model = model(&skinned(&weights));
    let mesh = &model.meshes[0];
    let skinning = mesh.skinning.as_ref().unwrap();
    assert!(skinning.mended);
    assert_eq!(skinning.influences[0].map(|(joint, _)| joint)[..2], [1, 0]);
    assert!((skinning.influences[0][0].1 - 0.9).abs() < 1e-6);
    assert_eq!(skinning.influences[2], [(0, 1.0), (0, 0.0), (0, 0.0), (0, 0.0)]);
    // Identity bind matrices: joint b lifts by one, and the node's own transform plays no part.
    assert!((mesh.positions[0] - Vec3::new(0.0, 0.9, 0.0)).length() < 1e-6);
    assert_eq!(mesh.positions[1], Vec3::X);
    assert_eq!(codes(&model), ["joints"]);
}

#[test]
fn a_joint_that_is_not_there_is_an_error_only_where_it_has_weight() {
    let far = |weight: f32| {
        let joints = [0.0, 7.0, 0.0, 0.0].repeat(3);
        mesh_file(
            &[
                ("POSITION", "VEC3", &TRIANGLE),
                ("JOINTS_0", "VEC4", &joints),
                ("WEIGHTS_0", "VEC4", &[1.0 - weight, weight, 0.0, 0.0].repeat(3)),
            ],
            &json!({"skins": [{"joints": [1]}], "nodes": [{"mesh": 0, "skin": 0}, {}]}),
        )
    };
    assert!(read(&far(0.0)).is_ok());
    assert!(matches!(read(&far(0.5)), Err(Error::IndexOutOfRange { index: 7, count: 1, .. })));
}

#[test]
fn lock_labels_colours_and_texture_coordinates() {
    let transform = json!({"materials": [{"alphaMode": "MASK", "pbrMetallicRoughness": {"baseColorTexture":
        {"index": 0, "extensions": {"KHR_texture_transform": {"scale": [2, 3], "offset": [0.5, 0]}}}}}],
        "textures": [{"source": 0}], "images": [{"uri": "hair.png"}],
        "meshes": [{"name": "前髪", "primitives": [{"material": 0,
            "attributes": {"POSITION": 0, "_LOCK": 1, "COLOR_0": 2, "TEXCOORD_0": 3}}]}]});
    let file = mesh_file(
        &[
            ("POSITION", "VEC3", &TRIANGLE),
            ("_LOCK", "SCALAR", &[-1.0, 0.0, 2.0]),
            ("COLOR_0", "VEC3", &[0.25; 9]),
            ("TEXCOORD_0", "VEC2", &[0.0, 0.0, 1.0, 0.0, 0.0, 1.0]),
        ],
        &transform,
    );
    let model = model(&file);
    let mesh = &model.meshes[0];
    assert_eq!(mesh.name, "前髪");
    assert_eq!(mesh.lock_labels, [-1, 0, 2]);
    assert_eq!(mesh.colours[0], [0.25, 0.25, 0.25, 1.0]);
    assert_eq!(mesh.uvs.iter().map(Vec2::to_array).collect::<Vec<_>>(), [[0.5, 0.0], [2.5, 0.0], [0.5, 3.0]]);
    assert_eq!(model.materials[0].base_colour_image, Some(0));
    assert_eq!(model.materials[0].alpha, hairloom::AlphaMode::Mask { cutoff: 0.5 });
    assert_eq!(codes(&model), ["texture"]);
    let asset = read_with(&file, &mut |name| (name == "hair.png").then(|| b"\xFF\xD8\xFF\xD9".to_vec())).unwrap();
    assert_eq!(asset.model.images[0].mime_type, "image/jpeg");
    assert!(asset.model.warnings.is_empty());
}

#[test]
fn vrm_0_looks_the_other_way_and_its_springs_branch() {
    let extra = json!({
        "nodes": [{"mesh": 0}, {"children": [2, 4], "translation": [0, 1, 0.5]}, {"children": [3]}, {}, {}],
        "extensions": {"VRM": {
            "humanoid": {"humanBones": [{"bone": "head", "node": 1}]},
            "secondaryAnimation": {"boneGroups": [{"comment": "髪", "bones": [1, 2]}]}}}});
    let model = model(&mesh_file(&[("POSITION", "VEC3", &TRIANGLE)], &extra));
    assert_eq!(model.meshes[0].positions[1], Vec3::NEG_X);
    assert_eq!(model.head_node, Some(1));
    assert!((model.nodes[1].model_from_node.translation - DVec3::new(0.0, 1.0, -0.5)).length() < 1e-12);
    let springs: Vec<&[usize]> = model.springs.iter().map(|spring| spring.nodes.as_slice()).collect();
    assert_eq!(springs, [&[1, 2, 3][..], &[4]]);
    assert_eq!(model.springs[0].name, "髪");
}

#[test]
fn companions_are_asked_for_by_their_decoded_name_only() {
    let text = |uri: &str| {
        let json = json!({"asset": {"version": "2.0"}, "buffers": [{"byteLength": 36, "uri": uri}],
            "bufferViews": [{"buffer": 0, "byteLength": 36}],
            "accessors": [{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3"}],
            "meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}], "nodes": [{"mesh": 0}]});
        json.to_string().into_bytes()
    };
    let mut asked = Vec::new();
    let mut companion = |name: &str| {
        asked.push(name.to_owned());
        Some(floats(&TRIANGLE))
    };
    assert!(read_with(&text("%E9%AB%AA.bin"), &mut companion).is_ok());
    for uri in ["../hair.bin", "/hair.bin", "https://example.com/hair.bin"] {
        assert!(matches!(read_with(&text(uri), &mut companion), Err(Error::ForbiddenPath { .. })), "{uri}");
    }
    assert_eq!(asked, ["髪.bin"]);
}
