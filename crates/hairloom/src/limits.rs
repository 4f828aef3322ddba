//! What an edit of a bone may reach, from geometry alone: a short fringe moves less than a long tail, a root less than a tip.

use glam::DVec3;

use crate::{Edit, Limits};

/// Where a bone sits in its chain. Lengths in metres, not negative.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BonePlace {
    /// From the bone's head to its child's, or to the tip.
    pub(crate) bone_length: f64,
    /// Of the whole chain.
    pub(crate) chain_length: f64,
    /// The bone's number in its chain, 0 at the root.
    pub(crate) k: usize,
    /// How many bones the chain has, at least 1.
    pub(crate) n: usize,
}

/// The rule, with `t = (k + ½) / n`, 0 at the scalp and 1 at the tip:
///
/// | number | limit |
/// | --- | --- |
/// | translation, each axis | ± (0.15 + 0.35 t) of the chain's length, but not over 1.5 of the bone's own |
/// | pitch | ± (60 + 29 t) degrees |
/// | yaw | ± 180 degrees |
/// | roll | ± (60 + 60 t) degrees |
/// | scale, each axis | 0.5 to 2 |
///
/// So pitch stays inside ± 89, where yaw and roll would fall together.
pub(crate) fn bone_limits(place: BonePlace) -> Limits {
    let t = (place.k as f64 + 0.5) / (place.n.max(1) as f64);
    let t = t.min(1.0);
    let reach = ((0.15 + 0.35 * t) * place.chain_length).min(1.5 * place.bone_length).max(0.0);
    let turn = DVec3::new(60.0 + 29.0 * t, 180.0, 60.0 + 60.0 * t);
    Limits {
        min: Edit { translation: DVec3::splat(-reach), rotation_deg: -turn, scale: DVec3::splat(0.5) },
        max: Edit { translation: DVec3::splat(reach), rotation_deg: turn, scale: DVec3::splat(2.0) },
    }
}

/// What the root bone may do, which carries the whole hairstyle: a quarter of the hair's `size` (metres) each way, and
/// the turns and scales of a lock in the middle.
pub(crate) fn root_limits(size: f64) -> Limits {
    let mut limits = bone_limits(BonePlace { bone_length: size, chain_length: size, k: 0, n: 1 });
    limits.min.translation = DVec3::splat(-0.25 * size);
    limits.max.translation = DVec3::splat(0.25 * size);
    limits
}

/// The limits of the twin across the character's middle: translation x, yaw and roll change their sign.
pub(crate) fn mirrored_limits(limits: &Limits) -> Limits {
    let (a, b) = (limits.min.mirrored(), limits.max.mirrored());
    Limits {
        min: Edit {
            translation: a.translation.min(b.translation),
            rotation_deg: a.rotation_deg.min(b.rotation_deg),
            scale: a.scale,
        },
        max: Edit {
            translation: a.translation.max(b.translation),
            rotation_deg: a.rotation_deg.max(b.rotation_deg),
            scale: b.scale,
        },
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_single_bone_has_the_middle_of_the_rule() {
        let limits = bone_limits(BonePlace { bone_length: 0.1, chain_length: 0.1, k: 0, n: 1 });
        assert!((limits.max.translation - DVec3::splat(0.0325)).length() < 1e-12);
        assert_eq!(limits.max.rotation_deg, DVec3::new(74.5, 180.0, 90.0));
        assert_eq!((limits.min.scale, limits.max.scale), (DVec3::splat(0.5), DVec3::splat(2.0)));
    }

    #[test]
    fn a_short_bone_holds_its_reach() {
        let limits = bone_limits(BonePlace { bone_length: 0.01, chain_length: 0.4, k: 39, n: 40 });
        assert!((limits.max.translation.x - 0.015).abs() < 1e-12);
    }

    #[test]
    fn a_mirror_swaps_the_sides() {
        let mut limits = bone_limits(BonePlace { bone_length: 0.1, chain_length: 0.1, k: 0, n: 1 });
        limits.min.translation.x = -0.01;
        limits.max.rotation_deg.y = 30.0;
        limits.max.rotation_deg.x = 20.0;
        let mirrored = mirrored_limits(&limits);
        assert_eq!(mirrored.max.translation.x, 0.01);
        assert_eq!(mirrored.min.rotation_deg.y, -30.0);
        assert_eq!(mirrored.max.rotation_deg.x, 20.0);
        assert_eq!(mirrored_limits(&mirrored), limits);
    }

    proptest! {
        #[test]
        fn limits_hold_rest_and_grow_towards_the_tip(
            bone in 0.0..1.0_f64, chain in 0.0..3.0_f64, n in 2_usize..40, k in 0_usize..39,
        ) {
            let k = k.min(n - 2);
            let near = bone_limits(BonePlace { bone_length: bone, chain_length: chain, k, n });
            let far = bone_limits(BonePlace { bone_length: bone, chain_length: chain, k: k + 1, n });
            prop_assert!(near.min.translation.max_element() <= 0.0 && near.max.translation.min_element() >= 0.0);
            prop_assert!(near.max.rotation_deg.x < far.max.rotation_deg.x && far.max.rotation_deg.x < 89.0);
            prop_assert!(near.max.rotation_deg.z < far.max.rotation_deg.z);
            prop_assert!(near.max.translation.x <= far.max.translation.x);
            prop_assert_eq!(mirrored_limits(&near), near);
        }
    }
}
