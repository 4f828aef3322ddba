//! Bones along a lock: how many, where, and how their frames stand.

use glam::{DMat3, DQuat, DVec3};

use super::head::Head;
use super::lock::Lock;
use super::polyline::Polyline;

/// A lock gets a bone for each this many head radii of its length.
const RADII_A_BONE: f64 = 0.45;

/// The bones may stray this far from the line, in root mean square widths of the lock …
const STRAY_WIDTHS: f64 = 0.5;

/// … or this share of its length, if that is more.
const STRAY_LENGTH: f64 = 0.015;

/// The most bones that a lock asks for.
const MOST: usize = 12;

/// How many bones a lock asks for: as many as its length calls for, and then until the bones follow its bends.
pub(crate) fn wanted(lock: &Lock, head: &Head) -> usize {
    let length = lock.line.length();
    let least = ((length / (RADII_A_BONE * head.radius)).round() as usize).clamp(1, MOST);
    let stray = (STRAY_WIDTHS * lock.width).max(STRAY_LENGTH * length);
    let follows = |count: &usize| {
        let bones = Polyline::new(lock.line.resample(count + 1));
        lock.line.points.iter().all(|&point| bones.nearest(point).1 <= stray)
    };
    (least..MOST).find(follows).unwrap_or(MOST)
}

/// Takes bones away where they are shortest until at most `most` are left in all; every lock keeps one.
///
/// `lengths` are those of the locks, `counts` their bones. Twins, told by `twins`, keep equal counts.
pub(crate) fn fit_budget(lengths: &[f64], counts: &mut [usize], twins: &[Option<usize>], most: usize) {
    while counts.iter().sum::<usize>() > most {
        let bone_length = |&lock: &usize| lengths[lock] / counts[lock] as f64;
        let shortest = (0..counts.len())
            .filter(|&lock| counts[lock] > 1)
            .min_by(|a, b| bone_length(a).total_cmp(&bone_length(b)).then(b.cmp(a)));
        let Some(lock) = shortest else { return };
        counts[lock] -= 1;
        if let Some(twin) = twins[lock].filter(|&twin| counts[twin] > 1) {
            counts[twin] -= 1;
        }
    }
}

/// Where a bone's head stands and how it is turned, in model space.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Frame {
    pub(crate) rotation: DQuat,
    pub(crate) head: DVec3,
}

/// The frames of `count` bones at even lengths along a line, root first.
///
/// +Y runs along the bone. The first bone's +Z looks away from the head; each later one is the one before, turned by
/// the least turn that brings +Y along, so that there is no twist from bone to bone. Mirrored lines get mirrored frames.
pub(crate) fn frames(line: &Polyline, count: usize, head: &Head) -> Vec<Frame> {
    let points = line.resample(count + 1);
    let mut frames = Vec::with_capacity(count);
    let mut out = points[0] - head.centre;
    for k in 0..count {
        let along = (points[k + 1] - points[k]).normalize_or(DVec3::NEG_Y);
        // Along the outward way itself any +Z would do: the face's direction mirrors onto itself.
        out = [out, DVec3::Z, DVec3::Y]
            .into_iter()
            .map(|way| way.reject_from_normalized(along))
            .find(|way| way.length_squared() > 1e-6 * out.length_squared().min(1.0))
            .unwrap_or(DVec3::Z)
            .normalize_or(DVec3::Z);
        frames.push(Frame { rotation: rotation(along, out), head: points[k] });
        let next = points.get(k + 2).map_or(along, |next| (*next - points[k + 1]).normalize_or(along));
        out = least_turn(along, next, out);
    }
    frames
}

/// The rotation whose +Y is `along` and whose +Z is `out`; both unit and across each other.
fn rotation(along: DVec3, out: DVec3) -> DQuat {
    DQuat::from_mat3(&DMat3::from_cols(along.cross(out), along, out)).normalize()
}

/// `v` turned as the least turn from `from` to `to` (unit) turns; unchanged when they are opposite.
fn least_turn(from: DVec3, to: DVec3, v: DVec3) -> DVec3 {
    let axis = from.cross(to);
    let cosine = from.dot(to);
    if cosine < -0.999_999 {
        return v;
    }
    // Rodrigues' formula with sin θ · k = axis and (1 − cos θ) / sin² θ = 1 / (1 + cos θ).
    v * cosine + axis.cross(v) + axis * (axis.dot(v) / (1.0 + cosine))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const HEAD: Head = Head { centre: DVec3::new(0.0, 1.6, 0.0), radius: 0.1 };

    fn lock(points: Vec<DVec3>, width: f64) -> Lock {
        Lock { line: Polyline::new(points), arcs: Vec::new(), width }
    }

    #[test]
    fn a_straight_lock_gets_bones_by_length_and_a_bent_one_more() {
        let straight = lock(vec![DVec3::new(0.0, 1.7, 0.0), DVec3::new(0.0, 1.52, 0.0)], 0.005);
        assert_eq!(wanted(&straight, &HEAD), 4);
        let bent = (0..40).map(|k| DVec3::new(0.02 * libm::sin(f64::from(k) * 0.5), 1.7 - 0.0046 * f64::from(k), 0.0));
        assert!(wanted(&lock(bent.collect(), 0.005), &HEAD) > 6);
    }

    #[test]
    fn the_budget_takes_the_shortest_bones_first() {
        let mut counts = [4, 4, 8];
        fit_budget(&[1.0, 1.0, 1.0], &mut counts, &[Some(1), Some(0), None], 11);
        assert_eq!(counts, [4, 4, 3]);
        fit_budget(&[1.0, 1.0, 1.0], &mut counts, &[Some(1), Some(0), None], 9);
        assert_eq!(counts, [3, 3, 3]);
        fit_budget(&[1.0, 1.0, 1.0], &mut counts, &[None; 3], 1);
        assert_eq!(counts, [1, 1, 1]);
    }

    proptest! {
        #[test]
        fn mirrored_lines_get_mirrored_frames(raw in prop::collection::vec((-1.0..1.0_f64, 0.0..2.0_f64, -1.0..1.0_f64), 3..8), count in 1_usize..6) {
            let points: Vec<DVec3> = raw.iter().map(|&(x, y, z)| DVec3::new(x, y, z)).collect();
            let mirror = DVec3::new(-1.0, 1.0, 1.0);
            let left = frames(&Polyline::new(points.clone()), count, &HEAD);
            let right = frames(&Polyline::new(points.iter().map(|&p| p * mirror).collect()), count, &HEAD);
            for (left, right) in left.iter().zip(&right) {
                prop_assert!((left.head * mirror).distance(right.head) < 1e-12);
                prop_assert!(((left.rotation * DVec3::Y) * mirror).distance(right.rotation * DVec3::Y) < 1e-9);
                prop_assert!(((left.rotation * DVec3::Z) * mirror).distance(right.rotation * DVec3::Z) < 1e-9);
            }
        }

        #[test]
        fn the_y_axis_runs_to_the_next_bone(raw in prop::collection::vec((-1.0..1.0_f64, 0.0..2.0_f64, -1.0..1.0_f64), 2..8), count in 2_usize..6) {
            let line = Polyline::new(raw.iter().map(|&(x, y, z)| DVec3::new(x, y, z)).collect());
            prop_assume!(line.length() > 0.1);
            let frames = frames(&line, count, &HEAD);
            for pair in frames.windows(2) {
                let along = (pair[1].head - pair[0].head).normalize_or_zero();
                prop_assert!(along == DVec3::ZERO || (pair[0].rotation * DVec3::Y).distance(along) < 1e-6);
            }
        }
    }
}
