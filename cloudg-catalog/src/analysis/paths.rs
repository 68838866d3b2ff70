//! Ways through the graph.

use crate::graph::{Hop, NodeId};

/// A way from node to node.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Path {
    /// At least one node.
    pub nodes: Vec<NodeId>,
    /// Why each hop exists: one less than nodes.
    pub hops: Vec<Hop>,
}
