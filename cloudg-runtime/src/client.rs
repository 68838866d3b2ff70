//! Clients in memory, for the tests of whoever writes tools.
//!
//! [`Client`] asks the layer directly; [`ProtocolClient`] speaks the protocol over a pipe in
//! memory, and so sees exactly what a real client sees.

mod answer;

use std::sync::Arc;

use serde_json::{Map, Value, json};
use tokio::{
    io::{AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream, Lines},
    task::JoinHandle,
};
use tokio_util::sync::CancellationToken;

use crate::{
    CallRequest, CompleteRequest, CompletionTarget, CompletionValues, Layer, LayerError, Origin,
    Principal, PromptRequest, PromptResult, ReadRequest, ResourceContents, ToolResult,
    transport::{ServeError, ServeOptions, serve_lines},
};

/// Bytes that wait in each direction of the pipe.
const PIPE: usize = 1 << 20;

/// Asks the layer without a protocol between.
///
/// ```standalone_crate
/// use cloudg_runtime::{CompletionTarget, Layer, Registry, ToolContext, client::Client};
/// use cloudg_runtime::{prompt, resource, tool};
/// use serde_json::{Map, json};
///
/// /// Add two numbers.
/// #[tool]
/// fn add(_ctx: &ToolContext, left: i64, right: i64) -> i64 {
///     left + right
/// }
///
/// /// Tell the answer.
/// #[resource("x://answer", mime_type = "text/plain")]
/// fn answer(_ctx: &ToolContext) -> &'static str {
///     "42"
/// }
///
/// /// Greet.
/// #[prompt(complete(name = names))]
/// fn greet(_ctx: &ToolContext, name: String) -> String {
///     format!("Greet {name}.")
/// }
///
/// fn names(_ctx: &ToolContext, _partial: &str) -> [&'static str; 2] {
///     ["Ada", "Bo"]
/// }
///
/// #[tokio::main(flavor = "current_thread")]
/// async fn main() -> Result<(), Box<dyn std::error::Error>> {
///     let client = Client::new(Layer::builder(Registry::collected(&[])?).build()?);
///     assert_eq!(client.list_tools()[0]["name"], "add");
///     let sum = client.call_tool("add", json!({"left": 40, "right": 2})).await?;
///     assert_eq!(sum.structured, Some(json!({"result": 42})));
///
///     let contents = client.read_resource("x://answer").await?;
///     assert_eq!(contents[0].to_wire()["text"], "42");
///
///     let target = CompletionTarget::Prompt { name: "greet".to_owned() };
///     assert_eq!(client.complete(target, "name", "").await?.values, ["Ada", "Bo"]);
///     let arguments = Map::from_iter([("name".to_owned(), json!("Ada"))]);
///     assert_eq!(client.get_prompt("greet", arguments).await?.messages.len(), 1);
///     Ok(())
/// }
/// ```
#[derive(Clone)]
pub struct Client {
    layer: Layer,
    principal: Arc<Principal>,
}

impl Client {
    /// A client for the local person.
    pub fn new(layer: Layer) -> Self {
        Self::with_principal(layer, Principal::local())
    }

    /// A client for somebody else.
    pub fn with_principal(layer: Layer, principal: Principal) -> Self {
        Self { layer, principal: Arc::new(principal) }
    }

    /// The list entries of the visible tools.
    pub fn list_tools(&self) -> Vec<Value> {
        self.layer.tools_to_wire(&self.principal)
    }

    /// Calls a tool.
    ///
    /// # Errors
    ///
    /// No visible tool has the name, or the output pipeline failed. A failure inside the call is
    /// a result.
    ///
    /// # Panics
    ///
    /// The structured answer does not fit the `output` of the tool; clients refuse such an answer.
    pub async fn call_tool(&self, name: &str, arguments: Value) -> Result<ToolResult, LayerError> {
        let mut request = CallRequest::new(name, Some(arguments));
        request.origin = self.origin();
        let result = self.layer.call_tool(request).await?;
        if let Some(tool) = self.layer.find_tool(name, &self.principal) {
            answer::assert_fits(tool, &result);
        }
        Ok(result)
    }

    /// The list entries of the visible resources.
    pub fn list_resources(&self) -> Vec<Value> {
        self.layer.resources_to_wire(&self.principal)
    }

    /// The list entries of the visible resource templates.
    pub fn list_resource_templates(&self) -> Vec<Value> {
        self.layer.templates_to_wire(&self.principal)
    }

    /// Reads a resource.
    ///
    /// # Errors
    ///
    /// Nothing visible has the address, its handler failed, or the output pipeline failed.
    pub async fn read_resource(&self, uri: &str) -> Result<Vec<ResourceContents>, LayerError> {
        self.layer.read_resource(ReadRequest { uri: uri.to_owned(), origin: self.origin() }).await
    }

    /// The list entries of the visible prompts.
    pub fn list_prompts(&self) -> Vec<Value> {
        self.layer.prompts_to_wire(&self.principal)
    }

    /// Makes the messages of a prompt.
    ///
    /// # Errors
    ///
    /// No visible prompt has the name, its arguments do not fit, its handler failed, or the output
    /// pipeline failed.
    pub async fn get_prompt(
        &self,
        name: &str,
        arguments: Map<String, Value>,
    ) -> Result<PromptResult, LayerError> {
        let (name, origin) = (name.to_owned(), self.origin());
        self.layer.get_prompt(PromptRequest { name, arguments, origin }).await
    }

    /// Proposes values for what is written of an argument so far.
    ///
    /// # Errors
    ///
    /// The output pipeline failed.
    pub async fn complete(
        &self,
        target: CompletionTarget,
        argument: &str,
        value: &str,
    ) -> Result<CompletionValues, LayerError> {
        let mut request = CompleteRequest::new(target, argument, value);
        request.origin = self.origin();
        self.layer.complete(request).await
    }

    fn origin(&self) -> Origin {
        Origin::of(self.principal.clone())
    }
}

/// Why a client in memory got no answer.
///
/// ```
/// use cloudg_runtime::{Layer, Registry, client::{ClientError, ProtocolClient}};
/// use serde_json::json;
///
/// #[tokio::main(flavor = "current_thread")]
/// async fn main() -> Result<(), ClientError> {
///     let layer = Layer::builder(Registry::new()).build().expect("nothing can clash");
///     let mut client = ProtocolClient::connect(layer).await?;
///     let Err(ClientError::Refused(error)) = client.call_tool("absent", json!({})).await else {
///         panic!("there are no tools");
///     };
///     assert_eq!(error["code"], -32602);
///     client.close().await
/// }
/// ```
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ClientError {
    /// The server answered with a protocol error: `code`, `message`, `data`?.
    #[error("the server answered with an error: {0}")]
    Refused(Value),
    /// The session ended.
    #[error("the session ended before the answer")]
    Ended,
    /// Reading or writing failed.
    #[error(transparent)]
    Io(#[from] std::io::Error),
    /// The server wrote what is no JSON.
    #[error("the server wrote a line that is not JSON: {0}")]
    Malformed(#[from] serde_json::Error),
    /// The server failed.
    #[error(transparent)]
    Serve(#[from] ServeError),
}

/// Speaks the protocol over a pipe in memory, one request after the other.
///
/// ```
/// use cloudg_runtime::{Layer, Registry, client::{ClientError, ProtocolClient}};
/// use serde_json::json;
///
/// #[tokio::main(flavor = "current_thread")]
/// async fn main() -> Result<(), ClientError> {
///     let layer = Layer::builder(Registry::new()).build().expect("nothing can clash");
///     let mut client = ProtocolClient::connect(layer).await?;
///     let listed = client.request("tools/list", json!({})).await?;
///     assert_eq!(listed["tools"], json!([]));
///     assert!(client.take_notifications().is_empty());
///     client.close().await
/// }
/// ```
pub struct ProtocolClient {
    input: DuplexStream,
    output: Lines<BufReader<DuplexStream>>,
    server: JoinHandle<Result<(), ServeError>>,
    notifications: Vec<Value>,
    next_id: u64,
}

impl ProtocolClient {
    /// Starts a server for `layer` and opens a session by `initialize`.
    ///
    /// # Errors
    ///
    /// The session could not be opened.
    pub async fn connect(layer: Layer) -> Result<Self, ClientError> {
        let (input, server_input) = tokio::io::duplex(PIPE);
        let (server_output, output) = tokio::io::duplex(PIPE);
        let (options, never) = (ServeOptions::default(), CancellationToken::new());
        let serving = serve_lines(layer, server_input, server_output, options, never);
        let mut client = Self {
            input,
            output: BufReader::new(output).lines(),
            server: tokio::spawn(serving),
            notifications: Vec::new(),
            next_id: 0,
        };
        let params = json!({
            "protocolVersion": "2025-11-25",
            "capabilities": {},
            "clientInfo": {"name": "memory", "version": env!("CARGO_PKG_VERSION")},
        });
        client.request("initialize", params).await?;
        client.send(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"})).await?;
        Ok(client)
    }

    /// Sends a request and waits for its result. Notifications that come before are kept.
    ///
    /// # Errors
    ///
    /// The server answered with an error, or the session ended.
    pub async fn request(&mut self, method: &str, params: Value) -> Result<Value, ClientError> {
        self.next_id += 1;
        let id = Value::from(self.next_id);
        let message = json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params});
        self.send(&message).await?;
        loop {
            let line = self.output.next_line().await?.ok_or(ClientError::Ended)?;
            let mut message: Value = serde_json::from_str(&line)?;
            if message.get("id") != Some(&id) {
                self.notifications.push(message);
            } else if let Some(result) = message.get_mut("result") {
                return Ok(result.take());
            } else {
                return Err(ClientError::Refused(message["error"].take()));
            }
        }
    }

    /// Calls a tool and waits for its result, as on the wire.
    ///
    /// # Errors
    ///
    /// As [`ProtocolClient::request`].
    pub async fn call_tool(&mut self, name: &str, arguments: Value) -> Result<Value, ClientError> {
        // The id of the request serves as its token, so that progress is sent.
        let token = self.next_id + 1;
        let params =
            json!({"name": name, "arguments": arguments, "_meta": {"progressToken": token}});
        self.request("tools/call", params).await
    }

    /// Takes the notifications that came so far, in order.
    pub fn take_notifications(&mut self) -> Vec<Value> {
        std::mem::take(&mut self.notifications)
    }

    /// Ends the session and waits for the server.
    ///
    /// # Errors
    ///
    /// The server failed.
    pub async fn close(self) -> Result<(), ClientError> {
        drop(self.input);
        self.server.await.map_err(|_| ClientError::Ended)??;
        Ok(())
    }

    async fn send(&mut self, message: &Value) -> Result<(), ClientError> {
        let line = format!("{message}\n");
        Ok(self.input.write_all(line.as_bytes()).await?)
    }
}
