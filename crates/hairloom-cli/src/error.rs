use std::any::Any;
use std::cell::RefCell;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use crate::text;

/// Why a command stopped. Each text is one line and says what is wrong with which part of what, and what to do.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Error {
    /// The command itself makes no sense.
    #[error("{}: {why}", text::path(path))]
    Usage { path: PathBuf, why: String },
    #[error("{}: it can't be read: {source}", text::path(path))]
    Read { path: PathBuf, source: io::Error },
    #[error("{}: it is a folder; name a file in it", text::path(path))]
    IsFolder { path: PathBuf },
    #[error("{}: {source}", text::path(path))]
    Gltf { path: PathBuf, source: hairloom_gltf::Error },
    #[error("{}: {source}", text::path(path))]
    Domain { path: PathBuf, source: hairloom::Error },
    /// A name or a number that the domain doesn't know.
    #[error("{0}")]
    Asked(hairloom::Error),
    #[error("{}: it has no rig yet; run `hairloom rig` on it first, then pose what that wrote", text::path(path))]
    NotRigged { path: PathBuf },
    #[error("{what}: {why}")]
    Style { what: String, why: String },
    #[error("{what}: {why}")]
    NotYet { what: String, why: &'static str },
    #[error("{}: {why}", text::path(path))]
    Folder { path: PathBuf, why: String },
    #[error("{}: it can't be written: {source}", text::path(path))]
    Write { path: PathBuf, source: io::Error },
    #[error("standard output can't be written: {0}")]
    Stdout(#[from] io::Error),
    /// A bug of ours.
    #[error("{}: internal error: {why}; this is a bug in hairloom: please report it with the file", text::path(path))]
    Internal { path: PathBuf, why: String },
    /// Told file by file before.
    #[error("{} of {} could not be rigged: {}", failed.len(), text::count(*total, "file"), failed.join(", "))]
    Failed { failed: Vec<String>, total: usize },
}

impl Error {
    pub(crate) fn usage(path: &Path, why: impl Into<String>) -> Self {
        Self::Usage { path: path.to_owned(), why: why.into() }
    }

    /// One line on standard error.
    pub(crate) fn tell(&self) {
        text::complain(&self.to_string());
    }

    /// 2 for bad usage, 1 for a bad input.
    pub(crate) fn exit_code(&self) -> ExitCode {
        ExitCode::from(match self {
            Self::Usage { .. } | Self::Asked(_) => 2,
            _ => 1,
        })
    }
}

thread_local! {
    static WHERE: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Panics are told once, in one line, by whoever catches them.
pub(crate) fn quiet_panics() {
    std::panic::set_hook(Box::new(|info| {
        let place = info.location().map(|at| format!(" at {}:{}", at.file(), at.line())).unwrap_or_default();
        WHERE.with_borrow_mut(|last| *last = place);
    }));
}

/// `work`, with a panic in it told as an error of `path`: a bug that one file wakes must not stop the others.
pub(crate) fn guarded<T>(path: &Path, work: impl FnOnce() -> Result<T, Error>) -> Result<T, Error> {
    // What `work` touched is dropped with it.
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|panic| {
        let place = WHERE.with_borrow_mut(std::mem::take);
        Err(Error::Internal { path: path.to_owned(), why: format!("{}{place}", panic_text(&*panic)) })
    })
}

fn panic_text(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<&str>().copied();
    text.or_else(|| panic.downcast_ref::<String>().map(String::as_str)).unwrap_or("an unknown panic")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_becomes_one_error_that_names_the_file() {
        quiet_panics();
        let error = guarded::<()>(Path::new("hair.glb"), || panic!("index {} of {}", 7, 3)).unwrap_err();
        let _ = std::panic::take_hook();
        let text = error.to_string();
        assert!(text.starts_with("hair.glb: internal error: index 7 of 3 at "), "{text}");
        assert_eq!(error.exit_code(), ExitCode::from(1));
    }
}
