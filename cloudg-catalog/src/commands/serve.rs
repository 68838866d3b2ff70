//! `cloudg serve`.

use std::process::ExitCode;

use cloudg_runtime::transport::{self, Mode};

use super::{failure::Failure, setup};
use crate::{
    App,
    cli::{ServeOptions, Transport},
};

/// Serves until the client is gone or a signal comes.
pub(crate) fn run(app: &App, options: &ServeOptions) -> Result<ExitCode, Failure> {
    setup::note_policy(&options.layer);
    let layer = setup::layer(app, &options.layer, &options.listing)?;
    let mut serve = transport::ServeOptions::default();
    serve.page_size = options.page_size;
    let mode = match options.transport {
        Transport::Stdio => Mode::Stdio(serve),
        Transport::Http => Mode::Http(http(options, serve)),
    };
    transport::serve_blocking(layer, mode)?;
    Ok(ExitCode::SUCCESS)
}

fn http(options: &ServeOptions, serve: transport::ServeOptions) -> transport::HttpOptions {
    let mut http = transport::HttpOptions::default();
    http.host.clone_from(&options.host);
    http.port = options.port;
    http.path.clone_from(&options.path);
    http.serve = serve;
    http
}
