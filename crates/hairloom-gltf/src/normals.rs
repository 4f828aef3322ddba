use std::collections::HashMap;

use glam::{DMat3, DVec3, Vec3};

/// Where no triangle tells which way a vertex looks.
pub(crate) const FALLBACK: Vec3 = Vec3::Y;

/// Area-weighted smooth normals, unit length; vertices at one place share theirs.
///
/// glTF asks for flat normals where a file has none; hair is smooth, and flat ones would need its vertices split.
pub(crate) fn smooth(positions: &[Vec3], triangles: &[u32]) -> Vec<Vec3> {
    let mut own = vec![DVec3::ZERO; positions.len()];
    for t in triangles.chunks_exact(3) {
        let [a, b, c] = [0, 1, 2].map(|k| positions[t[k] as usize].as_dvec3());
        let area = (b - a).cross(c - a);
        t.iter().for_each(|&i| own[i as usize] += area);
    }
    // The first vertex at the place of each, which gathers the sum.
    let mut first_at: HashMap<[u32; 3], usize> = HashMap::with_capacity(positions.len());
    // Adding zero makes −0 and 0 one place.
    let place = |p: &Vec3| (*p + Vec3::ZERO).to_array().map(f32::to_bits);
    let first: Vec<usize> = positions.iter().enumerate().map(|(i, p)| *first_at.entry(place(p)).or_insert(i)).collect();
    let mut shared = vec![DVec3::ZERO; positions.len()];
    first.iter().zip(&own).for_each(|(&first, &normal)| shared[first] += normal);
    let unit = |(&first, own): (&usize, &DVec3)| {
        let shared = shared[first];
        // Two faces of one card, back to back, cancel each other out: then each keeps its own.
        let cancelled = shared.length_squared() < 1e-6 * own.length_squared();
        let normal = if cancelled { *own } else { shared };
        normal.try_normalize().map_or(FALLBACK, DVec3::as_vec3)
    };
    first.iter().zip(&own).map(unit).collect()
}

/// The normals as stored, at unit length; those that are zero or not finite are computed anew. Also tells how many of
/// these a triangle uses.
pub(crate) fn mend(stored: &[Vec3], positions: &[Vec3], triangles: &[u32]) -> (Vec<Vec3>, usize) {
    let usable = |n: &Vec3| n.as_dvec3().try_normalize().map(DVec3::as_vec3);
    let units: Vec<Option<Vec3>> = stored.iter().map(usable).collect();
    if let Some(all) = units.iter().copied().collect() {
        return (all, 0);
    }
    let computed = smooth(positions, triangles);
    let mut used = vec![false; positions.len()];
    triangles.iter().for_each(|&i| used[i as usize] = true);
    let bad = units.iter().zip(&used).filter(|(unit, used)| unit.is_none() && **used).count();
    (units.iter().zip(computed).map(|(unit, computed)| unit.unwrap_or(computed)).collect(), bad)
}

/// The matrix that carries normals where `m` carries points, up to length: the inverse transpose times the determinant's
/// size, which exists for flattening matrices too.
pub(crate) fn normal_matrix(m: &DMat3) -> DMat3 {
    let cofactors = DMat3::from_cols(m.y_axis.cross(m.z_axis), m.z_axis.cross(m.x_axis), m.x_axis.cross(m.y_axis));
    if m.determinant() < 0.0 { cofactors * -1.0 } else { cofactors }
}

/// A normal carried by [`normal_matrix`], at unit length.
pub(crate) fn carry(matrix: &DMat3, normal: Vec3) -> Vec3 {
    (*matrix * normal.as_dvec3()).try_normalize().map_or(FALLBACK, DVec3::as_vec3)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cube_corner_is_smooth_over_split_vertices() {
        // Three faces at the origin, each with vertices of its own.
        let faces = [[Vec3::X, Vec3::Y], [Vec3::Y, Vec3::Z], [Vec3::Z, Vec3::X]];
        let positions: Vec<Vec3> = faces.iter().flat_map(|[a, b]| [Vec3::ZERO, *a, *b]).collect();
        let normals = smooth(&positions, &(0..9).collect::<Vec<_>>());
        let corner = Vec3::splat(1.0 / 3.0_f32.sqrt());
        for i in [0, 3, 6] {
            assert!((normals[i] - corner).length() < 1e-6);
        }
    }

    #[test]
    fn back_to_back_faces_keep_their_own_side() {
        let face = [Vec3::ZERO, Vec3::X, Vec3::Y];
        let positions: Vec<Vec3> = face.into_iter().chain(face).collect();
        let normals = smooth(&positions, &[0, 1, 2, 3, 5, 4]);
        assert_eq!(normals[0], Vec3::Z);
        assert_eq!(normals[3], Vec3::NEG_Z);
    }

    #[test]
    fn bad_normals_are_mended_and_counted_where_used() {
        let positions = [Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::ONE];
        let stored = [Vec3::new(f32::INFINITY, 0.0, 0.0), Vec3::ZERO, 2.0 * Vec3::Z, Vec3::NAN];
        let (normals, bad) = mend(&stored, &positions, &[0, 1, 2]);
        assert_eq!(bad, 2);
        assert_eq!(normals, [Vec3::Z, Vec3::Z, Vec3::Z, FALLBACK]);
    }

    #[test]
    fn sheared_normals_stay_at_right_angles() {
        let m = DMat3::from_cols(DVec3::new(1.0, 0.5, 0.0), DVec3::new(0.0, 3.0, 0.0), DVec3::new(0.0, 0.0, -0.5));
        let (along, across) = (DVec3::new(1.0, 2.0, 3.0), DVec3::new(-2.0, 1.0, 0.0));
        let normal = carry(&normal_matrix(&m), along.cross(across).normalize().as_vec3()).as_dvec3();
        assert!((m * along).dot(normal).abs() < 1e-6 && (m * across).dot(normal).abs() < 1e-6);
        // A mirror turns the winding over and keeps the side that the normal is on.
        assert!(((m * along).cross(m * across)).dot(normal) < 0.0);
    }
}
