//! Which assets take most others down with them.

use std::cmp::Reverse;

use rayon::prelude::*;

use crate::{
    dataset::{Dataset, Symbol},
    graph::{Dependencies, Direction, Graph, NodeId, Reach},
};

/// Most assets that can be asked for.
pub const MOST: usize = 100;
/// Arrows that a failure travels.
pub const MAX_DEPTH: u32 = 10;
/// Assets that are counted before the bound is looked at again.
const BATCH: usize = 256;
/// One in so many assets is a reach that is cheaper to count together.
const LARGE_SHARE: usize = 16;

/// An asset and what depends on it, directly or through others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BlastRadius {
    /// The asset.
    pub node: NodeId,
    /// Assets within [`MAX_DEPTH`] arrows, at least one.
    pub transitive_dependents: usize,
    /// Distinct accounts of them.
    pub accounts_affected: usize,
    /// Those with the exposure flag.
    pub internet_exposed_dependents: usize,
}

/// The assets with the most transitive dependents, at most [`MOST`]; ties by id, last first.
pub fn list(dataset: &Dataset) -> &[BlastRadius] {
    let graph = dataset.inventory().graph();
    let measures = dataset.inventory().measures();
    measures.blast_radii.get_or_init(|| {
        let dependencies = graph.dependencies(false);
        let mut reach = dependencies.reach(Direction::Downstream);
        let largest = largest(dependencies, |node| graph.id(node), MOST);
        largest.into_iter().map(|(node, _)| describe(graph, &mut reach, node)).collect()
    })
}

fn describe(graph: Graph<'_>, reach: &mut Reach<'_>, node: NodeId) -> BlastRadius {
    let assets = graph.assets();
    let dependents = reach.from(node, MAX_DEPTH, usize::MAX).iter();
    // Only assets are part of the dependency graph.
    let dependents = dependents.filter_map(|&node| graph.asset(node));
    let accounts = dependents.clone().map(|asset| assets.account_symbol(asset));
    let mut accounts: Vec<Symbol> = accounts.filter(|account| !account.is_none()).collect();
    accounts.sort_unstable();
    accounts.dedup();
    BlastRadius {
        node,
        transitive_dependents: dependents.clone().count(),
        accounts_affected: accounts.len(),
        internet_exposed_dependents: dependents.filter(|&asset| assets.is_exposed(asset)).count(),
    }
}

/// The largest counts with their assets, `most` of them. Counting is exact; what cannot be among the
/// largest by an upper bound is not counted.
fn largest<'a>(
    dependencies: &Dependencies,
    id: impl Fn(NodeId) -> &'a str,
    most: usize,
) -> Vec<(NodeId, usize)> {
    let bounds = upper_bounds(dependencies);
    let bound = |node: NodeId| bounds[node.index()] as usize;
    let nodes = (0..bounds.len()).map(NodeId::new);
    let mut candidates: Vec<NodeId> = nodes.filter(|&node| bound(node) > 0).collect();
    let rank = |&node: &NodeId| Reverse((bound(node), id(node)));
    candidates.sort_unstable_by(|a, b| rank(a).cmp(&rank(b)));
    let mut counted: Vec<(NodeId, usize)> = Vec::new();
    for batch in candidates.chunks(BATCH) {
        let best = (bound(batch[0]), id(batch[0]));
        let beats_all = |&(node, count): &(NodeId, usize)| (count, id(node)) > best;
        if counted.len() == most && counted.last().is_some_and(beats_all) {
            break;
        }
        // What needs only itself has a bound and no dependents.
        counted.extend(count(dependencies, batch).into_iter().filter(|&(_, count)| count > 0));
        counted.sort_unstable_by_key(|&(node, count)| Reverse((count, id(node))));
        counted.truncate(most);
    }
    counted
}

/// Counts one by one where each reaches little, and in one walk where they would all look at the
/// same arrows.
fn count(dependencies: &Dependencies, batch: &[NodeId]) -> Vec<(NodeId, usize)> {
    let counts = if reach_much(dependencies, batch) {
        dependencies.transitive_dependents_together(batch, MAX_DEPTH)
    } else {
        dependencies.transitive_dependents_of(batch, MAX_DEPTH, usize::MAX)
    };
    batch.iter().copied().zip(counts).collect()
}

/// Looks at a few, since bounds say little where ways meet again.
fn reach_much(dependencies: &Dependencies, batch: &[NodeId]) -> bool {
    let few: Vec<NodeId> = batch.iter().copied().step_by(BATCH / 4).collect();
    let counts = dependencies.transitive_dependents_of(&few, MAX_DEPTH, usize::MAX);
    counts.iter().sum::<usize>() * LARGE_SHARE > few.len() * dependencies.n_assets()
}

/// No asset has more dependents than its direct ones and theirs, round by round; nor more than
/// there are other assets that need anything.
fn upper_bounds(dependencies: &Dependencies) -> Vec<u32> {
    let n_assets = dependencies.n_assets();
    let needs = |node| !dependencies.direct(Direction::Upstream, NodeId::new(node)).is_empty();
    let n_needy = (0..n_assets).filter(|&node| needs(node)).count();
    let mut bounds = vec![0_u32; n_assets];
    for _ in 0..MAX_DEPTH {
        let bound = |node| {
            let arrows = dependencies.direct(Direction::Downstream, NodeId::new(node)).iter();
            let through = |node: NodeId| 1 + u64::from(bounds[node.index()]);
            let others = (n_needy - usize::from(needs(node))) as u64;
            arrows.map(|arrow| through(arrow.node)).sum::<u64>().min(others) as u32
        };
        bounds = (0..n_assets).into_par_iter().map(bound).collect();
    }
    bounds
}

#[cfg(test)]
mod tests {
    use proptest::{collection::vec, prelude::*};

    use super::*;
    use crate::graph::tests::inventory;

    /// Few hubs, so that bounds differ and later batches are not counted.
    fn estate() -> impl Strategy<Value = String> {
        vec((0..1000_u32, 0..1000_u32, 0..4_u32), 500..1500).prop_map(|edges| {
            let assets = (0..1000).map(|asset| format!("a{asset} EC2"));
            let edges = edges.iter().map(|(source, target, skew)| {
                format!("a{source} REFERENCES a{}", target >> (2 * skew))
            });
            assets.chain(edges).collect::<Vec<_>>().join("\n")
        })
    }

    /// Circles of all sizes up to one of everything, so that most bounds are the same.
    fn circles() -> impl Strategy<Value = String> {
        let edges = |most: u32| vec((0..600_u32, 0..600_u32), 0..most as usize);
        (300..3000_u32).prop_flat_map(edges).prop_map(|edges| {
            let assets = (0..600).map(|asset| format!("a{asset} EC2"));
            let edges = edges.iter().map(|(a, b)| format!("a{a} REFERENCES a{b}"));
            assets.chain(edges).collect::<Vec<_>>().join("\n")
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn the_bound_leaves_out_none_of_the_largest(text in prop_oneof![estate(), circles()], most in 1..40_usize) {
            let inventory = inventory(&text);
            let graph = inventory.graph();
            let dependencies = graph.dependencies(false);
            let all = graph.nodes().assets().map(|node| {
                (node, dependencies.walk(Direction::Downstream, node, MAX_DEPTH).len())
            });
            let mut expected: Vec<_> = all.filter(|&(_, count)| count > 0).collect();
            expected.sort_by_key(|&(node, count)| Reverse((count, graph.id(node))));
            expected.truncate(most);
            prop_assert_eq!(largest(dependencies, |node| graph.id(node), most), expected);
        }
    }

    #[test]
    fn an_asset_that_needs_itself_has_no_dependents() {
        let inventory =
            inventory("a EC2\nb EC2\nc EC2\na REFERENCES a\nb REFERENCES b\nc REFERENCES b");
        let graph = inventory.graph();
        let b = graph.nodes().assets().nth(1).unwrap();
        assert_eq!(largest(graph.dependencies(false), |node| graph.id(node), 9), [(b, 1)]);
    }

    #[test]
    fn counting_stops_at_enough() {
        let inventory = inventory("a EC2\nb EC2\nc EC2\nb REFERENCES a\nc REFERENCES a");
        let dependencies = inventory.graph().dependencies(false);
        let assets: Vec<NodeId> = inventory.graph().nodes().assets().collect();
        assert_eq!(dependencies.transitive_dependents_of(&assets, 6, 1), [1, 0, 0]);
        assert_eq!(dependencies.transitive_dependents_of(&assets, 6, 99), [2, 0, 0]);
        assert_eq!(dependencies.transitive_dependents(assets[0], 6), 2);
    }
}
