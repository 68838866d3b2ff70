//! The command line: types only.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

/// How the binary was built.
const LONG_VERSION: &str = concat!(
    env!("CARGO_PKG_VERSION"),
    "\ncommit:   ",
    env!("CLOUDG_COMMIT"),
    "\ntarget:   ",
    env!("CLOUDG_TARGET"),
    "\nprofile:  ",
    env!("CLOUDG_PROFILE"),
    "\ncompiler: ",
    env!("CLOUDG_RUSTC"),
);

const EXAMPLES: &str = "\
Examples:
  cloudg call dataset_summary --sample
  cloudg call find_assets --sample --args '{\"internet_exposed\": true, \"sort_by\": \"risk\"}'
  cloudg load-check ./scan-output
  cloudg serve --dataset prod=./inventory";

/// Load a multi-cloud inventory with its security findings and answer questions about it, to an AI
/// agent over the Model Context Protocol or to you on the command line.
#[derive(Debug, Parser)]
#[command(name = "cloudg", version, long_version = LONG_VERSION, after_help = EXAMPLES)]
pub(crate) struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// The commands; each also answers to `cloudg mcp COMMAND`.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Serve the tools to an MCP client, on stdio or HTTP.
    Serve(ServeOptions),
    /// Call one tool and print its answer as JSON.
    Call(CallOptions),
    /// List the tools.
    Tools(ToolsOptions),
    /// Tell what a file or directory would load as, without serving anything.
    LoadCheck(LoadCheckOptions),
    /// Print a completion script for a shell.
    Completions(CompletionsOptions),
}

/// What a server has in memory and how it treats callers.
#[derive(Debug, Args)]
pub(crate) struct LayerOptions {
    /// Load a dataset at start; may be repeated, the last one is active. Reads from anywhere, since
    /// it is you who names the path.
    #[arg(long = "dataset", value_name = "[NAME=]PATH")]
    pub datasets: Vec<String>,
    /// Load the embedded sample estate as dataset `sample`.
    #[arg(long)]
    pub sample: bool,
    /// Access policy. Only `open` exists so far: every caller sees everything.
    #[arg(long, env = "CLOUDG_MCP_POLICY", value_name = "PROFILE")]
    pub policy: Option<String>,
    /// Least severe log messages to show on stderr.
    #[arg(long, value_name = "LEVEL", default_value = "warning", ignore_case = true)]
    pub log_level: LogLevel,
}

/// Severity of log messages.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub(crate) enum LogLevel {
    /// Everything.
    Debug,
    /// What happens.
    Info,
    /// What may be wrong.
    Warning,
    /// What failed.
    Error,
}

/// Options of `serve`.
#[derive(Debug, Args)]
#[command(after_help = "\
File tools read below the directories in CLOUDG_MCP_ALLOWED_ROOTS (separated like PATH), by default
below the working directory, and write below ./reports.")]
pub(crate) struct ServeOptions {
    #[command(flatten)]
    pub layer: LayerOptions,
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

/// Options of `call`.
#[derive(Debug, Args)]
pub(crate) struct CallOptions {
    /// Name of the tool, see `cloudg tools`.
    pub tool: String,
    /// Arguments as a JSON object, `@FILE` to read them from a file, `-` from standard input.
    #[arg(long, default_value = "{}", value_name = "JSON|@FILE|-")]
    pub args: String,
    /// Print the whole result as a client receives it.
    #[arg(long)]
    pub raw: bool,
    #[command(flatten)]
    pub layer: LayerOptions,
}

/// Options of `tools`.
#[derive(Debug, Args)]
pub(crate) struct ToolsOptions {
    /// Print the definitions as a client receives them.
    #[arg(long)]
    pub json: bool,
    /// Only tools of this category; may be repeated.
    #[arg(long = "category", value_name = "CATEGORY")]
    pub categories: Vec<String>,
}

/// Options of `load-check`.
#[derive(Debug, Args)]
pub(crate) struct LoadCheckOptions {
    /// File or directory.
    pub path: PathBuf,
    /// What it is, where it cannot be told: inventory, report, generic, prowler, scoutsuite,
    /// checkov, trivy.
    #[arg(long, value_parser = parse_kind)]
    pub kind: Option<cloudg_catalog::load::detect::Kind>,
    /// Print JSON instead of text.
    #[arg(long)]
    pub json: bool,
}

fn parse_kind(text: &str) -> Result<cloudg_catalog::load::detect::Kind, String> {
    use cloudg_catalog::load::detect::Kind;
    Kind::from_name(text).ok_or_else(|| {
        let names = Kind::ALL.map(Kind::as_str).join(", ");
        format!("expected one of {names}")
    })
}

/// Options of `completions`.
#[derive(Debug, Args)]
pub(crate) struct CompletionsOptions {
    /// The shell.
    pub shell: clap_complete::Shell,
}
