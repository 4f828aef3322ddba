//! Copies of one point become one, so that what an artist sees as one surface is one.

use std::collections::HashMap;

use glam::DVec3;

use super::cards::rows_of_cards;
use crate::{Hair, Model};

/// Two vertices this near each other, in diagonals of the box of what is drawn, are one point.
const WELD_DISTANCE: f64 = 1e-5;

/// Positions are told to this share of their distance from the origin; cells are never finer.
const SINGLE_PRECISION: f64 = 1e-7;

/// A triangle thinner than this, twice its area over its longest edge squared, has no area to speak of.
const DEGENERATE: f64 = 1e-7;

/// The hair as points and triangles without copies.
///
/// Points are numbered in the order in which vertices come; vertices with different `_LOCK` labels are never one point.
#[derive(Debug, Default)]
pub(crate) struct Welded {
    /// Model space.
    pub(crate) points: Vec<DVec3>,
    /// `_LOCK` of each point; empty where the file has none.
    pub(crate) labels: Vec<i32>,
    /// Triangles with area.
    pub(crate) triangles: Vec<[u32; 3]>,
    /// Triangles without area that still tie their points together.
    pub(crate) slivers: Vec<[u32; 3]>,
    /// For each hair mesh, the point of each vertex, or [`Welded::UNUSED`].
    pub(crate) point_of_vertex: Vec<Vec<u32>>,
    /// The diagonal of the box round all triangles with area.
    pub(crate) diagonal: f64,
}

impl Welded {
    /// Stands for a vertex that no triangle uses.
    pub(crate) const UNUSED: u32 = u32::MAX;
}

/// Twice the area over the longest edge squared: 0 for a sliver, 0.87 for an even triangle.
fn roundness(corners: [DVec3; 3]) -> f64 {
    let [a, b, c] = corners;
    let longest = (b - a).length_squared().max((c - b).length_squared()).max((a - c).length_squared());
    if longest > 0.0 { (b - a).cross(c - a).length() / longest } else { 0.0 }
}

/// Welds the hair of a model. Equal cards in a row stay apart where they touch.
pub(crate) fn weld(model: &Model, hair: &[Hair]) -> Welded {
    let welded = weld_apart(model, hair, None);
    match rows_of_cards(model, hair, &welded) {
        Some(cards) => weld_apart(model, hair, Some(&cards)),
        None => welded,
    }
}

/// Welds vertices of the same `_LOCK` and the same card (a number for each vertex of each hair mesh).
fn weld_apart(model: &Model, hair: &[Hair], cards: Option<&[Vec<u32>]>) -> Welded {
    let labelled = hair.iter().any(|hair| !model.meshes[hair.mesh].lock_labels.is_empty());
    let diagonal = diagonal(model, hair);
    let mut grid = Grid::new((diagonal * WELD_DISTANCE).max(farthest(model, hair) * SINGLE_PRECISION));
    let mut welded = Welded { diagonal, ..Welded::default() };
    for (number, hair) in hair.iter().enumerate() {
        let mesh = &model.meshes[hair.mesh];
        let mut point_of_vertex = vec![Welded::UNUSED; mesh.positions.len()];
        for &vertex in &mesh.indices {
            let vertex = vertex as usize;
            if point_of_vertex[vertex] == Welded::UNUSED {
                let label = mesh.lock_labels.get(vertex).copied().unwrap_or(-1);
                let card = cards.map_or(0, |cards| cards[number][vertex]);
                point_of_vertex[vertex] = grid.point(mesh.positions[vertex].as_dvec3(), (label, card));
            }
        }
        for corners in mesh.indices.chunks_exact(3) {
            let triangle = [0, 1, 2].map(|k| point_of_vertex[corners[k] as usize]);
            let round = roundness(triangle.map(|point| grid.points[point as usize]));
            let target = if round > DEGENERATE { &mut welded.triangles } else { &mut welded.slivers };
            target.push(triangle);
        }
        welded.point_of_vertex.push(point_of_vertex);
    }
    welded.points = grid.points;
    welded.labels = if labelled { grid.kinds.iter().map(|(label, _)| *label).collect() } else { Vec::new() };
    welded
}

/// The greatest coordinate of a vertex that a triangle uses.
fn farthest(model: &Model, hair: &[Hair]) -> f64 {
    let meshes = hair.iter().map(|hair| &model.meshes[hair.mesh]);
    let used = meshes.flat_map(|mesh| mesh.indices.iter().map(|&vertex| mesh.positions[vertex as usize]));
    used.map(|place| f64::from(place.abs().max_element())).fold(0.0, f64::max)
}

/// The diagonal of the box round all triangles with area, or of all triangles where none has any.
fn diagonal(model: &Model, hair: &[Hair]) -> f64 {
    let measure = |least: f64| {
        let (mut low, mut high) = (DVec3::INFINITY, DVec3::NEG_INFINITY);
        for hair in hair {
            let mesh = &model.meshes[hair.mesh];
            for corners in mesh.indices.chunks_exact(3) {
                let corners = [0, 1, 2].map(|k| mesh.positions[corners[k] as usize].as_dvec3());
                if roundness(corners) >= least {
                    low = corners.iter().fold(low, |low, p| low.min(*p));
                    high = corners.iter().fold(high, |high, p| high.max(*p));
                }
            }
        }
        if low.x <= high.x { (high - low).length() } else { 0.0 }
    };
    let round = measure(DEGENERATE);
    if round > 0.0 { round } else { measure(0.0) }
}

/// `_LOCK` and card of a point: points of different kinds are never one.
type Kind = (i32, u32);

/// Finds points again by their place.
struct Grid {
    reach: f64,
    /// The points of each cell, apart by kind.
    cells: HashMap<([i64; 3], Kind), Vec<u32>>,
    points: Vec<DVec3>,
    kinds: Vec<Kind>,
}

impl Grid {
    fn new(reach: f64) -> Self {
        Self { reach: reach.max(f64::MIN_POSITIVE), cells: HashMap::new(), points: Vec::new(), kinds: Vec::new() }
    }

    /// Cells are four times as wide as the reach, so that most points look into one cell only.
    fn cell(&self, place: DVec3) -> [i64; 3] {
        (place / (4.0 * self.reach)).floor().to_array().map(|x| x as i64)
    }

    fn point(&mut self, place: DVec3, kind: Kind) -> u32 {
        let low = self.cell(place - DVec3::splat(self.reach));
        let high = self.cell(place + DVec3::splat(self.reach));
        let mut best: Option<u32> = None;
        for x in low[0]..=high[0] {
            for y in low[1]..=high[1] {
                for z in low[2]..=high[2] {
                    let near = self.cells.get(&([x, y, z], kind)).into_iter().flatten().copied();
                    let near =
                        near.filter(|&p| self.points[p as usize].distance_squared(place) <= self.reach * self.reach);
                    best = near.chain(best).min();
                }
            }
        }
        best.unwrap_or_else(|| {
            let point = self.points.len() as u32;
            self.points.push(place);
            self.kinds.push(kind);
            let cell = self.cell(place);
            self.cells.entry((cell, kind)).or_default().push(point);
            point
        })
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use glam::Vec3;

    use super::*;
    use crate::Mesh;

    /// A model of one mesh that is hair.
    pub(crate) fn hair_model(positions: &[[f32; 3]], indices: &[u32]) -> (Model, Vec<Hair>) {
        let mesh = Mesh {
            positions: positions.iter().map(|&p| Vec3::from(p)).collect(),
            indices: indices.to_vec(),
            ..Mesh::default()
        };
        (Model { meshes: vec![mesh], ..Model::default() }, vec![Hair { mesh: 0, why: "test".to_owned() }])
    }

    #[test]
    fn copies_within_reach_are_one_point() {
        let square =
            [[0., 0., 0.], [1., 0., 0.], [0., 1., 0.], [1., 0., 1e-6], [1., 1., 0.], [0., 1., 0.], [5., 5., 5.]];
        let (model, hair) = hair_model(&square, &[0, 1, 2, 3, 4, 5]);
        let welded = weld(&model, &hair);
        assert_eq!(welded.points.len(), 4);
        assert_eq!(welded.point_of_vertex[0], vec![0, 1, 2, 1, 3, 2, Welded::UNUSED]);
        assert_eq!(welded.triangles, vec![[0, 1, 2], [1, 3, 2]]);
        assert!((welded.diagonal - 2_f64.sqrt()).abs() < 1e-9);
    }

    #[test]
    fn labels_keep_copies_apart() {
        let (mut model, hair) =
            hair_model(&[[0., 0., 0.], [1., 0., 0.], [0., 1., 0.], [1., 0., 0.]], &[0, 1, 2, 0, 3, 2]);
        model.meshes[0].lock_labels = vec![0, 0, 0, 1];
        assert_eq!(weld(&model, &hair).points.len(), 4);
    }

    #[test]
    fn points_far_from_the_origin_and_tiny_boxes_keep_cells_apart() {
        let triangle = [[1.0, 0.0, 0.0], [1.0 + 2e-7, 0.0, 0.0], [1.0, 2e-7, 0.0], [-1.0, 0.0, 0.0]];
        let (model, hair) = hair_model(&triangle, &[0, 1, 2, 3, 3, 3]);
        assert!(weld(&model, &hair).points.len() >= 2);
    }

    #[test]
    fn a_stray_sliver_does_not_widen_the_box() {
        let (model, hair) =
            hair_model(&[[0., 0., 0.], [1., 0., 0.], [0., 1., 0.], [0., 1000., 0.]], &[0, 1, 2, 3, 3, 3]);
        let welded = weld(&model, &hair);
        assert_eq!((welded.triangles.len(), welded.slivers.len()), (1, 1));
        assert!(welded.diagonal < 1.5);
    }
}
