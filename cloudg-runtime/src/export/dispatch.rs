//! Answers the methods of the protocol by name.

use std::sync::Arc;

use serde_json::{Map, Value, json};

use crate::{
    CallRequest, CompleteRequest, CompletionTarget, CompletionValues, Layer, LayerError, Origin,
    Principal, PromptRequest, ReadRequest, ResourceContents,
};

/// The methods that are answered.
///
/// ```
/// assert!(cloudg_runtime::export::METHODS.contains(&"tools/call"));
/// ```
pub const METHODS: [&str; 8] = [
    "tools/list",
    "tools/call",
    "resources/list",
    "resources/templates/list",
    "resources/read",
    "prompts/list",
    "prompts/get",
    "completion/complete",
];

/// Why a request has no result.
///
/// ```
/// use cloudg_runtime::export::DispatchError;
///
/// let error = DispatchError::UnknownMethod { method: "tools/destroy".to_owned() };
/// assert_eq!((error.json_rpc(), error.data()), (-32601, Some("tools/destroy".into())));
/// ```
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum DispatchError {
    /// The method is none of [`METHODS`].
    #[error("The method does not exist.")]
    UnknownMethod {
        /// The method as requested.
        method: String,
    },
    /// The parameters do not fit the method.
    #[error("{0}")]
    Params(&'static str),
    /// The layer answered with an error.
    #[error(transparent)]
    Layer(#[from] LayerError),
}

impl DispatchError {
    /// The JSON-RPC code.
    pub const fn json_rpc(&self) -> i32 {
        match self {
            Self::UnknownMethod { .. } => -32601,
            Self::Params(_) => -32602,
            Self::Layer(error) => error.json_rpc(),
        }
    }

    /// The `data` member of the JSON-RPC error.
    pub fn data(&self) -> Option<Value> {
        match self {
            Self::UnknownMethod { method } => Some(Value::from(method.as_str())),
            Self::Params(_) => None,
            Self::Layer(error) => error.data(),
        }
    }
}

/// The result of `method`.
pub(super) async fn dispatch(
    layer: &Layer,
    method: &str,
    params: Value,
    principal: Arc<Principal>,
) -> Result<Value, DispatchError> {
    let mut params = match params {
        Value::Null => Map::new(),
        Value::Object(params) => params,
        _ => return Err(DispatchError::Params("`params` must be an object.")),
    };
    let origin = Origin::of(principal);
    Ok(match method {
        "tools/list" => json!({"tools": layer.tools_to_wire(&origin.principal)}),
        "tools/call" => {
            let (name, arguments) = (text(&mut params, "name", NAME)?, params.remove("arguments"));
            layer.call_tool(CallRequest { name, arguments, origin }).await?.to_wire()
        }
        "resources/list" => json!({"resources": layer.resources_to_wire(&origin.principal)}),
        "resources/templates/list" => {
            json!({"resourceTemplates": layer.templates_to_wire(&origin.principal)})
        }
        "resources/read" => {
            let uri = text(&mut params, "uri", "`uri` must be a string.")?;
            let items = layer.read_resource(ReadRequest { uri, origin }).await?;
            json!({"contents": items.iter().map(ResourceContents::to_wire).collect::<Vec<_>>()})
        }
        "prompts/list" => json!({"prompts": layer.prompts_to_wire(&origin.principal)}),
        "prompts/get" => {
            let name = text(&mut params, "name", NAME)?;
            let arguments = object(&mut params, "arguments", "`arguments` must be an object.")?;
            layer.get_prompt(PromptRequest { name, arguments, origin }).await?.to_wire()
        }
        "completion/complete" => {
            let values = match completion_request(params, origin)? {
                Some(request) => layer.complete(request).await?,
                None => CompletionValues::default(),
            };
            json!({"completion": values.to_wire()})
        }
        _ => return Err(DispatchError::UnknownMethod { method: method.to_owned() }),
    })
}

const NAME: &str = "`name` must be a string.";

/// The request of `completion/complete`; nothing when the kind of its reference is unknown.
pub(crate) fn completion_request(
    mut params: Map<String, Value>,
    origin: Origin,
) -> Result<Option<CompleteRequest>, DispatchError> {
    let mut reference = object(&mut params, "ref", "`ref` must be an object.")?;
    let mut argument = object(&mut params, "argument", "`argument` must be an object.")?;
    let kind = text(&mut reference, "type", "`ref.type` must be a string.")?;
    let target = match kind.as_str() {
        "ref/prompt" => {
            let name = text(&mut reference, "name", "`ref.name` must be a string.")?;
            CompletionTarget::Prompt { name }
        }
        "ref/resource" => {
            let uri = text(&mut reference, "uri", "`ref.uri` must be a string.")?;
            CompletionTarget::Template { uri }
        }
        _ => return Ok(None),
    };
    let value = match argument.remove("value") {
        None | Some(Value::Null) => String::new(),
        Some(Value::String(text)) => text,
        Some(other) => other.to_string(),
    };
    let argument = text(&mut argument, "name", "`argument.name` must be a string.")?;
    let mut context = object(&mut params, "context", "`context` must be an object.")?;
    let others = object(&mut context, "arguments", "`context.arguments` must be an object.")?;
    Ok(Some(CompleteRequest { target, argument, value, others, origin }))
}

fn text(
    params: &mut Map<String, Value>,
    key: &str,
    otherwise: &'static str,
) -> Result<String, DispatchError> {
    match params.remove(key) {
        Some(Value::String(text)) => Ok(text),
        _ => Err(DispatchError::Params(otherwise)),
    }
}

/// The object under `key`; `{}` when it is missing or null.
fn object(
    params: &mut Map<String, Value>,
    key: &str,
    otherwise: &'static str,
) -> Result<Map<String, Value>, DispatchError> {
    match params.remove(key) {
        None | Some(Value::Null) => Ok(Map::new()),
        Some(Value::Object(object)) => Ok(object),
        Some(_) => Err(DispatchError::Params(otherwise)),
    }
}
