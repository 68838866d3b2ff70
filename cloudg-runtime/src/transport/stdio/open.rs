//! The requests of a session that are not answered yet.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use rmcp::model::RequestId;
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;

/// Most requests of one session that may be open at once.
pub(super) const MAX_OPEN: usize = 1024;

/// Which requests are open; shared between the reader, the transport and the session.
#[derive(Clone, Default)]
pub(super) struct OpenRequests {
    shared: Arc<Shared>,
}

#[derive(Default)]
struct Shared {
    by_id: Mutex<HashMap<RequestId, OpenRequest>>,
    none_left: Notify,
    /// Parent of every token.
    all: CancellationToken,
    /// Parent of the tokens of streams.
    streams: CancellationToken,
}

/// How a request ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// By its answer, unless the client cancels it.
    Call,
    /// By its answer, whatever the client says.
    Handshake,
    /// When somebody ends it.
    Stream,
}

struct OpenRequest {
    token: CancellationToken,
    kind: Kind,
    /// A cancelled request is never answered.
    is_cancelled: bool,
}

/// Why a request cannot be opened.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Refused {
    /// The id is in use.
    Duplicate,
    /// [`MAX_OPEN`] are open.
    Full,
}

impl OpenRequests {
    /// Opens a request, and gives the token that ends it.
    pub(super) fn open(&self, id: RequestId, kind: Kind) -> Result<CancellationToken, Refused> {
        let mut open = self.lock();
        if open.contains_key(&id) {
            return Err(Refused::Duplicate);
        }
        if open.len() >= MAX_OPEN {
            return Err(Refused::Full);
        }
        let parent = if kind == Kind::Stream { &self.shared.streams } else { &self.shared.all };
        let token = parent.child_token();
        let request = OpenRequest { token: token.clone(), kind, is_cancelled: false };
        open.insert(id, request);
        Ok(token)
    }

    /// Closes a request; whether its answer may be sent.
    pub(super) fn close(&self, id: &RequestId) -> bool {
        let mut open = self.lock();
        let closed = open.remove(id);
        if open.is_empty() {
            self.shared.none_left.notify_waiters();
        }
        let all_cancelled = self.shared.all.is_cancelled();
        closed.is_some_and(|request| {
            let is_dropped = all_cancelled && request.kind == Kind::Call;
            !request.is_cancelled && !is_dropped
        })
    }

    /// Cancels a request on behalf of the client: it will not be answered.
    pub(super) fn cancel(&self, id: &RequestId) {
        let mut open = self.lock();
        if let Some(request) = open.get_mut(id).filter(|request| request.kind != Kind::Handshake) {
            request.is_cancelled = true;
            request.token.cancel();
        }
    }

    /// Cancels every request: none will be answered but streams, which end in order.
    pub(super) fn cancel_all(&self) {
        self.end_streams();
        self.shared.all.cancel();
    }

    /// Ends the requests that would run for ever; they are answered.
    pub(super) fn end_streams(&self) {
        self.shared.streams.cancel();
    }

    /// Waits until no request is open.
    pub(super) async fn all_closed(&self) {
        loop {
            let notified = self.shared.none_left.notified();
            let mut notified = std::pin::pin!(notified);
            // Registered before looking, so that a close in between is not missed.
            notified.as_mut().enable();
            if self.lock().is_empty() {
                return;
            }
            notified.await;
        }
    }

    /// Every change under the lock is one step, so a poisoned one is still consistent.
    fn lock(&self) -> MutexGuard<'_, HashMap<RequestId, OpenRequest>> {
        self.shared.by_id.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn ids_are_open_once_and_cancelled_ones_are_not_answered() {
        let open = OpenRequests::default();
        let id = RequestId::Number(1);
        let token = open.open(id.clone(), Kind::Call).unwrap();
        assert_eq!(open.open(id.clone(), Kind::Call).unwrap_err(), Refused::Duplicate);
        open.cancel(&id);
        assert!(token.is_cancelled());
        assert!(!open.close(&id));
        assert!(!open.close(&id));
        let token = open.open(id.clone(), Kind::Stream).unwrap();
        open.end_streams();
        assert!(token.is_cancelled());
        assert!(open.close(&id));
        open.all_closed().await;
        let token = open.open(id.clone(), Kind::Handshake).unwrap();
        open.cancel(&id);
        assert!(!token.is_cancelled() && open.close(&id));
    }

    #[test]
    fn the_number_of_open_requests_is_bounded() {
        let open = OpenRequests::default();
        for id in 0..MAX_OPEN {
            open.open(RequestId::Number(id as i64), Kind::Call).unwrap();
        }
        assert_eq!(open.open(RequestId::Number(-1), Kind::Call).unwrap_err(), Refused::Full);
    }
}
