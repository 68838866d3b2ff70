use cloudg_runtime::{ToolContext, resource};

struct Asset;

/// One asset.
#[resource("x://assets")]
fn asset(_ctx: &ToolContext) -> Asset {
    Asset
}

fn main() {}
