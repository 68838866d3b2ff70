//! Declarations of the inventory tools.

use cloudg_runtime::{Args, ToolContext, ToolError, tool};
use schemars::JsonSchema;
use serde::Deserialize;

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum FindAssetsSortBy {
    Name,
    Type,
    Region,
    Account,
    Risk,
    Findings,
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum CountAssetsGroupBy {
    Type,
    Provider,
    Region,
    Account,
    Service,
    Exposure,
    Severity,
}

#[derive(Args)]
struct FindAssetsArgs {
    #[arg(default)]
    query: String,
    #[arg(default)]
    provider: String,
    asset_types: Option<Vec<String>>,
    #[arg(default)]
    region: String,
    #[arg(default)]
    account_id: String,
    #[arg(default)]
    tag: String,
    internet_exposed: Option<bool>,
    has_findings: Option<bool>,
    #[arg(default)]
    min_severity: String,
    #[arg(default = "name")]
    sort_by: FindAssetsSortBy,
    #[arg(default)]
    descending: bool,
    fields: Option<Vec<String>>,
    #[arg(default = 50, range = 1..=500)]
    limit: u32,
    #[arg(default)]
    cursor: String,
    #[arg(default)]
    dataset: String,
}

/// Find assets.
#[tool(title = "Find assets", category = "inventory", tags = ["start-here"])]
fn find_assets(_ctx: &ToolContext, #[args] args: FindAssetsArgs) -> Result<(), ToolError> {
    let _ = args;
    Ok(())
}

/// Get asset.
#[tool(title = "Get asset", category = "inventory")]
fn get_asset(
    _ctx: &ToolContext,
    #[arg(name = "ref", length = 1..)] reference: String,
    #[arg(default = true)] include_findings: bool,
    #[arg(default = 20, range = 0..=200)] max_relations: u32,
    #[arg(default)] dataset: String,
) -> Result<(), ToolError> {
    let _ = (reference, include_findings, max_relations, dataset);
    Ok(())
}

/// Get asset metadata.
#[tool(title = "Get asset metadata", category = "inventory", sensitivity = restricted)]
fn get_asset_metadata(
    _ctx: &ToolContext,
    #[arg(name = "ref", length = 1..)] reference: String,
    keys: Option<Vec<String>>,
    #[arg(default = 40000, range = 1000..=200000)] max_chars: u32,
    #[arg(default)] dataset: String,
) -> Result<(), ToolError> {
    let _ = (reference, keys, max_chars, dataset);
    Ok(())
}

#[derive(Args)]
struct CountAssetsArgs {
    #[arg(default = "type")]
    group_by: CountAssetsGroupBy,
    #[arg(default)]
    provider: String,
    asset_types: Option<Vec<String>>,
    #[arg(default)]
    region: String,
    #[arg(default)]
    account_id: String,
    internet_exposed: Option<bool>,
    #[arg(default = 50, range = 1..=500)]
    top: u32,
    #[arg(default)]
    dataset: String,
}

/// Count assets.
#[tool(title = "Count assets", category = "inventory", sensitivity = internal)]
fn count_assets(_ctx: &ToolContext, #[args] args: CountAssetsArgs) -> Result<(), ToolError> {
    let _ = args;
    Ok(())
}

/// List asset types.
#[tool(title = "List asset types", category = "inventory", sensitivity = internal)]
fn list_asset_types(_ctx: &ToolContext, #[arg(default)] dataset: String) -> Result<(), ToolError> {
    let _ = (dataset,);
    Ok(())
}

/// List accounts.
#[tool(title = "List accounts", category = "inventory")]
fn list_accounts(
    _ctx: &ToolContext,
    #[arg(default = 100, range = 1..=500)] limit: u32,
    #[arg(default)] cursor: String,
    #[arg(default)] dataset: String,
) -> Result<(), ToolError> {
    let _ = (limit, cursor, dataset);
    Ok(())
}

/// List regions.
#[tool(title = "List regions", category = "inventory", sensitivity = internal)]
fn list_regions(_ctx: &ToolContext, #[arg(default)] dataset: String) -> Result<(), ToolError> {
    let _ = (dataset,);
    Ok(())
}

/// List tags.
#[tool(title = "List tags", category = "inventory")]
fn list_tags(
    _ctx: &ToolContext,
    #[arg(default)] key: String,
    #[arg(default = 30, range = 1..=200)] top: u32,
    #[arg(default)] dataset: String,
) -> Result<(), ToolError> {
    let _ = (key, top, dataset);
    Ok(())
}

/// Coverage report.
#[tool(title = "Coverage report", category = "inventory", sensitivity = internal)]
fn coverage_report(_ctx: &ToolContext, #[arg(default)] dataset: String) -> Result<(), ToolError> {
    let _ = (dataset,);
    Ok(())
}

/// Unresolved references.
#[tool(title = "Unresolved references", category = "inventory")]
fn unresolved_references(
    _ctx: &ToolContext,
    #[arg(default = 50, range = 1..=500)] limit: u32,
    #[arg(default)] cursor: String,
    #[arg(default)] dataset: String,
) -> Result<(), ToolError> {
    let _ = (limit, cursor, dataset);
    Ok(())
}

/// Organization topology.
#[tool(title = "Organization topology", category = "inventory")]
fn organization_topology(
    _ctx: &ToolContext,
    #[arg(default)] include_policies: bool,
    #[arg(default = 200, range = 1..=1000)] max_accounts: u32,
    #[arg(default)] dataset: String,
) -> Result<(), ToolError> {
    let _ = (include_policies, max_accounts, dataset);
    Ok(())
}
