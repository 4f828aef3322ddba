//! Small files that ask for very much are refused before they get it.

use hairloom_gltf::{Error, read};
use serde_json::{Value, json};

use crate::small::glb;

/// One mesh of `vertices` vertices without data, plus what `extra` sets.
fn with_zeros(vertices: u64, extra: &Value) -> Vec<u8> {
    let mut json = json!({
        "nodes": [{"mesh": 0}], "meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}],
        "accessors": [{"componentType": 5126, "count": vertices, "type": "VEC3"}]});
    for (key, value) in extra.as_object().unwrap() {
        json[key] = value.clone();
    }
    glb(json, &[])
}

fn is_too_large(bytes: &[u8]) -> bool {
    matches!(read(bytes), Err(Error::TooLarge { .. }))
}

#[test]
fn vertices_without_data() {
    assert!(read(&with_zeros(3000, &json!({}))).is_ok());
    assert!(is_too_large(&with_zeros(100_000_000, &json!({}))));
    assert!(is_too_large(&with_zeros(u64::MAX, &json!({}))));
}

#[test]
fn one_mesh_on_many_nodes() {
    assert!(is_too_large(&with_zeros(3000, &json!({"nodes": vec![json!({"mesh": 0}); 20_000]}))));
    assert!(is_too_large(&with_zeros(0, &json!({"nodes": vec![json!({"mesh": 0}); 200_000]}))));
}

#[test]
fn one_picture_many_times() {
    let data = format!("data:image/png;base64,{}", "A".repeat(1_000_000));
    let view = json!([{"buffer": 0, "byteLength": 1_000_000}]);
    let images = vec![json!({"bufferView": 0}); 100];
    let json = json!({"images": images, "bufferViews": view, "nodes": []});
    assert!(is_too_large(&glb(json, &vec![0; 1_000_000])));
    assert!(matches!(read(&glb(json!({"images": [{"uri": data}]}), &[])), Err(Error::NoGeometry)));
}

#[test]
fn many_joints_in_many_skins() {
    let skins = vec![json!({"joints": vec![0; 30_000]}); 20];
    assert!(is_too_large(&with_zeros(3, &json!({"skins": skins}))));
}

#[test]
fn many_lines_on_many_nodes() {
    let lines = vec![json!({"attributes": {"POSITION": 0}, "mode": 1}); 5000];
    let extra = json!({"meshes": [{"primitives": lines}], "nodes": vec![json!({"mesh": 0}); 10_000]});
    assert!(is_too_large(&with_zeros(3, &extra)));
}
