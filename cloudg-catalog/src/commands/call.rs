//! `cloudg call`.

use std::process::ExitCode;

use anyhow::Context;
use cloudg_runtime::Tool;
use serde_json::{Map, Value};

use super::{
    arguments,
    calling::{self, Called},
    failure::{self, Failure},
    picture,
};
use crate::{
    App,
    cli::{CallOptions, Form},
    output,
};

/// What happens to a change that no file holds.
const FORGOTTEN: &str = "Note: this changed the memory of this process only and ends with it; to \
    keep it, make it in a session of `cloudg serve`, where export_report writes the dataset.";

/// Calls a tool and prints its answer.
pub(crate) fn run(app: &App, options: &CallOptions) -> Result<ExitCode, Failure> {
    let object = object(&options.args).map_err(Failure::Usage)?;
    let pairs = arguments::pairs(options.words.iter().chain(&options.pairs))?;
    let typed = |tool: &Tool| arguments::merged(object, &pairs, tool.input_schema());
    let called = Called::typed(app, &options.layer, &options.tool, typed)?;
    if called.is_error() {
        refuse(options, &called)?;
        return Ok(ExitCode::FAILURE);
    }
    if options.raw {
        output::json(&called.wire)?;
    } else if options.render == Form::Json && options.columns.is_empty() {
        called.print()?;
    } else {
        picture::print(options, &called)?;
    }
    if called.changes_memory() {
        output::note(FORGOTTEN);
    }
    Ok(ExitCode::SUCCESS)
}

/// Tells why there is no answer, and where to read on.
fn refuse(options: &CallOptions, called: &Called) -> Result<(), Failure> {
    if options.raw {
        output::json(&called.wire)?;
        return Ok(());
    }
    called.refuse();
    if !failure::is_nothing_loaded(called.message()) {
        let tool = &options.tool;
        output::note(&format!("See `cloudg tools {tool}`; --raw prints the whole error as JSON."));
    }
    Ok(())
}

/// Reads the arguments from the command line, a file or standard input.
fn object(source: &str) -> anyhow::Result<Map<String, Value>> {
    let text = calling::text(source, "--args")?;
    match serde_json::from_str(&text).context("--args is not JSON")? {
        Value::Object(object) => Ok(object),
        _ => anyhow::bail!("--args is not a JSON object, such as '{{\"limit\": 5}}'"),
    }
}
