//! Pieces that run together become one lock: average linkage over the distances of centre lines.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BinaryHeap};

use glam::DVec3;

use super::strand::Strand;
use crate::Detail;

/// What a pair that is not measured counts as, in widths.
const FAR: f64 = 8.0;

/// Cuts of the tree are looked for between these heights, in root mean square widths (a flat card's is 0.29 of its full width).
const CUTS: std::ops::RangeInclusive<f64> = 1.2..=4.0;

/// Pairs kept for each member, so that the work grows with the number of members and not with its square.
const NEAREST: usize = 32;

/// Closed clumps are locks of their own unless they nearly coincide.
const CLUMP_JOINS_BELOW: f64 = 0.35;

/// Pieces with less boundary than this are closed clumps; see [`Strand::openness`].
const OPEN: f64 = 0.5;

/// Among cuts whose silhouette is this near the best, the finest is taken.
const SILHOUETTE_TOLERANCE: f64 = 0.005;

/// Distances of near pairs, both ways round.
type Near = Vec<BTreeMap<u32, f64>>;

/// A part that may share a lock with others.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Member<'a> {
    /// Its centre line.
    pub(crate) strand: &'a Strand,
    /// The shell that it is a strip of: strips of one shell lie side by side and stay apart.
    pub(crate) shell: Option<usize>,
}

/// A part this many times smaller than another, and inside it all along, is part of its lock.
const CARRIED_AREA: f64 = 3.0;

/// Inside means nearer to the bigger part's line than this many of its root mean square widths: a round tail's is 0.7 of
/// its radius.
const CARRIED_WIDTHS: f64 = 1.5;

/// The locks: lists of ascending indices into `members`, in the order of their first members.
///
/// What lies inside a bigger part all along (the strands within a tail) goes with it. The rest is linked. Distance of two
/// parts: the shorter line's points to the longer line, √(rms · max), over the root mean square width of both. The
/// greatest keeps apart the locks of a ponytail, which share the tail but not the scalp; the mean tolerates scattered
/// cards; the width makes it free of scale. Among the cuts of the tree the finest is taken whose silhouette is about the
/// best.
pub(crate) fn group(members: &[Member<'_>], detail: Detail) -> Vec<Vec<usize>> {
    let carriers = carriers(members);
    let own: Vec<usize> = (0..members.len()).filter(|&member| carriers[member] == member).collect();
    let linked: Vec<Member<'_>> = own.iter().map(|&member| members[member]).collect();
    let labels = labels(&linked, detail);
    let mut label_of_member = vec![0; members.len()];
    for (&member, label) in own.iter().zip(labels) {
        label_of_member[member] = label;
    }
    let mut locks: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
    for member in 0..members.len() {
        locks.entry(label_of_member[carriers[member]]).or_default().push(member);
    }
    let mut locks: Vec<Vec<usize>> = locks.into_values().collect();
    locks.sort();
    locks
}

/// For each member the biggest one that it lies inside of, or itself.
fn carriers(members: &[Member<'_>]) -> Vec<usize> {
    let inside = |small: &Strand, big: &Strand| {
        let reach = CARRIED_WIDTHS * big.width;
        let near = |&place: &DVec3| square_to_line(place, &big.samples) <= reach * reach;
        big.area >= CARRIED_AREA * small.area && small.samples.iter().all(near)
    };
    let mut order: Vec<usize> = (0..members.len()).collect();
    order.sort_by(|&a, &b| members[b].strand.area.total_cmp(&members[a].strand.area).then(a.cmp(&b)));
    let mut carriers: Vec<usize> = (0..members.len()).collect();
    for (rank, &small) in order.iter().enumerate() {
        let bigger = order[..rank].iter().copied();
        let mut own = bigger.filter(|&big| carriers[big] == big && members[big].shell.is_none());
        if let Some(big) = own.find(|&big| inside(members[small].strand, members[big].strand)) {
            carriers[small] = big;
        }
    }
    carriers
}

/// The cluster of each member, named by its smallest member.
fn labels(members: &[Member<'_>], detail: Detail) -> Vec<u32> {
    let near = near_pairs(members, detail);
    let merges = link(&near, *CUTS.end());
    let height = match detail {
        Detail::Fine => *CUTS.start(),
        Detail::Coarse => *CUTS.end(),
        Detail::Normal => best_cut(&near, &merges),
    };
    let mut labels = cut(&merges, members.len(), height);
    for _ in 0..3 {
        reassign(&near, &mut labels);
    }
    labels
}

/// Distances of pairs whose boxes come near each other: for each member its [`NEAREST`] nearest, both ways round.
fn near_pairs(members: &[Member<'_>], detail: Detail) -> Near {
    let mut near: Near = vec![BTreeMap::new(); members.len()];
    let boxes: Vec<_> = members
        .iter()
        .map(|Member { strand, .. }| {
            let reach = DVec3::splat(strand.width * *CUTS.end());
            let low = strand.samples.iter().fold(DVec3::INFINITY, |low, p| low.min(*p)) - reach;
            let high = strand.samples.iter().fold(DVec3::NEG_INFINITY, |high, p| high.max(*p)) + reach;
            (low, high)
        })
        .collect();
    for a in 0..members.len() {
        for b in a + 1..members.len() {
            let apart = boxes[a].0.cmpgt(boxes[b].1).any() || boxes[b].0.cmpgt(boxes[a].1).any();
            let one_shell = members[a].shell.is_some() && members[a].shell == members[b].shell;
            if apart || one_shell {
                continue;
            }
            let (one, other) = (members[a].strand, members[b].strand);
            let distance = distance(one, other);
            let closed = one.openness < OPEN || other.openness < OPEN;
            let counts = distance < FAR && (!closed || detail == Detail::Coarse || distance < CLUMP_JOINS_BELOW);
            if counts {
                near[a].insert(b as u32, distance);
                near[b].insert(a as u32, distance);
            }
        }
    }
    keep_nearest(&mut near);
    near
}

/// Leaves a pair only where it is among the nearest of one of the two.
fn keep_nearest(near: &mut Near) {
    let mut kept: Near = vec![BTreeMap::new(); near.len()];
    for (a, row) in near.iter().enumerate() {
        let mut pairs: Vec<(u32, f64)> = row.iter().map(|(&b, &distance)| (b, distance)).collect();
        pairs.sort_by(|x, y| x.1.total_cmp(&y.1).then(x.0.cmp(&y.0)));
        for (b, distance) in pairs.into_iter().take(NEAREST) {
            kept[a].insert(b, distance);
            kept[b as usize].insert(a as u32, distance);
        }
    }
    *near = kept;
}

/// See [`group`].
fn distance(a: &Strand, b: &Strand) -> f64 {
    let (short, long) = if a.line.length() <= b.line.length() { (a, b) } else { (b, a) };
    let (mut squares, mut greatest) = (0.0, 0.0_f64);
    for &sample in &short.samples {
        let square = square_to_line(sample, &long.samples);
        squares += square;
        greatest = greatest.max(square);
    }
    let mean = (squares / short.samples.len() as f64).sqrt();
    let width = ((a.width * a.width + b.width * b.width) / 2.0).sqrt();
    (mean * greatest.sqrt()).sqrt() / width.max(f64::MIN_POSITIVE)
}

/// The square of the distance of a place to a row of at least two points.
fn square_to_line(place: DVec3, line: &[DVec3]) -> f64 {
    let to_segment = |ends: &[DVec3]| {
        let (along, off) = (ends[1] - ends[0], place - ends[0]);
        let share = (off.dot(along) / along.length_squared().max(f64::MIN_POSITIVE)).clamp(0.0, 1.0);
        (off - along * share).length_squared()
    };
    line.windows(2).map(to_segment).fold(f64::INFINITY, f64::min)
}

/// Two clusters, named by their smallest members, that become one.
#[derive(Clone, Copy, PartialEq)]
struct Merge {
    height: f64,
    kept: u32,
    gone: u32,
}

impl Eq for Merge {}

impl Ord for Merge {
    fn cmp(&self, other: &Self) -> Ordering {
        let lowest_first = other.height.total_cmp(&self.height);
        lowest_first.then(other.kept.cmp(&self.kept)).then(other.gone.cmp(&self.gone))
    }
}

impl PartialOrd for Merge {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Average linkage on a sparse matrix: merges in the order of their heights, up to `highest`.
fn link(near: &Near, highest: f64) -> Vec<Merge> {
    let mut links = near.clone();
    let mut sizes = vec![1.0_f64; near.len()];
    let mut queue = BinaryHeap::new();
    for (a, row) in links.iter().enumerate() {
        let above = row.range(a as u32 + 1..);
        queue.extend(above.map(|(&b, &height)| Merge { height, kept: a as u32, gone: b }));
    }
    let mut merges = Vec::new();
    while let Some(merge) = queue.pop() {
        let (a, b) = (merge.kept as usize, merge.gone as usize);
        // A pair that has changed since it was queued was queued again.
        if links[a].get(&merge.gone) != Some(&merge.height) {
            continue;
        }
        if merge.height > highest {
            break;
        }
        merges.push(merge);
        let gone = std::mem::take(&mut links[b]);
        let kept = std::mem::take(&mut links[a]);
        let others: std::collections::BTreeSet<u32> = gone.keys().chain(kept.keys()).copied().collect();
        for c in others.into_iter().filter(|&c| c as usize != a && c as usize != b) {
            let sum = |row: &BTreeMap<u32, f64>, size: f64| row.get(&c).copied().unwrap_or(FAR) * size;
            let height = (sum(&kept, sizes[a]) + sum(&gone, sizes[b])) / (sizes[a] + sizes[b]);
            links[c as usize].remove(&merge.gone);
            links[c as usize].insert(merge.kept, height);
            links[a].insert(c, height);
            queue.push(Merge { height, kept: merge.kept.min(c), gone: merge.kept.max(c) });
        }
        sizes[a] += sizes[b];
    }
    merges
}

/// The label of each piece after the merges up to `height`: its cluster's smallest member.
fn cut(merges: &[Merge], count: usize, height: f64) -> Vec<u32> {
    let mut parent: Vec<u32> = (0..count as u32).collect();
    for merge in merges.iter().filter(|merge| merge.height <= height) {
        parent[merge.gone as usize] = merge.kept;
    }
    let mut labels = parent.clone();
    for label in &mut labels {
        while parent[*label as usize] != *label {
            *label = parent[*label as usize];
        }
    }
    labels
}

/// The height of the finest cut whose silhouette is about the best.
fn best_cut(near: &Near, merges: &[Merge]) -> f64 {
    let mut heights = vec![*CUTS.start()];
    heights.extend(merges.iter().map(|merge| merge.height).filter(|height| CUTS.contains(height)));
    heights.sort_by(f64::total_cmp);
    // At most about twenty cuts are tried, evenly among the merges.
    let step = heights.len().div_ceil(20);
    let heights: Vec<f64> = heights.into_iter().step_by(step).collect();
    let scores: Vec<f64> = heights.iter().map(|&height| silhouette(near, &cut(merges, near.len(), height))).collect();
    let best = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let finest = scores.iter().position(|&score| score >= best - SILHOUETTE_TOLERANCE).unwrap_or(0);
    heights[finest]
}

/// Mean distances of a piece to the clusters near it, by label.
fn means(row: &BTreeMap<u32, f64>, own: u32, labels: &[u32], sizes: &BTreeMap<u32, f64>) -> BTreeMap<u32, f64> {
    let mut sums: BTreeMap<u32, (f64, f64)> = BTreeMap::new();
    for (&other, &distance) in row {
        let entry = sums.entry(labels[other as usize]).or_default();
        *entry = (entry.0 + distance, entry.1 + 1.0);
    }
    sums.into_iter()
        .map(|(label, (sum, count))| {
            let members = sizes[&label] - f64::from(u8::from(label == own));
            (label, (sum + (members - count) * FAR) / members)
        })
        .collect()
}

fn sizes(labels: &[u32]) -> BTreeMap<u32, f64> {
    let mut sizes = BTreeMap::new();
    for &label in labels {
        *sizes.entry(label).or_insert(0.0) += 1.0;
    }
    sizes
}

/// The mean silhouette; a cluster of one counts 0.
fn silhouette(near: &Near, labels: &[u32]) -> f64 {
    let sizes = sizes(labels);
    let mut sum = 0.0;
    for (row, &own) in near.iter().zip(labels) {
        if sizes[&own] < 2.0 {
            continue;
        }
        let means = means(row, own, labels, &sizes);
        let inside = means.get(&own).copied().unwrap_or(FAR);
        let outside = means.iter().filter(|(label, _)| **label != own).map(|(_, mean)| *mean).fold(FAR, f64::min);
        sum += (outside - inside) / outside.max(inside).max(f64::MIN_POSITIVE);
    }
    sum / near.len().max(1) as f64
}

/// Moves each piece of a cluster of several to the cluster that it is nearest to in the mean.
fn reassign(near: &Near, labels: &mut [u32]) {
    let mut sizes = sizes(labels);
    for strand in 0..labels.len() {
        let own = labels[strand];
        if sizes[&own] < 2.0 {
            continue;
        }
        let means = means(&near[strand], own, labels, &sizes);
        let inside = means.get(&own).copied().unwrap_or(FAR);
        let better = means.iter().filter(|(label, mean)| **label != own && sizes[label] > 1.0 && **mean < inside);
        if let Some((&label, _)) = better.min_by(|a, b| a.1.total_cmp(b.1).then(a.0.cmp(b.0))) {
            labels[strand] = label;
            *sizes.entry(own).or_default() -= 1.0;
            *sizes.entry(label).or_default() += 1.0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::polyline::Polyline;
    use super::*;

    /// A straight card that hangs from (x, 1, z), 0.3 long.
    fn card(x: f64, z: f64, width: f64, openness: f64) -> Strand {
        let line = Polyline::new(vec![DVec3::new(x, 1.0, z), DVec3::new(x, 0.7, z)]);
        let samples = line.resample(super::super::strand::LINE_POINTS);
        Strand { line, samples, arc_of_point: Vec::new(), width, openness, area: width }
    }

    #[test]
    fn the_distance_of_parallel_lines_is_their_gap_in_widths() {
        assert!((distance(&card(0.0, 0.0, 0.01, 1.0), &card(0.03, 0.0, 0.01, 1.0)) - 3.0).abs() < 1e-9);
    }

    fn locks(strands: &[Strand]) -> Vec<Vec<usize>> {
        let members: Vec<Member<'_>> = strands.iter().map(|strand| Member { strand, shell: None }).collect();
        group(&members, Detail::Normal)
    }

    #[test]
    fn cards_that_lie_on_each_other_are_one_lock() {
        let cards: Vec<Strand> =
            (0..12).map(|k| card(0.1 * f64::from(k / 4), 0.003 * f64::from(k % 4), 0.01, 1.5)).collect();
        assert_eq!(locks(&cards), vec![vec![0, 1, 2, 3], vec![4, 5, 6, 7], vec![8, 9, 10, 11]]);
    }

    #[test]
    fn clumps_that_touch_stay_apart() {
        let clumps: Vec<Strand> = (0..5).map(|k| card(0.01 * f64::from(k), 0.0, 0.01, 0.1)).collect();
        assert_eq!(locks(&clumps).len(), 5);
        assert_eq!(locks(&[]).len(), 0);
    }

    #[test]
    fn what_lies_inside_a_tail_goes_with_it() {
        let tail = card(0.0, 0.0, 0.03, 0.1);
        let inner = card(0.04, 0.0, 0.004, 0.1);
        let beside = card(0.06, 0.0, 0.004, 0.1);
        assert_eq!(locks(&[inner, tail, beside]), vec![vec![0, 1], vec![2]]);
    }
}
