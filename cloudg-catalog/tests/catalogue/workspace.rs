//! The workspace under any sequence of changes, against a model of its rules.

use std::{
    collections::BTreeMap,
    fmt::Write as _,
    sync::{Arc, Mutex},
};

use cloudg_catalog::{
    dataset::Dataset,
    load::Progress,
    workspace::{Change, LoadOptions, MAX_DATASETS, Workspace, WorkspaceError},
};
use proptest::prelude::*;
use serde_json::json;

use crate::support::Estate;

/// Files to load; their stems are names that other loads give explicitly.
const FILES: [&str; 3] = ["d0.json", "d1.json", "other.json"];
/// Findings of each file.
const N_FINDINGS: usize = 6;

/// One change. Names are numbers: `d0` to `d19`, then one that is no name.
#[derive(Debug, Clone)]
enum Step {
    Load { file: usize, name: Option<u8>, activate: bool, replace: bool },
    Snapshot { source: Option<u8>, new_name: u8, replace: bool },
    Select(u8),
    Unload(u8),
    Suppress { name: Option<u8>, finding: usize },
    Open { name: Option<u8>, finding: usize },
    Leave(Option<u8>),
}

fn name(number: u8) -> String {
    if number < 20 { format!("d{number}") } else { "no name".to_owned() }
}

fn optional_name(number: Option<u8>) -> String {
    number.map(name).unwrap_or_default()
}

fn step() -> impl Strategy<Value = Step> {
    let some_name = || prop::option::weighted(0.7, 0..21_u8);
    let flag = any::<bool>;
    prop_oneof![
        6 => (0..FILES.len(), some_name(), flag(), flag()).prop_map(
            |(file, name, activate, replace)| Step::Load { file, name, activate, replace }
        ),
        3 => (some_name(), 0..21_u8, flag()).prop_map(
            |(source, new_name, replace)| Step::Snapshot { source, new_name, replace }
        ),
        1 => (0..21_u8).prop_map(Step::Select),
        1 => (0..21_u8).prop_map(Step::Unload),
        3 => (some_name(), 0..N_FINDINGS).prop_map(
            |(name, finding)| Step::Suppress { name, finding }
        ),
        2 => (some_name(), 0..N_FINDINGS).prop_map(
            |(name, finding)| Step::Open { name, finding }
        ),
        1 => some_name().prop_map(Step::Leave),
    ]
}

/// What the rules say the workspace holds.
#[derive(Default)]
struct Model {
    entries: Vec<Entry>,
    active: Option<String>,
}

#[derive(Debug, Clone, PartialEq)]
struct Entry {
    name: String,
    kind: String,
    source: String,
    version: u64,
    file: usize,
    suppressed: Vec<usize>,
}

/// Why a step is refused.
#[derive(Debug, PartialEq)]
enum Refusal {
    Nothing,
    Unknown,
    BadName,
    Taken(String),
}

impl Model {
    fn apply(&mut self, step: &Step) -> Result<(), Refusal> {
        match *step {
            Step::Load { file, name, activate, replace } => {
                let name = match name.map(self::name) {
                    Some(name) => self.free(name, replace)?,
                    None => self.derived(FILES[file].strip_suffix(".json").unwrap_or_default()),
                };
                let (kind, source) = ("generic".to_owned(), FILES[file].to_owned());
                let entry = Entry { name, kind, source, version: 0, file, suppressed: Vec::new() };
                self.insert(entry, activate);
            }
            Step::Snapshot { source, new_name, replace } => {
                let source = self.get(&optional_name(source))?.clone();
                let new_name = self.free(name(new_name), replace)?;
                let copy = Entry {
                    name: new_name,
                    kind: "snapshot".to_owned(),
                    source: format!("snapshot of {}", source.name),
                    version: 0,
                    ..source
                };
                self.insert(copy, false);
            }
            Step::Select(number) => {
                self.active = Some(self.named(&name(number))?.name.clone());
            }
            Step::Unload(number) => {
                let name = self.named(&name(number))?.name.clone();
                self.entries.retain(|entry| entry.name != name);
                if self.active.as_ref() == Some(&name) {
                    self.active = self.entries.last().map(|entry| entry.name.clone());
                }
            }
            Step::Suppress { name, finding } => self.set(name, finding, true)?,
            Step::Open { name, finding } => self.set(name, finding, false)?,
            Step::Leave(name) => {
                self.get(&optional_name(name))?;
            }
        }
        Ok(())
    }

    /// A version is a state of the flags: one that stands as asked for makes no other version.
    fn set(&mut self, name: Option<u8>, finding: usize, flag: bool) -> Result<(), Refusal> {
        let name = self.get(&optional_name(name))?.name.clone();
        let entry = self.entries.iter_mut().find(|entry| entry.name == name);
        let entry = entry.ok_or(Refusal::Unknown)?;
        if entry.suppressed.contains(&finding) != flag {
            entry.version += 1;
            entry.suppressed.retain(|other| *other != finding);
            entry.suppressed.extend(flag.then_some(finding));
            entry.suppressed.sort_unstable();
        }
        Ok(())
    }

    fn named(&self, name: &str) -> Result<&Entry, Refusal> {
        self.entries.iter().find(|entry| entry.name == name).ok_or(Refusal::Unknown)
    }

    fn get(&self, name: &str) -> Result<&Entry, Refusal> {
        match (name, &self.active) {
            ("", None) => Err(Refusal::Nothing),
            ("", Some(active)) => self.named(active),
            _ => self.named(name),
        }
    }

    fn free(&self, name: String, replace: bool) -> Result<String, Refusal> {
        if name.contains(' ') {
            return Err(Refusal::BadName);
        }
        match self.named(&name) {
            Ok(_) if !replace => Err(Refusal::Taken(self.derived(&name))),
            _ => Ok(name),
        }
    }

    fn derived(&self, base: &str) -> String {
        let numbered = (2..).map(|number| format!("{base}-{number}"));
        let mut names = std::iter::once(base.to_owned()).chain(numbered);
        names.find(|name| self.named(name).is_err()).unwrap()
    }

    fn insert(&mut self, entry: Entry, activate: bool) {
        let name = entry.name.clone();
        if activate || self.active.is_none() {
            self.active = Some(name.clone());
        }
        match self.entries.iter_mut().find(|other| other.name == name) {
            Some(place) => *place = entry,
            None => self.entries.push(entry),
        }
        if self.entries.len() > MAX_DATASETS {
            let may_go =
                |other: &Entry| other.name != name && Some(&other.name) != self.active.as_ref();
            let oldest = self.entries.iter().position(may_go).unwrap();
            self.entries.remove(oldest);
        }
    }
}

/// Does a step to the workspace.
fn apply(workspace: &Workspace, step: &Step) -> Result<(), Refusal> {
    let done = match *step {
        Step::Load { file, name, activate, replace } => {
            let options = LoadOptions { name: optional_name(name), kind: None, activate, replace };
            workspace.load(FILES[file], &options, &Progress::default()).map(drop)
        }
        Step::Snapshot { source, new_name, replace } => {
            workspace.snapshot(&optional_name(source), &name(new_name), replace).map(drop)
        }
        Step::Select(number) => workspace.select(&name(number)).map(drop),
        Step::Unload(number) => workspace.unload(&name(number)).map(drop),
        Step::Suppress { name, finding } => {
            set(workspace, &optional_name(name), finding, |_| Some("accepted"))
        }
        Step::Open { name, finding } => set(workspace, &optional_name(name), finding, |_| None),
        Step::Leave(name) => {
            workspace.mutate(&optional_name(name), |_| Ok::<_, WorkspaceError>((None, ())))
        }
    };
    done.map_err(|error| match error {
        WorkspaceError::NothingLoaded => Refusal::Nothing,
        WorkspaceError::Unknown { .. } => Refusal::Unknown,
        WorkspaceError::BadName(_) => Refusal::BadName,
        WorkspaceError::Taken { suggested, .. } => Refusal::Taken(suggested),
        other => panic!("{other}"),
    })
}

/// Suppresses a finding for the reason that `decide` gives, or opens it where it gives none;
/// `decide` is told whether the finding is open.
fn set(
    workspace: &Workspace,
    name: &str,
    finding: usize,
    decide: impl Fn(bool) -> Option<&'static str>,
) -> Result<(), WorkspaceError> {
    workspace.mutate(name, |dataset| {
        let set = dataset.finding_set();
        let (mut suppressed, mut reasons) = (set.suppressed.clone(), set.reasons.clone());
        let id = dataset.findings().id(finding).to_owned();
        suppressed.grow(dataset.findings().len());
        match decide(set.is_open(finding)) {
            Some(reason) => {
                suppressed.insert(finding);
                reasons.insert(id, reason.to_owned());
            }
            None => {
                suppressed.remove(finding);
                reasons.remove(&id);
            }
        }
        Ok((Some(dataset.with_suppressions(suppressed, reasons)), ()))
    })
}

/// The dataset as the model describes it.
fn entry(dataset: &Dataset, root: &str) -> Entry {
    let identity = dataset.identity().clone();
    let findings = 0..dataset.findings().len();
    let file = FILES
        .iter()
        .position(|file| dataset.assets().id(0) == file.strip_suffix(".json").unwrap_or_default());
    Entry {
        name: identity.name,
        kind: identity.kind,
        source: identity.source.replace(root, ""),
        version: identity.version,
        file: file.unwrap(),
        suppressed: findings.filter(|&it| !dataset.finding_set().is_open(it)).collect(),
    }
}

/// Everything that a reader of a dataset can see.
fn contents(dataset: &Dataset) -> String {
    let (assets, set) = (dataset.assets(), dataset.finding_set());
    let mut contents = format!("{:?} {:?}\n", dataset.identity(), set.reasons);
    for asset in 0..assets.len() {
        let open = dataset.asset_findings().of(asset);
        writeln!(contents, "{} {} {open:?}", assets.id(asset), assets.name(asset)).unwrap();
    }
    for finding in 0..set.findings.len() {
        let asset = dataset.finding_map().asset(finding);
        let open = set.is_open(finding);
        writeln!(contents, "{} {asset:?} {open}", set.findings.id(finding)).unwrap();
    }
    contents
}

/// A workspace whose root holds the files.
fn estate() -> Estate {
    let estate = Estate::empty();
    for file in FILES {
        let id = file.strip_suffix(".json").unwrap_or_default();
        let findings: Vec<_> = (0..N_FINDINGS)
            .map(|number| {
                json!({
                    "id": format!("f{number}"), "resource_id": if number < 4 { id } else { "nobody" },
                    "severity": "HIGH", "title": "t", "description": "d", "source_tool": "s",
                })
            })
            .collect();
        let asset = json!({"id": id, "name": "n", "asset_type": "EC2", "provider": "AWS"});
        estate.write(file, &json!({"assets": [asset], "findings": findings}).to_string());
    }
    estate
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 48, failure_persistence: None, ..ProptestConfig::default()
    })]

    #[test]
    fn the_rules_hold_and_readers_keep_what_they_have(
        steps in prop::collection::vec(step(), 1..70)
    ) {
        let estate = estate();
        let workspace = &estate.workspace;
        let root = format!("{}/", estate.root().display());
        let mut model = Model::default();
        let mut held: Vec<(Arc<Dataset>, String)> = Vec::new();
        for step in &steps {
            let expected = model.apply(step);
            prop_assert_eq!(apply(workspace, step), expected, "{:?}", step);
            let (datasets, active) = workspace.list();
            prop_assert_eq!(&active, &model.active, "{:?}", step);
            let entries: Vec<Entry> =
                datasets.iter().map(|dataset| entry(dataset, &root)).collect();
            prop_assert_eq!(&entries, &model.entries, "{:?}", step);
            for dataset in datasets {
                if !held.iter().any(|(other, _)| Arc::ptr_eq(other, &dataset)) {
                    let seen = contents(&dataset);
                    held.push((dataset, seen));
                }
            }
        }
        for (dataset, seen) in &held {
            prop_assert_eq!(&contents(dataset), seen);
        }
    }
}

/// Writers wait for each other and lose nothing; readers see whole versions only.
#[test]
fn versions_rise_by_one_under_contention() {
    const WRITERS: usize = 4;
    const TURNS: usize = 25;
    let estate = estate();
    let workspace = &estate.workspace;
    workspace.load(FILES[0], &LoadOptions::default(), &Progress::default()).unwrap();
    let before = workspace.dataset("").unwrap();
    std::thread::scope(|scope| {
        for writer in 0..WRITERS {
            scope.spawn(move || {
                for turn in 0..TURNS {
                    let finding = (writer + turn) % N_FINDINGS;
                    set(workspace, "d0", finding, |open| open.then_some("in turn")).unwrap();
                }
            });
        }
        for _ in 0..200 {
            let seen = workspace.dataset("d0").unwrap();
            let n_reasons = seen.finding_set().reasons.len();
            assert_eq!(n_reasons, seen.finding_set().suppressed.count_ones(..));
            // Each change turns one flag, so version and number of flags have the same parity.
            assert_eq!(seen.identity().version % 2, n_reasons as u64 % 2);
        }
    });
    let after = workspace.dataset("d0").unwrap();
    assert_eq!(after.identity().version, (WRITERS * TURNS) as u64);
    for finding in 0..N_FINDINGS {
        let turned =
            |writer| (0..TURNS).filter(move |turn| (writer + turn) % N_FINDINGS == finding);
        let n_turns: usize = (0..WRITERS).map(|writer| turned(writer).count()).sum();
        assert_eq!(
            after.finding_set().is_open(finding),
            n_turns.is_multiple_of(2),
            "finding {finding}"
        );
    }
    assert_eq!(before.identity().version, 0);
    assert_eq!(before.finding_set().suppressed.count_ones(..), 0);
}

#[test]
fn changes_are_announced() {
    let estate = estate();
    let workspace = &estate.workspace;
    let events = Arc::new(Mutex::new(Vec::new()));
    let log = Arc::clone(&events);
    workspace.on_change(move |change| log.lock().unwrap().push(change.clone()));
    let resource = |uri: &str| Change::Resource(uri.to_owned());
    let listings = || vec![resource("cloudg://workspace"), resource("cloudg://datasets")];
    let updated = |name: &str| {
        let mut changes = listings();
        changes.push(resource(&format!("cloudg://datasets/{name}/summary")));
        changes
    };
    let added = |name: &str| [vec![Change::Resources], updated(name)].concat();
    let removed = [vec![Change::Resources], listings()].concat();
    let load = |name: Option<u8>, replace| Step::Load { file: 0, name, activate: true, replace };
    let snapshot = Step::Snapshot { source: None, new_name: 1, replace: false };
    for (step, expected) in [
        (load(None, false), added("d0")),
        (load(Some(0), true), updated("d0")),
        (load(Some(0), false), Vec::new()),
        (snapshot, added("d1")),
        (Step::Select(0), updated("d0")),
        (Step::Select(5), Vec::new()),
        (Step::Suppress { name: Some(1), finding: 0 }, updated("d1")),
        (Step::Suppress { name: Some(1), finding: 0 }, Vec::new()),
        (Step::Open { name: Some(1), finding: 0 }, updated("d1")),
        (Step::Open { name: Some(1), finding: 0 }, Vec::new()),
        (Step::Leave(Some(1)), Vec::new()),
        (Step::Unload(1), removed),
    ] {
        // A refused step is expected to announce nothing.
        let _ = apply(workspace, &step);
        assert_eq!(std::mem::take(&mut *events.lock().unwrap()), expected, "{step:?}");
    }
}

/// A dataset that makes room is announced as gone, after the one that takes its place.
#[test]
fn evictions_are_announced() {
    let estate = estate();
    let workspace = &estate.workspace;
    let load = |number: u8| {
        apply(
            workspace,
            &Step::Load { file: 0, name: Some(number), activate: true, replace: false },
        )
    };
    let room = 0..MAX_DATASETS as u8;
    room.for_each(|number| load(number).unwrap());
    let events = Arc::new(Mutex::new(0));
    let count = Arc::clone(&events);
    workspace.on_change(move |_| *count.lock().unwrap() += 1);
    load(MAX_DATASETS as u8).unwrap();
    assert_eq!(workspace.list().0.len(), MAX_DATASETS);
    assert_eq!(*events.lock().unwrap(), 4 + 3, "the list, three of the new one, three of the old");
}

#[test]
fn reasons_and_views_survive_other_changes() {
    let estate = estate();
    let workspace = &estate.workspace;
    workspace.load(FILES[0], &LoadOptions::default(), &Progress::default()).unwrap();
    set(workspace, "", 0, |_| Some("first")).unwrap();
    let first = workspace.dataset("").unwrap();
    set(workspace, "", 1, |_| Some("second")).unwrap();
    let second = workspace.dataset("").unwrap();
    set(workspace, "", 0, |_| Some("better")).unwrap();
    let third = workspace.dataset("").unwrap();
    let reasons = |pairs: &[(&str, &str)]| -> BTreeMap<String, String> {
        pairs.iter().map(|(id, reason)| ((*id).to_owned(), (*reason).to_owned())).collect()
    };
    assert_eq!(first.finding_set().reasons, reasons(&[("f0", "first")]));
    assert_eq!(second.finding_set().reasons, reasons(&[("f0", "first"), ("f1", "second")]));
    assert_eq!(third.finding_set().reasons, reasons(&[("f0", "better"), ("f1", "second")]));
    let versions = [&first, &second, &third].map(|dataset| dataset.identity().version);
    assert_eq!(versions, [1, 2, 2], "another reason is no other version");
    assert!(std::ptr::eq(first.inventory(), third.inventory()), "versions share the inventory");
    assert_eq!(first.asset_findings().n_open(0), 3);
    assert_eq!(second.asset_findings().n_open(0), 2);
}

#[test]
fn a_listener_that_panics_fails_nothing() {
    let estate = estate();
    let workspace = &estate.workspace;
    let events = Arc::new(Mutex::new(0));
    let count = Arc::clone(&events);
    workspace.on_change(|_| panic!("a listener fails"));
    workspace.on_change(move |_| *count.lock().unwrap() += 1);
    workspace.load(FILES[0], &LoadOptions::default(), &Progress::default()).unwrap();
    assert_eq!(*events.lock().unwrap(), 4, "the others are told all the same");
}
