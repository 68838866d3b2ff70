//! Every edge at its two ends.

use super::{Graph, NodeId, Rows};

/// The edges of an inventory between nodes: parallel edges and self-loops are all there, in dataset
/// order.
#[derive(Debug)]
pub struct RawGraph {
    sources: Vec<NodeId>,
    targets: Vec<NodeId>,
    outgoing: Rows<u32>,
    incoming: Rows<u32>,
}

/// On which side of an edge a node is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// The node is the source.
    Outgoing,
    /// The node is the target.
    Incoming,
}

/// An edge as one of its ends sees it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Entry {
    /// Index of the edge.
    pub edge: usize,
    /// The node at the other end; the same one for a self-loop.
    pub other: NodeId,
    /// On which side the node is.
    pub side: Side,
}

impl RawGraph {
    /// Sorts the edges to their ends.
    pub fn build(graph: Graph<'_>) -> Self {
        let (edges, nodes) = (graph.edges(), graph.nodes());
        let ends = |end: &dyn Fn(usize) -> NodeId| (0..edges.len()).map(end).collect::<Vec<_>>();
        let sort = |ends: &[NodeId]| Rows::sorted(nodes.len(), ends.iter().copied().zip(0..));
        let ((sources, outgoing), (targets, incoming)) = rayon::join(
            || {
                let sources = ends(&|edge| nodes.of_endpoint(edges.source(edge)));
                let rows = sort(&sources);
                (sources, rows)
            },
            || {
                let targets = ends(&|edge| nodes.of_endpoint(edges.target(edge)));
                let rows = sort(&targets);
                (targets, rows)
            },
        );
        Self { sources, targets, outgoing, incoming }
    }

    /// Where an edge starts.
    #[inline]
    pub fn source(&self, edge: usize) -> NodeId {
        self.sources[edge]
    }

    /// Where an edge ends.
    #[inline]
    pub fn target(&self, edge: usize) -> NodeId {
        self.targets[edge]
    }

    /// Edges that start at the node, in dataset order.
    pub fn outgoing(&self, node: NodeId) -> &[u32] {
        self.outgoing.row(node)
    }

    /// Edges that end at the node, in dataset order.
    pub fn incoming(&self, node: NodeId) -> &[u32] {
        self.incoming.row(node)
    }

    /// All edges by source.
    pub(super) fn by_source(&self) -> &Rows<u32> {
        &self.outgoing
    }

    /// Edges at the node in dataset order; a self-loop twice, outgoing first.
    pub fn entries(&self, node: NodeId) -> impl Iterator<Item = Entry> {
        let (mut outgoing, mut incoming) = (self.outgoing(node), self.incoming(node));
        std::iter::from_fn(move || {
            let takes_out = match (outgoing.first(), incoming.first()) {
                (Some(out), Some(into)) => out <= into,
                (out, _) => out.is_some(),
            };
            let (row, side) = match takes_out {
                true => (&mut outgoing, Side::Outgoing),
                false => (&mut incoming, Side::Incoming),
            };
            let (&edge, rest) = row.split_first()?;
            *row = rest;
            let edge = edge as usize;
            let other = match side {
                Side::Outgoing => self.target(edge),
                Side::Incoming => self.source(edge),
            };
            Some(Entry { edge, other, side })
        })
    }
}
