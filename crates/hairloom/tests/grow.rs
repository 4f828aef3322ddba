//! What must hold for every grown hairstyle, whatever its seed and scale.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::collections::BTreeMap;

use glam::{DVec3, Vec3};
use hairloom::{Error, GrowOptions, Grown, Mesh, grow, grow_names};
use proptest::prelude::*;

/// The head of the built-in hairstyles: centre and radii, metres.
const HEAD: (DVec3, DVec3) = (DVec3::new(0.0, 1.6, 0.0), DVec3::new(0.078, 0.105, 0.095));

fn bob(scale: f64, seed: u64) -> Grown {
    grow("bob", &GrowOptions { scale, seed }).unwrap()
}

/// One number for each place that vertices of one lock share.
fn weld(mesh: &Mesh) -> Vec<usize> {
    let mut places = BTreeMap::new();
    let key = |(p, lock): (&Vec3, &i32)| (*lock, p.to_array().map(f32::to_bits));
    let mut place = |key| {
        let next = places.len();
        *places.entry(key).or_insert(next)
    };
    mesh.positions.iter().zip(&mesh.lock_labels).map(key).map(&mut place).collect()
}

fn triangles(mesh: &Mesh) -> impl Iterator<Item = [usize; 3]> {
    mesh.indices.chunks_exact(3).map(|t| [t[0] as usize, t[1] as usize, t[2] as usize])
}

fn check_invariants(grown: &Grown) {
    let mesh = &grown.model.meshes[0];
    let count = mesh.positions.len();
    assert_eq!(grown.model.meshes.len(), 1);
    assert_eq!([mesh.normals.len(), mesh.uvs.len(), mesh.lock_labels.len(), grown.root_to_tip.len()], [count; 4]);
    assert_eq!(mesh.indices.len() % 3, 0);
    assert!(mesh.indices.iter().all(|&i| (i as usize) < count));
    assert!(mesh.positions.iter().all(|p| p.is_finite()));
    assert!(mesh.normals.iter().all(|n| (n.length() - 1.0).abs() < 1e-5));
    assert!(mesh.uvs.iter().all(|uv| uv.cmpge(glam::Vec2::ZERO).all() && uv.cmple(glam::Vec2::ONE).all()));
    assert!(mesh.material.is_some_and(|material| material < grown.model.materials.len()));
    assert!(mesh.node < grown.model.nodes.len());
}

fn check_closed_and_outward(grown: &Grown) {
    let mesh = &grown.model.meshes[0];
    let place = weld(mesh);
    let mut edges: BTreeMap<(usize, usize), i32> = BTreeMap::new();
    let mut volume = vec![0.0; grown.locks.len()];
    for [a, b, c] in triangles(mesh) {
        let lock = mesh.lock_labels[a];
        assert_eq!([lock, lock], [mesh.lock_labels[b], mesh.lock_labels[c]], "a triangle joins two locks");
        let [p, q, r] = [a, b, c].map(|i| mesh.positions[i].as_dvec3() - HEAD.0);
        volume[usize::try_from(lock).unwrap()] += p.dot(q.cross(r)) / 6.0;
        for (from, to) in [(a, b), (b, c), (c, a)] {
            *edges.entry((place[from], place[to])).or_default() += 1;
        }
    }
    for (&(from, to), &times) in &edges {
        assert_eq!((times, edges.get(&(to, from))), (1, Some(&1)), "an edge that isn't between two triangles");
    }
    assert!(volume.iter().all(|&v| v > 1e-9), "{volume:?}");
}

fn check_normals_agree_with_faces(grown: &Grown) {
    let mesh = &grown.model.meshes[0];
    let mut worst = f32::MAX;
    let (mut sum, mut corners) = (0.0, 0.0);
    for triangle in triangles(mesh) {
        let [a, b, c] = triangle.map(|i| mesh.positions[i]);
        let face = (b - a).cross(c - a).normalize_or_zero();
        for i in triangle {
            let agreement = mesh.normals[i].dot(face);
            worst = worst.min(agreement);
            sum += agreement;
            corners += 1.0;
        }
    }
    // The rim of a flat clump turns by more than a right angle, so single corners agree little.
    assert!(worst > -0.25 && sum / corners > 0.6, "worst {worst}, mean {}", sum / corners);
}

fn check_off_the_head(grown: &Grown) {
    let mesh = &grown.model.meshes[0];
    for (position, &root_to_tip) in mesh.positions.iter().zip(&grown.root_to_tip) {
        let depth = ((position.as_dvec3() - HEAD.0) / HEAD.1).length();
        // Roots sit up to 3 mm under the scalp, within the first fifth of a lock.
        let least = if root_to_tip < 0.2 { 1.0 - 0.003 / 0.078 } else { 1.0 };
        assert!(depth >= least, "{position} at {root_to_tip} of its lock stands at {depth} of the head");
    }
}

fn check_root_to_tip(grown: &Grown) {
    let mesh = &grown.model.meshes[0];
    for (label, lock) in grown.locks.iter().enumerate() {
        let of_lock: Vec<usize> =
            (0..mesh.positions.len()).filter(|&i| usize::try_from(mesh.lock_labels[i]) == Ok(label)).collect();
        assert!(of_lock.iter().all(|&i| (mesh.uvs[i].y - grown.root_to_tip[i]).abs() < 1e-6));
        let nearest = |wanted: f32| {
            let at_end = of_lock.iter().filter(|&&i| grown.root_to_tip[i] == wanted).map(|&i| mesh.positions[i]);
            let end = if wanted == 0.0 { lock.points[0] } else { lock.points[lock.points.len() - 1] };
            at_end.map(|p| (p.as_dvec3() - end).length()).fold(f64::MAX, f64::min)
        };
        assert!(nearest(0.0) < 1e-6 && nearest(1.0) < 1e-6, "lock {label} has no vertex at its root or tip");
        assert!(lock.length() > 0.04 && lock.radius > 0.001 && lock.radius < 0.04, "lock {label}: {lock:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn every_seed_grows_sound_locks(seed in any::<u64>(), scale in 0.5..4.0f64) {
        let grown = bob(scale, seed);
        check_invariants(&grown);
        check_closed_and_outward(&grown);
        check_normals_agree_with_faces(&grown);
        check_off_the_head(&grown);
        check_root_to_tip(&grown);
    }
}

#[test]
fn a_bob_has_the_size_of_a_game_hairstyle() {
    let grown = bob(1.0, 1);
    let triangles = grown.model.meshes[0].indices.len() / 3;
    assert!((8_000..=15_000).contains(&triangles), "{triangles}");
    assert!((40..=80).contains(&grown.locks.len()), "{}", grown.locks.len());
}

#[test]
fn scale_multiplies_the_triangles() {
    let count = |scale| bob(scale, 1).model.meshes[0].indices.len() as f64;
    let one = count(1.0);
    for scale in [0.5, 2.0, 10.0, 70.0, 130.0] {
        let times = count(scale) / one;
        assert!((times / scale - 1.0).abs() < 0.15, "scale {scale} gives {times} times the triangles");
    }
}

#[test]
fn the_same_seed_gives_the_same_bits_and_another_seed_others() {
    let positions = |seed| bob(1.0, seed).model.meshes.remove(0).positions;
    assert_eq!(positions(5), positions(5));
    assert_ne!(positions(5), positions(6));
}

#[test]
fn locks_off_the_middle_are_mirror_twins() {
    let grown = bob(1.0, 9);
    let mirror = |p: DVec3| DVec3::new(-p.x, p.y, p.z);
    let has_twin = |lock: &hairloom::GrownLock| {
        let tip = mirror(lock.points[lock.points.len() - 1]);
        grown.locks.iter().any(|other| (other.points[other.points.len() - 1] - tip).length() < 1e-4)
    };
    assert!(grown.locks.iter().all(has_twin));
}

#[test]
fn the_hem_leaves_the_eyes_free_and_reaches_the_jaw() {
    let grown = bob(1.0, 2);
    let positions = &grown.model.meshes[0].positions;
    // In front of the face, above the cheeks where the sides turn in: the eyes stand at 1.6, the fringe ends above them.
    let over_the_eyes = |p: &&Vec3| p.z > 0.05 && p.x.abs() < 0.045 && p.y > 1.55;
    let fringe = positions.iter().filter(over_the_eyes).map(|p| p.y).fold(f32::MAX, f32::min);
    assert!((1.603..1.63).contains(&fringe), "{fringe}");
    let lowest = positions.iter().map(|p| p.y).fold(f32::MAX, f32::min);
    assert!((1.49..1.53).contains(&lowest), "{lowest}");
}

#[test]
fn truth_tells_what_was_grown() {
    let grown = bob(1.0, 1);
    let truth = grown.truth();
    assert_eq!(truth.lock.len(), grown.model.meshes[0].positions.len());
    assert_eq!(truth.t.len(), truth.lock.len());
    assert!(truth.locks.iter().enumerate().all(|(i, lock)| lock.id == i && lock.points.len() >= 2));
    let json = serde_json::to_value(&truth).unwrap();
    assert_eq!(json["head"], serde_json::json!([0.0, 1.6, 0.0]));
    assert_eq!(json["version"], 1);
}

#[test]
fn what_cannot_be_grown_is_an_error() {
    let options = GrowOptions::default();
    let error = grow("mullet", &options).unwrap_err();
    assert!(matches!(error, Error::NoSuchHairstyle { .. }));
    assert!(error.to_string().contains("bob"), "{error}");
    for scale in [f64::NAN, 0.0, -1.0, 1e9, f64::INFINITY] {
        assert!(matches!(grow("bob", &GrowOptions { scale, ..options }), Err(Error::BadGrowScale { .. })));
    }
    assert!(grow_names().iter().all(|name| grow(name, &options).is_ok()));
}

/// How near to a viewer who looks along −`towards` each cell of a square picture of the hair is; cells of 2 mm.
struct Picture {
    right: DVec3,
    up: DVec3,
    towards: DVec3,
    nearest: Vec<f64>,
}

impl Picture {
    const CELLS: usize = 160;

    fn project(&self, p: DVec3) -> DVec3 {
        let p = p - HEAD.0;
        let half = Self::CELLS as f64 / 2.0;
        DVec3::new(p.dot(self.right) / 0.002 + half, p.dot(self.up) / 0.002 + half, p.dot(self.towards))
    }

    fn take(mesh: &Mesh, azimuth_deg: f64, height_deg: f64) -> Self {
        let (azimuth, height) = (azimuth_deg.to_radians(), height_deg.to_radians());
        let towards = DVec3::new(azimuth.sin() * height.cos(), height.sin(), azimuth.cos() * height.cos());
        let right = DVec3::new(azimuth.cos(), 0.0, -azimuth.sin());
        let nearest = vec![f64::MIN; Self::CELLS * Self::CELLS];
        let mut picture = Self { right, up: towards.cross(right), towards, nearest };
        for triangle in triangles(mesh) {
            picture.draw(triangle.map(|i| picture.project(mesh.positions[i].as_dvec3())));
        }
        picture
    }

    fn draw(&mut self, [a, b, c]: [DVec3; 3]) {
        let area = (b - a).truncate().perp_dot((c - a).truncate());
        let (low, high) = (a.min(b).min(c).floor(), a.max(b).max(c).ceil());
        for y in low.y as usize..=high.y as usize {
            for x in low.x as usize..=high.x as usize {
                let p = glam::DVec2::new(x as f64 + 0.5, y as f64 + 0.5) - a.truncate();
                let v = p.perp_dot((c - a).truncate()) / area;
                let w = (b - a).truncate().perp_dot(p) / area;
                if v >= 0.0 && w >= 0.0 && v + w <= 1.0 {
                    let cell = &mut self.nearest[y * Self::CELLS + x];
                    *cell = cell.max(a.z + v * (b.z - a.z) + w * (c.z - a.z));
                }
            }
        }
    }
}

/// Points of the scalp that hair must cover: the top, behind the fringe, the sides and the back to the nape.
fn scalp() -> impl Iterator<Item = (DVec3, DVec3)> {
    (0..60).flat_map(|i| (0..120).map(move |k| (f64::from(i) / 59.0, f64::from(k) / 120.0))).filter_map(
        |(down, around)| {
            let azimuth = around * std::f64::consts::TAU;
            let up = 1.0 - 1.35 * down;
            let level = (1.0 - up * up).sqrt();
            let unit = DVec3::new(level * azimuth.sin(), up, level * azimuth.cos());
            let face = azimuth.cos() > 60f64.to_radians().cos();
            (!face || up > 0.4).then(|| (HEAD.0 + unit * HEAD.1, (unit / HEAD.1).normalize()))
        },
    )
}

#[test]
fn no_bald_spot_from_any_side() {
    let views = (0..12).flat_map(|i| [0.0, 30.0, 60.0, 89.0].map(|height| (f64::from(i) * 30.0, height)));
    for seed in 0..3 {
        let grown = bob(1.0, seed);
        for (azimuth_deg, height_deg) in views.clone() {
            let picture = Picture::take(&grown.model.meshes[0], azimuth_deg, height_deg);
            for (point, _) in scalp().filter(|(_, normal)| normal.dot(picture.towards) > 0.05) {
                let seen = picture.project(point);
                let hair = picture.nearest[seen.y as usize * Picture::CELLS + seen.x as usize];
                assert!(hair > seen.z - 0.001, "bald at {point} from {azimuth_deg}, {height_deg} with seed {seed}");
            }
        }
    }
}

#[test]
fn the_egg_is_closed_smooth_and_inside_the_ellipsoid() {
    let mesh = hairloom::grow_head().meshes.remove(0);
    let inside = |p: &Vec3| ((p.as_dvec3() - HEAD.0) / HEAD.1).length() < 1.0 + 1e-6;
    assert!(mesh.positions.iter().all(inside));
    let mut places = BTreeMap::new();
    let mut place = |i: usize| {
        let next = places.len();
        *places.entry(mesh.positions[i].to_array().map(f32::to_bits)).or_insert(next)
    };
    let mut edges = BTreeMap::new();
    for triangle in triangles(&mesh) {
        let [a, b, c] = triangle.map(|i| mesh.positions[i]);
        let face = (b - a).cross(c - a).normalize();
        assert!(triangle.iter().all(|&i| mesh.normals[i].dot(face) > 0.97), "{face}");
        let [a, b, c] = triangle.map(&mut place);
        for edge in [(a, b), (b, c), (c, a)] {
            *edges.entry(edge).or_insert(0) += 1;
        }
    }
    assert!(edges.iter().all(|(&(from, to), &times)| times == 1 && edges.get(&(to, from)) == Some(&1)));
}
