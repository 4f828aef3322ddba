//! The centre line of one piece: where its root and tip are, and how far along it each point lies.

use glam::DVec3;

use super::graph::Graph;
use super::head::Head;
use super::polyline::{Polyline, smooth};

/// Points of the line that pieces are compared by.
pub(crate) const LINE_POINTS: usize = 16;

/// What is known of one piece.
#[derive(Clone, Debug)]
pub(crate) struct Strand {
    /// From root to tip, through the middle.
    pub(crate) line: Polyline,
    /// [`LINE_POINTS`] points at even arc lengths of `line`.
    pub(crate) samples: Vec<DVec3>,
    /// For each local point, the arc length along `line`, metres.
    pub(crate) arc_of_point: Vec<f64>,
    /// Root mean square of the distance from the line, across it, metres.
    pub(crate) width: f64,
    /// Boundary length over twice the line's length: near 0 for a closed clump, 1 and more for a card.
    pub(crate) openness: f64,
    /// m².
    pub(crate) area: f64,
}

/// The share of the length within which points count as the end of a piece: a single corner point would skew the slices.
const END_SHARE: f64 = 0.94;

/// Ends nearer to each other than this share of the length are those of a folded piece.
const FOLDED: f64 = 0.3;

/// Finds the centre line of a piece; none for a piece without length, or one that is a bare edge.
///
/// Two sweeps of Dijkstra find two ends; from both, `t = d_root / (d_root + d_tip)` runs from 0 to 1 over the piece,
/// and the means of slices of `t` are the line. A folded piece (a loop, a cap) is measured from the points nearest the
/// head instead.
pub(crate) fn find_strand(graph: &Graph, area: f64, head: &Head) -> Option<Strand> {
    if graph.places.len() < 3 {
        return None;
    }
    let (t, ends) = root_to_tip(graph, head)?;
    Some(strand_along(graph, area, &t, ends))
}

/// The centre line for a root-to-tip parameter (0 to 1 a point) that is already known.
pub(crate) fn strand_along(graph: &Graph, area: f64, t: &[f64], ends: [DVec3; 2]) -> Strand {
    let (knots, points) = slices(graph, t, ends);
    let line = Polyline::new(smooth(&smooth(&points)));
    let arc_of_point = t.iter().map(|&t| interpolate(&knots, &line.arcs, t)).collect();
    let width = width(graph, t, &knots, &line);
    let openness = graph.boundary / (2.0 * line.length()).max(f64::MIN_POSITIVE);
    Strand { samples: line.resample(LINE_POINTS), line, arc_of_point, width, openness, area }
}

/// 0 at the root to 1 at the tip for each point, and the means of both ends.
fn root_to_tip(graph: &Graph, head: &Head) -> Option<(Vec<f64>, [DVec3; 2])> {
    let farthest = |distance: &[f64]| {
        let finite = distance.iter().enumerate().filter(|(_, d)| d.is_finite());
        finite.max_by(|a, b| a.1.total_cmp(b.1).then(b.0.cmp(&a.0))).map_or(0, |(point, _)| point as u32)
    };
    let first = farthest(&graph.distances(&[0]));
    let from_first = graph.distances(&[first]);
    let second = farthest(&from_first);
    let length = from_first[second as usize];
    if length <= 0.0 {
        return None;
    }
    let from_second = graph.distances(&[second]);
    let end = |sign: f64| -> Vec<u32> {
        (0..graph.places.len())
            .filter(|&p| sign * (from_first[p] - from_second[p]) >= END_SHARE * length)
            .map(|p| p as u32)
            .collect()
    };
    let mut ends = [end(-1.0), end(1.0)];
    let mean = |set: &[u32]| set.iter().map(|&p| graph.places[p as usize]).sum::<DVec3>() / set.len().max(1) as f64;
    let mut means = [mean(&ends[0]), mean(&ends[1])];
    if means[0].distance(means[1]) < FOLDED * length {
        return Some(folded(graph, head));
    }
    if head.crown().distance(means[1]) < head.crown().distance(means[0]) {
        ends.swap(0, 1);
        means.swap(0, 1);
    }
    let t = between(graph, &ends);
    let ends = [square_end(graph, &t, Side::Root), square_end(graph, &t, Side::Tip)];
    let means = [mean(&ends[0]), mean(&ends[1])];
    Some((between(graph, &ends), means))
}

/// `d_root / (d_root + d_tip)` of each point; 0 where no way leads.
fn between(graph: &Graph, ends: &[Vec<u32>; 2]) -> Vec<f64> {
    let [from_root, from_tip] = ends.each_ref().map(|end| graph.distances(end));
    let t = from_root.iter().zip(from_tip).map(|(root, tip)| root / (root + tip).max(f64::MIN_POSITIVE));
    t.map(|t| if t.is_finite() { t } else { 0.0 }).collect()
}

#[derive(Clone, Copy)]
enum Side {
    Root,
    Tip,
}

/// The points that end a piece squarely: a first sweep finds one corner of a card, and slices measured from a corner are
/// askew. Of the points in the outer quarter, those that reach as far out along the axis as any, within 3 % of the axis's
/// length in that half.
fn square_end(graph: &Graph, t: &[f64], side: Side) -> Vec<u32> {
    let from_end = |p: usize| match side {
        Side::Root => t[p],
        Side::Tip => 1.0 - t[p],
    };
    let mut sums = [(DVec3::ZERO, 0.0); 2];
    for (t, place, area) in samples(graph, t) {
        let slice = match side {
            Side::Root => t,
            Side::Tip => 1.0 - t,
        };
        let sum = if slice < 0.2 { &mut sums[0] } else { &mut sums[1] };
        if slice < 0.4 {
            *sum = (sum.0 + place * area, sum.1 + area);
        }
    }
    let [outer, inner] = sums.map(|(sum, area)| sum / f64::max(area, f64::MIN_POSITIVE));
    let axis = (outer - inner).normalize_or_zero();
    let reach = |p: usize| graph.places[p].dot(axis);
    let near: Vec<usize> = (0..t.len()).filter(|&p| from_end(p) <= 0.25).collect();
    let farthest = near.iter().map(|&p| reach(p)).fold(f64::NEG_INFINITY, f64::max);
    let slack = 0.15 * outer.distance(inner);
    near.into_iter().filter(|&p| reach(p) >= farthest - slack).map(|p| p as u32).collect()
}

/// From the twentieth of the points that lie nearest the head.
fn folded(graph: &Graph, head: &Head) -> (Vec<f64>, [DVec3; 2]) {
    let mut order: Vec<u32> = (0..graph.places.len() as u32).collect();
    let distance = |p: u32| head.crown().distance_squared(graph.places[p as usize]);
    order.sort_by(|&a, &b| distance(a).total_cmp(&distance(b)).then(a.cmp(&b)));
    order.truncate(graph.places.len().div_ceil(20));
    let from_root = graph.distances(&order);
    let longest = from_root.iter().copied().filter(|d| d.is_finite()).fold(f64::MIN_POSITIVE, f64::max);
    let t: Vec<f64> = from_root.iter().map(|d| if d.is_finite() { d / longest } else { 0.0 }).collect();
    let ends = end_means(graph, &t);
    (t, ends)
}

/// The means of the points at the root and at the tip.
pub(crate) fn end_means(graph: &Graph, t: &[f64]) -> [DVec3; 2] {
    let mean = |from: f64, to: f64| {
        let inside = t.iter().zip(&graph.places).filter(|(t, _)| **t >= from && **t <= to);
        let (sum, count) = inside.fold((DVec3::ZERO, 0.0), |(sum, count), (_, place)| (sum + *place, count + 1.0));
        sum / f64::max(count, 1.0)
    };
    [mean(0.0, 1.0 - END_SHARE), mean(END_SHARE, 1.0)]
}

/// Samples of a surface: the middles of the four parts of each triangle, with `t` and area; its points where there is
/// no triangle with area.
fn samples(graph: &Graph, t: &[f64]) -> Vec<(f64, DVec3, f64)> {
    let mut samples = Vec::with_capacity(graph.triangles.len() * 4);
    for corners in &graph.triangles {
        let [a, b, c] = corners.map(|p| graph.places[p as usize]);
        let [ta, tb, tc] = corners.map(|p| t[p as usize]);
        let area = (b - a).cross(c - a).length() / 8.0;
        samples.push(((ta + tb + tc) / 3.0, (a + b + c) / 3.0, area));
        for (t0, t1, t2, p0, p1, p2) in [(ta, tb, tc, a, b, c), (tb, tc, ta, b, c, a), (tc, ta, tb, c, a, b)] {
            samples.push(((t0 * 4.0 + t1 + t2) / 6.0, (p0 * 4.0 + p1 + p2) / 6.0, area));
        }
    }
    if samples.is_empty() {
        samples.extend(graph.places.iter().zip(t).map(|(&place, &t)| (t, place, 1.0)));
    }
    samples
}

/// Knots of `t` (0, the means of 4 to 24 slices, 1) and the area-weighted means of the slices.
fn slices(graph: &Graph, t: &[f64], ends: [DVec3; 2]) -> (Vec<f64>, Vec<DVec3>) {
    let count = (graph.triangles.len() / 2).clamp(4, 24);
    let mut sums = vec![(0.0, DVec3::ZERO, 0.0); count];
    for (t, place, area) in samples(graph, t) {
        let slice = &mut sums[((t * count as f64) as usize).min(count - 1)];
        *slice = (slice.0 + t * area, slice.1 + place * area, slice.2 + area);
    }
    let mut knots = vec![0.0];
    let mut points = vec![ends[0]];
    for (t, place, area) in sums {
        if area > 0.0 {
            knots.push(t / area);
            points.push(place / area);
        }
    }
    knots.push(1.0);
    points.push(ends[1]);
    (knots, points)
}

/// Linear interpolation over ascending knots.
pub(crate) fn interpolate(knots: &[f64], values: &[f64], x: f64) -> f64 {
    let k = knots.partition_point(|&knot| knot <= x).clamp(1, knots.len() - 1);
    let span = knots[k] - knots[k - 1];
    let share = if span > 0.0 { ((x - knots[k - 1]) / span).clamp(0.0, 1.0) } else { 1.0 };
    values[k - 1] + (values[k] - values[k - 1]) * share
}

/// The root mean square distance from the line, across it.
fn width(graph: &Graph, t: &[f64], knots: &[f64], line: &Polyline) -> f64 {
    let step = line.length() * 0.02;
    let (mut sum, mut total) = (0.0, f64::MIN_POSITIVE);
    for (t, place, area) in samples(graph, t) {
        let arc = interpolate(knots, &line.arcs, t);
        let tangent = (line.at(arc + step) - line.at(arc - step)).normalize_or(DVec3::Y);
        let off = (place - line.at(arc)).reject_from_normalized(tangent);
        sum += off.length_squared() * area;
        total += area;
    }
    (sum / total).sqrt()
}

#[cfg(test)]
mod tests {
    use super::super::pieces::find_pieces;
    use super::super::weld::{tests::hair_model, weld};
    use super::*;

    const HEAD: Head = Head { centre: DVec3::new(0.0, 1.6, 0.0), radius: 0.1 };

    /// A card of 12 rows, 0.02 wide, along a function of 0 to 1.
    fn card(along: impl Fn(f64) -> DVec3) -> Strand {
        let places: Vec<[f32; 3]> = (0..=12)
            .flat_map(|row| {
                [-0.01, 0.01].map(|side| (along(f64::from(row) / 12.0) + DVec3::X * side).as_vec3().to_array())
            })
            .collect();
        let indices: Vec<u32> = (0..12).flat_map(|row| [0, 2, 1, 1, 2, 3].map(|k| row * 2 + k)).collect();
        let (model, hair) = hair_model(&places, &indices);
        let welded = weld(&model, &hair);
        let piece = &find_pieces(&welded)[0];
        let mut local = vec![0; welded.points.len()];
        find_strand(&Graph::new(&welded, piece, &mut local), piece.area, &HEAD).unwrap()
    }

    #[test]
    fn a_hanging_card_has_its_root_above() {
        // Stored from the tip up: the order of vertices must not matter.
        let strand = card(|t| DVec3::new(0.0, 1.4 + 0.3 * t, 0.1));
        assert!(strand.line.at(0.0).distance(DVec3::new(0.0, 1.7, 0.1)) < 1e-6);
        assert!((strand.line.length() - 0.3).abs() < 1e-6);
        // 0.02 / √12, and 0.64 m round about over 2 × 0.3 m.
        assert!((strand.width - 0.005_77).abs() < 6e-4, "{}", strand.width);
        assert!((strand.openness - 0.64 / 0.6).abs() < 1e-6);
        assert!((strand.arc_of_point[0] - 0.3).abs() < 0.02 && strand.arc_of_point[25] < 0.02);
    }

    #[test]
    fn a_spike_that_stands_up_has_its_root_below() {
        let strand = card(|t| DVec3::new(0.0, 1.7 + 0.1 * t, 0.0));
        assert!(strand.line.at(0.0).y < 1.701);
    }

    #[test]
    fn a_bend_is_followed() {
        let strand = card(|t| HEAD.centre + 0.1 * DVec3::new(0.0, libm::cos(t * 1.5), libm::sin(t * 1.5)));
        let off = strand.samples.iter().map(|p| (p.distance(HEAD.centre) - 0.1).abs()).fold(0.0, f64::max);
        assert!(off < 1.5e-3, "{off}");
    }
}
