//! A GLB made from nothing but a model.

use std::collections::BTreeMap;

use hairloom::{AlphaMode, Image, Material, Mesh, Model};
use serde_json::{Value, json};

use super::patch::{Object, Patch};
use super::trs::short;

/// A GLB made from nothing but a model: materials, and meshes with positions, normals, texture coordinates, colours and
/// `_LOCK` (one float a vertex). What a node shows becomes one mesh of a node without a transform, at the scene's root, in
/// model space. Skins, springs and stored rigs are left out, and so are pictures that are neither PNG nor JPEG.
///
/// The same model gives the same bytes. Empty where it would be over 4 GiB, which no GLB can be.
pub fn write_model(model: &Model) -> Vec<u8> {
    let mut patch = Patch::default();
    patch.root.insert("asset".to_owned(), json!({"version": "2.0", "generator": "Hairloom"}));
    let textures = add_textures(&mut patch, model);
    add_materials(&mut patch, model, &textures);
    let mut by_node: BTreeMap<usize, Vec<&Mesh>> = BTreeMap::new();
    for mesh in model.meshes.iter().filter(|mesh| !mesh.indices.is_empty()) {
        by_node.entry(mesh.node).or_default().push(mesh);
    }
    for (node, meshes) in by_node {
        let primitives: Vec<Value> = meshes.iter().map(|mesh| add_primitive(&mut patch, mesh)).collect();
        let mut mesh = named(&meshes[0].name);
        mesh.insert("primitives".to_owned(), json!(primitives));
        let mut object = named(model.nodes.get(node).map_or("", |node| &node.name));
        object.insert("mesh".to_owned(), json!(patch.meshes.len()));
        patch.meshes.push(mesh);
        patch.nodes.push(object);
    }
    let mut scene = Object::new();
    super::patch::set_indices(&mut scene, "nodes", &(0..patch.nodes.len()).collect::<Vec<_>>());
    patch.scenes.push(scene);
    patch.root.insert("scene".to_owned(), json!(0));
    patch.finish().unwrap_or_default()
}

fn named(name: &str) -> Object {
    let mut object = Object::new();
    if !name.is_empty() {
        object.insert("name".to_owned(), json!(name));
    }
    object
}

fn add_primitive(patch: &mut Patch, mesh: &Mesh) -> Value {
    let mut attributes = Object::new();
    let mut set = |name: &str, accessor: usize| attributes.insert(name.to_owned(), json!(accessor));
    set("POSITION", patch.add_positions(&mesh.positions));
    set("NORMAL", patch.add_vec3(&mesh.normals));
    if !mesh.uvs.is_empty() {
        set("TEXCOORD_0", patch.add_vec2(&mesh.uvs));
    }
    if !mesh.colours.is_empty() {
        set("COLOR_0", patch.add_colours(&mesh.colours));
    }
    if !mesh.lock_labels.is_empty() {
        set("_LOCK", patch.add_locks(&mesh.lock_labels));
    }
    let mut primitive = Object::new();
    primitive.insert("attributes".to_owned(), Value::Object(attributes));
    primitive.insert("indices".to_owned(), json!(patch.add_indices(&mesh.indices, mesh.positions.len())));
    if let Some(material) = mesh.material {
        primitive.insert("material".to_owned(), json!(material));
    }
    Value::Object(primitive)
}

fn add_materials(patch: &mut Patch, model: &Model, textures: &[Option<usize>]) {
    if model.materials.is_empty() {
        return;
    }
    let materials: Vec<Value> = model.materials.iter().map(|material| material_object(material, textures)).collect();
    patch.root.insert("materials".to_owned(), json!(materials));
    if model.materials.iter().any(|material| material.unlit) {
        patch.root.insert("extensionsUsed".to_owned(), json!(["KHR_materials_unlit"]));
    }
}

fn material_object(material: &Material, textures: &[Option<usize>]) -> Value {
    let colour = material.base_colour.map(|part| short(f64::from(part)).clamp(0.0, 1.0));
    let mut surface = json!({"baseColorFactor": colour, "metallicFactor": 0});
    let texture = material.base_colour_image.and_then(|image| textures.get(image).copied().flatten());
    if let Some(texture) = texture {
        surface["baseColorTexture"] = json!({"index": texture});
    }
    let mut object = named(&material.name);
    object.insert("pbrMetallicRoughness".to_owned(), surface);
    match material.alpha {
        AlphaMode::Opaque => None,
        AlphaMode::Mask { cutoff } => {
            object.insert("alphaMode".to_owned(), json!("MASK"));
            object.insert("alphaCutoff".to_owned(), json!(short(f64::from(cutoff)).max(0.0)))
        }
        AlphaMode::Blend => object.insert("alphaMode".to_owned(), json!("BLEND")),
    };
    if material.double_sided {
        object.insert("doubleSided".to_owned(), json!(true));
    }
    if material.unlit {
        object.insert("extensions".to_owned(), json!({"KHR_materials_unlit": {}}));
    }
    Value::Object(object)
}

/// For each image, the texture that shows it.
fn add_textures(patch: &mut Patch, model: &Model) -> Vec<Option<usize>> {
    let mut used = vec![false; model.images.len()];
    for image in model.materials.iter().filter_map(|material| material.base_colour_image) {
        if let Some(flag) = used.get_mut(image) {
            *flag = true;
        }
    }
    let mut textures: Vec<Value> = Vec::new();
    let mut add = |(image, used): (&Image, bool)| {
        let known = matches!(image.mime_type.as_str(), "image/png" | "image/jpeg");
        if !used || !known || image.bytes.is_empty() {
            return None;
        }
        let mut object = Object::new();
        object.insert("bufferView".to_owned(), json!(patch.add_view(&image.bytes, None)));
        object.insert("mimeType".to_owned(), json!(image.mime_type));
        patch.images.push(object);
        textures.push(json!({"source": patch.images.len() - 1}));
        Some(textures.len() - 1)
    };
    let of_image = model.images.iter().zip(used).map(&mut add).collect();
    if !textures.is_empty() {
        patch.root.insert("textures".to_owned(), json!(textures));
    }
    of_image
}
