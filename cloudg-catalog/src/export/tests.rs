//! The formats on an inventory a few lines long.

use super::{cytoscape, d3, graphml};
use crate::{
    analysis::subgraph::{self, SubgraphQuery},
    graph::{EdgeTypes, tests::inventory},
};

const ESTATE: &str = "
    web EC2!
    db RDS_INSTANCE
    web REFERENCES db
    0.0.0.0/0 SECURITY_GROUP_RULE web 0.0.0.0/0
    web ROUTE web";

/// Cutting out everything and taking the whole graph are two ways to the same links.
#[test]
fn everything_around_a_seed_is_the_whole_graph() {
    let inventory = inventory(ESTATE);
    let graph = inventory.graph();
    let seeds = vec![graph.find_node("web").unwrap()];
    let query = SubgraphQuery { seeds, depth: 4, edge_types: EdgeTypes::ALL, max_nodes: 9 };
    let (part, whole) = (subgraph::cut(graph, &query), subgraph::whole(graph));
    assert_eq!(part, whole);
    assert_eq!(graphml(graph, &part), graphml(graph, &whole));
    let texts = [serde_json::json!(d3(graph, &part)), serde_json::json!(cytoscape(graph, &part))];
    assert_eq!(texts[0]["links"].as_array().map(Vec::len), Some(3));
    assert_eq!(texts[1]["elements"]["nodes"][2]["data"]["type"], "EXTERNAL");
}

#[test]
fn an_empty_part_is_a_document_too() {
    let inventory = inventory("");
    let document = graphml(inventory.graph(), &subgraph::whole(inventory.graph()));
    assert!(document.ends_with("\n  <graph edgedefault=\"directed\" />\n</graphml>"));
}
