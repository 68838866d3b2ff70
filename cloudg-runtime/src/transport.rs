//! Connects the layer to clients. Transports read and write; every answer comes from the layer.
//!
//! The protocol itself is `rmcp`'s. What it leaves unanswered (malformed, oversized or too deep
//! messages, requests out of order, doubled ids) is answered here.

mod convert;
mod envelope;
mod handler;
mod http;
mod id_scan;
mod notify;
mod paging;
mod parse;
mod process;
mod stdio;

use std::time::Duration;

pub use self::{
    http::{HttpOptions, serve_http, serve_http_until},
    process::{Mode, ModeError, run, serve_blocking},
    stdio::{serve_lines, serve_stdio},
};

/// Target of the log messages of the protocol library, whose warnings are mistakes of clients.
///
/// ```
/// let is_of_the_protocol = |target: &str| {
///     target.split("::").next() == Some(cloudg_runtime::transport::PROTOCOL_LOG_TARGET)
/// };
/// assert!(!is_of_the_protocol("cloudg_runtime::layer"));
/// ```
pub const PROTOCOL_LOG_TARGET: &str = "rmcp";

/// How a transport serves a layer.
///
/// ```
/// use std::time::Duration;
///
/// use cloudg_runtime::transport::ServeOptions;
///
/// let mut options = ServeOptions::default();
/// options.page_size = 0;
/// options.drain = Duration::from_secs(1);
/// assert_eq!(options.max_line_bytes, 16 * 1024 * 1024);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct ServeOptions {
    /// Entries in one page of a list; 0 puts everything on one page. Default 100.
    pub page_size: usize,
    /// Longest message on a line transport, in bytes. Default 16 MiB.
    pub max_line_bytes: usize,
    /// How long running requests may go on after the input ends. Default 5 s.
    pub drain: Duration,
}

impl Default for ServeOptions {
    fn default() -> Self {
        Self { page_size: 100, max_line_bytes: 16 * 1024 * 1024, drain: Duration::from_secs(5) }
    }
}

/// Why serving ended otherwise than by the client or by a signal.
///
/// ```
/// use cloudg_runtime::{Layer, Registry, transport::{HttpOptions, ServeError, serve_http}};
///
/// #[tokio::main(flavor = "current_thread")]
/// async fn main() {
///     let layer = Layer::builder(Registry::new()).build().expect("nothing can clash");
///     let mut options = HttpOptions::default();
///     options.host = "192.0.2.1".to_owned();
///     let refused = serve_http(layer, options, |_| {}).await;
///     assert!(matches!(refused, Err(ServeError::NotLoopback { .. })));
/// }
/// ```
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ServeError {
    /// The session broke.
    #[error("the session failed: {0}")]
    Session(String),
    /// The address is not one of this machine alone.
    #[error(
        "`{host}` is not a loopback address: only localhost, 127.0.0.0/8 and ::1 are served, because callers cannot prove who they are yet"
    )]
    NotLoopback {
        /// The host as given.
        host: String,
    },
    /// The path of the endpoint cannot be used.
    #[error(
        "`{path}` cannot be the path of the endpoint: it starts with `/` and is not `/healthz`"
    )]
    Path {
        /// The path as given.
        path: String,
    },
    /// The address cannot be bound.
    #[error("cannot listen on `{address}`: {error}")]
    Bind {
        /// Host and port.
        address: String,
        /// Why.
        error: std::io::Error,
    },
    /// Reading or writing failed.
    #[error(transparent)]
    Io(#[from] std::io::Error),
}

/// Ends at Ctrl-C or, where it exists, SIGTERM. From the call on, not from the first poll, these
/// no longer end the process.
///
/// # Panics
///
/// Outside of a runtime with input and output enabled.
///
/// ```no_run
/// use cloudg_runtime::transport::shutdown_signal;
///
/// #[tokio::main]
/// async fn main() {
///     let signalled = shutdown_signal();
///     println!("press Ctrl-C");
///     signalled.await;
/// }
/// ```
pub fn shutdown_signal() -> impl Future<Output = ()> + Send {
    #[cfg(unix)]
    let signals = {
        use tokio::signal::unix::{SignalKind, signal};
        [signal(SignalKind::interrupt()), signal(SignalKind::terminate())]
    };
    async move {
        #[cfg(unix)]
        if let [Ok(mut interrupt), Ok(mut terminate)] = signals {
            tokio::select! {
                _ = interrupt.recv() => {}
                _ = terminate.recv() => {}
            }
            return;
        }
        // Without a handler the default action still ends the process.
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    }
}
