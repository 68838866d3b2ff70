//! What an asset needs and what needs it, as trees.

use std::ops::Range;

use hashbrown::HashMap;

use crate::{
    dataset::{Dataset, View},
    graph::{Direction, Link, NodeId},
};

/// Which trees to grow and how far.
#[derive(Debug, Clone, Copy)]
pub struct TreeQuery {
    /// The asset at the root.
    pub root: NodeId,
    /// Grow the tree of what the asset needs.
    pub upstream: bool,
    /// Grow the tree of what needs the asset.
    pub downstream: bool,
    /// Arrows from the root to the deepest leaf.
    pub max_depth: u32,
    /// Count what organisations, units and accounts contain.
    pub include_hierarchy: bool,
    /// Nodes of both trees together, the roots aside.
    pub max_nodes: usize,
}

/// An asset below another one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TreeNode {
    /// The asset; it stands once in a tree, where the shortest way leads.
    pub node: NodeId,
    /// The edge to the parent.
    pub edge: usize,
    /// What lies behind it.
    pub children: Vec<TreeNode>,
}

/// The trees that were asked for.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct DependencyTree {
    /// What the asset needs.
    pub depends_on: Option<Vec<TreeNode>>,
    /// What needs the asset.
    pub dependents: Option<Vec<TreeNode>>,
    /// Whether nodes were left out for want of room.
    pub truncated: bool,
}

/// Grows the trees. Room is spent depth first, on what the asset needs and then on what needs it.
pub fn grow(dataset: &Dataset, query: &TreeQuery) -> DependencyTree {
    let graph = dataset.graph(&[View::DependencyGraph]);
    let dependencies = graph.dependencies(query.include_hierarchy);
    let mut room = Room { left: query.max_nodes, truncated: false };
    let mut tree = |direction| {
        let links = dependencies.walk(direction, query.root, query.max_depth);
        Grower { children: children(&links), links: &links, room: &mut room }.below(query.root)
    };
    let depends_on = query.upstream.then(|| tree(Direction::Upstream));
    let dependents = query.downstream.then(|| tree(Direction::Downstream));
    DependencyTree { depends_on, dependents, truncated: room.truncated }
}

struct Room {
    left: usize,
    truncated: bool,
}

struct Grower<'a> {
    links: &'a [Link],
    children: HashMap<NodeId, Range<usize>>,
    room: &'a mut Room,
}

impl Grower<'_> {
    fn below(&mut self, parent: NodeId) -> Vec<TreeNode> {
        let range = self.children.get(&parent).cloned().unwrap_or_default();
        let mut nodes = Vec::new();
        for &Link { node, edge, .. } in &self.links[range] {
            if self.room.left == 0 {
                self.room.truncated = true;
                break;
            }
            self.room.left -= 1;
            nodes.push(TreeNode { node, edge, children: self.below(node) });
        }
        nodes
    }
}

/// The links of each parent, which a walk finds one after another.
fn children(links: &[Link]) -> HashMap<NodeId, Range<usize>> {
    let mut children = HashMap::new();
    let mut start = 0;
    for siblings in links.chunk_by(|a, b| a.parent == b.parent) {
        children.insert(siblings[0].parent, start..start + siblings.len());
        start += siblings.len();
    }
    children
}
