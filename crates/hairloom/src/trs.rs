use glam::{DAffine3, DMat3, DQuat, DVec3};
use serde::{Deserialize, Serialize};

/// A node's transform as glTF tells it: scale first, then rotation, then translation.
///
/// `rotation` is a unit quaternion (x, y, z, w). `scale` may be negative (a reflection).
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Trs {
    /// Where the node stands in its parent's frame.
    pub translation: DVec3,
    /// Unit quaternion.
    pub rotation: DQuat,
    /// Along the node's own axes.
    pub scale: DVec3,
}

impl Trs {
    /// No change at all.
    pub const IDENTITY: Self = Self { translation: DVec3::ZERO, rotation: DQuat::IDENTITY, scale: DVec3::ONE };

    /// A turn and a place, without scale.
    pub const fn from_rotation_translation(rotation: DQuat, translation: DVec3) -> Self {
        Self { translation, rotation, scale: DVec3::ONE }
    }

    /// The same transform as a matrix: `parent_from_node`.
    pub fn affine(&self) -> DAffine3 {
        DAffine3 {
            matrix3: DMat3::from_quat(self.rotation) * DMat3::from_diagonal(self.scale),
            translation: self.translation,
        }
    }
}

impl Default for Trs {
    fn default() -> Self {
        Self::IDENTITY
    }
}
