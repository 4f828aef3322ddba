//! When there are more locks than the bone budget can carry, neighbours share a chain.

use glam::DVec3;

use super::parts::Parts;

/// The parts of each chain, ascending: one chain a lock while there are at most `most` locks, else `most` chains
/// that neighbouring locks share.
///
/// Locks are halved along the widest spread of their middles until each group has one chain: neighbours stay together,
/// every group has about equally many, and the result does not depend on the order of ties.
pub(crate) fn share_chains(parts: &Parts, most: usize) -> Vec<Vec<usize>> {
    let most = most.max(1);
    if parts.locks.len() <= most {
        return parts.locks.clone();
    }
    let middles: Vec<DVec3> = parts.locks.iter().map(|members| middle(parts, members)).collect();
    let mut open = vec![((0..parts.locks.len()).collect::<Vec<usize>>(), most)];
    let mut chains = Vec::with_capacity(most);
    while let Some((mut locks, share)) = open.pop() {
        if share == 1 || locks.len() == 1 {
            let mut members: Vec<usize> = locks.iter().flat_map(|&lock| parts.locks[lock].iter().copied()).collect();
            members.sort_unstable();
            chains.push(members);
            continue;
        }
        let axis = widest_axis(locks.iter().map(|&lock| middles[lock]));
        locks.sort_by(|&a, &b| middles[a][axis].total_cmp(&middles[b][axis]).then(a.cmp(&b)));
        let half = share / 2;
        let rest = locks.split_off((locks.len() * half / share).max(1));
        open.push((rest, share - half));
        open.push((locks, half));
    }
    chains.sort();
    chains
}

/// The area-weighted mean of the middles of a lock's parts.
fn middle(parts: &Parts, members: &[usize]) -> DVec3 {
    let strands = || members.iter().map(|&part| &parts.parts[part].strand);
    let area: f64 = strands().map(|strand| strand.area).sum();
    let mid = |line: &super::polyline::Polyline| line.at(line.length() / 2.0);
    if area > 0.0 {
        strands().map(|strand| mid(&strand.line) * strand.area).sum::<DVec3>() / area
    } else {
        strands().map(|strand| mid(&strand.line)).sum::<DVec3>() / members.len().max(1) as f64
    }
}

fn widest_axis(places: impl Iterator<Item = DVec3>) -> usize {
    let (low, high) =
        places.fold((DVec3::INFINITY, DVec3::NEG_INFINITY), |(low, high), place| (low.min(place), high.max(place)));
    (high - low).max_position()
}
