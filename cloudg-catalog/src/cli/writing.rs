//! What is written to files or read from them.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::LayerOptions;

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
    /// Directory below the output root, for reports and rag-chunks (default the root itself) and
    /// terraform (default `terraform`); triples go to the root.
    #[arg(long, value_name = "SUBDIR")]
    pub out: Option<String>,
    #[command(flatten)]
    pub chunks: ChunkOptions,
    /// Print the answer as JSON instead of the paths.
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub layer: LayerOptions,
}

/// Options of `export rag-chunks`.
#[derive(Debug, Args)]
pub(crate) struct ChunkOptions {
    /// For rag-chunks: what pieces are about; default `hybrid`.
    #[arg(long, value_name = "STRATEGY")]
    pub strategy: Option<ChunkStrategy>,
    /// For rag-chunks: how long a piece may be, in tokens of four characters; default 2000. Lists
    /// are cut to fit, all other lines stay.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub max_chunk_tokens: Option<u32>,
}

/// What pieces of text are about.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum ChunkStrategy {
    /// One asset each.
    Entity,
    /// One community of related assets each.
    Community,
    /// One group of relations each.
    #[value(alias = "relation_group")]
    RelationGroup,
    /// All of these.
    #[default]
    Hybrid,
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
    /// Pieces of text for retrieval by a language model, one a line, and what they are about.
    RagChunks,
}

/// Options of `load-check`.
#[derive(Debug, Args)]
#[command(after_help = "\
Example:
  cloudg load-check ./scan-output --json")]
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
#[command(after_help = "\
Example:
  cloudg new my-tools --with-catalog")]
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
