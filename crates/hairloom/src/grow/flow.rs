use std::f64::consts::{FRAC_PI_2, PI};

use glam::{DVec2, DVec3};

use super::guide::{bend, lengths, resample};
use super::profile::{mix, smooth};
use super::recipe::{Bend, Recipe, Tuck};
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

/// The guide of a lock: combed from the parting over the head, falling free below its middle, cut at the hem, laid over
/// the layer below, its end bent towards the head.
pub(crate) fn flow(recipe: &Recipe, seedling: &Seedling) -> Guide {
    let comb_at = |azimuth: f64| resample(&comb(recipe, seedling, azimuth), POINTS);
    let low = comb_at(seedling.azimuth - seedling.half_span);
    let high = comb_at(seedling.azimuth + seedling.half_span);
    let half_room: Vec<f64> = low.iter().zip(&high).map(|(a, b)| (*b - *a).length() / 2.0).collect();
    let mut points = comb_at(seedling.azimuth);
    raise(recipe, seedling, &mut points, &half_room);
    // Where it falls, "out" is away from the head and "along" goes round it.
    let (sin, cos) = libm::sincos(seedling.azimuth);
    let (out, along) = (DVec3::new(sin, 0.0, cos), DVec3::new(cos, 0.0, -sin));
    let length = lengths(&points)[POINTS - 1];
    bend(&mut points, out, length / 2.0, seedling.sway);
    let tuck = tuck(recipe, seedling);
    bend(&mut points, along, tuck.length, tuck.angle_deg.to_radians());
    keep_off(recipe, &mut points);
    Guide { points, half_room }
}

/// Lifts the curve over the layers below, which are thick where the hair is spread out and thin at its root and tip.
fn raise(recipe: &Recipe, seedling: &Seedling, points: &mut [DVec3], half_room: &[f64]) {
    /// Metres per radian of azimuth from which on the hair counts as spread out: nearly the head's radius.
    const SPREAD: f64 = 0.08;
    let last = (points.len() - 1) as f64;
    for (i, point) in points.iter_mut().enumerate() {
        let spread = (half_room[i] / seedling.half_span / SPREAD).min(1.0);
        let share = spread * (1.0 - 0.6 * smooth(0.6, 1.0, i as f64 / last));
        *point += recipe.head.hair_normal(*point) * (seedling.lift * share);
    }
}

/// Keeps a curve so far off the scalp that a flat lock has room under it, except near its root.
fn keep_off(recipe: &Recipe, points: &mut [DVec3]) {
    /// Metres.
    const ROOM: f64 = 0.0035;
    let along = lengths(points);
    for (point, along) in points.iter_mut().zip(along) {
        *point = recipe.head.push_out(*point, recipe.rise(ROOM, along));
    }
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
    let head = &recipe.head;
    let mean_radius = (head.radii.x + head.radii.y + head.radii.z) / 3.0;
    let mut points = Vec::with_capacity(ARC + FALL + 1);
    for i in 0..=ARC {
        let angle = start + (FRAC_PI_2 - start) * (i as f64 / ARC as f64);
        let (along, up) = libm::sincos(angle);
        let plan = foot + way * (radius * along);
        let shell = shell_height(recipe, azimuth, radius * up);
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
    let layer = &recipe.layers[seedling.layer];
    DVec2::new(sin * layer.gap, z - cos * layer.inside)
}

/// How far the hair stands off the scalp at `azimuth` and `up`, the height in the head's own measure.
fn shell_height(recipe: &Recipe, azimuth: f64, up: f64) -> f64 {
    let shell = recipe.shell;
    let fringe = recipe.parting.fringe_deg.to_radians();
    let behind = smooth(FRAC_PI_2, PI, azimuth.abs());
    let beside = smooth(fringe * 0.6, fringe * 1.6, azimuth.abs());
    let rim = mix(shell.front, mix(shell.side, shell.back, behind), beside);
    mix(rim, shell.top, smooth(0.0, 1.0, up))
}

/// How the end of a lock bends towards the head.
fn tuck(recipe: &Recipe, seedling: &Seedling) -> Bend {
    let Tuck { fringe, side, back } = recipe.tuck;
    if seedling.fringe {
        return fringe;
    }
    let behind = smooth(FRAC_PI_2, PI, seedling.azimuth.abs());
    Bend { length: mix(side.length, back.length, behind), angle_deg: mix(side.angle_deg, back.angle_deg, behind) }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grow::recipe::bob;
    use crate::grow::scatter::scatter;

    /// A lock of the bob that no chance has moved.
    fn plain(azimuth: f64, hem: f64) -> Seedling {
        Seedling { layer: 1, azimuth, half_span: 0.1, root_shift: 0.0, lift: 0.0, hem, sway: 0.0, fringe: false }
    }

    #[test]
    fn a_combed_curve_starts_under_the_scalp_at_the_parting_and_falls_straight_to_its_hem() {
        let recipe = bob();
        let points = comb(&recipe, &plain(FRAC_PI_2, 1.5), FRAC_PI_2);
        let depth = recipe.head.measure(points[0], -recipe.shell.sink).length();
        assert!((depth - 1.0).abs() < 1e-9, "{depth}");
        assert!(points[0].x.abs() < 0.002, "{}", points[0]);
        let tip = points[points.len() - 1];
        let over_ear = recipe.head.radii.x + recipe.shell.side;
        assert!((tip - DVec3::new(over_ear, 1.5, 0.0)).length() < 1e-9, "{tip}");
        assert!(points.windows(2).skip(10).all(|pair| pair[1].y < pair[0].y));
    }

    #[test]
    fn a_short_curve_is_cut_at_its_hem() {
        let points = comb(&bob(), &plain(0.0, 1.65), 0.0);
        assert!((points[points.len() - 1].y - 1.65).abs() < 1e-12);
        assert!(points.iter().all(|p| p.y >= 1.65 - 1e-12));
    }

    /// Where the curve falls through a height, as azimuth; none where it doesn't.
    fn azimuth_at(points: &[DVec3], height: f64) -> Option<f64> {
        let below = points.windows(2).find(|pair| pair[0].y > height && pair[1].y <= height)?;
        let p = below[0].lerp(below[1], (below[0].y - height) / (below[0].y - below[1].y));
        Some(libm::atan2(p.x, p.z))
    }

    #[test]
    fn locks_of_a_layer_do_not_cross_their_neighbours() {
        let recipe = bob();
        for seed in 0..64 {
            for layer in 0..recipe.layers.len() {
                let mut left: Vec<Seedling> = scatter(&recipe, 1, seed);
                left.retain(|s| s.layer == layer && s.azimuth >= 0.0 && s.azimuth < PI);
                let curves: Vec<Vec<DVec3>> = left.iter().map(|seedling| flow(&recipe, seedling).points).collect();
                for (pair, beside) in curves.windows(2).zip(left.windows(2)) {
                    for height in (0..20).map(|i| 1.51 + 0.009 * f64::from(i)) {
                        let both = azimuth_at(&pair[0], height).zip(azimuth_at(&pair[1], height));
                        let apart = beside[1].azimuth - beside[0].azimuth;
                        // Chance and the turned-under tips may bring neighbours closer, not past each other.
                        assert!(both.is_none_or(|(a, b)| b - a > 0.2 * apart), "seed {seed} at {height}: {both:?}");
                    }
                }
            }
        }
    }
}
