use cloudg_runtime::{State, ToolContext, ToolError, ToolSpec, tool};

struct Workspace {
    assets: u32,
}

/// Counts assets.
#[tool]
fn count_assets(
    _ctx: &ToolContext,
    workspace: State<Workspace>,
    top: u32,
    _other: State<String>,
) -> Result<u32, ToolError> {
    Ok(workspace.assets.min(top))
}

/// Counts assets later.
#[tool]
async fn count_later(
    _ctx: ToolContext,
    workspace: cloudg_runtime::State<Workspace>,
) -> Result<u32, ToolError> {
    Ok(workspace.assets)
}

fn main() {
    let of = |name: &str| {
        let spec = inventory::iter::<ToolSpec>().find(|spec| spec.name == name).expect("submitted");
        spec.states.iter().map(|state| (state.id)()).collect::<Vec<_>>()
    };
    use std::any::TypeId;
    assert_eq!(of("count_assets"), [TypeId::of::<Workspace>(), TypeId::of::<String>()]);
    assert_eq!(of("count_later"), [TypeId::of::<Workspace>()]);
}
