//! From a well-formed request to the type of the protocol library.

use rmcp::model::{
    CallToolRequest, CallToolRequestParams, ClientRequest, CustomRequest, GetExtensions,
    InitializeRequest, InitializeRequestParams, MetaObject, RequestMetaObject,
};
use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;

use super::super::{
    envelope::{Params, Request},
    handler::RequestToken,
};

/// The request, whose parameters were checked, with the token that cancels it.
pub(super) fn client_request(request: Request, token: CancellationToken) -> ClientRequest {
    let is_retry = ["inputResponses", "requestState"]
        .iter()
        .any(|member| request.params.contains_key(*member));
    let mut typed = match request.method.as_str() {
        "tools/call" if !is_retry => call_tool(request.params),
        "initialize" => initialize(request),
        _ => generic(request),
    };
    typed.extensions_mut().insert(RequestToken(token));
    typed
}

/// Built by hand: the arguments may be large, and are moved instead of parsed again.
fn call_tool(mut params: Params) -> ClientRequest {
    let mut take = |key: &str| params.get_mut(key).map(Value::take);
    let name = match take("name") {
        Some(Value::String(name)) => name,
        _ => String::new(),
    };
    let mut typed = CallToolRequestParams::new(name);
    if let Some(Value::Object(arguments)) = take("arguments") {
        typed.arguments = Some(arguments);
    }
    let mut typed = CallToolRequest::new(typed);
    if let Some(Value::Object(meta)) = take("_meta") {
        typed.extensions.insert(RequestMetaObject(MetaObject(meta)));
    }
    ClientRequest::CallToolRequest(typed)
}

/// Who the client is matters to nobody here, so what is missing or malformed is replaced.
fn initialize(request: Request) -> ClientRequest {
    let version = request.params.get("protocolVersion").cloned().unwrap_or(Value::Null);
    let mut params = request.params;
    for (key, default) in [
        ("capabilities", json!({})),
        ("clientInfo", json!({"name": "unknown", "version": "unknown"})),
    ] {
        params.entry(key).or_insert(default);
    }
    let given = serde_json::from_value::<InitializeRequestParams>(Value::Object(params));
    let params = given.or_else(|_| {
        serde_json::from_value(json!({
            "protocolVersion": version,
            "capabilities": {},
            "clientInfo": {"name": "unknown", "version": "unknown"},
        }))
    });
    match params {
        Ok(params) => ClientRequest::InitializeRequest(InitializeRequest::new(params)),
        Err(_) => custom(request.method, Params::new()),
    }
}

/// What does not fit its method becomes a custom request, which the handler refuses.
fn generic(request: Request) -> ClientRequest {
    let Request { method, params, .. } = request;
    let wire = json!({ "method": method, "params": params });
    serde_json::from_value(wire).unwrap_or_else(|_| custom(method, params))
}

fn custom(method: String, params: Params) -> ClientRequest {
    ClientRequest::CustomRequest(CustomRequest::new(method, Some(Value::Object(params))))
}
