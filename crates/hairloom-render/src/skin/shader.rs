/// The compute shader that skins positions and normals, the twin of [`hairloom::skin()`].
///
/// | group 0 | what |
/// | --- | --- |
/// | 0 | storage, read: the vertices as bound, [`SkinShader::REST_BYTES`] each |
/// | 1 | storage, read: the joint matrices, 64 bytes each, columns first |
/// | 2 | storage, written: the skinned vertices, [`SkinShader::SKINNED_BYTES`] each |
/// | 3 | storage, read: which vertices to skin, as spans |
pub struct SkinShader;

impl SkinShader {
    /// WGSL.
    pub const SOURCE: &str = include_str!("../../shaders/skin.wgsl");
    /// The name of its compute entry point.
    pub const ENTRY_POINT: &str = "skin";
    /// Vertices that one workgroup skins.
    pub const WORKGROUP_SIZE: u32 = 64;
    /// Bytes of a vertex as bound: position, four joints (`u16`), and in 12 bytes three weights of 20 bits, the fourth being
    /// what they leave of 1, and an octahedral normal of 2 × 18 bits.
    pub const REST_BYTES: u32 = 32;
    /// Bytes of a skinned vertex: position in model space, three `f32`, then the octahedral normal, two `f32`.
    ///
    /// With `n = (x, y, 1 − |x| − |y|)` the normal is the direction of `n` where `n.z` is not negative, else of
    /// `((1 − |y|) · sign x, (1 − |x|) · sign y, n.z)`, the sign of 0 being 1.
    pub const SKINNED_BYTES: u32 = 20;

    /// How many workgroups, along x and y, skin `vertices` vertices where a device takes at most `most` along each; `[0, 0]`
    /// for none.
    pub const fn workgroups(vertices: u32, most: u32) -> [u32; 2] {
        let all = vertices.div_ceil(Self::WORKGROUP_SIZE);
        if all == 0 {
            return [0, 0];
        }
        let rows = all.div_ceil(most);
        [all.div_ceil(rows), rows]
    }
}
