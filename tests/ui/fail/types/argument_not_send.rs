use std::rc::Rc;

use cloudg_runtime::{ToolContext, ToolError, tool};

/// Counts assets.
#[tool]
fn count_assets(_ctx: &ToolContext, names: Rc<str>) -> Result<u32, ToolError> {
    drop(names);
    Ok(0)
}

fn main() {}
