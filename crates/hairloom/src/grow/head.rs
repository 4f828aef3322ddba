use glam::DVec3;

/// The head that hair grows on: an upright ellipsoid. Metres, model space; the face looks along +Z.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Head {
    /// Its middle, at the height of the eyes.
    pub(crate) centre: DVec3,
    /// Half its width, height and depth.
    pub(crate) radii: DVec3,
}

impl Head {
    /// Where `p` stands in the head's own measure: length 1 on the scalp when `clearance` is 0, and on the surface
    /// `clearance` metres above it (along the axes) otherwise.
    pub(crate) fn measure(&self, p: DVec3, clearance: f64) -> DVec3 {
        (p - self.centre) / (self.radii + DVec3::splat(clearance))
    }

    /// The point that stands at `unit` in the head's own measure: the inverse of [`Head::measure`].
    pub(crate) fn place(&self, unit: DVec3, clearance: f64) -> DVec3 {
        self.centre + unit * (self.radii + DVec3::splat(clearance))
    }

    /// `p` itself, or where it comes out when it is pushed away from the middle until `clearance` above the scalp.
    pub(crate) fn push_out(&self, p: DVec3, clearance: f64) -> DVec3 {
        let depth = self.measure(p, clearance).length();
        if (1e-9..1.0).contains(&depth) { self.centre + (p - self.centre) / depth } else { p }
    }

    /// The unit normal of hair that lies at `p`: the ellipsoid's above the middle of the head, level below it, where
    /// hair hangs free.
    pub(crate) fn hair_normal(&self, p: DVec3) -> DVec3 {
        let from_centre = p - self.centre;
        let gradient = DVec3::new(from_centre.x, from_centre.y.max(0.0), from_centre.z) / (self.radii * self.radii);
        gradient.try_normalize().unwrap_or(DVec3::Y)
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    pub(crate) const EGG: Head = Head { centre: DVec3::new(0.0, 1.6, 0.0), radii: DVec3::new(0.078, 0.105, 0.095) };

    #[test]
    fn measure_is_one_on_the_scalp() {
        assert!((EGG.measure(DVec3::new(0.0, 1.705, 0.0), 0.0) - DVec3::Y).length() < 1e-12);
        assert!((EGG.measure(DVec3::new(0.0, 1.6, 0.1), 0.005) - DVec3::Z).length() < 1e-12);
    }

    #[test]
    fn push_out_lifts_what_is_inside_and_leaves_the_rest() {
        let inside = EGG.push_out(DVec3::new(0.03, 1.6, 0.0), 0.002);
        assert!((inside - DVec3::new(0.080, 1.6, 0.0)).length() < 1e-12, "{inside}");
        let outside = DVec3::new(0.09, 1.6, 0.0);
        assert_eq!(EGG.push_out(outside, 0.002), outside);
    }

    #[test]
    fn hair_normal_is_up_on_top_and_level_below_the_middle() {
        assert_eq!(EGG.hair_normal(DVec3::new(0.0, 1.72, 0.0)), DVec3::Y);
        assert_eq!(EGG.hair_normal(DVec3::new(0.1, 1.52, 0.0)), DVec3::X);
    }
}
