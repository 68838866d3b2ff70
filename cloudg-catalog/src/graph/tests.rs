//! The views on inventories a few lines long.

use serde_json::Value;

use super::{Graph, NodeId, vectors};
use crate::{
    dataset::{AssetRow, Assets, EdgeRow, Edges, Inventory},
    model::{AssetType, EdgeType, Provider, Timestamp},
};

/// An inventory of assets `name TYPE` (`!` behind it flags it as exposed) and edges
/// `source TYPE target [cidr]`, one a line.
pub(crate) fn inventory(text: &str) -> Inventory {
    let (mut assets, mut edges) = (Assets::default(), Edges::default());
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
        match line.split(' ').collect::<Vec<_>>()[..] {
            [id, kind] => assets.push(&asset(id, kind)),
            [source, kind, target] => edges.push(&edge(source, kind, target, None)),
            [source, kind, target, cidr] => edges.push(&edge(source, kind, target, Some(cidr))),
            _ => panic!("no asset and no edge: {line}"),
        }
    }
    Inventory::new(assets, edges)
}

pub(crate) fn asset<'a>(id: &'a str, kind: &'a str) -> AssetRow<'a> {
    let (kind, is_internet_exposed) =
        kind.strip_suffix('!').map_or((kind, false), |kind| (kind, true));
    AssetRow {
        id: Some(id.into()),
        arn: None,
        name: id.into(),
        asset_type: AssetType::from_name(kind).unwrap(),
        provider: Provider::Aws,
        region: "r".into(),
        account_id: None,
        tags: Vec::new(),
        metadata: "".into(),
        extra: "".into(),
        collected_at: Timestamp::now_utc_seconds(),
        is_internet_exposed,
    }
}

pub(crate) fn edge<'a>(
    source: &'a str,
    kind: &str,
    target: &'a str,
    cidr: Option<&'a str>,
) -> EdgeRow<'a> {
    EdgeRow {
        id: None,
        source: source.into(),
        target: target.into(),
        edge_type: EdgeType::from_name(kind).unwrap(),
        ports: Vec::new(),
        port_range: None,
        protocol: None,
        cidr: cidr.map(Into::into),
        direction: "ingress".into(),
        description: None,
        relationship: None,
        properties: "".into(),
        extra: "".into(),
    }
}

fn names<'a>(graph: Graph<'a>, nodes: impl IntoIterator<Item = NodeId>) -> Vec<&'a str> {
    nodes.into_iter().map(|node| graph.name(node)).collect()
}

fn node(graph: Graph<'_>, reference: &str) -> NodeId {
    graph.find_node(reference).unwrap()
}

#[test]
fn placeholders_follow_the_assets_in_order_of_appearance() {
    let inventory = inventory("b EC2\na EC2\nz ROUTE a\na ROUTE y\nz ROUTE y");
    let graph = inventory.graph();
    assert_eq!(names(graph, graph.nodes().iter()), ["b", "a", "z", "y"]);
    assert_eq!(graph.nodes().n_assets(), 2);
    assert_eq!(graph.nodes().placeholder(&inventory, "y"), Some(NodeId::new(3)));
    assert_eq!(graph.nodes().placeholder(&inventory, "a"), None);
}

#[test]
fn assets_with_one_id_are_one_node_with_the_place_of_the_first() {
    let inventory = inventory("a EC2\nb EC2\na VPC\nb ROUTE a");
    let graph = inventory.graph();
    assert_eq!(names(graph, graph.nodes().iter()), ["a", "b"]);
    assert_eq!(graph.asset_type(NodeId::new(0)), Some(AssetType::VPC));
    assert_eq!((0..3).map(|a| graph.nodes().of_asset(a).index()).collect::<Vec<_>>(), [0, 1, 0]);
    assert_eq!(graph.raw().incoming(NodeId::new(0)), [0]);
}

#[test]
fn a_self_loop_is_there_twice_and_degrees_count_nodes() {
    let inventory = inventory("a EC2\nb EC2\na ROUTE b\na PEERING a\na PEERING b\nb ROUTE a");
    let graph = inventory.graph();
    let seen: Vec<_> = graph.raw().entries(NodeId::new(0)).map(|entry| entry.edge).collect();
    assert_eq!(seen, [0, 1, 1, 2, 3]);
    let degree = graph.degree(NodeId::new(0));
    assert_eq!((degree.incoming, degree.outgoing), (2, 2));
    assert_eq!(graph.pairs().len(), 3);
}

#[test]
fn parallel_edges_are_merged_as_recorded() {
    for case in vectors::section("merge") {
        let mut edges = Edges::default();
        for row in case["edges"].as_array().unwrap() {
            let text = |key: &str| row[key].as_str();
            let mut parsed = edge(
                text("source_id").unwrap(),
                text("edge_type").unwrap(),
                text("target_id").unwrap(),
                text("cidr"),
            );
            parsed.port_range = text("port_range").map(Into::into);
            parsed.protocol = text("protocol").map(Into::into);
            parsed.description = text("description").map(Into::into);
            parsed.relationship = text("relationship").map(Into::into);
            parsed.direction = text("direction").unwrap_or("ingress").into();
            edges.push(&parsed);
        }
        let inventory = Inventory::new(Assets::default(), edges);
        let graph = inventory.graph();
        let pairs = (0..graph.pairs().len()).map(|pair| {
            let said = graph.pairs().attributes(graph.edges(), pair);
            serde_json::json!({
                "source": graph.id(graph.pairs().source(pair)),
                "target": graph.id(graph.pairs().target(pair)),
                "edge_type": said.edge_type.as_str(),
                "port_range": said.port_range,
                "protocol": said.protocol,
                "cidr": said.cidr,
                "direction": said.direction,
                "description": said.description,
                "relationship": said.relationship,
            })
        });
        assert_eq!(pairs.collect::<Value>(), case["graph_edges"], "{case}");
    }
}

#[test]
fn a_pair_stands_where_its_first_edge_does() {
    let inventory = inventory("a EC2\na ROUTE x\na ROUTE y\na REFERENCES x\nz ROUTE y\na ROUTE y");
    let (graph, pairs) = (inventory.graph(), inventory.graph().pairs());
    let a = node(graph, "a");
    assert_eq!(names(graph, pairs.successors(a).iter().copied()), ["x", "y"]);
    assert_eq!(pairs.edge_type(graph.edges(), 0), EdgeType::REFERENCES);
    let sources = pairs.incoming(node(graph, "y")).iter();
    assert_eq!(names(graph, sources.map(|&pair| pairs.source(pair as usize))), ["a", "z"]);
}

#[test]
fn hops_come_along_edges_then_from_filters_then_from_identities() {
    let inventory = inventory(
        "sg SECURITY_GROUP\nvm EC2\nrole IAM_ROLE\neni NETWORK_INTERFACE
         sg ASSUMES_ROLE role\nvm ATTACHED_TO sg\nsg SECURITY_GROUP_RULE vm\nsg ROUTE eni
         eni ATTACHED_TO sg\neni ATTACHED_TO vm",
    );
    let (graph, flow) = (inventory.graph(), inventory.graph().flow());
    let sg = node(graph, "sg");
    assert_eq!(names(graph, flow.successors(sg).iter().copied()), ["vm", "eni", "role"]);
    assert_eq!(names(graph, flow.network_successors(sg).iter().copied()), ["vm", "eni"]);
    let hop = |a, b| flow.hop(node(graph, a), node(graph, b)).map(super::Hop::as_str);
    assert_eq!(hop("sg", "vm"), Some("SECURITY_GROUP_RULE"));
    assert_eq!(hop("eni", "vm"), Some("ATTACHED_TO"));
    assert_eq!(hop("eni", "sg"), None);
    assert_eq!(hop("vm", "sg"), None);
}

#[test]
fn walks_of_identities_end_where_nothing_leads_out() {
    let inventory = inventory(
        "a IAM_ROLE\nb IAM_ROLE\nc IAM_ROLE\nd IAM_ROLE
         a IAM_TRUST b\nb IAM_TRUST c\nc IAM_TRUST b\nd ASSUMES_ROLE a\nd IAM_TRUST d",
    );
    let graph = inventory.graph();
    let ends = graph.nodes().iter().filter(|&node| graph.identity().is_end(node));
    assert_eq!(names(graph, ends), ["b", "c"]);
}

#[test]
fn the_internet_comes_in_by_any_spelling() {
    let inventory = inventory(
        "sg SECURITY_GROUP\nopen SUBNET\nvm EC2\nInternet SECURITY_GROUP_RULE sg
         open ROUTE sg 0.0.0.0/0\n::/0 SECURITY_GROUP_RULE sg\nvm ATTACHED_TO sg",
    );
    let graph = inventory.graph();
    let entries = graph.entry_points().nodes().iter().copied();
    assert_eq!(names(graph, entries), ["::/0", "Internet", "open"]);
    let reached = graph.internet_reach().by_id().iter().copied();
    assert_eq!(names(graph, reached), ["sg", "vm"]);
    assert_eq!(graph.id(node(graph, "public")), "::/0");
    assert_eq!(graph.id(node(graph, "open")), "open");
}
