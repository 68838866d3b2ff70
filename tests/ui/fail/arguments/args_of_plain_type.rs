use cloudg_runtime::{ToolContext, ToolError, tool};

struct Filter {
    region: String,
}

/// Counts assets.
#[tool]
fn count_assets(_ctx: &ToolContext, #[args] filter: Filter) -> Result<u32, ToolError> {
    drop(filter.region);
    Ok(0)
}

fn main() {}
