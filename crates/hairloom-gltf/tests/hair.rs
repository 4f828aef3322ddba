//! Every real hairstyle reads, or says that it is compressed.
#![allow(clippy::unwrap_used, clippy::panic, clippy::print_stdout)]

use std::path::{Path, PathBuf};

use hairloom_gltf::{Error, read};

fn models(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        match path.extension().and_then(|extension| extension.to_str()) {
            _ if path.is_dir() => models(&path, found),
            Some("glb" | "vrm") => found.push(path),
            _ => {}
        }
    }
}

#[test]
fn every_hairstyle_reads_or_is_compressed() {
    let Some(folder) = std::env::var_os("HAIRLOOM_HAIR") else {
        println!("skipped: HAIRLOOM_HAIR is not set");
        return;
    };
    let mut found = Vec::new();
    models(Path::new(&folder), &mut found);
    assert!(!found.is_empty());
    found.sort();
    let mut compressed = 0;
    for path in found {
        match read(&std::fs::read(&path).unwrap()) {
            Ok(asset) => {
                let (low, high) = asset.model.bounds().unwrap();
                assert!((high - low).length() < 4.0, "{}", path.display());
            }
            Err(Error::Compressed { .. } | Error::UnsupportedExtensions { .. }) => compressed += 1,
            Err(error) => panic!("{}: {error}", path.display()),
        }
    }
    assert!(compressed <= 4);
}
