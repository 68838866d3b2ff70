use cloudg_runtime::{ToolContext, tool};

struct Count;

/// Counts assets.
#[tool]
fn count_assets(_ctx: &ToolContext) -> Count {
    Count
}

fn main() {}
