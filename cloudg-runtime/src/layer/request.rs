//! What a transport, the command line or a test asks of the layer.

use std::sync::Arc;

use serde_json::{Map, Value};
use tokio_util::sync::CancellationToken;

use crate::{CallSink, Principal};

/// Who asks, and how they hear while they wait.
#[derive(Clone)]
pub struct Origin {
    /// Id of the request, for handlers and logs.
    pub request_id: Option<Value>,
    /// Takes progress and log records; `None` drops them.
    pub sink: Option<Arc<dyn CallSink>>,
    /// Cancelled when the caller gives up.
    pub cancelled: CancellationToken,
    /// Who is calling.
    pub principal: Arc<Principal>,
}

impl Origin {
    /// Somebody whom nothing is told while they wait.
    pub fn of(principal: Arc<Principal>) -> Self {
        Self { request_id: None, sink: None, cancelled: CancellationToken::new(), principal }
    }
}

impl Default for Origin {
    /// The local person.
    fn default() -> Self {
        Self::of(Arc::new(Principal::local()))
    }
}

/// A request to call a tool.
#[derive(Clone)]
pub struct CallRequest {
    /// Exposed name, prefix included.
    pub name: String,
    /// The arguments as received; `None` and `null` are `{}`.
    pub arguments: Option<Value>,
    /// Who asks.
    pub origin: Origin,
}

impl CallRequest {
    /// A call by the local person that nothing listens to.
    pub fn new(name: impl Into<String>, arguments: Option<Value>) -> Self {
        Self { name: name.into(), arguments, origin: Origin::default() }
    }
}

/// A request to read a resource.
#[derive(Clone)]
pub struct ReadRequest {
    /// Address.
    pub uri: String,
    /// Who asks.
    pub origin: Origin,
}

impl ReadRequest {
    /// A read by the local person that nothing listens to.
    pub fn new(uri: impl Into<String>) -> Self {
        Self { uri: uri.into(), origin: Origin::default() }
    }
}

/// A request for the messages of a prompt.
#[derive(Clone)]
pub struct PromptRequest {
    /// Exposed name, prefix included.
    pub name: String,
    /// The arguments as received.
    pub arguments: Map<String, Value>,
    /// Who asks.
    pub origin: Origin,
}

impl PromptRequest {
    /// A request by the local person that nothing listens to.
    pub fn new(name: impl Into<String>, arguments: Map<String, Value>) -> Self {
        Self { name: name.into(), arguments, origin: Origin::default() }
    }
}

/// What is to be completed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CompletionTarget {
    /// An argument of a prompt.
    Prompt {
        /// Exposed name, prefix included.
        name: String,
    },
    /// A variable of a resource template.
    Template {
        /// The template, exactly as listed.
        uri: String,
    },
}

/// A request for values of one argument or variable.
#[derive(Clone)]
pub struct CompleteRequest {
    /// What is to be completed.
    pub target: CompletionTarget,
    /// Name of the argument or variable.
    pub argument: String,
    /// What is written of it so far.
    pub value: String,
    /// What is filled in for the others.
    pub others: Map<String, Value>,
    /// Who asks.
    pub origin: Origin,
}

impl CompleteRequest {
    /// A request by the local person, with nothing else filled in.
    pub fn new(
        target: CompletionTarget,
        argument: impl Into<String>,
        value: impl Into<String>,
    ) -> Self {
        let (argument, value) = (argument.into(), value.into());
        Self { target, argument, value, others: Map::new(), origin: Origin::default() }
    }
}
