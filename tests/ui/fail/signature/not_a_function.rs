use cloudg_runtime::tool;

/// Counts assets.
#[tool]
struct CountAssets;

fn main() {
    let _ = CountAssets;
}
