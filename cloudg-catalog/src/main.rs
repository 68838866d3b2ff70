//! `cloudg`, with nothing added to it.

use std::process::ExitCode;

use cloudg_catalog::App;

fn main() -> ExitCode {
    App::new().run()
}
