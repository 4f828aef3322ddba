//! New accessors, each over a buffer view of its own.

use glam::{DAffine3, Vec2, Vec3};
use hairloom::Influences;
use serde_json::{Value, json};

use super::patch::{Object, Patch};

const VERTICES: Option<u32> = Some(34962);
const TRIANGLES: Option<u32> = Some(34963);
const U8: u32 = 5121;
const U16: u32 = 5123;
const U32: u32 = 5125;
const F32: u32 = 5126;

impl Patch {
    /// `POSITION`, with the bounds that glTF asks for.
    pub(super) fn add_positions(&mut self, positions: &[Vec3]) -> usize {
        let mut low = Vec3::splat(f32::INFINITY);
        let mut high = Vec3::splat(f32::NEG_INFINITY);
        for &position in positions {
            low = low.min(position);
            high = high.max(position);
        }
        let index = self.add_vec3(positions);
        // Bounds are told as f64, where every f32 has its exact value.
        let exact = |v: Vec3| json!(v.to_array().map(f64::from));
        self.accessors[index].insert("min".to_owned(), exact(low));
        self.accessors[index].insert("max".to_owned(), exact(high));
        index
    }

    /// `NORMAL`.
    pub(super) fn add_vec3(&mut self, vectors: &[Vec3]) -> usize {
        let bytes: Vec<u8> = vectors.iter().flat_map(Vec3::to_array).flat_map(f32::to_le_bytes).collect();
        self.add_accessor(&bytes, VERTICES, (F32, "VEC3"), vectors.len())
    }

    /// `TEXCOORD_0`.
    pub(super) fn add_vec2(&mut self, vectors: &[Vec2]) -> usize {
        let bytes: Vec<u8> = vectors.iter().flat_map(Vec2::to_array).flat_map(f32::to_le_bytes).collect();
        self.add_accessor(&bytes, VERTICES, (F32, "VEC2"), vectors.len())
    }

    /// `COLOR_0`.
    pub(super) fn add_colours(&mut self, colours: &[[f32; 4]]) -> usize {
        let bytes: Vec<u8> = colours.iter().flatten().flat_map(|v| v.to_le_bytes()).collect();
        self.add_accessor(&bytes, VERTICES, (F32, "VEC4"), colours.len())
    }

    /// `_LOCK`: whole numbers, of which f32 holds every one up to 2²⁴ exactly.
    pub(super) fn add_locks(&mut self, locks: &[i32]) -> usize {
        let bytes: Vec<u8> = locks.iter().flat_map(|&lock| (lock as f32).to_le_bytes()).collect();
        self.add_accessor(&bytes, VERTICES, (F32, "SCALAR"), locks.len())
    }

    /// Triangles, in 16 bits where `vertices` allows it.
    pub(super) fn add_indices(&mut self, indices: &[u32], vertices: usize) -> usize {
        // The highest number of a type is kept free: it restarts primitives.
        if vertices < usize::from(u16::MAX) {
            // All are less than the count of vertices.
            let bytes: Vec<u8> = indices.iter().flat_map(|&i| (i as u16).to_le_bytes()).collect();
            self.add_accessor(&bytes, TRIANGLES, (U16, "SCALAR"), indices.len())
        } else {
            let bytes: Vec<u8> = indices.iter().flat_map(|i| i.to_le_bytes()).collect();
            self.add_accessor(&bytes, TRIANGLES, (U32, "SCALAR"), indices.len())
        }
    }

    /// `JOINTS_0` and `WEIGHTS_0`. The weights are made to sum to 1 in single precision.
    pub(super) fn add_influences(&mut self, influences: &[Influences]) -> (usize, usize) {
        let count = influences.len();
        let joints = || influences.iter().flatten().map(|influence| influence.joint);
        let small: Option<Vec<u8>> = joints().map(|joint| u8::try_from(joint).ok()).collect();
        let joints = match small {
            Some(bytes) => self.add_accessor(&bytes, VERTICES, (U8, "VEC4"), count),
            None => {
                let bytes: Vec<u8> = joints().flat_map(u16::to_le_bytes).collect();
                self.add_accessor(&bytes, VERTICES, (U16, "VEC4"), count)
            }
        };
        let bytes: Vec<u8> = influences.iter().flat_map(unit_weights).flat_map(f32::to_le_bytes).collect();
        (joints, self.add_accessor(&bytes, VERTICES, (F32, "VEC4"), count))
    }

    /// The inverse bind matrices of a skin.
    pub(super) fn add_matrices(&mut self, matrices: &[DAffine3]) -> usize {
        let mut bytes = Vec::with_capacity(matrices.len() * 64);
        for matrix in matrices {
            let m = matrix.matrix3;
            let columns = [(m.x_axis, 0.0), (m.y_axis, 0.0), (m.z_axis, 0.0), (matrix.translation, 1.0)];
            for (column, w) in columns {
                bytes.extend(column.as_vec3().to_array().into_iter().chain([w]).flat_map(f32::to_le_bytes));
            }
        }
        self.add_accessor(&bytes, None, (F32, "MAT4"), matrices.len())
    }

    fn add_accessor(
        &mut self,
        bytes: &[u8],
        target: Option<u32>,
        (component, kind): (u32, &str),
        count: usize,
    ) -> usize {
        let view = self.add_view(bytes, target);
        let mut accessor = Object::new();
        let numbers = [("bufferView", json!(view)), ("componentType", json!(component)), ("count", json!(count))];
        accessor.extend(numbers.map(|(key, value): (&str, Value)| (key.to_owned(), value)));
        accessor.insert("type".to_owned(), json!(kind));
        self.accessors.push(accessor);
        self.accessors.len() - 1
    }
}

/// The four weights, the heaviest mended so that all sum to 1.
fn unit_weights(influences: &Influences) -> [f32; 4] {
    let mut weights = influences.map(|influence| influence.weight);
    let others: f64 = weights[1..].iter().map(|&weight| f64::from(weight)).sum();
    weights[0] = (1.0 - others) as f32;
    weights
}

#[cfg(test)]
mod tests {
    use hairloom::Influence;

    use super::*;

    #[test]
    fn weights_sum_to_one_in_single_precision() {
        let third = Influence { joint: 0, weight: 0.333_333 };
        let weights = unit_weights(&[third, third, third, Influence::default()]);
        let sum: f64 = weights.iter().map(|&weight| f64::from(weight)).sum();
        assert!((sum - 1.0).abs() < 6e-8);
    }

    #[test]
    fn joints_take_the_width_they_need() {
        let one = |joint| {
            [[Influence { joint, weight: 1.0 }, Influence::default(), Influence::default(), Influence::default()]]
        };
        let mut patch = Patch::default();
        let (small, _) = patch.add_influences(&one(255));
        let (large, _) = patch.add_influences(&one(256));
        assert_eq!(patch.accessors[small]["componentType"], U8);
        assert_eq!(patch.accessors[large]["componentType"], U16);
    }
}
