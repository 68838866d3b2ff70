//! The datasets in memory: names, the active one, versions, and who is told of changes.

mod ingest;
mod output;
mod roots;

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    path::Path,
    sync::{Arc, Mutex, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard},
};

use indexmap::IndexMap;

pub use ingest::{Destination, ReportPath, Reports, Stored};
pub use output::{OutputError, Written};
pub(crate) use roots::absolute_user;
pub use roots::{PathError, Roots, RootsError, resolve_user};

use crate::{
    compliance::{RulesetSource, Rulesets},
    dataset::{Background, Dataset, Identity, instance_id},
    load::{self, Guard, LoadFailure, Loaded, Operator, Progress, Request, detect::Kind},
    model::Timestamp,
    sample,
    text::names,
};

/// Most datasets in memory; the first inserted one that is not active makes room.
pub const MAX_DATASETS: usize = 16;

/// What happened to the workspace.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Change {
    /// The list of resources is another one.
    Resources,
    /// The content behind an address is another one.
    Resource(String),
}

/// Why a dataset cannot be had.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum WorkspaceError {
    /// Nothing is loaded.
    #[error(
        "No dataset is loaded. Call load_dataset(path=...) with an inventory-map.json / \
         findings.json / scanner report, or map_inventory to collect live data."
    )]
    NothingLoaded,
    /// The name is not loaded.
    #[error(
        "No such dataset. {} dataset(s) are loaded: see datasets in the error data, or call \
         list_datasets.", loaded.len()
    )]
    Unknown {
        /// The name asked for.
        name: String,
        /// The names that are loaded, in insertion order.
        loaded: Vec<String>,
    },
    /// The name has other characters than allowed, or too many.
    #[error(
        "A dataset name is 1 to {} of A-Z a-z 0-9 _ . -. Leave name empty to have one derived.",
        names::MAX_LENGTH
    )]
    BadName(String),
    /// The name is in use.
    #[error(
        "A dataset of that name is loaded. Pass replace=true to overwrite it, or take the name \
         suggested in the error data."
    )]
    Taken {
        /// The name.
        existing: String,
        /// A free one like it.
        suggested: String,
    },
    /// The path may not be read.
    #[error(transparent)]
    Path(#[from] PathError),
    /// The file cannot be loaded.
    #[error(transparent)]
    Load(#[from] LoadFailure),
}

/// What to load and how to name it.
#[derive(Debug, Clone, Default)]
pub struct LoadOptions {
    /// Explicit name; empty derives one from the path.
    pub name: String,
    /// Kind of content; `None` detects it.
    pub kind: Option<Kind>,
    /// Makes it the active dataset even when another one is.
    pub activate: bool,
    /// Overwrites the dataset with the explicit name.
    pub replace: bool,
}

type Listener = Box<dyn Fn(&Change) + Send + Sync>;

/// All datasets, shared by every request.
pub struct Workspace {
    roots: Roots,
    rulesets: RulesetSource,
    state: RwLock<State>,
    listeners: Mutex<Vec<Listener>>,
    /// Held by whoever makes the next version of a dataset.
    writers: Mutex<()>,
}

#[derive(Default)]
struct State {
    datasets: IndexMap<String, Arc<Dataset>>,
    active: Option<String>,
    /// How many datasets were loaded under each name, so that a reload is another instance.
    loads: std::collections::HashMap<String, u64>,
}

impl Workspace {
    /// An empty workspace.
    pub fn new(roots: Roots) -> Self {
        Self {
            roots,
            rulesets: RulesetSource::default(),
            state: RwLock::default(),
            listeners: Mutex::default(),
            writers: Mutex::default(),
        }
    }

    /// The same workspace with other rulesets than the shipped ones.
    pub fn with_rulesets(self, rulesets: RulesetSource) -> Self {
        Self { rulesets, ..self }
    }

    /// The compliance rulesets in force, put together on first use.
    pub fn rulesets(&self) -> &Rulesets {
        self.rulesets.get()
    }

    /// Which files may be read, and where output goes.
    pub fn roots(&self) -> &Roots {
        &self.roots
    }

    /// Adds somebody who is told of every change, from the thread that made it.
    pub fn on_change(&self, listener: impl Fn(&Change) + Send + Sync + 'static) {
        lock(&self.listeners).push(Box::new(listener));
    }

    /// All datasets in insertion order, and the name of the active one.
    pub fn list(&self) -> (Vec<Arc<Dataset>>, Option<String>) {
        let state = self.read();
        (state.datasets.values().cloned().collect(), state.active.clone())
    }

    /// Name of the active dataset.
    pub fn active(&self) -> Option<String> {
        self.read().active.clone()
    }

    /// The dataset of a name, compared exactly; the active one for the empty name.
    pub fn dataset(&self, name: &str) -> Result<Arc<Dataset>, WorkspaceError> {
        self.read().get(name).cloned()
    }

    /// Loads what a caller asks for: only from the roots.
    pub fn load(
        &self,
        path: &str,
        options: &LoadOptions,
        progress: &Progress,
    ) -> Result<Arc<Dataset>, WorkspaceError> {
        self.load_resolved(&self.roots.readable(path)?, &self.roots, options, progress)
    }

    /// Loads what the operator names on the command line: from anywhere.
    pub fn preload(
        &self,
        path: &Path,
        options: &LoadOptions,
        progress: &Progress,
    ) -> Result<Arc<Dataset>, WorkspaceError> {
        let path = resolve_user(path)?;
        if !path.exists() {
            return Err(PathError::Missing(path).into());
        }
        self.load_resolved(&path, &Operator, options, progress)
    }

    /// Loads a path that exists; the name is checked before any content is read.
    fn load_resolved(
        &self,
        path: &Path,
        guard: &dyn Guard,
        options: &LoadOptions,
        progress: &Progress,
    ) -> Result<Arc<Dataset>, WorkspaceError> {
        self.check_name(options)?;
        let now = Timestamp::now_utc_seconds().without_zone();
        let (kind, rulesets) = (options.kind, &self.rulesets);
        let request = Request { kind, guard, now, progress, rulesets };
        let loaded = load::load(path, &request)?;
        self.add(loaded, path, options)
    }

    /// Loads the embedded sample and makes it active.
    pub fn load_sample(&self) -> Result<Arc<Dataset>, WorkspaceError> {
        let options =
            LoadOptions { name: sample::NAME.to_owned(), activate: true, ..LoadOptions::default() };
        self.check_name(&options)?;
        let loaded = sample::load(Timestamp::now_utc_seconds().without_zone())?;
        self.add(loaded, Path::new(sample::SOURCE), &options)
    }

    /// Adds something loaded, under the explicit or a derived name.
    pub fn add(
        &self,
        loaded: Loaded,
        path: &Path,
        options: &LoadOptions,
    ) -> Result<Arc<Dataset>, WorkspaceError> {
        self.add_version(loaded, path, options, 0)
    }

    /// Adds something that counts as changed `version` times already.
    fn add_version(
        &self,
        loaded: Loaded,
        path: &Path,
        options: &LoadOptions,
        version: u64,
    ) -> Result<Arc<Dataset>, WorkspaceError> {
        let mut state = self.write();
        state.check_name(options)?;
        let taken = |name: &str| state.datasets.contains_key(name);
        let name = match options.name.is_empty() {
            true => names::unique_name(&names::base_of_path(path), taken),
            false => options.name.clone(),
        };
        let ordinal = state.loads.entry(name.clone()).or_default();
        *ordinal += 1;
        let identity = Identity {
            kind: loaded.kind.as_str().to_owned(),
            source: loaded.source.display().to_string(),
            loaded_at: Timestamp::now_utc_seconds().to_wire(),
            version,
            instance: instance_of(&loaded.contents, *ordinal),
            name,
        };
        let dataset = Dataset::new(
            identity,
            Arc::new(loaded.inventory),
            Arc::new(loaded.findings),
            Arc::new(Background { left_out: loaded.omissions.summary(), ..loaded.background }),
        );
        let (dataset, changes) = state.insert(dataset, options.activate);
        drop(state);
        warn_of_repeated_ids(&dataset);
        self.announce(&changes);
        Ok(dataset)
    }

    /// Makes a dataset the active one.
    pub fn select(&self, name: &str) -> Result<Arc<Dataset>, WorkspaceError> {
        let mut state = self.write();
        let dataset = Arc::clone(state.named(name)?);
        state.active = Some(name.to_owned());
        drop(state);
        self.announce(&updated(name));
        Ok(dataset)
    }

    /// Drops a dataset; the most recently inserted other one becomes active if it was. Returns the
    /// active name and the remaining ones.
    pub fn unload(&self, name: &str) -> Result<(Option<String>, Vec<String>), WorkspaceError> {
        let mut state = self.write();
        state.named(name)?;
        state.datasets.shift_remove(name);
        if state.active.as_deref() == Some(name) {
            state.active = state.datasets.last().map(|(name, _)| name.clone());
        }
        let rest = (state.active.clone(), state.names());
        drop(state);
        self.announce(&removed());
        Ok(rest)
    }

    /// A frozen copy under a new name, not activated.
    pub fn snapshot(
        &self,
        source: &str,
        new_name: &str,
        replace: bool,
    ) -> Result<Arc<Dataset>, WorkspaceError> {
        let mut state = self.write();
        let source = Arc::clone(state.get(source)?);
        if new_name.is_empty() {
            return Err(WorkspaceError::BadName(String::new()));
        }
        let name = new_name.to_owned();
        state.check_name(&LoadOptions { name, replace, ..LoadOptions::default() })?;
        let loaded_at = Timestamp::now_utc_seconds().to_wire();
        let (copy, changes) = state.insert(source.snapshot(new_name.to_owned(), loaded_at), false);
        drop(state);
        self.announce(&changes);
        Ok(copy)
    }

    /// Replaces a dataset by what `change` makes of it, usually its next version, or leaves it. A
    /// new version is announced.
    /// Readers go on with the version they have; writers wait for each other. `change` runs again
    /// if the dataset was replaced by a load meanwhile.
    pub fn mutate<R, E>(
        &self,
        name: &str,
        change: impl Fn(&Dataset) -> Result<(Option<Dataset>, R), E>,
    ) -> Result<R, E>
    where
        E: From<WorkspaceError>,
    {
        let _turn = lock(&self.writers);
        loop {
            let current = self.dataset(name)?;
            let (next, answer) = change(&current)?;
            let Some(next) = next else { return Ok(answer) };
            let is_changed = next.identity().version != current.identity().version;
            if self.swap(&current, next) {
                if is_changed {
                    self.announce(&updated(current.name()));
                }
                return Ok(answer);
            }
        }
    }

    /// Puts the next version in the place of the current one, if that is still there.
    fn swap(&self, current: &Arc<Dataset>, next: Dataset) -> bool {
        let mut state = self.write();
        match state.datasets.get_mut(current.name()) {
            Some(place) if Arc::ptr_eq(place, current) => {
                *place = Arc::new(next);
                true
            }
            _ => false,
        }
    }

    fn check_name(&self, options: &LoadOptions) -> Result<(), WorkspaceError> {
        self.read().check_name(options)
    }

    fn announce(&self, changes: &[Change]) {
        for listener in lock(&self.listeners).iter() {
            // The change is made: a listener that fails must not make it look failed.
            let told = catch_unwind(AssertUnwindSafe(|| changes.iter().for_each(listener)));
            if told.is_err() {
                tracing::error!("a listener of the workspace panicked");
            }
        }
    }

    fn read(&self) -> RwLockReadGuard<'_, State> {
        self.state.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self) -> RwLockWriteGuard<'_, State> {
        self.state.write().unwrap_or_else(PoisonError::into_inner)
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl State {
    fn get(&self, name: &str) -> Result<&Arc<Dataset>, WorkspaceError> {
        match (&self.active, name) {
            (Some(active), "") => self.named(active),
            (None, "") => Err(WorkspaceError::NothingLoaded),
            _ => self.named(name),
        }
    }

    fn named(&self, name: &str) -> Result<&Arc<Dataset>, WorkspaceError> {
        let unknown = || WorkspaceError::Unknown { name: name.to_owned(), loaded: self.names() };
        self.datasets.get(name).ok_or_else(unknown)
    }

    fn names(&self) -> Vec<String> {
        self.datasets.keys().cloned().collect()
    }

    /// An explicit name is well-formed, and free unless it is to be replaced.
    fn check_name(&self, options: &LoadOptions) -> Result<(), WorkspaceError> {
        let name = &options.name;
        if name.is_empty() {
            return Ok(());
        }
        if !names::is_valid(name) {
            return Err(WorkspaceError::BadName(name.clone()));
        }
        let taken = |name: &str| self.datasets.contains_key(name);
        if taken(name) && !options.replace {
            let suggested = names::unique_name(name, taken);
            return Err(WorkspaceError::Taken { existing: name.clone(), suggested });
        }
        Ok(())
    }

    /// Inserts or replaces a dataset and makes room. Returns it with the changes to announce.
    fn insert(&mut self, dataset: Dataset, activate: bool) -> (Arc<Dataset>, Vec<Change>) {
        let name = dataset.name().to_owned();
        let dataset = Arc::new(dataset);
        let is_new = self.datasets.insert(name.clone(), Arc::clone(&dataset)).is_none();
        if activate || self.active.is_none() {
            self.active = Some(name.clone());
        }
        let mut changes = if is_new { vec![Change::Resources] } else { Vec::new() };
        changes.extend(updated(&name));
        while self.datasets.len() > MAX_DATASETS {
            let is_kept =
                |other: &&String| **other != name && self.active.as_deref() != Some(other.as_str());
            let Some(oldest) = self.datasets.keys().find(is_kept).cloned() else { break };
            self.datasets.shift_remove(&oldest);
            changes.extend(removed());
        }
        (dataset, changes)
    }
}

/// Copies of an id are counted, but a lookup finds the last one only.
fn warn_of_repeated_ids(dataset: &Dataset) {
    let n_repeated = dataset.assets().len() - dataset.inventory().nodes().n_ids();
    if n_repeated > 0 {
        tracing::warn!(n_repeated, "assets repeat an id: lookups by id find the last one");
    }
}

fn updated(name: &str) -> Vec<Change> {
    let mut changes = listings();
    changes.push(Change::Resource(format!("cloudg://datasets/{name}/summary")));
    changes
}

fn removed() -> Vec<Change> {
    let mut changes = vec![Change::Resources];
    changes.extend(listings());
    changes
}

fn listings() -> Vec<Change> {
    ["cloudg://workspace", "cloudg://datasets"].map(|uri| Change::Resource(uri.into())).into()
}

/// Equal files loaded the same number of times under a name make equal instances.
fn instance_of(contents: &[u128], ordinal: u64) -> String {
    let mut preimage = Vec::with_capacity(contents.len() * 16 + 8);
    for content in contents {
        preimage.extend_from_slice(&content.to_be_bytes());
    }
    preimage.extend_from_slice(&ordinal.to_be_bytes());
    instance_id(&preimage)
}
