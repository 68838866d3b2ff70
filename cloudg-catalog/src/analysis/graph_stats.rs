//! Size and shape of the graph.

use crate::{
    dataset::{Dataset, View, count_by, most_first},
    graph::{Graph, NodeId},
    model::EdgeType,
    text::round::round_to_digits,
};

/// Most relationships that are listed.
pub const MAX_RELATIONSHIPS: usize = 30;

/// Numbers about the graph as a whole.
#[derive(Debug, Clone, PartialEq)]
pub struct GraphStats {
    /// Assets by distinct id, and placeholders.
    pub nodes: usize,
    /// Assets by distinct id.
    pub asset_nodes: usize,
    /// Endpoints of edges that are no assets.
    pub placeholder_nodes: usize,
    /// Edges of the dataset.
    pub edges: usize,
    /// Pairs of nodes with at least one edge from the first to the second.
    pub graph_edges: usize,
    /// Edges by type, in order of first appearance.
    pub edges_by_type: Vec<(EdgeType, usize)>,
    /// The most frequent relationships, most first, ties by first appearance.
    pub edges_by_relationship: Vec<(String, usize)>,
    /// Parts that no edge connects.
    pub components: usize,
    /// Nodes of the largest of them.
    pub largest_component: usize,
    /// Assets without any edge.
    pub isolated_assets: usize,
    /// Share of the possible pairs that have an edge, 6 digits.
    pub density: f64,
    /// Mean number of pairs at a node, 3 digits.
    pub mean_degree: f64,
}

/// The numbers of a dataset.
pub fn stats(dataset: &Dataset) -> &GraphStats {
    let graph = dataset.graph(&[View::Graph]);
    dataset.inventory().measures().stats.get_or_init(|| measure(graph))
}

fn measure(graph: Graph<'_>) -> GraphStats {
    let (nodes, edges) = (graph.nodes(), graph.edges());
    let n_pairs = graph.pairs().len();
    let sizes = component_sizes(graph);
    let has_edge = |&node: &NodeId| {
        !graph.raw().outgoing(node).is_empty() || !graph.raw().incoming(node).is_empty()
    };
    let n = nodes.len() as f64;
    let possible = n * (n - 1.0);
    GraphStats {
        nodes: nodes.len(),
        asset_nodes: nodes.n_assets(),
        placeholder_nodes: nodes.len() - nodes.n_assets(),
        edges: edges.len(),
        graph_edges: n_pairs,
        edges_by_type: count_by((0..edges.len()).map(|edge| edges.edge_type(edge))),
        edges_by_relationship: relationships(graph),
        components: sizes.len(),
        largest_component: sizes.into_iter().max().unwrap_or(0),
        isolated_assets: nodes.assets().filter(|node| !has_edge(node)).count(),
        density: if possible > 0.0 { round_to_digits(n_pairs as f64 / possible, 6) } else { 0.0 },
        mean_degree: if n > 0.0 { round_to_digits(2.0 * n_pairs as f64 / n, 3) } else { 0.0 },
    }
}

fn relationships(graph: Graph<'_>) -> Vec<(String, usize)> {
    let edges = graph.edges();
    let texts = (0..edges.len()).filter_map(|edge| edges.relationship(edge));
    let mut counts = count_by(texts.filter(|text| !text.is_empty()));
    most_first(&mut counts);
    counts.truncate(MAX_RELATIONSHIPS);
    counts.into_iter().map(|(text, count)| (text.to_owned(), count)).collect()
}

/// Number of nodes of each part, in order of its first node.
fn component_sizes(graph: Graph<'_>) -> Vec<usize> {
    let raw = graph.raw();
    let mut roots: Vec<u32> = (0..graph.nodes().len() as u32).collect();
    for edge in 0..graph.edges().len() {
        let ends = [raw.source(edge), raw.target(edge)];
        let [a, b] = ends.map(|node| root(&mut roots, node.index() as u32));
        // The smaller one leads, so that the root of a part is its first node.
        roots[a.max(b) as usize] = a.min(b);
    }
    let mut sizes = vec![0; roots.len()];
    for node in 0..roots.len() as u32 {
        sizes[root(&mut roots, node) as usize] += 1;
    }
    sizes.retain(|&size| size > 0);
    sizes
}

/// The node that leads the part of a node; halves the way to it.
fn root(roots: &mut [u32], mut node: u32) -> u32 {
    while roots[node as usize] != node {
        roots[node as usize] = roots[roots[node as usize] as usize];
        node = roots[node as usize];
    }
    node
}
