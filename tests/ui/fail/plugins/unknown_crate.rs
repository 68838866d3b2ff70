use cloudg_runtime::plugins;

plugins! { no_such_plugin }

fn main() {}
