//! Files are written whole or not at all: beside their place first, then moved onto it.

use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use crate::error::Error;

/// A file that is written but not yet in its place. Dropping it leaves nothing behind.
#[derive(Debug)]
pub(crate) struct Staged {
    target: PathBuf,
    content: Content,
}

#[derive(Debug)]
enum Content {
    /// Beside the target, to be moved onto it.
    Beside(NamedTempFile),
    /// For a target that is no plain file (a pipe, /dev/null): written straight into it.
    Straight(Vec<u8>),
}

impl Staged {
    /// Not a pipe or a device.
    pub(crate) fn is_plain_file(&self) -> bool {
        matches!(self.content, Content::Beside(_))
    }
}

/// Writes `bytes` beside `target`.
///
/// # Errors
/// [`Error::Write`] where the folder can't be written or the disk is full.
pub(crate) fn stage(target: &Path, bytes: Vec<u8>) -> Result<Staged, Error> {
    let error = |source| Error::Write { path: target.to_owned(), source };
    if fs::metadata(target).is_ok_and(|meta| !meta.is_file() && !meta.is_dir()) {
        return Ok(Staged { target: target.to_owned(), content: Content::Straight(bytes) });
    }
    // A link is followed, so that what it points to is replaced and not the link.
    let real = fs::canonicalize(target).unwrap_or_else(|_| target.to_owned());
    let mut file = beside(&real).map_err(error)?;
    file.write_all(&bytes).map_err(error)?;
    Ok(Staged { target: real, content: Content::Beside(file) })
}

fn beside(target: &Path) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".hairloom-").suffix(".part");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        // As any new file, less what the umask takes; the default is for the owner's eyes only.
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    builder.tempfile_in(parent(target))
}

/// Puts all of `files` in their places: pipes and devices first, since writing into them can still fail.
///
/// # Errors
/// [`Error::Write`]; then what was placed before is taken away again, and what stood there before is back.
pub(crate) fn commit(files: Vec<Staged>) -> Result<(), Error> {
    let (plain, straight): (Vec<Staged>, Vec<Staged>) = files.into_iter().partition(Staged::is_plain_file);
    let mut placed: Vec<(PathBuf, Option<NamedTempFile>)> = Vec::new();
    for Staged { target, content } in straight.into_iter().chain(plain) {
        let moved = match content {
            Content::Beside(file) => place(file, &target).map(|before| placed.push((target.clone(), before))),
            Content::Straight(bytes) => write_straight(&target, &bytes),
        };
        if let Err(source) = moved {
            for (path, before) in placed {
                // The error that stopped us is the one to tell.
                let _ = match before {
                    Some(before) => before.persist(&path).map(drop).map_err(|e| e.error),
                    None => fs::remove_file(path),
                };
            }
            return Err(Error::Write { path: target, source });
        }
    }
    Ok(())
}

/// Moves a file onto its target, and gives back what stood there.
fn place(file: NamedTempFile, target: &Path) -> io::Result<Option<NamedTempFile>> {
    let before = match fs::File::open(target) {
        Ok(mut old) => {
            let mut copy = beside(target)?;
            io::copy(&mut old, &mut copy)?;
            Some(copy)
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(error),
    };
    file.persist(target).map_err(|e| e.error)?;
    Ok(before)
}

fn write_straight(target: &Path, bytes: &[u8]) -> io::Result<()> {
    match fs::OpenOptions::new().write(true).open(target)?.write_all(bytes) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        other => other,
    }
}

/// Says before any work whether `target` can be the file that a command writes.
///
/// # Errors
/// Bad usage for a folder, for a name that ends in `.gltf` (what is written is binary) and for one of `taken`;
/// [`Error::Folder`] where the folder it would lie in does not exist.
pub(crate) fn check(target: &Path, taken: &[&Path]) -> Result<(), Error> {
    if target.is_dir() {
        return Err(Error::usage(target, "it is a folder; name the file to write in it"));
    }
    if target.extension().is_some_and(|e| e.eq_ignore_ascii_case("gltf")) {
        return Err(Error::usage(target, "what is written is a binary glTF; give it a name that ends in .glb"));
    }
    if taken.iter().any(|other| same(target, other)) {
        return Err(Error::usage(target, "it is named twice; name another file to write, so that neither is lost"));
    }
    let folder = parent(target);
    if folder.is_dir() {
        return Ok(());
    }
    let why = format!("its folder {} does not exist; make the folder or name another file", crate::text::path(folder));
    Err(Error::Folder { path: target.to_owned(), why })
}

/// Whether two paths lead to the same file or folder, or would once written.
pub(crate) fn same(a: &Path, b: &Path) -> bool {
    real(a) == real(b)
}

fn real(path: &Path) -> PathBuf {
    fs::canonicalize(path).unwrap_or_else(|_| match (fs::canonicalize(parent(path)), path.file_name()) {
        (Ok(folder), Some(name)) => folder.join(name),
        _ => path.to_owned(),
    })
}

/// The folder that `path` lies in.
pub(crate) fn parent(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_dropped_leaves_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let staged = stage(&folder.path().join("a.glb"), vec![1, 2, 3]).unwrap();
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
        drop(staged);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    }

    #[test]
    fn a_file_that_cannot_be_placed_takes_the_others_with_it() {
        let folder = tempfile::tempdir().unwrap();
        let (good, bad) = (folder.path().join("a.glb"), folder.path().join("b.json"));
        let staged = vec![stage(&good, vec![1]).unwrap(), stage(&bad, vec![2]).unwrap()];
        fs::create_dir(&bad).unwrap();
        fs::write(bad.join("x"), "").unwrap();
        assert!(commit(staged).is_err());
        assert!(!good.exists());
    }

    #[test]
    fn paths_are_compared_by_where_they_lead() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("a"), "").unwrap();
        let dotted = folder.path().join(".");
        assert!(same(&folder.path().join("a"), &dotted.join("a")));
        assert!(same(&folder.path().join("new"), &dotted.join("new")));
        assert!(!same(&folder.path().join("a"), &folder.path().join("new")));
    }
}
