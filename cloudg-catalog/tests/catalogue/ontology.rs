//! The ontology tools on the recorded estate, and on the smallest ones that need a rule to be right.

use serde_json::{Map, Value, json};

use crate::support::{Estate, array, object, text, vectors};

/// The estate that the cases were recorded on.
fn recorded() -> Estate {
    let estate = Estate::empty();
    let dataset = &vectors("findings-vectors.json")["dataset"];
    estate.write("estate.json", &dataset.to_string());
    estate.answer("load_dataset", json!({"path": "estate.json", "name": "vec"}));
    estate
}

/// The answer that is expected: where a recorded one is wrong, what is right instead.
fn expected(case: &Value) -> Map<String, Value> {
    let mut expected = object(&case["structuredContent"]).clone();
    if let Some(ours) = case.get("ours") {
        expected.extend(object(ours).clone());
    }
    expected
}

/// Without the relation that we name in addition.
fn without_relation(mut answer: Value) -> Value {
    if let Some(items) = answer.get_mut("items").and_then(Value::as_array_mut) {
        for item in items {
            item.as_object_mut().unwrap().shift_remove("relation");
        }
    }
    answer
}

/// Runs the cases of the tools; returns how many there were.
fn check(estate: &Estate, cases: &Value, tools: &[&str]) -> usize {
    let mut n_cases = 0;
    for case in array(cases) {
        if !tools.contains(&text(&case["tool"])) {
            continue;
        }
        n_cases += 1;
        let answer =
            without_relation(estate.answer(text(&case["tool"]), case["arguments"].clone()));
        let expected = expected(case);
        assert!(object(&answer).keys().eq(expected.keys()), "{case}");
        for (key, value) in expected {
            let same = match (&answer[&key], &value) {
                (ours, Value::String(_)) if key == "hint" => ours.is_string(),
                (ours, theirs) => ours == theirs,
            };
            assert!(
                same,
                "{} {}: {key}\n{}\n{value}",
                case["tool"], case["arguments"], answer[&key]
            );
        }
    }
    n_cases
}

#[test]
fn triples_are_answered_as_recorded() {
    let (estate, vectors) = (recorded(), vectors("ontology-vectors.json"));
    let tools = ["ontology_stats", "ontology_neighbourhood", "relation_groups"];
    assert_eq!(check(&estate, &vectors["cases"], &tools), 14);
}

#[test]
fn an_empty_dataset_has_the_schema_only() {
    let estate = Estate::empty();
    estate.write("empty.json", r#"{"assets": [], "edges": []}"#);
    estate.answer("load_dataset", json!({"path": "empty.json"}));
    let stats = estate.answer("ontology_stats", json!({}));
    assert_eq!(stats["total_triples"], 654);
    assert_eq!((&stats["classes_used"], &stats["individuals"]), (&json!(0), &json!(0)));
    assert_eq!(
        (&stats["relation_type_counts"], &stats["relation_group_counts"]),
        (&json!({}), &json!({}))
    );
}

#[test]
fn it_is_built_once_for_each_version() {
    let estate = recorded();
    let built = || estate.answer("ontology_stats", json!({}))["built_now"].clone();
    assert_eq!([built(), built()], [true, false]);
    let suppress = json!({"finding_ids": ["f1"], "reason": "accepted"});
    estate.answer("suppress_findings", suppress.clone());
    assert_eq!([built(), built()], [true, false]);
    estate.answer("suppress_findings", suppress);
    assert_eq!(built(), false, "only the reason was written again");
}

#[test]
fn an_unknown_group_is_refused_before_anything_is_built() {
    let estate = recorded();
    let refused = estate.call("relation_groups", json!({"group": "netwrk"})).to_wire();
    assert_eq!(refused["_meta"]["cloudg/error_code"], -32602);
    assert_eq!(refused["_meta"]["cloudg/error_data"]["close_matches"], json!(["NETWORK"]));
    assert_eq!(estate.answer("ontology_stats", json!({}))["built_now"], true);
}

#[test]
fn pages_of_relations_make_the_whole() {
    let estate = recorded();
    let whole = estate.answer("relation_groups", json!({"group": "network", "limit": 500}));
    let (mut items, mut cursor) = (Vec::new(), String::new());
    loop {
        let arguments = json!({"group": "network", "limit": 4, "cursor": cursor});
        let page = estate.answer("relation_groups", arguments);
        items.extend(array(&page["items"]).iter().cloned());
        match page["next_cursor"].as_str() {
            Some(next) => cursor = next.to_owned(),
            None => break,
        }
    }
    assert_eq!(Value::from(items), whole["items"]);
}

#[test]
fn chunks_are_answered_as_recorded() {
    let (estate, vectors) = (recorded(), vectors("ontology-vectors.json"));
    assert_eq!(check(&estate, &vectors["rag_cases"], &["rag_chunks"]), 4);
}

#[test]
fn communities_hold_each_node_at_most_once_and_never_change() {
    let estate = recorded();
    let ask = || estate.answer("rag_chunks", json!({"chunk_type": "community", "limit": 100}));
    let answer = ask();
    let items = array(&answer["items"]);
    assert!(items.len() > 1);
    let mut n_members = 0;
    for item in items {
        let metadata = &item["metadata"];
        let members = metadata["member_count"].as_u64().unwrap();
        let types = object(&metadata["asset_types"]).values().map(|n| n.as_u64().unwrap());
        assert_eq!(types.sum::<u64>(), members, "{item}");
        assert!(members > 1 && metadata["internal_edges"].as_u64().unwrap() + 1 >= members);
        assert_eq!(text(&item["chunk_id"]), format!("community::{}", metadata["community_id"]));
        n_members += members;
    }
    let stats = estate.answer("graph_stats", json!({}));
    assert!(n_members <= stats["nodes"].as_u64().unwrap_or(u64::MAX));
    assert_eq!(
        estate.answer("rag_chunks", json!({"chunk_type": "community", "ref": "vm"}))["total"],
        0
    );
    assert_eq!(
        ask()["items"],
        recorded().answer("rag_chunks", json!({"chunk_type": "community", "limit": 100}))["items"]
    );
}

#[test]
fn a_chunk_with_thousands_of_relations_keeps_its_budget() {
    let estate = Estate::empty();
    let edge = |n: usize| json!({"source_id": "sg", "target_id": format!("ep-{n}"), "edge_type": "REFERENCES"});
    let edges: Vec<Value> = (0..5000).map(edge).collect();
    let asset =
        json!({"id": "sg", "name": "sg", "asset_type": "SECURITY_GROUP", "provider": "AWS"});
    estate.write("wide.json", &json!({"assets": [asset], "edges": edges}).to_string());
    estate.answer("load_dataset", json!({"path": "wide.json"}));
    for (kind, shown) in
        [("entity", "  → DEPENDS_ON: ep-"), ("relation_group", "  sg → DEPENDS_ON → ep-")]
    {
        let answer = estate.answer("rag_chunks", json!({"chunk_type": kind}));
        let content = text(&answer["items"][0]["content"]).to_owned();
        assert!((7900..=8000).contains(&content.chars().count()), "{kind}");
        let n_shown = content.lines().filter(|line| line.starts_with(shown)).count();
        assert!(content.ends_with(&format!("  ... and {} more", 5000 - n_shown)), "{kind}");
    }
}

#[test]
fn files_are_written_to_the_output_directory() {
    let estate = recorded();
    for (format, given, name) in [
        ("turtle", "a", "a.ttl"),
        ("turtle", "b.ttl", "b.ttl"),
        ("xml", "b.ttl", "b.ttl.rdf"),
        ("json-ld", "..", "...jsonld"),
        ("nt", "ontology", "ontology.nt"),
    ] {
        let arguments = json!({"format": format, "filename": given});
        let answer = estate.answer("export_ontology", arguments);
        let path = estate.root().join(name);
        assert_eq!(answer["path"], path.display().to_string());
        assert_eq!(answer["bytes"], std::fs::metadata(&path).unwrap().len());
        assert_eq!((&answer["triples"], &answer["format"]), (&json!(1110), &json!(format)));
    }
    for filename in ["../x", "a/b", ""] {
        let refused = estate.call("export_ontology", json!({"filename": filename})).to_wire();
        assert_eq!(refused["_meta"]["cloudg/error_code"], -32602, "{filename}");
    }
}

#[test]
fn queries_are_answered_as_recorded() {
    let (estate, vectors) = (recorded(), vectors("ontology-vectors.json"));
    assert_eq!(check(&estate, &vectors["cases"], &["sparql_query"]), 9);
}

/// The answer to a query.
fn query(estate: &Estate, query: &str) -> Value {
    estate.answer("sparql_query", json!({"query": query}))
}

#[test]
fn a_query_is_refused_before_the_dataset_is_looked_up() {
    let estate = Estate::empty();
    let refused =
        estate.call("sparql_query", json!({"query": "DROP ALL", "dataset": "x"})).to_wire();
    assert_eq!(refused["_meta"]["cloudg/error_code"], -32602);
    assert!(refused["_meta"].get("cloudg/error_data").is_none());
    assert!(text(&refused["content"][0]["text"]).contains("read-only"));
    let missing = estate.call("sparql_query", json!({"query": "ASK {}"}));
    assert!(missing.text().contains("No dataset is loaded"));
}

#[test]
fn values_keep_how_they_were_written() {
    let estate = recorded();
    let ask = |text: &str| query(&estate, text)["rows"].clone();
    assert_eq!(
        ask("SELECT (MAX(?r) AS ?m) (SAMPLE(?r) AS ?s) { cmr:finding_f3 cmp:hasRiskScore ?r }"),
        json!([{"m": "5.0", "s": "5.0"}])
    );
    assert_eq!(
        ask(
            "SELECT ?b (STR(?f) AS ?s) { ?f cmp:hasRiskScore ?r FILTER(?f = cmr:finding_f3) BIND(?r AS ?b) }"
        ),
        json!([{"b": "5.0", "s": "https://cloudg.io/resource/finding_f3"}]),
        "only IRIs are shortened"
    );
    assert_eq!(ask("SELECT ?f { ?f cmp:hasRiskScore \"5.00\"^^xsd:float }"), json!([]));
    let same = "SELECT ?f { ?f cmp:hasName \"app-1\"^^xsd:string }";
    assert_eq!(ask(same), json!([{"f": "cmr:vm"}]));
    let kinds = query(&estate, "SELECT ?o { cmr:vm ?p ?o }")["variable_kinds"].clone();
    assert_eq!(kinds, json!({"o": "term"}), "IRIs and literals in one column");
    let unbound = query(&estate, "SELECT ?f ?nope { ?f a cm:SecurityFinding } LIMIT 1");
    assert_eq!(unbound["rows"][0]["nope"], Value::Null);
    assert_eq!(unbound["variable_kinds"], json!({"f": "uri"}));
}

#[test]
fn an_identifier_is_shown_and_found_as_itself() {
    let estate = Estate::empty();
    let asset = json!({"id": "a b%20|<x>", "name": "n", "asset_type": "EC2", "provider": "AWS"});
    estate.write("odd.json", &json!({"assets": [asset]}).to_string());
    estate.answer("load_dataset", json!({"path": "odd.json"}));
    let found = query(&estate, "SELECT ?x { ?x cmp:hasName \"n\" }");
    assert_eq!(found["rows"], json!([{"x": "cmr:a b%20|<x>"}]));
    let iri = "ASK { <https://cloudg.io/resource/a%20b%2520%7C%3Cx%3E> a cm:ComputeInstance }";
    assert_eq!(query(&estate, iri)["answer"], true);
}

#[test]
fn forms_have_their_columns() {
    let estate = recorded();
    let triples = query(&estate, "CONSTRUCT { ?s cmp:x ?n } WHERE { ?s cmp:hasName ?n } LIMIT 1");
    let row = object(&triples["rows"][0]);
    assert!(row.keys().eq(["subject", "predicate", "object"]));
    let kinds = json!({"subject": "uri", "predicate": "uri", "object": "term"});
    assert_eq!(
        (&triples["query_type"], &triples["variable_kinds"]),
        (&json!("ConstructQuery"), &kinds)
    );
    let nothing = query(&estate, "DESCRIBE cmr:nope");
    assert_eq!((&nothing["rows"], &nothing["variable_kinds"]), (&json!([]), &kinds));
    let exactly = json!({"query": "SELECT ?x { VALUES ?x { 1 2 } }", "limit": 2});
    assert_eq!(estate.answer("sparql_query", exactly)["truncated"], false);
}

#[test]
fn products_of_everything_end_at_the_limit() {
    let estate = recorded();
    let start = std::time::Instant::now();
    let found = query(&estate, "SELECT ?a ?b ?c ?d { ?a ?p ?x . ?b ?q ?y . ?c ?r ?z . ?d ?t ?w }");
    assert_eq!((&found["returned"], &found["truncated"]), (&json!(100), &json!(true)));
    assert!(start.elapsed() < std::time::Duration::from_secs(20), "{:?}", start.elapsed());
}

#[test]
fn what_cannot_be_computed_says_so() {
    let estate = recorded();
    let refused = |query: &str| {
        let refused = estate.call("sparql_query", json!({"query": query})).to_wire();
        assert_eq!(refused["_meta"]["cloudg/error_code"], -32602, "{query}: {refused}");
        text(&refused["content"][0]["text"]).to_owned()
    };
    let doubled = (0..24).fold("\"xxxxxxxx\" AS ?v0".to_owned(), |binds, n| {
        format!("{binds}) BIND(CONCAT(?v{n}, ?v{n}) AS ?v{}", n + 1)
    });
    assert!(refused(&format!("SELECT * {{ BIND({doubled}) }}")).contains("too long"));
    assert!(refused("SELECT (<http://x/f>(1) AS ?x) {}").contains("function"));
}

#[test]
fn a_neighbourhood_has_each_relation_once_at_its_smallest_depth() {
    let estate = Estate::sample();
    let assets = estate.answer("find_assets", json!({"limit": 10}));
    for asset in array(&assets["items"]) {
        let mut nearer = Vec::new();
        for hops in 1..=3 {
            let arguments = json!({"ref": asset["id"], "hops": hops, "limit": 500});
            let answer = estate.answer("ontology_neighbourhood", arguments);
            let key = |triple: &Value| {
                ["subject_id", "predicate", "object_id"].map(|part| text(&triple[part]).to_owned())
            };
            let triples = array(&answer["triples"]);
            let mut found: Vec<_> = triples.iter().map(key).collect();
            assert_eq!(found[..nearer.len()], nearer[..], "more hops only add");
            assert!(
                triples[nearer.len()..].iter().all(|triple| triple["depth"] == hops),
                "{answer}"
            );
            let predicates = object(&answer["predicates"]).values().map(|n| n.as_u64().unwrap());
            assert_eq!(predicates.sum::<u64>(), answer["returned"].as_u64().unwrap());
            if answer["truncated"] == true {
                break;
            }
            nearer.clone_from(&found);
            found.sort();
            found.dedup();
            assert_eq!(found.len(), triples.len(), "{answer}");
        }
    }
}
