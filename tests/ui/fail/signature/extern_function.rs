use cloudg_runtime::{ToolContext, tool};

/// Counts assets.
#[tool]
extern "C" fn count_assets(_ctx: &ToolContext) -> u32 {
    0
}

fn main() {}
