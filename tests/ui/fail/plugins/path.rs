use cloudg_runtime::plugins;

plugins! { std::fmt }

fn main() {}
