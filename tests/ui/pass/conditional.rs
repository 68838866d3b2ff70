use cloudg_runtime::ToolSpec;

/// Is not there.
#[cloudg_runtime::tool]
#[cfg(any())]
fn absent(_ctx: &ToolContext, query: String) -> Missing {}

fn main() {
    assert_eq!(inventory::iter::<ToolSpec>().count(), 0);
}
