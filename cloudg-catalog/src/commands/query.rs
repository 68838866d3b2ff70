//! `cloudg query`.

use std::{
    io::{self, IsTerminal},
    process::ExitCode,
};

use serde_json::{Value, json};

use super::{
    calling::{self, Called},
    failure::Failure,
    picture,
};
use crate::{
    App,
    cli::{QueryOptions, RowForm},
    output,
    render::{Answer, Rendering},
};

/// The tool that answers.
const TOOL: &str = "sparql_query";

/// Asks the active dataset and prints the rows.
pub(crate) fn run(app: &App, options: &QueryOptions) -> Result<ExitCode, Failure> {
    let query = calling::text(&options.query, "SPARQL").map_err(Failure::Usage)?;
    let mut arguments = json!({"query": query});
    if let Some(limit) = options.limit {
        arguments["limit"] = limit.into();
    }
    let called = Called::new(app, &options.layer, TOOL, arguments)?;
    if called.is_error() {
        called.refuse();
        return Ok(ExitCode::FAILURE);
    }
    let wanted = match form(options) {
        RowForm::Table => Some(Rendering::Table),
        RowForm::Csv => Some(Rendering::Csv),
        RowForm::Jsonl => Some(Rendering::Jsonl),
        RowForm::Json if !options.columns.is_empty() => Some(Rendering::Json),
        RowForm::Json => None,
    };
    match (wanted, called.structured()) {
        (Some(wanted), Some(result)) => rows(result, wanted, &options.columns)?,
        (_, result) => {
            called.print()?;
            note_hint(result);
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// People look at a terminal, programs read the rest.
fn form(options: &QueryOptions) -> RowForm {
    options.render.unwrap_or(match io::stdout().is_terminal() {
        true => RowForm::Table,
        false => RowForm::Json,
    })
}

/// The rows, or the one word that answers `ASK`.
fn rows(result: &Value, wanted: Rendering, columns: &[String]) -> Result<(), Failure> {
    let Some(answer) = result.get("answer").filter(|_| columns.is_empty()) else {
        let answer = Answer { tool: TOOL, arguments: None, result, next_page: None };
        return picture::show(answer, wanted, columns);
    };
    output::line(match answer.as_bool() {
        Some(true) => "yes",
        Some(false) => "no",
        None => "unknown",
    })?;
    note_hint(Some(result));
    Ok(())
}

/// Tells why there may be more rows.
fn note_hint(result: Option<&Value>) {
    if let Some(hint) = result.and_then(|result| result["hint"].as_str()) {
        output::note(hint);
    }
}
