//! What stays on the scalp: caps, and what lies flat on them.

use std::collections::HashMap;

use glam::DVec3;

use super::graph::Graph;
use super::head::Head;
use super::strand::Strand;

/// A piece wider than this many head radii, root mean square, covers the head rather than hangs from it.
const WIDE: f64 = 0.4;

/// … unless it is much longer than wide: this many times its root mean square width.
const LONG: f64 = 10.0;

/// Below the head's centre by this many radii a cap draws in towards the neck …
const NECK: f64 = 0.6;

/// … and what is still this many radii from the head's upright axis hangs.
const NECK_RADIUS: f64 = 0.8;

/// A piece with more than this share of its surface hanging is no cap.
const HANGING: f64 = 0.1;

/// What lies flat on a cap is nowhere farther from it than this, in head radii.
const CARRIED_REACH: f64 = 0.15;

/// How a piece of a hairstyle is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// A lock, or a part of one.
    Strand,
    /// Moves with the root bone.
    Scalp,
    /// A shell that covers the head and hangs: cut into strips.
    Shell,
}

/// Tells caps and shells from strands. `pieces` are the graph and the strand of each.
///
/// Caps never take more than half of the area: a bob in one piece looks like a cap too, and is a shell.
pub(crate) fn roles(pieces: &[(Graph, Strand)], head: &Head) -> Vec<Role> {
    let total: f64 = pieces.iter().map(|(_, strand)| strand.area).sum();
    let wide = |strand: &Strand| strand.width > (WIDE * head.radius).max(strand.line.length() / LONG);
    let mut roles: Vec<Role> = pieces
        .iter()
        .map(|(graph, strand)| match (wide(strand), hanging(graph, head) < HANGING) {
            (false, _) => Role::Strand,
            (true, true) if strand.area <= total / 2.0 => Role::Scalp,
            (true, _) => Role::Shell,
        })
        .collect();
    let cap = Surface::new(pieces, &roles, CARRIED_REACH * head.radius);
    for (role, (_, strand)) in roles.iter_mut().zip(pieces) {
        let flat = || strand.samples.iter().all(|place| cap.is_near(*place));
        if *role == Role::Strand && flat() {
            *role = Role::Scalp;
        }
    }
    roles
}

/// The share of a piece's surface that hangs below the head's middle and away from the neck.
fn hanging(graph: &Graph, head: &Head) -> f64 {
    let (mut hanging, mut total) = (0.0, f64::MIN_POSITIVE);
    for corners in &graph.triangles {
        let [a, b, c] = corners.map(|p| graph.places[p as usize]);
        let off = ((a + b + c) / 3.0 - head.centre) / head.radius;
        let area = (b - a).cross(c - a).length();
        let out = off.x * off.x + off.z * off.z > NECK_RADIUS * NECK_RADIUS;
        hanging += if off.y < -NECK && out { area } else { 0.0 };
        total += area;
    }
    hanging / total
}

/// Places on the caps, by cells as wide as the reach.
struct Surface {
    reach: f64,
    cells: HashMap<[i64; 3], Vec<DVec3>>,
}

impl Surface {
    /// At most about 4,000 places.
    fn new(pieces: &[(Graph, Strand)], roles: &[Role], reach: f64) -> Self {
        let caps = || pieces.iter().zip(roles).filter(|(_, role)| **role == Role::Scalp).map(|((graph, _), _)| graph);
        let count: usize = caps().map(|graph| 4 * graph.triangles.len()).sum();
        let spread = |graph: &Graph, corners: [u32; 3]| {
            let [a, b, c] = corners.map(|p| graph.places[p as usize]);
            [(a + b + c) / 3.0, (a + b) / 2.0, (b + c) / 2.0, (c + a) / 2.0]
        };
        let places = caps().flat_map(|graph| graph.triangles.iter().flat_map(|&corners| spread(graph, corners)));
        let mut surface = Self { reach, cells: HashMap::new() };
        for place in places.step_by(count.div_ceil(4000).max(1)) {
            surface.cells.entry(surface.cell(place)).or_default().push(place);
        }
        surface
    }

    fn cell(&self, place: DVec3) -> [i64; 3] {
        (place / self.reach).floor().to_array().map(|x| x as i64)
    }

    fn is_near(&self, place: DVec3) -> bool {
        let [x, y, z] = self.cell(place);
        let around = (-1..=1).flat_map(|i| (-1..=1).flat_map(move |j| (-1..=1).map(move |k| [x + i, y + j, z + k])));
        let mut near = around.filter_map(|cell| self.cells.get(&cell)).flatten();
        near.any(|point| point.distance_squared(place) < self.reach * self.reach)
    }
}
