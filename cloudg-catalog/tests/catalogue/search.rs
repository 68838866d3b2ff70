//! A small start: what is listed, and whether questions find their tools.

use std::sync::Arc;

use cloudg_catalog::{
    listing::LISTING,
    workspace::{Roots, Workspace},
};
use cloudg_runtime::{Layer, Registry, client::Client};
use serde_json::{Value, json};

use crate::support::{Estate, array, text};

/// Questions as people put them, and the tools that answer each.
const QUESTIONS: [(&str, &[&str]); 22] = [
    ("what changed since last scan", &["diff_datasets"]),
    ("what is loaded right now", &["workspace_status"]),
    ("open a scanner report", &["load_dataset", "ingest_reports"]),
    ("keep a copy of the dataset to compare later", &["snapshot_dataset"]),
    ("switch to another dataset", &["select_dataset"]),
    ("free the memory of a dataset", &["unload_dataset"]),
    ("headline numbers of the estate", &["dataset_summary"]),
    ("find assets exposed to the internet", &["find_assets"]),
    ("everything about one asset", &["get_asset"]),
    ("raw configuration of an asset", &["get_asset_metadata"]),
    ("how many assets in each region", &["count_assets"]),
    ("which accounts do we have", &["list_accounts"]),
    ("which regions are used", &["list_regions"]),
    ("which tags are in use", &["list_tags"]),
    ("what could not be collected", &["coverage_report"]),
    ("references that point to nothing", &["unresolved_references"]),
    ("organization units and policies", &["organization_topology"]),
    ("accept a finding as a risk", &["suppress_findings"]),
    ("reopen suppressed findings", &["unsuppress_findings"]),
    ("who can assume this role", &["lateral_movement_paths"]),
    ("what breaks when this fails", &["blast_radius", "dependents"]),
    ("run a sparql query", &["sparql_query"]),
];

fn small_start() -> Client {
    let directory = std::env::temp_dir();
    let roots = Roots::new(Some(std::slice::from_ref(&directory)), &directory).unwrap();
    let builder = Layer::builder(Registry::collected(&LISTING).unwrap())
        .shared_state(Arc::new(Workspace::new(roots)))
        .start_small();
    Client::new(builder.build().unwrap())
}

fn search(client: &Client, query: &str) -> Vec<String> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let call = client.call_tool("search_tools", json!({"query": query, "limit": 5}));
    let found = runtime.block_on(call).unwrap().structured.unwrap();
    array(&found["matches"]).iter().map(|one| text(&one["name"]).to_owned()).collect()
}

#[test]
fn a_small_start_lists_the_tools_to_start_with() {
    let whole = Estate::empty().tools();
    let tagged = |tool: &&Value| tool["_meta"]["cloudg/tags"].to_string().contains("start-here");
    let mut expected: Vec<&str> =
        whole.iter().filter(tagged).map(|tool| text(&tool["name"])).collect();
    assert!(expected.contains(&"workspace_status") && expected.len() < whole.len() / 2);
    expected.push("search_tools");
    let small = small_start().list_tools();
    let names: Vec<&str> = small.iter().map(|tool| text(&tool["name"])).collect();
    assert_eq!(names, expected);
    assert!(!whole.iter().any(|tool| tool["name"] == json!("search_tools")));
}

/// A question about a tool that does not exist yet is not asked.
#[test]
fn questions_find_their_tools() {
    let client = small_start();
    let registry = Registry::collected(&LISTING).unwrap();
    let there = QUESTIONS.iter().filter(|(_, tools)| registry.tool(tools[0]).is_some());
    let there: Vec<_> = there.collect();
    assert!(there.len() >= 19, "the tools of the questions are declared");
    let mut first = 0;
    for (question, tools) in &there {
        let found = search(&client, question);
        assert!(found.iter().any(|name| tools.contains(&name.as_str())), "{question}: {found:?}");
        first += usize::from(found.first().is_some_and(|name| tools.contains(&name.as_str())));
    }
    assert!(first * 3 >= there.len() * 2, "two of three come first, not {first}");
}

#[test]
fn what_is_not_listed_can_be_called() {
    let client = small_start();
    assert!(!client.list_tools().iter().any(|tool| tool["name"] == json!("list_datasets")));
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let result = runtime.block_on(client.call_tool("list_datasets", json!({}))).unwrap();
    assert!(!result.is_error, "{}", result.text());
}
