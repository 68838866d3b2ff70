use cloudg_runtime::resource;

/// Assets.
#[resource("x://assets")]
static ASSETS: &str = "[]";

fn main() {}
