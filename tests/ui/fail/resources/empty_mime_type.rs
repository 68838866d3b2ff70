use cloudg_runtime::{ToolContext, resource};

/// One asset.
#[resource("x://assets", mime_type = "")]
fn asset(_ctx: &ToolContext) -> String {
    String::new()
}

fn main() {}
