use std::fs;
use std::path::Path;

use hairloom_gltf::Asset;

use crate::error::Error;

/// Reads a model file.
///
/// # Errors
/// [`Error::IsFolder`], [`Error::Read`], [`Error::Gltf`].
pub(crate) fn read(path: &Path) -> Result<Asset, Error> {
    let bytes = bytes(path)?;
    hairloom_gltf::read(&bytes).map_err(|source| Error::Gltf { path: path.to_owned(), source })
}

fn bytes(path: &Path) -> Result<Vec<u8>, Error> {
    if path.is_dir() {
        return Err(Error::IsFolder { path: path.to_owned() });
    }
    fs::read(path).map_err(|source| Error::Read { path: path.to_owned(), source })
}
