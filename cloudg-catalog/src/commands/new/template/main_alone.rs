//! The plugin as a server of its own: on standard input and output, or with `--http` on a port.

use std::process::ExitCode;

use cloudg_runtime::{plugins, transport};

use plugin_name::layer;

// Names the crates whose declarations are served; one that declares nothing is an error at start.
plugins! { plugin_name }

fn main() -> ExitCode {
    transport::run(layer)
}
