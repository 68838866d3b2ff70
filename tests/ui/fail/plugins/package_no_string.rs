use cloudg_runtime::plugins;

plugins! { serde = serde_core }

fn main() {}
