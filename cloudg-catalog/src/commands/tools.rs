//! `cloudg tools`.

use std::process::ExitCode;

use cloudg_runtime::Principal;
use comfy_table::Table;
use serde_json::Value;

use super::{describe, failure::Failure, listing, setup};
use crate::{App, cli::ToolsOptions, listing::CATEGORIES, output};

/// Lists the tools, or describes one.
pub(crate) fn run(app: &App, options: &ToolsOptions) -> Result<ExitCode, Failure> {
    if let Some(name) = &options.name {
        describe::run(app, options, name)?;
        return Ok(ExitCode::SUCCESS);
    }
    let layer = setup::empty_layer(app, options.registry.as_deref(), &options.listing)?;
    let mut tools = layer.tools_to_wire(&Principal::local());
    check_categories(&options.categories, &tools)?;
    tools.retain(|tool| {
        let wanted = |name: &String| name == category(tool);
        options.categories.is_empty() || options.categories.iter().any(wanted)
    });
    if options.json {
        output::json(&Value::Array(tools))?;
    } else {
        output::line(&format!("cloudg MCP tools ({})\n{}", tools.len(), table(&tools)))?;
        output::hint("`cloudg tools NAME` describes one: its arguments, an example, its answer.");
    }
    Ok(ExitCode::SUCCESS)
}

/// Refuses a category that neither the catalogue nor a plugin has.
fn check_categories(wanted: &[String], tools: &[Value]) -> Result<(), Failure> {
    let mut known = CATEGORIES.to_vec();
    for name in tools.iter().map(category) {
        if !known.contains(&name) {
            known.push(name);
        }
    }
    match wanted.iter().find(|name| !known.contains(&name.as_str())) {
        None => Ok(()),
        Some(unknown) => {
            let known = known.join(", ");
            Err(Failure::usage(format!("there is no category `{unknown}`: expected {known}")))
        }
    }
}

fn category(tool: &Value) -> &str {
    tool["_meta"]["cloudg/category"].as_str().unwrap_or_default()
}

fn table(tools: &[Value]) -> Table {
    let mut table = listing::table(&["Tool", "Category", "Sensitivity", "Hints", "Description"]);
    for tool in tools {
        let [category, sensitivity] = listing::kind(tool);
        let (hints, description) =
            (listing::hints(&tool["annotations"]), listing::description(tool));
        table.add_row([listing::text(&tool["name"]), category, sensitivity, &hints, &description]);
    }
    table
}
