use glam::Vec3;
use gltf::json::Index;
use gltf::json::accessor::{ComponentType, Type};
use gltf::json::mesh::{Primitive, Semantic};
use gltf::json::validation::Checked;

use crate::{Error, accessors, budget::Budget, file::File, warnings::Warnings};

/// The influences of each vertex as [`hairloom::Skinning`] wants them.
pub(crate) struct Influences {
    pub(crate) of_vertex: Vec<[(u16, f32); 4]>,
    pub(crate) mended: bool,
}

/// Sets that are read: 64 influences a vertex, far more than any file has.
const MAX_SETS: u32 = 16;

/// What was found to mend, over all vertices of a primitive.
#[derive(Default)]
struct Mends {
    over_four: usize,
    not_normalised: bool,
    merged: bool,
    float_joints: bool,
}

/// One `JOINTS_n` / `WEIGHTS_n` pair.
struct Set {
    joints: Vec<[f32; 4]>,
    weights: Vec<[f32; 4]>,
    /// How far a sum of stored weights may be from 1 for lack of digits.
    tolerance: f64,
}

/// The influences of a primitive, or none (with a warning) when it has joints or weights only.
pub(crate) fn read(
    file: &File<'_>,
    primitive: &Primitive,
    part: &str,
    joint_count: usize,
    positions: &[Vec3],
    warnings: &mut Warnings,
) -> Result<Option<Influences>, Error> {
    let mut mends = Mends::default();
    let mut sets = Vec::new();
    for n in 0..MAX_SETS {
        let accessor = |semantic| primitive.attributes.get(&Checked::Valid(semantic)).map(Index::value);
        let pair = (accessor(Semantic::Joints(n)), accessor(Semantic::Weights(n)));
        let (Some(joints), Some(weights)) = pair else {
            if pair != (None, None) || n == 0 {
                let missing = if pair.0.is_some() { "WEIGHTS" } else { "JOINTS" };
                let message = format!("{part} has a skin and no {missing}_{n}; what is there of that pair is left out");
                warnings.push("weights", message);
            }
            break;
        };
        sets.push(read_set(file, joints, weights, n, part, positions.len(), &mut mends)?);
    }
    if sets.is_empty() {
        return Ok(None);
    }
    let mut of_vertex = Vec::with_capacity(positions.len());
    for vertex in 0..positions.len() {
        of_vertex.push(merge(&sets, vertex, joint_count, part, &mut mends)?);
    }
    let without = bind_unweighted(file.budget, &mut of_vertex, positions);
    let mended = mends.over_four > 0 || mends.not_normalised || mends.merged || mends.float_joints || without > 0;
    warn(&mends, without, part, warnings);
    Ok(Some(Influences { of_vertex, mended: mended || sets.len() > 1 }))
}

fn warn(mends: &Mends, without: usize, part: &str, warnings: &mut Warnings) {
    if mends.float_joints {
        let message = format!("{part}: JOINTS_0 or a later set is stored as floats; they were rounded to joints");
        warnings.push("joints", message);
    }
    if mends.over_four > 0 {
        let message = format!(
            "{part}: {} vertices have more than four influences; the four with the most weight were kept",
            mends.over_four
        );
        warnings.push("influences", message);
    }
    if without > 0 {
        let message = format!(
            "{part}: {without} vertices have no usable weight; each follows its nearest neighbour or the first joint"
        );
        warnings.push("weights", message);
    }
}

fn read_set(
    file: &File<'_>,
    joints: usize,
    weights: usize,
    n: u32,
    part: &str,
    vertices: usize,
    mends: &mut Mends,
) -> Result<Set, Error> {
    let (joints_part, weights_part) = (format!("{part}.JOINTS_{n}"), format!("{part}.WEIGHTS_{n}"));
    mends.float_joints |= accessors::component_type(file, joints, &joints_part)? == ComponentType::F32;
    // A sum of four stored integers that was normalised is exact; four floats are off by their last digits.
    let integers = accessors::component_type(file, weights, &weights_part)? != ComponentType::F32;
    let tolerance = if integers { 1e-6 } else { 1e-5 };
    let joints = accessors::read_floats(file, joints, &joints_part, &[Type::Vec4], 0.0)?;
    let weights = accessors::read_floats(file, weights, &weights_part, &[Type::Vec4], 0.0)?;
    for (list, part) in [(&joints, joints_part), (&weights, weights_part)] {
        if list.len() != vertices {
            return Err(Error::bad(part, format!("it has {} entries for {vertices} vertices", list.len())));
        }
    }
    Ok(Set { joints, weights, tolerance })
}

/// All influences of one vertex: each joint once, the four heaviest, heaviest first, sum 1; all zero when it has none.
fn merge(
    sets: &[Set],
    vertex: usize,
    joint_count: usize,
    part: &str,
    mends: &mut Mends,
) -> Result<[(u16, f32); 4], Error> {
    let mut found: Vec<(u16, f32)> = Vec::with_capacity(4 * sets.len());
    let mut stored_sum = 0.0_f64;
    for (n, set) in sets.iter().enumerate() {
        for (&joint, &weight) in set.joints[vertex].iter().zip(&set.weights[vertex]) {
            if !(weight > 0.0 && weight.is_finite()) {
                mends.not_normalised |= weight != 0.0;
                continue;
            }
            stored_sum += f64::from(weight);
            let joint = joint.round();
            if !(joint >= 0.0 && (joint as usize) < joint_count) {
                let part = format!("{part}.JOINTS_{n} at vertex {vertex}");
                return Err(Error::IndexOutOfRange { part, index: joint as u64, count: joint_count, of: "joints" });
            }
            let joint = joint as u16;
            match found.iter_mut().find(|(other, _)| *other == joint) {
                Some((_, sum)) => {
                    *sum += weight;
                    mends.merged = true;
                }
                None => found.push((joint, weight)),
            }
        }
    }
    found.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    mends.over_four += usize::from(found.len() > 4);
    found.truncate(4);
    let tolerance = sets[0].tolerance;
    let sum: f64 = found.iter().map(|(_, weight)| f64::from(*weight)).sum();
    mends.not_normalised |= found.is_empty() || (stored_sum - 1.0).abs() > tolerance;
    let mut four = [(0, 0.0); 4];
    for (slot, (joint, weight)) in four.iter_mut().zip(found) {
        *slot = (joint, (f64::from(weight) / sum) as f32);
    }
    Ok(four)
}

/// Gives each vertex without weight the influences of the nearest one that has some, so that it stays with its
/// neighbours. Where that would take too long, or none has any, it follows the skin's first joint.
fn bind_unweighted(budget: &Budget, of_vertex: &mut [[(u16, f32); 4]], positions: &[Vec3]) -> usize {
    let is_weighted = |four: &[(u16, f32); 4]| four[0].1 > 0.0;
    let (weighted, without): (Vec<usize>, Vec<usize>) =
        (0..of_vertex.len()).partition(|&vertex| is_weighted(&of_vertex[vertex]));
    let search = budget.allows_work(weighted.len().saturating_mul(without.len()));
    for &vertex in &without {
        let mut nearest = (f32::INFINITY, None);
        for &other in weighted.iter().filter(|_| search) {
            let distance = positions[other].distance_squared(positions[vertex]);
            if distance < nearest.0 {
                nearest = (distance, Some(other));
            }
        }
        let first_joint = [(0, 1.0), (0, 0.0), (0, 0.0), (0, 0.0)];
        of_vertex[vertex] = nearest.1.map_or(first_joint, |nearest| of_vertex[nearest]);
    }
    without.len()
}
