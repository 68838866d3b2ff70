//! Many sessions over HTTP, on the loopback interface only.
//!
//! Sessions and streams are the protocol library's. Here is what stands in front of it: which
//! Host and Origin may ask, how large a body may be, and the answer to a body that is no message.

mod body;
mod guard;

use std::{net::IpAddr, sync::Arc, time::Duration};

use axum::{
    Router,
    body::Body,
    extract::{Request, State},
    http::{HeaderName, HeaderValue, Method, StatusCode, header},
    response::{IntoResponse, Response},
};
use rmcp::transport::streamable_http_server::{
    StreamableHttpServerConfig, StreamableHttpService, session::local::LocalSessionManager,
};
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

use super::{ServeError, ServeOptions, handler::Handler, shutdown_signal};
use crate::{Layer, Principal};

/// Largest body of a request, in bytes.
const MAX_BODY: usize = 4 * 1024 * 1024;
/// Most sessions at once.
const MAX_SESSIONS: usize = 1000;
/// How long a session may be idle.
const SESSION_IDLE: Duration = Duration::from_secs(3600);

/// Where and how to serve over HTTP.
///
/// ```
/// use cloudg_runtime::transport::HttpOptions;
///
/// let mut options = HttpOptions::default();
/// assert_eq!((options.host.as_str(), options.port, options.path.as_str()), ("127.0.0.1", 8765, "/mcp"));
/// options.port = 0;
/// options.serve.page_size = 20;
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct HttpOptions {
    /// Loopback host to bind. Default `127.0.0.1`.
    pub host: String,
    /// Port; 0 takes a free one. Default 8765.
    pub port: u16,
    /// Path of the endpoint. Default `/mcp`.
    pub path: String,
    /// What all transports share.
    pub serve: ServeOptions,
}

impl Default for HttpOptions {
    fn default() -> Self {
        Self {
            host: "127.0.0.1".to_owned(),
            port: 8765,
            path: "/mcp".to_owned(),
            serve: ServeOptions::default(),
        }
    }
}

/// Serves over HTTP until a signal comes. `listening` is told the line
/// `NAME listening on http://HOST:PORT/PATH` once requests are accepted.
///
/// # Errors
///
/// The host is not loopback, the path is unusable, or the address cannot be bound.
///
/// ```no_run
/// use cloudg_runtime::{Layer, Registry, transport::{HttpOptions, serve_http}};
///
/// #[tokio::main]
/// async fn main() -> Result<(), Box<dyn std::error::Error>> {
///     let layer = Layer::builder(Registry::collected(&[])?).build()?;
///     serve_http(layer, HttpOptions::default(), |line| eprintln!("{line}")).await?;
///     Ok(())
/// }
/// ```
pub async fn serve_http(
    layer: Layer,
    options: HttpOptions,
    listening: impl FnOnce(&str),
) -> Result<(), ServeError> {
    let signalled = shutdown_signal();
    let shutdown = CancellationToken::new();
    let serving = serve_http_until(layer, options, listening, shutdown.clone());
    let mut serving = std::pin::pin!(serving);
    tokio::select! {
        biased;
        ended = &mut serving => return ended,
        () = signalled => shutdown.cancel(),
    }
    serving.await
}

/// Like [`serve_http`], until `shutdown` is cancelled.
///
/// # Errors
///
/// The host is not loopback, the path is unusable, or the address cannot be bound.
///
/// ```
/// use cloudg_runtime::{Layer, Registry, transport::{HttpOptions, ServeError, serve_http_until}};
/// use tokio_util::sync::CancellationToken;
///
/// #[tokio::main(flavor = "current_thread")]
/// async fn main() -> Result<(), ServeError> {
///     let layer = Layer::builder(Registry::new()).build().expect("nothing can clash");
///     let mut options = HttpOptions::default();
///     options.port = 0;
///     let stop = CancellationToken::new();
///     let listening = |line: &str| {
///         assert!(line.starts_with("cloudg listening on http://127.0.0.1:"));
///         stop.cancel();
///     };
///     serve_http_until(layer, options, listening, stop.clone()).await
/// }
/// ```
pub async fn serve_http_until(
    layer: Layer,
    options: HttpOptions,
    listening: impl FnOnce(&str),
    shutdown: CancellationToken,
) -> Result<(), ServeError> {
    if !options.path.starts_with('/') || options.path == "/healthz" {
        return Err(ServeError::Path { path: options.path });
    }
    let listener = bind(&options).await?;
    let port = listener.local_addr()?.port();
    let (name, host) = (layer.name().to_owned(), bracketed(&options.host));
    let drain = options.serve.drain;
    let endpoint = Endpoint::new(layer, options, shutdown.child_token());
    let line = format!("{name} listening on http://{host}:{port}{}", endpoint.path);
    let app = Router::new().fallback(answer).with_state(Arc::new(endpoint));
    listening(&line);
    let ended = shutdown.clone();
    let serving =
        axum::serve(listener, app).with_graceful_shutdown(async move { ended.cancelled().await });
    let overdue = async {
        shutdown.cancelled().await;
        tokio::time::sleep(drain).await;
    };
    tokio::select! {
        served = serving.into_future() => served.map_err(ServeError::Io),
        // Clients that keep their connections must not keep the server.
        () = overdue => Ok(()),
    }
}

async fn bind(options: &HttpOptions) -> Result<TcpListener, ServeError> {
    let host = options.host.trim_start_matches('[').trim_end_matches(']');
    let is_loopback = host.eq_ignore_ascii_case("localhost")
        || host.parse::<IpAddr>().is_ok_and(|address| address.is_loopback());
    if !is_loopback {
        return Err(ServeError::NotLoopback { host: options.host.clone() });
    }
    let bound = TcpListener::bind((host, options.port)).await;
    bound.map_err(|error| {
        let address = format!("{}:{}", bracketed(host), options.port);
        ServeError::Bind { address, error }
    })
}

fn bracketed(host: &str) -> String {
    if host.contains(':') && !host.starts_with('[') { format!("[{host}]") } else { host.to_owned() }
}

/// The endpoint with everything it needs to answer.
struct Endpoint {
    path: String,
    sessions: Arc<LocalSessionManager>,
    service: StreamableHttpService<Handler, LocalSessionManager>,
}

impl Endpoint {
    fn new(layer: Layer, options: HttpOptions, shutdown: CancellationToken) -> Self {
        let mut sessions = LocalSessionManager::default();
        sessions.session_config.keep_alive = Some(SESSION_IDLE);
        let sessions = Arc::new(sessions);
        // Host and Origin are checked in front of the service, which knows no `[::1]`.
        let config = StreamableHttpServerConfig::default()
            .disable_allowed_hosts()
            .with_max_request_body_bytes(MAX_BODY)
            .with_cancellation_token(shutdown);
        let principal = Arc::new(Principal::anonymous());
        let page_size = options.serve.page_size;
        let session = move || Ok(Handler::new(layer.clone(), principal.clone(), page_size));
        let service = StreamableHttpService::new(session, sessions.clone(), config);
        Self { path: options.path, sessions, service }
    }
}

async fn answer(State(endpoint): State<Arc<Endpoint>>, request: Request) -> Response {
    let mut response = route(&endpoint, request).await.unwrap_or_else(|refusal| refusal);
    response.headers_mut().insert(header::SERVER, HeaderValue::from_static("cloudg-mcp"));
    response
}

/// Checks in their order; the first that fails answers.
async fn route(endpoint: &Endpoint, request: Request) -> Result<Response, Response> {
    guard::check(request.headers()).map_err(|(status, message)| refuse(status, message))?;
    let is_get = request.method() == Method::GET;
    if is_get && request.uri().path() == "/healthz" {
        return Ok(json_response(StatusCode::OK, &json!({"status": "ok"})));
    }
    if request.uri().path() != endpoint.path {
        return Err(refuse(StatusCode::NOT_FOUND, "There is nothing at this path."));
    }
    let request = if request.method() == Method::POST {
        let opens = !request.headers().contains_key(HeaderName::from_static("mcp-session-id"));
        let (request, method) = body::inspect(request, MAX_BODY).await?;
        if opens && method.as_deref() == Some("initialize") {
            endpoint.admit_session().await?;
        }
        request
    } else {
        request
    };
    let ends_session = request.method() == Method::DELETE;
    let mut response = endpoint.service.handle(request).await.map(Body::new);
    // Clients take a session for ended at 200 only.
    if ends_session && response.status() == StatusCode::ACCEPTED {
        *response.status_mut() = StatusCode::OK;
    }
    Ok(response)
}

impl Endpoint {
    async fn admit_session(&self) -> Result<(), Response> {
        if self.sessions.sessions.read().await.len() < MAX_SESSIONS {
            return Ok(());
        }
        let message = format!("At most {MAX_SESSIONS} sessions are served at once.");
        Err(refuse(StatusCode::SERVICE_UNAVAILABLE, &message))
    }
}

/// An error that concerns no request in particular.
fn refuse(status: StatusCode, message: &str) -> Response {
    let error = json!({"code": -32600, "message": message});
    json_response(status, &json!({"jsonrpc": "2.0", "id": null, "error": error}))
}

fn json_response(status: StatusCode, value: &Value) -> Response {
    let kind = [(header::CONTENT_TYPE, "application/json")];
    (status, kind, value.to_string()).into_response()
}
