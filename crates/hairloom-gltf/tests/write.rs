//! What is written reads back: at rest, posed and baked, for every input that loads and for real hairstyles.
#![allow(clippy::unwrap_used, clippy::panic, clippy::print_stdout)]

use std::path::{Path, PathBuf};

use glam::{DVec3, Vec3};
use hairloom::{Edit, Model, Origin, Pose, RigOptions, Rigged, Skinned, Style, existing_rig, find_hair};
use hairloom_gltf::{Asset, bake, read, write, write_model};

/// Each mesh's name for messages, vertices and which of them a triangle uses.
type Cloud = (Vec<Vec3>, Vec<bool>);

fn clouds(model: &Model) -> Vec<Cloud> {
    let cloud = |mesh: &hairloom::Mesh| {
        let mut used = vec![false; mesh.positions.len()];
        mesh.indices.iter().for_each(|&i| used[i as usize] = true);
        (mesh.positions.clone(), used)
    };
    model.meshes.iter().map(cloud).collect()
}

/// The greatest distance of a used vertex from where it is expected. Meshes may come in another order, and there may be
/// others.
fn distance(expected: &[Cloud], found: &[Cloud]) -> f32 {
    assert!(expected.len() <= found.len());
    let mut left: Vec<usize> = (0..found.len()).collect();
    let mut worst = 0.0_f32;
    for (positions, used) in expected {
        let apart = |&other: &usize| {
            let (other, also_used) = &found[other];
            if other.len() != positions.len() || used != also_used {
                return f32::INFINITY;
            }
            let pairs = positions.iter().zip(other).zip(used).filter(|(_, used)| **used);
            pairs.map(|((a, b), _)| a.distance(*b)).fold(0.0, f32::max)
        };
        let (place, apart) = left.iter().map(apart).enumerate().min_by(|a, b| a.1.total_cmp(&b.1)).unwrap();
        left.remove(place);
        worst = worst.max(apart);
    }
    worst
}

fn diagonal(clouds: &[Cloud]) -> f32 {
    let used = |(positions, used): &Cloud| -> Vec<Vec3> {
        positions.iter().zip(used).filter(|(_, used)| **used).map(|(p, _)| *p).collect()
    };
    let all: Vec<Vec3> = clouds.iter().flat_map(used).collect();
    let low = all.iter().fold(Vec3::INFINITY, |low, p| low.min(*p));
    let high = all.iter().fold(Vec3::NEG_INFINITY, |high, p| high.max(*p));
    (high - low).length()
}

/// Every second bone three tenths of the way to its greatest edit. Few are scaled, as scales multiply along a chain.
fn some_style(rigged: &Rigged) -> Style {
    let mut style = Style { rig: Some(rigged.fingerprint), ..Style::default() };
    for (index, bone) in rigged.rig.bones.iter().enumerate().skip(1).step_by(2) {
        let max = bone.limits.max;
        let larger = if index % 32 == 1 { 0.3 * (max.scale - DVec3::ONE) } else { DVec3::ZERO };
        let edit = Edit {
            translation: 0.3 * max.translation,
            rotation_deg: 0.3 * max.rotation_deg,
            scale: DVec3::ONE + larger,
        };
        if !edit.is_rest() {
            style.bones.insert(bone.id.clone(), edit);
        }
    }
    style
}

/// The model's meshes with the hair skinned by the CPU.
fn posed_clouds(model: &Model, rigged: &Rigged, style: &Style) -> Vec<Cloud> {
    let mut pose = Pose::default();
    hairloom::pose(&rigged.rig, style, &mut pose);
    let mut skinned = Skinned::default();
    hairloom::skin(&rigged.binding, &pose, &mut skinned);
    let mut clouds = clouds(model);
    for (hair, skinned) in rigged.rig.hair.iter().zip(skinned.meshes) {
        clouds[hair.mesh].0 = skinned.positions;
    }
    clouds
}

/// The same bytes with extras that are not ours, so that the reader sees the nodes as they stand.
fn disguised(glb: &[u8]) -> Vec<u8> {
    let mut glb = glb.to_vec();
    let key = b"\"hairloom\":{";
    let places: Vec<usize> = (0..glb.len() - key.len()).filter(|&at| glb[at..].starts_with(key)).collect();
    assert!(!places.is_empty());
    places.into_iter().for_each(|at| glb[at + 5] = b'0');
    glb
}

fn check_round_trip(asset: &Asset, name: &str) {
    let rigged = match Rigged::new(&asset.model, &RigOptions::default()) {
        Ok(rigged) => rigged,
        Err(error) => return println!("{name}: {error}"),
    };
    let style = some_style(&rigged);
    let rest = clouds(&asset.model);
    let size = diagonal(&rest).max(1e-6);

    let written = write(asset, &rigged, &Style::default()).unwrap();
    assert_eq!(written, write(asset, &rigged, &Style::default()).unwrap(), "{name}: not the same bytes twice");
    let again = read(&written).unwrap_or_else(|error| panic!("{name}: {error}"));
    let apart = distance(&rest, &clouds(&again.model));
    assert!(apart <= 1e-6 * size, "{name}: {apart} of {size} apart at rest");

    let posed = write(asset, &rigged, &style).unwrap();
    let again = read(&posed).unwrap();
    let apart = distance(&rest, &clouds(&again.model));
    assert!(apart <= 1e-6 * size, "{name}: {apart} of {size} apart when the pose is taken out");
    check_stored(&again.model, &rigged, &style, name);

    let shown = posed_clouds(&asset.model, &rigged, &style);
    let reach = diagonal(&shown).max(size);
    let hair: Vec<Cloud> = rigged.rig.hair.iter().map(|hair| shown[hair.mesh].clone()).collect();
    let apart = distance(&hair, &clouds(&read(&disguised(&posed)).unwrap().model));
    assert!(apart <= 1e-5 * reach, "{name}: {apart} of {reach} apart posed");

    let baked = bake(asset, &rigged, &style).unwrap();
    let again = read(&baked).unwrap();
    let apart = distance(&shown, &clouds(&again.model));
    assert!(apart <= 1e-5 * reach, "{name}: {apart} of {reach} apart baked");
    assert_eq!(again.model.meshes.len(), asset.model.meshes.len());
    assert!(again.model.stored.is_none());
    if let Ok(hair) = find_hair(&again.model, &RigOptions::default()) {
        assert!(existing_rig(&again.model, &hair).is_none(), "{name}: hair has bones yet");
    }
    if rigged.rig.origin == Origin::Made {
        let skinned = again.model.meshes.iter().filter(|mesh| mesh.skinning.is_some()).count();
        assert!(skinned + rigged.rig.hair.len() <= asset.model.meshes.len(), "{name}: hair has a skin yet");
    }
}

fn check_stored(model: &Model, rigged: &Rigged, style: &Style, name: &str) {
    let stored = model.stored.as_ref().unwrap_or_else(|| panic!("{name}: {:?}", model.warnings));
    assert_eq!(stored.fingerprint, Some(rigged.fingerprint));
    assert_eq!(stored.origin, rigged.rig.origin);
    assert_eq!(stored.style.as_ref(), Some(style).filter(|style| !style.is_rest()), "{name}");
    let bones = rigged.rig.bones.iter().filter(|bone| rigged.rig.origin == Origin::Made || bone.node.is_some());
    let bones: Vec<_> = bones.collect();
    assert_eq!(stored.bones.len(), bones.len());
    for (stored, bone) in stored.bones.iter().zip(bones) {
        assert_eq!((&stored.id, stored.region, stored.length), (&bone.id, bone.region, bone.length));
        assert_eq!(stored.limits, Some(bone.limits));
        let moved = hairloom::posed_trs(&rigged.rig, style)[rigged.rig.bone(&bone.id).unwrap()] != bone.rest;
        assert_eq!(stored.rest.is_some(), moved, "{name}: {}", bone.id);
    }
}

fn models(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            match path.extension().and_then(|extension| extension.to_str()) {
                _ if path.is_dir() => folders.push(path),
                Some("glb" | "gltf" | "vrm") => found.push(path),
                _ => {}
            }
        }
    }
    found.sort();
    found
}

fn check_all(folder: &Path) -> usize {
    let mut checked = 0;
    for path in models(folder) {
        if let Ok(asset) = read(&std::fs::read(&path).unwrap()) {
            check_round_trip(&asset, &path.display().to_string());
            checked += 1;
        }
    }
    checked
}

#[test]
fn every_input_that_loads_comes_back() {
    let checked = check_all(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/inputs/files"));
    assert!(checked >= 50, "{checked}");
}

#[test]
fn every_hairstyle_comes_back() {
    let Some(folder) = std::env::var_os("HAIRLOOM_HAIR") else {
        println!("skipped: HAIRLOOM_HAIR is not set");
        return;
    };
    assert!(check_all(Path::new(&folder)) > 0);
}

#[test]
fn a_grown_model_comes_back_whole() {
    let grown = hairloom::grow("bob", &hairloom::GrowOptions::default()).unwrap();
    let glb = write_model(&grown.model);
    assert_eq!(glb, write_model(&grown.model));
    let again = read(&glb).unwrap().model;
    let (before, after) = (&grown.model.meshes[0], &again.meshes[0]);
    assert_eq!(before.positions, after.positions);
    assert_eq!(before.indices, after.indices);
    assert_eq!((&before.uvs, &before.colours), (&after.uvs, &after.colours));
    assert_eq!(before.lock_labels, after.lock_labels);
    assert_eq!(grown.model.materials[0].name, again.materials[0].name);
    let turned = before.normals.iter().zip(&after.normals).map(|(a, b)| a.distance(*b)).fold(0.0, f32::max);
    assert!(turned < 1e-6);
}

/// A rig of ours that was written and read is found again, and posing it changes the pose alone.
#[test]
fn a_written_rig_is_posed_in_place() {
    let grown = hairloom::grow("bob", &hairloom::GrowOptions::default()).unwrap();
    let asset = read(&write_model(&grown.model)).unwrap();
    let rigged = Rigged::new(&asset.model, &RigOptions::default()).unwrap();
    let rest = write(&asset, &rigged, &Style::default()).unwrap();
    let style = some_style(&rigged);
    let posed = read(&write(&asset, &rigged, &style).unwrap()).unwrap();
    let again = Rigged::new(&posed.model, &RigOptions::default()).unwrap();
    assert_eq!(again.fingerprint, rigged.fingerprint);
    assert_eq!(write(&posed, &again, &Style::default()).unwrap(), rest);
    let baked = read(&bake(&posed, &again, &style).unwrap()).unwrap();
    assert_eq!((baked.model.nodes.len(), baked.model.skins.len()), (1, 0));
    let shown = posed_clouds(&asset.model, &rigged, &style);
    assert!(distance(&shown, &clouds(&baked.model)) <= 1e-5 * diagonal(&shown));
}
