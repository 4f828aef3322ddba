//! Distances along the surface of one piece.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

use glam::DVec3;

use super::pieces::Piece;
use super::weld::Welded;

/// The edges of one piece, by local point number (the place in [`Piece::points`]).
#[derive(Debug)]
pub(crate) struct Graph {
    /// Places, local order.
    pub(crate) places: Vec<DVec3>,
    /// Triangles with area, local numbers.
    pub(crate) triangles: Vec<[u32; 3]>,
    start: Vec<u32>,
    neighbours: Vec<(u32, f64)>,
    /// The length of the edges that only one triangle uses, metres.
    pub(crate) boundary: f64,
}

impl Graph {
    /// The graph of a piece, `local` being scratch as long as the welded points.
    pub(crate) fn new(welded: &Welded, piece: &Piece, local: &mut [u32]) -> Self {
        for (number, &point) in piece.points.iter().enumerate() {
            local[point as usize] = number as u32;
        }
        let locals = |triangle: &[u32; 3]| triangle.map(|point| local[point as usize]);
        let inside = |triangle: &[u32; 3]| triangle.iter().all(|&point| piece.points.binary_search(&point).is_ok());
        // A triangle between two labels lies in neither piece.
        let triangles: Vec<[u32; 3]> = (piece.triangles.iter().map(|&t| &welded.triangles[t as usize]))
            .filter(|triangle| welded.labels.is_empty() || inside(triangle))
            .map(locals)
            .collect();
        let slivers = piece.slivers.iter().map(|&t| locals(&welded.slivers[t as usize]));
        let mut edges: Vec<(u32, u32)> = Vec::with_capacity(triangles.len() * 3);
        for [a, b, c] in triangles.iter().copied().chain(slivers) {
            edges.extend([(a, b), (b, c), (c, a)].map(|(a, b)| (a.min(b), a.max(b))).iter().filter(|(a, b)| a != b));
        }
        edges.sort_unstable();
        let places: Vec<DVec3> = piece.points.iter().map(|&point| welded.points[point as usize]).collect();
        let mut boundary = 0.0;
        let mut unique: Vec<(u32, u32, f64)> = Vec::with_capacity(edges.len() / 2);
        for group in edges.chunk_by(|a, b| a == b) {
            let (a, b) = group[0];
            let length = places[a as usize].distance(places[b as usize]);
            boundary += if group.len() == 1 { length } else { 0.0 };
            unique.push((a, b, length));
        }
        let (start, neighbours) = rows(places.len(), &unique);
        Self { places, triangles, start, neighbours, boundary }
    }

    /// The points that share an edge with `point`, and the edges' lengths.
    pub(crate) fn neighbours(&self, point: u32) -> &[(u32, f64)] {
        &self.neighbours[self.start[point as usize] as usize..self.start[point as usize + 1] as usize]
    }

    /// Dijkstra: the distance along edges from the nearest of `sources`, infinite where none leads.
    pub(crate) fn distances(&self, sources: &[u32]) -> Vec<f64> {
        let mut distance = vec![f64::INFINITY; self.places.len()];
        let mut queue = BinaryHeap::new();
        for &source in sources {
            distance[source as usize] = 0.0;
            queue.push(Reached { distance: 0.0, point: source });
        }
        while let Some(Reached { distance: so_far, point }) = queue.pop() {
            if so_far > distance[point as usize] {
                continue;
            }
            for &(next, length) in self.neighbours(point) {
                let through = so_far + length;
                if through < distance[next as usize] {
                    distance[next as usize] = through;
                    queue.push(Reached { distance: through, point: next });
                }
            }
        }
        distance
    }
}

/// Compressed rows of a symmetric list of edges.
fn rows(count: usize, edges: &[(u32, u32, f64)]) -> (Vec<u32>, Vec<(u32, f64)>) {
    let mut start = vec![0_u32; count + 1];
    for &(a, b, _) in edges {
        start[a as usize + 1] += 1;
        start[b as usize + 1] += 1;
    }
    for row in 0..count {
        start[row + 1] += start[row];
    }
    let mut fill = start.clone();
    let mut neighbours = vec![(0, 0.0); edges.len() * 2];
    for &(a, b, length) in edges {
        for (from, to) in [(a, b), (b, a)] {
            neighbours[fill[from as usize] as usize] = (to, length);
            fill[from as usize] += 1;
        }
    }
    (start, neighbours)
}

/// A heap entry: the nearest comes out first, ties by the smaller number.
#[derive(PartialEq)]
struct Reached {
    distance: f64,
    point: u32,
}

impl Eq for Reached {}

impl Ord for Reached {
    fn cmp(&self, other: &Self) -> Ordering {
        other.distance.total_cmp(&self.distance).then(other.point.cmp(&self.point))
    }
}

impl PartialOrd for Reached {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
