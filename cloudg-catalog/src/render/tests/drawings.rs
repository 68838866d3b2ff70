//! What drawings and trees tell about names, parts and organisations.

use serde_json::{Value, json};

use super::super::*;

const WIDE: Screen = Screen { colour: false, width: None };

fn show(tool: &str, result: &Value, wanted: Rendering) -> String {
    let answer = Answer { tool, arguments: None, result, next_page: None };
    render(answer, wanted, &[], WIDE).unwrap().text
}

fn graph() -> Value {
    let node = |id: &str, name: &str| json!({"id": id, "name": name, "type": "SECURITY_GROUP", "internet_exposed": true, "open_findings": 1234, "max_severity": "CRITICAL"});
    let edge = |source: &str, target: &str, kind: &str| json!({"source": source, "target": target, "edge_type": kind, "port_range": "22", "protocol": "TCP"});
    json!({
        "nodes": [node("sg-1", "sg-app"), node("sg-2", "sg-app"), node("x", &"n".repeat(200))],
        "edges": [edge("sg-1", "sg-2", "A"), edge("sg-1", "sg-2", "B"), edge("sg-1", "x", "A")],
        "truncated": true,
    })
}

#[test]
fn pictures_tell_namesakes_apart_and_that_they_are_a_part() {
    let facts = "SECURITY_GROUP · exposed · 1234 open · CRITICAL";
    let cut = "The answer is cut: there is more than it shows.";
    for form in [Rendering::Svg, Rendering::Dot, Rendering::Mermaid] {
        let text = show("neighbors", &graph(), form);
        for part in ["sg-1", "sg-2", "A tcp/22", "B tcp/22", facts] {
            assert!(text.contains(part), "{part}: {text}");
        }
        // Mermaid has an entity for the slash only where it needs one.
        assert!(text.contains(cut) || text.contains(&cut.replace(':', "#58;")), "{text}");
    }
    let mut whole = graph();
    whole["truncated"] = false.into();
    assert!(!show("neighbors", &whole, Rendering::Svg).contains(cut));
}

/// The number in an attribute.
fn number(element: &str, attribute: &str) -> f64 {
    let value = element.split(&format!(" {attribute}=\"")).nth(1).unwrap();
    value.split('"').next().unwrap().parse().unwrap()
}

#[test]
fn boxes_hold_their_text_and_labels_keep_apart() {
    let nodes: Vec<Value> = (0..12)
        .map(|n| json!({"id": format!("n{n}"), "name": format!("name {n}"), "type": "T"}))
        .collect();
    let link = |n: usize, kind: &str| json!({"source": "n0", "target": format!("n{n}"), "type": kind, "relationship": "A_RELATION_OF_SOME_LENGTH"});
    let links: Vec<Value> = (1..12)
        .flat_map(|n| {
            [link(n, "A"), json!({"source": "n0", "target": format!("n{n}"), "type": "B"})]
        })
        .collect();
    let svg = show(
        "subgraph_export",
        &json!({"graph": {"nodes": nodes, "links": links}}),
        Rendering::Svg,
    );
    assert!(svg.contains("@media (prefers-color-scheme: dark)"));
    let behind: Vec<&str> =
        svg.lines().filter(|line| line.starts_with("<rect class=\"ground\" x=")).collect();
    assert_eq!(behind.len(), 11);
    let mut tops: Vec<(f64, f64)> =
        behind.iter().map(|label| (number(label, "y"), number(label, "height"))).collect();
    tops.sort_by(|a, b| a.0.total_cmp(&b.0));
    assert!(tops.windows(2).all(|pair| pair[0].0 + pair[0].1 <= pair[1].0), "{tops:?}");
    // No label reaches out of the drawing.
    let view = svg.split("viewBox=\"").nth(1).unwrap().split('"').next().unwrap();
    let view: Vec<f64> = view.split(' ').map(|number| number.parse().unwrap()).collect();
    assert!(tops.iter().all(|(top, height)| *top >= view[1] && top + height <= view[1] + view[3]));
    let wide = show("neighbors", &graph(), Rendering::Svg);
    let width =
        wide.lines().filter(|line| line.starts_with("<g>")).map(|line| number(line, "width"));
    // The facts are 47 columns wide.
    assert!(width.fold(f64::INFINITY, f64::min) >= 47.0 * 7.2, "{wide}");
}

#[test]
fn organizations_are_trees() {
    let unit = |id: &str, parent: Option<&str>| json!({"id": id, "name": format!("unit {id}"), "parent_id": parent});
    let account = |id: &str, parent: &str, status: &str| json!({"id": id, "name": "", "parent_id": parent, "status": status});
    let result = json!({
        "organization_id": "o-1",
        "management_account_id": "1",
        "ous": [unit("b", Some("a")), unit("a", Some("r")), unit("c", Some("d")), unit("d", Some("c"))],
        "accounts": [account("1", "r", "ACTIVE"), account("2", "b", "SUSPENDED"), account("3", "d", "ACTIVE")],
    });
    let lines = [
        "o-1",
        "├─ unit a (unit, a)",
        "│  └─ unit b (unit, b)",
        "│     └─ 2 (account)  SUSPENDED",
        "├─ unit c (unit, c)",
        "│  └─ unit d (unit, d)",
        "│     └─ 3 (account)",
        "└─ 1 (account)  management account",
    ];
    assert_eq!(show("organization_topology", &result, Rendering::Tree), lines.join("\n"));
    let told = json!({"nodes": [
        {"id": "o", "name": "org", "type": "ORGANIZATION", "parent_id": null},
        {"id": "9", "name": "acc", "type": "CLOUD_ACCOUNT", "parent_id": "o", "external": true},
    ]});
    assert_eq!(
        show("organization_topology", &told, Rendering::Tree),
        "organization\n└─ org (ORGANIZATION, o)\n   └─ acc (CLOUD_ACCOUNT, 9)  external"
    );
}
