use cloudg_runtime::{__private::SchemaSource, ToolContext, ToolSpec, tool};

/// Counts.
#[doc = concat!("More ", "text.")]
#[tool]
fn documented(
    _ctx: &ToolContext,
    #[doc = concat!("Most", " groups.")] top: u32,
) -> u32 {
    top
}

#[tool(description = concat!(" Lists", " assets.\n"))]
fn described(_ctx: &ToolContext) {}

fn main() {
    let of = |name: &str| {
        inventory::iter::<ToolSpec>().find(|spec| spec.name == name).expect("submitted")
    };
    assert_eq!(of("documented").description, "Counts.\nMore text.");
    assert_eq!(of("described").description, "Lists assets.");
    let SchemaSource::Derived(schema) = of("documented").input_schema else { panic!("derived") };
    assert_eq!(schema()["properties"]["top"]["description"], "Most groups.");
}
