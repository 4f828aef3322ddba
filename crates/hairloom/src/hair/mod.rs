//! Which meshes of a file are hair.

pub(crate) mod joints;
pub(crate) mod names;
#[cfg(test)]
mod tests;

use crate::hair::joints::{influences, named_hair_joints};
use crate::hair::names::{Said, said_of_part};
use crate::{Error, Hair, Mesh, Model, Origin, RigOptions};

/// Which meshes are hair, in mesh order, and why.
///
/// [`RigOptions::hair`] decides where it names something. Else a rig of ours that is stored in the file tells; else meshes
/// with vertices that follow hair bones (by the names of joints and springs) and meshes that their node's, mesh's or
/// material's name calls hair, in several languages. Brows, lashes and beards are not hair. Where neither finds any and
/// nothing looks like a body, the whole file is hair.
///
/// # Errors
/// [`Error::NoSuchHair`] for a name that matches nothing, [`Error::NoHair`] where nothing looks like hair.
pub fn find_hair(model: &Model, options: &RigOptions) -> Result<Vec<Hair>, Error> {
    if model.meshes.iter().all(|mesh| mesh.indices.is_empty()) {
        return Err(Error::NoHair { why: "it has no triangles".to_owned() });
    }
    if !options.hair.is_empty() {
        return hair_as_told(model, &options.hair);
    }
    let mut found: Vec<Option<String>> = vec![None; model.meshes.len()];
    let made = mark_stored(model, &mut found);
    if !made {
        mark_by_bones(model, &mut found);
        mark_by_names(model, &mut found);
    }
    if found.iter().all(Option::is_none) && !has_body(model) {
        found.fill(Some("the file holds nothing else".to_owned()));
    }
    let hair: Vec<Hair> =
        found.into_iter().enumerate().filter_map(|(mesh, why)| Some(Hair { mesh, why: why? })).collect();
    if hair.is_empty() {
        Err(Error::NoHair { why: format!("nothing of {} is called hair or follows hair bones", what_is_there(model)) })
    } else {
        Ok(hair)
    }
}

/// What the names of a mesh say, the most telling first: its primitive's material, or its node and its mesh. A primitive of a
/// mesh that is called hair is not hair when its material says skin or brows.
pub(crate) fn said_of_mesh(model: &Model, mesh: &Mesh) -> (Said, String) {
    let material = mesh.material.map_or("", |material| model.materials[material].name.as_str());
    let node = model.nodes[mesh.node].name.as_str();
    let of_material = said_of_part(material);
    if of_material == Said::Hair {
        return (Said::Hair, format!("its material is called {}", quoted(material)));
    }
    for (what, name) in [("node", node), ("mesh", mesh.name.as_str())] {
        match (said_of_part(name), of_material) {
            (Said::Hair, Said::Nothing | Said::Accessory) => {
                return (Said::Hair, format!("its {what} is called {}", quoted(name)));
            }
            (said @ (Said::FaceHair | Said::Accessory | Said::Body), Said::Nothing) => return (said, String::new()),
            _ => {}
        }
    }
    (of_material, String::new())
}

/// A name for people: in quotes, control signs escaped, at most 40 letters.
fn quoted(name: &str) -> String {
    let short: String = name.chars().take(40).collect();
    let dots = if short.len() < name.len() { "…" } else { "" };
    format!("{:?}", short + dots)
}

fn hair_as_told(model: &Model, names: &[String]) -> Result<Vec<Hair>, Error> {
    let mut found: Vec<Option<String>> = vec![None; model.meshes.len()];
    for name in names {
        let mut matched = false;
        for (mesh, why) in model.meshes.iter().zip(&mut found) {
            if let Some(what) = what_is_called(model, mesh, name) {
                matched = true;
                why.get_or_insert_with(|| format!("{what} is called {}, as asked", quoted(name)));
            }
        }
        if !matched {
            return Err(Error::NoSuchHair { name: name.clone(), known: what_is_there(model) });
        }
    }
    Ok(found.into_iter().enumerate().filter_map(|(mesh, why)| Some(Hair { mesh, why: why? })).collect())
}

/// Which part of a mesh has exactly this name: its node, a node above, its mesh or its material.
fn what_is_called(model: &Model, mesh: &Mesh, name: &str) -> Option<&'static str> {
    if name.is_empty() {
        return None;
    }
    if model.nodes[mesh.node].name == name {
        return Some("its node");
    }
    if mesh.name == name {
        return Some("its mesh");
    }
    if mesh.material.is_some_and(|material| model.materials[material].name == name) {
        return Some("its material");
    }
    let mut above = model.nodes[mesh.node].parent;
    while let Some(node) = above {
        if model.nodes[node].name == name {
            return Some("a node above it");
        }
        above = model.nodes[node].parent;
    }
    None
}

/// Marks what a stored rig of ours moves. True when it was made by us, so that no other mesh is hair.
fn mark_stored(model: &Model, found: &mut [Option<String>]) -> bool {
    let Some(stored) = &model.stored else { return false };
    let mut moved = vec![false; model.nodes.len()];
    for bone in &stored.bones {
        // A kept root bone may be the head, which moves the face too.
        moved[bone.node] = stored.origin == Origin::Made || bone.region.is_some();
    }
    for (mesh, why) in model.meshes.iter().zip(found.iter_mut()) {
        if influences(model, mesh).any(|(_, mut four)| four.next().is_some_and(|(node, _)| moved[node])) {
            *why = Some("the rig stored in the file moves it".to_owned());
        }
    }
    stored.origin == Origin::Made && found.iter().any(Option::is_some)
}

fn mark_by_bones(model: &Model, found: &mut [Option<String>]) {
    let named = named_hair_joints(model);
    for (mesh, why) in model.meshes.iter().zip(found.iter_mut()).filter(|(_, why)| why.is_none()) {
        let mut follow = 0;
        let mut first = None;
        for (_, mut four) in influences(model, mesh) {
            if let Some((node, _)) = four.next()
                && named[node]
            {
                follow += 1;
                first.get_or_insert(node);
            }
        }
        if let Some(node) = first {
            let bone = quoted(&model.nodes[node].name);
            *why = Some(format!("{follow} of its vertices follow hair bones such as {bone}"));
        }
    }
}

fn mark_by_names(model: &Model, found: &mut [Option<String>]) {
    for (mesh, why) in model.meshes.iter().zip(found.iter_mut()).filter(|(_, why)| why.is_none()) {
        if let (Said::Hair, because) = said_of_mesh(model, mesh) {
            *why = Some(because);
        }
    }
}

/// Something in the file is called as parts of a body are, or a head's skeleton moves a mesh.
fn has_body(model: &Model) -> bool {
    let skinned = model.meshes.iter().any(|mesh| mesh.skinning.is_some());
    (skinned && model.head_node.is_some()) || model.meshes.iter().any(|mesh| said_of_mesh(model, mesh).0 == Said::Body)
}

/// The names that `--hair` could take, in one line.
fn what_is_there(model: &Model) -> String {
    const MOST: usize = 8;
    let mut names: Vec<&str> = Vec::new();
    for mesh in &model.meshes {
        let material = mesh.material.map_or("", |material| model.materials[material].name.as_str());
        for name in [model.nodes[mesh.node].name.as_str(), mesh.name.as_str(), material] {
            if !name.is_empty() && names.len() <= MOST && !names.contains(&name) {
                names.push(name);
            }
        }
    }
    let more = names.len() > MOST;
    let listed: Vec<String> = names.iter().take(MOST).map(|name| quoted(name)).collect();
    match (listed.is_empty(), more) {
        (true, _) => "no names at all".to_owned(),
        (false, true) => format!("{} and more", listed.join(", ")),
        (false, false) => listed.join(", "),
    }
}
