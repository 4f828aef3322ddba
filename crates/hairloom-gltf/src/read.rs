use hairloom::Model;

use crate::{
    Asset, Document, Error, budget::Budget, companions::Companions, document, file::File, images, materials, meshes,
    meshes::Surroundings, nodes, skinned::Carriers, skins, space, stored, vrm, warnings::Warnings,
};

/// Reads a GLB, a glTF with data URIs, or a VRM.
///
/// The result keeps every promise of [`Model`]; what was mended on the way is in [`Model::warnings`]. Memory stays below
/// thirty times the file's size plus 64 MB, whatever the file claims.
///
/// # Errors
/// One that names the part at fault. A glTF that needs companion files gives [`Error::MissingCompanion`]; see
/// [`read_with`].
pub fn read(bytes: &[u8]) -> Result<Asset, Error> {
    read_with(bytes, &mut |_| None)
}

/// [`read`] for a glTF with companion files (`.bin`, pictures). `companion` is asked for each by its name relative to
/// the glTF, percent-decoded; a name that is absolute, climbs out or has a scheme is never asked for.
///
/// # Errors
/// As [`read`].
pub fn read_with(bytes: &[u8], companion: &mut dyn FnMut(&str) -> Option<Vec<u8>>) -> Result<Asset, Error> {
    let budget = Budget::for_bytes(bytes.len());
    let mut companions = Companions::new(companion, &budget);
    let document = document::open(bytes, &budget, &mut companions)?;
    let model = read_model(&document, &budget, &mut companions)?;
    Ok(Asset { document, model })
}

fn read_model(document: &Document, budget: &Budget, companions: &mut Companions<'_>) -> Result<Model, Error> {
    let file = File::new(document, budget);
    let mut found = Warnings::default();
    let mut nodes = nodes::read(&file, &mut found)?;
    nodes::mark_scene(&file, &mut nodes, &mut found)?;
    // A pose that a file of ours holds is taken out before anything is placed.
    let mut of_rig = Vec::new();
    let stored = stored::apply(&document.json, &mut nodes.nodes, &mut of_rig);
    of_rig.into_iter().for_each(|warning| found.push(&warning.code, warning.message));
    let posed = stored.iter().flat_map(|rig| &rig.bones).filter(|bone| bone.rest.is_some());
    posed.for_each(|bone| nodes.drop_matrix(bone.node));
    nodes.place()?;
    let skins = skins::read(&file)?;
    let (materials, coordinates) = materials::read(&file)?;
    let images = images::read(&file, companions, &mut found)?;
    let carriers: Vec<Carriers> = skins.iter().map(|skin| Carriers::new(skin, &nodes.nodes)).collect();
    let around = Surroundings { nodes: &nodes.nodes, carriers: &carriers, coordinates: &coordinates };
    let meshes = meshes::read(&file, &around, &mut found)?;
    if meshes.iter().all(|mesh| mesh.indices.is_empty()) {
        return Err(Error::NoGeometry);
    }
    let vrm = vrm::read(&document.json, &nodes, &mut found);
    let head_node = vrm.head.or_else(|| vrm::head_by_name(&document.json, &nodes.nodes, &skins));
    let mut model =
        Model { meshes, nodes: nodes.nodes, skins, materials, images, head_node, stored, ..Model::default() };
    space::enter(&mut model, &vrm, &mut found);
    model.springs = vrm.springs;
    model.warnings = found.into_list();
    Ok(model)
}
