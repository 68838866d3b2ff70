//! `cloudg tools NAME` and arguments as words: what a person needs to make a call by hand.

use serde_json::{Value, json};

use crate::binary::{Run, command, finish, run};

#[test]
fn a_tool_is_described() {
    insta::assert_snapshot!(run(&["tools", "find_assets"]).stdout);
}

#[test]
fn one_definition_is_printed_alone() {
    let all = run(&["tools", "--json"]).json();
    let one = run(&["tools", "attack_paths", "--json"]).json();
    assert!(all.as_array().unwrap().contains(&one), "{one}");
    let unknown = run(&["tools", "find_asset"]);
    assert_eq!((unknown.code, unknown.stdout.as_str()), (1, ""));
    assert!(unknown.stderr.contains("Did you mean find_assets"), "{unknown:?}");
    assert_eq!(run(&["tools", "find_assets", "--category", "graph"]).code, 2);
}

/// Pasted as they are, examples may find nothing, but their arguments are right.
#[cfg(unix)]
#[test]
fn the_example_of_every_tool_has_good_arguments() {
    let home = tempfile::tempdir().unwrap();
    let tools = run(&["tools", "--json"]).json();
    for tool in tools.as_array().unwrap() {
        let name = tool["name"].as_str().unwrap();
        let page = run(&["tools", name]);
        assert_eq!((page.code, page.stderr.as_str()), (0, ""), "{name}");
        let mut lines = page.stdout.lines();
        let example = lines.find_map(|line| line.strip_prefix("  cloudg ")).unwrap();
        let script = format!("\"$0\" {example}");
        let mut shell = std::process::Command::new("sh");
        shell.arg("-c").arg(script).arg(crate::binary::path()).current_dir(home.path());
        let answer = finish(shell.env("CLOUDG_MCP_POLICY", "open"));
        assert!(
            !answer.stderr.contains("Invalid arguments") && answer.code < 2,
            "{name} {answer:?}"
        );
        // A tool that only looks shows something.
        let looks = tool["annotations"]["readOnlyHint"] == json!(true);
        assert!(!looks || answer.code == 0, "{example}: {answer:?}");
    }
}

#[test]
fn words_are_typed_by_the_tool() {
    let call = |words: &[&str]| run(&[&["call", "find_assets", "--sample"], words].concat());
    let as_json = |arguments: &Value| call(&["--args", &arguments.to_string()]);
    let expected = as_json(&json!({"internet_exposed": true, "limit": 2, "query": "5"}));
    assert_eq!(call(&["internet_exposed=true", "limit=2", "query=5"]), expected);
    let by_option = ["--arg", "internet_exposed=true", "--arg", "limit=2", "--arg", "query=5"];
    assert_eq!(call(&by_option), expected);
    let over = r#"{"internet_exposed": true, "limit": 9, "query": "5"}"#;
    assert_eq!(call(&["--args", over, "limit=2"]), expected);

    let types = as_json(&json!({"asset_types": ["EC2", "S3_BUCKET"]}));
    assert!(types.json()["total"].as_u64() > Some(0), "{types:?}");
    assert_eq!(call(&["asset_types=EC2", "--arg", "asset_types=S3_BUCKET"]), types);
    assert_eq!(call(&[r#"asset_types=["EC2", "S3_BUCKET"]"#]), types);
    let one = as_json(&json!({"asset_types": ["EC2"]}));
    assert_eq!(call(&["asset_types=EC2"]), one);
}

#[track_caller]
fn wrong(words: &[&str], part: &str) {
    let run = run(&[&["call", "find_assets", "--sample"], words].concat());
    assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{run:?}");
    assert!(run.stderr.contains(part), "{run:?}");
}

#[test]
fn words_that_do_not_fit_are_wrong_usage() {
    wrong(&["limit=many"], "`limit` takes integer 1-500, not `many`");
    wrong(&["limit=1", "limit=2"], "`limit` is given 2 times and takes one value");
    wrong(&["limit"], "is not KEY=VALUE");
    wrong(&[r#"{"limit": 5}"#], "goes with --args");
    wrong(&["asset_types=[EC2"], "a JSON array");
}

/// The lines of a refusal.
#[track_caller]
fn refused(words: &[&str]) -> Vec<String> {
    let Run { code, stdout, stderr } = run(&[&["call", "find_assets", "--sample"], words].concat());
    assert_eq!((code, stdout.as_str()), (1, ""), "{stderr}");
    stderr.lines().map(str::to_owned).collect()
}

#[test]
fn a_refusal_is_short_and_says_what_may_be_meant() {
    assert_eq!(
        refused(&["limit=0", "internet_exposd=true", "sort_by=ris", "exposed=true"]),
        [
            "Error: Invalid arguments",
            "  sort_by: not one of name, type, region, account, risk, findings. Did you mean risk?",
            "  limit: Input should be greater than or equal to 1",
            "  internet_exposd: no such argument. Did you mean internet_exposed?",
            "  exposed: no such argument. Did you mean internet_exposed?",
            "See `cloudg tools find_assets`; --raw prints the whole error as JSON.",
        ]
    );
    let unknown = refused(&["asset_types=S3"]);
    assert_eq!(unknown[..2], ["Error: Unknown asset type.", "  Did you mean S3_BUCKET?"]);
    assert!(unknown[2].starts_with("  Valid values: EC2, ") && unknown[2].ends_with(" in all)"));
    let joined = refused(&["asset_types=EC2,S3_BUCKET"]);
    assert!(joined[1].starts_with("  Did you mean EC2, S3_BUCKET"), "{joined:?}");
    assert!(unknown.iter().all(|line| line.len() < 200), "{unknown:?}");
}

#[test]
fn a_change_in_memory_is_told_to_end_with_the_process() {
    let changed = run(&["call", "snapshot_dataset", "--sample", "new_name=before"]);
    assert_eq!(changed.code, 0, "{changed:?}");
    assert!(changed.stderr.contains("memory of this process only"), "{changed:?}");
    let looked = run(&["call", "list_datasets", "--sample"]);
    assert_eq!(looked.stderr, "");
    let refused = run(&["call", "snapshot_dataset", "--sample", "new_name=sample"]);
    assert_eq!(refused.code, 1);
    assert!(!refused.stderr.contains("this process only"), "{refused:?}");
    // Files outlive the process.
    let home = tempfile::tempdir().unwrap();
    let written = finish(command(&["call", "export_report", "--sample"]).current_dir(home.path()));
    assert!(written.code == 0 && !written.stderr.contains("this process only"), "{written:?}");
}
