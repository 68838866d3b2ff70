//! The command line: types only.

mod asking;
mod catalog;
mod serving;
mod writing;

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

pub(crate) use asking::{
    CallOptions, Form, ListOptions, PromptOptions, QueryOptions, ReadOptions, RowForm, ToolsOptions,
};
pub(crate) use catalog::{
    Allowed, CatalogCommand, CatalogDiffOptions, CatalogExportOptions, CatalogOptions, ExportFormat,
};
pub(crate) use serving::{Client, CompletionsOptions, ConfigOptions, ServeOptions, Transport};
pub(crate) use writing::{ChunkStrategy, ExportOptions, FileFormat, LoadCheckOptions, NewOptions};

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
  cloudg tools find_assets
  cloudg call find_assets --sample internet_exposed=true sort_by=risk --render table
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
    /// Call one tool and print its answer as JSON, or as a table or picture.
    Call(CallOptions),
    /// Ask the dataset in SPARQL and print the rows.
    Query(QueryOptions),
    /// Write the dataset to files: reports, Terraform, triples.
    Export(ExportOptions),
    /// List the tools, or describe one.
    Tools(ToolsOptions),
    /// Read one resource and print its contents.
    Read(ReadOptions),
    /// List the resources and the templates of their addresses.
    #[command(after_help = "Example:\n  cloudg resources --json")]
    Resources(ListOptions),
    /// Make the messages of one prompt and print them.
    Prompt(PromptOptions),
    /// List the prompts.
    #[command(after_help = "Example:\n  cloudg prompts --json")]
    Prompts(ListOptions),
    /// Summarise, lock, compare or export what this binary declares, without running any of it.
    Catalog(CatalogOptions),
    /// Tell what a file or directory would load as, without serving anything.
    LoadCheck(LoadCheckOptions),
    /// Write the crate of a plugin: tools, resources and prompts of your own.
    New(NewOptions),
    /// Print what an MCP client needs in its configuration to use this server.
    Config(ConfigOptions),
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
    #[command(flatten)]
    pub rules: RuleOptions,
    /// Serve this registry of the program instead of the catalogue.
    #[arg(long, value_name = "NAME")]
    pub registry: Option<String>,
    /// Least severe log messages to show on stderr.
    #[arg(long, value_name = "LEVEL", default_value = "warning", ignore_case = true)]
    pub log_level: LogLevel,
}

/// Which compliance rulesets are in force.
#[derive(Debug, Args)]
pub(crate) struct RuleOptions {
    /// Take compliance rulesets (*.yaml, *.yml, *.json) from this directory in place of the shipped
    /// ones.
    #[arg(long, env = "CLOUDG_MCP_RULES_DIR", value_name = "DIR")]
    pub rules_dir: Option<PathBuf>,
    /// Add the compliance rulesets of this directory to those in force; may be repeated.
    #[arg(long, value_name = "DIR")]
    pub extra_rules: Vec<PathBuf>,
    /// Use no compliance rulesets: findings keep the frameworks that scanners give them.
    #[arg(long, conflicts_with = "extra_rules")]
    pub no_rules: bool,
}

/// How tools are listed. What can be called does not change.
#[derive(Debug, Default, Args)]
pub(crate) struct ListingOptions {
    /// List only the tools to start with, and `search_tools`, which finds the others; all of them
    /// can be called.
    #[arg(long)]
    pub start_small: bool,
    #[command(flatten)]
    pub schemas: SchemaOptions,
}

/// How schemas are written.
#[derive(Debug, Default, Args)]
pub(crate) struct SchemaOptions {
    /// How much of JSON Schema to use for arguments and answers.
    #[arg(long, value_name = "PROFILE", default_value = "full")]
    pub schema_profile: SchemaProfile,
}

/// How much of JSON Schema is used.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum SchemaProfile {
    /// What describes the arguments best.
    #[default]
    Full,
    /// What clients with a narrow dialect read: no lists of types, no references, no combinators
    /// at the root.
    Portable,
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
