use cloudg_runtime::{Bytes, Contents, ResourceContents, ResourceSpec, State, ToolContext, ToolError, resource};

#[derive(serde::Serialize)]
struct Asset {
    id: u32,
}

/// A value.
#[resource("x://value")]
fn value(_ctx: &ToolContext) -> Asset {
    Asset { id: 1 }
}

/// Bytes.
#[resource("x://bytes")]
fn bytes(_ctx: &ToolContext) -> Result<Bytes, ToolError> {
    Ok(Bytes(vec![0]))
}

/// Items with addresses of their own.
#[resource("x://items")]
fn items(_ctx: &ToolContext) -> Result<Vec<ResourceContents>, ToolError> {
    Ok(vec![ResourceContents::text("x://item", "a")])
}

/// Whatever it becomes.
#[resource("x://contents")]
fn contents(_ctx: &ToolContext, shared: State<Vec<u32>>) -> Contents {
    Contents::Text(shared.len().to_string())
}

/// A type without a name.
#[resource("x://opaque")]
fn opaque(_ctx: &ToolContext) -> impl serde::Serialize {
    [1, 2]
}

/// Nothing.
#[resource("x://nothing")]
fn nothing(_ctx: &ToolContext) {}

fn main() {
    assert_eq!(inventory::iter::<ResourceSpec>().count(), 6);
}
