use cloudg_runtime::plugins;

plugins! { serde, serde }

fn main() {}
