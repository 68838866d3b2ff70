//! `cloudg config`: what clients get, form by form.

use serde_json::{Value, json};

use crate::binary::{self, Run, command, finish, run};

/// The entry `cloudg` that is printed for a client.
#[track_caller]
fn entry(client: &str, options: &[&str]) -> Value {
    let run = run(&[&["config", "--client", client], options].concat());
    assert!(run.stderr.contains("json"), "it says where to save it: {run:?}");
    let servers = if client == "vscode" { "servers" } else { "mcpServers" };
    let mut snippet = run.json();
    assert_eq!(snippet.as_object().map(serde_json::Map::len), Some(1), "{snippet}");
    snippet[servers]["cloudg"].take()
}

#[test]
fn every_client_starts_a_program_in_its_form() {
    let options = ["--command", "/opt/my\\ bin/cloudg serve 'a b'"];
    let (program, words) = (json!("/opt/my bin/cloudg"), json!(["serve", "a b"]));
    let plain = json!({"command": program, "args": words});
    let typed = json!({"type": "stdio", "command": program, "args": words});
    assert_eq!(entry("claude-desktop", &options), plain);
    assert_eq!(entry("cursor", &options), plain);
    assert_eq!(entry("vscode", &options), typed);
    let mut with_environment = typed;
    with_environment["env"] = json!({});
    assert_eq!(entry("claude-code", &options), with_environment);
}

#[test]
fn every_client_reaches_a_server_in_its_form() {
    let url = "https://cloudg.example/mcp";
    let plain = ["--transport", "http", "--url", url];
    let with_token = [&plain[..], &["--token-env", "TOKEN"]].concat();
    for (client, without, with) in [
        (
            "claude-desktop",
            json!({"command": "npx", "args": ["-y", "mcp-remote", url]}),
            json!({"command": "npx", "args":
                ["-y", "mcp-remote", url, "--header", "Authorization:Bearer ${TOKEN}"]}),
        ),
        (
            "claude-code",
            json!({"type": "http", "url": url}),
            json!({"type": "http", "url": url, "headers": {"Authorization": "Bearer ${TOKEN}"}}),
        ),
        (
            "cursor",
            json!({"url": url}),
            json!({"url": url, "headers": {"Authorization": "Bearer ${env:TOKEN}"}}),
        ),
        (
            "vscode",
            json!({"type": "http", "url": url}),
            json!({"type": "http", "url": url, "headers": {"Authorization": "Bearer ${env:TOKEN}"}}),
        ),
    ] {
        assert_eq!(entry(client, &plain), without);
        assert_eq!(entry(client, &with_token), with);
    }
    let standard = entry("cursor", &["--transport", "http"]);
    assert_eq!(standard["url"], json!("http://127.0.0.1:8765/mcp"));
}

#[test]
fn the_program_is_named_by_its_path_and_gets_what_is_given() {
    let home = tempfile::tempdir().unwrap();
    let arguments =
        ["config", "--name", "x", "--policy", "open", "--dataset", "prod=a", "--dataset", "b"];
    let snippet = finish(command(&arguments).current_dir(home.path())).json();
    let entry = &snippet["mcpServers"]["x"];
    let program = binary::path().canonicalize().unwrap();
    let named = std::path::Path::new(entry["command"].as_str().unwrap());
    assert!(named.is_absolute() && named.canonicalize().unwrap() == program, "{entry}");
    let directory = home.path().canonicalize().unwrap();
    let path = |name: &str| directory.join(name).to_str().unwrap().to_owned();
    let expected = [
        "mcp",
        "serve",
        "--policy",
        "open",
        "--dataset",
        &format!("prod={}", path("a")),
        "--dataset",
        &path("b"),
    ];
    assert_eq!(entry["args"], json!(expected));
    // The policy of the environment is not part of what is given.
    assert_eq!(run(&["config"]).json()["mcpServers"]["cloudg"]["args"], json!(["mcp", "serve"]));
}

#[test]
fn options_that_do_not_go_together_are_wrong_usage() {
    for (arguments, part) in [
        (&["--token-env", "A"][..], "--token-env is for"),
        (&["--url", "http://a"], "--url is for"),
        (&["--transport", "http", "--dataset", "a"], "--dataset is for"),
        (&["--transport", "http", "--policy", "open"], "--policy is for"),
        (&["--transport", "http", "--command", "a"], "--command is for"),
        (&["--transport", "http", "--url", "ftp://a"], "`ftp://a`"),
        (&["--transport", "http", "--token-env", "A-B"], "`A-B`"),
        (&["--command", "'open"], "words as a shell reads them"),
        (&["--command", ""], "words as a shell reads them"),
        (&["--dataset", "prod="], "needs a path"),
        (&["--client", "other"], "claude-desktop"),
        (&["--name", ""], "--name"),
    ] {
        let run: Run = run(&[&["config"], arguments].concat());
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{run:?}");
        assert!(run.stderr.contains(part), "{run:?}");
    }
}
