use glam::DMat3;

/// Newton steps after which a matrix counts as singular; eight do for anything a file can hold in earnest.
const MAX_STEPS: usize = 40;

/// The orthogonal part `Q` of `matrix = Q·P`, with `P` symmetric and positive: the nearest orthogonal matrix. It reflects
/// where `matrix` does. None for a singular matrix or one that is not finite.
///
/// Scaled Newton iteration (Higham, "Computing the polar decomposition", 1986). Gram–Schmidt was rejected: under shear its
/// result depends on which axis comes first, so twins would not mirror each other.
pub(crate) fn orthogonal_part(matrix: DMat3) -> Option<DMat3> {
    let largest = matrix.to_cols_array().into_iter().fold(0.0, |most: f64, v| most.max(v.abs()));
    if !matrix.is_finite() || largest == 0.0 {
        return None;
    }
    let mut q = matrix * (1.0 / largest);
    for _ in 0..MAX_STEPS {
        let inverse = q.inverse().transpose();
        if !inverse.is_finite() {
            return None;
        }
        let gamma = (frobenius(inverse) / frobenius(q)).sqrt();
        let next = (q * gamma + inverse * (1.0 / gamma)) * 0.5;
        let moved = frobenius(next - q);
        q = next;
        if moved < 1e-14 {
            return q.is_finite().then_some(q);
        }
    }
    None
}

/// The rotation part of `matrix`: [`orthogonal_part`] with a reflection taken out as −1 (it goes to the scale), so that
/// `R⁻¹·q·R` is the same turn of the model whether the matrix mirrors or not. None as there.
pub(crate) fn rotation_part(matrix: DMat3) -> Option<DMat3> {
    orthogonal_part(matrix).map(|q| if q.determinant() < 0.0 { -q } else { q })
}

fn frobenius(m: DMat3) -> f64 {
    (m.x_axis.length_squared() + m.y_axis.length_squared() + m.z_axis.length_squared()).sqrt()
}

#[cfg(test)]
mod tests {
    use glam::DVec3;

    use super::*;

    fn turn() -> DMat3 {
        // 3-4-5 about Z, then about X.
        DMat3::from_cols(DVec3::X, DVec3::new(0.0, 0.6, 0.8), DVec3::new(0.0, -0.8, 0.6))
            * DMat3::from_cols(DVec3::new(0.6, 0.8, 0.0), DVec3::new(-0.8, 0.6, 0.0), DVec3::Z)
    }

    #[test]
    fn a_scaled_turn_gives_the_turn() {
        for scale in [DVec3::ONE, DVec3::splat(0.01), DVec3::new(1e-5, 1.0, 300.0), DVec3::splat(1e-80)] {
            let q = rotation_part(turn() * DMat3::from_diagonal(scale)).unwrap();
            assert!(q.abs_diff_eq(turn(), 1e-10), "{scale}: {q}");
        }
    }

    #[test]
    fn identity_stays_to_the_bit() {
        assert_eq!(rotation_part(DMat3::IDENTITY), Some(DMat3::IDENTITY));
    }

    #[test]
    fn a_reflection_goes_to_the_scale() {
        let mirrored = turn() * DMat3::from_diagonal(DVec3::new(1.0, -2.0, 1.0));
        let q = rotation_part(mirrored).unwrap();
        assert!((q.determinant() - 1.0).abs() < 1e-12);
        assert!(q.abs_diff_eq(turn() * DMat3::from_diagonal(DVec3::new(-1.0, 1.0, -1.0)), 1e-12));
    }

    #[test]
    fn shear_mirrors_with_its_twin() {
        let mirror = DMat3::from_diagonal(DVec3::new(-1.0, 1.0, 1.0));
        let sheared = turn() * DMat3::from_cols(DVec3::X, DVec3::new(0.5, 1.0, 0.2), DVec3::new(0.1, 0.0, 2.0));
        let twin = rotation_part(mirror * sheared * mirror).unwrap();
        assert!(twin.abs_diff_eq(mirror * rotation_part(sheared).unwrap() * mirror, 1e-12));
    }

    #[test]
    fn singular_and_absurd_matrices_have_none() {
        assert_eq!(rotation_part(DMat3::ZERO), None);
        assert_eq!(rotation_part(DMat3::from_diagonal(DVec3::new(1.0, 0.0, 1.0))), None);
        assert_eq!(rotation_part(DMat3::from_diagonal(DVec3::new(1.0, f64::NAN, 1.0))), None);
        assert_eq!(rotation_part(DMat3::from_diagonal(DVec3::new(f64::INFINITY, 1.0, 1.0))), None);
    }
}
