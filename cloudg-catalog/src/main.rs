//! Start-up and exit codes of `cloudg`: 0 for an answer, 1 for a failure, 2 for wrong usage.

mod cli;
mod commands;
mod output;

use std::process::ExitCode;

use clap::Parser;

use cli::{Cli, Command};

fn main() -> ExitCode {
    let cli = Cli::parse_from(arguments());
    let done = match &cli.command {
        Command::Serve(options) => commands::serve::run(options),
        Command::Call(options) => commands::call::run(options),
        Command::Tools(options) => commands::tools::run(options),
        Command::LoadCheck(options) => commands::load_check::run(options),
        Command::Completions(options) => commands::completions::run(options),
    };
    match done {
        Ok(code) => code,
        Err(failure) => failure.report(),
    }
}

/// The command line, where `cloudg mcp COMMAND` is `cloudg COMMAND`.
fn arguments() -> Vec<std::ffi::OsString> {
    let mut arguments: Vec<_> = std::env::args_os().collect();
    if arguments.get(1).is_some_and(|first| first == "mcp") {
        arguments.remove(1);
    }
    arguments
}
