//! How sessions open, what they hear, and how they end.

use std::{
    io,
    pin::Pin,
    sync::{Arc, Mutex},
    task::{Context, Poll},
    time::Duration,
};

use cloudg_runtime::{
    Change,
    transport::{ServeOptions, serve_lines},
};
use serde_json::{Value, json};
use tokio::io::AsyncWrite;
use tokio_util::sync::CancellationToken;

use crate::support::{META, Session, assert_error, layer};

#[tokio::test]
async fn every_version_of_the_handshake() {
    for (requested, negotiated) in [
        ("2024-11-05", "2024-11-05"),
        ("2025-03-26", "2025-03-26"),
        ("2025-06-18", "2025-06-18"),
        ("2025-11-25", "2025-11-25"),
        ("2026-07-28", "2025-11-25"),
        ("1.0", "2025-11-25"),
        ("", "2025-11-25"),
    ] {
        let mut session = Session::open();
        let answer = session.initialize(requested).await;
        let result = &answer["result"];
        assert_eq!(result["protocolVersion"], json!(negotiated), "{requested}");
        assert_eq!(
            result["capabilities"],
            json!({"tools": {"listChanged": true}, "resources": {"subscribe": true, "listChanged": true}, "logging": {}})
        );
        assert_eq!(
            result["serverInfo"],
            json!({"name": "test-server", "title": "Test", "version": "1.2.3"})
        );
        let listed = session.ask(1, "tools/list", json!({})).await;
        assert_eq!(listed["result"]["tools"].as_array().unwrap().len(), 7, "{requested}");
        assert_eq!(listed["result"].get("resultType"), None);
        assert!(session.end().await.is_empty());
    }
}

#[tokio::test]
async fn a_session_survives_what_comes_before_initialize() {
    let mut session = Session::open();
    session.line(r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#).await;
    session.line(r#"{"jsonrpc":"2.0","id":9,"result":{}}"#).await;
    assert_eq!(session.ask(1, "ping", json!({})).await["result"], json!({}));
    assert_error(&session.ask(2, "tools/list", json!({})).await, json!(2), -32600);
    assert_error(&session.ask(3, "nope", json!({})).await, json!(3), -32600);
    assert_error(&session.ask(4, "initialize", json!({})).await, json!(4), -32602);
    // What is missing or malformed about the client is tolerated.
    let params = json!({"protocolVersion": "2025-06-18", "clientInfo": {"name": 5}});
    assert!(session.ask(5, "initialize", params.clone()).await.get("result").is_some());
    assert_error(&session.ask(6, "initialize", params).await, json!(6), -32600);
    assert!(session.ask(7, "tools/list", json!({})).await.get("result").is_some());
}

#[tokio::test]
async fn requests_directly_behind_initialize_are_answered_in_arrival_order() {
    let mut session = Session::open();
    session
        .raw(
            concat!(
                r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#,
                "\n",
                r#"{"jsonrpc":"2.0","id":2,"method":"initialize","params":{"protocolVersion":"2025-11-25"}}"#,
                "\n",
                r#"{"jsonrpc":"2.0","id":3,"method":"tools/list"}"#,
                "\n",
            )
            .as_bytes(),
        )
        .await;
    assert_error(&session.next().await, json!(1), -32600);
    assert!(session.next().await["result"].get("protocolVersion").is_some());
    assert!(session.next().await["result"].get("tools").is_some());
}

#[tokio::test]
async fn the_stateless_revision() {
    let mut session = Session::open();
    let ask = |id: i64, method: &str, rest: &str| {
        format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"{method}","params":{{{rest}{META}}}}}"#)
    };
    session.line(&ask(1, "server/discover", "")).await;
    let discovered = session.next().await;
    assert_eq!(discovered["result"]["supportedVersions"].as_array().unwrap().len(), 5);
    session.line(&ask(2, "tools/list", "")).await;
    let listed = session.next().await;
    assert_eq!(listed["result"]["resultType"], json!("complete"));
    assert_eq!(listed["result"]["cacheScope"], json!("private"));
    assert_eq!(listed["result"]["ttlMs"], json!(0));
    session.line(&ask(3, "tools/call", r#""name":"echo","arguments":{"text":"x"},"#)).await;
    let called = session.next().await;
    assert_eq!(called["result"]["structuredContent"], json!({"text": "x"}));
    session.line(&ask(4, "ping", "")).await;
    let ping = session.next().await;
    assert_error(&ping, json!(4), -32601);
    assert_eq!(ping["error"]["data"], json!("ping"));
    session.line(&ask(5, "resources/read", r#""uri":"test://none","#)).await;
    let read = session.next().await;
    assert_error(&read, json!(5), -32602);
    assert_eq!(read["error"]["data"], json!({"uri": "test://none"}));
    assert_error(&session.ask(6, "tools/list", json!({})).await, json!(6), -32602);
    let initialize = session.ask(7, "initialize", json!({"protocolVersion": "2025-11-25"})).await;
    assert_error(&initialize, json!(7), -32022);
    // Without a level in the request nothing is logged.
    session.line(&ask(8, "tools/call", r#""name":"progress","#)).await;
    assert_eq!(session.next().await["id"], json!(8));
}

#[tokio::test]
async fn unknown_resources_have_the_code_of_their_revision() {
    let mut session = Session::initialized("2025-11-25").await;
    let answer = session.ask(1, "resources/read", json!({"uri": "test://none"})).await;
    assert_error(&answer, json!(1), -32002);
    assert_eq!(answer["error"]["data"], json!({"uri": "test://none"}));
    for method in ["resources/list", "resources/templates/list"] {
        assert!(session.ask(2, method, json!({})).await.get("result").is_some());
    }
}

#[tokio::test]
async fn changes_reach_initialized_sessions_and_their_subscriptions() {
    let mut session = Session::initialized("2025-11-25").await;
    let uri = json!({"uri": "test://a"});
    assert_eq!(session.ask(1, "resources/subscribe", uri.clone()).await["result"], json!({}));
    let changes = session.layer.changes().clone();
    changes.notify(&Change::Resource { uri: "test://b".into() });
    changes.notify(&Change::Resource { uri: "test://a".into() });
    changes.notify(&Change::Tools);
    let updated = session.next().await;
    assert_eq!(updated["method"], json!("notifications/resources/updated"));
    assert_eq!(updated["params"]["uri"], json!("test://a"));
    assert_eq!(session.next().await["method"], json!("notifications/tools/list_changed"));
    assert_eq!(session.ask(2, "resources/unsubscribe", uri).await["result"], json!({}));
    changes.notify(&Change::Resource { uri: "test://a".into() });
    changes.notify(&Change::Resources);
    assert_eq!(session.next().await["method"], json!("notifications/resources/list_changed"));
}

#[tokio::test]
async fn a_listener_hears_what_it_asked_for_and_is_answered_at_the_end() {
    let mut session = Session::open();
    let filter =
        r#""notifications":{"toolsListChanged":true,"resourceSubscriptions":["test://a"]}"#;
    session.line(&format!(r#"{{"jsonrpc":"2.0","id":"l","method":"subscriptions/listen","params":{{{filter},{META}}}}}"#)).await;
    let acknowledged = session.next().await;
    assert_eq!(acknowledged["method"], json!("notifications/subscriptions/acknowledged"));
    let subscription = json!("l");
    let id_of = |message: &Value| {
        message["params"]["_meta"]["io.modelcontextprotocol/subscriptionId"].clone()
    };
    assert_eq!(id_of(&acknowledged), subscription);
    // The listener subscribes behind its acknowledgement; a change until then may be missed.
    tokio::time::sleep(Duration::from_millis(50)).await;
    let changes = session.layer.changes().clone();
    changes.notify(&Change::Prompts);
    changes.notify(&Change::Resource { uri: "test://b".into() });
    changes.notify(&Change::Resource { uri: "test://a".into() });
    let updated = session.next().await;
    assert_eq!(updated["params"]["uri"], json!("test://a"));
    assert_eq!(id_of(&updated), subscription);
    let rest = session.end().await;
    assert_eq!(rest.len(), 1, "{rest:?}");
    assert_eq!(rest[0]["id"], subscription);
    assert_eq!(rest[0]["result"]["_meta"]["io.modelcontextprotocol/subscriptionId"], subscription);
}

#[tokio::test]
async fn running_calls_are_answered_after_the_input_ends() {
    let mut session = Session::initialized("2025-11-25").await;
    session.request(1, "tools/call", json!({"name": "slow"})).await;
    let rest = session.end().await;
    assert_eq!(rest.len(), 1);
    assert_eq!(rest[0]["id"], json!(1));
}

#[tokio::test]
async fn a_call_that_does_not_end_is_cancelled_after_the_drain() {
    let mut options = ServeOptions::default();
    options.drain = Duration::from_millis(50);
    let mut session = Session::with(options);
    session.initialize("2025-11-25").await;
    session.request(1, "tools/call", json!({"name": "wait"})).await;
    assert!(session.end().await.is_empty());
}

#[tokio::test]
async fn a_shutdown_ends_the_session_cleanly() {
    let mut session = Session::initialized("2025-11-25").await;
    session.request(1, "tools/call", json!({"name": "wait"})).await;
    session.shutdown.cancel();
    assert!(session.rest().await.is_empty());
    let idle = Session::open();
    idle.shutdown.cancel();
    assert!(idle.rest().await.is_empty());
    assert!(Session::open().end().await.is_empty());
}

/// Slow output that is read after the session.
#[derive(Clone, Default)]
struct Written {
    bytes: Arc<Mutex<Vec<u8>>>,
    /// Times that it was not ready.
    delays: u32,
}

impl AsyncWrite for Written {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        data: &[u8],
    ) -> Poll<io::Result<usize>> {
        if self.delays < 100 {
            self.delays += 1;
            context.waker().wake_by_ref();
            return Poll::Pending;
        }
        self.bytes.lock().unwrap().extend_from_slice(data);
        Poll::Ready(Ok(data.len()))
    }

    fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }
}

/// A client that hangs up before a session comes about still gets its refusals.
#[tokio::test]
async fn input_that_ends_without_a_session_is_answered() {
    for line in ["hello", r#"{"jsonrpc":"2.0","id":2,"method":"tools/list"}"#] {
        let (written, never) = (Written::default(), CancellationToken::new());
        let input = std::io::Cursor::new(format!("{line}\n"));
        let options = ServeOptions::default();
        serve_lines(layer(), input, written.clone(), options, never).await.unwrap();
        let answer: Value = serde_json::from_slice(&written.bytes.lock().unwrap()).unwrap();
        assert!(answer["error"]["code"].is_i64(), "{answer}");
    }
}
