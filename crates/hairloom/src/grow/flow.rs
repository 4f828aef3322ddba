use glam::{DVec2, DVec3};

use super::guide::{bend, lengths, resample};
use super::profile::smooth;
use super::recipe::Recipe;
use super::scatter::Seedling;

/// Points of a guide; enough that a polyline's corners don't show through the finest mesh.
const POINTS: usize = 160;

/// How a lock lies: its middle line and half the room it has, at [`POINTS`] places even along its length.
#[derive(Clone, Debug)]
pub(crate) struct Guide {
    /// Root to tip; the inner face of the lock.
    pub(crate) points: Vec<DVec3>,
    /// Half the distance between the edges of its lane, metres.
    pub(crate) half_room: Vec<f64>,
}

/// The guide of a lock: combed from the parting over the head, falling free below its middle, cut at the hem, its end
/// bent towards the head.
pub(crate) fn flow(recipe: &Recipe, seedling: &Seedling) -> Guide {
    let comb_at = |azimuth: f64| resample(&comb(recipe, seedling, azimuth), POINTS);
    let low = comb_at(seedling.azimuth - seedling.half_span);
    let high = comb_at(seedling.azimuth + seedling.half_span);
    let half_room = low.iter().zip(&high).map(|(a, b)| (*b - *a).length() / 2.0).collect();
    let mut points = comb_at(seedling.azimuth);
    // Where it falls, "in" is towards the head and "along" goes round it.
    let (sin, cos) = libm::sincos(seedling.azimuth);
    let (out, along) = (DVec3::new(sin, 0.0, cos), DVec3::new(cos, 0.0, -sin));
    let length = lengths(&points)[POINTS - 1];
    bend(&mut points, out, length / 2.0, seedling.sway);
    let tuck = recipe.tuck;
    if seedling.fringe {
        bend(&mut points, along, tuck.fringe_length, tuck.fringe_angle_deg.to_radians());
    } else {
        bend(&mut points, along, tuck.length, tuck.angle_deg.to_radians());
    }
    Guide { points, half_room }
}

/// The curve of hair that falls at `azimuth`, down to the lock's hem.
///
/// Seen from above it runs straight from its root at the parting to the head's rim, so that curves of rising azimuth
/// never cross; in the head's own measure that is an arc of a circle, which reaches the rim pointing straight down.
fn comb(recipe: &Recipe, seedling: &Seedling, azimuth: f64) -> Vec<DVec3> {
    const ARC: usize = 96;
    const FALL: usize = 32;
    let (sin, cos) = libm::sincos(azimuth);
    let (root, rim) = (root_in_plan(recipe, seedling, azimuth), DVec2::new(sin, cos));
    let way = (rim - root).normalize_or(rim);
    let from_foot = root.dot(way);
    let foot = root - way * from_foot;
    let radius = (1.0 - foot.length_squared()).sqrt();
    let start = libm::asin((from_foot / radius).clamp(-1.0, 1.0));
    let shell = shell_height(recipe, azimuth) + seedling.lift;
    let head = &recipe.head;
    let mean_radius = (head.radii.x + head.radii.y + head.radii.z) / 3.0;
    let mut points = Vec::with_capacity(ARC + FALL + 1);
    for i in 0..=ARC {
        let angle = start + (std::f64::consts::FRAC_PI_2 - start) * (i as f64 / ARC as f64);
        let (along, up) = libm::sincos(angle);
        let plan = foot + way * (radius * along);
        let clearance = recipe.rise(shell, (angle - start) * mean_radius);
        points.push(head.place(DVec3::new(plan.x, radius * up, plan.y), clearance));
    }
    cut(&mut points, seedling.hem, FALL);
    points
}

/// Where hair that falls at `azimuth` is rooted: along the parting at the sides, in a small fan at both its ends.
fn root_in_plan(recipe: &Recipe, seedling: &Seedling, azimuth: f64) -> DVec2 {
    let parting = recipe.parting;
    let (sin, cos) = libm::sincos(azimuth);
    let (fringe, back) = (parting.fringe_deg.to_radians(), parting.back_deg.to_radians());
    let share = ((azimuth.abs() - fringe) / (back - fringe)).clamp(0.0, 1.0);
    let z = parting.front + (parting.crown - parting.front) * share + seedling.root_shift;
    DVec2::new(sin * parting.gap, z + cos * parting.gap)
}

/// How far the hair stands off the scalp at `azimuth`.
fn shell_height(recipe: &Recipe, azimuth: f64) -> f64 {
    let fringe = recipe.parting.fringe_deg.to_radians();
    let share = smooth(fringe * 0.6, fringe * 1.6, azimuth.abs());
    recipe.shell.front + (recipe.shell.back - recipe.shell.front) * share
}

/// Cuts a falling curve at height `hem`, or lets it hang straight down to there by `pieces` more points.
fn cut(points: &mut Vec<DVec3>, hem: f64, pieces: usize) {
    let last = points[points.len() - 1];
    if last.y > hem {
        let drop = (last.y - hem) / pieces as f64;
        points.extend((1..=pieces).map(|i| last - DVec3::Y * (drop * i as f64)));
    } else if let Some(below) = points.iter().position(|p| p.y <= hem).filter(|&i| i > 0) {
        let (a, b) = (points[below - 1], points[below]);
        points.truncate(below);
        points.push(a.lerp(b, (a.y - hem) / (a.y - b.y)));
    }
}
