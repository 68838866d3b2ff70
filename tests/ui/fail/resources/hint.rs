use cloudg_runtime::{ToolContext, resource};

/// One asset.
#[resource("x://assets", read_only = true)]
fn asset(_ctx: &ToolContext) -> String {
    String::new()
}

fn main() {}
