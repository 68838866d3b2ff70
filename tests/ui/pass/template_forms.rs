use cloudg_runtime::{TemplateSpec, ToolContext, ToolError, resource};

/// One part of an asset.
#[resource("x://{account}/{+path}/parts/{part*}", mime_type = "text/plain")]
fn part(_ctx: &ToolContext, part: String, account: String, path: String) -> Result<String, ToolError> {
    Ok(part + &account + &path)
}

fn main() {
    let spec = inventory::iter::<TemplateSpec>().next().expect("one template");
    assert_eq!(spec.uri_template, "x://{account}/{+path}/parts/{part*}");
    assert_eq!(spec.mime_type, "text/plain");
    assert!(spec.completions.is_empty());
}
