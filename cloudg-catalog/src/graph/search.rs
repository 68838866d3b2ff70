//! Which neighbours a search for paths visits, in which order.
//!
//! The order decides between equally short paths, so it is part of the answer. With the internet in
//! front of the entry points, neighbours stand in another order than without it.

use super::{EntryPoints, FlowGraph, Graph, Hop, NodeId, Origin, PairGraph, Rows, rows::Marks};

/// Which hops a search follows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// Hops of traffic and identities.
    Flow,
    /// Edges as collected, in their direction.
    Directed,
    /// Edges as collected, in both directions.
    Undirected,
}

/// Neighbours of each node in the two orders of searches.
#[derive(Debug)]
pub struct Neighbours {
    /// Without the internet.
    plain: Rows<NodeId>,
    /// With the internet in front of the entry points.
    opened: Rows<NodeId>,
}

impl Neighbours {
    /// Sources of the pairs of each node: by first edge, or by position.
    pub(super) fn sources(graph: Graph<'_>) -> Self {
        let (pairs, n_nodes) = (graph.pairs(), graph.nodes().len());
        let by_first_edge = graph.nodes().iter().flat_map(|node| {
            pairs.incoming(node).iter().map(move |&pair| (node, pairs.source(pair as usize)))
        });
        let by_position = (0..pairs.len()).map(|pair| (pairs.target(pair), pairs.source(pair)));
        let (plain, opened) = rayon::join(
            || Rows::sorted(n_nodes, by_first_edge),
            || Rows::sorted(n_nodes, by_position),
        );
        Self { plain, opened }
    }

    /// Both ends of the pairs of each node: sources before it, then its targets by first edge, then
    /// sources behind it; with the internet, all neighbours before it come by position.
    pub(super) fn both(graph: Graph<'_>) -> Self {
        let (pairs, sources) = (graph.pairs(), &graph.pair_sources().opened);
        let mut listed = Marks::new(graph.nodes().len());
        let (mut lengths, mut plain, mut opened) = (Vec::new(), Vec::new(), Vec::new());
        for node in graph.nodes().iter() {
            let row = sources.row(node);
            let (before, behind) = row.split_at(row.partition_point(|&source| source < node));
            listed.clear();
            let start = plain.len();
            let behind = behind.iter().filter(|&&source| source > node);
            for &other in before.iter().chain(pairs.successors(node)).chain(behind) {
                if listed.get(other).is_none() {
                    listed.set(other, 0);
                    plain.push(other);
                }
            }
            let row = &plain[start..];
            opened.extend(row.iter().copied().filter(|&other| other < node));
            opened[start..].sort_unstable();
            opened.extend(row.iter().copied().filter(|&other| other >= node));
            lengths.push((plain.len() - start) as u32);
        }
        Self {
            plain: Rows::of_lengths(lengths.iter().copied(), plain),
            opened: Rows::of_lengths(lengths.into_iter(), opened),
        }
    }

    fn rows(&self, has_internet: bool) -> &Rows<NodeId> {
        if has_internet { &self.opened } else { &self.plain }
    }
}

/// A graph to search for paths: all nodes, and the internet as one more where the search starts
/// there.
#[derive(Debug, Clone, Copy)]
pub struct SearchGraph<'a> {
    mode: Mode,
    successors: Successors<'a>,
    predecessors: &'a Rows<NodeId>,
    pairs: Option<&'a PairGraph>,
    graph: Graph<'a>,
    /// The internet and where it comes in.
    internet: Option<(NodeId, &'a EntryPoints)>,
}

#[derive(Debug, Clone, Copy)]
enum Successors<'a> {
    Flow(&'a FlowGraph),
    Pairs(&'a PairGraph),
    Both(&'a Rows<NodeId>),
}

impl<'a> SearchGraph<'a> {
    /// The graph of a mode, with the internet in it or not.
    pub fn new(graph: Graph<'a>, mode: Mode, has_internet: bool) -> Self {
        let internet =
            has_internet.then(|| (NodeId::new(graph.nodes().len()), graph.entry_points()));
        let (successors, predecessors) = match mode {
            Mode::Flow => {
                let flow = graph.flow();
                let sources = if has_internet { flow.sources_by_index() } else { flow.sources() };
                (Successors::Flow(flow), sources)
            }
            Mode::Directed => {
                let sources = graph.pair_sources().rows(has_internet);
                (Successors::Pairs(graph.pairs()), sources)
            }
            Mode::Undirected => {
                let both = graph.pair_neighbours().rows(has_internet);
                (Successors::Both(both), both)
            }
        };
        let pairs = (mode != Mode::Flow).then(|| graph.pairs());
        Self { mode, successors, predecessors, pairs, graph, internet }
    }

    /// Number of nodes, the internet included.
    pub fn len(&self) -> usize {
        self.graph.nodes().len() + usize::from(self.internet.is_some())
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether hops lead both ways.
    pub fn is_undirected(&self) -> bool {
        self.mode == Mode::Undirected
    }

    /// The node of an origin.
    pub fn node(&self, origin: Origin) -> NodeId {
        match origin {
            Origin::Node(node) => node,
            // The internet stands behind all nodes.
            Origin::Internet => NodeId::new(self.graph.nodes().len()),
        }
    }

    /// Whether the node is the internet, which is none of the inventory's.
    pub fn is_internet(&self, node: NodeId) -> bool {
        self.internet.is_some_and(|(internet, _)| internet == node)
    }

    /// Where hops of a node lead.
    pub fn successors(&self, node: NodeId) -> impl Iterator<Item = NodeId> {
        let (row, last) = match self.internet {
            Some((internet, entries)) if internet == node => (entries.nodes(), None),
            _ => match self.successors {
                Successors::Flow(flow) => (flow.successors(node), None),
                Successors::Pairs(pairs) => (pairs.successors(node), None),
                Successors::Both(rows) => (rows.row(node), self.internet_before(node)),
            },
        };
        row.iter().copied().chain(last)
    }

    /// Where hops to a node come from.
    pub fn predecessors(&self, node: NodeId) -> impl Iterator<Item = NodeId> {
        let (row, last) = match self.internet {
            Some((internet, entries)) if internet == node => match self.is_undirected() {
                true => (entries.nodes(), None),
                false => (&[][..], None),
            },
            _ => (self.predecessors.row(node), self.internet_before(node)),
        };
        row.iter().copied().chain(last)
    }

    fn internet_before(&self, node: NodeId) -> Option<NodeId> {
        let (internet, entries) = self.internet?;
        entries.has(node).then_some(internet)
    }

    /// Why there is a hop from one node to another, where there is one.
    pub fn hop(&self, source: NodeId, target: NodeId) -> Option<Hop> {
        let Some(pairs) = self.pairs else { return self.graph.flow().hop(source, target) };
        let (forward, backward) = match self.mode == Mode::Undirected && target > source {
            true => ((target, source), Some((source, target))),
            false => ((source, target), self.is_undirected().then_some((target, source))),
        };
        let find = |(source, target)| pairs.find(source, target);
        let pair = find(forward).or_else(|| find(backward?))?;
        Some(Hop::Edge(pairs.edge_type(self.graph.edges(), pair)))
    }
}
