use cloudg_runtime::{ToolContext, resource};

/// One asset.
#[resource("x://assets", priority = 2)]
fn asset(_ctx: &ToolContext) -> String {
    String::new()
}

fn main() {}
