use glam::Vec3;

/// The weights of every hair vertex, and the vertices they are applied to.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Binding {
    /// One for each entry of [`crate::Rig::hair`], in that order.
    pub meshes: Vec<MeshBinding>,
}

/// The weights of one hair mesh.
///
/// All vectors have the mesh's vertex count.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MeshBinding {
    /// Index into [`crate::Model::meshes`].
    pub mesh: usize,
    /// What is skinned, in the space that [`crate::Joint::joint_from_bind`] starts from: rest positions in model space for
    /// a rig of ours, the stored ones for a kept rig.
    pub positions: Vec<Vec3>,
    /// Unit normals in the same space.
    pub normals: Vec<Vec3>,
    /// Four a vertex.
    pub influences: Vec<Influences>,
}

/// A vertex's four influences, heaviest first; unused ones have weight 0 and joint 0. The weights sum to 1.
pub type Influences = [Influence; 4];

/// One joint's share of a vertex.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Influence {
    /// Index into [`crate::Rig::joints`].
    pub joint: u16,
    /// 0 to 1.
    pub weight: f32,
}
