//! At most one edge from one node to another.
//!
//! Parallel edges of one pair become one: rules that differ in ports or protocol only are merged,
//! otherwise the later edge takes the place of the earlier one. This is the form for exports,
//! centrality and walks along edges as collected. Reachability looks at all edges instead, because a
//! replaced one may be what opens the way.

use std::ops::Range;

use rayon::prelude::*;

use super::{
    Graph, NodeId, Rows, merges,
    rows::{Marks, shares},
};
use crate::{dataset::Edges, model::EdgeType};

/// Pairs of nodes that an edge leads from and to, numbered by source and, within a source, by the
/// first edge of the pair.
#[derive(Debug)]
pub struct PairGraph {
    targets: Rows<NodeId>,
    sources: Vec<NodeId>,
    /// The edge that gives the pair its type, CIDR and direction.
    survivors: Vec<u32>,
    /// Edges merged into the survivor of a pair, by pair, then in dataset order.
    merged: Vec<(u32, u32)>,
    incoming: Rows<u32>,
}

impl PairGraph {
    /// Collapses the edges.
    pub fn build(graph: Graph<'_>) -> Self {
        let raw = graph.raw();
        let n_nodes = graph.nodes().len();
        let parts: Vec<Part> = shares(raw.by_source())
            .into_par_iter()
            .map(|nodes| Part::collapse(graph, nodes))
            .collect();
        let whole = Part::concat(parts);
        let n_pairs = whole.targets.len();
        let targets = Rows::of_lengths(whole.lengths.into_iter(), whole.targets);
        let mut sources = Vec::with_capacity(n_pairs);
        for node in graph.nodes().iter() {
            sources.extend(targets.row(node).iter().map(|_| node));
        }
        // Pairs in the order of their first edges, so that rows of targets are in that order.
        let mut by_first = vec![NO_PAIR; graph.edges().len()];
        for (pair, &edge) in whole.first.iter().enumerate() {
            by_first[edge as usize] = pair as u32;
        }
        let pairs = by_first.into_iter().filter(|&pair| pair != NO_PAIR);
        let pairs: Vec<u32> = pairs.collect();
        let target = |&pair: &u32| (targets.values()[pair as usize], pair);
        let incoming = Rows::sorted(n_nodes, pairs.iter().map(target));
        Self { targets, sources, survivors: whole.survivors, merged: whole.merged, incoming }
    }

    /// Number of pairs.
    pub fn len(&self) -> usize {
        self.sources.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.sources.is_empty()
    }

    /// Pairs that start at a node, by their first edge.
    #[inline]
    pub fn outgoing(&self, node: NodeId) -> Range<usize> {
        self.targets.range(node)
    }

    /// Where the pairs of [`PairGraph::outgoing`] end.
    #[inline]
    pub fn successors(&self, node: NodeId) -> &[NodeId] {
        self.targets.row(node)
    }

    /// Pairs that end at a node, by their first edge.
    #[inline]
    pub fn incoming(&self, node: NodeId) -> &[u32] {
        self.incoming.row(node)
    }

    /// Where a pair starts.
    #[inline]
    pub fn source(&self, pair: usize) -> NodeId {
        self.sources[pair]
    }

    /// Where a pair ends.
    #[inline]
    pub fn target(&self, pair: usize) -> NodeId {
        self.targets.values()[pair]
    }

    /// The pair from one node to another.
    pub fn find(&self, source: NodeId, target: NodeId) -> Option<usize> {
        let row = self.outgoing(source);
        let place = self.successors(source).iter().position(|&other| other == target)?;
        Some(row.start + place)
    }

    /// The edge that gives the pair its type, CIDR and direction.
    pub fn edge(&self, pair: usize) -> usize {
        self.survivors[pair] as usize
    }

    /// Type of a pair.
    pub fn edge_type(&self, edges: &Edges, pair: usize) -> EdgeType {
        edges.edge_type(self.edge(pair))
    }

    /// Edges merged into [`PairGraph::edge`], in dataset order.
    pub fn merged(&self, pair: usize) -> impl Iterator<Item = usize> {
        let start = self.merged.partition_point(|&(other, _)| (other as usize) < pair);
        let rest = self.merged[start..].iter();
        rest.take_while(move |&&(other, _)| other as usize == pair).map(|&(_, edge)| edge as usize)
    }
}

const NO_PAIR: u32 = u32::MAX;

/// The pairs of a run of sources.
#[derive(Default)]
struct Part {
    lengths: Vec<u32>,
    targets: Vec<NodeId>,
    first: Vec<u32>,
    survivors: Vec<u32>,
    merged: Vec<(u32, u32)>,
}

impl Part {
    fn collapse(graph: Graph<'_>, nodes: Range<usize>) -> Self {
        let (raw, edges) = (graph.raw(), graph.edges());
        let mut part = Self::default();
        let mut pair_to = Marks::new(graph.nodes().len());
        for node in nodes.map(NodeId::new) {
            let start = part.targets.len();
            pair_to.clear();
            for &edge in raw.outgoing(node) {
                let target = raw.target(edge as usize);
                match pair_to.get(target) {
                    Some(pair) => part.add_parallel(edges, pair, edge),
                    None => {
                        pair_to.set(target, part.targets.len() as u32);
                        part.targets.push(target);
                        part.first.push(edge);
                        part.survivors.push(edge);
                    }
                }
            }
            part.lengths.push((part.targets.len() - start) as u32);
        }
        // What was merged into an edge that was replaced later is gone.
        part.merged.retain(|&(pair, edge)| edge > part.survivors[pair as usize]);
        part.merged.sort_unstable();
        part
    }

    fn add_parallel(&mut self, edges: &Edges, pair: u32, edge: u32) {
        let survivor = &mut self.survivors[pair as usize];
        if merges(edges, *survivor as usize, edge as usize) {
            self.merged.push((pair, edge));
        } else {
            *survivor = edge;
        }
    }

    fn concat(parts: Vec<Self>) -> Self {
        let mut whole = Self::default();
        for part in parts {
            let offset = whole.targets.len() as u32;
            whole.lengths.extend(part.lengths);
            whole.targets.extend(part.targets);
            whole.first.extend(part.first);
            whole.survivors.extend(part.survivors);
            let merged = part.merged.into_iter();
            whole.merged.extend(merged.map(|(pair, edge)| (pair + offset, edge)));
        }
        whole
    }
}
