//! From a pointer's way to an edit: pure kernels, from the state where the drag began and where the pointer is now. No way at
//! all gives the start back, to the bit.

use glam::{DQuat, DVec3};

use super::EditFrame;
use crate::euler::{deg_nearest, quat_about, quat_from_deg};
use crate::{Edit, Limits};

/// The most degrees of one step along a turn: small enough that the nearest Euler triple is the right one.
const TURN_STEP_DEG: f64 = 5.0;

/// `start` moved by `by_model` metres of model space, within `limits`. A way that is not finite is none.
pub fn move_edit(start: &Edit, limits: &Limits, frame: &EditFrame, by_model: DVec3) -> Edit {
    let by = frame.edit_from_model * by_model;
    if by == DVec3::ZERO || !by.is_finite() {
        return *start;
    }
    limits.clamp(&Edit { translation: start.translation + by, ..*start })
}

/// `start` turned by `angle_deg` about `axis_model`, an axis of model space of any length, within `limits`.
///
/// The turn is walked from 0 in equal steps of at most 5 degrees, counted from the angle alone; at each step the Euler triple
/// nearest the one before is taken, so that angles never jump and can grow past a whole turn; only the last is clamped. An
/// angle that is not finite, or an axis without direction, is no turn; angles go to [`Edit::MAX_ROTATION_DEG`] either way.
pub fn turn_edit(start: &Edit, limits: &Limits, frame: &EditFrame, axis_model: DVec3, angle_deg: f64) -> Edit {
    let axis = frame.edit_axis(axis_model);
    if axis == DVec3::ZERO || angle_deg == 0.0 || !angle_deg.is_finite() || !start.rotation_deg.is_finite() {
        return *start;
    }
    let angle_deg = angle_deg.clamp(-Edit::MAX_ROTATION_DEG, Edit::MAX_ROTATION_DEG);
    let from: DQuat = quat_from_deg(start.rotation_deg);
    let steps = (angle_deg.abs() / TURN_STEP_DEG).ceil();
    let mut told_deg = start.rotation_deg;
    let mut step = 1.0;
    while step <= steps {
        told_deg = deg_nearest(quat_about(axis, angle_deg * (step / steps)) * from, told_deg);
        step += 1.0;
    }
    limits.clamp(&Edit { rotation_deg: told_deg, ..*start })
}

/// `start` scaled by the pull `pull_model`, times of size along the way in model space, within `limits`: pulling along the
/// bone makes it longer, pulling along its width wider. A pull that is not finite is none.
pub fn scale_edit(start: &Edit, limits: &Limits, frame: &EditFrame, pull_model: DVec3) -> Edit {
    let by = frame.bone_axis_from_model * pull_model;
    if by == DVec3::ZERO || !by.is_finite() {
        return *start;
    }
    limits.clamp(&Edit { scale: start.scale + by, ..*start })
}
