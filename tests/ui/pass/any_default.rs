use cloudg_runtime::{ToolContext, ToolError, tool};

#[derive(Clone, Default, serde::Deserialize, serde::Serialize, schemars::JsonSchema)]
enum Group {
    #[default]
    Type,
    Region,
}

/// Counts assets.
#[tool]
fn count_assets(
    _ctx: &ToolContext,
    #[arg(default)] first: Group,
    #[arg(default = Group::Region)] second: Group,
    #[arg(default = "Region")] third: Group,
    #[arg(default = vec![Group::Type])] groups: Vec<Group>,
    #[arg(default = None)] none: Option<u32>,
    #[arg(default)] any: serde_json::Value,
) -> Result<u32, ToolError> {
    drop((first, second, third, groups, any));
    Ok(none.unwrap_or(0))
}

fn main() {}
