//! Who can act as whom, and on what.

use fixedbitset::FixedBitSet;

use super::{Graph, NodeId, Rows, flow::is_identity, rows::Marks};
use crate::model::EdgeType;

/// Edges of identities, at most one for each pair, and where walks along them end.
#[derive(Debug)]
pub struct IdentityGraph {
    targets: Rows<NodeId>,
    types: Vec<EdgeType>,
    members: FixedBitSet,
    ends: FixedBitSet,
}

impl IdentityGraph {
    /// Gathers the edges and finds the ends.
    pub fn build(graph: Graph<'_>) -> Self {
        let (raw, edges, n_nodes) = (graph.raw(), graph.edges(), graph.nodes().len());
        let mut members = FixedBitSet::with_capacity(n_nodes);
        let (mut lengths, mut targets, mut types) = (vec![0; n_nodes], Vec::new(), Vec::new());
        let mut places = Marks::new(n_nodes);
        for node in graph.nodes().iter() {
            let start = targets.len();
            places.clear();
            for &edge in raw.outgoing(node) {
                let edge_type = edges.edge_type(edge as usize);
                if !is_identity(edge_type) {
                    continue;
                }
                let target = raw.target(edge as usize);
                members.extend([node.index(), target.index()]);
                match places.get(target) {
                    Some(place) => types[place as usize] = edge_type,
                    None => {
                        places.set(target, targets.len() as u32);
                        targets.push(target);
                        types.push(edge_type);
                    }
                }
            }
            lengths[node.index()] = (targets.len() - start) as u32;
        }
        let targets = Rows::of_lengths(lengths.into_iter(), targets);
        let ends = Components::new(&targets).ends(&members);
        Self { targets, types, members, ends }
    }

    /// Where the edges of a node lead, in order of the first edge to each.
    #[inline]
    pub fn successors(&self, node: NodeId) -> &[NodeId] {
        self.targets.row(node)
    }

    /// Type of the last edge from one node to another.
    pub fn edge_type(&self, source: NodeId, target: NodeId) -> Option<EdgeType> {
        let place = self.successors(source).iter().position(|&other| other == target)?;
        Some(self.types[self.targets.range(source).start + place])
    }

    /// Whether a node is an end of an edge of identities.
    pub fn has(&self, node: NodeId) -> bool {
        self.members.contains(node.index())
    }

    /// Whether a walk has arrived for good at a node: no edge leaves it and what it can come back
    /// from.
    pub fn is_end(&self, node: NodeId) -> bool {
        self.ends.contains(node.index())
    }
}

const UNSEEN: u32 = u32::MAX;

/// Strongly connected components, by Tarjan's algorithm with a stack of its own.
struct Components<'a> {
    targets: &'a Rows<NodeId>,
    order: Vec<u32>,
    low: Vec<u32>,
    component: Vec<u32>,
    open: Vec<usize>,
    n_seen: u32,
    n_components: u32,
}

impl<'a> Components<'a> {
    fn new(targets: &'a Rows<NodeId>) -> Self {
        let n_nodes = targets.n_rows();
        Self {
            targets,
            order: vec![UNSEEN; n_nodes],
            low: vec![UNSEEN; n_nodes],
            component: vec![UNSEEN; n_nodes],
            open: Vec::new(),
            n_seen: 0,
            n_components: 0,
        }
    }

    /// The members of components that no edge leaves.
    fn ends(mut self, members: &FixedBitSet) -> FixedBitSet {
        for node in members.ones() {
            if self.order[node] == UNSEEN {
                self.visit(node);
            }
        }
        let component = |node: usize| self.component[node] as usize;
        let mut left = FixedBitSet::with_capacity(self.n_components as usize);
        for node in members.ones() {
            let row = self.targets.row(NodeId::new(node));
            if row.iter().any(|target| component(target.index()) != component(node)) {
                left.insert(component(node));
            }
        }
        members.ones().filter(|&node| !left.contains(component(node))).collect()
    }

    fn visit(&mut self, root: usize) {
        let mut stack = vec![(root, 0)];
        self.discover(root);
        while let Some((node, next)) = stack.last_mut() {
            let node = *node;
            if let Some(target) = self.targets.row(NodeId::new(node)).get(*next) {
                *next += 1;
                let target = target.index();
                if self.order[target] == UNSEEN {
                    self.discover(target);
                    stack.push((target, 0));
                } else if self.component[target] == UNSEEN {
                    self.low[node] = self.low[node].min(self.order[target]);
                }
                continue;
            }
            stack.pop();
            if let Some(&(parent, _)) = stack.last() {
                self.low[parent] = self.low[parent].min(self.low[node]);
            }
            if self.low[node] == self.order[node] {
                self.close(node);
            }
        }
    }

    fn discover(&mut self, node: usize) {
        self.order[node] = self.n_seen;
        self.low[node] = self.n_seen;
        self.n_seen += 1;
        self.open.push(node);
    }

    /// All that was opened since the first node of a component belongs to it.
    fn close(&mut self, first: usize) {
        while let Some(node) = self.open.pop() {
            self.component[node] = self.n_components;
            if node == first {
                break;
            }
        }
        self.n_components += 1;
    }
}
