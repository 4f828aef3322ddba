//! Thousands of strands: what is nearly the same place is taken together before locks are looked for.

use std::collections::BTreeMap;

use glam::DVec3;

use super::group::{self, Member};
use crate::Detail;

/// Every pair of up to this many members is looked at.
const MOST: usize = 512;

/// The first bundles are this share of the members' box wide; then half as wide again until there are at most [`MOST`].
const BUNDLE: f64 = 1.0 / 64.0;

/// [`group::group`], for any number of members: above [`MOST`] those whose roots, middles and tips lie in the same cells of a
/// grid are one bundle, and the biggest member stands for it.
pub(crate) fn group(members: &[Member<'_>], detail: Detail) -> Vec<Vec<usize>> {
    if members.len() <= MOST {
        return group::group(members, detail);
    }
    let bundles = bundles(members);
    let area = |&member: &usize| members[member].strand.area;
    let biggest =
        |bundle: &Vec<usize>| bundle.iter().copied().max_by(|a, b| area(a).total_cmp(&area(b)).then(b.cmp(a)));
    let standing: Vec<Member<'_>> = bundles.iter().filter_map(biggest).map(|member| members[member]).collect();
    let joined = |lock: Vec<usize>| {
        let mut lock: Vec<usize> = lock.into_iter().flat_map(|bundle| bundles[bundle].iter().copied()).collect();
        lock.sort_unstable();
        lock
    };
    let mut locks: Vec<Vec<usize>> = group::group(&standing, detail).into_iter().map(joined).collect();
    locks.sort();
    locks
}

/// At most [`MOST`] bundles, each ascending and never empty.
fn bundles(members: &[Member<'_>]) -> Vec<Vec<usize>> {
    let places = || members.iter().flat_map(|member| member.strand.samples.iter());
    let low = places().fold(DVec3::INFINITY, |low, place| low.min(*place));
    let high = places().fold(DVec3::NEG_INFINITY, |high, place| high.max(*place));
    let mut cell = ((high - low).length() * BUNDLE).max(f64::MIN_POSITIVE);
    loop {
        let mut bundles: BTreeMap<[[i64; 3]; 3], Vec<usize>> = BTreeMap::new();
        for (number, member) in members.iter().enumerate() {
            let samples = &member.strand.samples;
            let key = [0, samples.len() / 2, samples.len() - 1]
                .map(|k| ((samples[k] - low) / cell).floor().to_array().map(|x| x as i64));
            bundles.entry(key).or_default().push(number);
        }
        // One cell that holds all is reached after a dozen rounds.
        if bundles.len() <= MOST {
            return bundles.into_values().collect();
        }
        cell *= 1.5;
    }
}

#[cfg(test)]
mod tests {
    use super::super::polyline::Polyline;
    use super::super::strand::{LINE_POINTS, Strand};
    use super::*;

    #[test]
    fn four_thousand_cards_in_forty_bunches_are_forty_locks() {
        let strands: Vec<Strand> = (0..4000)
            .map(|k| {
                let (bunch, own) = (k % 40, k / 40);
                let x = 0.05 * f64::from(bunch) + 0.0001 * f64::from(own % 10);
                let line =
                    Polyline::new(vec![DVec3::new(x, 1.0, 0.0), DVec3::new(x, 0.7, 0.0001 * f64::from(own / 10))]);
                let samples = line.resample(LINE_POINTS);
                Strand { line, samples, arc_of_point: Vec::new(), width: 0.003, openness: 1.5, area: 0.001 }
            })
            .collect();
        let members: Vec<Member<'_>> = strands.iter().map(|strand| Member { strand, shell: None }).collect();
        let locks = group(&members, Detail::Normal);
        assert_eq!(locks.len(), 40);
        assert!(locks.iter().all(|lock| lock.len() == 100));
    }
}
