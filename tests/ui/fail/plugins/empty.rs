use cloudg_runtime::plugins;

plugins! {}

fn main() {}
