use glam::{Vec2, Vec3};
use hairloom::Influences;

use super::SkinShader;

/// Steps of 1 that a stored weight has. Weights after the heaviest are at most ½, so 20 bits hold them, and what they leave
/// of 1 is exact in `f32`: a vertex whose joints stand still stands still to the bit.
const WEIGHT_STEPS: f32 = 2_097_152.0;
const WEIGHT_MOST: f32 = 1_048_575.0;

/// Largest number of an octahedral coordinate in 18 bits; with as many below 0, so that axes are met exactly.
const OCTAHEDRAL_MOST: f32 = 131_071.0;

/// Appends a vertex as the shader's `RestVertex`.
///
/// 16 bits a weight would be off by up to 1e-5 of the box in a bold pose; 16 bits an octahedral coordinate turn a normal by up
/// to 6e-5, here it is 1.7e-5.
pub(super) fn push_rest(position: Vec3, normal: Vec3, influences: &Influences, out: &mut Vec<u8>) {
    let [a, b, c, d] = influences.map(|influence| u32::from(influence.joint));
    let octahedral = octahedral(normal).to_array().map(|v| ((v * OCTAHEDRAL_MOST).round() + OCTAHEDRAL_MOST) as u32);
    let [x, y] = octahedral;
    let [_, second, third, fourth] =
        influences.map(|influence| (influence.weight * WEIGHT_STEPS).round().min(WEIGHT_MOST) as u32);
    let words = [
        position.x.to_bits(),
        position.y.to_bits(),
        position.z.to_bits(),
        a | b << 16,
        c | d << 16,
        second << 12 | x & 0xfff,
        third << 12 | y & 0xfff,
        fourth << 12 | y >> 12 << 6 | x >> 12,
    ];
    const { assert!(SkinShader::REST_BYTES as usize == size_of::<[u32; 8]>()) };
    out.extend(words.iter().flat_map(|word| word.to_le_bytes()));
}

/// A unit normal on the octahedron, its lower half folded over the upper; −1 to 1.
fn octahedral(normal: Vec3) -> Vec2 {
    let size = normal.x.abs() + normal.y.abs() + normal.z.abs();
    if !(size > 0.0 && size.is_finite()) {
        return Vec2::ZERO;
    }
    let flat = normal.truncate() / size;
    if normal.z >= 0.0 {
        return flat;
    }
    let sign = |v: f32| if v >= 0.0 { 1.0 } else { -1.0 };
    Vec2::new((1.0 - flat.y.abs()) * sign(flat.x), (1.0 - flat.x.abs()) * sign(flat.y))
}

#[cfg(test)]
mod tests {
    use super::*;
    use hairloom::Influence;

    #[test]
    fn octahedron_has_the_upper_half_inside_and_the_lower_outside() {
        let (up, down) = (Vec3::new(0.6, 0.0, 0.8), Vec3::new(0.0, -0.6, -0.8));
        assert!((octahedral(up) - Vec2::new(0.6 / 1.4, 0.0)).length() < 1e-7);
        assert!((octahedral(down) - Vec2::new(1.0 - 0.6 / 1.4, -1.0)).length() < 1e-7);
        assert_eq!(octahedral(Vec3::ZERO), Vec2::ZERO);
    }

    #[test]
    fn a_vertex_is_packed_as_told() {
        let influence = |joint, weight| Influence { joint, weight };
        let influences = [influence(7, 0.5), influence(65_535, 0.25), influence(2, 0.125), influence(3, 0.125)];
        let mut bytes = Vec::new();
        push_rest(Vec3::new(1.0, -2.0, 0.5), Vec3::X, &influences, &mut bytes);
        let words: Vec<u32> = bytes.chunks(4).map(|b| u32::from_le_bytes(b.try_into().unwrap())).collect();
        assert_eq!(words[..3], [1.0_f32, -2.0, 0.5].map(f32::to_bits));
        assert_eq!(words[3..5], [7 | 65_535 << 16, 2 | 3 << 16]);
        assert_eq!([words[5] >> 12, words[6] >> 12, words[7] >> 12], [1 << 19, 1 << 18, 1 << 18]);
        let (x, y) = (words[5] & 0xfff | (words[7] & 0x3f) << 12, words[6] & 0xfff | (words[7] & 0xfc0) << 6);
        assert_eq!((x, y), (262_142, 131_071));
    }

    #[test]
    fn half_and_half_stays_in_its_bits() {
        let half = Influence { joint: 0, weight: 0.5 };
        let mut bytes = Vec::new();
        push_rest(Vec3::ZERO, -Vec3::Z, &[half, half, Influence::default(), Influence::default()], &mut bytes);
        assert_eq!(u32::from_le_bytes(bytes[20..24].try_into().unwrap()) >> 12, 1_048_575);
    }
}
