//! A session over standard input and output.

use std::{
    io::{BufRead, BufReader, Read, Write},
    path::Path,
    process::{Child, ChildStdin, Command, Stdio},
    sync::mpsc::{Receiver, RecvTimeoutError, channel},
    time::{Duration, Instant},
};

use serde_json::{Value, json};

use crate::binary;

/// No answer takes this long, unless it never comes.
const PATIENCE: Duration = Duration::from_secs(20);

/// A running server.
struct Session {
    server: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Session {
    /// Starts a server and opens a session.
    fn open(arguments: &[&str]) -> Self {
        Self::open_with(&mut binary::command(&[&["serve"], arguments].concat()))
    }

    /// Starts a server that reads below a directory, and opens a session.
    fn open_below(root: &Path) -> Self {
        Self::open_with(binary::command(&["serve"]).env("CLOUDG_MCP_ALLOWED_ROOTS", root))
    }

    fn open_with(command: &mut Command) -> Self {
        let mut session = Self::start(command);
        let params = json!({
            "protocolVersion": "2025-11-25",
            "capabilities": {},
            "clientInfo": {"name": "test", "version": "1"},
        });
        let result = session.request(0, "initialize", &params);
        assert_eq!(result["result"]["serverInfo"]["name"], json!("cloudg"), "{result}");
        session.send(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}));
        session
    }

    /// Starts a server.
    fn start(command: &mut Command) -> Self {
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut server = command.spawn().unwrap();
        let (sender, lines) = channel();
        let output = server.stdout.take().unwrap();
        std::thread::spawn(move || {
            for line in BufReader::new(output).lines() {
                if sender.send(line.unwrap()).is_err() {
                    break;
                }
            }
        });
        Self { input: server.stdin.take(), server, lines }
    }

    fn send(&mut self, message: &Value) {
        self.send_line(&message.to_string());
    }

    fn send_line(&mut self, line: &str) {
        let input = self.input.as_mut().unwrap();
        input.write_all(format!("{line}\n").as_bytes()).unwrap();
        input.flush().unwrap();
    }

    /// The next message. Whatever stands on standard output must be one.
    fn receive(&mut self) -> Value {
        let line = self.lines.recv_timeout(PATIENCE).unwrap();
        let message: Value = serde_json::from_str(&line).unwrap();
        assert_eq!(message["jsonrpc"], json!("2.0"), "{line}");
        message
    }

    /// Asks and waits for the answer; notifications may come before it, other answers may not.
    fn request(&mut self, id: u64, method: &str, params: &Value) -> Value {
        self.send(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}));
        let answer = loop {
            let message = self.receive();
            if message.get("method").is_none() {
                break message;
            }
        };
        assert_eq!(answer["id"], json!(id), "{answer}");
        answer
    }

    fn call(&mut self, id: u64, tool: &str, arguments: &Value) -> Value {
        self.request(id, "tools/call", &json!({"name": tool, "arguments": arguments}))
    }

    /// Hangs up; the server ends by itself with exit code 0 and without a further word. Gives what
    /// it wrote to standard error.
    fn close(mut self) -> String {
        drop(self.input.take());
        let waited = Instant::now();
        let status = loop {
            if let Some(status) = self.server.try_wait().unwrap() {
                break status;
            }
            assert!(waited.elapsed() < PATIENCE, "the server goes on without a client");
            std::thread::sleep(Duration::from_millis(5));
        };
        assert_eq!(status.code(), Some(0));
        let rest = self.lines.recv_timeout(PATIENCE);
        assert_eq!(rest, Err(RecvTimeoutError::Disconnected));
        let mut stderr = String::new();
        self.server.stderr.take().unwrap().read_to_string(&mut stderr).unwrap();
        stderr
    }
}

/// What is not listed is found and called.
#[test]
fn a_small_start_finds_the_rest() {
    let mut session = Session::open(&["--sample", "--start-small", "--schema-profile", "portable"]);
    let list = session.request(1, "tools/list", &json!({}));
    let tools = list["result"]["tools"].as_array().unwrap();
    let names: Vec<&str> = tools.iter().filter_map(|tool| tool["name"].as_str()).collect();
    assert!(names.contains(&"search_tools") && !names.contains(&"list_tags"), "{names:?}");
    assert!(!tools.iter().any(|tool| tool["inputSchema"].to_string().contains("null")), "{list}");
    let search = json!({"name": "search_tools", "arguments": {"query": "tags in use"}});
    let found = session.request(2, "tools/call", &search);
    assert_eq!(found["result"]["structuredContent"]["matches"][0]["name"], json!("list_tags"));
    let tags = session.request(3, "tools/call", &json!({"name": "list_tags", "arguments": {}}));
    assert_eq!(tags["result"]["isError"], json!(false), "{tags}");
}

#[test]
fn a_session() {
    let mut session = Session::open(&["--sample"]);
    let list = session.request(1, "tools/list", &json!({}));
    let tools = list["result"]["tools"].as_array().unwrap();
    assert!(tools.len() > 20);
    assert_eq!(json!(tools), binary::run(&["tools", "--json"]).json());

    let answer = session.call(2, "count_assets", &json!({"group_by": "provider"}));
    let result = &answer["result"];
    assert_eq!(result["isError"], json!(false));
    let groups = result["structuredContent"]["groups"].to_string();
    assert_eq!(groups, r#"{"AWS":78,"AZURE":11,"GCP":11}"#);
    let text = result["content"][0]["text"].as_str().unwrap();
    let expected = serde_json::to_string_pretty(&result["structuredContent"]).unwrap();
    assert_eq!(text, expected);

    // What fails inside a call is a result, what cannot be called is an error.
    let failed = session.call(3, "get_asset", &json!({"ref": "no such asset"}));
    assert_eq!(failed["result"]["isError"], json!(true));
    assert_eq!(failed["result"]["_meta"]["cloudg/error_code"], json!(-32602));
    let unknown = session.call(4, "no_such_tool", &json!({}));
    let error = json!({
        "code": -32602, "message": "Unknown tool: no_such_tool", "data": {"name": "no_such_tool"},
    });
    assert_eq!(unknown["error"], error);
    assert_eq!(session.request(5, "no/such/method", &json!({}))["error"]["code"], json!(-32601));
    assert_eq!(session.request(6, "ping", &json!({}))["result"], json!({}));
    session.close();
}

#[test]
fn lines_that_are_no_messages_are_answered_and_survived() {
    let mut session = Session::open(&["--sample"]);
    session.send_line("{\"jsonrpc\": \"2.0\", ");
    let refusal = session.receive();
    assert_eq!((&refusal["id"], &refusal["error"]["code"]), (&Value::Null, &json!(-32700)));
    session.send_line("");
    session.send_line(&r#"{"a":"#.repeat(100_000));
    let refusal = session.receive();
    assert_eq!((&refusal["id"], &refusal["error"]["code"]), (&Value::Null, &json!(-32600)));
    assert!(refusal["error"]["message"].as_str().unwrap().contains("127 levels"), "{refusal}");
    session.send(&json!({"id": 7, "method": "ping"}));
    let refusal = session.receive();
    assert_eq!((&refusal["id"], &refusal["error"]["code"]), (&json!(7), &json!(-32600)));
    session.send_line(r#"{"jsonrpc":"2.0","id":8,"method":"tools/call","params":[1]}"#);
    let refusal = session.receive();
    assert_eq!((&refusal["id"], &refusal["error"]["code"]), (&json!(8), &json!(-32602)));
    let answer = session.call(9, "count_assets", &json!({}));
    assert_eq!(answer["result"]["structuredContent"]["total"], json!(100));
    session.close();
}

/// A cancelled load is not answered, and the session goes on.
#[test]
fn a_cancelled_call_is_not_answered() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("big.json");
    let asset = |number: usize| {
        format!(
            r#"{{"id":"a{number}","name":"n","asset_type":"EC2","provider":"AWS","metadata":{{"filler":"{}"}}}}"#,
            "x".repeat(1000)
        )
    };
    let assets: Vec<String> = (0..60_000).map(asset).collect();
    std::fs::write(&file, format!(r#"{{"assets":[{}]}}"#, assets.join(","))).unwrap();
    let mut session = Session::open_below(directory.path());
    session.send(&json!({
        "jsonrpc": "2.0", "id": 1, "method": "tools/call",
        "params": {"name": "load_dataset", "arguments": {"path": file}},
    }));
    session.send(&json!({
        "jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 1},
    }));
    // The next message answers the next request.
    assert_eq!(session.request(2, "ping", &json!({}))["result"], json!({}));
    // It was the cancellation that ended the first one.
    let again = session.call(3, "load_dataset", &json!({ "path": file }));
    assert_eq!(again["result"]["structuredContent"]["total_assets"], json!(60_000), "{again}");
    session.close();
}

/// Requests that are running when the client hangs up are answered first.
#[test]
fn what_was_asked_is_answered_at_the_end() {
    let mut session = Session::open(&["--sample"]);
    for id in 1..=20 {
        let params = json!({"name": "list_tags", "arguments": {}});
        session
            .send(&json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params}));
    }
    drop(session.input.take());
    let mut ids: Vec<u64> = (1..=20).map(|_| session.receive()["id"].as_u64().unwrap()).collect();
    ids.sort_unstable();
    assert!(ids.into_iter().eq(1..=20));
    session.close();
}

#[test]
fn changes_of_data_are_announced() {
    let mut session = Session::open(&["--sample"]);
    let uri = json!({"uri": "cloudg://workspace"});
    assert_eq!(session.request(1, "resources/subscribe", &uri)["result"], json!({}));
    session.send(&json!({
        "jsonrpc": "2.0", "id": 2, "method": "tools/call",
        "params": {"name": "snapshot_dataset", "arguments": {"new_name": "before"}},
    }));
    // In whichever order the answer and the notifications come.
    let messages: Vec<Value> = (0..3).map(|_| session.receive()).collect();
    let has = |wanted: &dyn Fn(&Value) -> bool| messages.iter().any(wanted);
    assert!(has(&|message| message["id"] == json!(2)), "{messages:?}");
    let list_changed = json!("notifications/resources/list_changed");
    assert!(has(&|message| message["method"] == list_changed), "{messages:?}");
    let updated = json!("notifications/resources/updated");
    assert!(has(&|it| it["method"] == updated && it["params"] == uri), "{messages:?}");
    session.close();
}

/// Building takes a while on a large estate, so whoever asked is told; what is there is not built.
#[test]
fn building_the_ontology_is_told_once() {
    let mut session = Session::open(&["--sample"]);
    let mut told = |id: u64| {
        session.send(&json!({
            "jsonrpc": "2.0", "id": id, "method": "tools/call",
            "params": {"name": "ontology_stats", "arguments": {}, "_meta": {"progressToken": "t"}},
        }));
        let mut progress = Vec::new();
        loop {
            let message = session.receive();
            if message["id"] == json!(id) {
                return progress;
            }
            let params = &message["params"];
            progress.push(json!([params["progress"], params["total"], params["message"]]));
        }
    };
    let built = [
        json!([0.0, 1.0, "building ontology for 100 assets"]),
        json!([1.0, 1.0, "ontology built"]),
    ];
    assert_eq!(told(1), built);
    assert_eq!(told(2), [json!(null); 0]);
    session.close();
}

#[test]
fn logs_go_to_standard_error_without_colours() {
    let mut session = Session::open(&["--sample", "--log-level", "debug"]);
    session.call(1, "no_such_tool", &json!({}));
    let stderr = session.close();
    assert!(!stderr.is_empty(), "something is logged");
    assert!(!stderr.contains('\u{1b}'), "{stderr}");
}
