//! Bytes to [`Model`] and back: GLB, glTF, VRM 0 and 1. Never sees the GPU.

mod accessors;
mod budget;
mod companions;
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
mod write;

use hairloom::Model;

pub use document::Document;
pub use error::Error;
pub use read::{read, read_with};
pub use write::{bake, write, write_model};

/// A file that was read: what it holds for us, and all of it for a writer that keeps what it does not know.
#[derive(Clone, Debug)]
pub struct Asset {
    /// The file itself.
    pub document: Document,
    /// Its default scene as plain vectors.
    pub model: Model,
}
