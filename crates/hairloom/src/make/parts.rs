//! From welded hair to the parts that locks are made of.

use std::collections::BTreeMap;

use super::caps::{Role, roles};
use super::graph::Graph;
use super::head::Head;
use super::pieces::{Piece, find_pieces};
use super::strand::{Strand, end_means, find_strand, strand_along};
use super::weld::Welded;
use super::{crowd, group, strips};
use crate::Detail;

/// A part of a lock: a whole piece, or a strip of a shell.
#[derive(Debug)]
pub(crate) struct Part {
    /// Welded points.
    pub(crate) points: Vec<u32>,
    /// Its centre line.
    pub(crate) strand: Strand,
    /// The number of the shell that it is a strip of.
    pub(crate) shell: Option<usize>,
}

/// The hair taken apart.
#[derive(Debug, Default)]
pub(crate) struct Parts {
    /// All that is not scalp.
    pub(crate) parts: Vec<Part>,
    /// Lists of ascending indices into `parts`.
    pub(crate) locks: Vec<Vec<usize>>,
    /// How many pieces there were.
    pub(crate) pieces: usize,
    /// Pieces without length, which stay with the root bone.
    pub(crate) without_length: usize,
    /// Shells that were cut into strips.
    pub(crate) shells: usize,
}

/// Takes the hair apart into locks.
pub(crate) fn take_apart(welded: &Welded, head: &Head, detail: Detail) -> Parts {
    let pieces = find_pieces(welded);
    let mut parts = Parts { pieces: pieces.len(), ..Parts::default() };
    let mut local = vec![0; welded.points.len()];
    let mut measured = Vec::new();
    let mut kept = Vec::new();
    for piece in pieces.into_iter().filter(|piece| piece.label != Some(-1)) {
        let graph = Graph::new(welded, &piece, &mut local);
        match find_strand(&graph, piece.area, head) {
            Some(strand) => {
                measured.push((graph, strand));
                kept.push(piece);
            }
            None => parts.without_length += 1,
        }
    }
    if welded.labels.is_empty() {
        unlabelled(welded, head, detail, &measured, &kept, &mut local, &mut parts);
    } else {
        labelled(measured, kept, &mut parts);
    }
    parts
}

/// The file tells the lock of each vertex.
fn labelled(measured: Vec<(Graph, Strand)>, pieces: Vec<Piece>, parts: &mut Parts) {
    let mut locks: BTreeMap<i32, Vec<usize>> = BTreeMap::new();
    for ((_, strand), piece) in measured.into_iter().zip(pieces) {
        locks.entry(piece.label.unwrap_or(-1)).or_default().push(parts.parts.len());
        parts.parts.push(Part { points: piece.points, strand, shell: None });
    }
    parts.locks = locks.into_values().collect();
}

/// Caps stay with the root, shells are cut into strips, cards and strips that run together become one lock.
fn unlabelled(
    welded: &Welded,
    head: &Head,
    detail: Detail,
    measured: &[(Graph, Strand)],
    pieces: &[Piece],
    local: &mut [u32],
    parts: &mut Parts,
) {
    let roles = roles(measured, head);
    let with = |role: Role| measured.iter().zip(pieces).zip(&roles).filter(move |(_, r)| **r == role).map(|(m, _)| m);
    for ((_, strand), piece) in with(Role::Strand) {
        parts.parts.push(Part { points: piece.points.clone(), strand: strand.clone(), shell: None });
    }
    for (number, ((graph, _), piece)) in with(Role::Shell).enumerate() {
        parts.shells += 1;
        let strips = cut_shell(welded, graph, piece, head, local);
        parts.parts.extend(strips.into_iter().map(|part| Part { shell: Some(number), ..part }));
    }
    let members: Vec<group::Member<'_>> =
        parts.parts.iter().map(|part| group::Member { strand: &part.strand, shell: part.shell }).collect();
    parts.locks = crowd::group(&members, detail);
}

/// The strips of a shell, with root to tip by the way along the surface from its scalp part.
fn cut_shell(welded: &Welded, graph: &Graph, piece: &Piece, head: &Head, local: &mut [u32]) -> Vec<Part> {
    let (scalp, strips) = strips::cut(graph, piece, head);
    let number = |point: &u32| piece.points.binary_search(point).map(|p| p as u32).ok();
    let mut sources: Vec<u32> = scalp.iter().filter_map(number).collect();
    if sources.is_empty() {
        let highest = |a: &u32, b: &u32| graph.places[*a as usize].y.total_cmp(&graph.places[*b as usize].y);
        sources.extend((0..graph.places.len() as u32).max_by(|a, b| highest(a, b).then(b.cmp(a))));
    }
    let way = graph.distances(&sources);
    let mut parts = Vec::new();
    for points in strips {
        let inside = |t: &&u32| welded.triangles[**t as usize].iter().all(|p| points.binary_search(p).is_ok());
        let triangles: Vec<u32> = piece.triangles.iter().filter(inside).copied().collect();
        let area = triangles.iter().map(|&t| area(welded, t)).sum();
        let ways: Vec<f64> = points.iter().filter_map(number).map(|p| way[p as usize]).collect();
        let finite = || ways.iter().copied().filter(|way| way.is_finite());
        let (low, high) = (finite().fold(f64::INFINITY, f64::min), finite().fold(0.0, f64::max));
        if high - low <= 0.0 || low.is_infinite() {
            continue;
        }
        let t: Vec<f64> = ways.iter().map(|way| ((way - low) / (high - low)).clamp(0.0, 1.0)).collect();
        let strip = Piece { points, triangles, area, ..Piece::default() };
        let graph = Graph::new(welded, &strip, local);
        let strand = strand_along(&graph, area, &t, end_means(&graph, &t));
        parts.push(Part { points: strip.points, strand, shell: None });
    }
    parts
}

fn area(welded: &Welded, triangle: u32) -> f64 {
    let [a, b, c] = welded.triangles[triangle as usize].map(|point| welded.points[point as usize]);
    (b - a).cross(c - a).length() / 2.0
}
