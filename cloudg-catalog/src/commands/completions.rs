//! `cloudg completions`.

use std::process::ExitCode;

use clap::{
    Command, CommandFactory,
    builder::{PossibleValue, PossibleValuesParser},
};
use clap_complete::Shell;
use cloudg_runtime::{Prompt, Tool};

use super::failure::Failure;
use crate::{
    App,
    cli::{Cli, CompletionsOptions},
    output,
};

/// Prints a completion script. It offers the names of tools and prompts that this program has; what
/// is accepted is decided by each command when it runs.
pub(crate) fn run(app: &App, options: &CompletionsOptions) -> Result<ExitCode, Failure> {
    let registry = app.choose(None)?;
    let tools: Vec<_> =
        registry.tools().map(|tool| named(tool.name(), Tool::title(tool))).collect();
    let prompts: Vec<_> =
        registry.prompts().map(|prompt| named(prompt.name(), Prompt::title(prompt))).collect();
    let places =
        [("call", "tool", &tools), ("tools", "name", &tools), ("prompt", "name", &prompts)];
    let mut command = Cli::command();
    for (subcommand, argument, values) in places {
        command = offering(command, subcommand, argument, values);
    }
    let mut script = Vec::new();
    clap_complete::generate(options.shell, &mut command, "cloudg", &mut script);
    if options.shell == Shell::Fish {
        script.extend(places.iter().flat_map(|(name, _, values)| fish(name, values).into_bytes()));
    }
    output::bytes(&script)?;
    Ok(ExitCode::SUCCESS)
}

/// Values of an argument, which the generator leaves out for fish. Names that fish would not take as
/// one word are left out.
fn fish(subcommand: &str, values: &[PossibleValue]) -> String {
    let is_plain = |name: &&str| {
        name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_.-".contains(&byte))
    };
    let names = values.iter().map(PossibleValue::get_name).filter(is_plain);
    let names = names.collect::<Vec<_>>().join(" ");
    let condition = format!("__fish_cloudg_using_subcommand {subcommand}");
    format!("complete -c cloudg -n \"{condition}\" -f -a \"{names}\"\n")
}

fn named(name: &str, title: Option<&str>) -> PossibleValue {
    let value = PossibleValue::new(name.to_owned());
    match title {
        Some(title) => value.help(title.to_owned()),
        None => value,
    }
}

fn offering(
    command: Command,
    subcommand: &'static str,
    argument: &'static str,
    values: &[PossibleValue],
) -> Command {
    let values = PossibleValuesParser::new(values.iter().cloned());
    command.mut_subcommand(subcommand, |command| {
        command.mut_arg(argument, |argument| argument.value_parser(values))
    })
}
