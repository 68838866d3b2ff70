//! The graph tools on recorded estates, and on the smallest ones that need a rule to be right.

use serde_json::{Value, json};

use crate::support::{Estate, array, object, text, vectors};

/// A workspace with the estate of a case.
fn load(case: &Value) -> Estate {
    let estate = Estate::empty();
    let document = json!({
        "metadata": {},
        "assets": case["assets"],
        "edges": case["edges"],
        "findings": case.get("findings").unwrap_or(&json!([])),
    });
    estate.write("estate.json", &document.to_string());
    estate.answer("load_dataset", json!({"path": "estate.json", "name": "vec"}));
    estate
}

#[test]
fn estates_are_answered_as_recorded() {
    let mut n_calls = 0;
    for recorded in array(&vectors("graph-estate-vectors.json")) {
        let estate = load(recorded);
        for case in array(&recorded["cases"]) {
            n_calls += 1;
            let answer = estate.answer(text(&case["tool"]), case["arguments"].clone());
            let asked = format!("{} {}", case["tool"], case["arguments"]);
            same(&answer, &case["structuredContent"], &asked);
        }
    }
    assert_eq!(n_calls, 206);
}

/// Checks that two answers are equal, keys in the same order, numbers by value, any text for a hint.
/// Ours gives a hint in more cases.
#[track_caller]
fn same(answer: &Value, expected: &Value, at: &str) {
    match (answer, expected) {
        (Value::Object(ours), Value::Object(theirs)) => {
            let shared = |key: &&String| *key != "hint" || theirs.contains_key(*key);
            assert!(ours.keys().filter(shared).eq(theirs.keys()), "{at}: {answer} {expected}");
            for (key, value) in theirs {
                same(&ours[key], value, &format!("{at} {key}"));
            }
        }
        (Value::Array(ours), Value::Array(theirs)) => {
            assert_eq!(ours.len(), theirs.len(), "{at}: {answer} {expected}");
            for (place, (ours, theirs)) in ours.iter().zip(theirs).enumerate() {
                same(ours, theirs, &format!("{at} {place}"));
            }
        }
        (Value::Number(ours), Value::Number(theirs)) => {
            assert_eq!(ours.as_f64(), theirs.as_f64(), "{at}");
        }
        (Value::String(_), Value::String(text)) if text == "<hint>" => {}
        _ => assert_eq!(answer, expected, "{at}"),
    }
}

#[test]
fn small_estates_are_answered_right() {
    let mut n_calls = 0;
    for case in array(&vectors("graph-defect-cases.json")) {
        n_calls += 1;
        let estate = load(case);
        let result = estate.call(text(&case["tool"]), case["arguments"].clone());
        if let Some(code) = case["expected"].get("error_code") {
            assert_eq!(&result.to_wire()["_meta"]["cloudg/error_code"], code, "{case}");
            continue;
        }
        let answer = result.structured.unwrap();
        for (key, expected) in object(&case["expected"]) {
            same(&digest(&answer, key, expected), expected, &format!("{} {key}", case["defect"]));
        }
    }
    assert_eq!(n_calls, 15);
}

/// What the cases say about an answer under a key.
fn digest(answer: &Value, key: &str, expected: &Value) -> Value {
    let ids = |nodes: &Value| array(nodes).iter().map(|node| node["id"].clone()).collect::<Value>();
    let each = |list: &str, take: &dyn Fn(&Value) -> Value| {
        array(&answer[list]).iter().map(take).collect::<Value>()
    };
    match key {
        "items" if expected.is_number() => array(&answer["items"]).len().into(),
        // A count beside the id, where the case gives one.
        "items" if expected[0].is_array() => {
            each("items", &|item| json!([item["id"], item["transitive_dependents"]]))
        }
        "items" => ids(&answer["items"]),
        "paths" => each("paths", &|path| ids(&path["nodes"])),
        "edge_types" => each("paths", &|path| path["edge_types"].clone()),
        "asset" => answer["asset"]["id"].clone(),
        "nodes" => ids(answer.get("graph").map_or(&answer["nodes"], |graph| &graph["nodes"])),
        "graph_reachable" => ids(&answer["graph_reachable"]["items"]),
        "internet_rules" => each("items", &|item| array(&item["internet_rules"]).len().into()),
        "network" => {
            let mut network = answer["network"].clone();
            network.as_object_mut().unwrap().shift_remove("sensitive_reachable");
            network
        }
        _ => answer[key].clone(),
    }
}

fn asset(id: &str, kind: &str) -> Value {
    json!({"id": id, "name": id, "asset_type": kind, "provider": "AWS"})
}

fn edge(id: &str, source: &str, kind: &str, target: &str) -> Value {
    json!({"id": id, "source_id": source, "target_id": target, "edge_type": kind})
}

#[test]
fn a_source_that_means_the_internet_is_a_way_in_without_a_cidr() {
    for source in ["*", "Internet"] {
        let estate = load(&json!({
            "assets": [asset("nsg", "NSG"), asset("sql", "AZURE_SQL")],
            "edges": [
                edge("e1", source, "SECURITY_GROUP_RULE", "nsg"),
                edge("e2", "sql", "ATTACHED_TO", "nsg"),
            ],
        }));
        let answer = estate.answer("attack_paths", json!({}));
        let path = &answer["paths"][0];
        assert_eq!(path["summary"], format!("{source} -> nsg -> sql"));
        assert_eq!(path["entry"], "internet-sourced rule");
        assert_eq!(path["score"].as_f64(), Some(9.4));
        let reached = estate.answer("internet_exposure", json!({"include_reachable": true}));
        assert_eq!(digest(&reached, "graph_reachable", &Value::Null), json!(["nsg", "sql"]));
    }
}

#[test]
fn attack_paths_rank_by_worth_findings_and_length() {
    let mut exposed = asset("vm", "EC2");
    exposed["is_internet_exposed"] = true.into();
    let finding = |id: usize| {
        json!({"id": format!("f{id}"), "resource_id": "key", "severity": "LOW", "title": "t",
               "description": "d", "source_tool": "x"})
    };
    let case = json!({
        "assets": [exposed, asset("role", "IAM_ROLE"), asset("key", "KMS_KEY"),
                   asset("secret", "SECRET"), asset("far", "SECRET")],
        "edges": [
            edge("e1", "vm", "ASSUMES_ROLE", "role"),
            edge("e2", "role", "GRANTS_ACCESS", "key"),
            edge("e3", "role", "GRANTS_ACCESS", "secret"),
        ],
        "findings": (0..12).map(finding).collect::<Vec<_>>(),
    });
    let estate = load(&case);
    let answer = estate.answer("attack_paths", json!({"max_paths": 2}));
    let scores: Vec<_> =
        array(&answer["paths"]).iter().map(|path| path["score"].as_f64()).collect();
    assert_eq!(scores, [Some(12.4), Some(8.4)]);
    assert_eq!(answer["paths"][0]["entry"], "internet-exposed asset");
    assert_eq!(answer["paths"][0]["findings_on_path"], 12);
    let counts = ["total_found", "truncated", "targets_considered"].map(|key| &answer[key]);
    assert_eq!(counts, [&json!(3), &json!(true), &json!(4)]);

    let chosen = estate.answer("attack_paths", json!({"target": "vm"}));
    let path = &chosen["paths"][0];
    assert_eq!((&path["length"], &path["target_weight"]), (&json!(0), &json!(10)));
    let near = estate.answer("attack_paths", json!({"max_depth": 1}));
    assert_eq!(near["total_found"], 1);
}

#[test]
fn answers_without_a_path_say_what_to_try() {
    let empty = load(&json!({"assets": [], "edges": []}));
    let keys = |answer: &Value| object(answer).keys().cloned().collect::<Vec<_>>().join(" ");
    let answer = empty.answer("attack_paths", json!({}));
    assert_eq!(keys(&answer), "dataset paths total_found truncated hint");
    let answer = empty.answer("lateral_movement_paths", json!({}));
    assert_eq!(keys(&answer), "dataset paths total_found truncated starting_points");
    assert_eq!(empty.answer("internet_exposure", json!({}))["total"], 0);
    assert!(empty.call("find_paths", json!({"source": "internet", "target": "x"})).is_error);

    let chain = load(&json!({
        "assets": [asset("a", "EC2"), asset("b", "IAM_ROLE"), asset("c", "IAM_ROLE")],
        "edges": [edge("e1", "a", "ASSUMES_ROLE", "b"), edge("e2", "b", "IAM_TRUST", "c")],
    }));
    let cut = json!({"start": "a", "max_depth": 1});
    assert!(text(&chain.answer("lateral_movement_paths", cut)["hint"]).contains("max_depth"));
    let answer = chain.answer("find_paths", json!({"source": "c", "target": "a"}));
    assert!(text(&answer["hint"]).contains("6 hops in mode flow"));
    let back = json!({"source": "c", "target": "a", "mode": "undirected"});
    assert_eq!(keys(&chain.answer("find_paths", back)).split(' ').next_back(), Some("truncated"));
}

/// A view counts as used when a tool had to have it.
#[test]
fn views_are_marked_as_they_are_used() {
    let estate = Estate::sample();
    let is_used = |view: &str| {
        let listed = estate.answer("list_datasets", json!({}));
        listed["datasets"][0]["cached"][view].clone()
    };
    estate.answer("lateral_movement_paths", json!({}));
    estate.answer("internet_exposure", json!({}));
    assert_eq!(is_used("graph"), json!(false));
    estate.answer("internet_exposure", json!({"include_reachable": true}));
    assert_eq!((is_used("graph"), is_used("dependency_graph")), (json!(true), json!(false)));
    estate.answer("blast_radius", json!({"ref": "booking-jump"}));
    assert_eq!(is_used("dependency_graph"), json!(true));
}
