//! The program `cloudg` with this plugin in it: `cargo run -- tools` lists what both declare.

use std::process::ExitCode;

use cloudg_catalog::App;
use cloudg_runtime::plugins;

use plugin_name::configure;

// Names the crates whose declarations are served; one that declares nothing is an error at start.
plugins! { plugin_name, cloudg_catalog }

fn main() -> ExitCode {
    App::new().configure(configure).run()
}
