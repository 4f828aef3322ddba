//! How the bones of an artist's hair fall into chains.

use crate::Model;
use crate::hair::joints::parents_first;

/// Chains of nodes, and the node they all hang from.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Skeleton {
    /// The node of the root bone; none where nothing holds all chains.
    pub(crate) root: Option<usize>,
    /// Each root first, never empty; a chain comes after the one it hangs from.
    pub(crate) chains: Vec<Vec<usize>>,
    /// For each chain, the chain from whose last bone it hangs; none where it hangs from the root bone.
    pub(crate) hangs_from: Vec<Option<usize>>,
}

/// Cuts the bones into chains. A chain runs on while a bone has exactly one bone below it, and ends with the bone that has
/// several. A first bone that has several is a hub: a chain of one bone, or the root bone where no head is known
/// and it holds all others.
///
/// The root bone's node is the head where all chains hang from it, else such a hub, else the nearest node above all chains.
pub(crate) fn cut_chains(model: &Model, bones: &[bool]) -> Skeleton {
    let order = parents_first(&model.nodes);
    let mut bone_above: Vec<Option<usize>> = vec![None; bones.len()];
    let mut below: Vec<Vec<usize>> = vec![Vec::new(); bones.len()];
    let mut tops: Vec<usize> = Vec::new();
    for &node in &order {
        let Some(parent) = model.nodes[node].parent else {
            if bones[node] {
                tops.push(node);
            }
            continue;
        };
        bone_above[node] = if bones[parent] { Some(parent) } else { bone_above[parent] };
        if bones[node] {
            match bone_above[node] {
                Some(bone) => below[bone].push(node),
                None => tops.push(node),
            }
        }
    }
    let holds = count_below(model, &order, &tops);
    let mut starts: Vec<(usize, Option<usize>)> = tops.iter().map(|&top| (top, None)).collect();
    let root = match tops.as_slice() {
        [] => return Skeleton::default(),
        _ if model.head_node.is_some_and(|head| !bones[head] && holds[head] == tops.len()) => model.head_node,
        &[hub] if below[hub].len() > 1 => {
            starts = below[hub].iter().map(|&start| (start, None)).collect();
            Some(hub)
        }
        &[first, ..] => {
            let mut above = model.nodes[first].parent;
            while let Some(node) = above
                && holds[node] < tops.len()
            {
                above = model.nodes[node].parent;
            }
            above
        }
    };
    let mut skeleton = Skeleton { root, ..Skeleton::default() };
    let mut next = 0;
    while let Some(&(start, hangs_from)) = starts.get(next) {
        next += 1;
        let mut chain = vec![start];
        let mut last = start;
        while let [only] = below[last][..] {
            chain.push(only);
            last = only;
        }
        let index = skeleton.chains.len();
        starts.extend(below[last].iter().map(|&start| (start, Some(index))));
        skeleton.chains.push(chain);
        skeleton.hangs_from.push(hangs_from);
    }
    skeleton
}

/// For each node, how many of `nodes` it is or has below it.
fn count_below(model: &Model, order: &[usize], nodes: &[usize]) -> Vec<usize> {
    let mut counts = vec![0; model.nodes.len()];
    for &node in nodes {
        counts[node] = 1;
    }
    for &node in order.iter().rev() {
        if let Some(parent) = model.nodes[node].parent {
            counts[parent] += counts[node];
        }
    }
    counts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Node;

    /// A model of nodes with these parents.
    fn model(parents: &[Option<usize>]) -> Model {
        let nodes = parents.iter().map(|&parent| Node { parent, ..Node::default() }).collect();
        Model { nodes, ..Model::default() }
    }

    fn skeleton(root: Option<usize>, chains: &[(&[usize], Option<usize>)]) -> Skeleton {
        Skeleton {
            root,
            chains: chains.iter().map(|(chain, _)| chain.to_vec()).collect(),
            hangs_from: chains.iter().map(|(_, from)| *from).collect(),
        }
    }

    #[test]
    fn a_bare_row_is_one_chain_without_a_root_node() {
        let cut = cut_chains(&model(&[None, Some(0), Some(1)]), &[true; 3]);
        assert_eq!(cut, skeleton(None, &[(&[0, 1, 2], None)]));
    }

    #[test]
    fn a_hub_above_all_is_the_root() {
        let cut = cut_chains(&model(&[None, Some(0), Some(0), Some(2)]), &[true; 4]);
        assert_eq!(cut, skeleton(Some(0), &[(&[1], None), (&[2, 3], None)]));
    }

    #[test]
    fn a_hub_below_the_head_is_a_chain_of_its_own() {
        let mut model = model(&[None, Some(0), Some(1), Some(1)]);
        model.head_node = Some(0);
        let cut = cut_chains(&model, &[false, true, true, true]);
        assert_eq!(cut, skeleton(Some(0), &[(&[1], None), (&[2], Some(0)), (&[3], Some(0))]));
    }

    #[test]
    fn a_fork_ends_a_chain_and_begins_others() {
        let cut = cut_chains(
            &model(&[None, Some(0), Some(1), Some(2), Some(2), Some(4)]),
            &[false, true, true, true, true, true],
        );
        assert_eq!(cut, skeleton(Some(0), &[(&[1, 2], None), (&[3], Some(0)), (&[4, 5], Some(0))]));
    }

    #[test]
    fn the_nearest_node_above_all_chains_is_the_root() {
        let cut = cut_chains(&model(&[None, Some(0), Some(1), Some(1)]), &[false, false, true, true]);
        assert_eq!(cut, skeleton(Some(1), &[(&[2], None), (&[3], None)]));
        let cut = cut_chains(&model(&[None, None, Some(0), Some(1)]), &[false, false, true, true]);
        assert_eq!(cut, skeleton(None, &[(&[2], None), (&[3], None)]));
    }

    #[test]
    fn nodes_between_bones_are_passed_over() {
        let cut = cut_chains(&model(&[None, Some(0), Some(1), Some(2)]), &[false, true, false, true]);
        assert_eq!(cut.chains, [[1, 3]]);
    }

    #[test]
    fn no_bones_make_no_chains() {
        assert_eq!(cut_chains(&model(&[None, Some(0)]), &[false; 2]), Skeleton::default());
    }
}
