//! Declarations of the workspace tools.

use cloudg_runtime::{ToolContext, ToolError, tool};
use schemars::JsonSchema;
use serde::Deserialize;

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum LoadDatasetKind {
    Auto,
    Inventory,
    Report,
    Generic,
    Prowler,
    Scoutsuite,
    Checkov,
    Trivy,
}

/// Workspace status.
#[tool(title = "Workspace status", category = "workspace", tags = ["start-here"], sensitivity = internal)]
fn workspace_status(_ctx: &ToolContext) -> Result<(), ToolError> {
    Ok(())
}

/// List datasets.
#[tool(title = "List datasets", category = "workspace", sensitivity = internal)]
fn list_datasets(_ctx: &ToolContext) -> Result<(), ToolError> {
    Ok(())
}

/// Load dataset.
#[tool(title = "Load dataset", category = "workspace", sensitivity = internal, capabilities = [read_fs, read_state, write_state], idempotent = false)]
fn load_dataset(
    _ctx: &ToolContext,
    #[arg(length = 1..)] path: String,
    #[arg(default)] name: String,
    #[arg(default = "auto")] kind: LoadDatasetKind,
    #[arg(default = true)] activate: bool,
    #[arg(default)] replace: bool,
) -> Result<(), ToolError> {
    let _ = (path, name, kind, activate, replace);
    Ok(())
}

/// Select dataset.
#[tool(title = "Select dataset", category = "workspace", sensitivity = internal, capabilities = [read_state, write_state], idempotent = true)]
fn select_dataset(_ctx: &ToolContext, #[arg(length = 1..)] name: String) -> Result<(), ToolError> {
    let _ = (name,);
    Ok(())
}

/// Unload dataset.
#[tool(title = "Unload dataset", category = "workspace", sensitivity = internal, capabilities = [read_state, write_state], destructive = true, idempotent = true)]
fn unload_dataset(_ctx: &ToolContext, #[arg(length = 1..)] name: String) -> Result<(), ToolError> {
    let _ = (name,);
    Ok(())
}

/// Snapshot dataset.
#[tool(title = "Snapshot dataset", category = "workspace", sensitivity = internal, capabilities = [read_state, write_state], idempotent = false)]
fn snapshot_dataset(
    _ctx: &ToolContext,
    #[arg(length = 1..)] new_name: String,
    #[arg(default)] dataset: String,
    #[arg(default)] replace: bool,
) -> Result<(), ToolError> {
    let _ = (new_name, dataset, replace);
    Ok(())
}

/// Diff datasets.
#[tool(title = "Diff datasets", category = "workspace")]
fn diff_datasets(
    _ctx: &ToolContext,
    #[arg(length = 1..)] base: String,
    #[arg(default)] target: String,
    #[arg(default = 50, range = 1..=500)] limit: u32,
) -> Result<(), ToolError> {
    let _ = (base, target, limit);
    Ok(())
}

/// Dataset summary.
#[tool(title = "Dataset summary", category = "workspace", sensitivity = internal)]
fn dataset_summary(_ctx: &ToolContext, #[arg(default)] dataset: String) -> Result<(), ToolError> {
    let _ = (dataset,);
    Ok(())
}
