//! A row of equal cards that touch side by side: welding by position alone would make one sheet of them. Cards are moved one by
//! one, so vertices of two cards that touch are two points with weights of their own.

use std::collections::{BTreeMap, BTreeSet};

use glam::DVec3;

use super::sets::DisjointSets;
use super::weld::Welded;
use crate::fnv::Fnv;
use crate::{Hair, Model};

/// Fewer equal cards than this may be the sides of one clump.
const LEAST_CARDS: usize = 7;

/// Cards lie side by side when the border they share is this long, in diagonals of a card's box: the segments of a braid,
/// equal too, touch end to end.
const SHARED_BORDER: f64 = 0.6;

/// A card has at least this many triangles: a mesh whose every face has vertices of its own is no row of cards.
const LEAST_TRIANGLES: usize = 4;

/// At most this many cards of a row, or of rows above each other, meet in a point.
const MOST_OWNERS: usize = 4;

/// Vertices that triangles tie together by their stored numbers.
struct Island {
    mesh: usize,
    vertices: Vec<u32>,
    /// Where they are; copies of a card have the same.
    points: BTreeSet<u32>,
}

/// For each hair mesh, the number of the card that each vertex belongs to, from 1; 0 for what is no such card. Cards that
/// coincide (double-faced hair) have the same number. None where the hair has no such row.
pub(crate) fn rows_of_cards(model: &Model, hair: &[Hair], welded: &Welded) -> Option<Vec<Vec<u32>>> {
    let mut alike: BTreeMap<u64, Vec<Island>> = BTreeMap::new();
    for (mesh, points) in welded.point_of_vertex.iter().enumerate() {
        for (signature, vertices) in islands(model, hair[mesh].mesh) {
            let points = vertices.iter().map(|&vertex| points[vertex as usize]).collect();
            alike.entry(signature).or_default().push(Island { mesh, vertices, points });
        }
    }
    let mut cards: Vec<Vec<u32>> = welded.point_of_vertex.iter().map(|points| vec![0; points.len()]).collect();
    let mut count = 0;
    for islands in alike.values().filter(|islands| side_by_side(islands, welded)) {
        let mut numbers: BTreeMap<&BTreeSet<u32>, u32> = BTreeMap::new();
        for island in islands {
            let next = count + 1;
            let number = *numbers.entry(&island.points).or_insert(next);
            count = count.max(number);
            for &vertex in &island.vertices {
                cards[island.mesh][vertex as usize] = number;
            }
        }
    }
    (count > 0).then_some(cards)
}

/// The islands of a mesh in the order of their first vertices, each with a hash of its triangles and texture coordinates:
/// equal for copies of one card. Without texture coordinates nothing tells cards from the parts of one.
fn islands(model: &Model, mesh: usize) -> Vec<(u64, Vec<u32>)> {
    let mesh = &model.meshes[mesh];
    if mesh.uvs.is_empty() {
        return Vec::new();
    }
    let mut sets = DisjointSets::new(mesh.positions.len());
    for corners in mesh.indices.chunks_exact(3) {
        sets.join(corners[0], corners[1]);
        sets.join(corners[1], corners[2]);
    }
    let mut vertices: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
    for &vertex in &mesh.indices {
        vertices.entry(sets.find(vertex)).or_default().push(vertex);
    }
    let signed = |corners: Vec<u32>| {
        let first = corners.iter().copied().min().unwrap_or(0);
        let mut hash = Fnv::default();
        for &vertex in &corners {
            hash.bytes(&(vertex - first).to_le_bytes());
            hash.bytes(&mesh.uvs[vertex as usize].x.to_le_bytes());
            hash.bytes(&mesh.uvs[vertex as usize].y.to_le_bytes());
        }
        let unique: BTreeSet<u32> = corners.into_iter().collect();
        (hash.0, unique.into_iter().collect())
    };
    vertices.into_values().filter(|corners| corners.len() >= 3 * LEAST_TRIANGLES).map(signed).collect()
}

/// At least [`LEAST_CARDS`] of these alike islands, copies counted once, share a long border with another.
fn side_by_side(islands: &[Island], welded: &Welded) -> bool {
    let cards: BTreeSet<&BTreeSet<u32>> = islands.iter().map(|island| &island.points).collect();
    if cards.len() < LEAST_CARDS {
        return false;
    }
    let mut owners: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
    for (card, points) in cards.iter().enumerate() {
        points.iter().for_each(|&point| owners.entry(point).or_default().push(card));
    }
    let mut shared: BTreeMap<(usize, usize), Vec<u32>> = BTreeMap::new();
    // Where a whole fan of cards starts from one point there is no border.
    for (&point, owners) in owners.iter().filter(|(_, owners)| owners.len() <= MOST_OWNERS) {
        for (k, &a) in owners.iter().enumerate() {
            owners[k + 1..].iter().for_each(|&b| shared.entry((a, b)).or_default().push(point));
        }
    }
    let diagonal = |points: &mut dyn Iterator<Item = u32>| {
        let places = points.map(|point| welded.points[point as usize]);
        let empty = (DVec3::INFINITY, DVec3::NEG_INFINITY);
        let (low, high) = places.fold(empty, |(low, high), place| (low.min(place), high.max(place)));
        (high - low).length()
    };
    let sizes: Vec<f64> = cards.iter().map(|points| diagonal(&mut points.iter().copied())).collect();
    let long =
        shared.iter().filter(|((a, _), points)| diagonal(&mut points.iter().copied()) >= SHARED_BORDER * sizes[*a]);
    long.flat_map(|(&(a, b), _)| [a, b]).collect::<BTreeSet<usize>>().len() >= LEAST_CARDS
}

#[cfg(test)]
mod tests {
    use glam::Vec2;

    use super::super::pieces::find_pieces;
    use super::super::weld::{tests::hair_model, weld};

    /// Cards of four quads, each 0.05 wide and 0.4 long, from the place of their upper left corners.
    fn pieces(corners: impl Iterator<Item = (f32, f32)>) -> usize {
        let (mut places, mut indices, mut uvs) = (Vec::new(), Vec::new(), Vec::new());
        for (x, y) in corners {
            let base = places.len() as u32;
            for row in 0..5_u8 {
                for side in 0..2_u8 {
                    places.push([x + 0.05 * f32::from(side), y - 0.1 * f32::from(row), 0.0]);
                    uvs.push(Vec2::new(f32::from(side), f32::from(row) / 4.0));
                }
            }
            indices.extend((0..4).flat_map(|row| [0, 2, 1, 1, 2, 3].map(|k| base + 2 * row + k)));
        }
        let (mut model, hair) = hair_model(&places, &indices);
        model.meshes[0].uvs = uvs;
        find_pieces(&weld(&model, &hair)).len()
    }

    #[test]
    fn a_row_of_cards_stays_apart_and_a_strip_of_segments_does_not() {
        assert_eq!(pieces((0..20_u8).map(|k| (0.05 * f32::from(k), 1.6))), 20);
        assert_eq!(pieces((0..20_u8).map(|k| (0.0, 1.6 - 0.4 * f32::from(k)))), 1);
        assert_eq!(pieces((0..4_u8).map(|k| (0.05 * f32::from(k), 1.6))), 1);
    }
}
