//! Rigging a file of ours anew finds the same hair, so it gives the same rig.
#![allow(clippy::unwrap_used, clippy::panic, clippy::print_stdout)]

use std::path::Path;

use hairloom::{GrowOptions, RigOptions, Rigged, Style};
use hairloom_gltf::{read, write, write_model};

fn check(bytes: &[u8]) {
    let asset = read(bytes).unwrap();
    let rigged = Rigged::new(&asset.model, &RigOptions { rerig: true, ..RigOptions::default() }).unwrap();
    let again = read(&write(&asset, &rigged, &Style::default()).unwrap()).unwrap();
    let anew = Rigged::new(&again.model, &RigOptions { rerig: true, ..RigOptions::default() }).unwrap();
    assert_eq!(anew.fingerprint, rigged.fingerprint);
}

#[test]
fn a_grown_bob_rigs_the_same_again() {
    check(&write_model(&hairloom::grow("bob", &GrowOptions::default()).unwrap().model));
}

#[test]
fn real_hair_rigs_the_same_again() {
    let Some(folder) = std::env::var_os("HAIRLOOM_HAIR") else {
        println!("skipped: HAIRLOOM_HAIR is not set");
        return;
    };
    check(&std::fs::read(Path::new(&folder).join("clumps/women-casual.glb")).unwrap());
}
