use cloudg_runtime::{State, TemplateSpec, ToolContext, resource};

/// An asset by a variable that is a word of the language.
#[resource("x://raw/{+ref}")]
fn raw(_ctx: &ToolContext, r#ref: String) -> String {
    r#ref
}

/// An asset by a variable with another name here.
#[resource("x://renamed/{+ref}")]
async fn renamed(
    _ctx: &ToolContext,
    _shared: State<u32>,
    /// Which one.
    #[arg(name = "ref")] reference: String,
) -> String {
    reference
}

fn main() {
    assert_eq!(inventory::iter::<TemplateSpec>().count(), 2);
}
