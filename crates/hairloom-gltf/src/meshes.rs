use glam::{DMat3, DVec3, Vec2, Vec3};
use gltf::json::Index;
use gltf::json::accessor::Type;
use gltf::json::mesh::{Mode, Primitive, Semantic};
use gltf::json::validation::Checked;
use hairloom::{Mesh, Node, Skinning};

use crate::{
    Error, accessors, document,
    file::{File, index},
    influences,
    materials::TextureCoordinates,
    normals,
    skinned::{self, Carriers},
    triangles,
    warnings::Warnings,
};

/// What meshes are placed and drawn with.
pub(crate) struct Surroundings<'a> {
    /// `model_from_node` is still `file_from_node`.
    pub(crate) nodes: &'a [Node],
    /// Of each skin.
    pub(crate) carriers: &'a [Carriers],
    /// Of each material.
    pub(crate) coordinates: &'a [TextureCoordinates],
}

/// One primitive as a node shows it.
struct Shown<'a> {
    node: usize,
    source: (usize, usize),
    mesh: &'a gltf::json::Mesh,
    primitive: &'a Primitive,
    skin: Option<usize>,
    /// Of the morph targets.
    weights: &'a [f32],
    /// For errors and warnings: `meshes[0].primitives[1]`.
    part: String,
}

/// Every triangle primitive of the scene in the file's own space, in node then primitive order.
pub(crate) fn read(file: &File<'_>, around: &Surroundings<'_>, warnings: &mut Warnings) -> Result<Vec<Mesh>, Error> {
    let mut meshes = Vec::new();
    let mut stored: Vec<Option<gltf::json::Mesh>> = vec![None; file.all("meshes").len()];
    for (node, value) in file.all("nodes").iter().enumerate() {
        let part = format!("nodes[{node}]");
        let Some(mesh_index) = index(value, "mesh", &part)? else { continue };
        file.value("meshes", mesh_index, &format!("{part}.mesh"))?;
        let skin = index(value, "skin", &part)?;
        if let Some(skin) = skin {
            file.value("skins", skin, &format!("{part}.skin"))?;
        }
        if !around.nodes[node].in_scene {
            continue;
        }
        let mesh = match &mut stored[mesh_index] {
            Some(mesh) => mesh,
            slot => slot.insert(file.part("meshes", mesh_index, &part)?),
        };
        let own_weights: Option<Vec<f32>> = value["weights"].as_array().map(|list| list.iter().map(number).collect());
        let weights = own_weights.as_ref().or(mesh.weights.as_ref()).map_or(&[][..], Vec::as_slice);
        for (k, primitive) in mesh.primitives.iter().enumerate() {
            let part = format!("meshes[{mesh_index}].primitives[{k}]");
            let name_bytes = mesh.name.as_ref().map_or(0, String::len) as u64;
            file.budget.charge(name_bytes + size_of::<Mesh>() as u64, &part)?;
            let shown = Shown { node, source: (mesh_index, k), mesh, primitive, skin, weights, part };
            meshes.extend(read_primitive(file, around, &shown, warnings)?);
        }
    }
    Ok(meshes)
}

fn number(value: &serde_json::Value) -> f32 {
    value.as_f64().unwrap_or(0.0) as f32
}

fn read_primitive(
    file: &File<'_>,
    around: &Surroundings<'_>,
    shown: &Shown<'_>,
    warnings: &mut Warnings,
) -> Result<Option<Mesh>, Error> {
    let Checked::Valid(mode) = shown.primitive.mode else {
        return Err(Error::bad(&shown.part, "its mode is unknown"));
    };
    if matches!(mode, Mode::Points | Mode::Lines | Mode::LineLoop | Mode::LineStrip) {
        let message = format!("{} has mode {mode:?}; only triangles are read, so it was left out", shown.part);
        warnings.push("mode", message);
        return Ok(None);
    }
    let source = position_accessor(file, shown)?;
    let positions = read_positions(file, shown, source)?;
    let indices = read_triangles(file, shown, mode, positions.len())?;
    let material = shown.primitive.material.map(|material| material.value());
    let coordinates = match material {
        Some(material) => {
            file.value("materials", material, &format!("{}.material", shown.part))?;
            around.coordinates[material]
        }
        None => TextureCoordinates::default(),
    };
    let mut mesh = Mesh {
        name: shown.mesh.name.clone().unwrap_or_default(),
        node: shown.node,
        source: shown.source,
        vertex_source: source,
        material,
        normals: read_normals(file, shown, &positions, &indices, warnings)?,
        uvs: read_uvs(file, shown, &coordinates, positions.len())?,
        colours: read_colours(file, shown, positions.len())?,
        lock_labels: read_lock_labels(file, shown, positions.len())?,
        positions,
        indices,
        skinning: None,
    };
    file.budget.charge_items::<[Vec3; 2]>(mesh.positions.len(), &shown.part)?;
    place(file, around, shown, &mut mesh, warnings)?;
    if let Some(bad) = mesh.positions.iter().position(|p| !p.is_finite()) {
        return Err(Error::NotFinite { part: format!("{}.POSITION", shown.part), place: format!("vertex {bad}") });
    }
    Ok(Some(mesh))
}

/// Moves a mesh from where it is stored to where the file shows it.
fn place(
    file: &File<'_>,
    around: &Surroundings<'_>,
    shown: &Shown<'_>,
    mesh: &mut Mesh,
    warnings: &mut Warnings,
) -> Result<(), Error> {
    if let Some(skin) = shown.skin {
        let carriers = &around.carriers[skin];
        let joints = carriers.joint_count();
        let influences = influences::read(file, shown.primitive, &shown.part, joints, &mesh.positions, warnings)?;
        if let Some(influences) = influences {
            let skinning = Skinning {
                skin,
                bind_positions: std::mem::take(&mut mesh.positions),
                bind_normals: std::mem::take(&mut mesh.normals),
                influences: influences.of_vertex,
                mended: influences.mended,
            };
            skinned::place(mesh, skinning, carriers);
            return Ok(());
        }
    }
    let file_from_node = &around.nodes[shown.node].model_from_node;
    let normal_matrix: DMat3 = normals::normal_matrix(&file_from_node.matrix3);
    for (p, n) in mesh.positions.iter_mut().zip(&mut mesh.normals) {
        *p = file_from_node.transform_point3(p.as_dvec3()).as_vec3();
        *n = normals::carry(&normal_matrix, *n);
    }
    if file_from_node.matrix3.determinant() < 0.0 {
        triangles::flip(&mut mesh.indices);
    }
    Ok(())
}

fn attribute(primitive: &Primitive, semantic: Semantic) -> Option<usize> {
    primitive.attributes.get(&Checked::Valid(semantic)).map(Index::value)
}

/// The accessor of the vertices, unless there is none or it is only there in compressed form.
fn position_accessor(file: &File<'_>, shown: &Shown<'_>) -> Result<usize, Error> {
    let from = format!("{}.POSITION", shown.part);
    let Some(accessor) = attribute(shown.primitive, Semantic::Positions) else {
        return Err(Error::bad(from, "there is none, so the mesh has no vertices"));
    };
    let has_data = accessors::has_data(file, accessor, &from)?;
    let (mesh, k) = shown.source;
    match document::compression(&file.all("meshes")[mesh]["primitives"][k]) {
        Some(compressed) if !has_data => Err(compressed),
        _ => Ok(accessor),
    }
}

/// Positions as stored with the morph targets' default weights applied.
fn read_positions(file: &File<'_>, shown: &Shown<'_>, accessor: usize) -> Result<Vec<Vec3>, Error> {
    let part = format!("{}.POSITION", shown.part);
    let stored: Vec<[f32; 3]> = accessors::read_floats(file, accessor, &part, &[Type::Vec3], 0.0)?;
    if u32::try_from(stored.len()).is_err() {
        return Err(Error::TooLarge { part });
    }
    let mut positions: Vec<Vec3> = stored.into_iter().map(Vec3::from_array).collect();
    add_morphs(file, shown, "POSITION", &mut positions)?;
    match positions.iter().position(|p| !p.is_finite()) {
        Some(bad) => Err(Error::NotFinite { part, place: format!("vertex {bad}") }),
        None => Ok(positions),
    }
}

/// Adds what the morph targets with a weight move.
fn add_morphs(file: &File<'_>, shown: &Shown<'_>, semantic: &str, values: &mut [Vec3]) -> Result<(), Error> {
    let targets = shown.primitive.targets.iter().flatten().zip(shown.weights);
    for (k, (target, &weight)) in targets.enumerate().filter(|(_, (_, weight))| **weight != 0.0) {
        let accessor = if semantic == "POSITION" { target.positions } else { target.normals };
        let Some(accessor) = accessor else { continue };
        let part = format!("{}.targets[{k}].{semantic}", shown.part);
        let moves: Vec<[f32; 3]> = accessors::read_floats(file, accessor.value(), &part, &[Type::Vec3], 0.0)?;
        check_count(moves.len(), values.len(), &part)?;
        for (value, by) in values.iter_mut().zip(moves) {
            *value += weight * Vec3::from_array(by);
        }
    }
    Ok(())
}

fn check_count(entries: usize, vertices: usize, part: &str) -> Result<(), Error> {
    if entries == vertices {
        return Ok(());
    }
    Err(Error::bad(part, format!("it has {entries} entries for {vertices} vertices")))
}

fn read_triangles(file: &File<'_>, shown: &Shown<'_>, mode: Mode, vertices: usize) -> Result<Vec<u32>, Error> {
    let part = format!("{}.indices", shown.part);
    let list = match shown.primitive.indices {
        Some(accessor) => accessors::read_indices(file, accessor.value(), &part)?,
        None => {
            file.budget.charge_items::<u32>(vertices, &part)?;
            (0..vertices as u32).collect()
        }
    };
    if let Some(&bad) = list.iter().find(|&&i| i as usize >= vertices) {
        return Err(Error::IndexOutOfRange { part, index: u64::from(bad), count: vertices, of: "vertices" });
    }
    // A strip has up to three indices for each of its own.
    file.budget.charge_items::<[u32; 3]>(list.len(), &part)?;
    Ok(triangles::triangles(mode, &list).unwrap_or_default())
}

fn read_normals(
    file: &File<'_>,
    shown: &Shown<'_>,
    positions: &[Vec3],
    indices: &[u32],
    warnings: &mut Warnings,
) -> Result<Vec<Vec3>, Error> {
    // What smoothing sums up by vertex and by place.
    file.budget.charge_items::<[DVec3; 4]>(positions.len(), &shown.part)?;
    let Some(accessor) = attribute(shown.primitive, Semantic::Normals) else {
        return Ok(normals::smooth(positions, indices));
    };
    let part = format!("{}.NORMAL", shown.part);
    let stored: Vec<[f32; 3]> = accessors::read_floats(file, accessor, &part, &[Type::Vec3], 0.0)?;
    check_count(stored.len(), positions.len(), &part)?;
    let mut stored: Vec<Vec3> = stored.into_iter().map(Vec3::from_array).collect();
    add_morphs(file, shown, "NORMAL", &mut stored)?;
    let (normals, bad) = normals::mend(&stored, positions, indices);
    if bad > 0 {
        let message = format!("{part}: {bad} normals are zero or not finite; they were computed anew");
        warnings.push("normals", message);
    }
    Ok(normals)
}

fn read_uvs(
    file: &File<'_>,
    shown: &Shown<'_>,
    coordinates: &TextureCoordinates,
    vertices: usize,
) -> Result<Vec<Vec2>, Error> {
    let set = coordinates.set;
    let Some(accessor) = attribute(shown.primitive, Semantic::TexCoords(set)) else { return Ok(Vec::new()) };
    let part = format!("{}.TEXCOORD_{set}", shown.part);
    let stored: Vec<[f32; 2]> = accessors::read_floats(file, accessor, &part, &[Type::Vec2], 0.0)?;
    check_count(stored.len(), vertices, &part)?;
    let finite = |uv: Vec2| if uv.is_finite() { uv } else { Vec2::ZERO };
    Ok(stored.into_iter().map(|uv| finite(coordinates.apply(Vec2::from_array(uv)))).collect())
}

fn read_colours(file: &File<'_>, shown: &Shown<'_>, vertices: usize) -> Result<Vec<[f32; 4]>, Error> {
    let Some(accessor) = attribute(shown.primitive, Semantic::Colors(0)) else { return Ok(Vec::new()) };
    let part = format!("{}.COLOR_0", shown.part);
    let mut colours: Vec<[f32; 4]> = accessors::read_floats(file, accessor, &part, &[Type::Vec3, Type::Vec4], 1.0)?;
    check_count(colours.len(), vertices, &part)?;
    for channel in colours.iter_mut().flatten().filter(|channel| !channel.is_finite()) {
        *channel = 1.0;
    }
    Ok(colours)
}

/// `_LOCK`, as whole numbers or floats; what is no number counts as scalp.
fn read_lock_labels(file: &File<'_>, shown: &Shown<'_>, vertices: usize) -> Result<Vec<i32>, Error> {
    let lock = Semantic::Extras("LOCK".to_owned());
    let Some(accessor) = attribute(shown.primitive, lock) else { return Ok(Vec::new()) };
    let part = format!("{}._LOCK", shown.part);
    let stored: Vec<[f32; 1]> = accessors::read_floats(file, accessor, &part, &[Type::Scalar], 0.0)?;
    check_count(stored.len(), vertices, &part)?;
    let label = |[value]: [f32; 1]| if value.is_nan() { -1 } else { value.round() as i32 };
    Ok(stored.into_iter().map(label).collect())
}
