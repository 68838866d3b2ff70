//! Which nodes hold the graph together.
//!
//! Degrees are counted. Betweenness is exact while every node can be a source; beyond that it is
//! estimated from a sample of sources that is always the same. Contributions of sources are added in
//! their order, so that the number of threads does not show in the last digit.

mod betweenness;
mod pivots;

use std::cmp::Ordering;

use crate::{
    dataset::{Dataset, View},
    graph::{Graph, NodeId},
    model::AssetType,
};

pub use betweenness::{Estimate, PIVOTS, betweenness};
pub use pivots::pivots;

/// What makes a node central.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Metric {
    /// Neighbours in either direction.
    Degree,
    /// Nodes with an edge to it.
    InDegree,
    /// Nodes that it has an edge to.
    OutDegree,
    /// Shortest ways of others that lead through it.
    Betweenness,
}

/// Most nodes for which betweenness is exact.
pub const MAX_EXACT_NODES: usize = 1500;

/// With 95 % confidence no sampled betweenness is further from the exact one than this: by
/// Hoeffding's inequality for [`PIVOTS`] sources whose shares lie between 0 and 1.
pub const ERROR_BOUND: f64 = 0.079;

/// The score of every node.
#[derive(Debug, Clone, PartialEq)]
pub struct Scores {
    /// By node.
    pub values: Vec<f64>,
    /// Sources that the scores were estimated from, `None` for exact scores.
    pub n_pivots: Option<usize>,
}

/// The most central assets.
#[derive(Debug, Clone, PartialEq)]
pub struct Ranking {
    /// Nodes with their scores, highest first, ties in order of the nodes.
    pub top: Vec<(NodeId, f64)>,
    /// As in [`Scores`].
    pub n_pivots: Option<usize>,
}

/// Ranks the assets of some types, all without a choice. Placeholders count as nodes but are not
/// ranked.
pub fn rank(dataset: &Dataset, metric: Metric, types: Option<&[AssetType]>, top: usize) -> Ranking {
    let graph = dataset.graph(&[View::Graph, View::Centrality]);
    let kept = &dataset.inventory().measures().centrality[metric as usize];
    let scores = kept.get_or_init(|| scores(graph, metric));
    let is_wanted = |&node: &NodeId| match (types, graph.asset_type(node)) {
        (Some(types), Some(kind)) => types.contains(&kind),
        (types, _) => types.is_none(),
    };
    let mut nodes: Vec<NodeId> = graph.nodes().assets().filter(is_wanted).collect();
    let score = |node: NodeId| scores.values[node.index()];
    let order =
        |a: &NodeId, b: &NodeId| -> Ordering { score(*b).total_cmp(&score(*a)).then(a.cmp(b)) };
    if top < nodes.len() {
        nodes.select_nth_unstable_by(top, order);
        nodes.truncate(top);
    }
    nodes.sort_unstable_by(order);
    let top = nodes.into_iter().map(|node| (node, score(node))).collect();
    Ranking { top, n_pivots: scores.n_pivots }
}

/// Computes the score of every node.
pub fn scores(graph: Graph<'_>, metric: Metric) -> Scores {
    match metric {
        Metric::Degree => degrees(graph, |into, out| into + out),
        Metric::InDegree => degrees(graph, |into, _| into),
        Metric::OutDegree => degrees(graph, |_, out| out),
        Metric::Betweenness => match graph.nodes().len() {
            0..=MAX_EXACT_NODES => betweenness(graph, Estimate::Exact),
            _ => betweenness(graph, Estimate::Sampled),
        },
    }
}

/// A share of the other nodes; more than 1 where both directions count.
fn degrees(graph: Graph<'_>, count: impl Fn(usize, usize) -> usize) -> Scores {
    let (nodes, pairs) = (graph.nodes(), graph.pairs());
    let values = match nodes.len() {
        0 => Vec::new(),
        1 => vec![1.0],
        n => {
            let share = 1.0 / (n as f64 - 1.0);
            let score = |node| {
                let degree = count(pairs.incoming(node).len(), pairs.successors(node).len());
                degree as f64 * share
            };
            nodes.iter().map(score).collect()
        }
    };
    Scores { values, n_pivots: None }
}
