use cloudg_runtime::{PromptSpec, ResourceSpec, ToolContext, resource};

/// Never there.
#[cfg(any())]
#[resource("x://never")]
fn never(_ctx: &ToolContext) -> Missing {}

/// There.
#[resource("x://there")]
#[cfg(all())]
fn there(_ctx: &ToolContext) -> String {
    String::new()
}

/// Never there.
#[cloudg_runtime::prompt]
#[cfg(any())]
fn never_review(_ctx: &ToolContext) -> Missing {}

fn main() {
    assert_eq!(inventory::iter::<ResourceSpec>().count(), 1);
    assert_eq!(inventory::iter::<PromptSpec>().count(), 0);
}
