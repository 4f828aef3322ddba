//! What stays on the scalp: caps, and what lies flat on them.

use glam::DVec3;

use super::graph::Graph;
use super::head::{Head, quantile};
use super::strand::Strand;

/// A piece wider than this many head radii, root mean square, covers the head rather than hangs from it.
const WIDE: f64 = 0.4;

/// A cap lies this near the head's centre all over (95 % of it), in head radii.
const CAP_REACH: f64 = 1.35;

/// What lies flat on a cap is nowhere farther from it than this, in head radii.
const CARRIED_REACH: f64 = 0.12;

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
    let wide = |strand: &Strand| strand.width > WIDE * head.radius;
    let mut roles: Vec<Role> = pieces
        .iter()
        .map(|(graph, strand)| match (wide(strand), reach(graph, head) < CAP_REACH) {
            (false, _) => Role::Strand,
            (true, true) if strand.area <= total / 2.0 => Role::Scalp,
            (true, _) => Role::Shell,
        })
        .collect();
    let cap: Vec<DVec3> = surface(pieces, &roles);
    if !cap.is_empty() {
        for (role, (_, strand)) in roles.iter_mut().zip(pieces) {
            if *role == Role::Strand && carried(strand, &cap, CARRIED_REACH * head.radius) {
                *role = Role::Scalp;
            }
        }
    }
    roles
}

/// How far from the head's centre a piece reaches, in head radii; one in twenty of its points may lie farther.
fn reach(graph: &Graph, head: &Head) -> f64 {
    let mut distances: Vec<(f64, f64)> = graph.places.iter().map(|&place| (head.distance(place), 1.0)).collect();
    quantile(&mut distances, 0.95)
}

/// At most about 2,000 points of the caps.
fn surface(pieces: &[(Graph, Strand)], roles: &[Role]) -> Vec<DVec3> {
    let caps = || pieces.iter().zip(roles).filter(|(_, role)| **role == Role::Scalp);
    let count: usize = caps().map(|((graph, _), _)| graph.places.len()).sum();
    caps().flat_map(|((graph, _), _)| graph.places.iter().copied()).step_by(count.div_ceil(2000).max(1)).collect()
}

/// Every part of the strand's line lies near the cap.
fn carried(strand: &Strand, cap: &[DVec3], reach: f64) -> bool {
    let near = |place: &DVec3| cap.iter().any(|point| point.distance_squared(*place) < reach * reach);
    strand.samples.iter().all(near)
}
