//! Answers in the forms that people look at.

use std::io::{self, IsTerminal};

use serde_json::Value;

use super::{calling::Called, failure::Failure};
use crate::{
    cli::{CallOptions, Form},
    output,
    render::{self, Answer, Rendering, Screen},
};

/// Shows the answer of `cloudg call` in the form asked for.
pub(super) fn print(options: &CallOptions, called: &Called) -> Result<(), Failure> {
    let Some(result) = called.structured() else {
        return Err(Failure::usage(format!(
            "the answer of `{}` has no structure to show, leave --render out",
            options.tool
        )));
    };
    let arguments = &called.arguments;
    let next_page = next_page(options, arguments.clone(), result);
    let answer = Answer {
        tool: &options.tool,
        arguments: Some(arguments),
        result,
        next_page: next_page.as_deref(),
    };
    show(answer, rendering(options.render), &options.columns)
}

/// Shows an answer in a form; what it leaves out is told on stderr.
pub(super) fn show(
    answer: Answer<'_>,
    wanted: Rendering,
    columns: &[String],
) -> Result<(), Failure> {
    let rendered = render::render(answer, wanted, columns, screen())
        .map_err(|error| Failure::usage(error.to_string()))?;
    // A list of lines without any is no line.
    if !rendered.text.is_empty() {
        output::line(&rendered.text)?;
    }
    for note in &rendered.notes {
        output::note(note);
    }
    Ok(())
}

fn rendering(form: Form) -> Rendering {
    match form {
        Form::Json => Rendering::Json,
        Form::Table => Rendering::Table,
        Form::Csv => Rendering::Csv,
        Form::Jsonl => Rendering::Jsonl,
        Form::Tree => Rendering::Tree,
        Form::Dot => Rendering::Dot,
        Form::Mermaid => Rendering::Mermaid,
        Form::Svg => Rendering::Svg,
    }
}

/// Only a terminal has a width.
fn screen() -> Screen {
    let stdout = io::stdout();
    let width = stdout.is_terminal().then(output::terminal_width).flatten();
    Screen { colour: output::wants_colour(&stdout), width }
}

/// The same command line with the cursor of the next page.
fn next_page(options: &CallOptions, mut arguments: Value, result: &Value) -> Option<String> {
    let cursor = result["next_cursor"].as_str()?;
    arguments["cursor"] = cursor.into();
    let mut command = format!(
        "cloudg call {} --args {}",
        options.tool,
        output::shell_word(&arguments.to_string())
    );
    if options.layer.sample {
        command += " --sample";
    }
    for dataset in &options.layer.datasets {
        command += &format!(" --dataset {}", output::shell_word(dataset));
    }
    if !options.columns.is_empty() {
        command += &format!(" --columns {}", output::shell_word(&options.columns.join(",")));
    }
    Some(format!("{command} --render {}", rendering(options.render).as_str()))
}
