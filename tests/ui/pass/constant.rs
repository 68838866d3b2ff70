use cloudg_runtime::{Registry, ToolContext, ToolSpec, tool};

/// Does nothing.
#[tool(constant = NOTHING)]
fn nothing(_ctx: &ToolContext) {}

/// Does nothing, for others.
#[tool(name = "nothing", constant = NOTHING_ELSE)]
pub fn nothing_else(_ctx: &ToolContext) {}

fn main() {
    assert_eq!(inventory::iter::<ToolSpec>().count(), 0);
    let mut registry = Registry::collected(&[]).expect("nothing is there");
    registry.add(NOTHING).expect("the name is free");
    registry.add(NOTHING_ELSE).expect_err("the name is taken");
    assert_eq!(registry.len(), 1);
}
