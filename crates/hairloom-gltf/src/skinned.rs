use glam::{DAffine3, DMat3, DVec3};
use hairloom::{Mesh, Node, Skin};

use crate::{normals, triangles};

/// Fills a skinned mesh's rest positions and normals: Σ weight · `model_from_joint` · `joint_from_bind` · vertex.
///
/// The transform of the node that shows the mesh plays no part, as the specification says.
pub(crate) fn place(mesh: &mut Mesh, nodes: &[Node], skins: &[Skin]) {
    let Some(skinning) = &mesh.skinning else { return };
    let skin = &skins[skinning.skin];
    let model_from_bind: Vec<DAffine3> = skin
        .joints
        .iter()
        .zip(&skin.inverse_bind_matrices)
        .map(|(&joint, joint_from_bind)| nodes[joint].model_from_node * *joint_from_bind)
        .collect();
    let mirrors: Vec<bool> = model_from_bind.iter().map(|m| m.matrix3.determinant() < 0.0).collect();
    let (mut mirrored, mut all) = (0.0_f64, 0.0_f64);
    mesh.positions = Vec::with_capacity(skinning.bind_positions.len());
    mesh.normals = Vec::with_capacity(skinning.bind_positions.len());
    let vertices = skinning.bind_positions.iter().zip(&skinning.bind_normals).zip(&skinning.influences);
    for ((position, normal), influences) in vertices {
        let (mut place, mut matrix) = (DVec3::ZERO, DMat3::ZERO);
        for &(joint, weight) in influences.iter().filter(|(_, weight)| *weight > 0.0) {
            let (joint, weight) = (usize::from(joint), f64::from(weight));
            place += model_from_bind[joint].transform_point3(position.as_dvec3()) * weight;
            matrix += model_from_bind[joint].matrix3 * weight;
            all += weight;
            mirrored += if mirrors[joint] { weight } else { 0.0 };
        }
        mesh.positions.push(place.as_vec3());
        mesh.normals.push(normals::carry(&normals::normal_matrix(&matrix), *normal));
    }
    if mirrored > 0.5 * all {
        triangles::flip(&mut mesh.indices);
    }
}
