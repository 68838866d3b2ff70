use serde_json::json;

use super::*;

mod drawings;
mod lists;

const PLAIN: Screen = Screen { colour: false, width: Some(100) };

fn show(tool: &str, result: &Value, wanted: Rendering) -> String {
    let answer = Answer { tool, arguments: None, result, next_page: None };
    let Rendered { text, notes } = render(answer, wanted, &[], PLAIN).unwrap();
    notes.into_iter().fold(text, |text, note| format!("{text}\n-- {note}"))
}

/// Answers recorded from an estate of names that collide and relations of every kind.
fn recorded(tool: &str) -> Vec<Value> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/vectors/render-answers.json");
    let all: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    all[tool].as_array().unwrap().clone()
}

#[test]
fn trees() {
    for tool in [
        "attack_paths",
        "find_paths",
        "lateral_movement_paths",
        "blast_radius",
        "dependency_tree",
        "depends_on",
        "dependents",
    ] {
        for (number, result) in recorded(tool).iter().enumerate() {
            insta::assert_snapshot!(
                format!("tree_{tool}_{number}"),
                show(tool, result, Rendering::Tree)
            );
        }
    }
}

#[test]
fn pictures() {
    for tool in ["attack_paths", "subgraph_export", "neighbors", "depends_on", "dependents"] {
        let result = &recorded(tool)[0];
        for form in [Rendering::Dot, Rendering::Mermaid, Rendering::Svg] {
            insta::assert_snapshot!(format!("{}_{tool}", form.as_str()), show(tool, result, form));
        }
    }
}

#[test]
fn tables() {
    for tool in ["get_edges", "internet_exposure", "centrality_top", "depends_on", "attack_paths"] {
        let result = &recorded(tool)[0];
        insta::assert_snapshot!(format!("table_{tool}"), show(tool, result, Rendering::Table));
    }
}

/// An asset alone is a picture, and a list of findings is none, whatever it is about.
#[test]
fn an_empty_neighbourhood_is_still_drawn() {
    let asset = json!({"id": "a", "name": "alone", "type": "EC2"});
    let forms = |tool, result: &Value| {
        supported(Answer { tool, arguments: None, result, next_page: None }).len()
    };
    let alone = json!({"asset": asset, "nodes": [], "edges": [], "truncated": false});
    let svg = show("neighbors", &alone, Rendering::Svg);
    assert!(svg.contains(">alone</text>"), "{svg}");
    let walk = json!({"asset": asset, "items": [], "total": 0, "truncated": false});
    assert!(show("depends_on", &walk, Rendering::Tree).ends_with("└─ needs nothing"));
    assert_eq!(forms("depends_on", &walk), Rendering::ALL.len());
    assert_eq!(forms("findings_for_asset", &walk), 4);
    let organization = json!({"nodes": [asset], "total": 1, "truncated": false});
    assert_eq!(forms("organization_topology", &organization), 5);
}

/// Names that try to leave their quotes, tags, lines and cells.
fn hostile() -> Value {
    let node = |id: &str, name: &str| json!({"id": id, "name": name, "type": "EC2", "max_severity": "HIGH", "open_findings": 2});
    let nodes = [
        node("a", "\"]; evil [label=\"\\N\nx\""),
        node("b", "</title><script>alert(1)</script>&amp;"),
        node("c", "\u{1b}[31mred\u{7}\u{202e}"),
        node("d", "%%{init: {}}%% `x` #quot; 1. | --> n0"),
        node("e", "1. one"),
    ];
    json!({"paths": [{
        "length": 4, "nodes": nodes, "edge_types": ["\"|x|", "<b>", "a--b", "\\"],
        "summary": "\u{1b}]0;title\u{7}",
    }], "total_found": 1, "truncated": false})
}

#[test]
fn hostile_names_stay_names() {
    let result = hostile();
    for form in Rendering::ALL.into_iter().filter(|form| *form != Rendering::Json) {
        let text = show("find_paths", &result, form);
        assert!(!text.chars().any(|c| c.is_control() && c != '\n' && c != '\r'), "{text:?}");
        insta::assert_snapshot!(format!("hostile_{}", form.as_str()), text);
    }
    let svg = show("find_paths", &result, Rendering::Svg);
    assert!(!svg.contains("<script"));
    let dot = show("find_paths", &result, Rendering::Dot);
    // Four lines of frame, then a statement a line, then the end.
    assert_eq!(dot.lines().count(), 4 + 5 + 4 + 1);
}

#[test]
fn an_unsupported_form_names_those_that_there_are() {
    let edges = json!({"items": [{"id": "x", "name": "y"}], "total": 1, "truncated": false});
    let answer = Answer { tool: "find_assets", arguments: None, result: &edges, next_page: None };
    let error = render(answer, Rendering::Svg, &[], PLAIN).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the answer of `find_assets` cannot be shown as svg: it has the forms `--render json`, \
         `--render table`, `--render csv`, `--render jsonl`"
    );
    let scalar = json!({"total": 3});
    let answer = Answer { tool: "graph_stats", arguments: None, result: &scalar, next_page: None };
    assert_eq!(supported(answer), [Rendering::Json, Rendering::Table]);
    let paths = json!({"paths": []});
    let answer = Answer { tool: "attack_paths", arguments: None, result: &paths, next_page: None };
    let forms = ["json", "table", "csv", "jsonl", "tree", "dot", "mermaid", "svg"];
    assert_eq!(supported(answer).iter().map(|form| form.as_str()).collect::<Vec<_>>(), forms);
    assert_eq!(show("attack_paths", &paths, Rendering::Tree), "There is no path.");
    assert_eq!(show("attack_paths", &paths, Rendering::Table), "Nothing to list.");
    let dot = show("attack_paths", &paths, Rendering::Dot);
    assert!(dot.ends_with("}\n-- There is nothing to draw."), "{dot}");
}

#[test]
fn what_a_table_lacks_is_told() {
    let items: Vec<Value> = (0..3)
        .map(|n| {
            json!({
                "id": format!("f{n}"), "title": "t".repeat(60 + n), "severity": "HIGH",
                "description": "d".repeat(80), "empty": null, "list": ["a", "b"],
            })
        })
        .collect();
    let result = json!({
        "total": 10, "offset": 3, "returned": 3, "next_cursor": "c6.x", "truncated": true,
        "items": items,
    });
    let answer =
        Answer { tool: "t", arguments: None, result: &result, next_page: Some("cloudg call t") };
    let shown =
        render(answer, Rendering::Table, &[], Screen { colour: false, width: Some(80) }).unwrap();
    assert!(shown.text.lines().all(|line| line.chars().count() <= 80), "{}", shown.text);
    assert_eq!(
        shown.notes,
        [
            "4 more of 10 are not shown.",
            "Next page: cloudg call t",
            "1 column is not shown: description.",
            "3 cells are cut, --render json has them whole.",
        ]
    );
}

#[test]
fn colours_appear_only_where_they_are_wanted() {
    let result = json!({"items": [{"severity": "CRITICAL"}, {"severity": "LOW"}]});
    let colour = |colour, form| {
        let answer = Answer { tool: "t", arguments: None, result: &result, next_page: None };
        render(answer, form, &[], Screen { colour, width: Some(80) }).unwrap().text
    };
    assert!(colour(true, Rendering::Table).contains("\u{1b}["));
    assert!(!colour(false, Rendering::Table).contains('\u{1b}'));
    let paths = hostile();
    let answer = Answer { tool: "find_paths", arguments: None, result: &paths, next_page: None };
    let tree = render(answer, Rendering::Tree, &[], Screen { colour: true, width: Some(80) })
        .unwrap()
        .text;
    assert!(tree.contains("\u{1b}[31mHIGH\u{1b}[0m"), "{tree:?}");
}

/// Boxes and lanes of one layer keep their distance, and every edge leads to the right.
#[test]
fn layouts_do_not_overlap() {
    use super::layout::{Route, Size, arrange};
    // A graph with cycles, loops, long edges and a hub; the numbers are those of a small generator.
    let mut seed = 12_345_u64;
    let mut next = |below: u64| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) % below
    };
    let nodes: Vec<Value> =
        (0..60).map(|n| json!({"id": format!("n{n}"), "name": format!("n{n}")})).collect();
    let links: Vec<Value> = (0..150)
        .map(|n| {
            let source = if n % 5 == 0 { 0 } else { next(60) };
            json!({"source": format!("n{source}"), "target": format!("n{}", next(60)), "type": "T"})
        })
        .collect();
    let result = json!({"graph": {"nodes": nodes, "links": links}});
    let answer =
        Answer { tool: "subgraph_export", arguments: None, result: &result, next_page: None };
    let picture = picture::of(answer).unwrap();
    let sizes: Vec<Size> =
        (0..60).map(|n| Size { width: 100.0, height: 30.0 + f64::from(n % 3) * 10.0 }).collect();
    let layout = arrange(&picture, &sizes).unwrap();
    for (a, &(layer, middle)) in layout.nodes.iter().enumerate() {
        for (b, &(other_layer, other)) in layout.nodes.iter().enumerate().skip(a + 1) {
            let distance = (sizes[a].height + sizes[b].height) / 2.0;
            let is_apart = layer != other_layer || (middle - other).abs() >= distance;
            assert!(is_apart, "{a} and {b} overlap");
        }
    }
    let mut n_loops = 0;
    for (edge, route) in picture.edges.iter().zip(&layout.routes) {
        let Route::Line { first, heights, turned } = route else {
            n_loops += 1;
            assert_eq!(edge.source, edge.target);
            continue;
        };
        let (left, right) =
            if *turned { (edge.target, edge.source) } else { (edge.source, edge.target) };
        assert_eq!(layout.nodes[left], (*first, heights[0]));
        assert_eq!(layout.nodes[right], (first + heights.len() - 1, heights[heights.len() - 1]));
        // A lane passes no box of the layers between.
        for (step, &height) in heights.iter().enumerate().take(heights.len() - 1).skip(1) {
            for (node, &(layer, middle)) in layout.nodes.iter().enumerate() {
                let is_clear =
                    layer != first + step || (middle - height).abs() > sizes[node].height / 2.0;
                assert!(is_clear, "an edge crosses {node}");
            }
        }
    }
    assert!(n_loops < picture.edges.len());
    assert_eq!(layout, arrange(&picture, &sizes).unwrap());
}

/// Each node leads to the `reach` nodes after it.
fn dense(n_nodes: usize, reach: usize) -> Value {
    let name = |n: usize| format!("n{n}");
    let nodes: Vec<Value> = (0..n_nodes).map(|n| json!({"id": name(n), "name": name(n)})).collect();
    let ends = (0..n_nodes)
        .flat_map(|from| (from + 1..n_nodes.min(from + 1 + reach)).map(move |to| (from, to)));
    let links: Vec<Value> = ends
        .map(|(from, to)| json!({"source": name(from), "target": name(to), "type": "T"}))
        .collect();
    json!({"graph": {"nodes": nodes, "links": links}})
}

#[test]
fn drawings_have_a_size() {
    let shown = |result: &Value, form| {
        let answer = Answer { tool: "subgraph_export", arguments: None, result, next_page: None };
        render(answer, form, &[], Screen { colour: false, width: Some(80) })
    };
    let error = |result| shown(result, Rendering::Svg).unwrap_err().to_string();
    // 101 nodes with all links are 5050 edges, 100 are 4950 with 161,700 lanes.
    let too_many_edges = dense(101, 101);
    let remedy = "ask for fewer nodes, or use `--render dot` or `--render mermaid`";
    assert_eq!(
        error(&too_many_edges),
        format!("an SVG drawing has at most 5000 edges, the answer has 5050: {remedy}")
    );
    for form in [Rendering::Dot, Rendering::Mermaid] {
        assert!(shown(&too_many_edges, form).is_ok());
    }
    let too_many_slots = dense(100, 100);
    assert_eq!(
        error(&too_many_slots),
        format!(
            "an SVG drawing has at most 100000 places for nodes and passing edges, the answer \
             needs 161800: {remedy}"
        )
    );
    assert!(shown(&dense(60, 60), Rendering::Svg).is_ok());
}
