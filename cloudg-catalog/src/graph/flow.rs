//! Hops along which traffic or a compromise can travel.
//!
//! A hop follows from any of the edges between two nodes, not only from the one that the collapsed
//! graph keeps: an edge beside the one that opens the way must not hide it. Ports are not compared
//! along a way, which therefore may not be open from end to end.

use std::ops::Range;

use rayon::prelude::*;

use super::{
    Graph, NodeId, Rows, internet, ports,
    rows::{Marks, shares},
};
use crate::model::{AssetType, EdgeType};

/// Why a hop exists.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Hop {
    /// An edge of this type leads there.
    Edge(EdgeType),
    /// A filter lets traffic through to what is attached to it.
    Admits,
}

impl Hop {
    /// The name on the wire.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Edge(edge_type) => edge_type.as_str(),
            Self::Admits => "SG_ADMITS",
        }
    }
}

/// Hops from node to node, at most one for each pair.
///
/// The hops of a node are first those of the network (along edges, then from a filter to what it
/// admits), then those of identities. That order decides between equally short paths.
#[derive(Debug)]
pub struct FlowGraph {
    targets: Rows<NodeId>,
    hops: Vec<Hop>,
    /// Where the network hops of a node end among all hops.
    network_ends: Vec<u32>,
    sources: Rows<NodeId>,
    sources_by_index: Rows<NodeId>,
}

impl FlowGraph {
    /// Derives the hops.
    pub fn build(graph: Graph<'_>) -> Self {
        let n_nodes = graph.nodes().len();
        let parts: Vec<Part> = shares(graph.raw().by_source())
            .into_par_iter()
            .map(|nodes| Part::build(graph, nodes))
            .collect();
        let Part { lengths, network, targets, hops, mut identity } = Part::concat(parts);
        let targets = Rows::of_lengths(lengths.into_iter(), targets);
        let network_ends: Vec<u32> = (0..n_nodes)
            .map(|node| targets.range(NodeId::new(node)).start as u32 + network[node])
            .collect();
        identity.sort_unstable_by_key(|&(edge, ..)| edge);
        let nodes = || graph.nodes().iter();
        let network = nodes().flat_map(|source| {
            let row = targets.range(source).start..network_ends[source.index()] as usize;
            targets.values()[row].iter().map(move |&target| (target, source))
        });
        let identity = identity.iter().map(|&(_, source, target)| (target, source));
        let all = nodes()
            .flat_map(|source| targets.row(source).iter().map(move |&target| (target, source)));
        let (sources, sources_by_index) = rayon::join(
            || Rows::sorted(n_nodes, network.chain(identity)),
            || Rows::sorted(n_nodes, all),
        );
        Self { targets, hops, network_ends, sources, sources_by_index }
    }

    /// Number of hops.
    pub fn len(&self) -> usize {
        self.hops.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.hops.is_empty()
    }

    /// Where the hops of a node lead.
    #[inline]
    pub fn successors(&self, node: NodeId) -> &[NodeId] {
        self.targets.row(node)
    }

    /// Where the network hops of a node lead.
    #[inline]
    pub fn network_successors(&self, node: NodeId) -> &[NodeId] {
        let start = self.targets.range(node).start;
        &self.targets.values()[start..self.network_ends[node.index()] as usize]
    }

    /// Where hops to a node come from: network hops by source, then those of identities by edge.
    pub fn sources(&self) -> &Rows<NodeId> {
        &self.sources
    }

    /// Where hops to a node come from, by position of the source.
    pub fn sources_by_index(&self) -> &Rows<NodeId> {
        &self.sources_by_index
    }

    /// The hop from one node to another.
    pub fn hop(&self, source: NodeId, target: NodeId) -> Option<Hop> {
        let place = self.successors(source).iter().position(|&other| other == target)?;
        Some(self.hops[self.targets.range(source).start + place])
    }
}

/// The hops of a run of sources.
#[derive(Default)]
struct Part {
    /// Hops of each source, and network hops among them.
    lengths: Vec<u32>,
    network: Vec<u32>,
    targets: Vec<NodeId>,
    hops: Vec<Hop>,
    /// Identity hops with the edge that they are made of.
    identity: Vec<(u32, NodeId, NodeId)>,
}

impl Part {
    fn build(graph: Graph<'_>, nodes: Range<usize>) -> Self {
        let n_nodes = graph.nodes().len();
        let mut part = Self::default();
        let mut pairs = Pairs { marks: Marks::new(n_nodes), found: Vec::new() };
        let mut reached = Marks::new(n_nodes);
        for node in nodes.map(NodeId::new) {
            let start = part.targets.len();
            reached.clear();
            part.add_forward(graph, node, &mut pairs, &mut reached);
            part.add_admitted(graph, node, &mut pairs, &mut reached);
            part.network.push((part.targets.len() - start) as u32);
            part.add_identity(graph, node, &mut reached);
            part.lengths.push((part.targets.len() - start) as u32);
        }
        part
    }

    fn add_forward(
        &mut self,
        graph: Graph<'_>,
        node: NodeId,
        pairs: &mut Pairs,
        reached: &mut Marks,
    ) {
        let (raw, edges) = (graph.raw(), graph.edges());
        let source_type = graph.asset_type(node);
        pairs.clear();
        for &edge in raw.outgoing(node) {
            let edge = edge as usize;
            let target = raw.target(edge);
            let leads = leads_forward(graph, edge, source_type, target);
            pairs.add(target, leads.then(|| Hop::Edge(edges.edge_type(edge))));
        }
        for &(target, hop) in &pairs.found {
            self.add(target, hop, reached);
        }
    }

    fn add_admitted(
        &mut self,
        graph: Graph<'_>,
        node: NodeId,
        pairs: &mut Pairs,
        reached: &mut Marks,
    ) {
        let raw = graph.raw();
        let is_filter = graph.asset_type(node).is_some_and(is_filter);
        pairs.clear();
        for &edge in raw.incoming(node) {
            let edge = edge as usize;
            let admits = graph.edges().edge_type(edge) == EdgeType::ATTACHED_TO
                && (is_filter || is_protection(graph, edge));
            pairs.add(raw.source(edge), admits.then_some(Hop::Admits));
        }
        for &(target, hop) in &pairs.found {
            self.add(target, hop, reached);
        }
    }

    fn add_identity(&mut self, graph: Graph<'_>, node: NodeId, reached: &mut Marks) {
        for &edge in graph.raw().outgoing(node) {
            let edge_type = graph.edges().edge_type(edge as usize);
            let target = graph.raw().target(edge as usize);
            if is_identity(edge_type) && self.add(target, Some(Hop::Edge(edge_type)), reached) {
                self.identity.push((edge, node, target));
            }
        }
    }

    /// Adds a hop unless there is one to the target already.
    fn add(&mut self, target: NodeId, hop: Option<Hop>, reached: &mut Marks) -> bool {
        let Some(hop) = hop.filter(|_| reached.get(target).is_none()) else { return false };
        reached.set(target, 0);
        self.targets.push(target);
        self.hops.push(hop);
        true
    }

    fn concat(parts: Vec<Self>) -> Self {
        let mut whole = Self::default();
        for part in parts {
            whole.lengths.extend(part.lengths);
            whole.network.extend(part.network);
            whole.targets.extend(part.targets);
            whole.hops.extend(part.hops);
            whole.identity.extend(part.identity);
        }
        whole
    }
}

/// The other ends of edges at one node, in order of the first edge to each, with the hop that the
/// last qualifying edge makes.
struct Pairs {
    marks: Marks,
    found: Vec<(NodeId, Option<Hop>)>,
}

impl Pairs {
    fn clear(&mut self) {
        self.marks.clear();
        self.found.clear();
    }

    fn add(&mut self, other: NodeId, hop: Option<Hop>) {
        let place = match self.marks.get(other) {
            Some(place) => place as usize,
            None => {
                self.marks.set(other, self.found.len() as u32);
                self.found.push((other, None));
                self.found.len() - 1
            }
        };
        if hop.is_some() {
            self.found[place].1 = hop;
        }
    }
}

/// Whether traffic follows an edge from its source to its target.
fn leads_forward(
    graph: Graph<'_>,
    edge: usize,
    source_type: Option<AssetType>,
    target: NodeId,
) -> bool {
    match graph.edges().edge_type(edge) {
        EdgeType::ROUTE
        | EdgeType::PEERING
        | EdgeType::LOAD_BALANCER_TARGET
        | EdgeType::INTERNET_EXPOSED => true,
        EdgeType::ATTACHED_TO => {
            let is_interface =
                matches!(source_type, Some(AssetType::NETWORK_INTERFACE | AssetType::ELASTIC_IP));
            is_interface
                && !graph.asset_type(target).is_some_and(is_filter)
                && !is_protection(graph, edge)
        }
        EdgeType::CONTAINS => {
            matches!(source_type, Some(AssetType::VPC | AssetType::VNET | AssetType::SUBNET))
        }
        rule => ports::is_filter_rule(rule) && !internet::is_egress(graph.edges(), edge),
    }
}

/// Whether assets of the type filter the traffic of what is attached to them.
pub fn is_filter(asset_type: AssetType) -> bool {
    matches!(asset_type, AssetType::SECURITY_GROUP | AssetType::NSG | AssetType::NACL)
}

fn is_protection(graph: Graph<'_>, edge: usize) -> bool {
    matches!(graph.edges().relationship(edge), Some("PROTECTED_BY_SG" | "PROTECTED_BY_NACL"))
}

/// Whether edges of the type let one identity act as, or on, what they lead to.
pub fn is_identity(edge_type: EdgeType) -> bool {
    matches!(edge_type, EdgeType::ASSUMES_ROLE | EdgeType::IAM_TRUST | EdgeType::GRANTS_ACCESS)
}
