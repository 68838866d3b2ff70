use cloudg_runtime::{ToolContext, resource};

const ADDRESS: &str = "x://assets";

/// One asset.
#[resource(ADDRESS)]
fn asset(_ctx: &ToolContext) -> String {
    String::new()
}

fn main() {}
