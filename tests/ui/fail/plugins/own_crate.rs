use cloudg_runtime::plugins;

plugins! { crate }

fn main() {}
