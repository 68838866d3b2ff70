//! One session over lines of JSON: standard input and output, or any other pair of streams.
//!
//! The reader decides about every message in the order of arrival: what is answered here, what
//! is handed to the protocol library, which request ids are open. The writer is the only one
//! that writes, so that messages never mix.

mod frame;
mod gate;
mod message;
mod open;
mod reader;
mod streams;
mod wire;

use std::sync::Arc;

use rmcp::service::{ServerInitializeError, serve_server_with_ct};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio_util::sync::CancellationToken;

use self::wire::LineTransport;
use super::{ServeError, ServeOptions, handler::Handler, shutdown_signal};
use crate::{Layer, Principal};

/// Serves one session on standard input and output, until the input ends or a signal comes.
///
/// Meanwhile whatever else writes to standard output lands on standard error (on Unix; elsewhere
/// nothing else may write there). Where standard input is no pipe, a read of it may outlive this function: end the runtime without waiting for it.
///
/// # Errors
///
/// The session broke; the end of the input and a signal are no errors.
///
/// ```no_run
/// use cloudg_runtime::{Layer, Registry, transport::{ServeOptions, serve_stdio}};
///
/// #[tokio::main]
/// async fn main() -> Result<(), Box<dyn std::error::Error>> {
///     let layer = Layer::builder(Registry::collected(&[])?).build()?;
///     serve_stdio(layer, ServeOptions::default()).await?;
///     Ok(())
/// }
/// ```
pub async fn serve_stdio(layer: Layer, options: ServeOptions) -> Result<(), ServeError> {
    let signalled = shutdown_signal();
    let (input, output, _restores_stdout) = streams::take()?;
    let shutdown = CancellationToken::new();
    let session = serve_lines(layer, input, output, options, shutdown.clone());
    let mut session = std::pin::pin!(session);
    tokio::select! {
        biased;
        ended = &mut session => return ended,
        () = signalled => shutdown.cancel(),
    }
    session.await
}

/// Serves one session on a pair of streams, until the input ends or `shutdown` is cancelled.
///
/// # Errors
///
/// The session broke; the end of the input and `shutdown` are no errors.
///
/// ```
/// use cloudg_runtime::{Layer, Registry, transport::{ServeError, ServeOptions, serve_lines}};
/// use tokio_util::sync::CancellationToken;
///
/// #[tokio::main(flavor = "current_thread")]
/// async fn main() -> Result<(), ServeError> {
///     let layer = Layer::builder(Registry::new()).build().expect("nothing can clash");
///     let (never, options) = (CancellationToken::new(), ServeOptions::default());
///     // A session whose client says nothing and leaves.
///     serve_lines(layer, tokio::io::empty(), tokio::io::sink(), options, never).await
/// }
/// ```
pub async fn serve_lines<R, W>(
    layer: Layer,
    input: R,
    output: W,
    options: ServeOptions,
    shutdown: CancellationToken,
) -> Result<(), ServeError>
where
    R: AsyncRead + Send + Unpin + 'static,
    W: AsyncWrite + Send + Unpin + 'static,
{
    let handler = Handler::new(layer, Arc::new(Principal::local()), options.page_size);
    let (transport, writer) = LineTransport::open(input, output, options);
    let ended = run(handler, transport, shutdown).await;
    if let Err(error) = writer.finish().await {
        tracing::warn!(%error, "the last answers could not be written");
    }
    ended
}

/// Runs a session until its end; the transport is gone then.
async fn run(
    handler: Handler,
    transport: LineTransport,
    shutdown: CancellationToken,
) -> Result<(), ServeError> {
    let open = transport.open_requests();
    let session = serve_server_with_ct(handler, transport, shutdown.child_token());
    let running = match session.await {
        Ok(running) => running,
        Err(ServerInitializeError::ConnectionClosed(_) | ServerInitializeError::Cancelled) => {
            return Ok(());
        }
        Err(error) => return Err(ServeError::Session(error.to_string())),
    };
    let mut ended = std::pin::pin!(running.waiting());
    let quit = tokio::select! {
        biased;
        quit = &mut ended => quit,
        () = shutdown.cancelled() => {
            // Calls that are still running would hold up the end.
            open.cancel_all();
            ended.await
        }
    };
    quit.map(drop).map_err(|error| ServeError::Session(error.to_string()))
}
