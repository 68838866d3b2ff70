//! What one session has asked to hear about.

use std::{
    collections::HashSet,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use rmcp::{
    Peer, RoleServer,
    model::ResourceUpdatedNotificationParam,
    service::{ServiceError, SubscriptionContext, SubscriptionSendError},
};
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

use super::super::notify::queue_changes;
use crate::{Change, Layer, LogLevel};

/// Most addresses one session may subscribe to.
const MAX_SUBSCRIPTIONS: usize = 10_000;

/// Log level, subscriptions, and the task that sends changes.
#[derive(Default)]
pub(super) struct Session {
    state: Arc<Mutex<State>>,
    notifier: Mutex<Option<JoinHandle<()>>>,
}

struct State {
    level: LogLevel,
    uris: HashSet<String>,
}

impl Default for State {
    fn default() -> Self {
        Self { level: LogLevel::Info, uris: HashSet::new() }
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        if let Some(task) = lock(&self.notifier).take() {
            task.abort();
        }
    }
}

impl Session {
    pub(super) fn level(&self) -> LogLevel {
        lock(&self.state).level
    }

    pub(super) fn set_level(&self, level: LogLevel) {
        lock(&self.state).level = level;
    }

    pub(super) fn subscribe(&self, uri: String) -> Result<(), String> {
        let uris = &mut lock(&self.state).uris;
        if uris.len() >= MAX_SUBSCRIPTIONS && !uris.contains(&uri) {
            return Err(format!("A session subscribes to at most {MAX_SUBSCRIPTIONS} addresses."));
        }
        uris.insert(uri);
        Ok(())
    }

    pub(super) fn unsubscribe(&self, uri: &str) {
        lock(&self.state).uris.remove(uri);
    }

    /// From now on the client hears about changes, until the session ends.
    pub(super) fn start_notifying(&self, layer: &Layer, peer: Peer<RoleServer>) {
        let mut notifier = lock(&self.notifier);
        if notifier.is_some() {
            return;
        }
        let (subscription, mut queue) = queue_changes(layer.changes());
        let state = self.state.clone();
        *notifier = Some(tokio::spawn(async move {
            let _subscribed = subscription;
            while let Some(change) = queue.recv().await {
                if notify(&peer, &state, change).await.is_err() {
                    return;
                }
            }
        }));
    }
}

async fn notify(
    peer: &Peer<RoleServer>,
    state: &Mutex<State>,
    change: Change,
) -> Result<(), ServiceError> {
    match change {
        Change::Tools => peer.notify_tool_list_changed().await,
        Change::Prompts => peer.notify_prompt_list_changed().await,
        Change::Resources => peer.notify_resource_list_changed().await,
        Change::Resource { uri } => {
            let subscribed = lock(state).uris.contains(&uri);
            if !subscribed {
                return Ok(());
            }
            peer.notify_resource_updated(ResourceUpdatedNotificationParam::new(uri)).await
        }
    }
}

/// Sends the changes that a listener of a newer revision accepted, until it or the server ends.
pub(super) async fn listen(layer: &Layer, context: &SubscriptionContext, gone: &CancellationToken) {
    let (_subscribed, mut queue) = queue_changes(layer.changes());
    loop {
        let change = tokio::select! {
            biased;
            () = gone.cancelled() => return,
            () = context.cancelled() => return,
            change = queue.recv() => change,
        };
        let sink = context.sink();
        let sent = match change {
            Some(Change::Tools) => sink.notify_tool_list_changed().await,
            Some(Change::Prompts) => sink.notify_prompt_list_changed().await,
            Some(Change::Resources) => sink.notify_resource_list_changed().await,
            Some(Change::Resource { uri }) => sink.notify_resource_updated(uri).await,
            None => return,
        };
        match sent {
            Ok(()) | Err(SubscriptionSendError::NotificationNotAccepted(_)) => {}
            Err(error) => {
                tracing::debug!(%error, "a subscription ended");
                return;
            }
        }
    }
}

/// Every change under these locks is one step, so a poisoned one is still consistent.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
