//! What is no message, and that it never ends the session.

use cloudg_runtime::transport::ServeOptions;
use serde_json::{Value, json};

use crate::support::{Session, assert_error};

async fn check(session: &mut Session, line: &str, id: Value, code: i32) {
    session.line(line).await;
    assert_error(&session.next().await, id, code);
}

async fn assert_alive(session: &mut Session) {
    let answer = session.ask("alive", "ping", json!({})).await;
    assert_eq!(answer, json!({"jsonrpc": "2.0", "id": "alive", "result": {}}));
}

#[tokio::test]
async fn malformed_lines_are_answered_before_and_after_initialize() {
    let mut session = Session::open();
    for _ in 0..2 {
        check(&mut session, "{", Value::Null, -32700).await;
        check(&mut session, "nonsense", Value::Null, -32700).await;
        session.raw(b"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"\xff\"}\n").await;
        assert_error(&session.next().await, Value::Null, -32700);
        session.raw(b"\n  \n\r\n").await;
        check(&mut session, "5", Value::Null, -32600).await;
        check(&mut session, r#"{"jsonrpc":"2.0","id":1}"#, json!(1), -32600).await;
        check(&mut session, r#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#, Value::Null, -32600)
            .await;
        check(
            &mut session,
            r#"{"jsonrpc":"2.0","id":2,"method":"ping","params":[]}"#,
            json!(2),
            -32602,
        )
        .await;
        check(&mut session, "[]", Value::Null, -32600).await;
        check(&mut session, r#"[{"jsonrpc":"2.0","id":1,"method":"ping"}]"#, Value::Null, -32600)
            .await;
        assert_alive(&mut session).await;
        if session.initialize("2025-03-26").await.get("error").is_some() {
            break;
        }
    }
    assert!(session.end().await.is_empty());
}

#[tokio::test]
async fn oversized_lines_are_answered_with_their_id_and_the_bound() {
    let mut options = ServeOptions::default();
    options.max_line_bytes = 1000;
    let mut session = Session::with(options);
    let text = "x".repeat(200_000);
    let line = json!({"jsonrpc": "2.0", "id": 7, "method": "ping", "params": {"text": text}});
    session.send(&line).await;
    let answer = session.next().await;
    assert_error(&answer, json!(7), -32600);
    assert!(answer["error"]["message"].as_str().unwrap().contains("1000 bytes"), "{answer}");
    session.line(&text).await;
    assert_error(&session.next().await, Value::Null, -32600);
    assert_alive(&mut session).await;
}

#[tokio::test]
async fn deep_lines_are_answered_with_their_id() {
    let mut session = Session::initialized("2025-11-25").await;
    for depth in [127, 5000, 200_000] {
        let nested = format!("{}{}", "[".repeat(depth), "]".repeat(depth));
        let line =
            format!(r#"{{"jsonrpc":"2.0","method":"ping","params":{{"a":{nested}}},"id":"deep"}}"#);
        check(&mut session, &line, json!("deep"), -32600).await;
    }
    let nested = format!("{}{}", "[".repeat(120), "]".repeat(120));
    session.line(&format!(r#"{{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{{"name":"echo","arguments":{{"text":{nested}}}}}}}"#)).await;
    let answer = session.next().await;
    assert_eq!(answer["result"]["_meta"]["cloudg/error_data"][0]["type"], json!("string_type"));
    assert_alive(&mut session).await;
}

#[tokio::test]
async fn parameters_that_do_not_fit_are_invalid_params() {
    let mut session = Session::initialized("2025-11-25").await;
    for (method, params) in [
        ("tools/call", json!({})),
        ("tools/call", json!({"name": ""})),
        ("tools/call", json!({"name": 5})),
        ("tools/call", json!({"name": "echo", "arguments": [1]})),
        ("tools/call", json!({"name": "echo", "arguments": "x"})),
        ("tools/call", json!({"name": "echo", "_meta": 5})),
        ("tools/call", json!({"name": "echo", "arguments": {}, "requestState": 5})),
        ("tools/list", json!({"cursor": 5})),
        ("tools/list", json!({"cursor": ""})),
        ("resources/subscribe", json!({})),
        ("resources/read", json!({"uri": 1})),
        ("logging/setLevel", json!({"level": "warn"})),
    ] {
        let answer = session.ask("x", method, params.clone()).await;
        assert_error(&answer, json!("x"), -32602);
    }
    let answer = session.ask(1, "nope/x", json!({"a": 1})).await;
    assert_error(&answer, json!(1), -32601);
    assert_eq!(answer["error"]["data"], json!("nope/x"));
    let answer = session.ask(2, "server/discover", json!({})).await;
    assert_error(&answer, json!(2), -32602);
    let answer = session.ask(3, "prompts/get", json!({"name": "x"})).await;
    assert_error(&answer, json!(3), -32601);
    assert_eq!(answer["error"]["data"], json!("prompts/get"));
}
