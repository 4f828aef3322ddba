//! Pitch, yaw and roll in degrees, intrinsic Y-X-Z. Only `libm`, so that native and wasm agree to the bit.

use glam::{DMat3, DQuat, DVec3};

/// Below this cosine of the pitch, yaw and roll turn about the same line and only their sum can be told.
const GIMBAL_COS: f64 = 1e-9;

/// `Ry(yaw)·Rx(pitch)·Rz(roll)` of (pitch, yaw, roll) in degrees.
pub(crate) fn quat_from_deg(pitch_yaw_roll_deg: DVec3) -> DQuat {
    let about = |axis: DVec3, angle_deg: f64| quat_about(axis, angle_deg);
    about(DVec3::Y, pitch_yaw_roll_deg.y)
        * about(DVec3::X, pitch_yaw_roll_deg.x)
        * about(DVec3::Z, pitch_yaw_roll_deg.z)
}

/// A turn by `angle_deg` about a unit `axis`. Whole turns are taken off first, which is exact.
pub(crate) fn quat_about(axis: DVec3, angle_deg: f64) -> DQuat {
    let (sin, cos) = libm::sincos((angle_deg % 360.0).to_radians() * 0.5);
    let xyz = axis * sin;
    DQuat::from_xyzw(xyz.x, xyz.y, xyz.z, cos)
}

/// The (pitch, yaw, roll) in degrees of a unit quaternion that lies nearest to `near_deg`, of all triples that tell the
/// same turn: (p, y, r), (180 − p, y + 180, r + 180) and both by whole turns.
pub(crate) fn deg_nearest(q: DQuat, near_deg: DVec3) -> DVec3 {
    let m = DMat3::from_quat(q);
    let cos_pitch = (m.z_axis.x * m.z_axis.x + m.z_axis.z * m.z_axis.z).sqrt();
    let pitch = libm::atan2(-m.z_axis.y, cos_pitch).to_degrees();
    if cos_pitch < GIMBAL_COS {
        let yaw = near_deg.y;
        return unwrapped(DVec3::new(pitch, yaw, roll_at_yaw(&m, yaw)), near_deg);
    }
    let yaw = libm::atan2(m.z_axis.x, m.z_axis.z).to_degrees();
    let roll = libm::atan2(m.x_axis.y, m.y_axis.y).to_degrees();
    let one = unwrapped(DVec3::new(pitch, yaw, roll), near_deg);
    let other = unwrapped(DVec3::new(180.0 - pitch, yaw + 180.0, roll + 180.0), near_deg);
    if other.distance_squared(near_deg) < one.distance_squared(near_deg) { other } else { one }
}

/// The roll that is left when the yaw is known: from the first row of `Ry(−yaw)·M = Rx·Rz`.
fn roll_at_yaw(m: &DMat3, yaw_deg: f64) -> f64 {
    let (sin, cos) = libm::sincos((yaw_deg % 360.0).to_radians());
    let row = |column: DVec3| cos * column.x - sin * column.z;
    libm::atan2(-row(m.y_axis), row(m.x_axis)).to_degrees()
}

/// Each angle by as many whole turns as bring it nearest to `near_deg`.
fn unwrapped(angles_deg: DVec3, near_deg: DVec3) -> DVec3 {
    let turns = ((near_deg - angles_deg) / 360.0).map(libm::round);
    angles_deg + turns * 360.0
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn each_axis_turns_the_right_way() {
        let close = |a: DVec3, b: DVec3| assert!(a.abs_diff_eq(b, 1e-15), "{a} {b}");
        close(quat_from_deg(DVec3::new(90.0, 0.0, 0.0)) * DVec3::Y, DVec3::Z);
        close(quat_from_deg(DVec3::new(0.0, 90.0, 0.0)) * DVec3::Z, DVec3::X);
        close(quat_from_deg(DVec3::new(0.0, 0.0, 90.0)) * DVec3::X, DVec3::Y);
        // Intrinsic: yaw first, then pitch about the turned x axis, then roll about the lock's own z.
        close(quat_from_deg(DVec3::new(90.0, 90.0, 0.0)) * DVec3::Y, DVec3::X);
        close(quat_from_deg(DVec3::new(0.0, 90.0, 90.0)) * DVec3::X, DVec3::Y);
    }

    #[test]
    fn whole_turns_are_no_turn() {
        assert_eq!(quat_from_deg(DVec3::new(360.0, -720.0, 36000.0)), DQuat::IDENTITY);
    }

    #[test]
    fn straight_up_keeps_the_yaw_before() {
        let q = quat_from_deg(DVec3::new(90.0, 25.0, 10.0));
        let near = DVec3::new(88.0, 25.0, 10.0);
        assert!(deg_nearest(q, near).abs_diff_eq(DVec3::new(90.0, 25.0, 10.0), 1e-6));
    }

    #[test]
    fn a_pitch_past_the_pole_is_told_as_such() {
        let angles = DVec3::new(110.0, 5.0, -7.0);
        assert!(deg_nearest(quat_from_deg(angles), DVec3::new(107.0, 5.0, -7.0)).abs_diff_eq(angles, 1e-9));
    }

    proptest! {
        #[test]
        fn the_nearest_triple_tells_the_same_turn(
            angles in prop::array::uniform3(-800.0..800.0f64),
            near in prop::array::uniform3(-800.0..800.0f64),
        ) {
            let q = quat_from_deg(angles.into());
            let told = deg_nearest(q, near.into());
            let dot = quat_from_deg(told).dot(q).abs();
            prop_assert!((dot - 1.0).abs() < 1e-9, "{told} {dot}");
            let direct = deg_nearest(q, angles.into());
            prop_assert!(quat_from_deg(direct).dot(q).abs() > 1.0 - 1e-9);
        }
    }
}
