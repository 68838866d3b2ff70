use cloudg_runtime::{Capabilities, Capability, ResourceSpec, Sensitivity, ToolContext, resource};

/// Everything that is loaded.
#[resource("x://workspace")]
fn workspace(_ctx: &ToolContext) -> String {
    String::new()
}

fn main() {
    let spec = inventory::iter::<ResourceSpec>().next().expect("one resource");
    assert_eq!(spec.uri, "x://workspace");
    assert_eq!(spec.name, "workspace");
    assert_eq!(spec.description, "Everything that is loaded.");
    assert_eq!(spec.mime_type, "application/json");
    assert_eq!(spec.category, "general");
    assert_eq!(spec.sensitivity, Sensitivity::Confidential);
    assert_eq!(spec.capabilities, Capabilities::of(&[Capability::ReadState]));
    assert_eq!((spec.title.as_deref(), spec.size, spec.annotations.priority), (None, None, None));
    assert_eq!((spec.source.line, spec.source.package), (4, env!("CARGO_PKG_NAME")));
}
