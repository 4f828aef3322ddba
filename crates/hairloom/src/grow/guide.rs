//! Curves as points from root to tip: measure, sample, cut and bend them.

use glam::DVec3;

/// Length along the curve from its first point to each point, metres; as long as `points`.
pub(crate) fn lengths(points: &[DVec3]) -> Vec<f64> {
    let mut total = 0.0;
    let step = |(i, p): (usize, &DVec3)| {
        total += if i == 0 { 0.0 } else { (*p - points[i - 1]).length() };
        total
    };
    points.iter().enumerate().map(step).collect()
}

/// The point at each of `at`, a rising list of fractions 0..=1 of the curve's length. `points` holds at least two.
pub(crate) fn sample(points: &[DVec3], at: &[f64]) -> Vec<DVec3> {
    let along = lengths(points);
    let total = along[along.len() - 1];
    let mut segment = 0;
    let mut point_at = |&fraction: &f64| {
        let wanted = fraction * total;
        while segment + 2 < points.len() && along[segment + 1] < wanted {
            segment += 1;
        }
        let span = along[segment + 1] - along[segment];
        let within = if span > 0.0 { ((wanted - along[segment]) / span).clamp(0.0, 1.0) } else { 0.0 };
        points[segment].lerp(points[segment + 1], within)
    };
    at.iter().map(&mut point_at).collect()
}

/// `count` points evenly along the curve, both ends included.
pub(crate) fn resample(points: &[DVec3], count: usize) -> Vec<DVec3> {
    let last = (count.max(2) - 1) as f64;
    let at: Vec<f64> = (0..count.max(2)).map(|i| i as f64 / last).collect();
    sample(points, &at)
}

/// Unit tangents by central differences; where points coincide, the one before.
pub(crate) fn tangents(points: &[DVec3]) -> Vec<DVec3> {
    let last = points.len() - 1;
    let mut before = DVec3::NEG_Y;
    let tangent = |i: usize| {
        let chord = points[(i + 1).min(last)] - points[i.saturating_sub(1)];
        before = chord.try_normalize().unwrap_or(before);
        before
    };
    (0..points.len()).map(tangent).collect()
}

/// Bends the last `length` metres of the curve into a circular arc: directions turn about `axis` (unit, right-handed),
/// evenly from 0 to `angle` at the tip. The length of every piece stays as it was.
pub(crate) fn bend(points: &mut [DVec3], axis: DVec3, length: f64, angle: f64) {
    let along = lengths(points);
    let start = along[along.len() - 1] - length;
    let mut before = points[0];
    for i in 1..points.len() {
        let piece = points[i] - before;
        before = points[i];
        let middle = (along[i - 1] + along[i]) / 2.0;
        let turned = turn(piece, axis, angle * ((middle - start) / length).max(0.0));
        points[i] = points[i - 1] + turned;
    }
}

/// Rodrigues' formula: `v` turned by `angle` about the unit `axis`.
fn turn(v: DVec3, axis: DVec3, angle: f64) -> DVec3 {
    let (sin, cos) = libm::sincos(angle);
    v * cos + axis.cross(v) * sin + axis * (axis.dot(v) * (1.0 - cos))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(count: usize) -> Vec<DVec3> {
        (0..count).map(|i| DVec3::Y * -(i as f64)).collect()
    }

    #[test]
    fn sample_walks_by_length_not_by_index() {
        let points = [DVec3::ZERO, DVec3::X, DVec3::X * 4.0];
        assert_eq!(sample(&points, &[0.0, 0.25, 0.5, 1.0]), [0.0, 1.0, 2.0, 4.0].map(|x| DVec3::X * x));
        assert_eq!(resample(&points, 3), [0.0, 2.0, 4.0].map(|x| DVec3::X * x));
    }

    #[test]
    fn tangents_survive_points_that_coincide() {
        let points = [DVec3::ZERO, DVec3::X, DVec3::X, DVec3::X];
        assert_eq!(tangents(&points), [DVec3::X; 4]);
    }

    #[test]
    fn bend_makes_a_quarter_circle() {
        // A line of length 1 whose direction turns evenly from −Y to +X is a quarter circle of radius 2/π.
        let mut points: Vec<DVec3> = line(1001).iter().map(|p| *p / 1000.0).collect();
        bend(&mut points, DVec3::Z, 1.0, std::f64::consts::FRAC_PI_2);
        let radius = 2.0 / std::f64::consts::PI;
        assert!((points[1000] - DVec3::new(radius, -radius, 0.0)).length() < 1e-6, "{}", points[1000]);
        let far = points.iter().map(|p| ((*p - DVec3::X * radius).length() - radius).abs()).fold(0.0, f64::max);
        assert!(far < 1e-6, "{far}");
    }

    #[test]
    fn bend_keeps_the_length_and_leaves_the_root_part_alone() {
        let mut points = line(11);
        bend(&mut points, DVec3::X, 4.0, 1.0);
        assert_eq!(points[..7], line(11)[..7]);
        assert!((lengths(&points)[10] - 10.0).abs() < 1e-12);
        assert!(points[10].z < -1.0, "{}", points[10]);
    }
}
