//! What several assets directly depend on: single points of failure.

use std::cmp::Reverse;

use crate::{
    dataset::Dataset,
    graph::{Arrow, Direction, Graph, NodeId},
    model::EdgeType,
};

/// Most dependencies that can be asked for.
pub const MOST: usize = 200;

/// An asset and how many others need it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SharedDependency {
    /// The asset.
    pub node: NodeId,
    /// Distinct assets with an arrow to it, at least two.
    pub direct_dependents: usize,
}

/// The dependencies with the most direct dependents, at most [`MOST`]; ties by id, last first.
/// Containment and peering are no reasons to need something here.
pub fn list(dataset: &Dataset) -> &[SharedDependency] {
    let graph = dataset.inventory().graph();
    let measures = dataset.inventory().measures();
    measures.shared_dependencies.get_or_init(|| {
        let mut shared = find(graph);
        shared.sort_unstable_by_key(|one| Reverse((one.direct_dependents, graph.id(one.node))));
        shared.truncate(MOST);
        shared
    })
}

fn find(graph: Graph<'_>) -> Vec<SharedDependency> {
    let (edges, dependencies) = (graph.edges(), graph.dependencies(false));
    let counts = |arrow: &&Arrow| {
        let edge_type = edges.edge_type(arrow.edge as usize);
        !matches!(edge_type, EdgeType::CONTAINS | EdgeType::PEERING)
    };
    let mut met_by = vec![None; dependencies.n_assets()];
    let mut shared = Vec::new();
    for node in graph.nodes().assets() {
        let arrows = dependencies.direct(Direction::Downstream, node).iter().filter(counts);
        let is_new = |arrow: &&Arrow| met_by[arrow.node.index()].replace(node) != Some(node);
        let direct_dependents = arrows.filter(is_new).count();
        if direct_dependents >= 2 {
            shared.push(SharedDependency { node, direct_dependents });
        }
    }
    shared
}
