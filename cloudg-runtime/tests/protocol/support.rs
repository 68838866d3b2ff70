//! A server with tools for tests, and a session with it over a pipe.

use std::{borrow::Cow, sync::Arc, time::Duration};

use cloudg_runtime::{
    Capabilities, Capability, Handler, Hints, Labels, Layer, LogLevel, MetaSource, Registry, Reply,
    ResourceLink, SchemaSource, Sensitivity, Source, ToolContext, ToolError, ToolSpec,
    TransformHints,
    transport::{ServeError, ServeOptions, serve_lines},
};
use serde_json::{Map, Value, json};
use tokio::{
    io::{AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream, Lines},
    task::JoinHandle,
};
use tokio_util::sync::CancellationToken;

/// No answer takes this long, unless it never comes.
const PATIENCE: Duration = Duration::from_secs(20);

pub(crate) const META: &str = r#""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}"#;

/// Tools: `echo`, `wait` (until cancelled), `slow` (times out), `panic`, `progress`, `many`, `mirror`.
pub(crate) fn layer() -> Layer {
    let mut registry = Registry::new();
    let add = |registry: &mut Registry, spec: ToolSpec| registry.add(spec).unwrap();
    add(
        &mut registry,
        tool("echo", &json!({"text": {"default": "", "type": "string"}}), |ctx, args| {
            ctx.link(ResourceLink::new("test://echo", "echo"));
            Ok(Reply::Value(Value::Object(args)))
        }),
    );
    add(
        &mut registry,
        tool("wait", &json!({}), |ctx, _| {
            while !ctx.is_cancelled() {
                std::thread::sleep(Duration::from_millis(1));
            }
            Ok(Reply::Value(json!({})))
        }),
    );
    let mut slow = tool("slow", &json!({}), |ctx, _| {
        while !ctx.is_cancelled() {
            std::thread::sleep(Duration::from_millis(1));
        }
        Ok(Reply::Value(json!({})))
    });
    slow.timeout = Some(Duration::from_millis(30));
    add(&mut registry, slow);
    add(&mut registry, tool("panic", &json!({}), |_, _| panic!("a secret text")));
    add(
        &mut registry,
        tool("progress", &json!({}), |ctx, _| {
            for step in 1..=3_u8 {
                ctx.report_progress(f64::from(step), Some(3.0), Some("working"));
            }
            ctx.log(LogLevel::Debug, "detail");
            ctx.log(LogLevel::Error, json!({"n": 1}));
            Ok(Reply::Value(json!({})))
        }),
    );
    add(
        &mut registry,
        tool("many", &json!({}), |_, _| {
            let items: Vec<Value> =
                (0..500).map(|n| json!({"id": n, "name": format!("item-{n}")})).collect();
            Ok(Reply::Value(json!({ "items": items })))
        }),
    );
    let value = json!({"value": {"default": null}});
    add(&mut registry, tool("mirror", &value, |_, args| Ok(Reply::Value(Value::Object(args)))));
    Layer::builder(registry).identity("test-server", "1.2.3", "Test").build().unwrap()
}

fn tool(
    name: &'static str,
    properties: &Value,
    handler: impl Fn(&ToolContext, Map<String, Value>) -> Result<Reply, ToolError>
    + Send
    + Sync
    + 'static,
) -> ToolSpec {
    let capabilities = Capabilities::of(&[Capability::ReadState]);
    let schema = json!({"additionalProperties": false, "properties": properties, "type": "object"});
    ToolSpec {
        name: name.into(),
        title: None,
        description: "A tool for tests.".into(),
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
        handler: Handler::Dynamic(Arc::new(handler)),
        source: Source { package: "tests", file: file!(), line: line!(), column: 1 },
    }
}

/// A client that speaks in lines.
pub(crate) struct Session {
    pub(crate) layer: Layer,
    pub(crate) shutdown: CancellationToken,
    input: Option<DuplexStream>,
    output: Lines<BufReader<DuplexStream>>,
    server: JoinHandle<Result<(), ServeError>>,
}

impl Session {
    pub(crate) fn open() -> Self {
        Self::with(ServeOptions::default())
    }

    pub(crate) fn with(options: ServeOptions) -> Self {
        Self::over(layer(), options)
    }

    pub(crate) fn over(layer: Layer, options: ServeOptions) -> Self {
        let (input, server_input) = tokio::io::duplex(1 << 20);
        let (server_output, output) = tokio::io::duplex(1 << 20);
        let shutdown = CancellationToken::new();
        let serving =
            serve_lines(layer.clone(), server_input, server_output, options, shutdown.clone());
        let output = BufReader::new(output).lines();
        Self { layer, shutdown, input: Some(input), output, server: tokio::spawn(serving) }
    }

    /// A session opened by `initialize` with this version.
    pub(crate) async fn initialized(version: &str) -> Self {
        let mut session = Self::open();
        let answer = session.initialize(version).await;
        assert_eq!(answer["id"], json!("init"), "{answer}");
        session
    }

    pub(crate) async fn initialize(&mut self, version: &str) -> Value {
        let params = json!({"protocolVersion": version, "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}});
        self.send(
            &json!({"jsonrpc": "2.0", "id": "init", "method": "initialize", "params": params}),
        )
        .await;
        let answer = self.next().await;
        self.send(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"})).await;
        answer
    }

    pub(crate) async fn raw(&mut self, bytes: &[u8]) {
        self.input.as_mut().expect("the input is open").write_all(bytes).await.unwrap();
    }

    pub(crate) async fn line(&mut self, line: &str) {
        self.raw(format!("{line}\n").as_bytes()).await;
    }

    pub(crate) async fn send(&mut self, message: &Value) {
        self.line(&message.to_string()).await;
    }

    /// Sends a request and reads the next message.
    pub(crate) async fn ask(&mut self, id: impl Into<Value>, method: &str, params: Value) -> Value {
        self.request(id, method, params).await;
        self.next().await
    }

    pub(crate) async fn request(&mut self, id: impl Into<Value>, method: &str, params: Value) {
        let id: Value = id.into();
        self.send(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params})).await;
    }

    /// The next message of the server.
    pub(crate) async fn next(&mut self) -> Value {
        let line = tokio::time::timeout(PATIENCE, self.output.next_line()).await;
        let line = line.expect("an answer in time").unwrap().expect("the session goes on");
        serde_json::from_str(&line).expect("every line is JSON")
    }

    /// The rest of what the server says once the input has ended.
    pub(crate) async fn end(mut self) -> Vec<Value> {
        drop(self.input.take());
        self.rest().await
    }

    /// What the server still says before it ends.
    pub(crate) async fn rest(mut self) -> Vec<Value> {
        let mut rest = Vec::new();
        while let Some(line) = tokio::time::timeout(PATIENCE, self.output.next_line())
            .await
            .expect("the server ends in time")
            .unwrap()
        {
            rest.push(serde_json::from_str(&line).expect("every line is JSON"));
        }
        self.server.await.unwrap().unwrap();
        rest
    }
}

/// Asserts an error with this id and code.
pub(crate) fn assert_error(message: &Value, id: impl Into<Value>, code: i32) {
    assert_eq!(
        (&message["id"], &message["error"]["code"]),
        (&id.into(), &json!(code)),
        "{message}"
    );
}
