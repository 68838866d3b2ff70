//! Betweenness by Brandes' algorithm, one source at a time on each thread.

use rayon::prelude::*;

use super::{Scores, pivots};
use crate::graph::{Graph, NodeId, Rows};

/// Sources of an estimate.
pub const PIVOTS: usize = 300;
/// Shares that may wait to be added, in bytes; those of one source always may.
const BLOCK_BYTES: usize = 256 << 20;

/// From which sources.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Estimate {
    /// Every node.
    Exact,
    /// [`PIVOTS`] nodes of a fixed sample.
    Sampled,
}

/// The share of shortest ways between other nodes that lead through each node.
pub fn betweenness(graph: Graph<'_>, estimate: Estimate) -> Scores {
    let n_nodes = graph.nodes().len();
    let sources = match estimate {
        Estimate::Exact => (0..n_nodes).collect(),
        Estimate::Sampled => pivots(n_nodes, PIVOTS),
    };
    let predecessors = predecessors(graph);
    let mut values = vec![0.0; n_nodes];
    // Blocks bound the memory of shares that wait to be added.
    for block in sources.chunks(block_len(n_nodes)) {
        let share = |search: &mut Search<'_>, &source: &usize| search.shares(NodeId::new(source));
        let start = || Search::new(graph, &predecessors);
        let shares: Vec<Vec<(NodeId, f64)>> =
            block.par_iter().with_min_len(2).map_init(start, share).collect();
        for (node, share) in shares.into_iter().flatten() {
            values[node.index()] += share;
        }
    }
    scale(&mut values, estimate, &sources);
    Scores { values, n_pivots: (estimate == Estimate::Sampled).then_some(sources.len()) }
}

/// Enough sources to keep all threads busy, as far as their shares fit.
fn block_len(n_nodes: usize) -> usize {
    let most_bytes = n_nodes.max(1) * size_of::<(NodeId, f64)>();
    (8 * rayon::current_num_threads()).min(BLOCK_BYTES / most_bytes).max(1)
}

fn scale(values: &mut [f64], estimate: Estimate, sources: &[usize]) {
    let (n, k) = (values.len() as f64, sources.len() as f64);
    if values.len() < 3 {
        return;
    }
    match estimate {
        Estimate::Exact => {
            let scale = 1.0 / ((n - 1.0) * (n - 2.0));
            values.iter_mut().for_each(|value| *value *= scale);
        }
        Estimate::Sampled => {
            // A source never lies on its own ways, so it has one chance less.
            let (own, other) = (1.0 / ((k - 1.0) * (n - 2.0)), 1.0 / (k * (n - 2.0)));
            let mut scales = vec![other; values.len()];
            sources.iter().for_each(|&source| scales[source] = own);
            values.iter_mut().zip(scales).for_each(|(value, scale)| *value *= scale);
        }
    }
}

fn predecessors(graph: Graph<'_>) -> Rows<NodeId> {
    let pairs = graph.pairs();
    let ends = (0..pairs.len()).map(|pair| (pairs.target(pair), pairs.source(pair)));
    Rows::sorted(graph.nodes().len(), ends)
}

/// State of the searches of one thread.
struct Search<'a> {
    graph: Graph<'a>,
    predecessors: &'a Rows<NodeId>,
    nodes: Vec<State>,
    visited: Vec<NodeId>,
}

/// What a search knows of a node.
#[derive(Clone, Copy)]
struct State {
    /// Number of shortest ways from the source.
    ways: f64,
    /// Ways that others further away hang on.
    share: f64,
    distance: u32,
}

const UNSEEN: State = State { ways: 0.0, share: 0.0, distance: u32::MAX };

impl<'a> Search<'a> {
    fn new(graph: Graph<'a>, predecessors: &'a Rows<NodeId>) -> Self {
        let nodes = vec![UNSEEN; graph.nodes().len()];
        Self { graph, predecessors, nodes, visited: Vec::new() }
    }

    /// What the ways from one source add to the nodes on them.
    fn shares(&mut self, source: NodeId) -> Vec<(NodeId, f64)> {
        self.visit_all(source);
        let mut shares = Vec::new();
        for place in (0..self.visited.len()).rev() {
            let node = self.visited[place];
            let State { ways, share, distance } = self.nodes[node.index()];
            let per_way = (1.0 + share) / ways;
            for &before in self.predecessors.row(node) {
                let before = &mut self.nodes[before.index()];
                // An unseen node is at no distance, and the source has nothing before it.
                if before.distance != u32::MAX && before.distance + 1 == distance {
                    before.share += before.ways * per_way;
                }
            }
            if node != source && share > 0.0 {
                shares.push((node, share));
            }
        }
        for node in self.visited.drain(..) {
            self.nodes[node.index()] = UNSEEN;
        }
        shares
    }

    /// Counts the shortest ways to every node, nearest first.
    fn visit_all(&mut self, source: NodeId) {
        let pairs = self.graph.pairs();
        self.nodes[source.index()] = State { ways: 1.0, share: 0.0, distance: 0 };
        self.visited.push(source);
        let mut next = 0;
        while let Some(&node) = self.visited.get(next) {
            next += 1;
            let State { ways, distance, .. } = self.nodes[node.index()];
            for &target in pairs.successors(node) {
                let state = &mut self.nodes[target.index()];
                if state.distance == u32::MAX {
                    state.distance = distance + 1;
                    self.visited.push(target);
                }
                if state.distance == distance + 1 {
                    state.ways += ways;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::{collection::vec, prelude::*};

    use super::*;
    use crate::graph::tests::inventory;

    fn estate() -> impl Strategy<Value = String> {
        let ends = (2..16_u32).prop_flat_map(|n| vec((0..n, 0..n), 0..40));
        ends.prop_map(|edges| {
            let edge = |(source, target): &(u32, u32)| format!("n{source} ROUTE n{target}");
            edges.iter().map(edge).collect::<Vec<_>>().join("\n")
        })
    }

    fn on_threads(n: usize, graph: Graph<'_>, estimate: Estimate) -> Scores {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(n).build().unwrap();
        pool.install(|| betweenness(graph, estimate))
    }

    /// Number of shortest ways and their length, from every node to every node.
    fn ways(graph: Graph<'_>) -> Vec<Vec<(f64, u32)>> {
        let from = |source: NodeId| {
            let mut found = vec![(0.0, u32::MAX); graph.nodes().len()];
            found[source.index()] = (1.0, 0);
            for length in 0..graph.nodes().len() as u32 {
                for node in graph
                    .nodes()
                    .iter()
                    .filter(|n| found[n.index()].1 == length)
                    .collect::<Vec<_>>()
                {
                    for target in graph.pairs().successors(node) {
                        let (n_ways, _) = found[node.index()];
                        let (known, distance) = &mut found[target.index()];
                        if *distance > length {
                            (*known, *distance) = (*known + n_ways, length + 1);
                        }
                    }
                }
            }
            found
        };
        graph.nodes().iter().map(from).collect()
    }

    /// By its definition: for each two others, the share of ways through the node.
    fn by_definition(graph: Graph<'_>) -> Vec<f64> {
        let (ways, n) = (ways(graph), graph.nodes().len());
        let through = |node: usize, a: usize, b: usize| {
            let ((first, x), (second, y), (all, z)) = (ways[a][node], ways[node][b], ways[a][b]);
            let is_between = a != node && b != node && a != b && all > 0.0;
            let lies_on = is_between && x != u32::MAX && y != u32::MAX && x + y == z;
            if lies_on { first * second / all } else { 0.0 }
        };
        let sum = |node| {
            let pairs = (0..n).flat_map(|a| (0..n).map(move |b| (a, b)));
            pairs.map(|(a, b)| through(node, a, b)).sum::<f64>()
        };
        let scale = if n < 3 { 1.0 } else { ((n - 1) * (n - 2)) as f64 };
        (0..n).map(|node| sum(node) / scale).collect()
    }

    #[test]
    fn blocks_fit_in_memory() {
        let threads = rayon::current_num_threads();
        assert_eq!(block_len(0), 8 * threads);
        assert_eq!(block_len(1 << 30), 1);
        assert!(block_len(1 << 22) * (1 << 22) * size_of::<(NodeId, f64)>() <= BLOCK_BYTES);
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 100, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn it_is_what_its_definition_says(text in estate()) {
            let inventory = inventory(&text);
            let graph = inventory.graph();
            let scores = betweenness(graph, Estimate::Exact).values;
            for (score, expected) in scores.iter().zip(by_definition(graph)) {
                prop_assert!((score - expected).abs() < 1e-12, "{} {}", score, expected);
            }
        }

        #[test]
        fn the_number_of_threads_does_not_show(text in estate()) {
            let inventory = inventory(&text);
            let graph = inventory.graph();
            for estimate in [Estimate::Exact, Estimate::Sampled] {
                let alone = on_threads(1, graph, estimate);
                prop_assert_eq!(&alone, &on_threads(3, graph, estimate));
            }
        }
    }
}
