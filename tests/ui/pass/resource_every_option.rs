use cloudg_runtime::{Capabilities, ResourceSpec, Role, Sensitivity, ToolContext, ToolError, resource};

#[resource(
    "x://logo.svg",
    name = "Logo of the product",
    title = "Logo",
    description = "A picture.",
    category = "docs",
    tags = ["picture", "a"],
    sensitivity = public,
    capabilities = [],
    mime_type = "image/svg+xml",
    audience = [user, assistant],
    priority = 1,
    size = 0,
)]
async fn logo(_ctx: ToolContext) -> Result<&'static str, ToolError> {
    Ok("<svg/>")
}

fn main() {
    let spec = inventory::iter::<ResourceSpec>().next().expect("one resource");
    assert_eq!(spec.name, "Logo of the product");
    assert_eq!(spec.title.as_deref(), Some("Logo"));
    assert_eq!(spec.description, "A picture.");
    assert_eq!(spec.category, "docs");
    assert_eq!(spec.tags.as_ref(), ["picture", "a"]);
    assert_eq!(spec.sensitivity, Sensitivity::Public);
    assert_eq!(spec.capabilities, Capabilities::NONE);
    assert_eq!(spec.mime_type, "image/svg+xml");
    assert_eq!(spec.annotations.audience.as_ref(), [Role::User, Role::Assistant]);
    assert_eq!(spec.annotations.priority, Some(1.0));
    assert_eq!(spec.size, Some(0));
}
