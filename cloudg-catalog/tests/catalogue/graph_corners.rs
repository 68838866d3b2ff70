//! Estates that hardly are graphs: nothing in them, one asset, ids that repeat, no asset at an end.

use serde_json::{Value, json};

use crate::support::Estate;

fn load(assets: &Value, edges: &Value) -> Estate {
    let estate = Estate::empty();
    let document = json!({"metadata": {}, "assets": assets, "edges": edges, "findings": []});
    estate.write("estate.json", &document.to_string());
    estate.answer("load_dataset", json!({"path": "estate.json"}));
    estate
}

fn asset(id: &str, kind: &str) -> Value {
    json!({"id": id, "name": id, "asset_type": kind, "provider": "AWS"})
}

fn edge(id: &str, source: &str, kind: &str, target: &str) -> Value {
    json!({"id": id, "source_id": source, "target_id": target, "edge_type": kind})
}

/// The answers to the questions about all assets, less the name of the dataset.
fn overview(estate: &Estate) -> [Value; 7] {
    let questions = [
        ("graph_stats", json!({})),
        ("centrality_top", json!({"metric": "degree"})),
        ("centrality_top", json!({"metric": "betweenness"})),
        ("shared_dependencies", json!({})),
        ("largest_blast_radius", json!({})),
        ("cross_account_edges", json!({})),
        ("security_coverage", json!({})),
    ];
    questions.map(|(tool, arguments)| estate.answer(tool, arguments))
}

#[test]
fn nothing_at_all() {
    let estate = load(&json!([]), &json!([]));
    let [stats, degree, betweenness, ..] = overview(&estate);
    assert_eq!(stats["nodes"], 0);
    assert_eq!(stats["components"], 0);
    assert_eq!(stats["largest_component"], 0);
    assert_eq!(stats["density"].as_f64(), Some(0.0));
    assert_eq!(stats["mean_degree"].as_f64(), Some(0.0));
    assert_eq!(degree["items"], json!([]));
    assert_eq!(betweenness["sampled"], false);
    assert_eq!(estate.answer("get_edges", json!({}))["total"], 0);
}

#[test]
fn one_asset_alone_or_with_itself() {
    let alone = load(&json!([asset("a", "EC2")]), &json!([]));
    let [stats, degree, ..] = overview(&alone);
    assert_eq!(stats["isolated_assets"], 1);
    assert_eq!(degree["items"][0]["score"].as_f64(), Some(1.0));
    assert_eq!(degree["items"][0]["degree"], 0);

    let looped = load(&json!([asset("a", "EC2")]), &json!([edge("e", "a", "ROUTE", "a")]));
    let [stats, degree, _, shared, largest, ..] = overview(&looped);
    assert_eq!(stats["isolated_assets"], 0);
    assert_eq!(stats["graph_edges"], 1);
    assert_eq!(degree["items"][0]["degree"], 2);
    assert_eq!(shared["items"], json!([]));
    assert_eq!(largest["items"], json!([]));
    let around = looped.answer("neighbors", json!({"ref": "a"}));
    assert_eq!(around["node_count"], 0);
    assert_eq!(around["edge_count"], 1);
    assert_eq!(looped.answer("dependents", json!({"ref": "a"}))["total"], 0);
}

#[test]
fn ids_that_repeat() {
    let assets = json!([asset("a", "EC2"), asset("b", "KMS_KEY"), asset("a", "LAMBDA_FUNCTION")]);
    let edges = json!([edge("e", "a", "REFERENCES", "b"), edge("e", "a", "USES_IMAGE", "b")]);
    let estate = load(&assets, &edges);
    let [stats, .., coverage] = overview(&estate);
    assert_eq!(stats["asset_nodes"], 2);
    assert_eq!(stats["edges"], 2);
    assert_eq!(coverage["workloads_without_vulnerability_scanning"]["total"], 2);
    let needed_by = estate.answer("dependents", json!({"ref": "b"}));
    assert_eq!(needed_by["total"], 1);
    assert_eq!(needed_by["items"][0]["type"], "LAMBDA_FUNCTION");
    // One edge for each id, whatever the type.
    assert_eq!(estate.answer("neighbors", json!({"ref": "b"}))["edge_count"], 1);
    assert_eq!(estate.answer("get_edges", json!({"source": "a"}))["total"], 2);
}

#[test]
fn placeholders_at_both_ends() {
    let estate = load(&json!([]), &json!([edge("e", "10.0.0.0/8", "ROUTE", "pcx-1")]));
    let [stats, degree, ..] = overview(&estate);
    assert_eq!(stats["placeholder_nodes"], 2);
    assert_eq!(stats["largest_component"], 2);
    assert_eq!(degree["items"], json!([]));
    let around = estate.answer("neighbors", json!({"ref": "pcx-1", "direction": "in"}));
    let external =
        json!({"id": "10.0.0.0/8", "name": "10.0.0.0/8", "type": "EXTERNAL", "external": true});
    assert_eq!(around["nodes"], json!([external]));
    let part = estate.answer("subgraph_export", json!({"seeds": ["pcx-1"]}));
    assert_eq!((&part["nodes"], &part["edges"]), (&json!(2), &json!(1)));
}

#[test]
fn the_internet_by_its_other_names() {
    for source in ["::/0", "Internet", "*"] {
        let rule = edge("e", source, "SECURITY_GROUP_RULE", "sg");
        let estate = load(&json!([asset("sg", "SECURITY_GROUP")]), &json!([rule]));
        let open = estate.answer("get_edges", json!({"source": "internet"}));
        assert_eq!(open["total"], 1, "{source}");
        let around = estate.answer("neighbors", json!({"ref": "public"}));
        assert_eq!(around["asset"]["id"], source);
        assert_eq!(estate.answer("get_edges", json!({"internet_only": true}))["total"], 1);
    }
}

/// Without a way in there is no node for the internet, at either end.
#[test]
fn the_internet_is_a_node_where_it_has_a_way_in() {
    let mut rule = edge("e", "sg", "SECURITY_GROUP_RULE", "Internet");
    rule["direction"] = "egress".into();
    let estate = load(&json!([asset("sg", "SECURITY_GROUP")]), &json!([rule]));
    assert_eq!(estate.answer("get_edges", json!({"internet_only": true}))["total"], 0);
    for end in ["source", "target"] {
        let refused = estate.call("get_edges", json!({end: "internet"}));
        assert!(refused.text().starts_with("This dataset has no internet node"), "{end}");
    }
}
