//! What an edge between a pair of nodes says, when it stands for several.

use std::borrow::Cow;

use super::{
    PairGraph,
    ports::{self, ProtocolKind},
};
use crate::{dataset::Edges, model::EdgeType, text::fold};

/// The texts of a pair. What is absent is empty.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PairAttributes<'a> {
    /// Type.
    pub edge_type: EdgeType,
    /// Port range; tokens separated by commas where edges were merged.
    pub port_range: Cow<'a, str>,
    /// Protocol; separated by commas where edges were merged.
    pub protocol: Cow<'a, str>,
    /// CIDR or service tag.
    pub cidr: &'a str,
    /// `ingress` or `egress`, free text.
    pub direction: &'a str,
    /// Free texts, separated by `; ` where edges were merged.
    pub description: Cow<'a, str>,
    /// Semantic relationship.
    pub relationship: &'a str,
}

impl PairGraph {
    /// What a pair says.
    pub fn attributes<'a>(&self, edges: &'a Edges, pair: usize) -> PairAttributes<'a> {
        let mut attributes = PairAttributes::of(edges, self.edge(pair));
        for edge in self.merged(pair) {
            attributes.merge(edges, edge);
        }
        attributes
    }
}

impl<'a> PairAttributes<'a> {
    /// What one edge says.
    pub fn of(edges: &'a Edges, edge: usize) -> Self {
        let text = |text: Option<&'a str>| text.unwrap_or("");
        Self {
            edge_type: edges.edge_type(edge),
            port_range: text(edges.port_range(edge)).into(),
            protocol: text(edges.protocol(edge)).into(),
            cidr: text(edges.cidr(edge)),
            direction: edges.direction(edge),
            description: text(edges.description(edge)).into(),
            relationship: text(edges.relationship(edge)),
        }
    }

    /// Adds what a later edge says, where [`merges`] holds for the two.
    pub fn merge(&mut self, edges: &'a Edges, edge: usize) {
        let later = Self::of(edges, edge);
        let mut protocols: Vec<&str> = Vec::new();
        for protocol in parts(&self.protocol).chain(parts(&later.protocol)) {
            let lower = fold::lower(protocol);
            if !protocols.iter().any(|known| fold::lower(known) == lower) {
                protocols.push(protocol);
            }
        }
        let is_mixed = protocols.len() > 1;
        let port_range = if !is_mixed && self.port_range.is_empty() && later.port_range.is_empty() {
            String::new()
        } else {
            let ports = [self.ports_told(is_mixed), later.ports_told(is_mixed)].concat();
            distinct(ports.into_iter()).join(",")
        };
        let description = match &*later.description {
            "" => self.description.to_string(),
            text => distinct(self.description.split("; ").filter(|s| !s.is_empty()).chain([text]))
                .join("; "),
        };
        self.protocol = protocols.join(",").into();
        self.port_range = port_range.into();
        self.description = description.into();
        if self.relationship.is_empty() {
            self.relationship = later.relationship;
        }
    }

    /// The ports that one side adds to a merged edge. A side whose protocols have no ports adds none
    /// to an edge of several protocols; a filter that is silent about them means all.
    fn ports_told(&self, is_mixed: bool) -> Vec<&str> {
        let kinds: Vec<_> = parts(&self.protocol).map(ProtocolKind::of).collect();
        let is_portless = |kind: &_| *kind == Some(ProtocolKind::Portless);
        if is_mixed && !kinds.is_empty() && kinds.iter().all(is_portless) {
            return Vec::new();
        }
        let tokens: Vec<&str> = parts(&self.port_range).collect();
        let has_ports = |kind: &_| matches!(kind, Some(ProtocolKind::All | ProtocolKind::Ported));
        let means_all = ports::is_filter_rule(self.edge_type) && kinds.iter().any(has_ports);
        match tokens.is_empty() && means_all {
            true => vec![ports::ALL_PORTS],
            false => tokens,
        }
    }
}

/// Whether the later of two parallel edges is merged into the earlier one: filter rules and
/// exposures of the same CIDR and direction. Nothing and the empty text are the same.
pub fn merges(edges: &Edges, earlier: usize, later: usize) -> bool {
    let edge_type = edges.edge_type(later);
    let cidr = |edge| edges.cidr(edge).unwrap_or("");
    edge_type.merges_parallel()
        && edge_type == edges.edge_type(earlier)
        && cidr(earlier) == cidr(later)
        && fold::lower(edges.direction(earlier)) == fold::lower(edges.direction(later))
}

fn parts(list: &str) -> impl Iterator<Item = &str> {
    list.split(',').map(ports::trim).filter(|part| !part.is_empty())
}

fn distinct<'a>(texts: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let mut kept = Vec::new();
    for text in texts {
        if !kept.contains(&text) {
            kept.push(text);
        }
    }
    kept
}
