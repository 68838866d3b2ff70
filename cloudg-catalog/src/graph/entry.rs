//! Where the internet comes in, and how far it gets.

use std::collections::VecDeque;

use fixedbitset::FixedBitSet;

use super::{Graph, NodeId, internet};

/// The nodes that stand for the internet in an inventory.
#[derive(Debug)]
pub struct EntryPoints {
    nodes: Vec<NodeId>,
    set: FixedBitSet,
}

impl EntryPoints {
    /// Finds them: what is named like all addresses, sources of rules that admit the internet, and
    /// placeholders that are called so and let something in.
    pub fn build(graph: Graph<'_>) -> Self {
        let (edges, raw, nodes) = (graph.edges(), graph.raw(), graph.nodes());
        let is_cidr = |text: &str| internet::CIDRS.contains(&text);
        let named = nodes.iter().filter(|&node| is_cidr(graph.name(node)));
        let mut set: FixedBitSet = named.map(NodeId::index).collect();
        set.grow(nodes.len());
        for edge in 0..edges.len() {
            let source = raw.source(edge);
            let is_entry = match nodes.is_asset(source) {
                true => {
                    internet::has_internet_cidr(edges, edge) && !internet::is_egress(edges, edge)
                }
                false => internet::is_from_internet(edges, edge),
            };
            if is_entry {
                set.insert(source.index());
            }
        }
        let mut found: Vec<NodeId> = set.ones().map(NodeId::new).collect();
        found.sort_by_key(|&node| (!is_cidr(graph.id(node)), graph.id(node)));
        Self { nodes: found, set }
    }

    /// The nodes with the ids of all addresses, then the others, each by id.
    pub fn nodes(&self) -> &[NodeId] {
        &self.nodes
    }

    /// Whether a node is one of them.
    pub fn has(&self, node: NodeId) -> bool {
        self.set.contains(node.index())
    }
}

/// What traffic from the internet can get to.
#[derive(Debug)]
pub struct InternetReach {
    nodes: FixedBitSet,
    by_id: Vec<NodeId>,
}

impl InternetReach {
    /// Walks the network hops from all entry points.
    pub fn build(graph: Graph<'_>) -> Self {
        let (flow, entries) = (graph.flow(), graph.entry_points());
        let mut seen = entries.set.clone();
        let mut nodes = FixedBitSet::with_capacity(graph.nodes().len());
        let mut queue: VecDeque<NodeId> = entries.nodes().iter().copied().collect();
        while let Some(node) = queue.pop_front() {
            for &target in flow.network_successors(node) {
                nodes.insert(target.index());
                if !seen.put(target.index()) {
                    queue.push_back(target);
                }
            }
        }
        let mut by_id: Vec<NodeId> = nodes.ones().map(NodeId::new).collect();
        by_id.sort_by_key(|&node| graph.id(node));
        Self { nodes, by_id }
    }

    /// Whether a hop leads to the node; an entry point counts only if one does.
    pub fn has(&self, node: NodeId) -> bool {
        self.nodes.contains(node.index())
    }

    /// All of them by id, placeholders too.
    pub fn by_id(&self) -> &[NodeId] {
        &self.by_id
    }
}

/// Shortest ways of an attacker into the estate: one tree over network and identity hops.
#[derive(Debug)]
pub struct AttackTree {
    order: Vec<NodeId>,
    parents: Vec<Option<NodeId>>,
    depths: Vec<u32>,
    entries: FixedBitSet,
}

/// Depth of a node that no way leads to.
const UNREACHED: u32 = u32::MAX;

impl AttackTree {
    /// Walks all hops from the entry points and from the assets flagged as exposed. The parent of a
    /// node is whoever finds it first.
    pub fn build(graph: Graph<'_>) -> Self {
        let (flow, nodes) = (graph.flow(), graph.nodes());
        let exposed = nodes.assets().filter(|&node| graph.is_exposed(node));
        let mut tree = Self {
            order: Vec::new(),
            parents: vec![None; nodes.len()],
            depths: vec![UNREACHED; nodes.len()],
            entries: FixedBitSet::with_capacity(nodes.len()),
        };
        for node in graph.entry_points().nodes().iter().copied().chain(exposed) {
            if !tree.entries.put(node.index()) {
                tree.depths[node.index()] = 0;
                tree.order.push(node);
            }
        }
        let mut next = 0;
        while let Some(&node) = tree.order.get(next) {
            next += 1;
            for &target in flow.successors(node) {
                if tree.depths[target.index()] == UNREACHED {
                    tree.depths[target.index()] = tree.depths[node.index()] + 1;
                    tree.parents[target.index()] = Some(node);
                    tree.order.push(target);
                }
            }
        }
        tree
    }

    /// Whether there is a way in at all.
    pub fn is_empty(&self) -> bool {
        self.order.is_empty()
    }

    /// Reached nodes, nearest first.
    pub fn order(&self) -> &[NodeId] {
        &self.order
    }

    /// Hops from the nearest way in.
    pub fn depth(&self, node: NodeId) -> Option<usize> {
        let depth = self.depths[node.index()];
        (depth != UNREACHED).then_some(depth as usize)
    }

    /// The node before this one; none for a way in.
    pub fn parent(&self, node: NodeId) -> Option<NodeId> {
        self.parents[node.index()]
    }

    /// The way to a node, from the way in.
    pub fn path(&self, node: NodeId) -> Vec<NodeId> {
        let mut path: Vec<_> =
            std::iter::successors(Some(node), |&node| self.parent(node)).collect();
        path.reverse();
        path
    }
}
