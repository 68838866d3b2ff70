//! Arbitrary lines into a session: every request is answered, every line out is a message.
#![no_main]

use std::{
    borrow::Cow,
    collections::HashMap,
    sync::{Arc, LazyLock},
    time::Duration,
};

use cloudg_runtime::{
    Capabilities, Capability, Handler, Hints, Labels, Layer, MetaSource, Registry, Reply,
    SchemaSource, Sensitivity, Source, ToolSpec, TransformHints,
    transport::{ServeOptions, serve_lines},
};
use libfuzzer_sys::fuzz_target;
use serde_json::{Value, json};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    runtime::Runtime,
};
use tokio_util::sync::CancellationToken;

static RUNTIME: LazyLock<Runtime> = LazyLock::new(|| {
    tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime")
});
static LAYER: LazyLock<Layer> = LazyLock::new(layer);

const OPENING: &str = concat!(
    r#"{"jsonrpc":"2.0","id":"open","method":"initialize","params":{"protocolVersion":"2025-11-25","#,
    r#""capabilities":{},"clientInfo":{"name":"fuzz","version":"1"}}}"#,
    "\n",
    r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
    "\n"
);

// The lowest bit of the first byte tells whether the session is opened first.
fuzz_target!(|data: &[u8]| {
    let Some((first, rest)) = data.split_first() else { return };
    let mut input = if first & 1 == 1 { OPENING.as_bytes().to_vec() } else { vec![] };
    input.extend_from_slice(rest);
    let output = RUNTIME.block_on(session(&input));
    judge(&input, &output);
});

async fn session(input: &[u8]) -> Vec<u8> {
    let (mut client_in, server_in) = tokio::io::duplex(1 << 16);
    let (server_out, mut client_out) = tokio::io::duplex(1 << 16);
    let mut options = ServeOptions::default();
    options.max_line_bytes = 4096;
    options.drain = Duration::from_secs(2);
    let server =
        serve_lines(LAYER.clone(), server_in, server_out, options, CancellationToken::new());
    let write = async {
        // The server may end the session first.
        let _ = client_in.write_all(input).await;
        drop(client_in);
    };
    let mut output = vec![];
    let read = client_out.read_to_end(&mut output);
    let all = async { tokio::join!(server, write, read) };
    let (served, (), read) =
        tokio::time::timeout(Duration::from_secs(20), all).await.expect("the session ends");
    served.expect("no input breaks a session");
    read.expect("memory can be read");
    output
}

fn judge(input: &[u8], output: &[u8]) {
    let mut answers: HashMap<String, usize> = HashMap::new();
    for line in std::str::from_utf8(output).expect("answers are text").lines() {
        let message: Value = serde_json::from_str(line).expect("every line is JSON");
        assert_eq!(message["jsonrpc"], "2.0", "{line}");
        if message.get("method").is_none() {
            *answers.entry(message["id"].to_string()).or_default() += 1;
        }
    }
    let lines = input.split(|byte| *byte == b'\n');
    let requests: Vec<Value> = lines
        .filter(|line| line.len() <= 4096)
        .filter_map(|line| serde_json::from_slice(line).ok())
        .collect();
    // A cancelled request may stay without an answer.
    if requests.iter().any(|message| message["method"] == "notifications/cancelled") {
        return;
    }
    let mut asked: HashMap<String, usize> = HashMap::new();
    for message in &requests {
        let is_id = message["id"].is_string() || message["id"].is_i64();
        if is_id && message["jsonrpc"] == "2.0" && message["method"].is_string() {
            *asked.entry(message["id"].to_string()).or_default() += 1;
        }
    }
    for (id, n_asked) in asked {
        let n_answers = answers.get(&id).copied().unwrap_or(0);
        assert!(n_answers >= n_asked, "{id} is answered {n_answers} of {n_asked} times");
    }
}

fn layer() -> Layer {
    let mut registry = Registry::new();
    let properties = json!({
        "text": {"default": "", "type": "string"},
        "n": {"default": 1, "maximum": 9, "minimum": 0, "type": "integer"},
    });
    registry.add(tool("echo", &properties)).expect("the first tool");
    registry.add(tool("ping", &json!({}))).expect("another tool");
    Layer::builder(registry).identity("fuzz", "1", "Fuzz").build().expect("a layer")
}

fn tool(name: &'static str, properties: &Value) -> ToolSpec {
    let capabilities = Capabilities::of(&[Capability::ReadState]);
    let schema = json!({"additionalProperties": false, "properties": properties, "type": "object"});
    ToolSpec {
        name: name.into(),
        title: None,
        description: "Repeats its arguments.".into(),
        category: "test".into(),
        tags: Cow::Borrowed(&[]),
        sensitivity: Sensitivity::Public,
        capabilities,
        hints: Hints::default().derive(capabilities),
        timeout: None,
        input_schema: SchemaSource::Given(Arc::new(schema)),
        output_schema: None,
        labels: Labels::NONE,
        transform_hints: TransformHints::NONE,
        meta: MetaSource::None,
        icons: Cow::Borrowed(&[]),
        states: Cow::Borrowed(&[]),
        handler: Handler::Dynamic(Arc::new(|context, arguments| {
            context.report_progress(1.0, Some(1.0), None);
            Ok(Reply::Value(Value::Object(arguments)))
        })),
        source: Source { package: "fuzz", file: file!(), line: line!(), column: 1 },
    }
}
