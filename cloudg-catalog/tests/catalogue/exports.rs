//! Report files: what they hold, that they load again, and what names must never do in them.

use std::{fs, path::Path};

use serde_json::{Value, json};

use crate::{
    support::{Estate, array, object, text, vectors},
    terraform::{HOSTILE, hostile},
};

const FORMATS: [&str; 5] = ["json", "html", "inventory", "graphml", "asset_map"];

fn estate(dataset: &Value, name: &str) -> Estate {
    let estate = Estate::empty();
    estate.write("estate.json", &dataset.to_string());
    load(&estate, "estate.json", "generic", name);
    estate
}

fn load(estate: &Estate, path: &str, kind: &str, name: &str) {
    estate.answer(
        "load_dataset",
        json!({"path": path, "kind": kind, "name": name, "activate": true}),
    );
}

fn export(estate: &Estate, format: &str, subdir: &str) -> Value {
    estate.answer("export_report", json!({"format": format, "subdir": subdir}))
}

fn read(answer: &Value, key: &str) -> String {
    fs::read_to_string(text(&answer["files"][key])).unwrap()
}

fn read_json(answer: &Value, key: &str) -> Value {
    serde_json::from_str(&read(answer, key)).unwrap()
}

/// Everything that callers can ask about a dataset without its name, source and time of load.
fn told(estate: &Estate) -> Value {
    let mut summary = estate.answer("dataset_summary", json!({}));
    for key in ["dataset", "kind", "source", "loaded_at", "version", "has_organization"] {
        summary.as_object_mut().unwrap().shift_remove(key);
    }
    for key in ["organization", "coverage_records"] {
        summary.as_object_mut().unwrap().shift_remove(key);
    }
    let list = |tool: &str| {
        let mut answer = estate.answer(tool, json!({"limit": 500}));
        answer["items"].take()
    };
    json!({
        "summary": summary, "assets": list("find_assets"), "edges": list("get_edges"),
        "findings": list("list_findings"),
    })
}

#[test]
fn maps_are_as_recorded() {
    let estate = estate(&vectors("findings-vectors.json")["dataset"], "vec");
    let recorded = vectors("export-vectors.json")["asset_map_files"].take();
    let answer = export(&estate, "asset_map", "out");
    let name = |key: &str| Path::new(text(&answer["files"][key])).file_name().unwrap().to_owned();
    assert_eq!(name("asset_map"), "asset-map.json");
    let map = read(&answer, "asset_map");
    let expected = serde_json::to_string_pretty(&recorded["asset-map.json"]).unwrap();
    assert_eq!(map, expected);
    let expected = serde_json::to_string_pretty(&recorded["compliance-map.json"]).unwrap();
    assert_eq!(read(&answer, "compliance_map"), expected);
}

#[test]
fn answers_name_the_files() {
    let sample = Estate::sample();
    let answer = export(&sample, "inventory", "");
    let root = sample.root().display().to_string();
    let file = |name: &str| format!("{root}/{name}");
    let dataset = text(&answer["dataset"]).to_owned();
    let expected = json!({
        "dataset": dataset, "format": "inventory", "output_dir": root,
        "files": {
            "map": file("inventory-map.json"), "graphml": file("inventory-map.graphml"),
            "graph": file("inventory-graph.json"),
            "dependencies": file("inventory-dependencies.json"),
            "organization": file("inventory-organization.json"),
        },
    });
    assert_eq!(answer.to_string(), expected.to_string());
    let graphml = export(&sample, "graphml", "deep/er");
    let path = text(&graphml["files"]["graphml"]).to_owned();
    assert_eq!(path, format!("{root}/deep/er/{dataset}.graphml"));
    assert_eq!(read(&graphml, "graphml"), read(&answer, "graphml"));
    assert!(
        read(&graphml, "graphml").starts_with("<?xml version='1.0' encoding='utf-8'?>\n<graphml ")
    );
}

#[test]
fn a_report_loads_again_as_it_was() {
    for dataset in [vectors("findings-vectors.json")["dataset"].take(), hostile()] {
        let estate = estate(&dataset, "first");
        let before = told(&estate);
        let first = read_json(&export(&estate, "json", "out"), "json");
        load(&estate, "out/findings.json", "report", "again");
        assert_eq!(told(&estate), before);
        let second = read_json(&export(&estate, "json", "again"), "json");
        for key in ["summary", "assets", "findings", "compliance", "edges", "graph"] {
            assert_eq!(first[key].to_string(), second[key].to_string(), "{key}");
        }
        assert_eq!(
            object(&first).keys().collect::<Vec<_>>(),
            ["metadata", "summary", "assets", "findings", "compliance", "edges", "graph"]
        );
    }
}

#[test]
fn an_inventory_loads_again_without_findings() {
    let sample = Estate::sample();
    let before = told(&sample);
    let coverage = sample.answer("coverage_report", json!({}))["items"].take();
    let topology = sample.answer("organization_topology", json!({}));
    export(&sample, "inventory", "inv");
    load(&sample, "inv", "inventory", "again");
    let after = told(&sample);
    assert_eq!(after["edges"], before["edges"]);
    assert_eq!(after["summary"]["assets_by_type"], before["summary"]["assets_by_type"]);
    assert_eq!(after["findings"], json!([]));
    assert_eq!(sample.answer("coverage_report", json!({}))["items"], coverage);
    assert_eq!(sample.answer("organization_topology", json!({}))["ous"], topology["ous"]);
    let files = export(&sample, "inventory", "second");
    let first = fs::read_to_string(sample.root().join("inv/inventory-map.json")).unwrap();
    assert_eq!(read(&files, "map"), first);
}

#[test]
fn a_summary_is_in_its_order() {
    let sample = Estate::sample();
    let map = read_json(&export(&sample, "inventory", ""), "map");
    let keys: Vec<&str> = object(&map["summary"]).keys().map(String::as_str).collect();
    assert_eq!(
        keys.join(" "),
        "total_assets total_edges providers assets_by_type assets_by_service assets_by_region \
         assets_by_account edges_by_type edges_by_relationship unlinked_assets internet_exposed \
         accounts cross_account_edges external_accounts security_service_gaps \
         unresolved_references organization"
    );
}

/// What containers of accounts contain is structure, not a way between accounts.
#[test]
fn structure_crosses_no_account() {
    let sample = Estate::sample();
    let files = export(&sample, "inventory", "");
    let rows = read_json(&files, "dependencies")["cross_account_edges"].take();
    let asked = sample.answer("cross_account_edges", json!({}));
    assert_eq!(json!(array(&rows).len()), asked["total"]);
    assert!(!array(&rows).is_empty());
    assert!(array(&rows).iter().all(|row| row["edge_type"] != "CONTAINS"), "{rows}");
}

#[test]
fn the_same_export_is_the_same_apart_from_id_and_time() {
    let estate = estate(&hostile(), "hostile");
    for format in FORMATS {
        let [first, second] = ["a", "b"].map(|subdir| export(&estate, format, subdir));
        for key in object(&first["files"]).keys() {
            let plain = |answer: &Value| {
                let found = read(answer, key);
                match format {
                    "json" | "html" => without_scan(&found),
                    _ => found,
                }
            };
            assert_eq!(plain(&first), plain(&second), "{format} {key}");
        }
    }
}

fn without_scan(found: &str) -> String {
    let mut rest = found.to_owned();
    for key in ["\"scan_id\":", "\"started_at\":"] {
        let at = rest.find(key).unwrap_or_else(|| panic!("{key}"));
        let value = at + key.len();
        let end = value + rest[value..].find(',').unwrap();
        rest.replace_range(value..end, "");
    }
    rest
}

/// The page is its own markup around islands of JSON, whatever the names are.
#[test]
fn hostile_names_stay_data_on_the_page() {
    let estate = estate(&hostile(), "hostile");
    let page = read(&export(&estate, "html", ""), "html");
    let islands: Vec<&str> = page.split("<script type=\"application/json\"").skip(1).collect();
    assert_eq!(islands.len(), 7);
    for island in islands {
        let (_, rest) = island.split_once('>').unwrap();
        let (inner, _) = rest.split_once("</script>").unwrap();
        assert!(!inner.contains(['<', '>', '&', '\'', '\u{2028}', '\u{2029}']), "{inner}");
        let _: Value = serde_json::from_str(inner).unwrap();
    }
    assert_eq!(page.matches("<script").count(), 8);
    assert_eq!(page.matches("</script>").count(), 8);
    assert!(!page.contains("<img"));
    let (_, title) = page.split_once("<title>").unwrap();
    let title = title.split_once("</title>").unwrap().0;
    assert!(title.contains("&lt;/script&gt;"), "{title}");
    assert!(!page.contains("http://") && !page.contains("https://"), "no network");
    let island = page.split_once("id=\"data-findings\">").unwrap().1;
    let findings: Value = serde_json::from_str(island.split_once("</script>").unwrap().0).unwrap();
    assert_eq!(findings[0]["title"], json!(HOSTILE[0]));
    let island = page.split_once("id=\"data-assets\">").unwrap().1;
    let assets: Value = serde_json::from_str(island.split_once("</script>").unwrap().0).unwrap();
    let ids: Vec<&str> = array(&assets["rows"]).iter().map(|row| text(&row[0])).collect();
    assert_eq!(ids[..HOSTILE.len()], HOSTILE);
    for way in ["innerHTML", "outerHTML", "insertAdjacent", "document.write", "eval(", "fetch("] {
        assert!(!page.contains(way), "{way}");
    }
}

#[test]
fn findings_reach_their_asset_by_name_and_suppressed_ones_are_apart() {
    let sample = Estate::sample();
    let page = read(&export(&sample, "html", ""), "html");
    let island = |name: &str| -> Value {
        let start = format!("id=\"data-{name}\">");
        let rest = page.split_once(&start).unwrap().1;
        serde_json::from_str(rest.split_once("</script>").unwrap().0).unwrap()
    };
    let overview = island("overview");
    let summary = sample.answer("dataset_summary", json!({}));
    assert_eq!(overview["open"], summary["open_findings"]);
    assert_eq!(overview["suppressed"], summary["suppressed_findings"]);
    let rows = sample.answer("find_assets", json!({"has_findings": false}));
    assert_eq!(overview["clean"], rows["total"]);
    let top = array(&overview["top_risks"]).iter().map(|at| at.as_u64().unwrap() as usize);
    let findings = island("findings");
    let severities: Vec<&str> = top.map(|at| text(&findings[at]["severity"])).collect();
    assert_eq!(severities.len(), 6);
    assert_eq!(severities[0], "CRITICAL");
    let hierarchy = island("hierarchy");
    let regions = || object(&hierarchy).values().flat_map(|regions| object(regions).values());
    assert!(regions().any(|region| !object(&region["networks"]).is_empty()), "{hierarchy}");
    let graph = island("graph");
    let outside = array(&graph["outside"]).len();
    let first = overview["assets"].as_u64().unwrap() as usize + outside;
    let total = first + array(&findings).len() + array(&graph["frameworks"]).len();
    for (kind, ends) in object(&graph["links"]) {
        let ends: Vec<usize> = array(ends).iter().map(|n| n.as_u64().unwrap() as usize).collect();
        assert!(ends.len().is_multiple_of(2) && ends.iter().all(|&end| end < total), "{kind}");
    }
    let about = island("finding-assets");
    for pair in array(&graph["links"]["FINDING_AFFECTS"]).chunks(2) {
        let finding = pair[0].as_u64().unwrap() as usize - first;
        assert_eq!(about[finding], pair[1]);
    }
    assert!(!array(&graph["links"]["COMPLIANCE_GOVERNS"]).is_empty());
}

fn overview(estate: &Estate) -> Value {
    let page = read(&export(estate, "html", ""), "html");
    let rest = page.split_once("id=\"data-overview\">").unwrap().1;
    serde_json::from_str(rest.split_once("</script>").unwrap().0).unwrap()
}

/// The text without its numbers, each of which is a `#`.
fn numbers(text: &str) -> (String, Vec<u64>) {
    let mut found = Vec::new();
    let mut plain = Vec::new();
    for word in text.split(' ') {
        match word.replace(',', "").parse() {
            Ok(number) => {
                found.push(number);
                plain.push("#");
            }
            Err(_) => plain.push(word),
        }
    }
    (plain.join(" "), found)
}

#[test]
fn the_page_opens_with_sentences_made_of_the_numbers() {
    let sample = Estate::sample();
    let overview = overview(&sample);
    let sentences = array(&overview["sentences"]);
    assert!((3..=5).contains(&sentences.len()), "{sentences:?}");
    let (size, counts) = numbers(text(&sentences[0]));
    assert!(size.starts_with("The inventory has # assets in # accounts"), "{size}");
    let told = ["assets", "accounts", "regions", "open", "suppressed"];
    let told = told.map(|key| overview[key].as_u64().unwrap());
    assert_eq!(counts, told);
    let (_, counts) = numbers(text(&sentences[1]));
    let rows = sample.answer("find_assets", json!({"internet_exposed": true, "limit": 500}));
    let exposed: Vec<&str> = array(&rows["items"]).iter().map(|row| text(&row["id"])).collect();
    let page = read(&export(&sample, "html", ""), "html");
    let island = |name: &str| -> Value {
        let rest = page.split_once(&format!("id=\"data-{name}\">")).unwrap().1;
        serde_json::from_str(rest.split_once("</script>").unwrap().0).unwrap()
    };
    let (findings, about, assets) =
        (island("findings"), island("finding-assets"), island("assets"));
    let is_counted = |(finding, asset): &(&Value, &Value)| {
        let is_bad = ["CRITICAL", "HIGH"].contains(&text(&finding["severity"]));
        let id = || text(&assets["rows"][asset.as_u64().unwrap() as usize][0]);
        is_bad
            && finding.get("is_suppressed").is_none()
            && asset.is_u64()
            && exposed.contains(&id())
    };
    let bad = array(&findings).iter().zip(array(&about)).filter(is_counted).count();
    assert_eq!(counts[2], bad as u64);
    let severity = |name: &str| overview["severities"][name].as_u64().unwrap();
    assert_eq!(counts[..2], [severity("CRITICAL"), severity("HIGH")]);
    let paths = sample.answer("attack_paths", json!({"max_paths": 10}));
    let (_, counts) = numbers(text(&sentences[2]));
    assert_eq!(json!(counts[0]), overview["attack_paths"]["total"]);
    assert_eq!(json!(counts[1]), overview["attack_paths"]["considered"]);
    let score = |row: &Value| row["score"].clone();
    let shown: Vec<Value> = array(&overview["attack_paths"]["rows"]).iter().map(score).collect();
    let asked: Vec<Value> = array(&paths["paths"]).iter().map(score).collect();
    assert_eq!(shown, asked);
}

#[test]
fn the_page_says_what_to_do_first_and_of_when_the_data_is() {
    let sample = Estate::sample();
    let page = overview(&sample);
    let risks = sample.answer("top_risks", json!({"top": 5}));
    let scores = |rows: &Value| -> Vec<Value> {
        array(rows).iter().map(|row| row["score"].clone()).collect()
    };
    assert_eq!(scores(&page["first_steps"]).len(), 5);
    assert_eq!(page["data"]["basis"], "collected");
    assert!(text(&page["data"]["to"]) < text(&page["started_at"]));
    assert!(risks["items"].is_array(), "{risks}");
    assert_eq!(scores(&page["first_steps"]), scores(&risks["items"]));
}

/// Nothing is said about assets where there are none.
#[test]
fn findings_without_an_inventory_are_said_to_be_alone() {
    let mut dataset = vectors("findings-vectors.json")["dataset"].take();
    dataset["assets"] = json!([]);
    dataset["edges"] = json!([]);
    let page = overview(&estate(&dataset, "scanner"));
    let sentences = array(&page["sentences"]);
    assert!(text(&sentences[0]).starts_with("This dataset has no inventory"), "{sentences:?}");
    let joined = page["sentences"].to_string();
    assert!(!joined.contains('%') && !joined.contains("exposed"), "{joined}");
    assert_eq!(page["attack_paths"], Value::Null);
    let steps = array(&page["first_steps"]);
    assert!(!steps.is_empty() && steps.iter().all(|step| step.get("asset").is_none()));
    assert_eq!(page["account"], "N/A");
}

#[test]
fn an_inventory_without_findings_is_not_called_safe() {
    let asset = |id: &str| {
        json!({"id": id, "name": id, "asset_type": "EC2", "provider": "AWS",
        "account_id": "1", "region": "r"})
    };
    let page = overview(&estate(&json!({"assets": [asset("a"), asset("b")], "edges": []}), "bare"));
    let sentences = array(&page["sentences"]);
    assert!(text(&sentences[0]).contains("No finding is loaded"), "{sentences:?}");
    assert_eq!(page["first_steps"], json!([]));
    assert_eq!(page["data"]["basis"], "loaded");
}

/// Every place in the hierarchy is a number of an asset, and each asset has one place.
#[test]
fn each_asset_has_one_place() {
    let estate = estate(&vectors("findings-vectors.json")["dataset"], "vec");
    let page = read(&export(&estate, "html", ""), "html");
    let rest = page.split_once("id=\"data-hierarchy\">").unwrap().1;
    let hierarchy: Value = serde_json::from_str(rest.split_once("</script>").unwrap().0).unwrap();
    let mut places = Vec::new();
    for region in object(&hierarchy).values().flat_map(|regions| object(regions).values()) {
        places.extend(array(&region["assets"]).iter().map(|at| at.as_u64().unwrap()));
        for network in object(&region["networks"]) {
            places.push(network.0.parse().unwrap());
            places.extend(array(&network.1["assets"]).iter().map(|at| at.as_u64().unwrap()));
            for (subnet, inside) in object(&network.1["subnets"]) {
                places.push(subnet.parse().unwrap());
                places.extend(array(inside).iter().map(|at| at.as_u64().unwrap()));
            }
        }
    }
    places.sort_unstable();
    assert_eq!(places, (0..40).collect::<Vec<u64>>());
}

#[test]
fn deep_metadata_is_written() {
    let deep = format!("{}{}", "[".repeat(900), "]".repeat(900));
    let asset =
        r#"{"id":"a","name":"a","asset_type":"EC2","provider":"AWS","metadata":{"d":DEEP}}"#;
    let estate = Estate::empty();
    let body = format!(r#"{{"edges":[],"assets":[{}]}}"#, asset.replace("DEEP", &deep));
    estate.write("estate.json", &body);
    load(&estate, "estate.json", "generic", "deep");
    for format in FORMATS {
        export(&estate, format, "out");
    }
    load(&estate, "out/findings.json", "report", "again");
}

#[test]
fn reports_are_written_nowhere_else() {
    let sample = Estate::sample();
    for subdir in ["../x", "/etc"] {
        let refused = sample.call("export_report", json!({"subdir": subdir})).to_wire();
        assert_eq!(refused["_meta"]["cloudg/error_code"], json!(-31001), "{subdir}");
    }
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("/", sample.root().join("up")).unwrap();
        let refused = sample.call("export_report", json!({"subdir": "up/tmp"})).to_wire();
        assert_eq!(refused["_meta"]["cloudg/error_code"], json!(-31001));
    }
}

#[test]
fn maps_take_findings_that_name_an_asset_as_a_whole() {
    let asset = json!({"id": "a", "name": "Web", "asset_type": "EC2", "provider": "AWS",
        "arn": "arn:aws:ec2:r:1:instance/i-1"});
    let finding = |id: &str, resource: &str| {
        json!({"id": id, "resource_id": resource, "title": "t", "description": "d",
            "source_tool": "x", "severity": "HIGH", "compliance_frameworks": ["F"]})
    };
    // Another letter case and a part of an ARN are for people who ask, not for maps.
    let dataset = json!({"assets": [asset],
        "findings": [finding("f", "web"), finding("g", "instance/i-1"), finding("h", "Web")]});
    let estate = estate(&dataset, "few");
    let answer = export(&estate, "asset_map", "out");
    let assets = read_json(&answer, "asset_map");
    assert_eq!(assets["assets"][0]["finding_ids"], json!(["h"]));
    assert_eq!(assets["assets_with_findings"], 1);
}

#[test]
fn results_keep_what_is_not_of_the_model() {
    let result = json!({"id": "c", "framework": "F", "control_id": "1", "status": "FAIL",
        "owner": "me", "since": [2026]});
    let estate = estate(&json!({"compliance": [result]}), "few");
    let exported = read_json(&export(&estate, "json", "out"), "json");
    let keys: Vec<&String> = object(&exported["compliance"][0]).keys().collect();
    assert_eq!(keys[keys.len() - 3..], ["resource_arn", "owner", "since"]);
    estate.answer("normalise_findings", json!({}));
    let exported = read_json(&export(&estate, "json", "out"), "json");
    assert_eq!(exported["compliance"][0]["since"], json!([2026]));
}

#[test]
fn a_report_does_not_count_as_a_question_about_dependencies() {
    let estate = Estate::sample();
    FORMATS.iter().for_each(|format| drop(export(&estate, format, "out")));
    let cached = estate.answer("list_datasets", json!({}))["datasets"][0]["cached"].take();
    assert_eq!((&cached["graph"], &cached["dependency_graph"]), (&json!(true), &json!(false)));
}
