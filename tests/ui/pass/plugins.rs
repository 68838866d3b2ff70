use cloudg_runtime::{__private::missing_plugins, plugins};

plugins! { serde, renamed_inventory = "inventory", schemars }

extern crate inventory as renamed_inventory;

fn main() {
    // They are libraries, so they declare nothing.
    let missing: Vec<&str> = missing_plugins().iter().map(|plugin| plugin.package).collect();
    assert_eq!(missing, ["inventory", "schemars", "serde"]);
}
