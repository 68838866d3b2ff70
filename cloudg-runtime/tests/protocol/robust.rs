//! Whatever comes in, the session goes on and every id gets one answer.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::support::Session;

/// A sequence that looks random and is the same every time.
struct Sequence(u64);

impl Sequence {
    fn below(&mut self, bound: usize) -> usize {
        // Constants of the 64-bit generator of Knuth's MMIX.
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound
    }
}

#[tokio::test]
async fn damaged_lines_never_end_a_session() {
    let lines = [
        r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":{"text":"x"}}}"#,
        r#"{"jsonrpc":"2.0","id":"a","method":"tools/list","params":{"cursor":null}}"#,
        r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}"#,
        r#"{"jsonrpc":"2.0","id":2,"method":"initialize","params":{"protocolVersion":"2025-11-25"}}"#,
        r#"[{"jsonrpc":"2.0","id":3,"method":"ping"}]"#,
    ];
    let mut random = Sequence(7);
    for round in 0..20 {
        let mut session = Session::open();
        if round % 4 > 1 {
            session.initialize("2025-11-25").await;
        }
        for _ in 0..100 {
            let mut line = lines[random.below(lines.len())].as_bytes().to_vec();
            for _ in 0..=random.below(3) {
                if line.len() < 2 {
                    break;
                }
                let at = random.below(line.len());
                match random.below(3) {
                    0 => line[at] = random.below(256) as u8,
                    1 => _ = line.remove(at),
                    _ => line.truncate(at.max(1)),
                }
            }
            line.push(b'\n');
            session.raw(&line).await;
        }
        session.request("alive", "ping", json!({})).await;
        while session.next().await["id"] != json!("alive") {}
    }
}

#[tokio::test]
async fn every_id_gets_exactly_one_answer() {
    let methods = [
        "initialize",
        "ping",
        "server/discover",
        "tools/list",
        "tools/call",
        "resources/list",
        "resources/read",
        "resources/templates/list",
        "resources/subscribe",
        "resources/unsubscribe",
        "prompts/list",
        "prompts/get",
        "completion/complete",
        "logging/setLevel",
        "subscriptions/listen",
        "tasks/get",
        "tasks/cancel",
        "tasks/update",
        "skills/list",
        "skills/get",
        "resources/directory/read",
        "roots/list",
        "sampling/createMessage",
        "notifications/initialized",
        "",
        "nope",
    ];
    let params = [
        json!(null),
        json!({}),
        json!({"name": "echo", "uri": "x://a", "level": "info", "taskId": "1"}),
        json!({"name": "echo", "arguments": {"text": 5}}),
        json!({"name": "panic", "uri": "", "ref": {"type": "ref/prompt"}, "argument": 1}),
        json!({"name": ["x"], "uri": 5, "level": 7, "cursor": {}, "notifications": {}}),
        json!({"_meta": []}),
        json!({"_meta": {"progressToken": {}}, "name": "progress"}),
        json!([1]),
    ];
    for handshake in [false, true] {
        let mut session = Session::open();
        if handshake {
            session.initialize("2025-11-25").await;
        }
        let mut n_sent = 0_u64;
        for method in methods {
            for params in &params {
                session.request(n_sent, method, params.clone()).await;
                n_sent += 1;
            }
        }
        let mut answers: BTreeMap<u64, usize> = BTreeMap::new();
        for message in session.end().await {
            if let Some(id) = message.get("id").and_then(Value::as_u64) {
                *answers.entry(id).or_default() += 1;
            }
        }
        let expected: BTreeMap<u64, usize> = (0..n_sent).map(|id| (id, 1)).collect();
        assert_eq!(answers, expected, "handshake: {handshake}");
    }
}
