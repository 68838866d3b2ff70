use cloudg_runtime::{ToolContext, resource};

/// One way.
#[resource("x://assets")]
fn one_way(_ctx: &ToolContext) -> String {
    String::new()
}

/// Another way.
#[resource("x://assets")]
fn another_way(_ctx: &ToolContext) -> String {
    String::new()
}

fn main() {}
