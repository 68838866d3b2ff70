//! Answers as tables and pictures, and rulesets of one's own, on the command line.

use std::{fs, process::Command};

use serde_json::json;
use tempfile::TempDir;

use crate::binary::{self, Run, command, finish, run};

#[test]
fn a_table_tells_what_it_lacks_and_how_to_go_on() {
    let arguments = r#"{"limit": 2, "query": "o'r"}"#;
    let nothing =
        run(&["call", "find_assets", "--sample", "--render", "table", "--args", arguments]);
    assert_eq!(
        (nothing.code, nothing.stdout.as_str()),
        (0, "Nothing to list.\n  Asked for: limit=2, query=o'r\n")
    );
    let first =
        run(&["call", "find_assets", "--sample", "--render", "table", "--args", r#"{"limit": 2}"#]);
    assert_eq!((first.code, first.stdout.lines().count()), (0, 4), "{first:?}");
    assert!(first.stderr.contains("98 more of 100 are not shown."), "{first:?}");
    let mut lines = first.stderr.lines();
    let next = lines.find_map(|line| line.strip_prefix("Next page: cloudg ")).unwrap();
    // The command is one for a shell.
    if cfg!(unix) {
        let script = format!("{} {next}", binary::path().display());
        let mut shell = Command::new("sh");
        let second = finish(shell.arg("-c").arg(script).env("CLOUDG_MCP_POLICY", "open"));
        assert_eq!(second.code, 0, "{second:?}");
        assert!(second.stderr.contains("96 more of 100 are not shown."), "{second:?}");
        assert_ne!(second.stdout, first.stdout);
    }
}

#[test]
fn a_form_that_an_answer_lacks_is_wrong_usage() {
    let wrong = |arguments: &[&str], part: &str| {
        let run = run(&[&["call", "find_assets", "--sample"], arguments].concat());
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{run:?}");
        assert!(run.stderr.contains(part), "{run:?}");
    };
    wrong(&["--render", "svg"], "it has the forms `--render json`, `--render table`");
    wrong(&["--render", "csv", "--columns", "name,colour"], "there is no column `colour`");
    wrong(&["--render", "json", "--columns", "name"], "`--columns` goes with `--render table`");
    wrong(&["--render", "png"], "mermaid");
    wrong(&["--render", "table", "--raw"], "--raw");
    let failed =
        run(&["call", "get_asset", "--sample", "--render", "table", "--args", r#"{"ref": "x y"}"#]);
    assert!(failed.code == 1 && failed.stderr.contains("No asset matches"), "{failed:?}");
    let json = |more: &[&str]| run(&[&["call", "list_tags", "--sample"], more].concat());
    assert_eq!(json(&["--render", "json"]), json(&[]));
}

#[test]
fn lists_are_written_for_other_programs() {
    let csv = |command: &[&str]| {
        run(&[command, &["--sample", "--render", "csv", "--columns", "type,name"]].concat())
    };
    let assets = csv(&["call", "find_assets", "--args", r#"{"limit": 3}"#]);
    assert_eq!((assets.code, assets.stdout.lines().count()), (0, 4), "{assets:?}");
    assert!(assets.stdout.starts_with("type,name\r\nLOG_GROUP,/aws/lambda/"), "{assets:?}");
    assert!(assets.stdout.ends_with("\r\n"), "{assets:?}");
    let query = "SELECT ?name ?type WHERE { ?x a ?type ; cmp:hasName ?name } LIMIT 2";
    let rows = csv(&["query", query]);
    assert_eq!((rows.code, rows.stdout.lines().count()), (0, 3), "{rows:?}");
    assert!(rows.stdout.starts_with("type,name\r\n"), "{rows:?}");
    let none = csv(&["call", "find_assets", "--args", r#"{"query": "o'r"}"#]);
    assert_eq!((none.code, none.stdout.as_str()), (0, "type,name\r\n"), "{none:?}");
    let lines = run(&["call", "find_assets", "--sample", "--render", "jsonl"]);
    let is_object = |line: &str| {
        let value: serde_json::Value = serde_json::from_str(line).unwrap();
        value["id"].is_string()
    };
    assert!(lines.code == 0 && lines.stdout.lines().all(is_object), "{lines:?}");
}

/// Nothing is cut where no terminal limits the width, and an object has a table too.
#[test]
fn tables_in_a_pipe_are_whole() {
    let risks = run(&["call", "internet_exposure", "--sample", "--render", "table"]);
    assert!(risks.code == 0 && !risks.stdout.contains('…'), "{risks:?}");
    assert!(risks.stdout.contains("cloudg://assets/vm-rota"), "{risks:?}");
    assert!(!risks.stderr.contains("not shown"), "{risks:?}");
    let counts = run(&["call", "count_assets", "--sample", "--render", "table"]);
    assert!(counts.code == 0 && counts.stdout.contains("SECURITY_GROUP      7\n"), "{counts:?}");
}

#[test]
fn help_names_the_forms() {
    let help = run(&["call", "--help"]).stdout;
    for part in ["--render", "tree", "mermaid", "cloudg call attack_paths --sample --render tree"] {
        assert!(help.contains(part), "{part}: {help}");
    }
}

const HOUSE: &str = "framework: House\ncontrols:\n  - id: 1.10\n    title: Ours\n";

fn rules(text: &str) -> TempDir {
    let directory = tempfile::tempdir().unwrap();
    fs::write(directory.path().join("house.yaml"), text).unwrap();
    directory
}

fn frameworks(options: &[&str]) -> Run {
    run(&[&["call", "list_frameworks"], options].concat())
}

#[test]
fn rulesets_replace_or_join_the_shipped_ones() {
    let house = rules(HOUSE);
    let path = house.path().to_str().unwrap();
    let total = |run: &Run| run.json()["total"].as_u64().unwrap();
    let shipped = total(&frameworks(&[]));
    assert_eq!(total(&frameworks(&["--rules-dir", path])), 1);
    assert_eq!(total(&frameworks(&["--extra-rules", path])), shipped + 1);
    assert_eq!(total(&frameworks(&["--no-rules"])), 0);
    let mut by_environment = command(&["call", "list_frameworks"]);
    let own = finish(by_environment.env("CLOUDG_MCP_RULES_DIR", path)).json();
    assert_eq!(own["items"][0]["framework"], json!("House"));
    let controls = run(&[
        "call",
        "list_controls",
        "--rules-dir",
        path,
        "--args",
        r#"{"framework": "house", "source": "ruleset"}"#,
    ]);
    assert_eq!(controls.json()["items"][0]["control_id"], json!("1.10"));
}

#[test]
fn a_bad_ruleset_is_told_at_once() {
    let bad = rules("framework: House\ncontrols:\n  - title: without an id\n");
    let path = bad.path().to_str().unwrap();
    for command in [&["serve"][..], &["call", "list_tags", "--sample"]] {
        let run = run(&[command, &["--rules-dir", path]].concat());
        assert_eq!((run.code, run.stdout.as_str()), (1, ""), "{run:?}");
        assert!(run.stderr.contains("house.yaml`, line 3 column 5: missing field `id`"), "{run:?}");
    }
    let missing = frameworks(&["--extra-rules", "/no/such/rules"]);
    assert!(missing.code == 1 && missing.stderr.contains("/no/such/rules"), "{missing:?}");
}
