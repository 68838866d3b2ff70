//! `cloudg call`.

use std::{fs, io::Read, process::ExitCode};

use anyhow::Context;
use cloudg_catalog::text::fuzzy;
use cloudg_runtime::{CallRequest, Layer, Principal, Tool};
use serde_json::Value;

use super::{failure::Failure, setup};
use crate::{cli::CallOptions, output};

/// Most names suggested for one that does not exist.
const MAX_SUGGESTIONS: usize = 3;
/// How alike a suggested name has to be.
const CUTOFF: f64 = 0.6;

/// Calls a tool and prints its answer.
pub(crate) fn run(options: &CallOptions) -> Result<ExitCode, Failure> {
    let arguments = arguments(&options.args).map_err(Failure::Usage)?;
    let layer = setup::layer(&options.layer)?;
    if layer.find_tool(&options.tool, &Principal::local()).is_none() {
        return Err(unknown_tool(&layer, &options.tool));
    }
    let request = CallRequest::new(&options.tool, Some(arguments));
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let result = runtime.block_on(layer.call_tool(request))?;
    let wire = result.to_wire();
    let is_error = wire["isError"] == Value::Bool(true);
    if options.raw {
        output::json(&wire)?;
    } else if is_error {
        output::error(wire["content"][0]["text"].as_str().unwrap_or_default());
        if let Some(data) = result.error_data() {
            output::note(&cloudg_runtime::json_text::pretty(data)?);
        }
        if options.layer.datasets.is_empty() && !options.layer.sample {
            output::note("Nothing was loaded: pass --dataset PATH, or --sample to look around.");
        }
    } else {
        print(&wire)?;
    }
    Ok(if is_error { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

/// Names the tools that may have been meant.
fn unknown_tool(layer: &Layer, name: &str) -> Failure {
    let names = layer.registry().tools().map(Tool::name);
    let close = fuzzy::close_matches(name, names, MAX_SUGGESTIONS, CUTOFF);
    let meant = match close.is_empty() {
        true => String::new(),
        false => format!(" Did you mean {}?", close.join(", ")),
    };
    let message = format!("there is no tool `{name}`.{meant} See `cloudg tools` for all of them");
    Failure::Work(anyhow::Error::msg(message))
}

/// The structured answer, or the content blocks of a tool that has none.
fn print(wire: &Value) -> std::io::Result<()> {
    if let Some(structured) = wire.get("structuredContent") {
        return output::json(structured);
    }
    for block in wire["content"].as_array().into_iter().flatten() {
        match block["text"].as_str() {
            Some(text) => output::line(text)?,
            None => output::json(block)?,
        }
    }
    Ok(())
}

/// Reads the arguments from the command line, a file or standard input.
fn arguments(source: &str) -> anyhow::Result<Value> {
    let text = match (source, source.strip_prefix('@')) {
        ("-", _) => {
            let mut text = String::new();
            std::io::stdin().read_to_string(&mut text).context("--args: standard input")?;
            text
        }
        (_, Some(path)) => fs::read_to_string(path).with_context(|| format!("--args: `{path}`"))?,
        _ => source.to_owned(),
    };
    let value: Value = serde_json::from_str(&text).context("--args is not JSON")?;
    anyhow::ensure!(value.is_object(), "--args is not a JSON object, such as '{{\"limit\": 5}}'");
    Ok(value)
}
