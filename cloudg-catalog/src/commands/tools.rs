//! `cloudg tools`.

use std::{io::IsTerminal, process::ExitCode};

use cloudg_catalog::tools::CATEGORIES;
use cloudg_runtime::Principal;
use comfy_table::{ContentArrangement, Table, presets};
use serde_json::Value;

use super::{failure::Failure, setup};
use crate::{cli::ToolsOptions, output};

/// Width of tables that no terminal limits.
const PLAIN_WIDTH: u16 = 160;
/// Longest description in the table, in characters.
const MAX_DESCRIPTION: usize = 90;

/// Lists the tools.
pub(crate) fn run(options: &ToolsOptions) -> Result<ExitCode, Failure> {
    let layer = setup::empty_layer()?;
    let wanted = |tool: &Value| {
        let category = tool["_meta"]["cloudg/category"].as_str().unwrap_or_default();
        options.categories.is_empty() || options.categories.iter().any(|name| name == category)
    };
    if let Some(unknown) = options.categories.iter().find(|name| !is_category(name)) {
        let known = CATEGORIES.join(", ");
        return Err(Failure::usage(format!("there is no category `{unknown}`: expected {known}")));
    }
    let mut tools = layer.tools_to_wire(&Principal::local());
    tools.retain(wanted);
    if options.json {
        output::json(&Value::Array(tools))?;
    } else {
        output::line(&format!("cloudg MCP tools ({})\n{}", tools.len(), table(&tools)))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn is_category(name: &str) -> bool {
    CATEGORIES.contains(&name)
}

fn table(tools: &[Value]) -> Table {
    let mut table = Table::new();
    table
        .load_style(presets::UTF8_HORIZONTAL_ONLY)
        .set_content_arrangement(ContentArrangement::Dynamic)
        .set_header(["Tool", "Category", "Sensitivity", "Hints", "Description"]);
    if !std::io::stdout().is_terminal() {
        table.set_width(PLAIN_WIDTH);
    }
    for tool in tools {
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        table.add_row([
            text(&tool["name"]),
            text(&tool["_meta"]["cloudg/category"]),
            text(&tool["_meta"]["cloudg/sensitivity"]),
            hints(&tool["annotations"]),
            first_line(tool["description"].as_str().unwrap_or_default()),
        ]);
    }
    table
}

/// The hints that are set, in words.
fn hints(annotations: &Value) -> String {
    let hints = [
        ("readOnlyHint", "read-only"),
        ("destructiveHint", "destructive"),
        ("idempotentHint", "idempotent"),
        ("openWorldHint", "open-world"),
    ];
    let set = hints.into_iter().filter(|(key, _)| annotations[*key] == Value::Bool(true));
    set.map(|(_, word)| word).collect::<Vec<_>>().join(", ")
}

fn first_line(description: &str) -> String {
    let line = description.lines().next().unwrap_or_default();
    match line.char_indices().nth(MAX_DESCRIPTION) {
        None => line.to_owned(),
        Some((end, _)) => format!("{}…", &line[..end]),
    }
}
