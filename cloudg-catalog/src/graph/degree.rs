//! How many neighbours a node has.

use super::{Graph, NodeId};

/// Distinct neighbours of a node; a self-loop counts on both sides.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Degree {
    /// Distinct sources of incoming edges.
    pub incoming: usize,
    /// Distinct targets of outgoing edges.
    pub outgoing: usize,
}

impl Graph<'_> {
    /// Distinct neighbours.
    pub fn degree(self, node: NodeId) -> Degree {
        let raw = self.raw();
        let source = |&edge: &u32| raw.source(edge as usize);
        let target = |&edge: &u32| raw.target(edge as usize);
        Degree {
            incoming: distinct(raw.incoming(node).iter().map(source).collect()),
            outgoing: distinct(raw.outgoing(node).iter().map(target).collect()),
        }
    }
}

fn distinct(mut nodes: Vec<NodeId>) -> usize {
    nodes.sort_unstable();
    nodes.dedup();
    nodes.len()
}
