use cloudg_runtime::{ToolContext, resource};

/// One asset.
#[resource("x://assets", size = -1)]
fn asset(_ctx: &ToolContext) -> String {
    String::new()
}

fn main() {}
