//! Bytes to [`Model`] and back: GLB, glTF, VRM 0 and 1. Never sees the GPU.

mod accessors;
mod budget;
mod document;
mod error;
mod file;
mod glb;
mod images;
mod influences;
mod json_text;
mod materials;
mod meshes;
mod nodes;
mod normals;
mod read;
mod skinned;
mod skins;
mod space;
mod stored;
mod triangles;
mod uri;
mod vrm;
mod warnings;

use hairloom::{Model, Rigged, Style};

pub use document::Document;
pub use error::Error;
pub use read::{read, read_with};

/// A file that was read: what it holds for us, and all of it for a writer that keeps what it does not know.
#[derive(Clone, Debug)]
pub struct Asset {
    /// The file itself.
    pub document: Document,
    /// Its default scene as plain vectors.
    pub model: Model,
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
