//! Shapes along a lock and small easing curves.

/// 0 below `low`, 1 above `high`, smooth between (3x² − 2x³).
pub(crate) fn smooth(low: f64, high: f64, x: f64) -> f64 {
    let x = ((x - low) / (high - low)).clamp(0.0, 1.0);
    x * x * (3.0 - 2.0 * x)
}

/// From `a` at 0 to `b` at 1.
pub(crate) fn mix(a: f64, b: f64, share: f64) -> f64 {
    a + (b - a) * share
}

/// How wide a clump is along its length, as a share of its lane.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Taper {
    /// Width at the root, 0..=1.
    pub(crate) root: f64,
    /// Where it has grown to its full width, 0..=1 of the length.
    pub(crate) full: f64,
    /// Where it starts to narrow towards the tip, `full`..1 of the length.
    pub(crate) narrow: f64,
    /// How pointed the tip is: 1 a straight wedge, below 1 a round tip.
    pub(crate) point: f64,
}

impl Taper {
    /// The width at `t` (0 at the root, 1 at the tip), 0..=1; 0 at the tip.
    pub(crate) fn at(&self, t: f64) -> f64 {
        let grown = self.root + (1.0 - self.root) * smooth(0.0, self.full, t);
        let left = ((1.0 - t) / (1.0 - self.narrow)).clamp(0.0, 1.0);
        // A parabola that starts level where the narrowing begins, so that no shoulder shows.
        grown * libm::pow(1.0 - (1.0 - left) * (1.0 - left), self.point)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn smooth_is_level_at_both_ends() {
        assert_eq!([smooth(2.0, 4.0, 1.0), smooth(2.0, 4.0, 3.0), smooth(2.0, 4.0, 9.0)], [0.0, 0.5, 1.0]);
    }

    #[test]
    fn a_taper_goes_from_its_root_to_full_to_nothing() {
        let taper = Taper { root: 0.4, full: 0.2, narrow: 0.6, point: 1.0 };
        assert_eq!([taper.at(0.0), taper.at(0.3), taper.at(0.6), taper.at(1.0)], [0.4, 1.0, 1.0, 0.0]);
        assert!((taper.at(0.8) - 0.75).abs() < 1e-12);
    }
}
