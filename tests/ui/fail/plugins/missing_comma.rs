use cloudg_runtime::plugins;

plugins! { serde schemars }

fn main() {}
