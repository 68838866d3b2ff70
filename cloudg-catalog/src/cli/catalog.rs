//! What the binary declares.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};

use super::SchemaOptions;

/// Options of `catalog`.
#[derive(Debug, Args)]
#[command(
    args_conflicts_with_subcommands = true,
    after_help = "\
Examples:
  cloudg catalog --lock catalog.lock.json
  cloudg catalog diff catalog.lock.json
  cloudg catalog export --format openai

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
