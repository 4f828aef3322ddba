use std::fs;
use std::path::{Component, Path};

use hairloom_gltf::Asset;

use crate::error::Error;
use crate::output::parent;

/// Reads a model file, and for a glTF its companions (`.bin`, pictures) in the file's own folder or below it.
///
/// # Errors
/// [`Error::IsFolder`], [`Error::Read`], [`Error::Gltf`].
pub(crate) fn read(path: &Path) -> Result<Asset, Error> {
    let bytes = bytes(path)?;
    hairloom_gltf::read_with(&bytes, &mut |name| companion(parent(path), name))
        .map_err(|source| Error::Gltf { path: path.to_owned(), source })
}

fn bytes(path: &Path) -> Result<Vec<u8>, Error> {
    if path.is_dir() {
        return Err(Error::IsFolder { path: path.to_owned() });
    }
    fs::read(path).map_err(|source| Error::Read { path: path.to_owned(), source })
}

/// A file that a model names, unless the name, or a link on the way, leads out of `folder`: a stranger's model must not
/// reach other files.
fn companion(folder: &Path, name: &str) -> Option<Vec<u8>> {
    let name = Path::new(name);
    if !name.components().all(|step| matches!(step, Component::Normal(_) | Component::CurDir)) {
        return None;
    }
    let folder = fs::canonicalize(folder).ok()?;
    let file = fs::canonicalize(folder.join(name)).ok()?;
    if file.starts_with(&folder) && file.is_file() { fs::read(file).ok() } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn companions_lie_in_the_folder_or_below() {
        let place = tempfile::tempdir().unwrap();
        let folder = place.path().join("hair");
        fs::create_dir_all(folder.join("textures")).unwrap();
        fs::write(place.path().join("secret.bin"), "s").unwrap();
        fs::write(folder.join("髪 発.bin"), "b").unwrap();
        fs::write(folder.join("textures/a.png"), "p").unwrap();
        assert_eq!(companion(&folder, "髪 発.bin"), Some(b"b".to_vec()));
        assert_eq!(companion(&folder, "./textures/a.png"), Some(b"p".to_vec()));
        for name in ["", ".", "textures", "none.bin", "../secret.bin", "textures/../../secret.bin", "/etc/passwd"] {
            assert_eq!(companion(&folder, name), None, "{name}");
        }
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink(place.path().join("secret.bin"), folder.join("link.bin")).unwrap();
            assert_eq!(companion(&folder, "link.bin"), None);
        }
    }
}
