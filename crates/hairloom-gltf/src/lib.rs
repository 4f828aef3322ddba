//! Bytes to [`Model`] and back: GLB, glTF, VRM 0 and 1. Never sees the GPU.

use hairloom::{Model, Rigged, Style};

/// A file that was read: what it holds for us, and all of it for a writer that keeps what it does not know.
#[derive(Clone, Debug)]
pub struct Asset {
    /// The file itself.
    pub document: Document,
    /// Its default scene as plain vectors.
    pub model: Model,
}

/// The JSON and the bytes of a file, checked.
#[derive(Clone, Debug)]
pub struct Document {
    /// The glTF JSON.
    pub json: serde_json::Value,
    /// Each of the JSON's `buffers`, as long as it says.
    pub buffers: Vec<Vec<u8>>,
}

/// What can be wrong with a file.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// Neither GLB nor glTF.
    #[error("this is neither a GLB nor a glTF file")]
    NotGltf,
}

/// Reads GLB, glTF (data URIs) or VRM.
///
/// # Errors
/// One that names the part at fault.
pub fn read(bytes: &[u8]) -> Result<Asset, Error> {
    let _ = bytes;
    Err(Error::NotGltf)
}

/// A GLB with a standard skin, posed as `style` says, with what is ours in `extras`.
///
/// # Errors
/// None yet.
pub fn write(asset: &Asset, rigged: &Rigged, style: &Style) -> Result<Vec<u8>, Error> {
    let _ = (asset, rigged, style);
    Err(Error::NotGltf)
}

/// A GLB with the hair's vertices posed as `style` says, without bones.
///
/// # Errors
/// None yet.
pub fn bake(asset: &Asset, rigged: &Rigged, style: &Style) -> Result<Vec<u8>, Error> {
    let _ = (asset, rigged, style);
    Err(Error::NotGltf)
}

/// A GLB made from nothing but a model: meshes with positions, normals, texture coordinates, colours and `_LOCK`.
pub fn write_model(model: &Model) -> Vec<u8> {
    let _ = model;
    Vec::new()
}
