//! What makes a JSON value a message, and the answer to what is none.

use rmcp::model::RequestId;
use serde_json::{Map, Value, json};

/// Key of the metadata of a request that names its revision.
pub(super) const PROTOCOL_VERSION: &str = "io.modelcontextprotocol/protocolVersion";
/// Revisions whose requests carry their own metadata.
pub(super) const STATELESS_VERSIONS: [&str; 1] = ["2026-07-28"];
/// Methods that these revisions have no more.
const HANDSHAKE_METHODS: [&str; 5] =
    ["initialize", "logging/setLevel", "ping", "resources/subscribe", "resources/unsubscribe"];

/// Parameters of a message.
pub(super) type Params = Map<String, Value>;

/// A well-formed message.
#[derive(Debug)]
pub(super) enum Message {
    Request(Request),
    Notification {
        method: String,
        params: Params,
    },
    /// Nothing to do: a response that nobody waits for, or a notification without sense.
    Ignored,
}

/// A well-formed request.
#[derive(Debug)]
pub(super) struct Request {
    pub(super) id: RequestId,
    pub(super) method: String,
    pub(super) params: Params,
}

/// A protocol error to answer with.
#[derive(Debug, PartialEq)]
pub(super) struct Refusal {
    /// `null` when the id is unknown.
    pub(super) id: Value,
    pub(super) code: i32,
    pub(super) message: String,
    pub(super) data: Option<Value>,
}

impl Refusal {
    pub(super) fn new(id: Value, code: i32, message: impl Into<String>) -> Box<Self> {
        Box::new(Self { id, code, message: message.into(), data: None })
    }

    pub(super) fn invalid_request(id: Value, message: impl Into<String>) -> Box<Self> {
        Self::new(id, -32600, message)
    }

    pub(super) fn invalid_params(id: Value, message: impl Into<String>) -> Box<Self> {
        Self::new(id, -32602, message)
    }

    pub(super) fn with_data(mut self: Box<Self>, data: Value) -> Box<Self> {
        self.data = Some(data);
        self
    }

    /// The whole message.
    pub(super) fn to_wire(&self) -> Value {
        let mut error = json!({"code": self.code, "message": self.message});
        if let Some(data) = &self.data {
            error["data"] = data.clone();
        }
        json!({"jsonrpc": "2.0", "id": self.id, "error": error})
    }
}

/// Sorts `value` into a message or the error that answers it.
pub(super) fn read(value: Value) -> Result<Message, Box<Refusal>> {
    let mut object = match value {
        Value::Object(object) => object,
        Value::Array(_) => {
            return Err(Refusal::invalid_request(Value::Null, "Batches are not accepted."));
        }
        _ => return Err(Refusal::invalid_request(Value::Null, "A message is an object.")),
    };
    let given_id = object.remove("id");
    let id = given_id.as_ref().and_then(usable_id);
    let echoed = given_id.as_ref().filter(|id| is_id(id)).cloned().unwrap_or(Value::Null);
    if object.get("jsonrpc").and_then(Value::as_str) != Some("2.0") {
        return Err(Refusal::invalid_request(echoed, "`jsonrpc` must be \"2.0\"."));
    }
    let method = match object.remove("method") {
        Some(Value::String(method)) => method,
        Some(_) => return Err(Refusal::invalid_request(echoed, "`method` must be a string.")),
        None if object.contains_key("result") || object.contains_key("error") => {
            return Ok(Message::Ignored);
        }
        None => return Err(Refusal::invalid_request(echoed, "`method` is missing.")),
    };
    if given_id.is_some() && id.is_none() {
        let message = "`id` must be a string or an integer of at most 64 bits.";
        return Err(Refusal::invalid_request(echoed, message));
    }
    let params = match object.remove("params") {
        None | Some(Value::Null) => Some(Params::new()),
        Some(Value::Object(params)) => Some(params),
        Some(_) => None,
    };
    match (id, params) {
        (Some(id), Some(params)) => Ok(Message::Request(Request { id, method, params })),
        (None, Some(params)) => Ok(Message::Notification { method, params }),
        (Some(_), None) => Err(Refusal::invalid_params(echoed, "`params` must be an object.")),
        (None, None) => Ok(Message::Ignored),
    }
}

/// Checks the parameters whose mistakes the protocol library overlooks or reports as something
/// else.
pub(super) fn check_params(request: &Request) -> Result<(), Box<Refusal>> {
    let given = |key: &str| request.params.get(key).filter(|value| !value.is_null());
    let message = match request.method.as_str() {
        "tools/call" | "prompts/get"
            if !request.params.get("name").is_some_and(Value::is_string) =>
        {
            "`name` must be a string."
        }
        "tools/call" | "prompts/get"
            if given("arguments").is_some_and(|value| !value.is_object()) =>
        {
            "`arguments` must be an object."
        }
        "tools/list" | "prompts/list" | "resources/list" | "resources/templates/list"
            if given("cursor").is_some_and(|value| !value.is_string()) =>
        {
            "`cursor` must be a string."
        }
        _ if given("_meta").is_some_and(|value| !value.is_object()) => "`_meta` must be an object.",
        _ => return Ok(()),
    };
    Err(Refusal::invalid_params(request.id.clone().into_json_value(), message))
}

/// Refuses a method that the revision of the request does not have, whatever its parameters.
pub(super) fn check_revision(request: &Request) -> Result<(), Box<Refusal>> {
    let version = request.params.get("_meta").and_then(|meta| meta.get(PROTOCOL_VERSION));
    let version = version.and_then(Value::as_str).unwrap_or_default();
    let method = request.method.as_str();
    if !STATELESS_VERSIONS.contains(&version) || !HANDSHAKE_METHODS.contains(&method) {
        return Ok(());
    }
    let id = request.id.clone().into_json_value();
    let refusal = Refusal::new(id, -32601, "This revision of the protocol has no such method.");
    Err(refusal.with_data(Value::from(method)))
}

/// Whether a value may be repeated as the id of an answer: a string, or an integer of any size.
fn is_id(value: &Value) -> bool {
    match value {
        Value::String(_) => true,
        Value::Number(number) => is_integer(number.as_str()),
        _ => false,
    }
}

/// The id, when the protocol library can carry it.
pub(super) fn usable_id(value: &Value) -> Option<RequestId> {
    match value {
        Value::String(text) => Some(RequestId::String(text.as_str().into())),
        Value::Number(number) if is_integer(number.as_str()) => {
            number.as_i64().map(RequestId::Number)
        }
        _ => None,
    }
}

fn is_integer(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(source: &str, id: Value, code: i32) {
        let value = serde_json::from_str(source).expect("test data is JSON");
        let refusal = read(value).expect_err(source);
        assert_eq!((refusal.id, refusal.code), (id, code), "{source}");
    }

    #[test]
    fn what_is_no_message_is_answered() {
        check("{}", json!(null), -32600);
        check("5", json!(null), -32600);
        check("null", json!(null), -32600);
        check("[]", json!(null), -32600);
        check(r#"[{"jsonrpc":"2.0","id":1,"method":"ping"}]"#, json!(null), -32600);
        check(r#"{"jsonrpc":"1.0","id":1,"method":"ping"}"#, json!(1), -32600);
        check(r#"{"id":"a","method":"ping"}"#, json!("a"), -32600);
        check(r#"{"jsonrpc":"2.0","id":1}"#, json!(1), -32600);
        check(r#"{"jsonrpc":"2.0","id":1,"method":5}"#, json!(1), -32600);
        for id in ["null", "true", "1.5", "1.0", "[]", "{}"] {
            let source = format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"ping"}}"#);
            check(&source, json!(null), -32600);
        }
        check(r#"{"jsonrpc":"2.0","id":1,"method":"ping","params":[]}"#, json!(1), -32602);
        let huge: Value = serde_json::from_str("99999999999999999999").unwrap();
        check(r#"{"jsonrpc":"2.0","id":99999999999999999999,"method":"ping"}"#, huge, -32600);
    }

    #[test]
    fn what_needs_no_answer_is_ignored() {
        for source in [
            r#"{"jsonrpc":"2.0","id":1,"result":{}}"#,
            r#"{"jsonrpc":"2.0","id":1,"error":{}}"#,
            r#"{"jsonrpc":"2.0","method":"ping","params":[]}"#,
        ] {
            let value = serde_json::from_str(source).unwrap();
            assert!(matches!(read(value), Ok(Message::Ignored)), "{source}");
        }
    }

    #[test]
    fn ids_and_missing_params() {
        for (id, expected) in [
            (r#""""#, RequestId::String("".into())),
            ("0", RequestId::Number(0)),
            ("-7", RequestId::Number(-7)),
        ] {
            let source = format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"ping","params":null}}"#);
            let Ok(Message::Request(request)) = read(serde_json::from_str(&source).unwrap()) else {
                panic!("{source} is a request");
            };
            assert_eq!(request.id, expected);
            assert!(request.params.is_empty());
        }
    }
}
