//! A shell that hangs round the head, cut into strips from the crown down.

use super::graph::Graph;
use super::head::Head;
use super::pieces::Piece;

/// Sectors round the head's upright axis. Their borders are the same for every shell, so that the strips of shells that
/// lie on each other match, and mirror each other across the character's middle.
const SECTORS: usize = 14;

/// What lies higher above the head's centre than this, in head radii, is scalp.
const SCALP_ABOVE: f64 = 0.55;

/// A strip with fewer points than this share of the mean goes to its neighbour.
const SLIVER: f64 = 0.3;

/// Cuts a shell: the scalp part, if any, and the strips, each a list of points (welded numbers, ascending).
///
/// Above [`SCALP_ABOVE`] the surface belongs to the root bone. The rest is divided by the angle round the head's upright
/// axis.
pub(crate) fn cut(graph: &Graph, piece: &Piece, head: &Head) -> (Vec<u32>, Vec<Vec<u32>>) {
    let mut scalp = Vec::new();
    let mut sectors = vec![Vec::new(); SECTORS];
    for (place, &point) in graph.places.iter().zip(&piece.points) {
        let off = (*place - head.centre) / head.radius;
        if off.y > SCALP_ABOVE {
            scalp.push(point);
        } else {
            let turn = libm::atan2(off.x, off.z) / std::f64::consts::TAU;
            let sector = ((turn + 0.5) * SECTORS as f64) as usize;
            sectors[sector.min(SECTORS - 1)].push(point);
        }
    }
    join_slivers(&mut sectors);
    sectors.retain(|strip| !strip.is_empty());
    (scalp, sectors)
}

/// Gives strips with hardly any points to the bigger of their two neighbours.
fn join_slivers(sectors: &mut [Vec<u32>]) {
    let filled = sectors.iter().filter(|strip| !strip.is_empty()).count().max(1);
    let mean = sectors.iter().map(Vec::len).sum::<usize>() as f64 / filled as f64;
    for sector in 0..sectors.len() {
        if sectors[sector].is_empty() || sectors[sector].len() as f64 >= SLIVER * mean {
            continue;
        }
        let (before, after) = ((sector + SECTORS - 1) % SECTORS, (sector + 1) % SECTORS);
        let neighbour = if sectors[before].len() > sectors[after].len() { before } else { after };
        if sectors[neighbour].len() > sectors[sector].len() {
            let sliver = std::mem::take(&mut sectors[sector]);
            sectors[neighbour].extend(sliver);
            sectors[neighbour].sort_unstable();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sliver_joins_its_bigger_neighbour() {
        let mut sectors = vec![Vec::new(); SECTORS];
        sectors[0] = (0..10).collect();
        sectors[1] = vec![20];
        sectors[2] = (30..50).collect();
        join_slivers(&mut sectors);
        assert_eq!((sectors[0].len(), sectors[1].len(), sectors[2].len()), (10, 0, 21));
    }
}
