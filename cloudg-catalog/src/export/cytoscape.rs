//! Elements for Cytoscape.

use serde::Serialize;

use super::EXTERNAL;
use crate::{
    analysis::subgraph::{Link, Subgraph},
    graph::{Graph, NodeId},
};

/// The document: what is absent is the empty text.
#[derive(Debug, Clone, Serialize)]
pub struct Cytoscape {
    elements: Elements,
}

#[derive(Debug, Clone, Serialize)]
struct Elements {
    nodes: Vec<Element<NodeData>>,
    edges: Vec<Element<EdgeData>>,
}

#[derive(Debug, Clone, Serialize)]
struct Element<T> {
    data: T,
}

#[derive(Debug, Clone, Serialize)]
struct NodeData {
    id: String,
    label: String,
    #[serde(rename = "type")]
    node_type: &'static str,
    provider: &'static str,
    region: String,
    internet_exposed: bool,
}

#[derive(Debug, Clone, Serialize)]
struct EdgeData {
    source: String,
    target: String,
    #[serde(rename = "type")]
    edge_type: &'static str,
    port_range: String,
    protocol: String,
}

/// Writes a part of the graph.
pub fn cytoscape(graph: Graph<'_>, part: &Subgraph<'_>) -> Cytoscape {
    let nodes = part.nodes.iter().map(|&node| Element { data: NodeData::new(graph, node) });
    let edges = part.links.iter().map(|link| Element { data: EdgeData::new(graph, link) });
    Cytoscape { elements: Elements { nodes: nodes.collect(), edges: edges.collect() } }
}

impl NodeData {
    fn new(graph: Graph<'_>, node: NodeId) -> Self {
        let (assets, asset) = (graph.assets(), graph.asset(node));
        Self {
            id: graph.id(node).to_owned(),
            label: graph.name(node).to_owned(),
            node_type: asset.map_or(EXTERNAL, |asset| assets.asset_type(asset).as_str()),
            provider: asset.map_or(EXTERNAL, |asset| assets.provider(asset).as_str()),
            region: asset.map_or("", |asset| assets.region(asset)).to_owned(),
            internet_exposed: asset.is_some_and(|asset| assets.is_exposed(asset)),
        }
    }
}

impl EdgeData {
    fn new(graph: Graph<'_>, link: &Link<'_>) -> Self {
        Self {
            source: graph.id(link.source).to_owned(),
            target: graph.id(link.target).to_owned(),
            edge_type: link.attributes.edge_type.as_str(),
            port_range: link.attributes.port_range.to_string(),
            protocol: link.attributes.protocol.to_string(),
        }
    }
}
