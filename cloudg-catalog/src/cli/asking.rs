//! Questions on the command line, and what there is to ask.

use clap::{Args, ValueEnum};

use super::{LayerOptions, ListingOptions};

const CALLS: &str = "\
Examples:
  cloudg call find_assets --sample internet_exposed=true sort_by=risk
  cloudg call find_assets --sample asset_types=EC2 asset_types=S3_BUCKET
  cloudg call find_assets --sample --args '{\"tag\": \"owner\", \"limit\": 5}'

Pictures:
  cloudg call attack_paths --sample --render tree
  cloudg call blast_radius --sample ref=booking-jump --render tree
  cloudg call find_assets --sample sort_by=risk --render table
  cloudg call attack_paths --sample --render svg > paths.svg

For a spreadsheet:
  cloudg call find_assets --sample --render csv --columns name,type,max_severity > assets.csv";

/// Forms of an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Form {
    /// The structured answer.
    Json,
    /// A table of its list, or a block and tables of what else it holds.
    Table,
    /// Its list as comma-separated values.
    Csv,
    /// Its list as JSON, an item on each line.
    Jsonl,
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
#[command(after_help = CALLS)]
pub(crate) struct CallOptions {
    /// Name of the tool, see `cloudg tools`; `cloudg tools NAME` tells its arguments.
    #[arg(index = 1)]
    pub tool: String,
    /// Arguments, such as `limit=5`. Text is taken as it is; other values are read as JSON. A list is
    /// a JSON array, or its KEY repeated.
    #[arg(index = 2, value_name = "KEY=VALUE")]
    pub words: Vec<String>,
    /// The same; may be repeated.
    #[arg(long = "arg", value_name = "KEY=VALUE")]
    pub pairs: Vec<String>,
    /// Arguments as a JSON object, `@FILE` to read them from a file, `-` from standard input. Single
    /// arguments given beside it win.
    #[arg(long, default_value = "{}", value_name = "JSON|@FILE|-")]
    pub args: String,
    /// Print the whole result as a client receives it.
    #[arg(long)]
    pub raw: bool,
    /// How to show the answer.
    #[arg(long, value_name = "FORM", default_value = "json", conflicts_with = "raw")]
    pub render: Form,
    /// Columns of a table, of csv and of jsonl, in this order; others are left out.
    #[arg(long, value_name = "NAMES", value_delimiter = ',', conflicts_with = "raw")]
    pub columns: Vec<String>,
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
    /// Columns of a table, of csv and of jsonl, in this order; others are left out.
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub columns: Vec<String>,
    #[command(flatten)]
    pub layer: LayerOptions,
}

/// Forms of rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum RowForm {
    /// A line for each row; for ASK one word.
    Table,
    /// Comma-separated values.
    Csv,
    /// JSON, a row on each line.
    Jsonl,
    /// The structured answer.
    Json,
}

/// Options of `tools`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  cloudg tools --category graph
  cloudg tools attack_paths")]
pub(crate) struct ToolsOptions {
    /// Describe this tool: arguments, an example, the forms of its answer.
    #[arg(value_name = "NAME", conflicts_with = "categories")]
    pub name: Option<String>,
    /// Print definitions as a client receives them.
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
#[command(after_help = "\
Examples:
  cloudg read cloudg://docs/cli
  cloudg read cloudg://assets/booking-jump --sample")]
pub(crate) struct ReadOptions {
    /// Address of the resource, see `cloudg resources`.
    pub uri: String,
    #[command(flatten)]
    pub layer: LayerOptions,
}

/// Options of `prompt`.
#[derive(Debug, Args)]
#[command(after_help = "\
Example:
  cloudg prompt investigate_asset --sample --arg ref=booking-jump")]
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
