//! A file's JSON taken apart for patching, with all of its bytes in one buffer. What is not touched stays as it was, in
//! the same order.

use serde_json::{Map, Value, json};

use super::compact::{Used, compact};
use super::glb;
use crate::{Document, Error};
use hairloom::Model;

/// A JSON object.
pub(crate) type Object = Map<String, Value>;

/// The arrays that are taken out of the JSON while it is patched.
const ARRAYS: [&str; 8] = ["scenes", "nodes", "meshes", "accessors", "bufferViews", "skins", "animations", "images"];

/// A file being patched. Indices are the file's; what is new is appended.
#[derive(Debug, Default)]
pub(super) struct Patch {
    /// Everything else. The arrays' keys stay in it as empty places, so that they keep their order.
    pub(super) root: Object,
    pub(super) scenes: Vec<Object>,
    pub(super) nodes: Vec<Object>,
    pub(super) meshes: Vec<Object>,
    pub(super) accessors: Vec<Object>,
    pub(super) views: Vec<Object>,
    pub(super) skins: Vec<Object>,
    pub(super) animations: Vec<Object>,
    pub(super) images: Vec<Object>,
    /// The scene that the model was read from.
    pub(super) scene: usize,
    /// The one buffer.
    pub(super) bin: Vec<u8>,
    /// What was in use when the patching began; only that may be dropped at the end.
    pub(super) before: Used,
}

impl Patch {
    /// Takes a document apart and lays its buffers one after another, each at a multiple of 4.
    pub(super) fn new(document: &Document, model: &Model) -> Self {
        let mut patch = Self { root: document.json.as_object().cloned().unwrap_or_default(), ..Self::default() };
        for key in ARRAYS {
            let taken = patch.root.get_mut(key).map(Value::take).unwrap_or_default();
            *patch.array(key) = objects(taken);
        }
        let starts = patch.merge(&document.buffers);
        for view in &mut patch.views {
            repoint(view, &starts);
            for name in ["EXT_meshopt_compression", "KHR_meshopt_compression"] {
                if let Some(packed) = extension_mut(view, name) {
                    repoint(packed, &starts);
                }
            }
        }
        patch.before = Used::of(&mut patch);
        patch.choose_scene(model);
        patch
    }

    /// Finds the scene that the model was read from: the default one, unless that shows nothing. A file without scenes
    /// gets one with all that has no parent.
    fn choose_scene(&mut self, model: &Model) {
        if self.scenes.is_empty() {
            let roots: Vec<usize> = (0..model.nodes.len()).filter(|&node| model.nodes[node].parent.is_none()).collect();
            let mut scene = Object::new();
            set_indices(&mut scene, "nodes", &roots);
            self.scenes.push(scene);
            self.root.insert("scene".to_owned(), json!(0));
        }
        let shown = |scene: &usize| {
            let roots = indices(self.scenes.get(*scene), "nodes");
            !roots.is_empty() && roots.iter().all(|&root| model.nodes.get(root).is_some_and(|node| node.in_scene))
        };
        let default = index(&self.root, "scene").unwrap_or(0);
        self.scene = [default].into_iter().chain(0..self.scenes.len()).find(shown).unwrap_or(default);
    }

    fn array(&mut self, key: &str) -> &mut Vec<Object> {
        match key {
            "scenes" => &mut self.scenes,
            "nodes" => &mut self.nodes,
            "meshes" => &mut self.meshes,
            "accessors" => &mut self.accessors,
            "bufferViews" => &mut self.views,
            "skins" => &mut self.skins,
            "animations" => &mut self.animations,
            _ => &mut self.images,
        }
    }

    /// Appends the buffers to `bin` and tells where each begins.
    fn merge(&mut self, buffers: &[Vec<u8>]) -> Vec<usize> {
        let total: usize = buffers.iter().map(|buffer| buffer.len().next_multiple_of(4)).sum();
        self.bin.reserve(total);
        let mut starts = Vec::with_capacity(buffers.len());
        for buffer in buffers {
            self.align();
            starts.push(self.bin.len());
            self.bin.extend_from_slice(buffer);
        }
        starts
    }

    fn align(&mut self) {
        self.bin.resize(self.bin.len().next_multiple_of(4), 0);
    }

    /// Appends bytes as a buffer view of their own. `target` is 34962 for vertices, 34963 for indices.
    pub(super) fn add_view(&mut self, bytes: &[u8], target: Option<u32>) -> usize {
        self.align();
        let mut view = Object::new();
        view.insert("buffer".to_owned(), json!(0));
        view.insert("byteOffset".to_owned(), json!(self.bin.len()));
        view.insert("byteLength".to_owned(), json!(bytes.len()));
        if let Some(target) = target {
            view.insert("target".to_owned(), json!(target));
        }
        self.bin.extend_from_slice(bytes);
        self.views.push(view);
        self.views.len() - 1
    }

    /// The roots of that scene.
    pub(super) fn scene_roots(&self) -> Vec<usize> {
        indices(self.scenes.get(self.scene), "nodes")
    }

    /// Replaces them.
    pub(super) fn set_scene_roots(&mut self, roots: &[usize]) {
        if let Some(scene) = self.scenes.get_mut(self.scene) {
            set_indices(scene, "nodes", roots);
        }
    }

    /// Puts the file together again, without what the patch left unused.
    ///
    /// # Errors
    /// [`Error::GlbTooLong`] over 4 GiB.
    pub(super) fn finish(mut self) -> Result<Vec<u8>, Error> {
        compact(&mut self);
        for key in ARRAYS {
            let objects = std::mem::take(self.array(key));
            if objects.is_empty() {
                self.root.shift_remove(key);
            } else {
                self.root.insert(key.to_owned(), Value::Array(objects.into_iter().map(Value::Object).collect()));
            }
        }
        if self.bin.is_empty() {
            self.root.shift_remove("buffers");
        } else {
            let first = self.root.get_mut("buffers").and_then(|buffers| buffers.get_mut(0)).map(Value::take);
            let mut buffer = first.and_then(into_object).unwrap_or_default();
            buffer.shift_remove("uri");
            buffer.insert("byteLength".to_owned(), json!(self.bin.len()));
            self.root.insert("buffers".to_owned(), json!([buffer]));
        }
        glb::assemble(&Value::Object(self.root), &self.bin)
    }
}

fn into_object(value: Value) -> Option<Object> {
    match value {
        Value::Object(object) => Some(object),
        _ => None,
    }
}

fn objects(value: Value) -> Vec<Object> {
    match value {
        Value::Array(items) => items.into_iter().map(|item| into_object(item).unwrap_or_default()).collect(),
        _ => Vec::new(),
    }
}

/// Makes `buffer` and `byteOffset` point into the one buffer.
fn repoint(view: &mut Object, starts: &[usize]) {
    let buffer = view.get("buffer").and_then(as_index).unwrap_or(0);
    let start = starts.get(buffer).copied().unwrap_or(0);
    if buffer > 0 {
        let offset = view.get("byteOffset").and_then(as_index).unwrap_or(0);
        view.insert("buffer".to_owned(), json!(0));
        view.insert("byteOffset".to_owned(), json!(start + offset));
    }
}

/// A whole number that fits an index.
pub(super) fn as_index(value: &Value) -> Option<usize> {
    value.as_u64().and_then(|number| usize::try_from(number).ok())
}

/// The index under `key`.
pub(super) fn index(object: &Object, key: &str) -> Option<usize> {
    object.get(key).and_then(as_index)
}

/// The array of indices under `key`; empty where there is none.
pub(super) fn indices(object: Option<&Object>, key: &str) -> Vec<usize> {
    let items = object.and_then(|object| object.get(key)).and_then(Value::as_array);
    items.into_iter().flatten().filter_map(as_index).collect()
}

/// Writes an array of indices; glTF allows no empty one, so that takes the key away.
pub(super) fn set_indices(object: &mut Object, key: &str, values: &[usize]) {
    if values.is_empty() {
        object.shift_remove(key);
    } else {
        object.insert(key.to_owned(), json!(values));
    }
}

/// The array of objects under `key`.
pub(super) fn objects_mut<'a>(object: &'a mut Object, key: &str) -> impl Iterator<Item = &'a mut Object> {
    object.get_mut(key).and_then(Value::as_array_mut).into_iter().flatten().filter_map(Value::as_object_mut)
}

/// The object under `key`.
pub(super) fn object_mut<'a>(object: &'a mut Object, key: &str) -> Option<&'a mut Object> {
    object.get_mut(key).and_then(Value::as_object_mut)
}

/// An extension's object.
pub(super) fn extension_mut<'a>(object: &'a mut Object, name: &str) -> Option<&'a mut Object> {
    object_mut(object, "extensions").and_then(|extensions| object_mut(extensions, name))
}
