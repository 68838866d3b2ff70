//! `cloudg call`.

use std::process::ExitCode;

use anyhow::Context;
use serde_json::Value;

use super::{
    calling::{self, Called},
    failure::Failure,
    picture,
};
use crate::{
    App,
    cli::{CallOptions, Form},
    output,
};

/// Calls a tool and prints its answer.
pub(crate) fn run(app: &App, options: &CallOptions) -> Result<ExitCode, Failure> {
    let arguments = arguments(&options.args).map_err(Failure::Usage)?;
    let called = Called::new(app, &options.layer, &options.tool, arguments.clone())?;
    let is_error = called.is_error();
    if options.raw {
        output::json(&called.wire)?;
    } else if is_error {
        called.refuse()?;
    } else if options.render == Form::Json {
        called.print()?;
    } else {
        picture::print(options, arguments, &called)?;
    }
    Ok(if is_error { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

/// Reads the arguments from the command line, a file or standard input.
fn arguments(source: &str) -> anyhow::Result<Value> {
    let text = calling::text(source, "--args")?;
    let value: Value = serde_json::from_str(&text).context("--args is not JSON")?;
    anyhow::ensure!(value.is_object(), "--args is not a JSON object, such as '{{\"limit\": 5}}'");
    Ok(value)
}
