//! The ids of chains and bones: `<region>-<nn>` and `<region>-<nn>-<kk>`.

use std::cmp::Reverse;

use glam::DVec3;

use crate::Region;
use crate::region::{azimuth_in_region_deg, region_of};

/// The id of the root bone.
pub(crate) const ROOT_ID: &str = "root";

/// What a chain is called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ChainName {
    /// Index into the `roots` that were given.
    pub(crate) index: usize,
    /// Where it grows.
    pub(crate) region: Region,
    /// `<region>-<nn>`.
    pub(crate) id: String,
}

/// Names for the chains that grow from `roots`, one a root, in the order of their ids: by region as in [`Region::ALL`], in
/// a region by the root's azimuth in whole degrees, then from top to bottom, then by the rest of the place, then by index.
///
/// The region is that of the chain's place in `middles`, as many as `roots`: a fringe is combed forward from the crown and
/// belongs to the front, where a person sees it. All in model space.
pub(crate) fn name_chains(roots: &[DVec3], middles: &[DVec3], head_centre: DVec3) -> Vec<ChainName> {
    let mut order: Vec<_> = roots
        .iter()
        .zip(middles)
        .enumerate()
        .map(|(index, (&root, &middle))| {
            let region = region_of(middle, head_centre);
            let azimuth = azimuth_in_region_deg(region, root, head_centre);
            ((region, azimuth, Reverse(ordered(root.y)), ordered(root.z), ordered(root.x)), index)
        })
        .collect();
    order.sort_unstable();
    let mut counts = [0_usize; Region::ALL.len()];
    order
        .into_iter()
        .map(|((region, ..), index)| {
            let count = &mut counts[region as usize];
            *count += 1;
            ChainName { index, region, id: format!("{}-{:02}", region.name(), *count) }
        })
        .collect()
}

/// The id of the `k`-th bone of a chain, counted from 0 at the root: `<region>-<nn>-<kk>`, where kk begins at 01.
pub(crate) fn bone_id(chain_id: &str, k: usize) -> String {
    format!("{chain_id}-{:02}", k + 1)
}

/// The chain that a bone's id belongs to, its region and k counted from 0; none for anything but `<region>-<nn>-<kk>`.
pub(crate) fn parse_bone_id(id: &str) -> Option<(&str, Region, usize)> {
    let (chain, k) = id.rsplit_once('-')?;
    let (region, n) = chain.rsplit_once('-')?;
    let number = |text: &str| text.bytes().all(|b| b.is_ascii_digit()).then(|| text.parse::<usize>().ok()).flatten();
    number(n)?;
    Some((chain, Region::from_name(region)?, number(k)?.checked_sub(1)?))
}

/// A finite number as an integer that sorts as the number does; both zeros are one.
fn ordered(number: f64) -> i64 {
    let bits = (number + 0.0).to_bits().cast_signed();
    if bits < 0 { bits ^ i64::MAX } else { bits }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn ids(roots: &[DVec3]) -> Vec<(usize, String)> {
        name_chains(roots, roots, DVec3::ZERO).into_iter().map(|name| (name.index, name.id)).collect()
    }

    #[test]
    fn a_fringe_from_the_crown_is_front() {
        let names = name_chains(&[DVec3::Y], &[DVec3::new(0.0, 0.5, 1.0)], DVec3::ZERO);
        assert_eq!(names[0].id, "front-01");
    }

    #[test]
    fn counts_by_azimuth_then_height() {
        let roots = [
            DVec3::new(0.5, 0.0, 1.0),
            DVec3::new(-0.5, 0.0, 1.0),
            DVec3::new(-0.5, 0.4, 1.0),
            DVec3::new(1.0, 0.0, 0.0),
            DVec3::new(0.0, 1.0, 0.0),
            DVec3::new(0.0, 0.0, -1.0),
            DVec3::new(-1.0, 0.0, 0.0),
        ];
        let named = ids(&roots);
        let expected = [
            (2, "front-01"),
            (1, "front-02"),
            (0, "front-03"),
            (3, "left-01"),
            (6, "right-01"),
            (5, "back-01"),
            (4, "top-01"),
        ];
        assert_eq!(named, expected.map(|(index, id)| (index, id.to_owned())));
    }

    #[test]
    fn equal_roots_keep_their_order() {
        let named = ids(&[DVec3::Z, DVec3::Z, DVec3::new(-0.0, 0.0, 1.0)]);
        assert_eq!(named.iter().map(|(index, _)| *index).collect::<Vec<_>>(), [0, 1, 2]);
    }

    #[test]
    fn a_hundredth_chain_takes_three_digits() {
        let named = ids(&[DVec3::Z; 100]);
        assert_eq!(named[98].1, "front-99");
        assert_eq!(named[99].1, "front-100");
    }

    #[test]
    fn bone_ids_are_read_back() {
        assert_eq!(bone_id("front-03", 1), "front-03-02");
        assert_eq!(parse_bone_id("front-03-02"), Some(("front-03", Region::Front, 1)));
        assert_eq!(parse_bone_id("back-100-101"), Some(("back-100", Region::Back, 100)));
        for wrong in ["root", "front-03", "front-03-00", "side-01-01", "front-x-01", "front-01-+1", "", "--"] {
            assert_eq!(parse_bone_id(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn numbers_sort_as_their_bits_do() {
        let mut numbers = [0.5, -1.0, 0.0, -0.25, 2.0, -1e300];
        numbers.sort_by_key(|&number| ordered(number));
        assert_eq!(numbers, [-1e300, -1.0, -0.25, 0.0, 0.5, 2.0]);
        assert_eq!(ordered(-0.0), ordered(0.0));
    }

    proptest! {
        #[test]
        fn every_root_is_named_once(points in proptest::collection::vec((-1.0..1.0, -1.0..1.0, -1.0..1.0), 0..60)) {
            let roots: Vec<DVec3> = points.iter().map(|&(x, y, z)| DVec3::new(x, y, z)).collect();
            let named = name_chains(&roots, &roots, DVec3::ZERO);
            let mut indices: Vec<usize> = named.iter().map(|name| name.index).collect();
            indices.sort_unstable();
            prop_assert_eq!(indices, (0..roots.len()).collect::<Vec<_>>());
            let unique: std::collections::BTreeSet<&str> = named.iter().map(|name| name.id.as_str()).collect();
            prop_assert_eq!(unique.len(), roots.len());
        }
    }
}
