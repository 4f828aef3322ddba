//! A shell that hangs round the head, cut into strips from the crown down.

use glam::DVec3;

use super::graph::Graph;
use super::head::Head;
use super::pieces::Piece;

/// A strip is about this wide, in head radii.
const STRIP_WIDTH: f64 = 0.5;

/// What lies higher above the head's centre than this, in head radii, is scalp.
const SCALP_ABOVE: f64 = 0.55;

/// Cuts a shell: the scalp part, if any, and the strips, each a list of points (welded numbers, ascending).
///
/// Above [`SCALP_ABOVE`] the surface belongs to the root bone. The rest is divided by the angle round the head's upright
/// axis into strips of about equal width; an opening in front (the face) is left out of the division.
pub(crate) fn cut(graph: &Graph, piece: &Piece, head: &Head) -> (Vec<u32>, Vec<Vec<u32>>) {
    let height = |place: DVec3| (place.y - head.centre.y) / head.radius;
    let (scalp, hanging): (Vec<usize>, Vec<usize>) =
        (0..graph.places.len()).partition(|&p| height(graph.places[p]) > SCALP_ABOVE);
    let welded = |points: &[usize]| points.iter().map(|&p| piece.points[p]).collect::<Vec<u32>>();
    if hanging.is_empty() {
        return (welded(&scalp), Vec::new());
    }
    let angle = |p: usize| {
        let off = graph.places[p] - head.centre;
        libm::atan2(off.x, off.z)
    };
    let mut angles: Vec<f64> = hanging.iter().map(|&p| angle(p)).collect();
    angles.sort_by(f64::total_cmp);
    let (start, covered) = covered(&angles);
    let radius = hanging.iter().map(|&p| across(graph.places[p] - head.centre)).sum::<f64>() / hanging.len() as f64;
    let count = ((covered * radius / (STRIP_WIDTH * head.radius)).round() as usize).clamp(1, 24);
    let mut strips = vec![Vec::new(); count];
    for &p in &hanging {
        let turn = std::f64::consts::TAU;
        let mut off = angle(p) - start;
        off += if off < 0.0 { turn } else { 0.0 };
        let strip = ((off / covered.max(f64::MIN_POSITIVE) * count as f64) as usize).min(count - 1);
        strips[strip].push(piece.points[p]);
    }
    strips.retain(|strip| !strip.is_empty());
    (welded(&scalp), strips)
}

/// Distance from the upright axis.
fn across(off: DVec3) -> f64 {
    (off.x * off.x + off.z * off.z).sqrt()
}

/// Where the widest gap of sorted angles ends, and how much of the circle the rest covers.
fn covered(angles: &[f64]) -> (f64, f64) {
    let turn = std::f64::consts::TAU;
    let last = angles.len() - 1;
    let wrap = angles[0] + turn - angles[last];
    let (mut start, mut gap) = (angles[0], wrap);
    for pair in angles.windows(2) {
        if pair[1] - pair[0] > gap {
            (start, gap) = (pair[1], pair[1] - pair[0]);
        }
    }
    // A gap of less than a tenth of a turn is no opening.
    if gap < turn / 10.0 { (start - gap / 2.0, turn) } else { (start, turn - gap) }
}
