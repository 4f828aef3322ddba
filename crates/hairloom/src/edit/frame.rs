use glam::{DAffine3, DMat3, DVec3};

use crate::polar::{orthogonal_part, rotation_part};
use crate::{Pose, Rig};

/// How a pointer's way, told in model space, is told to a bone: taken when a drag begins and kept until it ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EditFrame {
    /// `A⁻¹` of `A = L_posed · L⁻¹`: a move in model space to what is added to [`crate::Edit::translation`].
    pub edit_from_model: DMat3,
    /// `rot(A)⁻¹`: an axis in model space to the one that [`crate::turn_edit`] turns about.
    pub edit_axis_from_model: DMat3,
    /// A direction in model space to the bone's own axes, unit, with its reflection if it has one.
    pub bone_axis_from_model: DMat3,
}

impl EditFrame {
    /// The frame of `bone` (an index into [`Rig::bones`]) where `pose` has it. Where a parent is squeezed to nothing, what
    /// cannot be told is identity.
    pub fn new(rig: &Rig, pose: &Pose, bone: usize) -> Self {
        let node = &rig.bones[bone];
        let posed_parent = node.parent.map_or(DAffine3::IDENTITY, |p| pose.model_from_bone[p]);
        let posed = (posed_parent * node.mount).matrix3;
        let rest = model_from_parent_at_rest(rig, bone);
        let carried = posed * rest.inverse();
        let told = |matrix: DMat3| if matrix.is_finite() { matrix } else { DMat3::IDENTITY };
        Self {
            edit_from_model: told(carried.inverse()),
            edit_axis_from_model: rotation_part(carried).unwrap_or(DMat3::IDENTITY).transpose(),
            bone_axis_from_model: orthogonal_part(pose.model_from_bone[bone].matrix3)
                .unwrap_or(DMat3::IDENTITY)
                .transpose(),
        }
    }

    /// `axis_in_model` as the edit's axis, unit; zero when it has no direction.
    pub fn edit_axis(&self, axis_in_model: DVec3) -> DVec3 {
        (self.edit_axis_from_model * axis_in_model).normalize_or_zero()
    }
}

/// The linear part of what the bone's own node hangs in at rest.
fn model_from_parent_at_rest(rig: &Rig, bone: usize) -> DMat3 {
    let mut linear = rig.bones[bone].mount.matrix3;
    let mut above = rig.bones[bone].parent;
    while let Some(parent) = above {
        let parent = &rig.bones[parent];
        linear = parent.mount.matrix3 * parent.rest.affine().matrix3 * linear;
        above = parent.parent;
    }
    linear
}
