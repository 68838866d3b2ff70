//! What is around a node.

use fixedbitset::FixedBitSet;
use hashbrown::HashSet;

use crate::graph::{EdgeTypes, Entry, Graph, NodeId, Side};

/// How far to look around.
#[derive(Debug, Clone, Copy)]
pub struct NeighborhoodQuery {
    /// The node in the middle.
    pub start: NodeId,
    /// The side of edges on which the walk leaves a node, `None` for both.
    pub side: Option<Side>,
    /// Types to follow.
    pub edge_types: EdgeTypes,
    /// Edges from the middle to the outermost nodes.
    pub depth: u32,
    /// Most nodes to keep.
    pub max_nodes: usize,
    /// Most edges to keep.
    pub max_edges: usize,
}

/// Nodes and edges in order of discovery.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Neighborhood {
    /// The nodes, nearest first, without the one in the middle.
    pub nodes: Vec<NodeId>,
    /// Edges at the nodes that were looked around from, each id once. Edges between two outermost
    /// nodes are not among them.
    pub edges: Vec<usize>,
    /// Whether a node was left out for want of room.
    pub lacks_nodes: bool,
    /// Whether an edge was left out for want of room.
    pub lacks_edges: bool,
}

/// Looks around, nearest first. Want of room for edges does not end the search for nodes.
pub fn explore(graph: Graph<'_>, query: &NeighborhoodQuery) -> Neighborhood {
    let mut seen = FixedBitSet::with_capacity(graph.nodes().len());
    seen.insert(query.start.index());
    let mut walk = Walk { graph, query, seen, ids: HashSet::new(), found: Neighborhood::default() };
    let mut level = vec![query.start];
    for _ in 0..query.depth {
        let start = walk.found.nodes.len();
        for node in level {
            walk.look_around(node);
            if walk.is_full() {
                return walk.found;
            }
        }
        level = walk.found.nodes[start..].to_vec();
    }
    walk.found
}

struct Walk<'a, 'q> {
    graph: Graph<'a>,
    query: &'q NeighborhoodQuery,
    seen: FixedBitSet,
    ids: HashSet<&'a str>,
    found: Neighborhood,
}

impl Walk<'_, '_> {
    fn look_around(&mut self, node: NodeId) {
        let Self { graph, query, .. } = *self;
        for Entry { edge, other, side } in graph.raw().entries(node) {
            let follows = query.side.is_none_or(|wanted| wanted == side)
                && query.edge_types.contains(graph.edges().edge_type(edge));
            if !follows {
                continue;
            }
            self.meet_edge(edge);
            self.meet_node(other);
            if self.is_full() {
                return;
            }
        }
    }

    fn meet_edge(&mut self, edge: usize) {
        let id = self.graph.edges().id(edge);
        if self.found.lacks_edges || self.ids.contains(id) {
            return;
        }
        if self.found.edges.len() == self.query.max_edges {
            self.found.lacks_edges = true;
            return;
        }
        self.ids.insert(id);
        self.found.edges.push(edge);
    }

    fn meet_node(&mut self, node: NodeId) {
        if self.seen.contains(node.index()) {
            return;
        }
        if self.found.nodes.len() == self.query.max_nodes {
            self.found.lacks_nodes = true;
            return;
        }
        self.seen.insert(node.index());
        self.found.nodes.push(node);
    }

    /// Whether nothing can be added or learnt any more.
    fn is_full(&self) -> bool {
        self.found.lacks_nodes && self.found.lacks_edges
    }
}
