//! `cloudg config`.

use std::{path::Path, process::ExitCode};

use serde_json::{Map, Value, json};

use super::{failure::Failure, setup};
use crate::{
    cli::{Client, ConfigOptions, Transport},
    output,
    workspace::absolute_user,
};

/// Where `cloudg serve --transport http` listens.
const URL: &str = "http://127.0.0.1:8765/mcp";
/// The program that is called `cloudg mcp serve`, so that a client shows what it speaks.
const PROGRAM: &str = "cloudg";

/// Prints the configuration of a client.
pub(crate) fn run(options: &ConfigOptions) -> Result<ExitCode, Failure> {
    let entry = match options.transport {
        Transport::Stdio => stdio_entry(options.client, command(options)?),
        Transport::Http => http_entry(options.client, &Remote::new(options)?),
    };
    let servers = if options.client == Client::Vscode { "servers" } else { "mcpServers" };
    let named: Map<String, Value> = [(options.name.clone(), entry)].into_iter().collect();
    output::json(&json!({ servers: named }))?;
    output::note(place(options.client));
    Ok(ExitCode::SUCCESS)
}

/// The words that start the server, with its options.
fn command(options: &ConfigOptions) -> Result<Vec<String>, Failure> {
    for (option, is_given) in
        [("--url", options.url.is_some()), ("--token-env", options.token_env.is_some())]
    {
        if is_given {
            return Err(Failure::usage(format!("{option} is for --transport http")));
        }
    }
    let mut words = match options.command.as_deref() {
        None | Some("auto") => this_program()?,
        Some(text) => explicit(text)?,
    };
    if let Some(policy) = &options.policy {
        words.extend(["--policy".to_owned(), policy.clone()]);
    }
    for dataset in &options.datasets {
        words.extend(["--dataset".to_owned(), absolute(dataset)?]);
    }
    Ok(words)
}

fn explicit(text: &str) -> Result<Vec<String>, Failure> {
    let words = shlex::split(text).filter(|words| !words.is_empty());
    words.ok_or_else(|| {
        Failure::usage(format!("--command: `{text}` is not words as a shell reads them"))
    })
}

fn this_program() -> Result<Vec<String>, Failure> {
    let path = std::env::current_exe()?;
    let Some(text) = path.to_str() else {
        return Err(Failure::usage(
            "the path of this program is not UTF-8: pass --command with one that is",
        ));
    };
    let mut words = vec![text.to_owned()];
    words.extend((path.file_stem() == Some(PROGRAM.as_ref())).then(|| "mcp".to_owned()));
    words.push("serve".to_owned());
    Ok(words)
}

/// `[NAME=]PATH` with an absolute path: a client starts the server wherever it likes.
fn absolute(dataset: &str) -> Result<String, Failure> {
    let (name, path) = setup::split_dataset(dataset);
    if path.is_empty() {
        return Err(Failure::usage("--dataset needs a path, as in --dataset prod=./inventory"));
    }
    let absolute = absolute_user(Path::new(path))?;
    // The path came in as UTF-8, but the working directory may be anything.
    let Some(absolute) = absolute.to_str() else {
        return Err(Failure::usage(format!("--dataset: the whole path of `{path}` is not UTF-8")));
    };
    Ok(if name.is_empty() { absolute.to_owned() } else { format!("{name}={absolute}") })
}

fn stdio_entry(client: Client, mut words: Vec<String>) -> Value {
    let arguments = words.split_off(1);
    let command = words.pop().unwrap_or_default();
    match client {
        Client::ClaudeDesktop | Client::Cursor => json!({"command": command, "args": arguments}),
        Client::ClaudeCode => {
            json!({"type": "stdio", "command": command, "args": arguments, "env": {}})
        }
        Client::Vscode => json!({"type": "stdio", "command": command, "args": arguments}),
    }
}

/// A server that runs already.
struct Remote<'a> {
    url: &'a str,
    /// The variable that holds the token.
    token: Option<&'a str>,
}

impl<'a> Remote<'a> {
    fn new(options: &'a ConfigOptions) -> Result<Self, Failure> {
        for (option, is_given) in [
            ("--command", options.command.is_some()),
            ("--policy", options.policy.is_some()),
            ("--dataset", !options.datasets.is_empty()),
        ] {
            if is_given {
                return Err(Failure::usage(format!(
                    "{option} is for --transport stdio: a server on HTTP is started by itself"
                )));
            }
        }
        let url = options.url.as_deref().unwrap_or(URL);
        if !["http://", "https://"].iter().any(|scheme| url.starts_with(scheme)) {
            return Err(Failure::usage(format!("--url: `{url}` does not begin with http://")));
        }
        let token = options.token_env.as_deref();
        if let Some(name) = token.filter(|name| !is_variable(name)) {
            return Err(Failure::usage(format!(
                "--token-env: `{name}` cannot be the name of a variable"
            )));
        }
        Ok(Self { url, token })
    }
}

fn is_variable(name: &str) -> bool {
    let fits = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    !name.starts_with(|first: char| first.is_ascii_digit())
        && !name.is_empty()
        && name.bytes().all(fits)
}

fn http_entry(client: Client, remote: &Remote<'_>) -> Value {
    let mut entry = match client {
        Client::ClaudeDesktop => return bridge(remote),
        Client::ClaudeCode | Client::Vscode => json!({"type": "http", "url": remote.url}),
        Client::Cursor => json!({"url": remote.url}),
    };
    if let Some(token) = remote.token {
        let variable = match client {
            Client::ClaudeCode => format!("${{{token}}}"),
            _ => format!("${{env:{token}}}"),
        };
        entry["headers"] = json!({"Authorization": format!("Bearer {variable}")});
    }
    entry
}

/// Claude Desktop starts programs only; this one speaks to a server on HTTP.
fn bridge(remote: &Remote<'_>) -> Value {
    let mut arguments = vec!["-y".to_owned(), "mcp-remote".to_owned(), remote.url.to_owned()];
    if let Some(token) = remote.token {
        // Without a space, which some systems lose between the client and the program.
        arguments.extend(["--header".to_owned(), format!("Authorization:Bearer ${{{token}}}")]);
    }
    json!({"command": "npx", "args": arguments})
}

/// Where the client looks.
fn place(client: Client) -> &'static str {
    match client {
        Client::ClaudeDesktop => {
            "Merge into claude_desktop_config.json (Settings, Developer, Edit Config)."
        }
        Client::ClaudeCode => {
            "Save as .mcp.json in the project, or pass the entry to `claude mcp add-json`."
        }
        Client::Cursor => "Merge into ~/.cursor/mcp.json, or .cursor/mcp.json in the project.",
        Client::Vscode => "Save as .vscode/mcp.json, or merge into the settings of the user.",
    }
}
