use std::f64::consts::PI;

use super::profile::smooth;
use super::random::Random;
use super::recipe::{Lanes, Layer, Recipe};

/// Where one lock grows and how chance moved it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Seedling {
    /// Index into [`Recipe::layers`].
    pub(crate) layer: usize,
    /// Where it falls, radians: 0 at the face, π at the back, positive on the character's left.
    pub(crate) azimuth: f64,
    /// Half the azimuth that it fills between its neighbours, radians.
    pub(crate) half_span: f64,
    /// How far its root moved along the parting, plan units.
    pub(crate) root_shift: f64,
    /// Height over the shell, metres.
    pub(crate) lift: f64,
    /// Height above the ground at which it is cut, metres.
    pub(crate) hem: f64,
    /// Sideways bend of its lower half, radians; positive towards greater azimuth.
    pub(crate) sway: f64,
    /// Part of the fringe.
    pub(crate) fringe: bool,
}

impl Seedling {
    /// The lock across the character's middle.
    fn twin(self) -> Self {
        Self { azimuth: -self.azimuth, sway: -self.sway, ..self }
    }
}

/// Every lock of the hairstyle: layer by layer, from the face round to the back, each followed by its mirror twin. Locks
/// in the middle of fringe and back have none. `density` times the recipe's locks.
pub(crate) fn scatter(recipe: &Recipe, density: usize, seed: u64) -> Vec<Seedling> {
    let mut random = Random::new(seed);
    let mut seedlings = Vec::new();
    let mut below = Vec::new();
    for (index, layer) in recipe.layers.iter().enumerate() {
        let lanes = match layer.lanes {
            Lanes::Fill { fringe, side, back } => {
                fill(recipe, layer, [fringe, side, back].map(|count| count * density), &mut random)
            }
            Lanes::Seams { every } => seams(&below, every),
        };
        for (number, lane) in lanes.iter().enumerate() {
            // Drawn for every lock, so that a lock without a twin doesn't shift the chance of the next one.
            let [azimuth, root, hem, sway] = [(); 4].map(|()| random.signed());
            let free = if lane.middle { 0.0 } else { 1.0 };
            let seedling = Seedling {
                layer: index,
                azimuth: lane.azimuth + free * azimuth * layer.jitter.azimuth * 2.0 * lane.half_span,
                half_span: lane.half_span,
                root_shift: root * layer.jitter.root,
                lift: layer.lift + if number % 2 == 0 { layer.stagger } else { 0.0 },
                hem: hem_at(recipe, lane) + layer.shorter + hem * layer.jitter.hem,
                sway: free * (sway * layer.jitter.sway_deg - sweep_deg(recipe, lane)).to_radians(),
                fringe: lane.fringe,
            };
            seedlings.push(seedling);
            if !lane.middle {
                seedlings.push(seedling.twin());
            }
        }
        below = lanes;
    }
    seedlings
}

/// The place of one lock among its neighbours, on the character's left or in the middle.
struct Lane {
    azimuth: f64,
    half_span: f64,
    middle: bool,
    fringe: bool,
}

/// Lanes from the face round the character's left to the back, `counts` in fringe, side and back, each as wide as chance
/// makes it.
fn fill(recipe: &Recipe, layer: &Layer, counts: [usize; 3], random: &mut Random) -> Vec<Lane> {
    let [fringe, side, back] = counts;
    let fringe_edge = recipe.parting.fringe_deg.to_radians();
    let back_edge = recipe.parting.back_deg.to_radians();
    let mut fill = |count: usize, middle: bool, from: f64, to: f64| {
        // A lane in the middle lies half on the other side.
        let share = |i: usize| if middle && i == 0 { 0.5 } else { 1.0 };
        let widths: Vec<f64> = (0..count).map(|i| share(i) * (1.0 + layer.jitter.span * random.signed())).collect();
        let unit = (to - from) / widths.iter().sum::<f64>();
        let mut edge = from;
        let lane = |(i, width): (usize, f64)| {
            let (start, span) = (edge, width * unit);
            edge += span;
            let middle = middle && i == 0;
            let (azimuth, half_span) = if middle { (from, span.abs()) } else { (start + span / 2.0, span.abs() / 2.0) };
            Lane { azimuth, half_span, middle, fringe: from == 0.0 }
        };
        widths.into_iter().enumerate().map(lane).collect::<Vec<_>>()
    };
    // The fringe and the back start at the middle, where an odd count puts a lock.
    let mut lanes = fill(fringe.div_ceil(2), fringe % 2 == 1, 0.0, fringe_edge);
    lanes.extend(fill(side, false, fringe_edge, back_edge));
    let behind = fill(back.div_ceil(2), back % 2 == 1, PI, back_edge);
    lanes.extend(behind.into_iter().rev());
    lanes
}

/// Lanes over every so manieth seam between the lanes below.
fn seams(below: &[Lane], every: usize) -> Vec<Lane> {
    let seam = |pair: &[Lane]| Lane {
        azimuth: pair[0].azimuth + pair[0].half_span,
        half_span: (pair[0].half_span + pair[1].half_span) / 2.0,
        middle: false,
        fringe: pair[1].fringe,
    };
    below.windows(2).map(seam).step_by(every.max(1)).collect()
}

/// How far the lower half of a lane's hair bends towards the face, degrees.
fn sweep_deg(recipe: &Recipe, lane: &Lane) -> f64 {
    if lane.fringe { 0.0 } else { recipe.sweep_deg * libm::sin(lane.azimuth) }
}

/// The height at which the hair of a lane is cut.
fn hem_at(recipe: &Recipe, lane: &Lane) -> f64 {
    let hem = recipe.hem;
    let fringe_edge = recipe.parting.fringe_deg.to_radians();
    if lane.fringe {
        let out = lane.azimuth / fringe_edge;
        hem.fringe - hem.arch * out * out
    } else {
        hem.side + (hem.back - hem.side) * smooth(fringe_edge, PI, lane.azimuth)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grow::recipe::bob;

    #[test]
    fn lanes_fill_the_half_circle_without_gap() {
        let recipe = bob();
        for layer in &recipe.layers {
            for density in [1, 2, 3] {
                let Lanes::Fill { fringe, side, back } = layer.lanes else { continue };
                let counts = [fringe, side, back].map(|count| count * density);
                let lanes = fill(&recipe, layer, counts, &mut Random::new(5));
                let mut edge = if lanes[0].middle { -lanes[0].half_span } else { 0.0 };
                for lane in &lanes {
                    assert!((lane.azimuth - lane.half_span - edge).abs() < 1e-12);
                    edge = lane.azimuth + lane.half_span;
                }
                let last = &lanes[lanes.len() - 1];
                assert!((edge - if last.middle { PI + last.half_span } else { PI }).abs() < 1e-12);
            }
        }
    }

    #[test]
    fn locks_off_the_middle_have_a_twin() {
        let seedlings = scatter(&bob(), 1, 3);
        let alone: Vec<_> = seedlings.iter().filter(|s| !seedlings.contains(&s.twin())).collect();
        assert!(alone.iter().all(|s| s.azimuth == PI), "{alone:?}");
        assert!(seedlings.iter().any(|s| s.azimuth == 0.0));
    }

    #[test]
    fn seeds_differ() {
        assert_ne!(scatter(&bob(), 1, 1), scatter(&bob(), 1, 2));
        assert_eq!(scatter(&bob(), 1, 1), scatter(&bob(), 1, 1));
    }
}
