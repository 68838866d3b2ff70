//! Terraform export: recorded answers, and what names and values must never do.

use std::{collections::BTreeSet, fs, path::Path};

use serde_json::{Value, json};

use crate::support::{Estate, array, object, text, vectors};

fn estate(dataset: &Value, name: &str) -> Estate {
    let estate = Estate::empty();
    estate.write("estate.json", &dataset.to_string());
    let arguments = json!({"path": "estate.json", "kind": "generic", "name": name});
    estate.answer("load_dataset", arguments);
    estate
}

fn file(answer: &Value, key: &str) -> String {
    fs::read_to_string(text(&answer["files"][key])).unwrap()
}

fn json_file(answer: &Value, key: &str) -> Value {
    serde_json::from_str(&file(answer, key)).unwrap()
}

#[test]
fn answers_are_as_recorded() {
    let estate = estate(&vectors("findings-vectors.json")["dataset"], "vec");
    let recorded = vectors("export-vectors.json");
    let mut n_cases = 0;
    for case in array(&recorded["cases"]) {
        let answer = estate.answer(text(&case["tool"]), case["arguments"].clone());
        let mut expected = case["structuredContent"].clone();
        for (key, value) in case.get("ours").map(object).into_iter().flatten() {
            expected[key.as_str()] = value.clone();
        }
        let root = estate.root().display().to_string();
        let expected = expected.to_string().replace("<root>/out", &root);
        let expected: Value = serde_json::from_str(&expected).unwrap();
        assert_eq!(answer, expected, "{case}");
        n_cases += 1;
    }
    assert_eq!(n_cases, 3);
}

/// The recording lacks tags where the type has them, and describes what Terraform does not know.
#[test]
fn resources_are_as_recorded_or_better() {
    let estate = estate(&vectors("findings-vectors.json")["dataset"], "vec");
    let answer = estate.answer("export_terraform", json!({}));
    let recorded = vectors("export-vectors.json")["terraform_files"].take();
    assert_eq!(json_file(&answer, "provider"), recorded["provider.tf.json"]);
    let main = json_file(&answer, "main");
    let mut n_attributes = 0;
    for (kind, labels) in object(&recorded["main.tf.json"]["resource"]) {
        for (label, attributes) in object(labels) {
            // A subnet of another cloud, and attributes that no provider has.
            if matches!(label.as_str(), "gsub" | "avm" | "gvm") {
                continue;
            }
            let ours = object(&main["resource"][kind][label]);
            for (attribute, value) in object(attributes) {
                assert_eq!(&ours[attribute], value, "{kind}.{label} {attribute}");
                n_attributes += 1;
            }
            let known = |key: &str| attributes.get(key).is_some();
            let more: Vec<&String> = ours.keys().filter(|key| !known(key)).collect();
            assert!(
                more.iter().all(|key| ["tags", "name", "//"].contains(&key.as_str())),
                "{more:?}"
            );
            assert_eq!(ours.keys().next_back().map(String::as_str), Some("lifecycle"));
        }
    }
    assert!(n_attributes > 50);
    let subnet = &main["resource"]["google_compute_subnetwork"]["gsub"];
    assert_eq!(subnet, &json!({"name": "gsub"}));
    let instance = &main["resource"]["google_compute_instance"]["gvm"];
    assert_eq!(instance["lifecycle"], json!({"ignore_changes": ["labels"]}));
    assert!(instance.get("machine_type").is_none());
}

#[test]
fn imports_name_what_terraform_wants() {
    let estate = estate(&vectors("findings-vectors.json")["dataset"], "vec");
    let script = file(&estate.answer("export_terraform", json!({})), "import_commands");
    for line in [
        "terraform import 'aws_vpc.net' 'vpc-1'",
        "terraform import 'aws_s3_bucket.data' 'data'",
        "terraform import 'aws_instance.app_1' 'i-1'",
        "terraform import 'aws_iam_role.app_role' 'app-role'",
    ] {
        assert!(script.lines().any(|found| found == line), "{line}\n{script}");
    }
}

#[test]
fn defaults_are_the_most_frequent_of_a_cloud() {
    let asset = |id: &str, provider: &str, region: &str, account: Value| {
        json!({"id": id, "name": id, "asset_type": "EC2", "provider": provider, "region": region,
            "account_id": account})
    };
    let dataset = json!({"edges": [], "assets": [
        asset("a", "AWS", "global", json!("1")),
        asset("b", "AWS", "eu-west-1", json!("2")),
        asset("c", "AWS", "us-east-1", json!("2")),
        asset("d", "AWS", "us-east-1", Value::Null),
        asset("e", "GCP", "global", Value::Null),
        asset("f", "GCP", "global", Value::Null),
    ]});
    let variables =
        json_file(&estate(&dataset, "e").answer("export_terraform", json!({})), "variables");
    let defaults: Vec<String> = object(&variables["variable"])
        .iter()
        .map(|(name, variable)| format!("{name}={}", text(&variable["default"])))
        .collect();
    let expected =
        ["aws_region=us-east-1", "aws_account_id=2", "gcp_project_id=", "gcp_region=us-central1"];
    assert_eq!(defaults, expected);
}

#[test]
fn an_empty_selection_gives_four_files() {
    let sample = Estate::sample();
    let arguments = json!({"refs": ["web-1"], "asset_types": ["VPC"], "subdir": "a/../b"});
    let answer = sample.answer("export_terraform", arguments);
    assert_eq!(answer["resources"], json!(0));
    assert_eq!(json_file(&answer, "main"), json!({"resource": {}}));
    assert_eq!(json_file(&answer, "variables"), json!({"variable": {}}));
    assert_eq!(
        json_file(&answer, "provider"),
        json!({"terraform": {"required_version": ">= 1.5.0", "required_providers": {}},
            "provider": {}})
    );
    assert!(Path::new(text(&answer["output_dir"])).ends_with("b"));
}

/// Names that are templates, commands or markup.
pub(crate) const HOSTILE: [&str; 7] = [
    "</script><img src=x>",
    "'; rm -rf / #",
    "${x}%{y}",
    "$(touch pwned)`id`",
    "line\nbreak\u{0}\u{1b}\u{2028}",
    "\"quoted\" & <b>",
    "ünï",
];

/// An estate of which everything is a hostile name, and one name of 300 characters.
pub(crate) fn hostile() -> Value {
    let long = "x".repeat(300);
    let names = HOSTILE.iter().copied().chain([long.as_str()]);
    let assets: Vec<Value> = names
        .clone()
        .map(|name| {
            json!({
                "id": name, "arn": format!("arn:aws:s3:::{name}"), "name": name,
                "asset_type": "S3_BUCKET", "provider": "AWS", "region": name, "account_id": name,
                "tags": {name: name}, "metadata": {name: {"nested": [name]}},
                "collected_at": "2026-01-01T00:00:00Z",
            })
        })
        .collect();
    let findings: Vec<Value> = names
        .clone()
        .map(|name| {
            json!({
                "id": format!("f {name}"), "resource_id": name, "severity": "HIGH", "title": name,
                "description": name, "evidence": name, "remediation": name, "source_tool": name,
                "compliance_frameworks": [name], "detected_at": "2026-01-01T00:00:00Z",
            })
        })
        .collect();
    let edges: Vec<Value> = names
        .map(|name| {
            json!({"id": format!("e {name}"), "source_id": name, "target_id": HOSTILE[0],
                "edge_type": "REFERENCES", "description": name, "relationship": name})
        })
        .collect();
    json!({"assets": assets, "edges": edges, "findings": findings})
}

#[test]
fn hostile_names_stay_text() {
    let estate = estate(&hostile(), "hostile");
    let answer = estate.answer("export_terraform", json!({}));
    let main = file(&answer, "main");
    assert!(main.contains("$${x}%%{y}"));
    let loose = main.replace("$${", "").replace("%%{", "");
    assert!(!loose.contains("${") && !loose.contains("%{"), "{main}");
    let script = file(&answer, "import_commands");
    assert!(script.contains(r"'\''; rm -rf / #'"), "{script}");
    assert!(script.contains("'$(touch pwned)`id`'"));
    assert_eq!(script.lines().filter(|line| line.starts_with("echo 'Not imported")).count(), 1);
    assert!(!script.contains(|c: char| c.is_control() && c != '\n'));
    let main: Value = serde_json::from_str(&main).unwrap();
    let labels: BTreeSet<&String> = object(&main["resource"]["aws_s3_bucket"]).keys().collect();
    assert_eq!(labels.len(), HOSTILE.len() + 1);
    for label in labels {
        let first = label.chars().next().unwrap();
        assert!(first.is_ascii_alphabetic(), "{label}");
        assert!(label.chars().all(|c| c.is_ascii_alphanumeric() || c == '_'), "{label}");
    }
}

/// The shell itself says what it would run.
#[cfg(unix)]
#[test]
fn the_script_is_executable_and_runs_nothing_else() {
    use std::os::unix::fs::PermissionsExt;
    let estate = estate(&hostile(), "hostile");
    let answer = estate.answer("export_terraform", json!({}));
    let script = Path::new(text(&answer["files"]["import_commands"]));
    assert_eq!(fs::metadata(script).unwrap().permissions().mode() & 0o100, 0o100);
    let bin = estate.root().join("bin");
    fs::create_dir(&bin).unwrap();
    let fake = bin.join("terraform");
    fs::write(&fake, "#!/bin/sh\nprintf '%s|' \"$@\"\n").unwrap();
    fs::set_permissions(&fake, fs::Permissions::from_mode(0o755)).unwrap();
    let path = format!("{}:{}", bin.display(), std::env::var("PATH").unwrap_or_default());
    let output = std::process::Command::new("bash")
        .arg(script)
        .current_dir(estate.root())
        .env("PATH", path)
        .output()
        .unwrap();
    let printed = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{printed}");
    assert!(printed.contains("import|aws_s3_bucket.rm_rf|'; rm -rf / #|"), "{printed}");
    assert!(!estate.root().join("pwned").exists());
}

#[test]
fn two_assets_of_one_name_are_two_resources() {
    let asset = |id: &str| json!({"id": id, "name": "a", "asset_type": "VPC", "provider": "AWS"});
    let estate = estate(&json!({"edges": [], "assets": [asset("1"), asset("2")]}), "twins");
    let answer = estate.answer("export_terraform", json!({"refs": ["2", "1", "2"]}));
    assert_eq!(answer["resources"], json!(2));
    let main = json_file(&answer, "main");
    assert_eq!(object(&main["resource"]["aws_vpc"]).keys().collect::<Vec<_>>(), ["a", "a_1"]);
    let script = file(&answer, "import_commands");
    assert!(script.contains("'aws_vpc.a' '2'") && script.contains("'aws_vpc.a_1' '1'"), "{script}");
}

#[test]
fn nothing_is_written_elsewhere() {
    let sample = Estate::sample();
    for subdir in ["../x", "/etc", "a/../../b"] {
        let refused = sample.call("export_terraform", json!({"subdir": subdir})).to_wire();
        assert_eq!(refused["_meta"]["cloudg/error_code"], json!(-31001), "{subdir}");
        assert!(refused["_meta"].get("cloudg/error_data").is_none(), "{subdir}");
        let message = text(&refused["content"][0]["text"]);
        let root = sample.root().display().to_string();
        assert!(message.contains(subdir) && message.contains(&root), "{message}");
    }
    let invalid = sample.call("export_terraform", json!({"subdir": "a b"})).to_wire();
    assert_eq!(invalid["_meta"]["cloudg/error_code"], json!(-32602));
}
