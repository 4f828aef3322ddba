use std::f64::consts::{FRAC_PI_2, TAU};

use glam::{DVec2, DVec3};

use super::flow::Guide;
use super::guide::{lengths, sample, tangents};
use super::recipe::{Layer, Recipe};

/// A closed, tapered tube along a guide: flat on the side of the head, arched outside, as wide as its lane.
#[derive(Clone, Debug)]
pub(crate) struct Clump {
    /// Root pole, rings from root to tip, tip pole.
    pub(crate) positions: Vec<DVec3>,
    /// Unit, smooth over the whole tube.
    pub(crate) normals: Vec<DVec3>,
    /// u runs round the tube (0 and 1 meet on the inner face), v from 0 at the root to 1 at the tip.
    pub(crate) uvs: Vec<DVec2>,
    /// Counter-clockwise from outside.
    pub(crate) triangles: Vec<[u32; 3]>,
    /// The middle of each ring from root to tip, then the tip.
    pub(crate) middles: Vec<DVec3>,
    /// The 95th percentile of the distance of a ring's corners from its middle, metres.
    pub(crate) radius: f64,
}

/// How finely a clump is built.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fineness {
    /// Rings from root to tip, at least 2; the tip is a point beyond the last.
    pub(crate) rings: usize,
    /// Corners of a ring, at least 3.
    pub(crate) sides: usize,
}

/// Lays a clump along `guide`.
pub(crate) fn clump(recipe: &Recipe, layer: &Layer, guide: &Guide, fineness: Fineness) -> Clump {
    let Fineness { rings, sides } = fineness;
    let at: Vec<f64> = (0..=rings).map(|ring| ring_place(ring as f64 / rings as f64)).collect();
    let corners: Vec<Vec<DVec3>> = ring_corners(recipe, layer, guide, &at, sides);
    let mut middles: Vec<DVec3> = corners.iter().map(|ring| ring.iter().sum::<DVec3>() / sides as f64).collect();
    let tip = guide.points[guide.points.len() - 1];
    let radius = radius(&corners, &middles);
    middles.push(tip);
    let normals = smooth_normals(&corners, middles[0], tip);
    let mut clump = Clump {
        positions: Vec::new(),
        normals: Vec::new(),
        uvs: Vec::new(),
        triangles: triangles(rings, sides),
        middles,
        radius,
    };
    let u = |side: f64| side / sides as f64;
    // Each triangle at a pole has a corner of its own there, so that its texture runs straight to the tip.
    for side in 0..sides {
        clump.push(clump.middles[0], normals.root, DVec2::new(u(side as f64 + 0.5), 0.0));
    }
    for (ring, corners) in corners.iter().enumerate() {
        for side in 0..=sides {
            let corner = side % sides;
            clump.push(corners[corner], normals.rings[ring][corner], DVec2::new(u(side as f64), at[ring]));
        }
    }
    for side in 0..sides {
        clump.push(tip, normals.tip, DVec2::new(u(side as f64 + 0.5), 1.0));
    }
    clump
}

impl Clump {
    fn push(&mut self, position: DVec3, normal: DVec3, uv: DVec2) {
        self.positions.push(position);
        self.normals.push(normal);
        self.uvs.push(uv);
    }
}

/// Where on the length a ring lies, 0..=1 to 0..=1: spaced by 0.7 of the even step at the root, where the lock rises, by
/// 0.35 at the tip, which is round, and wider between.
fn ring_place(x: f64) -> f64 {
    x * (0.7 + x * (1.25 - 0.95 * x))
}

/// The corners of every ring but the tip, in model space.
fn ring_corners(recipe: &Recipe, layer: &Layer, guide: &Guide, at: &[f64], sides: usize) -> Vec<Vec<DVec3>> {
    let places = sample(&guide.points, at);
    let directions = sample_directions(&guide.points, at);
    let length = lengths(&guide.points)[guide.points.len() - 1];
    let last = (guide.half_room.len() - 1) as f64;
    let ring = |ring: usize| {
        let (t, place, direction) = (at[ring], places[ring], directions[ring]);
        let normal = recipe.head.hair_normal(place);
        let side = direction.cross(normal).try_normalize().unwrap_or(DVec3::X);
        let out = side.cross(direction);
        // t is in 0..1, so the index is in range.
        let half_room = guide.half_room[(t * last) as usize];
        let half_width = half_room * layer.overlap * layer.taper.at(t);
        let height = (half_width * layer.bulge).min(layer.thickness);
        // Twice the head's mean radius: x²/2r is how far a circle falls off its tangent.
        let bend = recipe.head.radii.x + recipe.head.radii.z;
        let clearance = recipe.rise(0.0005, t * length);
        let corner = |corner: usize| {
            let (sin, cos) = libm::sincos(TAU * corner as f64 / sides as f64 - FRAC_PI_2);
            let across = half_width * cos;
            // A lens: a parabola outside, nearly flat inside, the whole section bent round the head.
            let up = height * if sin > 0.0 { sin * sin } else { 0.25 * sin } - across * across / bend;
            recipe.head.push_out(place + side * across + out * up, clearance)
        };
        (0..sides).map(corner).collect()
    };
    (0..at.len() - 1).map(ring).collect()
}

/// Unit directions of a curve at fractions of its length.
fn sample_directions(points: &[DVec3], at: &[f64]) -> Vec<DVec3> {
    let directions = tangents(points);
    let last = points.len() - 1;
    let pick = |&t: &f64| directions[((t * last as f64) as usize).min(last)];
    at.iter().map(pick).collect()
}

/// The 95th percentile of how far corners lie from the middle of their ring.
fn radius(corners: &[Vec<DVec3>], middles: &[DVec3]) -> f64 {
    let distances = |(ring, &middle): (&Vec<DVec3>, &DVec3)| -> Vec<f64> {
        ring.iter().map(|corner| (*corner - middle).length()).collect()
    };
    let mut all: Vec<f64> = corners.iter().zip(middles).flat_map(distances).collect();
    all.sort_by(f64::total_cmp);
    all[(all.len() - 1) * 95 / 100]
}

/// Normals of the two poles and of every ring's corners.
struct SmoothNormals {
    root: DVec3,
    rings: Vec<Vec<DVec3>>,
    tip: DVec3,
}

/// The sum of the face normals round each corner, weighed by the angle of the face there, so that it doesn't depend on
/// how quads are cut into triangles.
fn smooth_normals(corners: &[Vec<DVec3>], root: DVec3, tip: DVec3) -> SmoothNormals {
    let (rings, sides) = (corners.len(), corners[0].len());
    let position = |index: usize| match index {
        0 => root,
        i if i > rings * sides => tip,
        i => corners[(i - 1) / sides][(i - 1) % sides],
    };
    let mut sums = vec![DVec3::ZERO; rings * sides + 2];
    for triangle in welded_triangles(rings, sides) {
        let [a, b, c] = triangle.map(position);
        let face = (b - a).cross(c - a).normalize_or_zero();
        for (index, (next, before)) in triangle.into_iter().zip([(b - a, c - a), (c - b, a - b), (a - c, b - c)]) {
            let angle = libm::atan2(next.cross(before).length(), next.dot(before));
            sums[index] += face * angle;
        }
    }
    let unit = |i: usize| sums[i].try_normalize().unwrap_or(DVec3::Y);
    SmoothNormals {
        root: unit(0),
        rings: (0..rings).map(|ring| (0..sides).map(|side| unit(1 + ring * sides + side)).collect()).collect(),
        tip: unit(rings * sides + 1),
    }
}

/// The triangles over one number for each place: 0 the root pole, then ring by ring, then the tip pole.
fn welded_triangles(rings: usize, sides: usize) -> Vec<[usize; 3]> {
    let corner = |ring: usize, side: usize| 1 + ring * sides + side % sides;
    quilt(rings, sides, |_| 0, corner, |_| 1 + rings * sides)
}

/// The same triangles over the vertices as stored: poles and the seam are there several times.
fn triangles(rings: usize, sides: usize) -> Vec<[u32; 3]> {
    let corner = |ring: usize, side: usize| sides + ring * (sides + 1) + side;
    let tip = |side: usize| sides + rings * (sides + 1) + side;
    // Fineness is bounded by the largest scale, far below u32::MAX vertices.
    let stored = |triangle: [usize; 3]| triangle.map(|index| index as u32);
    quilt(rings, sides, |side| side, corner, tip).into_iter().map(stored).collect()
}

/// A fan at the root, quads between rings, a fan at the tip.
fn quilt(
    rings: usize,
    sides: usize,
    root: impl Fn(usize) -> usize,
    corner: impl Fn(usize, usize) -> usize,
    tip: impl Fn(usize) -> usize,
) -> Vec<[usize; 3]> {
    let mut triangles = Vec::with_capacity(2 * rings * sides);
    triangles.extend((0..sides).map(|side| [root(side), corner(0, side), corner(0, side + 1)]));
    for ring in 0..rings - 1 {
        for side in 0..sides {
            let [a, b] = [corner(ring, side), corner(ring, side + 1)];
            let [c, d] = [corner(ring + 1, side), corner(ring + 1, side + 1)];
            triangles.extend([[a, c, b], [b, c, d]]);
        }
    }
    triangles.extend((0..sides).map(|side| [corner(rings - 1, side), tip(side), corner(rings - 1, side + 1)]));
    triangles
}
