//! Nodes and links for D3's force layout.

use serde::{Serialize, Serializer, ser::SerializeStruct};

use super::{EXTERNAL, rows::Rows};
use crate::{
    analysis::subgraph::{self, Link, Subgraph},
    graph::{Graph, NodeId},
};

/// The document: what is absent is the empty text.
#[derive(Debug, Clone, Serialize)]
pub struct D3 {
    nodes: Vec<D3Node>,
    links: Vec<D3Link>,
}

/// The whole graph in the same form, each part made while it is written.
#[derive(Clone, Copy)]
pub(super) struct WholeD3<'a>(pub Graph<'a>);

impl Serialize for WholeD3<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let graph = self.0;
        let nodes = || graph.nodes().iter().map(|node| D3Node::new(graph, node));
        let links = || {
            let pairs = 0..graph.pairs().len();
            pairs.map(|pair| D3Link::new(graph, &subgraph::link(graph, pair)))
        };
        let mut document = serializer.serialize_struct("D3", 2)?;
        document.serialize_field("nodes", &Rows(nodes))?;
        document.serialize_field("links", &Rows(links))?;
        document.end()
    }
}

#[derive(Debug, Clone, Serialize)]
pub(super) struct D3Node {
    id: String,
    name: String,
    #[serde(rename = "type")]
    node_type: &'static str,
    provider: &'static str,
    region: String,
    arn: String,
    account_id: String,
    is_internet_exposed: bool,
    is_external: bool,
}

#[derive(Debug, Clone, Serialize)]
pub(super) struct D3Link {
    source: String,
    target: String,
    #[serde(rename = "type")]
    edge_type: &'static str,
    port_range: String,
    protocol: String,
    cidr: String,
    direction: String,
    relationship: String,
    description: String,
}

/// Writes a part of the graph.
pub fn d3(graph: Graph<'_>, part: &Subgraph<'_>) -> D3 {
    D3 {
        nodes: part.nodes.iter().map(|&node| D3Node::new(graph, node)).collect(),
        links: part.links.iter().map(|link| D3Link::new(graph, link)).collect(),
    }
}

impl D3Node {
    pub(super) fn new(graph: Graph<'_>, node: NodeId) -> Self {
        let assets = graph.assets();
        let (id, name) = (graph.id(node).to_owned(), graph.name(node).to_owned());
        let Some(asset) = graph.asset(node) else {
            return Self {
                id,
                name,
                node_type: EXTERNAL,
                provider: EXTERNAL,
                region: String::new(),
                arn: String::new(),
                account_id: String::new(),
                is_internet_exposed: false,
                is_external: true,
            };
        };
        Self {
            id,
            name,
            node_type: assets.asset_type(asset).as_str(),
            provider: assets.provider(asset).as_str(),
            region: assets.region(asset).to_owned(),
            arn: assets.arn(asset).unwrap_or("").to_owned(),
            account_id: assets.account_id(asset).unwrap_or("").to_owned(),
            is_internet_exposed: assets.is_exposed(asset),
            is_external: false,
        }
    }
}

impl D3Link {
    pub(super) fn new(graph: Graph<'_>, link: &Link<'_>) -> Self {
        let texts = &link.attributes;
        Self {
            source: graph.id(link.source).to_owned(),
            target: graph.id(link.target).to_owned(),
            edge_type: texts.edge_type.as_str(),
            port_range: texts.port_range.to_string(),
            protocol: texts.protocol.to_string(),
            cidr: texts.cidr.to_owned(),
            direction: texts.direction.to_owned(),
            relationship: texts.relationship.to_owned(),
            description: texts.description.to_string(),
        }
    }
}
