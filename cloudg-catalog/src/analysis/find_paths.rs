//! The shortest paths from one node, or from the internet, to another.

mod shortest;
mod spur;

use super::paths::Path;
use crate::graph::{Graph, Mode, NodeId, Origin, SearchGraph};

/// What to look for.
#[derive(Debug, Clone, Copy)]
pub struct PathQuery {
    /// Where paths start.
    pub source: Origin,
    /// Where they end.
    pub target: NodeId,
    /// Which hops they follow.
    pub mode: Mode,
    /// Most hops of a path, from its first node of the inventory.
    pub max_depth: usize,
    /// Most paths to return.
    pub max_paths: usize,
}

/// What was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PathReport {
    /// Paths without repeated nodes, shortest first. None starts with the internet itself.
    pub paths: Vec<Path>,
    /// Whether there are more within the depth.
    pub truncated: bool,
}

/// Finds the paths. Equally short ones come in an order that only the order of the data decides.
pub fn find_paths(graph: Graph<'_>, query: &PathQuery) -> PathReport {
    let from_internet = query.source == Origin::Internet;
    let search = SearchGraph::new(graph, query.mode, from_internet);
    let source = search.node(query.source);
    // From the internet, the hop to its entry point is not counted.
    let (skipped, most) = (usize::from(from_internet), query.max_paths + 1);
    let budget = query.max_depth + skipped;
    let mut found = shortest::shortest_paths(search, (source, query.target), budget, most);
    let truncated = found.len() > query.max_paths;
    found.truncate(query.max_paths);
    let path = |nodes: Vec<NodeId>| {
        let nodes = nodes[skipped..].to_vec();
        let hops = nodes.windows(2).filter_map(|hop| search.hop(hop[0], hop[1])).collect();
        Path { nodes, hops }
    };
    PathReport { paths: found.into_iter().map(path).collect(), truncated }
}

#[cfg(test)]
mod tests;
