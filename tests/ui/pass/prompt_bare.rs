use cloudg_runtime::{Capabilities, Capability, PromptSpec, Sensitivity, ToolContext, prompt};

/// Reviews everything.
#[prompt]
fn review(_ctx: &ToolContext) -> &'static str {
    "Review."
}

fn main() {
    let spec = inventory::iter::<PromptSpec>().next().expect("one prompt");
    assert_eq!((&*spec.name, &*spec.description), ("review", "Reviews everything."));
    assert_eq!(spec.sensitivity, Sensitivity::Internal);
    assert_eq!(spec.category, "general");
    assert_eq!(spec.capabilities, Capabilities::of(&[Capability::ReadState]));
    assert!(spec.arguments.is_empty());
}
