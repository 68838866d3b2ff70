use cloudg_runtime::{ToolContext, resource};

/// One asset.
#[resource("assets/{}/{1st}")]
fn asset(_ctx: &ToolContext) -> String {
    String::new()
}

fn main() {}
