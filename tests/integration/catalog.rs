//! `cloudg catalog`, and the options that change how tools are listed.

use std::fs;

use serde_json::{Value, json};

use crate::binary::{Run, repository, run};

/// The committed lock.
fn committed() -> String {
    repository().join("cloudg-catalog/catalog.lock.json").to_str().unwrap().to_owned()
}

fn code_and_stdout(run: &Run) -> (i32, &str) {
    (run.code, run.stdout.as_str())
}

#[test]
fn a_summary_counts_and_signs() {
    let summary = run(&["catalog"]);
    assert_eq!((summary.code, summary.stderr.as_str()), (0, ""));
    let tools = run(&["tools", "--json"]).json().as_array().unwrap().len();
    let lock = run(&["catalog", "--json"]).json();
    let expected =
        [format!("tools      {tools}"), format!("sha256     {}", lock["sha256"].as_str().unwrap())];
    for line in expected {
        assert!(summary.stdout.lines().any(|one| one == line), "{line}: {}", summary.stdout);
    }
}

#[test]
fn a_lock_is_written_checked_and_compared() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("lock.json");
    let file = path.to_str().unwrap();
    assert_eq!(
        run(&["catalog", "--lock", file]),
        Run { code: 0, stdout: String::new(), stderr: String::new() }
    );
    assert_eq!(fs::read_to_string(file).unwrap(), fs::read_to_string(committed()).unwrap());
    assert_eq!(run(&["catalog", "--lock", file, "--check"]).code, 0);
    let same = run(&["catalog", "diff", file]);
    assert_eq!(code_and_stdout(&same), (0, "nothing that is declared differs\n"));
    // Another form of the same is found too.
    let document: Value = serde_json::from_str(&fs::read_to_string(file).unwrap()).unwrap();
    fs::write(file, document.to_string()).unwrap();
    let check = run(&["catalog", "--lock", file, "--check"]);
    assert_eq!(code_and_stdout(&check), (1, "nothing that is declared differs\n"));
    assert!(check.stderr.contains("is not what this binary declares"), "{check:?}");
}

#[test]
fn a_difference_decides_the_exit_code() {
    let directory = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| {
        let path = directory.path().join(name);
        fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let empty = write("empty.json", EMPTY);
    let added = run(&["catalog", "diff", &empty]);
    assert_eq!(added.code, 0, "{added:?}");
    assert!(added.stdout.starts_with("additive ("), "{added:?}");
    assert!(added.stdout.contains("\n  tool find_assets: added\n"), "{added:?}");
    let removed = run(&["catalog", "diff", &committed(), &empty]);
    assert_eq!(removed.code, 1, "{removed:?}");
    assert!(removed.stdout.starts_with("breaking ("), "{removed:?}");
    assert_eq!(run(&["catalog", "diff", &committed(), &empty, "--allow", "breaking"]).code, 0);
    assert_eq!(run(&["catalog", "diff", &empty, "--allow", "text"]).code, 1);
    assert_eq!(run(&["catalog", "diff", &committed(), "--allow", "none"]).code, 0);
    let shown = run(&["catalog", "diff", &empty, "--json"]).json();
    assert_eq!(
        (&shown["breaking"], &shown["changes"][0]["rule"]),
        (&json!(0), &json!("primitive-added"))
    );
    let check = run(&["catalog", "--lock", &empty, "--check"]);
    assert_eq!(check.code, 1);
    assert!(check.stdout.contains("tool find_assets: added"), "{check:?}");
    for (arguments, part) in [
        (&["catalog", "diff", "/no/such/file"][..], "/no/such/file"),
        (&["catalog", "--lock", "/no/such/file", "--check"], "/no/such/file"),
        (&["catalog", "diff", &write("bad.json", "{}")], "a lock of version 1"),
        (&["catalog", "--check"], "--lock"),
        (&["catalog", "diff"], "OLD"),
        (&["catalog", "export"], "--format"),
        (&["catalog", "export", "--format", "other"], "other"),
    ] {
        let run = run(arguments);
        assert_eq!(code_and_stdout(&run), (2, ""), "{run:?}");
        assert!(run.stderr.contains(part), "{run:?}");
    }
    for command in [&["catalog", "--help"][..], &["catalog", "diff", "--help"]] {
        assert!(run(command).stdout.contains("Exit codes: 0"), "{command:?}");
    }
}

/// A lock of nothing.
const EMPTY: &str = r#"{
  "lock_version": 1,
  "prompts": {},
  "resources": {},
  "sha256": "8922511443288160e815d3a61cd14c4bfa8dc757181962d5811c74cd074f76a5",
  "templates": {},
  "tools": {}
}
"#;

#[test]
fn definitions_are_exported_in_every_form() {
    let tools = run(&["tools", "--json"]).json();
    let export = |format: &str| run(&["catalog", "export", "--format", format]).json();
    let (first, schema) = (&tools[0]["name"], &tools[0]["inputSchema"]);
    let openai = export("openai");
    assert_eq!(
        (&openai[0]["function"]["name"], &openai[0]["function"]["parameters"]),
        (first, schema)
    );
    let anthropic = export("anthropic");
    assert_eq!((&anthropic[0]["name"], &anthropic[0]["input_schema"]), (first, schema));
    let langchain = export("langchain");
    assert_eq!((&langchain[0]["name"], &langchain[0]["args_schema"]), (first, schema));
    assert_eq!(export("mcp")["tools"], tools);
}

#[test]
fn portable_schemas_have_no_null() {
    let full = run(&["tools", "--json"]);
    let portable = run(&["tools", "--json", "--schema-profile", "portable"]).json();
    assert!(full.stdout.contains(r#""type": "null""#));
    let arguments = |tools: &Value| -> String {
        tools.as_array().unwrap().iter().map(|tool| tool["inputSchema"].to_string()).collect()
    };
    assert!(!arguments(&portable).contains("null"), "{portable}");
    let exported =
        run(&["catalog", "export", "--format", "mcp", "--schema-profile", "portable"]).json();
    assert_eq!(exported["tools"], portable);
    assert_eq!(run(&["tools", "--schema-profile", "other"]).code, 2);
}

#[test]
fn a_small_start_is_a_short_list() {
    let small = run(&["tools", "--json", "--start-small"]).json();
    let names: Vec<&str> =
        small.as_array().unwrap().iter().filter_map(|tool| tool["name"].as_str()).collect();
    assert!(names.contains(&"workspace_status") && names.contains(&"search_tools"), "{names:?}");
    assert!(names.len() < 8, "{names:?}");
    assert!(!run(&["tools", "--json"]).stdout.contains("search_tools"));
}
