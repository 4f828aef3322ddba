//! Runs `hairloom` as a person does.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;
use tempfile::TempDir;

/// What a run gave.
pub(crate) struct Run {
    pub(crate) status: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Run {
    pub(crate) fn of(output: &Output) -> Self {
        Self {
            status: output.status.code().expect("hairloom ended by itself"),
            stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
            stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
        }
    }

    /// Exit status 0.
    #[track_caller]
    pub(crate) fn good(self) -> Self {
        assert_eq!(self.status, 0, "{}", self.stderr);
        self
    }

    /// This exit status, nothing on standard output and one line on standard error, which holds `words`.
    #[track_caller]
    pub(crate) fn bad(self, status: i32, words: &[&str]) -> Self {
        assert_eq!(self.status, status, "{}{}", self.stdout, self.stderr);
        assert_eq!(self.stdout, "");
        assert!(self.stderr.starts_with("hairloom: "), "{}", self.stderr);
        assert_eq!(self.stderr.matches('\n').count(), 1, "{}", self.stderr);
        assert!(self.stderr.ends_with('\n'));
        for word in words {
            assert!(self.stderr.contains(word), "{word:?} is not in {}", self.stderr);
        }
        self
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.stdout).expect("standard output is JSON")
    }
}

/// `hairloom ARGS`.
pub(crate) fn hairloom<A: AsRef<OsStr>>(args: &[A]) -> Run {
    Run::of(&command().args(args).output().expect("hairloom starts"))
}

pub(crate) fn command() -> Command {
    Command::new(env!("CARGO_BIN_EXE_hairloom"))
}

/// A folder for one test.
pub(crate) struct Place(TempDir);

impl Place {
    pub(crate) fn new() -> Self {
        Self(TempDir::new().expect("a folder for the test"))
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub(crate) fn write(&self, name: &str, bytes: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path(name);
        std::fs::write(&path, bytes).expect("the test's folder can be written");
        path
    }

    pub(crate) fn json(&self, name: &str) -> Value {
        serde_json::from_slice(&std::fs::read(self.path(name)).expect("the file is there")).expect("it is JSON")
    }

    /// A grown hairstyle, `bob.glb`.
    pub(crate) fn bob(&self) -> PathBuf {
        let path = self.path("bob.glb");
        hairloom(&["grow", "bob", "-o", text(&path)]).good();
        path
    }

    /// The names in it, sorted.
    pub(crate) fn names(&self) -> Vec<String> {
        names(self.0.path())
    }
}

/// The names in `folder`, hidden ones too, sorted.
pub(crate) fn names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).expect("the folder is there");
    let mut names: Vec<String> =
        entries.map(|entry| entry.expect("it can be listed").file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

/// Shorter than `path.to_str().unwrap()`.
pub(crate) fn text(path: &Path) -> &str {
    path.to_str().expect("the test's paths are text")
}
