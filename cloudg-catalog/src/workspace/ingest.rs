//! Reports of scanners that join the findings of a dataset, or begin a new one.

use std::{
    collections::BTreeSet,
    path::{Path, PathBuf},
};

use super::{LoadOptions, PathError, Workspace, WorkspaceError};
use crate::{
    dataset::{Background, Dataset, FindingSet, Inventory, LeftOut, Omission},
    load::{
        self, LoadError, LoadFailure, Loaded, MAX_REMEMBERED, Omissions, Progress, Request,
        Scanned,
        detect::Kind,
        normalise,
        scanner::{self, Place, Scanner},
    },
    model::{FindingRecord, Timestamp},
};

/// Where a dataset that only reports made comes from.
const SOURCE: &str = "ingest";
/// Its name where the caller gives none.
const DEFAULT_NAME: &str = "ingested";

/// A report to read.
#[derive(Debug, Clone, Copy)]
pub struct ReportPath<'a> {
    /// Whose report it is.
    pub scanner: Scanner,
    /// File or directory, as the caller wrote it.
    pub path: &'a str,
}

/// What reports hold, and what could not be used of them.
#[derive(Debug, Default)]
pub struct Reports {
    /// Findings in the order of the reports.
    pub findings: Vec<FindingRecord>,
    /// Names of checks that passed somewhere.
    pub passed_checks: BTreeSet<String>,
    /// For each report how many findings it gave, or why it could not be read.
    pub outcomes: Vec<Result<usize, String>>,
    /// Files of a directory that could not be read: number of the report, file, reason.
    pub spoilt: Vec<(usize, String, String)>,
    /// Records that could not be used.
    pub left_out: LeftOut,
    contents: Vec<u128>,
}

/// Where findings go.
#[derive(Debug, Clone, Copy)]
pub enum Destination<'a> {
    /// The dataset of this name, the active one for the empty name.
    Existing(&'a str),
    /// A new one.
    New(&'a LoadOptions),
}

/// What storing reports did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stored {
    /// Name of the dataset.
    pub dataset: String,
    /// Findings that it had.
    pub before: usize,
    /// Findings that it has.
    pub after: usize,
    /// Findings of the reports that are about an asset of it.
    pub matched: usize,
}

impl Workspace {
    /// Whether reports could go there; to be asked before they are read.
    pub fn check_destination(&self, destination: Destination<'_>) -> Result<(), WorkspaceError> {
        match destination {
            Destination::Existing(name) => self.dataset(name).map(drop),
            Destination::New(options) => self.check_name(options),
        }
    }

    /// Reads reports. One that cannot be read is noted; one outside the roots fails all.
    pub fn read_reports(
        &self,
        paths: &[ReportPath<'_>],
        progress: &Progress,
    ) -> Result<Reports, WorkspaceError> {
        let mut resolved = Vec::with_capacity(paths.len());
        for report in paths {
            resolved.push(match self.roots.readable(report.path) {
                Err(error @ PathError::Outside { .. }) => return Err(error.into()),
                other => other.map_err(|error| error.to_string()),
            });
        }
        let now = Timestamp::now_utc();
        let (guard, rulesets) = (&self.roots, &self.rulesets);
        let request = Request { kind: None, guard, now, progress, rulesets };
        let mut reports = Reports::default();
        for (report, resolved) in paths.iter().zip(resolved) {
            if progress.is_cancelled() {
                return Err(LoadError::Cancelled.at(Path::new(report.path)).into());
            }
            let scanned = resolved.and_then(|path| scan(report, &path, &request));
            reports.add(scanned);
        }
        Ok(reports)
    }

    /// Joins the findings of reports to a dataset, normalised if asked for. A dataset stays as it
    /// is where there is nothing to join.
    pub fn store_reports(
        &self,
        reports: &Reports,
        destination: Destination<'_>,
        normalise: bool,
    ) -> Result<Stored, WorkspaceError> {
        match destination {
            Destination::Existing(name) => self.mutate(name, |dataset| {
                let next = self.joined(dataset.finding_set(), reports, normalise);
                let next = next.map(|findings| dataset.with_findings(findings));
                let stored = Stored::new(dataset, next.as_ref().unwrap_or(dataset), reports);
                Ok((next, stored))
            }),
            Destination::New(options) => {
                let findings = self.joined(&FindingSet::default(), reports, normalise);
                let version = u64::from(findings.is_some());
                let loaded = reports.loaded(findings.unwrap_or_default());
                let dataset =
                    self.add_version(loaded, Path::new(DEFAULT_NAME), options, version)?;
                let stored = Stored::new(&dataset, &dataset, reports);
                Ok(Stored { before: 0, ..stored })
            }
        }
    }

    /// The set with the findings of reports, `None` if they change nothing.
    fn joined(&self, set: &FindingSet, reports: &Reports, normalise: bool) -> Option<FindingSet> {
        let mut findings = reports.findings.clone();
        if normalise {
            let passed = &reports.passed_checks;
            let is_empty = findings.is_empty() && passed.is_empty();
            return (!is_empty).then(|| normalise::renew(set, findings, passed, self.rulesets()));
        }
        let known = &set.findings;
        let taken: hashbrown::HashSet<&str> = (0..known.len()).map(|f| known.id(f)).collect();
        scanner::assign_ids(&mut findings, |id| taken.contains(id));
        (!findings.is_empty()).then(|| set.extended(&findings))
    }
}

/// Parses one report; the reason of a failure names the path as the caller does.
fn scan(report: &ReportPath<'_>, path: &Path, request: &Request<'_>) -> Result<Scanned, String> {
    let named = |failure: LoadFailure| failure.error.at(Path::new(report.path)).to_string();
    load::scan(report.scanner, path, request).map_err(named)
}

impl Reports {
    fn add(&mut self, scanned: Result<Scanned, String>) {
        let number = self.outcomes.len();
        let outcome = scanned.map(|scanned| {
            let n_findings = scanned.findings.len();
            self.findings.extend(scanned.findings);
            self.passed_checks.extend(scanned.passed_checks);
            self.contents.extend(scanned.contents);
            self.note(number, &scanned.omissions);
            n_findings
        });
        self.outcomes.push(outcome);
    }

    fn note(&mut self, number: usize, omissions: &Omissions) {
        for skipped in &omissions.skipped {
            let (file, reason) =
                (omissions.files[skipped.file].clone(), skipped.reason.to_string());
            if skipped.place == Place::File {
                self.spoilt.push((number, file, reason));
                continue;
            }
            self.left_out.count += 1;
            if self.left_out.first.len() < MAX_REMEMBERED {
                let place = skipped.place.to_string();
                self.left_out.first.push(Omission { file, place, reason });
            }
        }
        self.left_out.count += omissions.unlisted;
        self.left_out.is_partial |= omissions.is_partial;
    }

    /// A dataset of nothing but findings.
    fn loaded(&self, findings: FindingSet) -> Loaded {
        Loaded {
            kind: Kind::Report,
            source: PathBuf::from(SOURCE),
            inventory: Inventory::default(),
            findings,
            background: Background::default(),
            contents: self.contents.clone(),
            omissions: Omissions::default(),
        }
    }
}

impl Stored {
    fn new(before: &Dataset, after: &Dataset, reports: &Reports) -> Self {
        let inventory = before.inventory();
        let is_matched = |finding: &&FindingRecord| {
            let arn = finding.resource_arn.as_deref().unwrap_or("");
            inventory.resolve(&[&finding.resource_id, arn]).is_some()
        };
        Self {
            dataset: after.name().to_owned(),
            before: before.findings().len(),
            after: after.findings().len(),
            matched: reports.findings.iter().filter(is_matched).count(),
        }
    }
}
