//! Ranking, ties and limits.

use serde_json::json;

use super::*;
use crate::testing::{tool, tool_with};

fn described(name: &'static str, description: &'static str) -> crate::ToolSpec {
    let mut spec = tool(name);
    spec.description = description.into();
    spec
}

fn index() -> ToolIndex {
    let mut registry = Registry::new();
    let mut tagged = described("graph_walk", "Follow edges from one node.");
    tagged.tags = (&["network"]).into();
    tagged.title = Some("Walk the graph".into());
    let schema = json!({"severity": {"description": "Lowest risk to list.", "type": "string"}});
    let mut argued = tool_with("list_findings", &schema, |_, _| Ok(crate::Reply::Value(json!({}))));
    argued.description = "Show problems.".into();
    let specs = [
        described("find_assets", "Search assets by text and type."),
        described("count_assets", "Count assets by one property."),
        described("other_one", "Does the same."),
        described("other_two", "Does the same."),
        tagged,
        argued,
    ];
    for spec in specs {
        registry.add(spec).unwrap();
    }
    ToolIndex::build(&registry)
}

fn names(query: &str, limit: usize) -> Vec<String> {
    index().search(query, limit).into_iter().map(|hit| hit.name).collect()
}

#[test]
fn the_better_fit_comes_first() {
    assert_eq!(names("count the assets", 1), ["count_assets"]);
    assert_eq!(names("Search ASSET", 9), ["find_assets", "count_assets"]);
    let hits = index().search("find assets", 9);
    assert!(hits[0].score > hits[1].score && hits[1].score > 0.0, "{hits:?}");
}

#[test]
fn every_field_is_searched() {
    assert_eq!(names("network", 9), ["graph_walk"]);
    assert_eq!(names("walk", 9), ["graph_walk"]);
    assert_eq!(names("severity", 9), ["list_findings"]);
    assert_eq!(names("risk", 9), ["list_findings"]);
    assert_eq!(names("problem", 9), ["list_findings"]);
}

#[test]
fn equals_stay_in_listing_order_and_nothing_is_nothing() {
    assert_eq!(names("same", 9), ["other_one", "other_two"]);
    assert_eq!(names("same", 1), ["other_one"]);
    assert_eq!(names("same same SAME", 9), ["other_one", "other_two"]);
    assert!(names("unheard", 9).is_empty());
    assert!(names("", 9).is_empty() && names("same", 0).is_empty());
    assert!(ToolIndex::build(&Registry::new()).search("same", 9).is_empty());
}

#[test]
fn scores_do_not_depend_on_the_order_of_a_query() {
    assert_eq!(index().search("count assets type", 9), index().search("type assets count", 9));
}
