//! Real files and small broken ones, posed and skinned: rest is rest, a turned joint moves what it should.
#![allow(clippy::unwrap_used, clippy::panic, clippy::print_stdout)]

use std::path::{Path, PathBuf};

use glam::{DVec3, Vec3};
use hairloom::{Edit, Model, Origin, Pose, RigOptions, Rigged, Skinned, Style, pose, skin};
use hairloom_gltf::read;

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

fn skinned(rigged: &Rigged, style: &Style) -> Skinned {
    let (mut posed, mut out) = (Pose::default(), Skinned::default());
    pose(&rigged.rig, style, &mut posed);
    skin(&rigged.binding, &posed, &mut out);
    out
}

fn turned(id: &str, rotation_deg: DVec3) -> Style {
    let mut style = Style::default();
    style.bones.insert(id.to_owned(), Edit { rotation_deg, ..Edit::REST });
    style
}

/// Each model of HAIRLOOM_HAIR that reads and has hair, with its rig.
fn each_hairstyle(mut f: impl FnMut(&Path, &Model, &Rigged)) {
    let Some(folder) = std::env::var_os("HAIRLOOM_HAIR") else {
        println!("skipped: HAIRLOOM_HAIR is not set");
        return;
    };
    let mut found = Vec::new();
    models(Path::new(&folder), &mut found);
    found.sort();
    let mut rigged = 0;
    for path in found {
        let Ok(asset) = read(&std::fs::read(&path).unwrap()) else { continue };
        let Ok(made) = Rigged::new(&asset.model, &RigOptions::default()) else { continue };
        rigged += 1;
        f(&path, &asset.model, &made);
    }
    assert!(rigged > 0);
}

#[test]
fn a_hairstyle_without_edits_is_skinned_to_where_it_rests() {
    each_hairstyle(|path, model, rigged| {
        let (low, high) = model.bounds().unwrap();
        let box_size = (high - low).max_element();
        let out = skinned(rigged, &Style::default());
        for (mesh, bound) in out.meshes.iter().zip(&rigged.binding.meshes) {
            let rest = &model.meshes[bound.mesh];
            // Only what a triangle uses: a stray vertex may lie a kilometre off, where f32 is coarse.
            let off = |&i: &u32| (mesh.positions[i as usize] - rest.positions[i as usize]).abs().max_element();
            let furthest = rest.indices.iter().map(off).fold(0.0, f32::max);
            assert!(furthest <= 1e-5 * box_size, "{}: {furthest} of {box_size}", path.display());
            assert!(mesh.normals.iter().all(|n| n.is_normalized()), "{}", path.display());
        }
    });
}

#[test]
fn a_turned_lock_moves_its_vertices_and_no_other_lock_s() {
    each_hairstyle(|path, _, rigged| {
        let rig = &rigged.rig;
        if rig.origin == Origin::Kept {
            return;
        }
        let rest = skinned(rigged, &Style::default());
        for (index, chain) in rig.chains.iter().enumerate().step_by(7) {
            let out = skinned(rigged, &turned(&rig.bones[chain.bones[0]].id, DVec3::new(20.0, 0.0, 30.0)));
            let mut moved = 0;
            for ((out, rest), chains) in out.meshes.iter().zip(&rest.meshes).zip(&rig.chain_of_vertex) {
                for ((out, rest), &of) in out.positions.iter().zip(&rest.positions).zip(chains) {
                    let here = usize::try_from(of).is_ok_and(|of| of == index);
                    moved += usize::from(here && out != rest);
                    assert!(here || out == rest, "{}: {} moves another lock", path.display(), chain.id);
                }
            }
            assert!(moved > 0, "{}: {} moves nothing", path.display(), chain.id);
        }
    });
}

/// The bounds that `tests/inputs/POSED.tsv` tells, from six numbers.
fn bounds(told: &str) -> (Vec3, Vec3) {
    let n: Vec<f32> = told.split_whitespace().map(|number| number.parse().unwrap()).collect();
    (Vec3::from_slice(&n), Vec3::from_slice(&n[3..]))
}

#[test]
fn a_joint_turned_by_40_degrees_gives_the_box_of_the_table() {
    let inputs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/inputs");
    let table = std::fs::read_to_string(inputs.join("POSED.tsv")).unwrap();
    let mut kept = 0;
    for line in table.lines().skip(1) {
        let columns: Vec<&str> = line.split('\t').collect();
        let (file, node) = (columns[0], columns[1].parse::<usize>().unwrap());
        let asset = read(&std::fs::read(inputs.join("files").join(file)).unwrap()).unwrap();
        let rigged = Rigged::new(&asset.model, &RigOptions::default()).unwrap();
        let Some(bone) = rigged.rig.bones.iter().find(|bone| bone.node == Some(node)) else {
            println!("{file}: node {node} is no hair bone");
            continue;
        };
        kept += 1;
        let out = skinned(&rigged, &turned(&bone.id, DVec3::new(40.0, 0.0, 0.0)));
        let four = columns[4];
        let (low, high) = bounds(if four == "same" { columns[3] } else { four });
        // The table's box is of all that the file draws; what is no hair stays at rest.
        let bound = |mesh: usize| rigged.binding.meshes.iter().position(|b| b.mesh == mesh);
        let (mut least, mut most) = (Vec3::INFINITY, Vec3::NEG_INFINITY);
        for (index, mesh) in asset.model.meshes.iter().enumerate() {
            let positions = bound(index).map_or(&mesh.positions, |b| &out.meshes[b].positions);
            for p in positions {
                (least, most) = (least.min(*p), most.max(*p));
            }
        }
        assert!(
            least.abs_diff_eq(low, 2e-3) && most.abs_diff_eq(high, 2e-3),
            "{file}: {least} {most}, not {low} {high}"
        );
    }
    assert!(kept >= 8, "{kept}");
}
