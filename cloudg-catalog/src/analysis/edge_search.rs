//! Edges that fit all of several conditions.

use fixedbitset::FixedBitSet;
use hashbrown::HashMap;

use super::cross_account;
use crate::{
    dataset::{Dataset, Edges, Symbol},
    graph::{EdgeTypes, internet, ports},
};

/// One end of an edge.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End<'a> {
    /// Wherever it is.
    Any,
    /// At the asset or placeholder with this id.
    Node(&'a str),
    /// At the internet, however it is spelt. As a source, the edge may also say so by its CIDR, and
    /// what leaves does not count.
    Internet,
}

/// What an edge must be like.
#[derive(Debug, Clone)]
pub struct EdgeQuery<'a> {
    /// Where it starts.
    pub source: End<'a>,
    /// Where it ends.
    pub target: End<'a>,
    /// Types to keep.
    pub edge_types: EdgeTypes,
    /// Relationship, exactly; empty for any.
    pub relationship: &'a str,
    /// Only between assets of different accounts.
    pub cross_account_only: bool,
    /// Only what lets the internet in.
    pub internet_only: bool,
    /// A port that it opens.
    pub port: Option<u16>,
}

/// The edges that fit, in dataset order.
pub fn matching(dataset: &Dataset, query: &EdgeQuery<'_>) -> Vec<u32> {
    let edges = dataset.edges();
    let mut found: Vec<u32> = (0..edges.len() as u32).collect();
    let mut keep = |fits: &mut dyn FnMut(usize) -> bool| found.retain(|&edge| fits(edge as usize));
    if let End::Node(id) = query.source {
        let source = edges.endpoints().find(id);
        keep(&mut |edge| Some(edges.source(edge)) == source);
    }
    match query.target {
        End::Any => {}
        End::Node(id) => {
            let target = edges.endpoints().find(id);
            keep(&mut |edge| Some(edges.target(edge)) == target);
        }
        End::Internet => {
            let spellings = internet_spellings(edges);
            keep(&mut |edge| spellings.contains(edges.target(edge).index()));
        }
    }
    if query.edge_types != EdgeTypes::ALL {
        keep(&mut |edge| query.edge_types.contains(edges.edge_type(edge)));
    }
    if query.internet_only || query.source == End::Internet {
        let open = internet_edges(dataset);
        keep(&mut |edge| open.contains(edge));
    }
    if query.cross_account_only {
        let crossings = crossings(dataset);
        keep(&mut |edge| crossings.contains(edge));
    }
    if !query.relationship.is_empty() {
        keep(&mut |edge| edges.relationship(edge) == Some(query.relationship));
    }
    if let Some(port) = query.port {
        let mut ports = OpenPort { edges, port, by_text: HashMap::new() };
        keep(&mut |edge| ports.is_open(edge));
    }
    found
}

/// Endpoints that spell the internet.
fn internet_spellings(edges: &Edges) -> FixedBitSet {
    let endpoints = edges.endpoints().iter();
    let spellings = endpoints.filter(|(_, text)| internet::is_internet_source(text));
    let mut set = FixedBitSet::with_capacity(edges.endpoints().len());
    set.extend(spellings.map(|(symbol, _)| symbol.index()));
    set
}

/// Edges that let the internet in.
pub(super) fn internet_edges(dataset: &Dataset) -> &FixedBitSet {
    let edges = dataset.edges();
    dataset.inventory().measures().internet_edges.get_or_init(|| {
        let open = (0..edges.len()).filter(|&edge| internet::is_from_internet(edges, edge));
        let mut set = FixedBitSet::with_capacity(edges.len());
        set.extend(open);
        set
    })
}

fn crossings(dataset: &Dataset) -> FixedBitSet {
    let mut set = FixedBitSet::with_capacity(dataset.edges().len());
    set.extend(cross_account::all(dataset).iter().map(|crossing| crossing.edge));
    set
}

/// Whether edges open a port. Most texts of rules repeat.
struct OpenPort<'a> {
    edges: &'a Edges,
    port: u16,
    by_text: HashMap<(Symbol, Symbol, bool), bool>,
}

impl OpenPort<'_> {
    fn is_open(&mut self, edge: usize) -> bool {
        let (edges, port) = (self.edges, self.port);
        let read = || ports::allows_port(edges, edge, port);
        if !edges.ports(edge).is_empty() {
            return read();
        }
        let (port_range, protocol) = edges.port_texts(edge);
        let is_rule = ports::is_filter_rule(edges.edge_type(edge));
        *self.by_text.entry((port_range, protocol, is_rule)).or_insert_with(read)
    }
}
