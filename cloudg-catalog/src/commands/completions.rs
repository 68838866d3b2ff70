//! `cloudg completions`.

use std::process::ExitCode;

use clap::CommandFactory;

use super::failure::Failure;
use crate::{
    cli::{Cli, CompletionsOptions},
    output,
};

/// Prints a completion script.
pub(crate) fn run(options: &CompletionsOptions) -> Result<ExitCode, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(options.shell, &mut Cli::command(), "cloudg", &mut script);
    output::bytes(&script)?;
    Ok(ExitCode::SUCCESS)
}
