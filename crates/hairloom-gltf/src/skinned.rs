use glam::{DAffine3, DMat3, DVec3};
use hairloom::{Mesh, Node, Skin, Skinning};

use crate::{normals, triangles};

/// What rounding of bind matrices and joints moves a mesh by at rest, relative to its greatest coordinate.
const UNMOVED: f64 = 1e-6;

/// Where a skin carries vertices, joint by joint.
pub(crate) struct Carriers {
    /// `model_from_joint` · `joint_from_bind`.
    matrices: Vec<DAffine3>,
    /// Which of them turn triangles over.
    mirrors: Vec<bool>,
}

impl Carriers {
    pub(crate) fn new(skin: &Skin, nodes: &[Node]) -> Self {
        let joints = skin.joints.iter().zip(&skin.inverse_bind_matrices);
        let matrices: Vec<DAffine3> =
            joints.map(|(&joint, joint_from_bind)| nodes[joint].model_from_node * *joint_from_bind).collect();
        let mirrors = matrices.iter().map(|m| m.matrix3.determinant() < 0.0).collect();
        Self { matrices, mirrors }
    }

    pub(crate) fn joint_count(&self) -> usize {
        self.matrices.len()
    }

    /// Every joint that these vertices use leaves them where they are stored, but for rounding.
    fn stay(&self, skinning: &Skinning) -> bool {
        let reach = skinning.bind_positions.iter().fold(0.0_f32, |reach, p| reach.max(p.abs().max_element()));
        let tolerance = UNMOVED * f64::from(reach);
        let stays = |matrix: &DAffine3| {
            matrix.matrix3.abs_diff_eq(DMat3::IDENTITY, UNMOVED)
                && matrix.translation.abs_diff_eq(DVec3::ZERO, tolerance)
        };
        let mut used = skinning.influences.iter().flatten().filter(|(_, weight)| *weight > 0.0);
        used.all(|&(joint, _)| stays(&self.matrices[usize::from(joint)]))
    }
}

/// Fills a skinned mesh's rest positions and normals: Σ weight · `model_from_joint` · `joint_from_bind` · vertex.
///
/// The transform of the node that shows the mesh plays no part, as the specification says. Where the skin at rest moves
/// nothing but by rounding, as ours do, the vertices are those stored, to the bit: a file that was rigged is the same hair.
pub(crate) fn place(mesh: &mut Mesh, skinning: Skinning, carriers: &Carriers) {
    if carriers.stay(&skinning) {
        mesh.positions.clone_from(&skinning.bind_positions);
        let unturned = normals::normal_matrix(&DMat3::IDENTITY);
        mesh.normals = skinning.bind_normals.iter().map(|normal| normals::carry(&unturned, *normal)).collect();
        mesh.skinning = Some(skinning);
        return;
    }
    let (mut mirrored, mut all) = (0.0_f64, 0.0_f64);
    mesh.positions = Vec::with_capacity(skinning.bind_positions.len());
    mesh.normals = Vec::with_capacity(skinning.bind_positions.len());
    let vertices = skinning.bind_positions.iter().zip(&skinning.bind_normals).zip(&skinning.influences);
    for ((position, normal), influences) in vertices {
        let (mut place, mut matrix) = (DVec3::ZERO, DMat3::ZERO);
        for &(joint, weight) in influences.iter().filter(|(_, weight)| *weight > 0.0) {
            let (joint, weight) = (usize::from(joint), f64::from(weight));
            place += carriers.matrices[joint].transform_point3(position.as_dvec3()) * weight;
            matrix += carriers.matrices[joint].matrix3 * weight;
            all += weight;
            mirrored += if carriers.mirrors[joint] { weight } else { 0.0 };
        }
        mesh.positions.push(place.as_vec3());
        mesh.normals.push(normals::carry(&normals::normal_matrix(&matrix), *normal));
    }
    if mirrored > 0.5 * all {
        triangles::flip(&mut mesh.indices);
    }
    mesh.skinning = Some(skinning);
}
