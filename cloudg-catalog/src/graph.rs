//! The relationship graph of an inventory: views of its assets and edges, built on first use and
//! shared by all readers.
//!
//! Nodes are assets and placeholders, by dense [`NodeId`]s; rows of neighbours are compressed into
//! one buffer each. A view holds indices only: texts stay in the columns of the inventory. It never
//! holds anything of findings, so that it outlives every change of them.

pub(crate) mod communities;
mod degree;
mod dependencies;
mod edge_types;
mod entry;
pub mod flow;
mod identity;
pub mod internet;
mod merge;
mod nodes;
mod pairs;
pub mod ports;
mod raw;
mod reference;
mod rows;
mod search;
#[cfg(test)]
pub(crate) mod tests;
#[cfg(test)]
pub(crate) mod vectors;

use std::sync::OnceLock;

pub use degree::Degree;
pub use dependencies::{Arrow, Dependencies, Direction, Link, Reach};
pub use edge_types::EdgeTypes;
pub use entry::{AttackTree, EntryPoints, InternetReach};
pub use flow::{FlowGraph, Hop};
pub use identity::IdentityGraph;
pub use merge::{PairAttributes, merges};
pub use nodes::{NodeId, NodeIndex};
pub use pairs::PairGraph;
pub use raw::{Entry, RawGraph, Side};
pub use reference::{NodeReferenceError, Origin};
pub(crate) use rows::Marks;
pub use rows::Rows;
pub use search::{Mode, Neighbours, SearchGraph};

use crate::{
    dataset::{Assets, Edges, Inventory, Node},
    model::AssetType,
};

/// The views of one inventory, each built when it is first asked for.
#[derive(Debug, Default)]
pub struct Views {
    nodes: OnceLock<NodeIndex>,
    raw: OnceLock<RawGraph>,
    pairs: OnceLock<PairGraph>,
    dependencies: [OnceLock<Dependencies>; 2],
    pair_sources: OnceLock<Neighbours>,
    pair_neighbours: OnceLock<Neighbours>,
    flow: OnceLock<FlowGraph>,
    identity: OnceLock<IdentityGraph>,
    entry_points: OnceLock<EntryPoints>,
    internet_reach: OnceLock<InternetReach>,
    attack_tree: OnceLock<AttackTree>,
}

/// An inventory seen as a graph.
#[derive(Debug, Clone, Copy)]
pub struct Graph<'a> {
    inventory: &'a Inventory,
    views: &'a Views,
}

impl<'a> Graph<'a> {
    /// The graph of an inventory, with the views that belong to it.
    pub(crate) fn new(inventory: &'a Inventory, views: &'a Views) -> Self {
        Self { inventory, views }
    }

    /// What the graph is made of.
    pub fn inventory(self) -> &'a Inventory {
        self.inventory
    }

    /// Assets in dataset order.
    pub fn assets(self) -> &'a Assets {
        &self.inventory.assets
    }

    /// Edges in dataset order.
    pub fn edges(self) -> &'a Edges {
        &self.inventory.edges
    }

    /// All nodes.
    pub fn nodes(self) -> &'a NodeIndex {
        self.views.nodes.get_or_init(|| NodeIndex::build(self.inventory))
    }

    /// Every edge at its ends.
    pub fn raw(self) -> &'a RawGraph {
        self.views.raw.get_or_init(|| RawGraph::build(self))
    }

    /// At most one edge from one node to another.
    pub fn pairs(self) -> &'a PairGraph {
        self.views.pairs.get_or_init(|| PairGraph::build(self))
    }

    /// What depends on what. With `include_hierarchy`, what an organisation, unit or account
    /// contains depends on it.
    pub fn dependencies(self, include_hierarchy: bool) -> &'a Dependencies {
        self.views.dependencies[usize::from(include_hierarchy)]
            .get_or_init(|| Dependencies::build(self, include_hierarchy))
    }

    /// Sources of the pairs of each node.
    pub(crate) fn pair_sources(self) -> &'a Neighbours {
        self.views.pair_sources.get_or_init(|| Neighbours::sources(self))
    }

    /// Both ends of the pairs of each node.
    pub(crate) fn pair_neighbours(self) -> &'a Neighbours {
        self.views.pair_neighbours.get_or_init(|| Neighbours::both(self))
    }

    /// Hops of traffic and identities.
    pub fn flow(self) -> &'a FlowGraph {
        self.views.flow.get_or_init(|| FlowGraph::build(self))
    }

    /// Edges of identities.
    pub fn identity(self) -> &'a IdentityGraph {
        self.views.identity.get_or_init(|| IdentityGraph::build(self))
    }

    /// Nodes that stand for the internet.
    pub fn entry_points(self) -> &'a EntryPoints {
        self.views.entry_points.get_or_init(|| EntryPoints::build(self))
    }

    /// What traffic from the internet can get to.
    pub fn internet_reach(self) -> &'a InternetReach {
        self.views.internet_reach.get_or_init(|| InternetReach::build(self))
    }

    /// Shortest ways of an attacker into the estate.
    pub fn attack_tree(self) -> &'a AttackTree {
        self.views.attack_tree.get_or_init(|| AttackTree::build(self))
    }

    /// The asset of a node; the last one, where several have the id.
    pub fn asset(self, node: NodeId) -> Option<usize> {
        self.nodes().node(node).asset()
    }

    /// Identifier of a node: that of the asset, or the text of the placeholder.
    pub fn id(self, node: NodeId) -> &'a str {
        match self.nodes().node(node) {
            Node::Asset(asset) => self.assets().id(asset as usize),
            Node::Placeholder(symbol) => self.edges().endpoints().get(symbol),
        }
    }

    /// Name of a node; a placeholder is called by its text.
    pub fn name(self, node: NodeId) -> &'a str {
        match self.nodes().node(node) {
            Node::Asset(asset) => self.assets().name(asset as usize),
            Node::Placeholder(symbol) => self.edges().endpoints().get(symbol),
        }
    }

    /// Type of a node, `None` for a placeholder.
    pub fn asset_type(self, node: NodeId) -> Option<AssetType> {
        self.asset(node).map(|asset| self.assets().asset_type(asset))
    }

    /// Whether a node is an asset that the collector flagged as exposed.
    pub fn is_exposed(self, node: NodeId) -> bool {
        self.asset(node).is_some_and(|asset| self.assets().is_exposed(asset))
    }
}
