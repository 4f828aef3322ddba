//! How long an edit takes to show on the CPU: posing, and skinning every vertex of a grown bob.
#![allow(clippy::unwrap_used)]

use divan::Bencher;
use divan::counter::ItemsCount;
use glam::DVec3;
use hairloom::{Edit, GrowOptions, Pose, RigOptions, Rigged, Skinned, Style, grow};

fn main() {
    divan::main();
}

/// The bob at this scale, with every bone edited.
fn styled(scale: f64) -> (Rigged, Style) {
    let model = grow("bob", &GrowOptions { scale, ..GrowOptions::default() }).unwrap().model;
    let rigged = Rigged::new(&model, &RigOptions::default()).unwrap();
    let edit = Edit {
        translation: DVec3::splat(0.004),
        rotation_deg: DVec3::new(8.0, -5.0, 3.0),
        scale: DVec3::new(1.1, 0.9, 1.0),
    };
    let mut style = Style::default();
    style.bones.extend(rigged.rig.bones.iter().map(|bone| (bone.id.clone(), edit)));
    (rigged, style)
}

#[divan::bench]
fn pose(bencher: Bencher) {
    let (rigged, style) = styled(1.0);
    let mut posed = Pose::default();
    bencher
        .counter(ItemsCount::new(rigged.rig.bones.len()))
        .bench_local(|| hairloom::pose(&rigged.rig, divan::black_box(&style), &mut posed));
}

#[divan::bench(args = [1.0, 10.0])]
fn skin(bencher: Bencher, scale: f64) {
    let (rigged, style) = styled(scale);
    let (mut posed, mut skinned) = (Pose::default(), Skinned::default());
    hairloom::pose(&rigged.rig, &style, &mut posed);
    let vertices: usize = rigged.binding.meshes.iter().map(|mesh| mesh.positions.len()).sum();
    bencher
        .counter(ItemsCount::new(vertices))
        .bench_local(|| hairloom::skin(divan::black_box(&rigged.binding), &posed, &mut skinned));
}
