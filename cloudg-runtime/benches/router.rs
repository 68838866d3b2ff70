//! One call from end to end over a pipe in memory: our layer and transport beside the router of the
//! protocol library, with the same asynchronous tool behind both. One thread serves and asks.

use std::hint::black_box;

use cloudg_runtime::{
    Layer, Registry, ToolContext,
    transport::{ServeOptions, serve_lines},
};
use criterion::{Criterion, criterion_group, criterion_main};
use rmcp::{
    ServiceExt,
    handler::server::wrapper::{Json, Parameters},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tokio::{
    io::{
        AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream, Lines, ReadHalf, WriteHalf, split,
    },
    runtime::Runtime,
};
use tokio_util::sync::CancellationToken;

const INITIALIZE: &str = r#"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"bench","version":"1"}}}"#;
const INITIALIZED: &str = r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#;
const CALL: &str = r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"find","arguments":{"query":"web","limit":20}}}"#;
/// Bytes that a pipe holds.
const PIPE: usize = 64 * 1024;

/// What the tool answers.
#[derive(Serialize, JsonSchema)]
struct Found {
    query: String,
    limit: u32,
}

/// Finds nothing.
#[cloudg_runtime::tool(output = Found)]
async fn find(
    _ctx: ToolContext,
    /// What to look for.
    query: String,
    /// Most results.
    limit: u32,
) -> Found {
    Found { query, limit }
}

/// The arguments for the protocol library.
#[derive(Deserialize, JsonSchema)]
struct FindArgs {
    /// What to look for.
    query: String,
    /// Most results.
    limit: u32,
}

struct Router;

#[rmcp::tool_router(server_handler)]
impl Router {
    /// Finds nothing.
    #[rmcp::tool]
    async fn find(&self, Parameters(given): Parameters<FindArgs>) -> Json<Found> {
        Json(Found { query: given.query, limit: given.limit })
    }
}

/// The client's end of a session.
struct Client {
    input: WriteHalf<DuplexStream>,
    output: Lines<BufReader<ReadHalf<DuplexStream>>>,
}

impl Client {
    /// Opens a session with whatever serves the other end.
    async fn open(stream: DuplexStream) -> Self {
        let (output, input) = split(stream);
        let mut client = Self { input, output: BufReader::new(output).lines() };
        client.ask(INITIALIZE).await;
        client.send(INITIALIZED).await;
        let answer = client.ask(CALL).await;
        assert!(answer.contains(r#""limit":20"#), "{answer}");
        client
    }

    async fn send(&mut self, line: &str) {
        self.input.write_all(line.as_bytes()).await.expect("the server reads");
        self.input.write_all(b"\n").await.expect("the server reads");
    }

    async fn ask(&mut self, line: &str) -> String {
        self.send(line).await;
        let answer = self.output.next_line().await.expect("the server writes");
        answer.expect("the session is open")
    }
}

async fn ours() -> Client {
    let (near, far) = tokio::io::duplex(PIPE);
    let registry = Registry::collected(&[]).expect("the declarations are sound");
    let layer = Layer::builder(registry).build().expect("the layer is sound");
    let (input, output) = split(far);
    let options = ServeOptions::default();
    tokio::spawn(serve_lines(layer, input, output, options, CancellationToken::new()));
    Client::open(near).await
}

async fn theirs() -> Client {
    let (near, far) = tokio::io::duplex(PIPE);
    tokio::spawn(async move {
        let session = Router.serve(split(far)).await.expect("the session opens");
        session.waiting().await
    });
    Client::open(near).await
}

fn measure(criterion: &mut Criterion, runtime: &Runtime, name: &str, mut client: Client) {
    criterion.bench_function(name, |bencher| {
        bencher.iter(|| runtime.block_on(client.ask(black_box(CALL))));
    });
}

fn benches(criterion: &mut Criterion) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build();
    let runtime = runtime.expect("a runtime starts");
    let client = runtime.block_on(ours());
    measure(criterion, &runtime, "call over a pipe: our layer", client);
    let client = runtime.block_on(theirs());
    measure(criterion, &runtime, "call over a pipe: rmcp's router", client);
}

criterion_group!(router, benches);
criterion_main!(router);
