//! A curve through points, told by arc length.

use glam::DVec3;

/// A row of points with the arc length of each; at least one point, lengths ascending from 0.
#[derive(Clone, Debug, Default)]
pub(crate) struct Polyline {
    /// Model space.
    pub(crate) points: Vec<DVec3>,
    /// Metres from the first point.
    pub(crate) arcs: Vec<f64>,
}

impl Polyline {
    pub(crate) fn new(points: Vec<DVec3>) -> Self {
        let mut arcs = Vec::with_capacity(points.len());
        let mut sum = 0.0;
        for (k, point) in points.iter().enumerate() {
            sum += if k > 0 { point.distance(points[k - 1]) } else { 0.0 };
            arcs.push(sum);
        }
        Self { points, arcs }
    }

    /// Metres.
    pub(crate) fn length(&self) -> f64 {
        self.arcs.last().copied().unwrap_or(0.0)
    }

    /// The segment that holds an arc length, and the share of it that lies before.
    fn segment(&self, arc: f64) -> (usize, f64) {
        let last = self.arcs.len().saturating_sub(2);
        let k = self.arcs.partition_point(|&a| a <= arc).saturating_sub(1).min(last);
        let span = self.arcs.get(k + 1).map_or(0.0, |next| next - self.arcs[k]);
        (k, if span > 0.0 { ((arc - self.arcs[k]) / span).clamp(0.0, 1.0) } else { 0.0 })
    }

    /// The place at an arc length, clamped to the ends.
    pub(crate) fn at(&self, arc: f64) -> DVec3 {
        let (k, share) = self.segment(arc);
        match self.points.get(k + 1) {
            Some(next) => self.points[k] + (*next - self.points[k]) * share,
            None => self.points[0],
        }
    }

    /// `count` points at even arc lengths, ends included.
    pub(crate) fn resample(&self, count: usize) -> Vec<DVec3> {
        let step = self.length() / (count.max(2) - 1) as f64;
        (0..count).map(|k| self.at(step * k as f64)).collect()
    }

    /// The arc length of the nearest point of the curve, and its distance, looking only between two arc lengths.
    pub(crate) fn nearest_between(&self, place: DVec3, from: f64, to: f64) -> (f64, f64) {
        let mut best = (from.clamp(0.0, self.length()), self.at(from).distance_squared(place));
        for k in 0..self.points.len().saturating_sub(1) {
            if self.arcs[k + 1] < from || self.arcs[k] > to {
                continue;
            }
            let along = self.points[k + 1] - self.points[k];
            let square = along.length_squared();
            let share = if square > 0.0 { (place - self.points[k]).dot(along) / square } else { 0.0 };
            let arc = (self.arcs[k] + share.clamp(0.0, 1.0) * (self.arcs[k + 1] - self.arcs[k])).clamp(from, to);
            let distance = self.at(arc).distance_squared(place);
            if distance < best.1 {
                best = (arc, distance);
            }
        }
        (best.0, best.1.sqrt())
    }

    /// [`Self::nearest_between`] over the whole curve.
    pub(crate) fn nearest(&self, place: DVec3) -> (f64, f64) {
        self.nearest_between(place, 0.0, self.length())
    }
}

/// Smooths a row of points without shrinking its bends: a step towards the means of the neighbours, then one slightly
/// longer back (Taubin, "A signal processing approach to fair surface design", 1995). The ends stay.
pub(crate) fn smooth(points: &[DVec3]) -> Vec<DVec3> {
    step_to_means(&step_to_means(points, 0.5), -0.53)
}

fn step_to_means(points: &[DVec3], share: f64) -> Vec<DVec3> {
    let inner = |k: usize| points[k] + ((points[k - 1] + points[k + 1]) * 0.5 - points[k]) * share;
    let last = points.len().saturating_sub(1);
    (0..points.len()).map(|k| if k == 0 || k == last { points[k] } else { inner(k) }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_right_angle_is_told_by_arc_length() {
        let line = Polyline::new(vec![DVec3::ZERO, DVec3::X, DVec3::new(1.0, 2.0, 0.0)]);
        assert_eq!(line.length(), 3.0);
        assert_eq!(line.at(2.0), DVec3::new(1.0, 1.0, 0.0));
        assert_eq!(line.at(9.0), DVec3::new(1.0, 2.0, 0.0));
        assert_eq!(line.nearest(DVec3::new(2.0, 1.5, 0.0)), (2.5, 1.0));
        assert_eq!(line.nearest_between(DVec3::new(2.0, 1.5, 0.0), 0.0, 1.0).0, 1.0);
        assert_eq!(line.resample(4)[1], DVec3::X);
    }

    #[test]
    fn smoothing_flattens_a_zigzag_and_keeps_a_bend() {
        let zigzag: Vec<DVec3> = (0..20).map(|k| DVec3::new(f64::from(k), f64::from(k % 2), 0.0)).collect();
        assert!(smooth(&zigzag)[5..15].iter().all(|p| (p.y - 0.5).abs() < 0.1));
        let arc = |k: i32| DVec3::new(libm::cos(0.1 * f64::from(k)), libm::sin(0.1 * f64::from(k)), 0.0);
        let bend: Vec<DVec3> = (0..20).map(arc).collect();
        assert!(smooth(&bend).iter().all(|p| (p.length() - 1.0).abs() < 1e-3));
    }
}
