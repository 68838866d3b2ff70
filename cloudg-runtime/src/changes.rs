//! Change events: who altered what a client may have listed or read.
//!
//! The hub is cheap to clone and may be used from any thread. A listener that panics does not
//! disturb the others or the caller.

use std::{
    collections::BTreeMap,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{Arc, Mutex, MutexGuard, PoisonError, Weak},
};

/// What changed.
///
/// ```
/// use cloudg_runtime::Change;
///
/// let page = || Change::Resource { uri: "x://a".to_owned() };
/// assert_eq!(Change::parse("resources", Some("x://a")), [Change::Resources, page()]);
/// assert_eq!(Change::parse("updated", Some("x://a")), [page()]);
/// assert_eq!(Change::parse("unheard of", None), []);
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Change {
    /// The list of tools.
    Tools,
    /// The list of prompts.
    Prompts,
    /// The list of resources.
    Resources,
    /// The contents behind one address.
    Resource {
        /// The address.
        uri: String,
    },
}

impl Change {
    /// The events that a named kind stands for: `tools`, `prompts`, `resources` (with an address
    /// also that address), and `resource`, `resource_updated` or `updated` with an address.
    /// Everything else is no event.
    pub fn parse(kind: &str, uri: Option<&str>) -> Vec<Self> {
        let updated = uri.map(|uri| Self::Resource { uri: uri.to_owned() });
        match kind {
            "tools" => vec![Self::Tools],
            "prompts" => vec![Self::Prompts],
            "resources" => std::iter::once(Self::Resources).chain(updated).collect(),
            "resource" | "resource_updated" | "updated" => updated.into_iter().collect(),
            _ => Vec::new(),
        }
    }
}

type Listener = Arc<dyn Fn(&Change) + Send + Sync>;

#[derive(Default)]
struct Listeners {
    next: u64,
    by_id: BTreeMap<u64, Listener>,
}

/// The hub that hands changes to its listeners, in the order they subscribed.
///
/// ```
/// use std::sync::mpsc::channel;
///
/// use cloudg_runtime::{Change, Changes};
///
/// let changes = Changes::default();
/// let (heard, hears) = channel();
/// let subscription = changes.subscribe(move |change| {
///     let _ = heard.send(change.clone());
/// });
/// changes.notify(&Change::Tools);
/// drop(subscription);
/// changes.notify(&Change::Prompts);
/// assert_eq!(hears.iter().collect::<Vec<_>>(), [Change::Tools]);
/// ```
#[derive(Clone, Default)]
pub struct Changes {
    listeners: Arc<Mutex<Listeners>>,
}

impl Changes {
    /// Tells every listener.
    pub fn notify(&self, change: &Change) {
        let listeners: Vec<Listener> = lock(&self.listeners).by_id.values().cloned().collect();
        for listener in listeners {
            if catch_unwind(AssertUnwindSafe(|| listener(change))).is_err() {
                tracing::warn!("a listener for changes panicked");
            }
        }
    }

    /// Tells every listener about each event that [`Change::parse`] finds.
    pub fn notify_kind(&self, kind: &str, uri: Option<&str>) {
        for change in Change::parse(kind, uri) {
            self.notify(&change);
        }
    }

    /// Adds a listener until the subscription is dropped. It is called on the thread that
    /// notifies and must not wait.
    #[must_use = "dropping the subscription removes the listener"]
    pub fn subscribe(&self, listener: impl Fn(&Change) + Send + Sync + 'static) -> Subscription {
        let mut listeners = lock(&self.listeners);
        let id = listeners.next;
        listeners.next += 1;
        listeners.by_id.insert(id, Arc::new(listener));
        Subscription { id, listeners: Arc::downgrade(&self.listeners) }
    }
}

/// Keeps a listener in the hub.
///
/// ```
/// use cloudg_runtime::{Changes, Subscription};
///
/// struct Watcher {
///     _heard: Subscription,
/// }
///
/// let changes = Changes::default();
/// let watcher = Watcher { _heard: changes.subscribe(|change| println!("{change:?}")) };
/// drop(watcher);
/// ```
pub struct Subscription {
    id: u64,
    listeners: Weak<Mutex<Listeners>>,
}

impl Drop for Subscription {
    fn drop(&mut self) {
        if let Some(listeners) = self.listeners.upgrade() {
            // The listener is dropped after the lock: its own destructor may come back here.
            let removed = lock(&listeners).by_id.remove(&self.id);
            drop(removed);
        }
    }
}

/// A listener never runs under the lock, so a poisoned one still holds a consistent map.
fn lock(listeners: &Mutex<Listeners>) -> MutexGuard<'_, Listeners> {
    listeners.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn listeners_hear_changes_until_dropped_even_beside_a_broken_one() {
        let changes = Changes::default();
        let heard = Arc::new(Mutex::new(Vec::new()));
        let _broken = changes.subscribe(|_| panic!("broken"));
        let log = heard.clone();
        let subscription =
            changes.subscribe(move |change| log.lock().unwrap().push(change.clone()));
        changes.notify_kind("resources", Some("x://a"));
        changes.notify_kind("updated", None);
        changes.notify_kind("nonsense", Some("x://a"));
        drop(subscription);
        changes.notify(&Change::Tools);
        let uri = "x://a".to_owned();
        assert_eq!(*heard.lock().unwrap(), [Change::Resources, Change::Resource { uri }]);
    }
}
