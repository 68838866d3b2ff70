//! Commands, options, exit codes, and what goes to which stream.

use std::{fs, io::Write, path::Path, process::Stdio};

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::binary::{Run, command, finish, run};

/// Checks that a run fails with nothing on standard output and this on standard error.
#[track_caller]
fn fails(code: i32, part: &str, run: &Run) {
    assert_eq!((run.code, run.stdout.as_str()), (code, ""), "{run:?}");
    assert!(run.stderr.contains(part), "{run:?}");
}

fn directory(files: &[(&str, &str)]) -> TempDir {
    let directory = tempfile::tempdir().unwrap();
    for (name, content) in files {
        fs::write(directory.path().join(name), content).unwrap();
    }
    directory
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

#[test]
fn an_answer_is_the_structured_content() {
    let answer =
        run(&["call", "count_assets", "--sample", "--args", r#"{"group_by": "provider"}"#]);
    let expected = "{\n  \"dataset\": \"sample\",\n  \"group_by\": \"provider\",\n  \"total\": \
                    100,\n  \"group_count\": 3,\n  \"groups\": {\n    \"AWS\": 78,\n    \"AZURE\": \
                    11,\n    \"GCP\": 11\n  },\n  \"truncated\": false\n}\n";
    assert_eq!(answer, Run { code: 0, stdout: expected.to_owned(), stderr: String::new() });
    let raw = run(&["call", "count_assets", "--sample", "--raw"]).json();
    assert_eq!(raw["isError"], json!(false));
    assert_eq!(raw["structuredContent"]["group_by"], json!("type"));
}

#[test]
fn resources_are_listed_and_read() {
    let table = run(&["resources"]);
    let n = run(&["resources", "--json"]).json();
    let count = |key: &str| n[key].as_array().unwrap().len();
    let title = format!(
        "cloudg MCP resources ({} + {} templates)\n",
        count("resources"),
        count("resourceTemplates")
    );
    assert!(table.stdout.starts_with(&title), "{table:?}");
    assert!(table.stdout.contains("cloudg://assets/{+ref}/neighbors"), "{table:?}");
    let read = run(&["read", "cloudg://schema/asset-types/ec2"]).json();
    assert_eq!(read["asset_type"], json!("EC2"));
    let page = run(&["read", "cloudg://docs/mcp"]);
    assert!(page.stdout.starts_with("# "), "{page:?}");
    fails(1, "No asset matches", &run(&["read", "cloudg://assets/absent", "--sample"]));
    fails(1, "--sample to look around", &run(&["read", "cloudg://compliance"]));
    fails(1, "Unknown resource", &run(&["read", "cloudg://absent", "--sample"]));
}

#[test]
fn prompts_are_listed_and_made() {
    let table = run(&["prompts"]);
    assert!(table.stdout.starts_with("cloudg MCP prompts (11)\n"), "{table:?}");
    assert!(table.stdout.contains("ref*, dataset"), "{table:?}");
    let made = run(&["prompt", "investigate_asset", "--sample", "--arg", "ref=booking-jump"]);
    assert!(made.stdout.contains("Context for this task (JSON):\n```json\n"), "{made:?}");
    assert!(made.stdout.contains("\n\ncloudg://assets/"), "{made:?}");
    let raw = run(&["prompt", "drift_review", "--sample", "--raw", "--arg", "base=sample"]).json();
    assert_eq!(raw["description"], json!("Drift review"));
    fails(2, "is not KEY=VALUE", &run(&["prompt", "drift_review", "--arg", "base"]));
    fails(1, "there is no prompt `absent`", &run(&["prompt", "absent", "--sample"]));
    fails(1, "Did you mean incident_triage?", &run(&["prompt", "incident", "--sample"]));
    fails(1, "base", &run(&["prompt", "drift_review", "--sample"]));
}

#[test]
fn mcp_may_stand_in_front_of_every_command() {
    for arguments in [
        &["call", "list_datasets", "--sample"][..],
        &["tools"],
        &["completions", "bash"],
        &["nope"],
        &["call", "no_such_tool"],
    ] {
        // Times of loading may differ by a second.
        let untimed = |run: Run| (run.code, run.stdout.replace(char::is_numeric, ""), run.stderr);
        let short = untimed(run(arguments));
        assert_eq!(untimed(run(&[&["mcp"], arguments].concat())), short, "{arguments:?}");
    }
}

#[test]
fn arguments_come_from_the_line_a_file_or_standard_input() {
    let files = directory(&[("args.json", r#"{"group_by": "region"}"#)]);
    let from_file = format!("@{}", text(&files.path().join("args.json")));
    let call = |source: &str| run(&["call", "count_assets", "--sample", "--args", source]);
    let answer = call(r#"{"group_by": "region"}"#);
    assert_eq!(answer.json()["group_by"], json!("region"));
    assert_eq!(call(&from_file), answer);
    let mut reading = command(&["call", "count_assets", "--sample", "--args", "-"]);
    reading.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = reading.spawn().unwrap();
    child.stdin.take().unwrap().write_all(br#"{"group_by": "region"}"#).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(String::from_utf8(output.stdout).unwrap(), answer.stdout);
}

#[test]
fn wrong_usage_is_2() {
    fails(2, "Usage:", &run(&[]));
    fails(2, "unrecognized subcommand", &run(&["nope"]));
    fails(2, "--nope", &run(&["tools", "--nope"]));
    fails(2, "TOOL", &run(&["call"]));
    fails(2, "bogus", &run(&["serve", "--transport", "bogus"]));
    fails(2, "--port", &run(&["serve", "--port", "65536"]));
    fails(2, "--log-level", &run(&["serve", "--log-level", "loud"]));
    fails(2, "prowler", &run(&["load-check", ".", "--kind", "nessus"]));
    fails(2, "bogus", &run(&["completions", "bogus"]));
    for arguments in ["[1]", "{", "", "null", "@/no/such/file", "{} {}"] {
        let run = run(&["call", "count_assets", "--sample", "--args", arguments]);
        fails(2, "Error: --args", &run);
    }
    fails(2, "Error: policy `strict`", &run(&["call", "list_datasets", "--policy", "strict"]));
    let mut by_environment = command(&["serve"]);
    fails(2, "Error: policy `nope`", &finish(by_environment.env("CLOUDG_MCP_POLICY", "nope")));
}

#[test]
fn failures_are_1() {
    fails(1, "Error: there is no tool `nope`", &run(&["call", "nope"]));
    fails(1, "Did you mean find_assets", &run(&["call", "find_asset"]));
    fails(1, "Error: No dataset is loaded.", &run(&["call", "dataset_summary"]));
    fails(1, "/no/such/estate", &run(&["call", "list_datasets", "--dataset", "/no/such/estate"]));
    let files = directory(&[("bad.json", "nope"), ("x.json", r#"{"assets": []}"#)]);
    let (bad, good) = (files.path().join("bad.json"), files.path().join("x.json"));
    for broken in ["serve", "call"] {
        let tool: &[&str] = if broken == "call" { &["list_datasets"] } else { &[] };
        let arguments = [&[broken], tool, &["--dataset", text(&bad)]].concat();
        fails(1, "bad.json", &run(&arguments));
    }
    let twice = format!("sample={}", text(&good));
    fails(1, "Error: ", &run(&["call", "list_datasets", "--sample", "--dataset", &twice]));
}

/// The reason comes first, then what may help; `--raw` has all of it as JSON.
#[test]
fn a_failed_call_says_why() {
    let failed =
        run(&["call", "find_assets", "--sample", "--args", r#"{"min_severity": "SEVERE"}"#]);
    let expected = "Error: Unknown severity.\n  Valid values: CRITICAL, HIGH, MEDIUM, LOW, INFO\n  \
                    value: SEVERE\nSee `cloudg tools find_assets`; --raw prints the whole error as \
                    JSON.\n";
    assert_eq!(failed, Run { code: 1, stdout: String::new(), stderr: expected.to_owned() });

    let raw = run(&["call", "find_assets", "--sample", "--raw", "--args", r#"{"limit": 0}"#]);
    assert_eq!((raw.code, raw.stderr.as_str()), (1, ""));
    let result: Value = serde_json::from_str(&raw.stdout).unwrap();
    assert_eq!(result["isError"], json!(true));
}

#[test]
fn datasets_are_named_and_the_last_one_is_active() {
    let files = directory(&[("x.json", r#"{"assets": []}"#), ("a=b.json", r#"{"assets": []}"#)]);
    let (path, equals) = (files.path().join("x.json"), files.path().join("a=b.json"));
    let named = format!("prod={}", text(&path));
    let nameless = format!("={}", text(&path));
    let list = run(&[
        "call",
        "list_datasets",
        "--sample",
        "--dataset",
        text(&path),
        "--dataset",
        &nameless,
        "--dataset",
        text(&equals),
        "--dataset",
        &named,
    ]);
    let list = list.json();
    let datasets = list["datasets"].as_array().unwrap();
    let names: Vec<&str> =
        datasets.iter().map(|dataset| dataset["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["sample", "x", "x-2", "a-b", "prod"]);
    assert_eq!(list["active_dataset"], json!("prod"));
}

/// Clients read below the roots only; whoever starts the server reads anywhere.
#[test]
fn roots_come_from_the_environment() {
    let (inside, outside) =
        (directory(&[("x.json", r#"{"assets": []}"#)]), directory(&[("y.json", "{}")]));
    let call = |path: &Path| {
        let arguments = json!({ "path": path }).to_string();
        let mut command = command(&["call", "load_dataset", "--args", &arguments]);
        finish(command.env("CLOUDG_MCP_ALLOWED_ROOTS", inside.path()).current_dir(outside.path()))
    };
    assert_eq!(call(Path::new("x.json")).json()["loaded"], json!("x"));
    fails(1, "outside the allowed roots", &call(&outside.path().join("y.json")));
    let mut default = command(&["call", "load_dataset", "--args", r#"{"path": "x.json"}"#]);
    assert_eq!(finish(default.current_dir(inside.path())).json()["loaded"], json!("x"));
}

#[test]
fn tools_are_listed() {
    let tools = run(&["tools", "--json"]).json();
    let names = |tools: &Value| -> Vec<String> {
        tools.as_array().unwrap().iter().map(|tool| tool["name"].to_string()).collect()
    };
    let inventory = run(&["tools", "--json", "--category", "inventory"]).json();
    assert_eq!(names(&inventory), names(&tools)[8..19]);
    let table = run(&["tools"]);
    let title = format!("cloudg MCP tools ({})\n", names(&tools).len());
    assert!(table.stdout.starts_with(&title), "{}", table.stdout);
    for column in ["Tool", "Category", "Sensitivity", "Hints", "Description"] {
        assert!(table.stdout.contains(column), "{column}");
    }
    let widths = table.stdout.lines().skip(1).map(|line| line.chars().count());
    assert!(widths.max() <= Some(160));
}

#[test]
fn versions_and_help() {
    let package = env!("CARGO_PKG_VERSION");
    let long = run(&["--version"]);
    assert!(long.stdout.starts_with(&format!("cloudg {package}\ncommit: ")), "{}", long.stdout);
    for line in ["target: ", "profile: ", "compiler: rustc "] {
        assert!(long.stdout.contains(line), "{}", long.stdout);
    }
    assert_eq!(run(&["-V"]).stdout, format!("cloudg {package}\n"));
    for command in [
        "serve",
        "call",
        "query",
        "export",
        "tools",
        "read",
        "resources",
        "prompt",
        "prompts",
        "catalog",
        "load-check",
        "new",
        "config",
        "completions",
    ] {
        let help = run(&[command, "--help"]);
        assert!(help.code == 0 && help.stdout.contains("Usage: cloudg"), "{help:?}");
        assert!(help.stdout.contains("Example"), "{command} has an example");
    }
}

#[test]
fn completions_name_the_commands() {
    for (shell, mark) in
        [("bash", "complete -F"), ("zsh", "#compdef cloudg"), ("fish", "complete -c cloudg")]
    {
        let run = run(&["completions", shell]);
        assert_eq!((run.code, run.stderr.as_str()), (0, ""));
        assert!(run.stdout.contains(mark), "{shell}");
        assert!(run.stdout.contains("load-check") && run.stdout.contains("sample"), "{shell}");
        assert!(
            run.stdout.contains("find_assets") && run.stdout.contains("drift_review"),
            "{shell}"
        );
    }
}

#[test]
fn a_check_of_a_load_says_what_was_left_out() {
    let good = r#"{"VulnerabilityID": "CVE-1", "PkgName": "p", "Severity": "HIGH"}"#;
    let report = format!(
        r#"{{"SchemaVersion": 2, "ArtifactName": "img", "Results":
            [{{"Target": "t", "Vulnerabilities": [{good}, "no object"]}}]}}"#
    );
    let files = directory(&[("scan.json", &report)]);
    let path = files.path().join("scan.json");
    let report = run(&["load-check", text(&path), "--json"]).json();
    assert_eq!((&report["kind"], &report["findings"]), (&json!("trivy"), &json!(1)));
    let skipped = report["skipped"].as_array().unwrap();
    assert_eq!(skipped.len(), 1, "{report}");
    for key in ["file", "place", "reason", "code"] {
        assert!(skipped[0][key].as_str().is_some_and(|text| !text.is_empty()), "{report}");
    }
    let shown = run(&["load-check", text(&path)]);
    assert_eq!((shown.code, shown.stderr.as_str()), (0, ""));
    let says = |fact: &str| {
        let mut lines =
            shown.stdout.lines().map(|line| line.split_whitespace().collect::<Vec<_>>());
        lines.any(|words| words.join(" ") == fact)
    };
    assert!(says("kind trivy") && says("findings 1") && says("left out 1"), "{}", shown.stdout);
    let reason = skipped[0]["reason"].as_str().unwrap();
    assert!(shown.stdout.trim_end().ends_with(reason), "{}", shown.stdout);
}

#[test]
fn a_check_of_a_bad_file_fails() {
    let files = directory(&[
        ("bad.json", "nope"),
        ("unknown.json", r#"{"a": 1}"#),
        ("record.json", r#"{"assets": [{"id": "secret-id", "asset_type": "EC9"}]}"#),
    ]);
    let check = |name: &str| run(&["load-check", text(&files.path().join(name))]);
    fails(1, "bad.json", &check("bad.json"));
    fails(1, "pass kind as", &check("unknown.json"));
    let record = check("record.json");
    fails(1, "assets.0", &record);
    assert!(!record.stderr.contains("secret-id"), "no value of the file: {record:?}");
    fails(1, "does not exist", &check("missing.json"));
}

#[test]
fn pipes_get_no_colours() {
    for arguments in [
        &["call", "dataset_summary", "--sample"][..],
        &["call", "find_assets", "--sample", "--args", r#"{"min_severity": "X"}"#],
        &["call", "find_assets", "--sample", "--render", "table"],
        &["tools"],
        &["load-check", "/no/such/file"],
        &["nope"],
        &["--help"],
    ] {
        for no_color in [None, Some("1")] {
            let mut command = command(arguments);
            command.envs(no_color.map(|value| ("NO_COLOR", value)));
            let run = finish(&mut command);
            assert!(!run.stdout.contains('\u{1b}') && !run.stderr.contains('\u{1b}'), "{run:?}");
        }
    }
}

/// A reader that has seen enough is no failure.
#[cfg(unix)]
#[test]
fn a_closed_pipe_is_no_failure() {
    let mut child = command(&["tools", "--json"]).stdout(Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    assert_eq!(child.wait().unwrap().code(), Some(0));
}
