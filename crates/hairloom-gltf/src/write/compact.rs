//! Drops what the patch left without a use: skins, accessors, buffer views and their bytes.

use serde_json::{Value, json};

use super::patch::{Object, Patch, as_index, extension_mut, index, object_mut, objects_mut};

/// Extensions that are known to point at no accessor, buffer view or skin but in the places that [`accessor_places`] and
/// [`view_places`] visit. Where a file uses another one, nothing is dropped, as indices would shift under it.
const KNOWN: [&str; 13] = [
    "KHR_materials_",
    "KHR_texture_",
    "EXT_texture_",
    "VRM",
    "KHR_mesh_quantization",
    "KHR_lights_punctual",
    "KHR_node_",
    "KHR_xmp_json_ld",
    "KHR_animation_pointer",
    "KHR_draco_mesh_compression",
    "KHR_meshopt_compression",
    "EXT_meshopt_compression",
    "EXT_mesh_gpu_instancing",
];

/// Which entries something points at.
#[derive(Debug, Default)]
pub(super) struct Used {
    skins: Vec<bool>,
    accessors: Vec<bool>,
    views: Vec<bool>,
}

impl Used {
    /// What is in use now. `patch` is not changed.
    pub(super) fn of(patch: &mut Patch) -> Self {
        let mut used = Self {
            skins: vec![false; patch.skins.len()],
            accessors: vec![false; patch.accessors.len()],
            views: vec![false; patch.views.len()],
        };
        skin_places(patch, &mut |place| mark(&mut used.skins, place));
        accessor_places(patch, &mut |place| mark(&mut used.accessors, place));
        view_places(patch, &mut |place| mark(&mut used.views, place));
        used
    }
}

fn mark(used: &mut [bool], place: &Value) {
    if let Some(flag) = as_index(place).and_then(|index| used.get_mut(index)) {
        *flag = true;
    }
}

/// Every place that holds a skin's index.
fn skin_places(patch: &mut Patch, visit: &mut dyn FnMut(&mut Value)) {
    patch.nodes.iter_mut().filter_map(|node| node.get_mut("skin")).for_each(visit);
}

/// Every place that holds an accessor's index.
fn accessor_places(patch: &mut Patch, visit: &mut dyn FnMut(&mut Value)) {
    for primitive in patch.meshes.iter_mut().flat_map(|mesh| objects_mut(mesh, "primitives")) {
        primitive.get_mut("indices").into_iter().for_each(&mut *visit);
        if let Some(attributes) = object_mut(primitive, "attributes") {
            attributes.values_mut().for_each(&mut *visit);
        }
        for target in objects_mut(primitive, "targets") {
            target.values_mut().for_each(&mut *visit);
        }
    }
    for skin in &mut patch.skins {
        skin.get_mut("inverseBindMatrices").into_iter().for_each(&mut *visit);
    }
    for sampler in patch.animations.iter_mut().flat_map(|animation| objects_mut(animation, "samplers")) {
        sampler.get_mut("input").into_iter().for_each(&mut *visit);
        sampler.get_mut("output").into_iter().for_each(&mut *visit);
    }
    for node in &mut patch.nodes {
        let instancing = extension_mut(node, "EXT_mesh_gpu_instancing");
        if let Some(attributes) = instancing.and_then(|instancing| object_mut(instancing, "attributes")) {
            attributes.values_mut().for_each(&mut *visit);
        }
    }
}

/// Every place that holds a buffer view's index.
fn view_places(patch: &mut Patch, visit: &mut dyn FnMut(&mut Value)) {
    for accessor in &mut patch.accessors {
        accessor.get_mut("bufferView").into_iter().for_each(&mut *visit);
        if let Some(sparse) = object_mut(accessor, "sparse") {
            for part in ["indices", "values"] {
                let view = object_mut(sparse, part).and_then(|part| part.get_mut("bufferView"));
                view.into_iter().for_each(&mut *visit);
            }
        }
    }
    patch.images.iter_mut().filter_map(|image| image.get_mut("bufferView")).for_each(&mut *visit);
    for primitive in patch.meshes.iter_mut().flat_map(|mesh| objects_mut(mesh, "primitives")) {
        let packed = extension_mut(primitive, "KHR_draco_mesh_compression");
        packed.and_then(|packed| packed.get_mut("bufferView")).into_iter().for_each(&mut *visit);
    }
}

/// Every extension of the file is known, so that indices may shift.
fn may_renumber(patch: &Patch) -> bool {
    let extensions = patch.root.get("extensionsUsed").and_then(Value::as_array);
    let known = |name: &Value| name.as_str().is_some_and(|name| KNOWN.iter().any(|known| name.starts_with(known)));
    extensions.into_iter().flatten().all(known)
}

/// Drops the skins that nodes used before the patch and no longer do. False where indices must not shift.
pub(super) fn drop_unused_skins(patch: &mut Patch) -> bool {
    if !may_renumber(patch) {
        return false;
    }
    let now = Used::of(patch);
    let dropped = dropped(&patch.before.skins, &now.skins);
    let moved = remove(&mut patch.skins, &dropped);
    skin_places(patch, &mut |place| renumber(place, &moved));
    let mut flags = dropped.iter();
    patch.before.skins.retain(|_| flags.next() != Some(&true));
    true
}

/// Drops skins, accessors and buffer views that were in use before the patch and are no longer.
pub(super) fn compact(patch: &mut Patch) {
    if !drop_unused_skins(patch) {
        return;
    }
    let now = Used::of(patch);
    let dropped = dropped(&patch.before.accessors, &now.accessors);
    let moved = remove(&mut patch.accessors, &dropped);
    accessor_places(patch, &mut |place| renumber(place, &moved));

    let now = Used::of(patch);
    let dropped = self::dropped(&patch.before.views, &now.views);
    cut_bytes(patch, &dropped);
    let moved = remove(&mut patch.views, &dropped);
    view_places(patch, &mut |place| renumber(place, &moved));
}

fn dropped(before: &[bool], now: &[bool]) -> Vec<bool> {
    now.iter().enumerate().map(|(i, &used)| !used && before.get(i) == Some(&true)).collect()
}

/// Takes the dropped entries out and tells where each entry went.
fn remove(objects: &mut Vec<Object>, dropped: &[bool]) -> Vec<usize> {
    let mut next = 0;
    let mut moved = Vec::with_capacity(dropped.len());
    for &drop in dropped {
        moved.push(next);
        next += usize::from(!drop);
    }
    let mut flags = dropped.iter();
    objects.retain(|_| flags.next() != Some(&true));
    moved
}

fn renumber(place: &mut Value, moved: &[usize]) {
    if let Some(&new) = as_index(place).and_then(|old| moved.get(old)) {
        *place = json!(new);
    }
}

/// Cuts the bytes that only dropped views cover out of the buffer, in whole words so that alignment holds.
fn cut_bytes(patch: &mut Patch, dropped: &[bool]) {
    let mut kept: Vec<(usize, usize)> = Vec::new();
    let mut cut: Vec<(usize, usize)> = Vec::new();
    for (view, &drop) in patch.views.iter_mut().zip(dropped) {
        let list = if drop { &mut cut } else { &mut kept };
        list.push(span(view));
        list.extend(packed_mut(view).map(|packed| span(packed)));
    }
    let cut = subtract(cut, kept);
    if cut.is_empty() {
        return;
    }
    let mut bin = Vec::with_capacity(patch.bin.len());
    let mut from = 0;
    for &(start, end) in &cut {
        bin.extend_from_slice(patch.bin.get(from..start).unwrap_or_default());
        from = end;
    }
    bin.extend_from_slice(patch.bin.get(from..).unwrap_or_default());
    patch.bin = bin;

    let mut gone = Vec::with_capacity(cut.len() + 1);
    gone.push(0);
    for (i, &(start, end)) in cut.iter().enumerate() {
        gone.push(gone[i] + end - start);
    }
    for view in &mut patch.views {
        shift(view, &cut, &gone);
        if let Some(packed) = packed_mut(view) {
            shift(packed, &cut, &gone);
        }
    }
}

/// The object that tells where a view's compressed bytes lie.
fn packed_mut(view: &mut Object) -> Option<&mut Object> {
    let extensions = object_mut(view, "extensions")?;
    let name = ["EXT_meshopt_compression", "KHR_meshopt_compression"].into_iter().find(|&n| extensions.contains_key(n));
    object_mut(extensions, name?)
}

fn span(view: &Object) -> (usize, usize) {
    let start = index(view, "byteOffset").unwrap_or(0);
    (start, start.saturating_add(index(view, "byteLength").unwrap_or(0)))
}

fn shift(view: &mut Object, cut: &[(usize, usize)], gone: &[usize]) {
    let (start, _) = span(view);
    let before = cut.partition_point(|&(_, end)| end <= start);
    if before > 0 {
        view.insert("byteOffset".to_owned(), json!(start - gone[before]));
    }
}

/// The parts of `spans` that no `kept` span touches, each shrunk to whole words; sorted, apart from each other.
fn subtract(mut spans: Vec<(usize, usize)>, mut kept: Vec<(usize, usize)>) -> Vec<(usize, usize)> {
    spans.sort_unstable();
    kept.sort_unstable();
    let mut parts: Vec<(usize, usize)> = Vec::new();
    let mut done = 0;
    let mut first = 0;
    for (start, end) in spans {
        let mut at = start.max(done);
        while kept.get(first).is_some_and(|&(_, kept_end)| kept_end <= at) {
            first += 1;
        }
        let mut next = first;
        while at < end {
            // Kept spans may lie in each other, so the one that begins first may end last.
            let (kept_start, kept_end) = kept.get(next).copied().unwrap_or((usize::MAX, usize::MAX));
            let part = (at.next_multiple_of(4), end.min(kept_start) / 4 * 4);
            if part.0 < part.1 {
                parts.push(part);
            }
            at = at.max(kept_end);
            next += 1;
        }
        done = done.max(end);
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cuts_what_only_dropped_spans_cover() {
        assert_eq!(subtract(vec![(0, 12)], vec![(12, 20)]), [(0, 12)]);
        assert_eq!(subtract(vec![(0, 30)], vec![(9, 15)]), [(0, 8), (16, 28)]);
        assert_eq!(subtract(vec![(0, 8), (4, 16)], vec![]), [(0, 8), (8, 16)]);
        assert_eq!(subtract(vec![(8, 24)], vec![(0, 40), (4, 6)]), []);
        assert_eq!(subtract(vec![(20, 24)], vec![(0, 4), (2, 3), (30, 31)]), [(20, 24)]);
    }

    #[test]
    fn entries_move_up() {
        let mut objects = vec![Object::new(); 4];
        assert_eq!(remove(&mut objects, &[true, false, true, false]), [0, 0, 1, 1]);
        assert_eq!(objects.len(), 2);
    }
}
