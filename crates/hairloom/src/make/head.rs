//! Where the head is, from the hair alone.

use glam::DVec3;

use super::weld::Welded;

/// A ball that stands for the head.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Head {
    /// Model space.
    pub(crate) centre: DVec3,
    /// Metres.
    pub(crate) radius: f64,
}

impl Head {
    /// Roots lie nearer to this place than tips: a little above the centre, since hair hangs.
    pub(crate) fn crown(&self) -> DVec3 {
        self.centre + DVec3::Y * (0.4 * self.radius)
    }

    /// Distance from the centre, in radii.
    pub(crate) fn distance(&self, place: DVec3) -> f64 {
        place.distance(self.centre) / self.radius
    }
}

/// Guesses the head from the hair's upper part: the head's width is that of the hair near its top, and its centre lies
/// one radius below the top. Three rounds, since the upper part depends on the radius. Medians, so that a tail or a
/// tuft to one side does not pull.
pub(crate) fn find_head(welded: &Welded) -> Head {
    let mut samples: Vec<(DVec3, f64)> = Vec::with_capacity(welded.triangles.len());
    for triangle in &welded.triangles {
        let [a, b, c] = triangle.map(|point| welded.points[point as usize]);
        samples.push(((a + b + c) / 3.0, (b - a).cross(c - a).length()));
    }
    if samples.is_empty() {
        samples.extend(welded.points.iter().map(|&point| (point, 1.0)));
    }
    let extent = |axis: usize, of: &[(DVec3, f64)], share: f64| {
        let mut values: Vec<(f64, f64)> = of.iter().map(|(place, area)| (place[axis], *area)).collect();
        quantile(&mut values, share)
    };
    let top = extent(1, &samples, 0.995);
    let half = |of: &[(DVec3, f64)]| {
        let [x, z] = [0, 2].map(|axis| (extent(axis, of, 0.97) - extent(axis, of, 0.03)) / 2.0);
        x.min(z)
    };
    let mut radius = half(&samples).max(welded.diagonal * 0.05);
    let mut centre = DVec3::new(extent(0, &samples, 0.5), top - radius, extent(2, &samples, 0.5));
    for _ in 0..3 {
        let upper: Vec<(DVec3, f64)> =
            samples.iter().copied().filter(|(place, _)| place.y > top - 1.2 * radius).collect();
        if upper.is_empty() {
            break;
        }
        radius = half(&upper).max(welded.diagonal * 0.05);
        let [x, z] = [0, 2].map(|axis| (extent(axis, &upper, 0.97) + extent(axis, &upper, 0.03)) / 2.0);
        centre = DVec3::new(x, top - radius, z);
    }
    Head { centre, radius: radius.max(f64::MIN_POSITIVE) }
}

/// The value below which `share` of the weight lies; 0 for no values.
pub(crate) fn quantile(values: &mut [(f64, f64)], share: f64) -> f64 {
    values.sort_by(|a, b| a.0.total_cmp(&b.0));
    let total: f64 = values.iter().map(|(_, weight)| weight).sum();
    let mut sum = 0.0;
    for (value, weight) in values.iter() {
        sum += weight;
        if sum >= total * share {
            return *value;
        }
    }
    values.last().map_or(0.0, |(value, _)| *value)
}

#[cfg(test)]
mod tests {
    use super::super::weld::{tests::hair_model, weld};
    use super::*;

    /// A ball of `rings` × `sides` quads round (0.2, 1.6, −0.1), and a long tail of two triangles behind it.
    #[test]
    fn a_ball_with_a_tail_is_found() {
        let (rings, sides) = (24_u32, 32_u32);
        let mut places = Vec::new();
        for ring in 0..=rings {
            let polar = std::f64::consts::PI * f64::from(ring) / f64::from(rings);
            for side in 0..sides {
                let turn = std::f64::consts::TAU * f64::from(side) / f64::from(sides);
                let (x, z) = (libm::sin(polar) * libm::cos(turn), libm::sin(polar) * libm::sin(turn));
                places.push([0.2 + 0.1 * x, 1.6 + 0.1 * libm::cos(polar), -0.1 + 0.1 * z].map(|x| x as f32));
            }
        }
        let mut indices = Vec::new();
        for ring in 0..rings {
            for side in 0..sides {
                let (a, b) = (ring * sides + side, ring * sides + (side + 1) % sides);
                indices.extend([a, b, a + sides, b, b + sides, a + sides]);
            }
        }
        let tail = places.len() as u32;
        places.extend([[0.19, 1.6, -0.2], [0.21, 1.6, -0.2], [0.2, 1.0, -0.4]]);
        indices.extend([tail, tail + 1, tail + 2]);
        let (model, hair) = hair_model(&places, &indices);
        let head = find_head(&weld(&model, &hair));
        assert!(head.centre.distance(DVec3::new(0.2, 1.6, -0.1)) < 0.015, "{head:?}");
        assert!((head.radius - 0.1).abs() < 0.015, "{head:?}");
    }

    #[test]
    fn quantiles_go_by_weight() {
        let mut values = [(3.0, 1.0), (1.0, 1.0), (2.0, 8.0)];
        assert_eq!([0.05, 0.5, 0.95].map(|share| quantile(&mut values, share)), [1.0, 2.0, 3.0]);
    }
}
