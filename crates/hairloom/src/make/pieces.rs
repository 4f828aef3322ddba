//! Parts of the hair that are connected after welding.

use super::sets::DisjointSets;
use super::weld::{Welded, weld};
use crate::{Hair, Model};

/// A connected part.
#[derive(Debug, Default)]
pub(crate) struct Piece {
    /// Ascending.
    pub(crate) points: Vec<u32>,
    /// Indices into [`Welded::triangles`], ascending.
    pub(crate) triangles: Vec<u32>,
    /// Indices into [`Welded::slivers`], ascending; only where there is no triangle.
    pub(crate) slivers: Vec<u32>,
    /// The sum of its triangles' areas, m².
    pub(crate) area: f64,
    /// `_LOCK`, −1 for the scalp; none where the file has none.
    pub(crate) label: Option<i32>,
}

/// How many connected parts the hair has after welding: what [`crate::Rig::pieces`] tells, without looking for locks.
pub fn pieces(model: &Model, hair: &[Hair]) -> usize {
    find_pieces(&weld(model, hair)).len()
}

/// The connected parts, in the order of their first points.
///
/// Points are tied by triangles with area; slivers tie only points that no such triangle uses, so that a stray
/// triangle far away does not make two locks one. Points with different labels are never tied.
pub(crate) fn find_pieces(welded: &Welded) -> Vec<Piece> {
    let mut sets = DisjointSets::new(welded.points.len());
    let mut round = vec![false; welded.points.len()];
    let same_label =
        |a: u32, b: u32| welded.labels.is_empty() || welded.labels[a as usize] == welded.labels[b as usize];
    for &[a, b, c] in &welded.triangles {
        for (a, b) in [(a, b), (b, c), (c, a)] {
            round[a as usize] = true;
            if same_label(a, b) {
                sets.join(a, b);
            }
        }
    }
    for sliver in &welded.slivers {
        if sliver.iter().all(|&point| !round[point as usize]) {
            sets.join(sliver[0], sliver[1]);
            sets.join(sliver[1], sliver[2]);
        }
    }
    collect(welded, &mut sets, &round)
}

fn collect(welded: &Welded, sets: &mut DisjointSets, round: &[bool]) -> Vec<Piece> {
    let mut pieces: Vec<Piece> = Vec::new();
    let mut piece_of_set = vec![u32::MAX; welded.points.len()];
    for point in 0..welded.points.len() as u32 {
        let set = sets.find(point) as usize;
        if piece_of_set[set] == u32::MAX {
            piece_of_set[set] = pieces.len() as u32;
            let label = welded.labels.get(point as usize).copied();
            pieces.push(Piece { label, ..Piece::default() });
        }
        pieces[piece_of_set[set] as usize].points.push(point);
    }
    for (index, &[a, b, c]) in welded.triangles.iter().enumerate() {
        let piece = &mut pieces[piece_of_set[sets.find(a) as usize] as usize];
        let [a, b, c] = [a, b, c].map(|point| welded.points[point as usize]);
        piece.triangles.push(index as u32);
        piece.area += (b - a).cross(c - a).length() / 2.0;
    }
    for (index, sliver) in welded.slivers.iter().enumerate() {
        if sliver.iter().all(|&point| !round[point as usize]) {
            pieces[piece_of_set[sets.find(sliver[0]) as usize] as usize].slivers.push(index as u32);
        }
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::super::weld::{tests::hair_model, weld};
    use super::*;

    #[test]
    fn triangles_that_share_a_point_are_one_piece() {
        let places = [
            [0., 0., 0.],
            [1., 0., 0.],
            [0., 1., 0.],
            [2., 0., 0.],
            [2., 1., 0.],
            [9., 0., 0.],
            [9., 1., 0.],
            [8., 0., 0.],
        ];
        let (model, hair) = hair_model(&places, &[0, 1, 2, 1, 3, 4, 5, 6, 7]);
        let pieces = find_pieces(&weld(&model, &hair));
        assert_eq!(pieces.len(), 2);
        assert_eq!(pieces[0].points, vec![0, 1, 2, 3, 4]);
        assert_eq!(pieces[0].triangles, vec![0, 1]);
        assert!((pieces[0].area - 1.0).abs() < 1e-9);
    }

    #[test]
    fn a_sliver_joins_only_points_without_area() {
        // Two triangles, a sliver between them, and a card without width beside them.
        let places = [
            [0., 0., 0.],
            [1., 0., 0.],
            [0., 1., 0.],
            [5., 0., 0.],
            [6., 0., 0.],
            [5., 1., 0.],
            [9., 0., 0.],
            [9., 1., 0.],
            [9., 2., 0.],
        ];
        let (model, hair) = hair_model(&places, &[0, 1, 2, 3, 4, 5, 0, 3, 3, 6, 7, 8]);
        let pieces = find_pieces(&weld(&model, &hair));
        assert_eq!(pieces.len(), 3);
        assert_eq!((pieces[2].points.len(), pieces[2].slivers.len(), pieces[2].area), (3, 1, 0.0));
    }
}
