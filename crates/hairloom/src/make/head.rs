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
}

/// Slices of the hair by height that the head is looked for in.
const SLICES: usize = 40;

/// A slice with less than this share of the surface tells nothing.
const LEAST_SHARE: f64 = 0.003;

/// No head is smaller than this share of the hair's diagonal: the longest hair has 0.1.
const LEAST_RADIUS: f64 = 0.1;

/// A dome of radius 1 is half as wide as it can be this far below its top: 1 − √(1 − ½²).
const DOME: f64 = 0.134;

/// Guesses the head from the hair alone.
///
/// The hair is cut into slices by height. A slice is as wide as the lesser of its extents in x and z (so that a tail
/// behind or tails at the sides do not count, nor the spikes of a mohawk, which are thin). The head's radius is the widest
/// slice's, looked for again near the top only, since hair may flare out below; its top is where slices become half as
/// wide as that.
pub(crate) fn find_head(welded: &Welded) -> Head {
    let samples = samples(welded);
    let slices = slices(&samples);
    let least = (welded.diagonal * LEAST_RADIUS).max(f64::MIN_POSITIVE);
    let widest = |below: f64, above: f64| {
        let inside = slices.iter().filter(|slice| slice.0 <= above && slice.0 >= below);
        inside.map(|slice| slice.1).fold(least, f64::max)
    };
    let mut radius = widest(f64::NEG_INFINITY, f64::INFINITY);
    let mut top = 0.0;
    for _ in 0..3 {
        let dome = slices.iter().filter(|slice| slice.1 >= 0.5 * radius).map(|slice| slice.0);
        top = dome.fold(f64::NEG_INFINITY, f64::max) + DOME * radius;
        if !top.is_finite() {
            top = samples.iter().map(|(place, _)| place.y).fold(f64::NEG_INFINITY, f64::max);
        }
        radius = widest(top - 1.6 * radius, top);
    }
    let upper: Vec<(DVec3, f64)> =
        samples.iter().copied().filter(|(place, _)| place.y <= top && place.y >= top - 1.2 * radius).collect();
    let upper = if upper.is_empty() { samples } else { upper };
    let middle = |axis: usize| (extent(axis, &upper, 0.03) + extent(axis, &upper, 0.97)) / 2.0;
    Head { centre: DVec3::new(middle(0), top - radius, middle(2)), radius }
}

/// The middles of all triangles with their areas; the points where no triangle has any.
fn samples(welded: &Welded) -> Vec<(DVec3, f64)> {
    let corners = |triangle: &[u32; 3]| triangle.map(|point| welded.points[point as usize]);
    let triangles = welded.triangles.iter().map(corners);
    let samples: Vec<(DVec3, f64)> =
        triangles.map(|[a, b, c]| ((a + b + c) / 3.0, (b - a).cross(c - a).length())).collect();
    if samples.is_empty() { welded.points.iter().map(|&point| (point, 1.0)).collect() } else { samples }
}

/// The middle height and half the lesser extent of each slice with enough surface.
fn slices(samples: &[(DVec3, f64)]) -> Vec<(f64, f64)> {
    let heights = samples.iter().map(|(place, _)| place.y);
    let (low, high) = heights.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), y| (low.min(y), high.max(y)));
    let step = (high - low) / SLICES as f64;
    let total: f64 = samples.iter().map(|(_, area)| area).sum();
    let mut slices = vec![Vec::new(); SLICES];
    for &(place, area) in samples {
        let slice = if step > 0.0 { ((place.y - low) / step) as usize } else { 0 };
        slices[slice.min(SLICES - 1)].push((place, area));
    }
    let width = |(number, slice): (usize, Vec<(DVec3, f64)>)| {
        let area: f64 = slice.iter().map(|(_, area)| area).sum();
        let half = |axis: usize| (extent(axis, &slice, 0.97) - extent(axis, &slice, 0.03)) / 2.0;
        (area > LEAST_SHARE * total).then(|| (low + (number as f64 + 0.5) * step, half(0).min(half(2))))
    };
    slices.into_iter().enumerate().filter_map(width).collect()
}

/// The coordinate below which `share` of the surface lies.
fn extent(axis: usize, samples: &[(DVec3, f64)], share: f64) -> f64 {
    let mut values: Vec<(f64, f64)> = samples.iter().map(|(place, area)| (place[axis], *area)).collect();
    quantile(&mut values, share)
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
