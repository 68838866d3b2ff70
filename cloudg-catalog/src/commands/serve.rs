//! `cloudg serve`.

use std::process::ExitCode;

use cloudg_runtime::{Layer, transport};

use super::{failure::Failure, setup};
use crate::{
    cli::{ServeOptions, Transport},
    output,
};

/// Serves until the client is gone or a signal comes.
pub(crate) fn run(options: &ServeOptions) -> Result<ExitCode, Failure> {
    setup::note_policy(&options.layer);
    let layer = setup::layer(&options.layer)?;
    let mut serve = transport::ServeOptions::default();
    serve.page_size = options.page_size;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let served = match options.transport {
        Transport::Stdio => runtime.block_on(transport::serve_stdio(layer, serve)),
        Transport::Http => runtime.block_on(serve_http(layer, options, serve)),
    };
    // A read of standard input that waits for a terminal must not keep the process.
    runtime.shutdown_background();
    served?;
    Ok(ExitCode::SUCCESS)
}

async fn serve_http(
    layer: Layer,
    options: &ServeOptions,
    serve: transport::ServeOptions,
) -> Result<(), transport::ServeError> {
    let mut http = transport::HttpOptions::default();
    http.host.clone_from(&options.host);
    http.port = options.port;
    http.path.clone_from(&options.path);
    http.serve = serve;
    transport::serve_http(layer, http, output::note).await
}
