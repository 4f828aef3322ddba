use glam::{DAffine3, DMat3, DMat4, DQuat, DVec3, Mat4};

use crate::euler::quat_from_deg;
use crate::polar::rotation_part;
use crate::{Bone, Edit, Rig, Style, Trs};

/// The greatest number of a transform that is believed. What lies beyond (metres, or times in size) comes from absurd
/// input; it would overflow in `f32`, so the bone or joint is shown at rest instead.
const MAX_REACH: f64 = 1e12;

/// Where the bones stand in a style, in buffers that are reused from call to call.
#[derive(Clone, Debug, Default)]
pub struct Pose {
    /// `model_from_bone` of each of [`Rig::bones`].
    pub model_from_bone: Vec<DAffine3>,
    /// `model_from_bind` of each of [`Rig::joints`]: what a vertex is multiplied by.
    pub joint_matrices: Vec<Mat4>,
    /// `model_from_bone` at rest; scratch.
    rest_frames: Vec<DAffine3>,
}

/// Joint matrices of `rig` in `style`.
///
/// A posed node is `translation = T0 + L⁻¹·t`, `rotation = (R⁻¹·q·R)·R0`, `scale = S0 ∘ s`, with `t, q, s` the edit, `T0, R0,
/// S0` the node at rest, `L` the linear part of `model_from_parent` at rest and `R` its rotation part; children follow their
/// parents. The scale is told along the node's own axes, x, y, z: which of them runs along the bone is [`Bone::along`].
///
/// Only [`Style::bones`] is acted on, and as it stands: limits are for who edits (see [`crate::set_edit`], [`crate::fit`]).
/// [`Style::shape`] and [`Style::colour`] move nothing yet; [`Style::unapplied`] tells whether there are any.
///
/// # Guarantees
/// - a bone without edit, below bones without edit, stands where it stands at rest, to the bit
/// - nothing in `out` is NaN or infinite, whatever the numbers: what is absurd (beyond 1e12) stays at rest; below a parent
///   that is squeezed to nothing, edits are told in model axes
/// - no allocation once the buffers have grown to the rig
pub fn pose(rig: &Rig, style: &Style, out: &mut Pose) {
    out.rest_frames.clear();
    out.model_from_bone.clear();
    for bone in &rig.bones {
        let posed = posed_node(bone, &out.rest_frames, style);
        let rest = rest_frame(bone, &out.rest_frames);
        let frame = believed(model_from_parent(bone, &out.model_from_bone) * posed.affine()).unwrap_or(rest);
        out.rest_frames.push(rest);
        out.model_from_bone.push(frame);
    }
    out.joint_matrices.clear();
    for joint in &rig.joints {
        let rest = joint.model_from_joint * joint.joint_from_bind;
        let moved = joint.bone.and_then(|b| movement(out.model_from_bone[b], out.rest_frames[b]));
        let matrix = moved.and_then(|moved| believed(moved * rest));
        let matrix = matrix.or_else(|| believed(rest)).unwrap_or(DAffine3::IDENTITY);
        out.joint_matrices.push(DMat4::from(matrix).as_mat4());
    }
}

/// Each bone's own transform in `style`, below its [`Bone::mount`], in the units of [`Bone::rest`]: what a file stores.
///
/// Guarantees as [`pose`]; a bone without edit has its [`Bone::rest`] to the bit.
pub fn posed_trs(rig: &Rig, style: &Style) -> Vec<Trs> {
    let mut rest_frames: Vec<DAffine3> = Vec::with_capacity(rig.bones.len());
    let mut posed = Vec::with_capacity(rig.bones.len());
    for bone in &rig.bones {
        posed.push(posed_node(bone, &rest_frames, style));
        rest_frames.push(rest_frame(bone, &rest_frames));
    }
    posed
}

/// What the bone's own node hangs in: its mount, below the parent bone. `frames` are those of the bones before.
fn model_from_parent(bone: &Bone, frames: &[DAffine3]) -> DAffine3 {
    bone.parent.map_or(DAffine3::IDENTITY, |p| frames[p]) * bone.mount
}

fn rest_frame(bone: &Bone, rest_frames: &[DAffine3]) -> DAffine3 {
    let frame = believed(model_from_parent(bone, rest_frames) * bone.rest.affine());
    frame.unwrap_or_else(|| bone.parent.map_or(DAffine3::IDENTITY, |p| rest_frames[p]))
}

fn posed_node(bone: &Bone, rest_frames: &[DAffine3], style: &Style) -> Trs {
    let Some(edit) = style.bones.get(&bone.id) else { return bone.rest };
    let posed = edited_trs(&bone.rest, model_from_parent(bone, rest_frames).matrix3, edit);
    let numbers = posed.translation.is_finite() && posed.rotation.is_finite() && posed.scale.is_finite();
    if numbers { posed } else { bone.rest }
}

/// The edit of one node. Parts of the edit that are zero change leave the node's part as it is, to the bit.
fn edited_trs(rest: &Trs, model_from_parent: DMat3, edit: &Edit) -> Trs {
    let mut posed = Trs { scale: rest.scale * edit.scale, ..*rest };
    if edit.translation != DVec3::ZERO {
        let parent_from_model = model_from_parent.inverse();
        let told_in_parent = if parent_from_model.is_finite() { parent_from_model } else { DMat3::IDENTITY };
        posed.translation = rest.translation + told_in_parent * edit.translation;
    }
    if edit.rotation_deg != DVec3::ZERO {
        let turn = quat_from_deg(edit.rotation_deg);
        let model_from_parent = rotation_part(model_from_parent).unwrap_or(DMat3::IDENTITY);
        // R⁻¹·q·R turns by the same angle about the axis told in the parent's frame.
        let axis = model_from_parent.transpose() * DVec3::new(turn.x, turn.y, turn.z);
        posed.rotation = (DQuat::from_xyzw(axis.x, axis.y, axis.z, turn.w) * rest.rotation).normalize();
    }
    posed
}

/// What moves a bone's surroundings from rest to where it stands now; none where it stands at rest, or where the frame at
/// rest is squeezed to nothing and nothing can be told.
fn movement(posed: DAffine3, rest: DAffine3) -> Option<DAffine3> {
    if posed == rest { None } else { believed(posed * rest.inverse()) }
}

fn believed(transform: DAffine3) -> Option<DAffine3> {
    let numbers = transform.to_cols_array();
    numbers.iter().all(|v| v.abs() <= MAX_REACH).then_some(transform)
}
