use cloudg_runtime::{Args, ToolContext, ToolError, tool};

#[derive(Args)]
struct Filter {
    region: String,
}

/// Counts assets.
#[tool]
fn count_assets(_ctx: &ToolContext, #[args] filter: Filter, region: String) -> Result<u32, ToolError> {
    drop((filter.region, region));
    Ok(0)
}

fn main() {}
