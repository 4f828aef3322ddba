//! Mirror twins across the character's middle, found by geometry.

use glam::DVec3;

use crate::Rig;
use crate::limits::mirrored_limits;

/// How far two joints may stand from being mirror images, as a part of the diagonal of the box round all chains.
const TOLERANCE: f64 = 0.03;

/// Above this many chains none has a twin: the search compares every chain with every other.
const MOST_CHAINS: usize = 2048;

/// Sets `twin` of every chain and bone of `rig`, and gives twins mirrored limits (those of the lower index win).
///
/// Two chains are twins when they have equally many bones and each joint, the tip included, stands within 3 % of the hair's
/// size of the other's mirror image, nearer than any other chain's. A chain that is its own best mirror image lies in the
/// middle and has none. Needs `bones`, `chains[..].bones` and the last point of `chains[..].line`. `middle_x`: the x of the
/// head's middle, metres.
pub(crate) fn link_twins(rig: &mut Rig, middle_x: f64) {
    let frames = rig.rest_frames();
    let lines: Vec<Vec<DVec3>> = rig
        .chains
        .iter()
        .map(|chain| {
            let heads = chain.bones.iter().map(|&bone| frames[bone].translation);
            heads.chain(chain.line.last().copied()).collect()
        })
        .collect();
    let twins = find_twins(&lines, middle_x);
    for (index, &twin) in twins.iter().enumerate() {
        rig.chains[index].twin = twin;
        let Some(twin) = twin else { continue };
        let pairs: Vec<(usize, usize)> =
            rig.chains[index].bones.iter().copied().zip(rig.chains[twin].bones.iter().copied()).collect();
        for (bone, other) in pairs {
            rig.bones[bone].twin = Some(other);
            if index < twin {
                rig.bones[other].limits = mirrored_limits(&rig.bones[bone].limits);
            }
        }
    }
}

/// The twin of each line, by [`link_twins`]'s rule. Lines with another number of points are never twins.
pub(crate) fn find_twins(lines: &[Vec<DVec3>], middle_x: f64) -> Vec<Option<usize>> {
    let mut twins = vec![None; lines.len()];
    if lines.len() > MOST_CHAINS {
        return twins;
    }
    let reach = TOLERANCE * diagonal(lines);
    let mut single = vec![true; lines.len()];
    // A line whose nearest image prefers another comes again in the next round, when that pair is gone.
    for _ in 0..3 {
        let mut changed = false;
        for i in 0..lines.len() {
            let Some((j, distance)) = nearest_image(lines, &single, i, middle_x, reach) else { continue };
            let mutual = nearest_image(lines, &single, j, middle_x, reach).is_some_and(|(_, other)| distance <= other);
            if !mutual {
                continue;
            }
            (single[i], single[j]) = (false, false);
            changed = true;
            if i != j {
                (twins[i], twins[j]) = (Some(j), Some(i));
            }
        }
        if !changed {
            break;
        }
    }
    twins
}

/// The single line nearest to the mirror image of line `i`, itself included, and how far it is, if within `reach`.
fn nearest_image(lines: &[Vec<DVec3>], single: &[bool], i: usize, middle_x: f64, reach: f64) -> Option<(usize, f64)> {
    if !single[i] {
        return None;
    }
    let mut best: Option<(usize, f64)> = None;
    for j in (0..lines.len()).filter(|&j| single[j] && lines[j].len() == lines[i].len()) {
        let within = best.map_or(reach, |(_, distance)| distance);
        if let Some(distance) = image_distance(&lines[i], &lines[j], middle_x, within)
            && best.is_none_or(|(_, least)| distance < least)
        {
            best = Some((j, distance));
        }
    }
    best
}

/// The greatest distance between a point of `a` and the mirror image of the same point of `b`; none when over `within`.
/// The same to the bit when `a` and `b` change places.
fn image_distance(a: &[DVec3], b: &[DVec3], middle_x: f64, within: f64) -> Option<f64> {
    let mut greatest = 0.0_f64;
    for (p, q) in a.iter().zip(b) {
        let apart = DVec3::new(p.x + q.x - 2.0 * middle_x, p.y - q.y, p.z - q.z).length();
        greatest = greatest.max(apart);
        if greatest > within {
            return None;
        }
    }
    Some(greatest)
}

fn diagonal(lines: &[Vec<DVec3>]) -> f64 {
    let points = || lines.iter().flatten().copied();
    match (points().reduce(DVec3::min), points().reduce(DVec3::max)) {
        (Some(low), Some(high)) => (high - low).length(),
        _ => 0.0,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn lock(x: f64, z: f64) -> Vec<DVec3> {
        vec![DVec3::new(x, 1.7, z), DVec3::new(x * 1.2, 1.6, z), DVec3::new(x * 1.3, 1.5, z)]
    }

    #[test]
    fn pairs_mirror_images_and_leaves_the_middle() {
        let lines = [lock(0.1, 0.0), lock(0.0, 0.1), lock(-0.1, 0.0), lock(0.3, -0.2)];
        assert_eq!(find_twins(&lines, 0.0), [Some(2), None, Some(0), None]);
    }

    #[test]
    fn the_middle_may_stand_elsewhere() {
        let shifted: Vec<Vec<DVec3>> = [lock(0.1, 0.0), lock(-0.1, 0.0)]
            .into_iter()
            .map(|l| l.into_iter().map(|p| p + DVec3::X).collect())
            .collect();
        assert_eq!(find_twins(&shifted, 1.0), [Some(1), Some(0)]);
        assert_eq!(find_twins(&shifted, 0.0), [None, None]);
    }

    #[test]
    fn another_number_of_bones_is_no_twin() {
        let mut lines = [lock(0.1, 0.0), lock(-0.1, 0.0)];
        lines[1].pop();
        assert_eq!(find_twins(&lines, 0.0), [None, None]);
    }

    #[test]
    fn copies_are_paired_one_by_one() {
        let lines = [lock(0.1, 0.0), lock(0.1, 0.0), lock(-0.1, 0.0), lock(-0.1, 0.0)];
        assert_eq!(find_twins(&lines, 0.0), [Some(2), Some(3), Some(0), Some(1)]);
    }

    #[test]
    fn the_nearer_image_wins() {
        let lines = [lock(0.1, 0.0), lock(-0.101, 0.0), lock(-0.1, 0.0), lock(-0.4, 0.3)];
        assert_eq!(find_twins(&lines, 0.0), [Some(2), None, Some(0), None]);
    }

    proptest! {
        #[test]
        fn twins_are_symmetric_and_never_themselves(
            roots in proptest::collection::vec((-0.2..0.2_f64, -0.2..0.2_f64), 0..40),
        ) {
            let mut lines: Vec<Vec<DVec3>> = roots.iter().map(|&(x, z)| lock(x, z)).collect();
            lines.extend(roots.iter().step_by(2).map(|&(x, z)| lock(-x, z)));
            let twins = find_twins(&lines, 0.0);
            for (index, twin) in twins.iter().enumerate() {
                if let Some(twin) = *twin {
                    prop_assert_ne!(twin, index);
                    prop_assert_eq!(twins[twin], Some(index));
                }
            }
        }
    }
}
