use cloudg_runtime::{ToolContext, resource};

/// One way.
#[resource("x://assets/{reference}")]
fn one_way(_ctx: &ToolContext, reference: String) -> String {
    reference
}

/// Another way.
#[resource("x://assets/{reference}")]
fn another_way(_ctx: &ToolContext, reference: String) -> String {
    reference
}

fn main() {}
