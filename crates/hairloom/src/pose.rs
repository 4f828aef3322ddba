use glam::{DAffine3, Mat4};

use crate::{Rig, Style};

/// Where the bones stand in a style, in buffers that are reused from call to call.
#[derive(Clone, Debug, Default)]
pub struct Pose {
    /// `model_from_bone` of each of [`Rig::bones`].
    pub model_from_bone: Vec<DAffine3>,
    /// `model_from_bind` of each of [`Rig::joints`]: what a vertex is multiplied by.
    pub joint_matrices: Vec<Mat4>,
}

/// Joint matrices of `rig` in `style`.
pub fn pose(rig: &Rig, style: &Style, out: &mut Pose) {
    let _ = style;
    out.model_from_bone.clear();
    out.model_from_bone.extend(rig.rest_frames());
}
