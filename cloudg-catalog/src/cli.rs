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

const PICTURES: &str = "\
Pictures:
  cloudg call attack_paths --sample --render tree
  cloudg call blast_radius --sample --args '{\"ref\": \"booking-jump\"}' --render tree
  cloudg call find_assets --sample --args '{\"sort_by\": \"risk\"}' --render table
  cloudg call attack_paths --sample --render svg > paths.svg";

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
    /// Ask the dataset in SPARQL and print the rows.
    Query(QueryOptions),
    /// Write the dataset to files: reports, Terraform, triples.
    Export(ExportOptions),
    /// List the tools.
    Tools(ToolsOptions),
    /// Read one resource and print its contents.
    Read(ReadOptions),
    /// List the resources and the templates of their addresses.
    Resources(ListOptions),
    /// Make the messages of one prompt and print them.
    Prompt(PromptOptions),
    /// List the prompts.
    Prompts(ListOptions),
    /// Summarise, lock, compare or export what this binary declares, without running any of it.
    Catalog(CatalogOptions),
    /// Tell what a file or directory would load as, without serving anything.
    LoadCheck(LoadCheckOptions),
    /// Write the crate of a plugin: tools, resources and prompts of your own.
    New(NewOptions),
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

/// Options of `serve`.
#[derive(Debug, Args)]
#[command(after_help = "\
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

/// Forms of an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Form {
    /// The structured answer.
    Json,
    /// A table of its list.
    Table,
    /// A tree of its paths or dependencies.
    Tree,
    /// Its graph for Graphviz.
    Dot,
    /// Its graph as a Mermaid flowchart.
    Mermaid,
    /// Its graph as a drawing.
    Svg,
}

/// Options of `call`.
#[derive(Debug, Args)]
#[command(after_help = PICTURES)]
pub(crate) struct CallOptions {
    /// Name of the tool, see `cloudg tools`.
    pub tool: String,
    /// Arguments as a JSON object, `@FILE` to read them from a file, `-` from standard input.
    #[arg(long, default_value = "{}", value_name = "JSON|@FILE|-")]
    pub args: String,
    /// Print the whole result as a client receives it.
    #[arg(long)]
    pub raw: bool,
    /// How to show the answer.
    #[arg(long, value_name = "FORM", default_value = "json", conflicts_with = "raw")]
    pub render: Form,
    #[command(flatten)]
    pub layer: LayerOptions,
}

/// Options of `query`.
#[derive(Debug, Args)]
#[command(after_help = "\
Classes are written cm:ComputeInstance, relations and properties cmp:hasName, things cmr:ID; the
prefixes are declared. `cloudg call ontology_stats` lists the relations in use.

Example, machines that the internet reaches:
  cloudg query --sample 'SELECT ?name WHERE {
    ?machine a cm:ComputeInstance ; cmp:hasName ?name ; cmp:isInternetExposed true } ORDER BY ?name'

Exit codes: 0 an answer, with no rows too; 1 the query is refused or failed; 2 wrong usage.")]
pub(crate) struct QueryOptions {
    /// One SELECT, ASK, CONSTRUCT or DESCRIBE query, `@FILE` to read it from a file, `-` from
    /// standard input.
    #[arg(value_name = "SPARQL|@FILE|-")]
    pub query: String,
    /// Most rows to print, 1 to 1000; default 100. When there are more, stderr says so.
    #[arg(long, value_name = "N")]
    pub limit: Option<u32>,
    /// How to show the rows; default `table` on a terminal, `json` elsewhere.
    #[arg(long, value_name = "FORM")]
    pub render: Option<RowForm>,
    #[command(flatten)]
    pub layer: LayerOptions,
}

/// Forms of rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum RowForm {
    /// A line for each row; for ASK one word.
    Table,
    /// The structured answer.
    Json,
}

/// Options of `export`.
#[derive(Debug, Args)]
#[command(after_help = "\
Files go below ./reports, the output root, and replace those of an earlier export. They hold raw
values. Their paths are on stdout, the output root on stderr.

Example, writes reports/monday/report.html:
  cloudg export html --sample --out monday

Exit codes: 0 written; 1 refused or failed; 2 wrong usage.")]
pub(crate) struct ExportOptions {
    /// What to write.
    pub format: FileFormat,
    /// Directory below the output root, for reports (default the root itself) and terraform (default
    /// `terraform`); triples go to the root.
    #[arg(long, value_name = "SUBDIR")]
    pub out: Option<String>,
    /// Print the answer as JSON instead of the paths.
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub layer: LayerOptions,
}

/// Formats of written files.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum FileFormat {
    /// Findings with the inventory they are about; loads again.
    Json,
    /// One page to read and print offline.
    Html,
    /// Assets, edges, dependencies and organisation, without findings; loads again.
    Inventory,
    /// The graph for graph programs.
    Graphml,
    /// Findings by asset and by framework.
    AssetMap,
    /// Configuration with a script that imports what exists.
    Terraform,
    /// Triples to read.
    Turtle,
    /// Triples as JSON-LD.
    JsonLd,
    /// Triples as RDF/XML.
    RdfXml,
    /// Triples, one a line.
    NTriples,
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
    /// List this registry of the program instead of the catalogue.
    #[arg(long, value_name = "NAME")]
    pub registry: Option<String>,
    #[command(flatten)]
    pub listing: ListingOptions,
}

/// Options of `resources` and `prompts`.
#[derive(Debug, Args)]
pub(crate) struct ListOptions {
    /// Print the definitions as a client receives them.
    #[arg(long)]
    pub json: bool,
    /// List this registry of the program instead of the catalogue.
    #[arg(long, value_name = "NAME")]
    pub registry: Option<String>,
}

/// Options of `read`.
#[derive(Debug, Args)]
pub(crate) struct ReadOptions {
    /// Address of the resource, see `cloudg resources`.
    pub uri: String,
    #[command(flatten)]
    pub layer: LayerOptions,
}

/// Options of `prompt`.
#[derive(Debug, Args)]
pub(crate) struct PromptOptions {
    /// Name of the prompt, see `cloudg prompts`.
    pub name: String,
    /// An argument of the prompt; may be repeated.
    #[arg(long = "arg", value_name = "KEY=VALUE")]
    pub args: Vec<String>,
    /// Print the whole result as a client receives it.
    #[arg(long)]
    pub raw: bool,
    #[command(flatten)]
    pub layer: LayerOptions,
}

/// Options of `catalog`.
#[derive(Debug, Args)]
#[command(
    args_conflicts_with_subcommands = true,
    after_help = "\
Exit codes: 0 done, or FILE is current; 1 with --check, FILE is not what this binary declares, and
the differences are on stdout; 2 wrong usage, or FILE cannot be read as a lock."
)]
pub(crate) struct CatalogOptions {
    #[command(subcommand)]
    pub command: Option<CatalogCommand>,
    /// Write the lock, definitions with digests, to this file.
    #[arg(long, value_name = "FILE")]
    pub lock: Option<PathBuf>,
    /// Compare the file with what would be written, and write nothing.
    #[arg(long, requires = "lock")]
    pub check: bool,
    /// Print the lock, or with --check the differences, as JSON.
    #[arg(long)]
    pub json: bool,
}

/// What else `catalog` does.
#[derive(Debug, Subcommand)]
pub(crate) enum CatalogCommand {
    /// Tell what was changed between two locks: what breaks clients, what adds, what is text.
    Diff(CatalogDiffOptions),
    /// Print the definitions in the form of another framework.
    Export(CatalogExportOptions),
}

/// Options of `catalog diff`.
#[derive(Debug, Args)]
#[command(after_help = "\
Exit codes: 0 nothing worse than --allow; 1 something worse, by default a breaking change; 2 wrong
usage, or a file that is no lock.")]
pub(crate) struct CatalogDiffOptions {
    /// The lock from before.
    pub old: PathBuf,
    /// The lock to compare it with; this binary where it is left out.
    pub new: Option<PathBuf>,
    /// Print the changes as JSON.
    #[arg(long)]
    pub json: bool,
    /// The worst change that is still no failure.
    #[arg(long, value_name = "CLASS", default_value = "additive")]
    pub allow: Allowed,
}

/// The worst change that is no failure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Allowed {
    /// Nothing may differ.
    None,
    /// Titles, descriptions and icons.
    Text,
    /// What breaks no client.
    Additive,
    /// Everything.
    Breaking,
}

/// Options of `catalog export`.
#[derive(Debug, Args)]
pub(crate) struct CatalogExportOptions {
    /// Whose form the definitions have.
    #[arg(long)]
    pub format: ExportFormat,
    #[command(flatten)]
    pub schemas: SchemaOptions,
}

/// A form of definitions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ExportFormat {
    /// Function calling of OpenAI.
    Openai,
    /// Tool use of Anthropic.
    Anthropic,
    /// Structured tools of LangChain.
    Langchain,
    /// The lists of the Model Context Protocol, with resources and prompts.
    Mcp,
}

/// Options of `load-check`.
#[derive(Debug, Args)]
pub(crate) struct LoadCheckOptions {
    /// File or directory.
    pub path: PathBuf,
    /// What it is, where it cannot be told: inventory, report, generic, prowler, scoutsuite,
    /// checkov, trivy.
    #[arg(long, value_parser = parse_kind)]
    pub kind: Option<crate::load::detect::Kind>,
    /// Print JSON instead of text.
    #[arg(long)]
    pub json: bool,
}

fn parse_kind(text: &str) -> Result<crate::load::detect::Kind, String> {
    use crate::load::detect::Kind;
    Kind::from_name(text).ok_or_else(|| {
        let names = Kind::ALL.map(Kind::as_str).join(", ");
        format!("expected one of {names}")
    })
}

/// Options of `new`.
#[derive(Debug, Args)]
pub(crate) struct NewOptions {
    /// Name of the crate.
    pub name: String,
    /// Directory to write, empty or not there yet; default a directory of the crate's name.
    #[arg(long)]
    pub path: Option<PathBuf>,
    /// Build a server that also answers the tools of cloudg.
    #[arg(long)]
    pub with_catalog: bool,
    /// Depend on the framework in this checkout instead of the published repository.
    #[arg(long, value_name = "PATH")]
    pub runtime_path: Option<PathBuf>,
}

/// Options of `completions`.
#[derive(Debug, Args)]
pub(crate) struct CompletionsOptions {
    /// The shell.
    pub shell: clap_complete::Shell,
}
