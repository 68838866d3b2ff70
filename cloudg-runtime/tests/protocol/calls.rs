//! Calls of tools: answers, failures, progress, cancellation.

use serde_json::{Value, json};

use crate::support::{Session, assert_error};

async fn call(session: &mut Session, id: i64, name: &str) {
    session.request(id, "tools/call", json!({"name": name, "arguments": {}})).await;
}

#[tokio::test]
async fn a_call_answers_text_link_value_and_duration() {
    let mut session = Session::initialized("2025-11-25").await;
    let params = json!({"name": "echo", "arguments": {"text": "hi"}});
    let answer = session.ask(1, "tools/call", params).await;
    let result = &answer["result"];
    assert_eq!(result["content"][0]["text"], json!("{\n  \"text\": \"hi\"\n}"));
    assert_eq!(
        result["content"][1],
        json!({"type": "resource_link", "uri": "test://echo", "name": "echo", "mimeType": "application/json"})
    );
    assert_eq!(result["structuredContent"], json!({"text": "hi"}));
    assert_eq!(result["isError"], json!(false));
    assert!(result["_meta"]["cloudg/duration_ms"].is_u64());
    let missing = session.ask(2, "tools/call", json!({"name": "echo"})).await;
    assert_eq!(missing["result"]["structuredContent"], json!({"text": ""}));
}

#[tokio::test]
async fn failures_are_results_and_unknown_tools_are_errors() {
    let mut session = Session::initialized("2025-11-25").await;
    call(&mut session, 1, "panic").await;
    let answer = session.next().await;
    assert_eq!(answer["result"]["_meta"]["cloudg/error_code"], json!("handler_error"));
    assert!(!answer.to_string().contains("secret"), "{answer}");
    call(&mut session, 2, "slow").await;
    let answer = session.next().await;
    assert_eq!(answer["result"]["_meta"]["cloudg/error_code"], json!("timeout"));
    assert!(answer["result"]["content"][0]["text"].as_str().unwrap().contains("slow"));
    call(&mut session, 3, "nope").await;
    let answer = session.next().await;
    assert_error(&answer, json!(3), -32602);
    assert_eq!(answer["error"]["data"], json!({"name": "nope"}));
    assert_eq!(answer["error"]["message"], json!("Unknown tool: nope"));
}

#[tokio::test]
async fn progress_comes_before_the_answer_and_only_when_asked_for() {
    let mut session = Session::initialized("2025-11-25").await;
    let params = json!({"name": "progress", "_meta": {"progressToken": "p"}});
    session.request(1, "tools/call", params).await;
    for step in 1..=3 {
        let message = session.next().await;
        assert_eq!(message["method"], json!("notifications/progress"));
        let params = &message["params"];
        assert_eq!(params["progressToken"], json!("p"));
        assert_eq!(params["progress"].as_f64(), Some(f64::from(step)));
        assert_eq!(params["message"], json!("working"));
    }
    let log = session.next().await;
    assert_eq!(log["method"], json!("notifications/message"));
    assert_eq!(log["params"], json!({"level": "error", "logger": "cloudg", "data": {"n": 1}}));
    assert_eq!(session.next().await["id"], json!(1));
    assert_eq!(
        session.ask(2, "logging/setLevel", json!({"level": "critical"})).await["result"],
        json!({})
    );
    call(&mut session, 3, "progress").await;
    assert_eq!(session.next().await["id"], json!(3));
}

#[tokio::test]
async fn a_cancelled_call_is_never_answered_and_others_go_on() {
    let mut session = Session::initialized("2025-11-25").await;
    // The cancellation comes directly behind its request.
    call(&mut session, 1, "wait").await;
    session.send(&json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 1}})).await;
    session.send(&json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": "unknown"}})).await;
    session
        .send(&json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {}}))
        .await;
    assert_eq!(session.ask(2, "ping", json!({})).await["id"], json!(2));
    assert!(session.end().await.is_empty());
}

#[tokio::test]
async fn an_id_that_is_open_is_refused_and_free_again_afterwards() {
    let mut session = Session::initialized("2025-11-25").await;
    call(&mut session, 1, "slow").await;
    let refused = session.ask(1, "ping", json!({})).await;
    assert_error(&refused, json!(1), -32600);
    assert!(session.next().await.get("result").is_some());
    assert_eq!(session.ask(1, "ping", json!({})).await["result"], json!({}));
}

#[tokio::test]
async fn ping_is_answered_while_a_call_runs() {
    let mut session = Session::initialized("2025-11-25").await;
    call(&mut session, 1, "slow").await;
    assert_eq!(session.ask(2, "ping", json!({})).await["id"], json!(2));
    assert_eq!(session.next().await["id"], json!(1));
}

#[tokio::test]
async fn many_requests_at_once_are_all_answered() {
    let mut session = Session::initialized("2025-11-25").await;
    for id in 0..200_i64 {
        call(&mut session, id, if id % 2 == 0 { "echo" } else { "many" }).await;
    }
    let mut ids: Vec<i64> = Vec::new();
    for _ in 0..200 {
        ids.push(session.next().await["id"].as_i64().unwrap());
    }
    ids.sort_unstable();
    assert_eq!(ids, (0..200).collect::<Vec<_>>());
}

#[tokio::test]
async fn the_list_has_pages_and_every_entry_its_meta() {
    let mut session = Session::initialized("2025-11-25").await;
    let answer = session.ask(1, "tools/list", json!({})).await;
    let tools = answer["result"]["tools"].as_array().unwrap();
    let names: Vec<&Value> = tools.iter().map(|tool| &tool["name"]).collect();
    assert_eq!(names, ["echo", "wait", "slow", "panic", "progress", "many", "mirror"]);
    assert_eq!(
        tools[0]["_meta"],
        json!({"cloudg/category": "test", "cloudg/sensitivity": "public"})
    );
    assert_eq!(tools[0]["annotations"]["readOnlyHint"], json!(true));
    assert_eq!(tools[0]["inputSchema"]["additionalProperties"], json!(false));
    assert_eq!(answer["result"].get("nextCursor"), None);
    // Parameters may be missing altogether.
    session.line(r#"{"jsonrpc":"2.0","id":2,"method":"tools/list"}"#).await;
    assert_eq!(session.next().await["result"]["tools"].as_array().unwrap().len(), 7);
}
