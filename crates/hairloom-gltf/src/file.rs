use serde::Deserialize;
use serde_json::Value;

use crate::{Document, Error, budget::Budget};

/// A file while it is read: its parts by kind and index, and what memory is left for them.
///
/// The `gltf` crate's typed structs are filled one part at a time rather than from the whole root: an oddity in a part
/// that nobody reads (an animation, a camera) refuses nothing, and what is wrong is told with the part's name.
pub(crate) struct File<'a> {
    pub(crate) json: &'a Value,
    pub(crate) buffers: &'a [Vec<u8>],
    pub(crate) budget: &'a Budget,
}

impl<'a> File<'a> {
    pub(crate) fn new(document: &'a Document, budget: &'a Budget) -> Self {
        Self { json: &document.json, buffers: &document.buffers, budget }
    }

    /// All parts of a kind (`nodes`, `meshes`, …); none when the file has no such list.
    pub(crate) fn all(&self, kind: &str) -> &'a [Value] {
        self.json[kind].as_array().map_or(&[], Vec::as_slice)
    }

    /// The part `kind[index]` that `from` names.
    pub(crate) fn value(&self, kind: &str, index: usize, from: &str) -> Result<&'a Value, Error> {
        let all = self.all(kind);
        all.get(index).ok_or_else(|| Error::MissingReference {
            part: from.to_owned(),
            kind: kind.to_owned(),
            index,
            count: all.len(),
        })
    }

    /// [`File::value`] as one of the `gltf` crate's structs.
    pub(crate) fn part<T: Deserialize<'a>>(&self, kind: &str, index: usize, from: &str) -> Result<T, Error> {
        let value = self.value(kind, index, from)?;
        T::deserialize(value).map_err(|error| Error::bad(format!("{kind}[{index}]"), error.to_string()))
    }
}

/// The index that `value[key]` holds, or none when it is absent; `part` names `value`.
pub(crate) fn index(value: &Value, key: &str, part: &str) -> Result<Option<usize>, Error> {
    match value.get(key) {
        None => Ok(None),
        Some(index) => whole(index).map(Some).ok_or_else(|| Error::bad(format!("{part}.{key}"), "it is no index")),
    }
}

/// A whole number from 0 up.
pub(crate) fn whole(value: &Value) -> Option<usize> {
    value.as_u64().and_then(|number| usize::try_from(number).ok())
}

/// A name, empty when there is none.
pub(crate) fn name(value: &Value) -> String {
    value["name"].as_str().unwrap_or_default().to_owned()
}
