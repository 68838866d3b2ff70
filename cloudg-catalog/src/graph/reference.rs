//! Nodes that callers refer to.

use super::{Graph, NodeId, internet::is_internet_alias};
use crate::dataset::ReferenceError;

/// Where a search starts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    /// The whole internet: a node before all entry points.
    Internet,
    /// A node of the graph.
    Node(NodeId),
}

/// Why a reference selects no node.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NodeReferenceError {
    /// It means the internet, which has no node in this inventory.
    NoInternet,
    /// It means an asset, and selects none.
    Asset(ReferenceError),
}

impl Graph<'_> {
    /// The node that a reference selects. The internet is its first entry point.
    ///
    /// Tried in order: the exact id or ARN of an asset, the names of the internet, the exact text of
    /// a placeholder, any other reference to an asset.
    pub fn find_node(self, reference: &str) -> Result<NodeId, NodeReferenceError> {
        match self.find_origin(reference)? {
            Origin::Node(node) => Ok(node),
            Origin::Internet => {
                self.entry_points().nodes().first().copied().ok_or(NodeReferenceError::NoInternet)
            }
        }
    }

    /// Like [`Graph::find_node`] where the internet as a whole is meant by its names.
    pub fn find_origin(self, reference: &str) -> Result<Origin, NodeReferenceError> {
        let (inventory, nodes) = (self.inventory(), self.nodes());
        if let Some(asset) = inventory.asset_by_key(reference) {
            return Ok(Origin::Node(nodes.of_asset(asset)));
        }
        if is_internet_alias(reference) {
            let has_entry = !self.entry_points().nodes().is_empty();
            return has_entry.then_some(Origin::Internet).ok_or(NodeReferenceError::NoInternet);
        }
        if let Some(node) = nodes.placeholder(inventory, reference) {
            return Ok(Origin::Node(node));
        }
        let asset = inventory.find_asset(reference).map_err(NodeReferenceError::Asset)?;
        Ok(Origin::Node(nodes.of_asset(asset)))
    }
}
