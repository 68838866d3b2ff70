//! How a server is run and how clients come to it.

use clap::{Args, ValueEnum};

use super::{LayerOptions, ListingOptions};

/// Options of `serve`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  cloudg serve --dataset prod=./inventory
  cloudg serve --sample --transport http --port 0

File tools read below the directories in CLOUDG_MCP_ALLOWED_ROOTS (separated like PATH), by default
below the working directory, and write below ./reports.")]
pub(crate) struct ServeOptions {
    #[command(flatten)]
    pub layer: LayerOptions,
    #[command(flatten)]
    pub listing: ListingOptions,
    /// How clients connect.
    #[arg(long, default_value = "stdio")]
    pub transport: Transport,
    /// Address to listen on, a loopback address.
    #[arg(long, default_value = "127.0.0.1")]
    pub host: String,
    /// Port to listen on; 0 takes a free one and says which.
    #[arg(long, default_value_t = 8765)]
    pub port: u16,
    /// Path of the endpoint.
    #[arg(long, default_value = "/mcp")]
    pub path: String,
    /// Entries in one page of a list; 0 puts everything on one page.
    #[arg(long, default_value_t = 100)]
    pub page_size: usize,
}

/// How clients connect.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Transport {
    /// Standard input and output of this process.
    Stdio,
    /// Streamable HTTP on a loopback address.
    #[value(alias = "streamable-http")]
    Http,
}

/// Options of `config`.
#[derive(Debug, Args)]
#[command(after_help = "\
The snippet is on stdout, where to save it on stderr.

Examples:
  cloudg config --client claude-code --dataset prod=./inventory
  cloudg config --client vscode --transport http --token-env CLOUDG_TOKEN")]
pub(crate) struct ConfigOptions {
    /// The client.
    #[arg(long, default_value = "claude-desktop")]
    pub client: Client,
    /// What the client calls the server.
    #[arg(long, value_name = "TEXT", default_value = "cloudg", value_parser = clap::builder::NonEmptyStringValueParser::new())]
    pub name: String,
    /// How the client connects.
    #[arg(long, default_value = "stdio")]
    pub transport: Transport,
    /// With `--transport http`: the address of the server; default http://127.0.0.1:8765/mcp.
    #[arg(long, value_name = "URL")]
    pub url: Option<String>,
    /// With stdio: what starts the server, words quoted as for a shell; default `auto`, this program
    /// by its absolute path.
    #[arg(long, value_name = "COMMAND")]
    pub command: Option<String>,
    /// With stdio: the policy that the server gets.
    #[arg(long, value_name = "PROFILE")]
    pub policy: Option<String>,
    /// With stdio: a dataset that the server loads; may be repeated. The path is made absolute.
    #[arg(long = "dataset", value_name = "[NAME=]PATH")]
    pub datasets: Vec<String>,
    /// With `--transport http`: variable of the environment that holds the token to send.
    #[arg(long, value_name = "VAR")]
    pub token_env: Option<String>,
}

/// Programs that use MCP servers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Client {
    /// Claude Desktop.
    ClaudeDesktop,
    /// Claude Code.
    ClaudeCode,
    /// Cursor.
    Cursor,
    /// Visual Studio Code.
    Vscode,
}

/// Options of `completions`.
#[derive(Debug, Args)]
#[command(after_help = "\
Example:
  cloudg completions bash > ~/.local/share/bash-completion/completions/cloudg")]
pub(crate) struct CompletionsOptions {
    /// The shell.
    pub shell: clap_complete::Shell,
}
