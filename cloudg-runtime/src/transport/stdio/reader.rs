//! Reads a session: answers what is no request, hands on what is one.

use rmcp::model::{
    ClientJsonRpcMessage, ClientNotification, InitializedNotification, JsonRpcMessage, RequestId,
};
use serde_json::Value;
use tokio::{io::AsyncRead, sync::mpsc};

use super::{
    super::{
        ServeOptions,
        envelope::{self, Message, Params, Refusal, Request, usable_id},
        parse::parse,
    },
    frame::{Frame, Frames},
    gate::Gate,
    message::client_request,
    open::{Kind, MAX_OPEN, OpenRequests, Refused},
};
use crate::json_text;

/// Everything the reader of a session works with.
pub(super) struct Reader {
    pub(super) options: ServeOptions,
    pub(super) open: OpenRequests,
    /// To the protocol library.
    pub(super) messages: mpsc::Sender<ClientJsonRpcMessage>,
    /// To the writer.
    pub(super) lines: mpsc::Sender<Vec<u8>>,
    pub(super) gate: Gate,
}

/// Nobody takes messages or lines any more.
struct Closed;

impl Reader {
    /// Reads until the input ends, then lets open requests finish for a while.
    pub(super) async fn run(mut self, input: impl AsyncRead + Unpin) {
        let mut frames = Frames::new(input, self.options.max_line_bytes);
        loop {
            let frame = match frames.next().await {
                Ok(Some(frame)) => frame,
                Ok(None) => break,
                Err(error) => {
                    tracing::warn!(%error, "the input cannot be read");
                    break;
                }
            };
            if self.frame(frame).await.is_err() {
                return;
            }
        }
        self.open.end_streams();
        if tokio::time::timeout(self.options.drain, self.open.all_closed()).await.is_err() {
            tracing::warn!("requests were still running after the input ended: cancelled");
            self.open.cancel_all();
        }
    }

    async fn frame(&mut self, frame: Frame) -> Result<(), Closed> {
        let decided = match frame {
            Frame::Line(line) if line.trim_ascii().is_empty() => return Ok(()),
            Frame::Line(line) => parse(&line).and_then(envelope::read),
            Frame::Oversized(id) => Err(Refusal::invalid_request(
                id.unwrap_or(Value::Null),
                format!("A message has at most {} bytes.", self.options.max_line_bytes),
            )),
        };
        match decided {
            Ok(Message::Request(request)) => self.request(request).await,
            Ok(Message::Notification { method, params }) => {
                self.notification(&method, &params).await
            }
            Ok(Message::Ignored) => Ok(()),
            Err(refusal) => self.refuse(&refusal).await,
        }
    }

    async fn request(&mut self, request: Request) -> Result<(), Closed> {
        let id = request.id.clone();
        let typed = match self.open_request(request) {
            Ok(typed) => typed,
            Err(refusal) => return self.refuse(&refusal).await,
        };
        self.hand_on(JsonRpcMessage::request(typed, id)).await
    }

    /// The request as the library takes it, when the session may make it now.
    fn open_request(
        &mut self,
        request: Request,
    ) -> Result<rmcp::model::ClientRequest, Box<Refusal>> {
        let id = request.id.clone();
        let kind = match request.method.as_str() {
            "initialize" => Kind::Handshake,
            "subscriptions/listen" => Kind::Stream,
            _ => Kind::Call,
        };
        // The order matters: a request that is refused must leave no trace in the session.
        let token = self.open.open(id.clone(), kind).map_err(|refused| match refused {
            Refused::Duplicate => Refusal::invalid_request(
                id.clone().into_json_value(),
                "A request with this id is not answered yet.",
            ),
            Refused::Full => Refusal::new(
                id.clone().into_json_value(),
                -31029,
                format!("At most {MAX_OPEN} requests may be open at once."),
            ),
        })?;
        let admitted = self.gate.admit(&request).and_then(|()| envelope::check_params(&request));
        let admitted = admitted.map(|()| client_request(request, token));
        admitted.inspect_err(|_| {
            self.open.close(&id);
        })
    }

    async fn notification(&mut self, method: &str, params: &Params) -> Result<(), Closed> {
        match method {
            "notifications/cancelled" => {
                if let Some(id) = params.get("requestId").and_then(usable_id) {
                    self.open.cancel(&id);
                }
                Ok(())
            }
            "notifications/initialized" if self.gate.is_handshake() => {
                let notification = InitializedNotification::default();
                let notification = ClientNotification::InitializedNotification(notification);
                self.hand_on(JsonRpcMessage::notification(notification)).await
            }
            _ => Ok(()),
        }
    }

    async fn hand_on(&self, message: ClientJsonRpcMessage) -> Result<(), Closed> {
        self.messages.send(message).await.map_err(|_| Closed)
    }

    async fn refuse(&self, refusal: &Refusal) -> Result<(), Closed> {
        // A refusal holds texts and an id, which always can be rendered.
        let Ok(line) = json_text::compact(&refusal.to_wire()) else { return Ok(()) };
        self.lines.send(line.into_bytes()).await.map_err(|_| Closed)
    }
}

/// The id of an answer, if it answers a request.
pub(super) fn answered<Q, R, N>(message: &JsonRpcMessage<Q, R, N>) -> Option<&RequestId> {
    match message {
        JsonRpcMessage::Response(response) => Some(&response.id),
        JsonRpcMessage::Error(error) => error.id.as_ref(),
        JsonRpcMessage::Request(_) | JsonRpcMessage::Notification(_) => None,
    }
}
