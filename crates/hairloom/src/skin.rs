use glam::{Mat4, Vec3, Vec3A};

use crate::{Binding, Influences, MeshBinding, Pose};

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
///
/// Positions go by the blended matrix, normals by its inverse transpose, so that unequal scale keeps them upright and a
/// reflection keeps them outward. Where the blend squeezes a vertex to nothing, its normal stays as it was bound.
///
/// `binding` and `pose` are of the same rig: each influence's joint is an index into [`Pose::joint_matrices`]. No allocation
/// once the buffers have grown to the binding.
pub fn skin(binding: &Binding, pose: &Pose, out: &mut Skinned) {
    out.meshes.resize_with(binding.meshes.len(), SkinnedMesh::default);
    for (mesh, skinned) in binding.meshes.iter().zip(&mut out.meshes) {
        skin_mesh(mesh, &pose.joint_matrices, skinned);
    }
}

fn skin_mesh(mesh: &MeshBinding, matrices: &[Mat4], out: &mut SkinnedMesh) {
    out.positions.clear();
    out.normals.clear();
    out.positions.reserve(mesh.positions.len());
    out.normals.reserve(mesh.positions.len());
    for ((&position, &normal), influences) in mesh.positions.iter().zip(&mesh.normals).zip(&mesh.influences) {
        let matrix = blended(influences, matrices);
        out.positions.push(matrix.transform_point3(position));
        out.normals.push(turned_normal(&matrix, normal));
    }
}

/// Σ weight · matrix. Influences are heaviest first, so the first without weight ends the sum.
fn blended(influences: &Influences, matrices: &[Mat4]) -> Mat4 {
    let [first, rest @ ..] = influences;
    let mut sum = matrices[usize::from(first.joint)] * first.weight;
    for influence in rest {
        if influence.weight == 0.0 {
            break;
        }
        sum += matrices[usize::from(influence.joint)] * influence.weight;
    }
    sum
}

/// The unit normal by the inverse transpose, as cofactors times the sign of the determinant: no division by it.
fn turned_normal(matrix: &Mat4, normal: Vec3) -> Vec3 {
    let (x, y, z) = (Vec3A::from_vec4(matrix.x_axis), Vec3A::from_vec4(matrix.y_axis), Vec3A::from_vec4(matrix.z_axis));
    let yz = y.cross(z);
    let turned = yz * normal.x + z.cross(x) * normal.y + x.cross(y) * normal.z;
    let outward = if x.dot(yz) < 0.0 { -turned } else { turned };
    // Scaled to about 1 first: squares of what a scale of 1e-12 or 1e12 leaves would leave the range of f32.
    let largest = outward.abs().max_element();
    let scaled = outward / largest;
    if largest > 0.0 && scaled.is_finite() { scaled.normalize().into() } else { normal }
}
