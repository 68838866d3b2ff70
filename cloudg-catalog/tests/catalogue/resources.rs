//! What can be read by address, and the values that are proposed for the variables.

use cloudg_runtime::{CompleteRequest, CompletionTarget, LayerError};
use serde_json::{Value, json};

use crate::support::{Estate, array, text, vectors};

/// Categories whose resources are not there yet.
const LATER: [&str; 3] = ["live", "privacy", "server"];

/// The recorded entries that are there.
fn recorded(file: &str) -> Vec<Value> {
    let Value::Array(mut entries) = vectors(file) else { panic!("a list of entries") };
    entries.retain(|entry| !LATER.contains(&text(&entry["category"])));
    entries
}

/// An entry of ours in the terms of a recorded one.
fn check_entry(entry: &Value, recorded: &Value, address: &str) {
    for key in [address, "name", "title", "mimeType"] {
        assert_eq!(entry[key], recorded[key], "{entry}");
    }
    let meta = &entry["_meta"];
    assert_eq!(meta["cloudg/category"], recorded["category"], "{entry}");
    assert_eq!(meta["cloudg/sensitivity"], recorded["sensitivity"], "{entry}");
    assert!(meta.get("cloudg/tags").is_none(), "{entry}");
    let description = text(&entry["description"]);
    assert!(description.ends_with('.') && !description.contains('\n'), "{description}");
}

#[test]
fn resources_and_templates_are_as_recorded() {
    let estate = Estate::empty();
    for (ours, file, address) in [
        (estate.client().list_resources(), "resources.json", "uri"),
        (estate.client().list_resource_templates(), "templates.json", "uriTemplate"),
    ] {
        let recorded = recorded(file);
        assert_eq!(ours.len(), recorded.len(), "{file}");
        for (entry, recorded) in ours.iter().zip(&recorded) {
            check_entry(entry, recorded, address);
        }
    }
}

#[test]
fn every_variable_is_completed() {
    let estate = Estate::sample();
    for template in recorded("templates.json") {
        let uri = text(&template["uriTemplate"]).to_owned();
        for variable in array(&template["variables"]) {
            let target = CompletionTarget::Template { uri: uri.clone() };
            let values = estate.complete(CompleteRequest::new(target, text(variable), ""));
            assert!(!values.is_empty(), "{uri} {variable}");
        }
    }
}

/// What the links of the sample point to can be read.
#[test]
fn addresses_in_answers_lead_somewhere() {
    let estate = Estate::sample();
    for tool in ["find_assets", "list_findings"] {
        for item in array(&estate.answer(tool, json!({"limit": 500}))["items"]) {
            let read = estate.json(text(&item["uri"]));
            assert_eq!(read["id"], item["id"]);
        }
    }
    for row in array(&estate.json("cloudg://compliance")["frameworks"]) {
        let read = estate.json(text(&row["uri"]));
        assert!(array(&read["posture"]).iter().any(|one| one["framework"] == row["framework"]));
    }
}

#[test]
fn formats_topics_and_types_have_no_letter_case() {
    let estate = Estate::sample();
    let graph = estate.json("cloudg://graph/d3");
    assert_eq!(estate.json("cloudg://graph/D3"), graph);
    let graphml = &estate.read("cloudg://graph/GraphML").unwrap()[0];
    assert_eq!(graphml.uri, "cloudg://graph/graphml");
    assert_eq!(graphml.mime_type, "application/graphml+xml");
    let triples = &estate.read("cloudg://ontology/NT").unwrap()[0];
    assert_eq!(triples.uri, "cloudg://ontology/nt");
    assert_eq!(triples.mime_type, "application/n-triples");
    let turtle = estate.read("cloudg://ontology/turtle").unwrap();
    assert_eq!(estate.read("cloudg://ontology/TURTLE").unwrap(), turtle);
    assert!(estate.read("cloudg://ontology/ttl").is_err());
    let page = &estate.read("cloudg://docs/MCP").unwrap()[0];
    assert_eq!(page.mime_type, "text/markdown");
    let entry = estate.json("cloudg://schema/asset-types/s3-bucket");
    assert_eq!(entry["asset_type"], "S3_BUCKET");
    assert_eq!(estate.json("cloudg://findings/severity/high")["severity"], "HIGH");
}

#[test]
fn what_is_not_there_is_not_found_and_says_what_was_asked_for() {
    let estate = Estate::sample();
    for (uri, value) in [
        ("cloudg://datasets/absent/summary", "absent"),
        ("cloudg://assets/absent", "absent"),
        ("cloudg://assets/absent/neighbors", "absent"),
        ("cloudg://assets/internet", "internet"),
        ("cloudg://findings/absent", "absent"),
        ("cloudg://findings/severity/absent", "absent"),
        ("cloudg://compliance/absent", "absent"),
        ("cloudg://graph/absent", "absent"),
        ("cloudg://ontology/absent", "absent"),
        ("cloudg://schema/asset-types/absent", "absent"),
        ("cloudg://docs/absent", "absent"),
    ] {
        let Err(LayerError::MissingResource(error)) = estate.read(uri) else { panic!("{uri}") };
        let data = error.data.unwrap();
        assert_eq!((&data["uri"], &data["value"]), (&json!(uri), &json!(value)), "{uri}");
        assert!(!error.message.contains("absent"), "{}", error.message);
    }
    let empty = Estate::empty();
    for uri in ["cloudg://graph/absent", "cloudg://compliance", "cloudg://assets/x"] {
        let read = empty.read(uri);
        assert!(matches!(read, Err(LayerError::MissingResource(_))), "{uri}: {read:?}");
    }
}

/// A node with more edges than are listed says how many it has.
#[test]
fn many_edges_are_cut_and_counted() {
    let estate = Estate::empty();
    let asset = |id: String| json!({"id": id, "name": id, "asset_type": "EC2", "provider": "AWS"});
    let edge = |n: usize| {
        let (source, target) = (format!("i-{n}"), "i-hub");
        json!({"source_id": source, "target_id": target, "edge_type": "REFERENCES"})
    };
    let assets: Vec<Value> = std::iter::once("i-hub".to_owned())
        .chain((0..501).map(|n| format!("i-{n}")))
        .map(asset)
        .collect();
    let edges: Vec<Value> = (0..501).map(edge).collect();
    estate.write("estate.json", &json!({"assets": assets, "edges": edges}).to_string());
    estate.answer("load_dataset", json!({"path": "estate.json"}));
    let hub = estate.json("cloudg://assets/i-hub/neighbors");
    assert_eq!(array(&hub["edges"]).len(), 500);
    assert_eq!((&hub["total_edges"], &hub["truncated"]), (&json!(501), &json!(true)));
    let leaf = estate.json("cloudg://assets/i-7/neighbors");
    assert_eq!(leaf["neighbors"][0]["id"], "i-hub");
    assert!(leaf.get("truncated").is_none());
}

/// A node that is no asset, and an id that looks like an address of something else.
#[test]
fn other_nodes_and_awkward_ids_can_be_read() {
    let estate = Estate::empty();
    let asset = |id: &str| json!({"id": id, "name": id, "asset_type": "EC2", "provider": "AWS"});
    let inventory = json!({
        "assets": [asset("a/findings"), asset("b")],
        "edges": [{"source_id": "0.0.0.0/0", "target_id": "b", "edge_type": "INTERNET_EXPOSED"}],
    });
    estate.write("estate.json", &inventory.to_string());
    estate.answer("load_dataset", json!({"path": "estate.json"}));
    assert_eq!(estate.json("cloudg://assets/a%2Ffindings")["id"], "a/findings");
    let node = estate.json("cloudg://assets/0.0.0.0/0");
    let expected = json!({"id": "0.0.0.0/0", "external": true, "name": "0.0.0.0/0", "degree": 1});
    assert_eq!(node.to_string(), expected.to_string());
    let around = estate.json("cloudg://assets/b/neighbors");
    assert_eq!(around["neighbors"], json!([{"id": "0.0.0.0/0", "external": true}]));
}
