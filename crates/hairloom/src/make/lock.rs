//! A lock: the pieces that read as one bundle, with one centre line.

use glam::DVec3;

use super::polyline::{Polyline, smooth};
use super::strand::{Strand, interpolate};

/// Points of a lock's line before it is told by bones.
const KNOTS: usize = 25;

/// A lock's line, and how far along it each point of each member lies.
#[derive(Clone, Debug)]
pub(crate) struct Lock {
    /// Root to tip.
    pub(crate) line: Polyline,
    /// For each member, for each of its local points, arc length along `line`, metres.
    pub(crate) arcs: Vec<Vec<f64>>,
    /// Root mean square distance from the line, across it, metres.
    pub(crate) width: f64,
}

/// Joins strands to one lock.
///
/// The longest strand is the guide. Each member's line is laid along it, in order (the nearest place of the guide, never
/// going back), and the lock's line is the area-weighted mean of the members beside each place of the guide.
pub(crate) fn join(members: &[&Strand]) -> Lock {
    if let [only] = members {
        return Lock { line: only.line.clone(), arcs: vec![only.arc_of_point.clone()], width: only.width };
    }
    let guide = longest(members);
    let laid: Vec<Vec<f64>> = members.iter().map(|member| lay_along(&guide.line, &member.line)).collect();
    let knots: Vec<f64> = (0..KNOTS).map(|k| guide.line.length() * k as f64 / (KNOTS - 1) as f64).collect();
    let mut points = Vec::with_capacity(KNOTS);
    let (mut spread, mut total) = (0.0, f64::MIN_POSITIVE);
    for &knot in &knots {
        let beside: Vec<(DVec3, f64)> = members
            .iter()
            .zip(&laid)
            .filter(|(_, along)| along[0] <= knot && along[along.len() - 1] >= knot)
            .map(|(member, along)| (member.line.at(interpolate(along, &member.line.arcs, knot)), member.area))
            .collect();
        let area: f64 = beside.iter().map(|(_, area)| area).sum();
        let mean = if area > 0.0 {
            beside.iter().map(|(place, area)| *place * *area).sum::<DVec3>() / area
        } else {
            guide.line.at(knot)
        };
        spread += beside.iter().map(|(place, area)| place.distance_squared(mean) * area).sum::<f64>();
        total += area;
        points.push(mean);
    }
    let line = Polyline::new(smooth(&smooth(&points)));
    let arcs = members.iter().zip(&laid).map(|(member, along)| {
        let of_line = |arc: f64| interpolate(&knots, &line.arcs, interpolate(&member.line.arcs, along, arc));
        member.arc_of_point.iter().map(|&arc| of_line(arc)).collect()
    });
    let arcs = arcs.collect();
    let area: f64 = members.iter().map(|member| member.area).sum();
    let own: f64 = members.iter().map(|member| member.width * member.width * member.area).sum();
    Lock { line, arcs, width: (spread / total + own / area.max(f64::MIN_POSITIVE)).sqrt() }
}

/// The longest strand, the first of equals.
fn longest<'a>(members: &[&'a Strand]) -> &'a Strand {
    let longer =
        |best: &'a Strand, next: &&'a Strand| if next.line.length() > best.line.length() { next } else { best };
    members.iter().fold(members[0], longer)
}

/// For each point of `line`, the arc length of the guide beside it: the nearest place that is not before the last one
/// and not farther ahead than twice the way gone, so that a curl does not skip a turn.
fn lay_along(guide: &Polyline, line: &Polyline) -> Vec<f64> {
    let mut along = Vec::with_capacity(line.points.len());
    let mut last = guide.nearest(line.points[0]).0;
    for (k, &point) in line.points.iter().enumerate() {
        if k > 0 {
            let ahead = 2.0 * (line.arcs[k] - line.arcs[k - 1]);
            last = guide.nearest_between(point, last, (last + ahead).min(guide.length())).0;
        }
        along.push(last);
    }
    along
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::make::strand::LINE_POINTS;

    fn strand(x: f64, top: f64, bottom: f64) -> Strand {
        let line =
            Polyline::new((0..9).map(|k| DVec3::new(x, top + (bottom - top) * f64::from(k) / 8.0, 0.0)).collect());
        let arc_of_point = line.arcs.clone();
        Strand { samples: line.resample(LINE_POINTS), line, arc_of_point, width: 0.01, openness: 1.0, area: 1.0 }
    }

    #[test]
    fn the_line_runs_between_two_equal_strands() {
        let (a, b) = (strand(0.0, 1.0, 0.0), strand(0.1, 1.0, 0.0));
        let lock = join(&[&a, &b]);
        assert!(lock.line.points.iter().all(|p| (p.x - 0.05).abs() < 1e-9));
        assert!((lock.line.length() - 1.0).abs() < 1e-9);
        assert!((lock.arcs[1][4] - 0.5).abs() < 1e-9);
        assert!((lock.width - (0.05_f64 * 0.05 + 1e-4).sqrt()).abs() < 1e-9);
    }

    #[test]
    fn a_short_strand_keeps_its_place_along_the_long_one() {
        let (a, b) = (strand(0.0, 1.0, 0.0), strand(0.02, 0.5, 0.1));
        let lock = join(&[&a, &b]);
        assert!((lock.arcs[1][0] - 0.5).abs() < 0.02 && (lock.arcs[1][8] - 0.9).abs() < 0.02);
    }
}
