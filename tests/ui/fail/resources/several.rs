use cloudg_runtime::{ToolContext, resource};

#[resource("x://assets/{+reference}/{part", priorty = 0.5, sensitivity = secret)]
fn asset(_ctx: &ToolContext, reference: &str) -> String {
    reference.to_owned()
}

fn main() {}
