use gltf::json::accessor::{ComponentType, GenericComponentType, IndexComponentType, Type};
use gltf::json::validation::{Checked, USize64};
use serde::Deserialize;

use crate::{Error, file::File};

/// What is needed of glTF's accessor. The `gltf` crate's own structs also copy names, extras and bounds, each time a
/// primitive asks.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Accessor {
    buffer_view: Option<usize>,
    #[serde(default)]
    byte_offset: USize64,
    count: USize64,
    component_type: Checked<GenericComponentType>,
    #[serde(rename = "type")]
    kind: Checked<Type>,
    #[serde(default)]
    normalized: bool,
    sparse: Option<StoredSparse>,
}

#[derive(Deserialize)]
struct StoredSparse {
    count: USize64,
    indices: SparseIndices,
    values: SparseValues,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct SparseIndices {
    buffer_view: usize,
    #[serde(default)]
    byte_offset: USize64,
    component_type: Checked<IndexComponentType>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct SparseValues {
    buffer_view: usize,
    #[serde(default)]
    byte_offset: USize64,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct BufferView {
    buffer: usize,
    #[serde(default)]
    byte_offset: USize64,
    byte_length: USize64,
    byte_stride: Option<usize>,
}

/// The numbers of one accessor, checked: every element lies within the bytes that hold it.
struct Elements<'a> {
    /// None: all zero.
    data: Option<Strided<'a>>,
    sparse: Option<Sparse<'a>>,
    count: usize,
    component: ComponentType,
    normalized: bool,
}

/// `count` elements, each `stride` bytes after the one before.
struct Strided<'a> {
    bytes: &'a [u8],
    stride: usize,
}

/// Elements that stand in place of others.
struct Sparse<'a> {
    indices: Vec<usize>,
    values: Strided<'a>,
}

/// A vertex attribute's numbers. Normalised integers become 0 to 1 or −1 to 1, others stay as they are.
///
/// `from` names the part that uses the accessor, for errors. Elements shorter than `N` are filled up with `fill`.
pub(crate) fn read_floats<const N: usize>(
    file: &File<'_>,
    index: usize,
    from: &str,
    types: &[Type],
    fill: f32,
) -> Result<Vec<[f32; N]>, Error> {
    let (elements, width) = open(file, index, from, types)?;
    file.budget.charge_items::<[f32; N]>(elements.count, from)?;
    let mut out = vec![[fill; N]; elements.count];
    let decode = |slot: &mut [f32; N], bytes: Option<&[u8]>| {
        for (k, value) in slot.iter_mut().take(width).enumerate() {
            *value = bytes.map_or(0.0, |bytes| component(bytes, k, elements.component, elements.normalized));
        }
    };
    for (i, slot) in out.iter_mut().enumerate() {
        decode(slot, elements.data.as_ref().map(|data| data.element(i)));
    }
    if let Some(sparse) = &elements.sparse {
        for (i, &target) in sparse.indices.iter().enumerate() {
            decode(&mut out[target], Some(sparse.values.element(i)));
        }
    }
    Ok(out)
}

/// Triangle indices, widened to 32 bits. Not yet checked against the vertices.
pub(crate) fn read_indices(file: &File<'_>, index: usize, from: &str) -> Result<Vec<u32>, Error> {
    let (elements, _) = open(file, index, from, &[Type::Scalar])?;
    if !matches!(elements.component, ComponentType::U8 | ComponentType::U16 | ComponentType::U32) {
        return Err(Error::bad(accessor_of(from, index), "indices must be unsigned integers"));
    }
    file.budget.charge_items::<u32>(elements.count, from)?;
    let mut out: Vec<u32> = match &elements.data {
        Some(data) => (0..elements.count).map(|i| unsigned(data.element(i), elements.component)).collect(),
        None => vec![0; elements.count],
    };
    if let Some(sparse) = &elements.sparse {
        for (i, &target) in sparse.indices.iter().enumerate() {
            out[target] = unsigned(sparse.values.element(i), elements.component);
        }
    }
    Ok(out)
}

/// Whether an accessor names bytes of the file; one without is all zero, or only there in compressed form.
pub(crate) fn has_data(file: &File<'_>, index: usize, from: &str) -> Result<bool, Error> {
    let accessor: Accessor = file.part("accessors", index, from)?;
    Ok(accessor.buffer_view.is_some())
}

/// The component type of an accessor; reads nothing else.
pub(crate) fn component_type(file: &File<'_>, index: usize, from: &str) -> Result<ComponentType, Error> {
    let accessor: Accessor = file.part("accessors", index, from)?;
    match accessor.component_type {
        Checked::Valid(component) => Ok(component.0),
        Checked::Invalid => Err(Error::bad(accessor_of(from, index), "its componentType is unknown")),
    }
}

fn accessor_of(from: &str, index: usize) -> String {
    format!("accessors[{index}] ({from})")
}

fn open<'a>(file: &File<'a>, index: usize, from: &str, types: &[Type]) -> Result<(Elements<'a>, usize), Error> {
    let accessor: Accessor = file.part("accessors", index, from)?;
    let part = accessor_of(from, index);
    let component = component_type(file, index, from)?;
    let width = match accessor.kind {
        Checked::Valid(kind) if types.contains(&kind) => kind.multiplicity(),
        Checked::Valid(kind) => return Err(Error::bad(part, format!("its type {kind:?} does not fit"))),
        Checked::Invalid => return Err(Error::bad(part, "its type is unknown")),
    };
    let size = width * component.size();
    let count =
        usize::try_from(accessor.count.0).map_err(|_| Error::TooLarge { part: format!("{part} (its count)") })?;
    let data = match accessor.buffer_view {
        Some(view) => Some(strided(file, view, accessor.byte_offset.0, size, count, &part)?),
        None => None,
    };
    let sparse = match &accessor.sparse {
        Some(sparse) => Some(open_sparse(file, sparse, size, count, &part)?),
        None => None,
    };
    Ok((Elements { data, sparse, count, component, normalized: accessor.normalized }, width))
}

fn open_sparse<'a>(
    file: &File<'a>,
    sparse: &StoredSparse,
    size: usize,
    count: usize,
    part: &str,
) -> Result<Sparse<'a>, Error> {
    let part = format!("{part}.sparse");
    let Checked::Valid(kind) = &sparse.indices.component_type else {
        return Err(Error::bad(part, "its indices have an unknown componentType"));
    };
    let replaced = usize::try_from(sparse.count.0).unwrap_or(usize::MAX);
    if replaced > count {
        return Err(Error::bad(part, format!("its count of {replaced} is more than the accessor's {count}")));
    }
    let at = sparse.indices.byte_offset.0;
    let indices = strided(file, sparse.indices.buffer_view, at, kind.0.size(), replaced, &part)?;
    let values = strided(file, sparse.values.buffer_view, sparse.values.byte_offset.0, size, replaced, &part)?;
    file.budget.charge_items::<usize>(replaced, &part)?;
    let mut targets = Vec::with_capacity(replaced);
    for i in 0..replaced {
        let target = unsigned(indices.element(i), kind.0) as usize;
        if target >= count {
            return Err(Error::IndexOutOfRange { part, index: target as u64, count, of: "elements" });
        }
        targets.push(target);
    }
    Ok(Sparse { indices: targets, values })
}

impl<'a> Strided<'a> {
    fn element(&self, index: usize) -> &'a [u8] {
        &self.bytes[index * self.stride..]
    }
}

/// The bytes of `count` elements of `size` bytes in a bufferView, from `offset` on. All sums are made in 64 bits.
fn strided<'a>(
    file: &File<'a>,
    index: usize,
    offset: u64,
    size: usize,
    count: usize,
    part: &str,
) -> Result<Strided<'a>, Error> {
    let (bytes, stride) = view(file, index, &format!("{part}.bufferView"))?;
    let stride = stride.unwrap_or(size);
    if stride < size {
        return Err(Error::bad(part, format!("its stride of {stride} bytes is less than its elements' {size}")));
    }
    let held = bytes.len() as u64;
    let needed = match count {
        0 => 0,
        _ => (count as u64 - 1)
            .checked_mul(stride as u64)
            .and_then(|last| last.checked_add(offset)?.checked_add(size as u64))
            .unwrap_or(u64::MAX),
    };
    if needed > held {
        return Err(Error::OutOfBounds { part: part.to_owned(), holder: "bufferView".to_owned(), needed, held });
    }
    let bytes = usize::try_from(offset).ok().and_then(|offset| bytes.get(offset..)).unwrap_or_default();
    Ok(Strided { bytes, stride })
}

/// The bytes of a bufferView and its stride, if it has one.
pub(crate) fn view<'a>(file: &File<'a>, index: usize, from: &str) -> Result<(&'a [u8], Option<usize>), Error> {
    let view: BufferView = file.part("bufferViews", index, from)?;
    let part = format!("bufferViews[{index}]");
    file.value("buffers", view.buffer, &format!("{part}.buffer"))?;
    let buffer = file.buffers.get(view.buffer).map_or(&[][..], Vec::as_slice);
    let (start, length) = (view.byte_offset.0, view.byte_length.0);
    let end = start.saturating_add(length);
    let bytes = match (usize::try_from(start), usize::try_from(end)) {
        (Ok(start), Ok(end)) => buffer.get(start..end),
        _ => None,
    };
    let held = buffer.len() as u64;
    let bytes = bytes.ok_or(Error::OutOfBounds { part, holder: "buffer".to_owned(), needed: end, held })?;
    Ok((bytes, view.byte_stride.filter(|&stride| stride > 0)))
}

fn component(bytes: &[u8], k: usize, kind: ComponentType, normalized: bool) -> f32 {
    let at = k * kind.size();
    let bytes = &bytes[at..at + kind.size()];
    let scaled = |value: f32, largest: f32| if normalized { (value / largest).max(-1.0) } else { value };
    match (kind, bytes) {
        (ComponentType::I8, &[a]) => scaled(f32::from(i8::from_le_bytes([a])), 127.0),
        (ComponentType::U8, &[a]) => scaled(f32::from(a), 255.0),
        (ComponentType::I16, &[a, b]) => scaled(f32::from(i16::from_le_bytes([a, b])), 32767.0),
        (ComponentType::U16, &[a, b]) => scaled(f32::from(u16::from_le_bytes([a, b])), 65535.0),
        (ComponentType::F32, &[a, b, c, d]) => f32::from_le_bytes([a, b, c, d]),
        _ => scaled(unsigned(bytes, kind) as f32, u32::MAX as f32),
    }
}

fn unsigned(bytes: &[u8], kind: ComponentType) -> u32 {
    match (kind, bytes) {
        (ComponentType::U8, &[a, ..]) => u32::from(a),
        (ComponentType::U16, &[a, b, ..]) => u32::from(u16::from_le_bytes([a, b])),
        (_, &[a, b, c, d, ..]) => u32::from_le_bytes([a, b, c, d]),
        _ => 0,
    }
}
