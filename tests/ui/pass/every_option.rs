use cloudg_runtime::{Sensitivity, ToolContext, ToolError, ToolSpec, tool};

#[derive(schemars::JsonSchema, serde::Serialize)]
struct CountReply {
    total: u64,
}

#[tool(
    name = "count.assets-1",
    title = "Count assets",
    description = "Counts assets.",
    category = "inventory",
    tags = ["start-here", "b"],
    sensitivity = internal,
    capabilities = [read_state, write_state, read_fs, write_fs, cloud_access, exec, reveal],
    read_only = false,
    destructive = true,
    idempotent = true,
    open_world = true,
    output = CountReply,
    timeout = "5m",
)]
fn count(_ctx: &ToolContext) -> Result<CountReply, ToolError> {
    Ok(CountReply { total: 0 })
}

fn main() {
    let spec = inventory::iter::<ToolSpec>().next().expect("one tool");
    assert_eq!(spec.name, "count.assets-1");
    assert_eq!(spec.title.as_deref(), Some("Count assets"));
    assert_eq!(spec.category, "inventory");
    assert_eq!(spec.tags.as_ref(), ["start-here", "b"]);
    assert_eq!(spec.sensitivity, Sensitivity::Internal);
    assert_eq!(spec.hints.destructive, Some(true));
    assert_eq!(spec.timeout, Some(std::time::Duration::from_secs(300)));
    assert_eq!(spec.source.package, env!("CARGO_PKG_NAME"));
    assert_eq!(spec.source.line, 8);
    assert!(spec.output_schema.is_some());
}
