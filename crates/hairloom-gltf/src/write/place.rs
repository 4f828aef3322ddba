//! Gives each hair mesh a mesh entry and a node of its own that stands without a transform, and splits hair off from what
//! else its mesh holds.

use std::collections::{BTreeMap, BTreeSet};

use hairloom::{Model, Rig, Trs};
use serde_json::{Value, json};

use super::patch::{Object, Patch, as_index, index, indices, objects_mut, set_indices};
use super::trs::{clear_trs, set_trs};
use crate::Error;

/// Where a hair mesh is in the patched file.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub(super) node: usize,
    pub(super) mesh: usize,
    pub(super) primitive: usize,
}

/// Where the nodes of hair meshes go: below a node with a transform, or among the scene's roots.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Home {
    /// The node that bones hang from, which therefore stays where it is.
    pub(super) anchor: Option<usize>,
    pub(super) parent: Option<usize>,
    pub(super) trs: Option<Trs>,
}

/// Moves the hair of `rig` that `moves` names to `home`. Returns the place of each entry of [`Rig::hair`], in that order;
/// none for what does not move.
///
/// # Errors
/// [`Error::OtherFile`] where the rig names a mesh that the file does not have.
pub(super) fn place_hair(
    patch: &mut Patch,
    model: &Model,
    rig: &Rig,
    home: &Home,
    moves: impl Fn(usize) -> bool,
) -> Result<Vec<Option<Place>>, Error> {
    let mut by_node: BTreeMap<usize, BTreeMap<usize, Vec<usize>>> = BTreeMap::new();
    for (entry, hair) in rig.hair.iter().enumerate().filter(|&(entry, _)| moves(entry)) {
        let mesh = model.meshes.get(hair.mesh).ok_or_else(|| Error::other_file(format!("mesh {}", hair.mesh)))?;
        by_node.entry(mesh.node).or_default().entry(mesh.source.1).or_default().push(entry);
    }
    let mut placer = Placer::new(patch, by_node.keys().copied());
    placer.fixed.extend(home.anchor);
    let mut places = vec![None; rig.hair.len()];
    for (&node, primitives) in &by_node {
        let wanted: Vec<usize> = primitives.keys().copied().collect();
        let (mesh, whole) = placer.own_mesh(node, &wanted)?;
        let shown_by = placer.own_node(node, mesh, whole);
        for (primitive, entries) in primitives.values().enumerate() {
            for &entry in entries {
                let primitive = if whole { wanted[primitive] } else { primitive };
                places[entry] = Some(Place { node: shown_by, mesh, primitive });
            }
        }
    }
    placer.settle(home);
    Ok(places)
}

/// Nodes of which every primitive is hair that `moves` names.
pub(super) fn whole_nodes(patch: &Patch, model: &Model, rig: &Rig, moves: impl Fn(usize) -> bool) -> Vec<usize> {
    let mut shown: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
    let moving = rig.hair.iter().enumerate().filter(|&(entry, _)| moves(entry));
    for mesh in moving.filter_map(|(_, hair)| model.meshes.get(hair.mesh)) {
        shown.entry(mesh.node).or_default().insert(mesh.source.1);
    }
    let whole = |(node, hair): (usize, BTreeSet<usize>)| {
        let mesh = index(patch.nodes.get(node)?, "mesh")?;
        (primitive_count(patch.meshes.get(mesh)?) == hair.len()).then_some(node)
    };
    shown.into_iter().filter_map(whole).collect()
}

struct Placer<'a> {
    patch: &'a mut Patch,
    /// Each mesh that hair nodes show, as the file has it.
    originals: BTreeMap<usize, Object>,
    /// Meshes that only hair nodes show and that none of them has taken yet.
    free: BTreeSet<usize>,
    /// Nodes whose index must stay where it is in the tree.
    fixed: BTreeSet<usize>,
    /// Hair nodes that go to their new home, as they are.
    moved: BTreeSet<usize>,
    /// Hair nodes that were made, in order.
    made: Vec<usize>,
    /// For nodes that lost their mesh, the one that shows it now.
    replaced: BTreeMap<usize, usize>,
}

impl<'a> Placer<'a> {
    fn new(patch: &'a mut Patch, hair_nodes: impl Iterator<Item = usize>) -> Self {
        let hair_nodes: BTreeSet<usize> = hair_nodes.collect();
        let mut originals = BTreeMap::new();
        let mut free = BTreeSet::new();
        for mesh in hair_nodes.iter().filter_map(|&node| index(patch.nodes.get(node)?, "mesh")) {
            if let Some(object) = patch.meshes.get(mesh) {
                originals.entry(mesh).or_insert_with(|| object.clone());
                free.insert(mesh);
            }
        }
        for (node, object) in patch.nodes.iter().enumerate() {
            if let Some(mesh) = index(object, "mesh").filter(|_| !hair_nodes.contains(&node)) {
                free.remove(&mesh);
            }
        }
        let fixed = fixed_nodes(patch);
        let (moved, made, replaced) = Default::default();
        Self { patch, originals, free, fixed, moved, made, replaced }
    }

    /// A mesh of the hair primitives alone that only this node will show, and whether that is all the node shows.
    fn own_mesh(&mut self, node: usize, hair: &[usize]) -> Result<(usize, bool), Error> {
        let wrong = || Error::other_file(format!("the mesh of nodes[{node}]"));
        let mesh = self.patch.nodes.get(node).and_then(|node| index(node, "mesh")).ok_or_else(wrong)?;
        let original = self.originals.get(&mesh).ok_or_else(wrong)?;
        let count = primitive_count(original);
        if hair.last().is_none_or(|&last| last >= count) {
            return Err(wrong());
        }
        let whole = hair.len() == count;
        let first = self.free.remove(&mesh);
        if whole {
            let original = original.clone();
            return Ok((if first { mesh } else { self.add_mesh(original) }, true));
        }
        let is_hair = |primitive: usize| hair.binary_search(&primitive).is_ok();
        let mut split = only(original, is_hair);
        let rest = only(original, |primitive| !is_hair(primitive));
        add_suffix(&mut split);
        if first {
            self.patch.meshes[mesh] = rest;
        } else {
            let rest = self.add_mesh(rest);
            self.patch.nodes[node].insert("mesh".to_owned(), json!(rest));
        }
        Ok((self.add_mesh(split), false))
    }

    fn add_mesh(&mut self, mesh: Object) -> usize {
        self.patch.meshes.push(mesh);
        self.patch.meshes.len() - 1
    }

    /// The node that shows `mesh` from now on: the same, unless it must stay for other reasons.
    fn own_node(&mut self, node: usize, mesh: usize, whole: bool) -> usize {
        if whole && !self.fixed.contains(&node) {
            let object = &mut self.patch.nodes[node];
            object.insert("mesh".to_owned(), json!(mesh));
            object.shift_remove("skin");
            clear_trs(object);
            self.moved.insert(node);
            return node;
        }
        let index = self.patch.nodes.len();
        let object = &mut self.patch.nodes[node];
        let mut made = Object::new();
        for key in ["name", "weights"] {
            if let Some(value) = object.get(key) {
                made.insert(key.to_owned(), value.clone());
            }
        }
        made.insert("mesh".to_owned(), json!(mesh));
        if whole {
            for key in ["mesh", "skin", "weights"] {
                object.shift_remove(key);
            }
            self.replaced.insert(node, index);
        } else {
            add_suffix(&mut made);
        }
        self.patch.nodes.push(made);
        self.made.push(index);
        index
    }

    /// Hangs all hair nodes where they belong and points the animations of their morphs at them.
    fn settle(self, home: &Home) {
        let Self { patch, moved, made, replaced, .. } = self;
        if let Some(trs) = &home.trs {
            moved.iter().chain(&made).for_each(|&node| set_trs(&mut patch.nodes[node], trs));
        }
        let mut roots = patch.scene_roots();
        if let Some(parent) = home.parent {
            take_out(patch, &moved, None);
            roots.retain(|root| !moved.contains(root));
            let mut children = indices(patch.nodes.get(parent), "children");
            children.extend(moved.iter().chain(&made));
            set_indices(&mut patch.nodes[parent], "children", &children);
        } else {
            take_out(patch, &moved, Some(patch.scene));
            let known: BTreeSet<usize> = roots.iter().copied().collect();
            roots.extend(moved.iter().filter(|node| !known.contains(node)).chain(&made));
        }
        patch.set_scene_roots(&roots);
        for channel in patch.animations.iter_mut().flat_map(|animation| objects_mut(animation, "channels")) {
            let target = channel.get_mut("target").and_then(Value::as_object_mut);
            let Some(target) = target.filter(|target| target.get("path") == Some(&json!("weights"))) else { continue };
            if let Some(&node) = index(target, "node").and_then(|node| replaced.get(&node)) {
                target.insert("node".to_owned(), json!(node));
            }
        }
    }
}

/// Takes nodes out of their parents' children, and out of the roots of every scene but `keep`.
pub(super) fn take_out(patch: &mut Patch, nodes: &BTreeSet<usize>, keep: Option<usize>) {
    for object in &mut patch.nodes {
        prune(object, "children", nodes);
    }
    for (_, scene) in patch.scenes.iter_mut().enumerate().filter(|&(scene, _)| Some(scene) != keep) {
        prune(scene, "nodes", nodes);
    }
}

fn prune(object: &mut Object, key: &str, nodes: &BTreeSet<usize>) {
    let old = indices(Some(object), key);
    if old.iter().any(|index| nodes.contains(index)) {
        let left: Vec<usize> = old.into_iter().filter(|index| !nodes.contains(index)).collect();
        set_indices(object, key, &left);
    }
}

/// Nodes that cannot move: with children, cameras or extensions of their own, joints, and what animations move.
fn fixed_nodes(patch: &mut Patch) -> BTreeSet<usize> {
    let bound = |object: &Object| ["children", "camera", "extensions"].iter().any(|&key| object.contains_key(key));
    let mut fixed: BTreeSet<usize> = (0..patch.nodes.len()).filter(|&node| bound(&patch.nodes[node])).collect();
    for skin in &patch.skins {
        fixed.extend(indices(Some(skin), "joints"));
        fixed.extend(index(skin, "skeleton"));
    }
    for channel in patch.animations.iter_mut().flat_map(|animation| objects_mut(animation, "channels")) {
        let Some(target) = channel.get("target") else { continue };
        if target.get("path").and_then(Value::as_str) != Some("weights") {
            fixed.extend(target.get("node").and_then(as_index));
            fixed.extend(pointed_node(target));
        }
    }
    fixed
}

/// The node that `KHR_animation_pointer` names.
fn pointed_node(target: &Value) -> Option<usize> {
    let pointer = target.get("extensions")?.get("KHR_animation_pointer")?.get("pointer")?.as_str()?;
    pointer.strip_prefix("/nodes/")?.split('/').next()?.parse().ok()
}

fn primitive_count(mesh: &Object) -> usize {
    mesh.get("primitives").and_then(Value::as_array).map_or(0, Vec::len)
}

/// The mesh with the primitives that `keep` says.
fn only(mesh: &Object, keep: impl Fn(usize) -> bool) -> Object {
    let mut part = mesh.clone();
    if let Some(primitives) = part.get_mut("primitives").and_then(Value::as_array_mut) {
        let mut at = 0..;
        primitives.retain(|_| at.next().is_some_and(&keep));
    }
    part
}

/// Names the hair after what it was split from.
fn add_suffix(object: &mut Object) {
    let name = object.get("name").and_then(Value::as_str).filter(|name| !name.is_empty());
    let name = name.map_or_else(|| "hair".to_owned(), |name| format!("{name}_hair"));
    object.insert("name".to_owned(), json!(name));
}
