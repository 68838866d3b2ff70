//! Decides, in the order of arrival, which requests a session may make.
//!
//! A session opens by `initialize`, or by a request that carries the metadata of the newer,
//! stateless revision. A `server/discover` opens neither: a client may still choose.

use serde_json::{Value, json};

use super::super::envelope::{
    PROTOCOL_VERSION, Params, Refusal, Request, STATELESS_VERSIONS, check_revision,
};

const CLIENT_CAPABILITIES: &str = "io.modelcontextprotocol/clientCapabilities";

/// How the session was opened.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub(super) enum Era {
    #[default]
    Unset,
    Handshake,
    Stateless,
}

/// The state of a session as far as it decides about requests.
#[derive(Default)]
pub(super) struct Gate {
    era: Era,
}

impl Gate {
    /// Whether the session was opened by `initialize`.
    pub(super) fn is_handshake(&self) -> bool {
        self.era == Era::Handshake
    }

    /// Lets a request pass or says why not. Only a request that passes changes the state.
    pub(super) fn admit(&mut self, request: &Request) -> Result<(), Box<Refusal>> {
        let refuse =
            |message: &str| Refusal::invalid_request(request.id.clone().into_json_value(), message);
        if request.method == "initialize" {
            return self.admit_initialize(request);
        }
        let meta = request.params.get("_meta").and_then(Value::as_object);
        if let Some((meta, version)) =
            meta.and_then(|meta| Some((meta, meta.get(PROTOCOL_VERSION)?)))
        {
            if self.era == Era::Handshake {
                return Err(refuse(
                    "The session was opened by `initialize`: leave the protocol version out.",
                ));
            }
            check_metadata(request, meta, version)?;
            check_revision(request)?;
            if request.method != "server/discover" {
                self.era = Era::Stateless;
            }
            return Ok(());
        }
        match self.era {
            Era::Stateless => {
                let message = format!("`_meta` must hold `{PROTOCOL_VERSION}`.");
                Err(Refusal::invalid_params(request.id.clone().into_json_value(), message))
            }
            Era::Unset if request.method != "ping" => {
                Err(refuse("The session is not initialized: send `initialize` first."))
            }
            Era::Unset | Era::Handshake => Ok(()),
        }
    }

    fn admit_initialize(&mut self, request: &Request) -> Result<(), Box<Refusal>> {
        let id = request.id.clone().into_json_value();
        let version = request.params.get("protocolVersion");
        match self.era {
            Era::Stateless => Err(unsupported(id, version.unwrap_or(&Value::Null))),
            Era::Handshake => {
                Err(Refusal::invalid_request(id, "The session is already initialized."))
            }
            Era::Unset if version.is_some_and(Value::is_string) => {
                self.era = Era::Handshake;
                Ok(())
            }
            Era::Unset => Err(Refusal::invalid_params(id, "`protocolVersion` must be a string.")),
        }
    }
}

fn check_metadata(request: &Request, meta: &Params, version: &Value) -> Result<(), Box<Refusal>> {
    let id = request.id.clone().into_json_value();
    if !meta.get(CLIENT_CAPABILITIES).is_some_and(Value::is_object) {
        let message = format!("`_meta` must hold `{CLIENT_CAPABILITIES}` as an object.");
        return Err(Refusal::invalid_params(id, message));
    }
    match version.as_str() {
        None => {
            let message = format!("`{PROTOCOL_VERSION}` must be a string.");
            Err(Refusal::invalid_params(id, message))
        }
        Some(named) if STATELESS_VERSIONS.contains(&named) => Ok(()),
        Some(_) => Err(unsupported(id, version)),
    }
}

fn unsupported(id: Value, requested: &Value) -> Box<Refusal> {
    let mut data = json!({ "supported": STATELESS_VERSIONS });
    if requested.is_string() {
        data["requested"] = requested.clone();
    }
    Refusal::new(id, -32022, "Unsupported protocol version.").with_data(data)
}

#[cfg(test)]
mod tests {
    use rmcp::model::RequestId;

    use super::*;

    fn request(method: &str, params: Value) -> Request {
        let Value::Object(params) = params else { panic!("params are an object") };
        Request { id: RequestId::Number(1), method: method.to_owned(), params }
    }

    fn stateless(method: &str) -> Request {
        let meta = json!({PROTOCOL_VERSION: "2026-07-28", CLIENT_CAPABILITIES: {}});
        request(method, json!({ "_meta": meta }))
    }

    fn code(answer: Result<(), Box<Refusal>>) -> i32 {
        answer.expect_err("a refusal is expected").code
    }

    #[test]
    fn before_initialize_only_ping_passes() {
        let mut gate = Gate::default();
        assert_eq!(gate.admit(&request("ping", json!({}))), Ok(()));
        assert_eq!(code(gate.admit(&request("tools/list", json!({})))), -32600);
        assert_eq!(code(gate.admit(&request("nope", json!({})))), -32600);
        assert_eq!(code(gate.admit(&request("initialize", json!({})))), -32602);
        assert_eq!(code(gate.admit(&request("initialize", json!({"protocolVersion": 5})))), -32602);
        let initialize = request("initialize", json!({"protocolVersion": "2025-11-25"}));
        assert_eq!(gate.admit(&initialize), Ok(()));
        assert_eq!(gate.admit(&request("tools/list", json!({}))), Ok(()));
        assert_eq!(code(gate.admit(&initialize)), -32600);
        assert_eq!(code(gate.admit(&stateless("tools/list"))), -32600);
    }

    #[test]
    fn the_stateless_era_begins_with_the_first_request_that_is_no_probe() {
        let mut gate = Gate::default();
        assert_eq!(gate.admit(&stateless("server/discover")), Ok(()));
        assert_eq!(code(gate.admit(&request("tools/list", json!({})))), -32600);
        assert_eq!(gate.admit(&stateless("tools/list")), Ok(()));
        assert_eq!(code(gate.admit(&request("tools/list", json!({})))), -32602);
        let refusal = gate.admit(&request("initialize", json!({"protocolVersion": "2025-06-18"})));
        let refusal = refusal.unwrap_err();
        assert_eq!(refusal.code, -32022);
        let data = json!({"supported": ["2026-07-28"], "requested": "2025-06-18"});
        assert_eq!(refusal.data, Some(data));
    }

    #[test]
    fn metadata_that_fails_does_not_open_the_session() {
        let mut gate = Gate::default();
        let with = |meta: Value| request("tools/list", json!({ "_meta": meta }));
        let unknown = with(json!({PROTOCOL_VERSION: "2099-01-01", CLIENT_CAPABILITIES: {}}));
        assert_eq!(code(gate.admit(&unknown)), -32022);
        let incomplete = with(json!({PROTOCOL_VERSION: "2026-07-28"}));
        assert_eq!(code(gate.admit(&incomplete)), -32602);
        let no_text = with(json!({PROTOCOL_VERSION: 5, CLIENT_CAPABILITIES: {}}));
        assert_eq!(code(gate.admit(&no_text)), -32602);
        let initialize = request("initialize", json!({"protocolVersion": "2025-06-18"}));
        assert_eq!(gate.admit(&initialize), Ok(()));
    }
}
