//! Sessions over HTTP, with a client that writes its requests by hand.

use cloudg_runtime::transport::{HttpOptions, ServeError, serve_http_until};
use serde_json::{Value, json};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    sync::oneshot,
    task::JoinHandle,
};
use tokio_util::sync::CancellationToken;

use crate::support::{META, layer};

struct Server {
    address: String,
    shutdown: CancellationToken,
    serving: JoinHandle<Result<(), ServeError>>,
}

struct Answer {
    status: u16,
    head: String,
    body: String,
}

impl Answer {
    fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|_| panic!("{}", self.body))
    }

    /// The messages of an event stream, or the one message of a plain answer.
    fn messages(&self) -> Vec<Value> {
        if !self.head.contains("text/event-stream") {
            return vec![self.json()];
        }
        let data = self.body.lines().filter_map(|line| line.strip_prefix("data:"));
        data.filter_map(|data| serde_json::from_str(data.trim()).ok()).collect()
    }

    fn header(&self, name: &str) -> Option<String> {
        let start = format!("{name}: ");
        self.head.lines().find_map(|line| line.strip_prefix(&start)).map(str::to_owned)
    }
}

impl Server {
    async fn start() -> Self {
        let mut options = HttpOptions::default();
        options.port = 0;
        let (told, listening) = oneshot::channel();
        let shutdown = CancellationToken::new();
        let ended = shutdown.clone();
        let serving = tokio::spawn(async move {
            let tell = |line: &str| told.send(line.to_owned()).unwrap();
            serve_http_until(layer(), options, tell, ended).await
        });
        let line = listening.await.unwrap();
        let address = line.strip_prefix("test-server listening on http://").unwrap();
        let address = address.strip_suffix("/mcp").unwrap().to_owned();
        Self { address, shutdown, serving }
    }

    async fn send(&self, method: &str, path: &str, headers: &str, body: &[u8]) -> Answer {
        let host = if headers.contains("Host:") {
            String::new()
        } else {
            format!("Host: {}\r\n", self.address)
        };
        let length = body.len();
        let head = format!(
            "{method} {path} HTTP/1.1\r\n{host}{headers}Content-Length: {length}\r\nConnection: close\r\n\r\n"
        );
        let mut stream = TcpStream::connect(&self.address).await.unwrap();
        stream.write_all(head.as_bytes()).await.unwrap();
        // A server that refuses the head may close before the body is through.
        let _ = stream.write_all(body).await;
        let mut bytes = Vec::new();
        let _ = stream.read_to_end(&mut bytes).await;
        let text = String::from_utf8(bytes).unwrap();
        let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        let head = head.to_lowercase();
        let body = if head.contains("chunked") { dechunk(body) } else { body.to_owned() };
        Answer { status, head, body }
    }

    async fn post(&self, headers: &str, body: &Value) -> Answer {
        self.post_text(headers, &body.to_string()).await
    }

    async fn post_text(&self, headers: &str, body: &str) -> Answer {
        let headers = format!(
            "{headers}Content-Type: application/json\r\nAccept: application/json, text/event-stream\r\n"
        );
        self.send("POST", "/mcp", &headers, body.as_bytes()).await
    }

    /// Opens a session and gives the header that names it.
    async fn session(&self) -> String {
        let params = json!({"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}});
        let answer = self
            .post("", &json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params}))
            .await;
        assert_eq!(answer.status, 200, "{}", answer.body);
        let session = format!("Mcp-Session-Id: {}\r\n", answer.header("mcp-session-id").unwrap());
        let initialized = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
        assert_eq!(self.post(&session, &initialized).await.status, 202);
        session
    }
}

fn dechunk(mut body: &str) -> String {
    let mut text = String::new();
    while let Some((length, rest)) = body.split_once("\r\n") {
        let length = usize::from_str_radix(length.trim(), 16).unwrap();
        if length == 0 {
            break;
        }
        text.push_str(&rest[..length]);
        body = &rest[length + 2..];
    }
    text
}

fn request(id: i64, method: &str, params: &Value) -> Value {
    json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params})
}

#[tokio::test]
async fn a_session_lists_and_calls() {
    let server = Server::start().await;
    let session = server.session().await;
    let listed = server.post(&session, &request(2, "tools/list", &json!({}))).await;
    let messages = listed.messages();
    assert_eq!(messages.last().unwrap()["result"]["tools"].as_array().unwrap().len(), 7);
    let params = json!({"name": "progress", "_meta": {"progressToken": 7}});
    let called = server.post(&session, &request(3, "tools/call", &params)).await;
    let messages = called.messages();
    let progress =
        messages.iter().filter(|message| message["method"] == json!("notifications/progress"));
    assert_eq!(progress.count(), 3, "{}", called.body);
    assert_eq!(messages.last().unwrap()["id"], json!(3));
    server.shutdown.cancel();
    server.serving.await.unwrap().unwrap();
}

#[tokio::test]
async fn numbers_keep_their_digits() {
    let server = Server::start().await;
    let session = server.session().await;
    let body = r#"{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"mirror","arguments":{"value":[123456789012345678901234567890,1.0,1]}}}"#;
    let answer = server.post_text(&session, body).await;
    let message = answer.messages().pop().unwrap();
    let value = message["result"]["structuredContent"]["value"].to_string();
    assert_eq!(value, "[123456789012345678901234567890,1.0,1]");
}

#[tokio::test]
async fn the_stateless_revision_needs_no_session() {
    let server = Server::start().await;
    let meta = json!({"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {}});
    let params = json!({"name": "echo", "arguments": {"text": "x"}, "_meta": meta});
    let headers =
        "MCP-Protocol-Version: 2026-07-28\r\nMcp-Method: tools/call\r\nMcp-Name: echo\r\n";
    let answer = server.post(headers, &request(1, "tools/call", &params)).await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    let messages = answer.messages();
    assert_eq!(messages.last().unwrap()["result"]["structuredContent"], json!({"text": "x"}));
    let headers = headers.replace("Mcp-Name: echo", "Mcp-Name: other");
    let answer = server.post(&headers, &request(1, "tools/call", &params)).await;
    assert_eq!((answer.status, answer.json()["error"]["code"].clone()), (400, json!(-32020)));
}

#[tokio::test]
async fn parameters_that_do_not_fit_are_invalid_params() {
    let server = Server::start().await;
    let session = server.session().await;
    for params in [json!({"name": "echo", "arguments": [1]}), json!({"name": ""}), json!({})] {
        let answer = server.post(&session, &request(4, "tools/call", &params)).await;
        let messages = answer.messages();
        let last = messages.last().unwrap();
        assert_eq!((&last["id"], &last["error"]["code"]), (&json!(4), &json!(-32602)), "{last}");
    }
}

#[tokio::test]
async fn bodies_that_are_no_message_are_answered() {
    let server = Server::start().await;
    let deep = format!(
        r#"{{"jsonrpc":"2.0","id":5,"method":"ping","params":{{"a":{}{}}}}}"#,
        "[".repeat(500),
        "]".repeat(500)
    );
    for (body, id, code) in [
        ("{", Value::Null, -32700),
        ("[]", Value::Null, -32600),
        (r#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#, Value::Null, -32600),
        (&deep, json!(5), -32600),
    ] {
        let answer = server.post_text("", body).await;
        assert_eq!(answer.status, 400);
        let message = answer.json();
        assert_eq!((&message["id"], &message["error"]["code"]), (&id, &json!(code)), "{message}");
    }
    let large = format!(r#"{{"x":"{}"}}"#, "x".repeat(4 * 1024 * 1024));
    let answer = server.post_text("", &large).await;
    assert_eq!(answer.status, 413);
}

#[tokio::test]
async fn host_and_origin_are_enforced_everywhere() {
    let server = Server::start().await;
    for (headers, status) in [
        ("", 200),
        ("Host: localhost\r\n", 200),
        ("Host: [::1]:1\r\n", 200),
        ("Host: evil.example\r\n", 421),
        ("Origin: http://localhost:3000\r\n", 200),
        ("Origin: https://evil.example\r\n", 403),
        ("Origin: null\r\n", 403),
    ] {
        let answer = server.send("GET", "/healthz", headers, b"").await;
        assert_eq!(answer.status, status, "{headers}");
        if status == 200 {
            assert_eq!(answer.body, r#"{"status":"ok"}"#);
        }
    }
    let session = server.session().await;
    let headers = format!("{session}Origin: https://evil.example\r\n");
    assert_eq!(server.post(&headers, &request(2, "tools/list", &json!({}))).await.status, 403);
}

#[tokio::test]
async fn other_paths_methods_and_sessions_are_refused() {
    let server = Server::start().await;
    assert_eq!(server.send("GET", "/mcp/", "", b"").await.status, 404);
    assert_eq!(server.send("PUT", "/mcp", "", b"").await.status, 405);
    let unknown = "Mcp-Session-Id: nope\r\n";
    assert_eq!(server.post(unknown, &request(1, "tools/list", &json!({}))).await.status, 404);
}

#[tokio::test]
async fn only_loopback_is_served() {
    for host in ["0.0.0.0", "::", "", "192.0.2.1", "example.com"] {
        let mut options = HttpOptions::default();
        options.host = host.to_owned();
        options.port = 0;
        let error = serve_http_until(layer(), options, |_| {}, CancellationToken::new()).await;
        assert!(matches!(error, Err(ServeError::NotLoopback { .. })), "{host}");
    }
    for path in ["mcp", "/healthz", ""] {
        let mut options = HttpOptions::default();
        options.path = path.to_owned();
        options.port = 0;
        let error = serve_http_until(layer(), options, |_| {}, CancellationToken::new()).await;
        assert!(matches!(error, Err(ServeError::Path { .. })), "{path}");
    }
}

#[tokio::test]
async fn a_stateless_request_has_no_methods_of_a_session() {
    let server = Server::start().await;
    let meta: Value = serde_json::from_str(&format!("{{{META}}}")).unwrap();
    for method in ["initialize", "ping", "logging/setLevel", "resources/subscribe"] {
        let headers = format!("MCP-Protocol-Version: 2026-07-28\r\nMcp-Method: {method}\r\n");
        let answer = server.post(&headers, &request(9, method, &meta)).await;
        let error = &answer.json()["error"];
        assert_eq!((answer.status, &error["code"]), (404, &json!(-32601)), "{}", answer.body);
        assert_eq!((&answer.json()["id"], &error["data"]), (&json!(9), &json!(method)));
    }
}
