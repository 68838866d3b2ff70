//! How an attacker gets from the internet to what is worth stealing.

use rayon::prelude::*;

use super::{crown_jewels, paths::Path};
use crate::{
    dataset::Dataset,
    graph::{Graph, NodeId},
    text::round,
};

/// Weight of a target that was asked for by name.
pub const CHOSEN_WEIGHT: u32 = 10;
/// Most hops that one may ask for; longer ways are not even ranked.
pub const MAX_DEPTH: usize = 12;

/// What to look for.
#[derive(Debug, Clone, Copy)]
pub struct AttackQuery {
    /// The only target; `None` for all crown jewels.
    pub target: Option<NodeId>,
    /// Most hops of a path, at most [`MAX_DEPTH`].
    pub max_depth: usize,
    /// Most paths to return.
    pub max_paths: usize,
}

/// What was found.
#[derive(Debug, Clone, PartialEq)]
pub struct AttackReport {
    /// Riskiest first, then shortest, then by target in the order of the nodes.
    pub paths: Vec<AttackPath>,
    /// Targets that a path leads to.
    pub total: usize,
    /// Targets that were looked for; `None` where nothing lets the internet in.
    pub targets_considered: Option<usize>,
}

/// The shortest way in to one target.
#[derive(Debug, Clone, PartialEq)]
pub struct AttackPath {
    /// The way, from the first node inside.
    pub path: Path,
    /// Whether the first node is an asset that was flagged as exposed; otherwise a rule lets the
    /// internet in.
    pub starts_exposed: bool,
    /// What the target is worth.
    pub weight: u32,
    /// Open findings of all assets on the way.
    pub findings: usize,
    /// Weight, plus half a point for each finding up to ten, minus 0.3 for each hop; two decimals.
    pub score: f64,
}

/// Finds the paths, all of one breadth-first tree.
pub fn attack_paths(dataset: &Dataset, query: &AttackQuery) -> AttackReport {
    let graph = dataset.inventory().graph();
    if graph.attack_tree().is_empty() {
        return AttackReport { paths: Vec::new(), total: 0, targets_considered: None };
    }
    let Some(target) = query.target else {
        let ranked = &dataset.asset_findings().measures().attack_paths;
        let ranked = ranked.get_or_init(|| rank_jewels(dataset));
        let n_jewels = crown_jewels::by_id(graph).len();
        return report(graph, ranked, query, n_jewels);
    };
    let ranked: Vec<Ranked> = Ranked::new(dataset, target, CHOSEN_WEIGHT).into_iter().collect();
    report(graph, &ranked, query, 1)
}

/// The crown jewels that a way leads to, in the order of the answer.
fn rank_jewels(dataset: &Dataset) -> Vec<Ranked> {
    let graph = dataset.inventory().graph();
    // Built before the parallel part, which would otherwise wait for it on every thread.
    dataset.asset_findings();
    let jewels = crown_jewels::by_id(graph).par_iter();
    let ranked = jewels
        .filter_map(|&node| Ranked::new(dataset, node, crown_jewels::node_weight(graph, node)?));
    let mut ranked: Vec<Ranked> = ranked.collect();
    ranked.par_sort_unstable_by(|a, b| {
        let by_score = b.score.total_cmp(&a.score);
        by_score.then(a.depth.cmp(&b.depth)).then(a.node.cmp(&b.node))
    });
    ranked
}

fn report(
    graph: Graph<'_>,
    ranked: &[Ranked],
    query: &AttackQuery,
    n_targets: usize,
) -> AttackReport {
    let near = || ranked.iter().filter(|one| one.depth <= query.max_depth);
    AttackReport {
        paths: near().take(query.max_paths).map(|one| one.path(graph)).collect(),
        total: near().count(),
        targets_considered: Some(n_targets),
    }
}

/// A target that a way leads to, with what decides its place.
#[derive(Debug)]
pub(crate) struct Ranked {
    node: NodeId,
    depth: usize,
    weight: u32,
    findings: usize,
    score: f64,
}

impl Ranked {
    fn new(dataset: &Dataset, node: NodeId, weight: u32) -> Option<Self> {
        let (graph, open) = (dataset.inventory().graph(), dataset.asset_findings());
        let tree = graph.attack_tree();
        let depth = tree.depth(node).filter(|&depth| depth <= MAX_DEPTH)?;
        let path = std::iter::successors(Some(node), |&node| tree.parent(node));
        let findings =
            path.filter_map(|node| graph.asset(node)).map(|asset| open.n_open(asset)).sum();
        let counted = std::cmp::min(10, findings) as f64;
        let score = round::round2(f64::from(weight) + 0.5 * counted - 0.3 * depth as f64);
        Some(Self { node, depth, weight, findings, score })
    }

    fn path(&self, graph: Graph<'_>) -> AttackPath {
        let nodes = graph.attack_tree().path(self.node);
        let hop = |pair: &[NodeId]| graph.flow().hop(pair[0], pair[1]);
        let hops = nodes.windows(2).filter_map(hop).collect();
        let starts_exposed = graph.is_exposed(nodes[0]);
        let Self { weight, findings, score, .. } = *self;
        AttackPath { path: Path { nodes, hops }, starts_exposed, weight, findings, score }
    }
}
