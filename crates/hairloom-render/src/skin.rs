/// The compute shader that skins positions and normals, the twin of [`hairloom::skin()`].
///
/// | group 0 | what |
/// | --- | --- |
/// | 0 | storage, read: the vertices as bound, [`SkinShader::VERTEX_BYTES`] each |
/// | 1 | storage, read: the joint matrices, 64 bytes each, columns first |
/// | 2 | storage, written: positions, three `f32` each, model space |
/// | 3 | storage, written: unit normals, three `f32` each |
/// | 4 | uniform: first vertex and count, two `u32` |
pub struct SkinShader;

impl SkinShader {
    /// WGSL.
    pub const SOURCE: &str = include_str!("../shaders/skin.wgsl");
    /// The name of its compute entry point.
    pub const ENTRY_POINT: &str = "skin";
    /// Vertices that one workgroup skins.
    pub const WORKGROUP_SIZE: u32 = 64;
    /// Bytes of a bound vertex: position, two joints (`u16`), normal, two joints, four weights.
    pub const VERTEX_BYTES: u32 = 48;

    /// How many workgroups skin `count` vertices.
    pub const fn workgroups(count: u32) -> u32 {
        count.div_ceil(Self::WORKGROUP_SIZE)
    }
}
