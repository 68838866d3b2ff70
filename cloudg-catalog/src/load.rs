//! Reading files: detection, inventories, reports and scanner output.
//!
//! A load either gives a whole dataset or an error, and never nothing without saying why.

pub mod detect;
pub mod document;
mod error;
pub(crate) mod files;
pub mod normalise;
pub mod scanner;

use std::{
    collections::BTreeSet,
    fmt,
    path::{Path, PathBuf},
    sync::atomic::{AtomicBool, AtomicU64, Ordering},
};

use xxhash_rust::xxh3::xxh3_128;

use crate::{
    compliance::RulesetSource,
    dataset::{Background, FindingSet, Inventory, LeftOut, Omission},
    model::{FindingRecord, Timestamp},
    text::json,
};
use detect::Kind;
use document::{Document, Sections};
pub use error::LoadError;
pub use files::{Guard, MAX_FILE_BYTES, Operator};
use scanner::{Place, ScanFile, Scanner, SkipReason, Skipped};

/// Findings beside an inventory map.
pub const FINDINGS_FILE: &str = "findings.json";
/// The inventory map of a directory.
pub const MAP_FILE: &str = "inventory-map.json";
/// The organisation beside an inventory map.
pub const ORGANIZATION_FILE: &str = "inventory-organization.json";
/// How many omissions a dataset remembers one by one.
pub(crate) const MAX_REMEMBERED: usize = 20;
const CHECKOV_FILE: &str = "results_json.json";

/// What a load needs beside the path.
pub struct Request<'a> {
    /// The kind of content; `None` detects it.
    pub kind: Option<Kind>,
    /// Which files may be opened.
    pub guard: &'a dyn Guard,
    /// Stands in for times that files do not give.
    pub now: Timestamp,
    /// Is told how far the load is.
    pub progress: &'a Progress,
    /// Which controls the findings of scanners are mapped to.
    pub rulesets: &'a RulesetSource,
}

/// How far a load is, in bytes of all its files; readable from another thread.
#[derive(Debug, Default)]
pub struct Progress {
    total: AtomicU64,
    done: AtomicU64,
    is_cancelled: AtomicBool,
}

impl Progress {
    /// Bytes read and parsed, and bytes in all.
    pub fn get(&self) -> (u64, u64) {
        (self.done.load(Ordering::Relaxed), self.total.load(Ordering::Relaxed))
    }

    /// Asks the load to end as soon as it can.
    pub fn cancel(&self) {
        self.is_cancelled.store(true, Ordering::Relaxed);
    }

    /// Whether somebody asked for that.
    pub fn is_cancelled(&self) -> bool {
        self.is_cancelled.load(Ordering::Relaxed)
    }

    fn expect(&self, bytes: u64) {
        self.total.fetch_add(bytes, Ordering::Relaxed);
    }

    pub(crate) fn advance(&self, bytes: usize) {
        self.done.fetch_add(bytes as u64, Ordering::Relaxed);
    }
}

/// What a load gives.
#[derive(Debug)]
pub struct Loaded {
    /// The kind of content.
    pub kind: Kind,
    /// The file or directory that counts as the source.
    pub source: PathBuf,
    /// Assets and edges.
    pub inventory: Inventory,
    /// Findings and compliance results.
    pub findings: FindingSet,
    /// Everything else.
    pub background: Background,
    /// Hashes of the files, in the order in which they were read.
    pub contents: Vec<u128>,
    /// What a scanner load left out.
    pub omissions: Omissions,
}

/// Files and records that a scanner load left out; always empty for other loads.
#[derive(Debug, Default)]
pub struct Omissions {
    /// The files that were read, as answers may show them.
    pub files: Vec<String>,
    /// What was left out, by index of the file.
    pub skipped: Vec<Skipped>,
    /// How many more were left out.
    pub unlisted: usize,
    /// Whether a directory was searched only in part: too deep, too many entries, not readable.
    pub is_partial: bool,
    /// Findings that were merged into others about the same check and resource.
    pub n_merged: usize,
}

impl Omissions {
    fn add_outside(&mut self, files: Vec<String>) {
        for file in files {
            let (file, place) = (self.name(file), Place::File);
            self.skipped.push(Skipped { file, place, reason: SkipReason::Outside });
        }
    }

    fn name(&mut self, file: String) -> usize {
        self.files.push(file);
        self.files.len() - 1
    }

    /// How many files and records were left out.
    pub fn count(&self) -> usize {
        self.skipped.len() + self.unlisted
    }

    /// What a dataset remembers of this.
    pub fn summary(&self) -> LeftOut {
        let omission = |skipped: &Skipped| Omission {
            file: self.files[skipped.file].clone(),
            place: skipped.place.to_string(),
            reason: skipped.reason.to_string(),
        };
        let first = self.skipped.iter().take(MAX_REMEMBERED).map(omission).collect();
        LeftOut { count: self.count(), first, is_partial: self.is_partial }
    }
}

/// A failed load and the file it failed at.
#[derive(Debug, Clone, PartialEq)]
pub struct LoadFailure {
    /// The file or directory.
    pub path: PathBuf,
    /// What is wrong with it.
    pub error: LoadError,
}

impl fmt::Display for LoadFailure {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} {}", self.path.display(), self.error)
    }
}

impl std::error::Error for LoadFailure {}

impl LoadError {
    /// The failure of a load at a path.
    pub(crate) fn at(self, path: &Path) -> LoadFailure {
        LoadFailure { path: path.to_owned(), error: self }
    }
}

/// Loads a file or directory, which exists and may be read.
pub fn load(path: &Path, request: &Request<'_>) -> Result<Loaded, LoadFailure> {
    if path.is_dir() {
        let kind = match request.kind {
            Some(kind) => kind,
            None => detect_directory(path, request)?,
        };
        return load_directory(kind, path, request);
    }
    let bytes = read(path, request)?;
    let kind = match request.kind {
        Some(kind) => kind,
        None => detect_file(path, &bytes).map_err(|error| error.at(path))?,
    };
    match (kind.scanner(), kind) {
        (Some(scanner), _) => {
            let scanned = parse_scans(scanner, path, &[(path.into(), bytes)], request)?;
            Ok(finish_scans(kind, path, scanned, request))
        }
        (None, Kind::Inventory) => load_inventory(path, path, Some(bytes), request),
        (None, _) => load_report(kind, path, Some(bytes), request),
    }
}

fn load_directory(kind: Kind, path: &Path, request: &Request<'_>) -> Result<Loaded, LoadFailure> {
    let existing = |name: &'static str| {
        let file = path.join(name);
        if file.is_file() { Ok(file) } else { Err(LoadError::NoFile(name).at(path)) }
    };
    match (kind.scanner(), kind) {
        (Some(scanner), _) => {
            let scanned = scan_directory(scanner, path, request)?;
            Ok(finish_scans(kind, path, scanned, request))
        }
        (None, Kind::Inventory) => load_inventory(path, &existing(MAP_FILE)?, None, request),
        (None, _) => load_report(kind, &existing(FINDINGS_FILE)?, None, request),
    }
}

fn detect_directory(path: &Path, request: &Request<'_>) -> Result<Kind, LoadFailure> {
    if path.join(MAP_FILE).is_file() {
        return Ok(Kind::Inventory);
    }
    if path.join(FINDINGS_FILE).is_file() {
        return Ok(Kind::Report);
    }
    let find = |hidden, fits: &dyn Fn(&str) -> bool| {
        files::find(path, hidden, fits).map_err(|error| error.at(path))
    };
    if !find(true, &files::is_scoutsuite_result)?.files.is_empty() {
        return Ok(Kind::ScoutSuite);
    }
    if !find(true, &|name| name == CHECKOV_FILE)?.files.is_empty() {
        return Ok(Kind::Checkov);
    }
    // Output directories of other scanners have no telling names: the first readable file decides.
    let reports = find(false, &|name| files::has_extension(name, "json"))?;
    let kinds = reports.files.iter().filter_map(|file| {
        let bytes = files::read(file, request.guard).ok()?;
        detect_file(file, &bytes).ok()
    });
    kinds.take(1).find(|kind| kind.scanner().is_some()).ok_or(LoadError::Undetected.at(path))
}

fn detect_file(path: &Path, bytes: &[u8]) -> Result<Kind, LoadError> {
    let name = path.file_name().map(|name| name.to_string_lossy()).unwrap_or_default();
    if let Some(kind) = detect::kind_from_name(&name) {
        return Ok(kind);
    }
    detect::classify(bytes).map(|detected| detected.kind).map_err(|error| match error {
        detect::DetectError::NotJson(error) => LoadError::Json(error),
        detect::DetectError::Unknown => LoadError::Undetected,
    })
}

fn read(path: &Path, request: &Request<'_>) -> Result<Vec<u8>, LoadFailure> {
    let bytes = files::read(path, request.guard).map_err(|error| error.at(path))?;
    request.progress.expect(bytes.len() as u64);
    Ok(bytes)
}

/// A document and the hash of the file it came from.
type Hashed<T> = (T, u128);

/// Parses a file, or its bytes where they are read already.
fn parse(
    path: &Path,
    bytes: Option<Vec<u8>>,
    sections: Sections,
    request: &Request<'_>,
) -> Result<Hashed<Document>, LoadFailure> {
    let Request { guard, now, progress, .. } = *request;
    let parsed = match bytes {
        Some(bytes) => document::read(&mut bytes.as_slice(), sections, now, progress),
        None => files::open(path, guard).and_then(|mut opened| {
            progress.expect(opened.length);
            document::read(&mut opened.file, sections, now, progress)
        }),
    };
    parsed.map_err(|error| error.at(path))
}

/// An inventory map with the files beside it; both big files are read at the same time.
fn load_inventory(
    source: &Path,
    map: &Path,
    bytes: Option<Vec<u8>>,
    request: &Request<'_>,
) -> Result<Loaded, LoadFailure> {
    let directory = map.parent().unwrap_or(Path::new("."));
    let findings_file = directory.join(FINDINGS_FILE);
    let has_findings = is_there(&findings_file);
    let sections = if has_findings { Sections::MAP_ALONE } else { Sections::MAP };
    let (map, (beside, organization)) = rayon::join(
        || parse(map, bytes, sections, request),
        || {
            let beside = || parse(&findings_file, None, Sections::FINDINGS, request);
            (has_findings.then(beside), load_organization(directory, request))
        },
    );
    let (mut map, map_hash) = map?;
    let mut contents = vec![map_hash];
    if let Some((organization, hash)) = organization? {
        map.background.organization = organization;
        contents.push(hash);
    }
    let findings = match beside {
        None => FindingSet::new(map.findings, map.suppressed, map.compliance),
        Some(beside) => {
            let (beside, hash) = beside?;
            contents.push(hash);
            FindingSet::new(beside.findings, beside.suppressed, beside.compliance)
        }
    };
    Ok(Loaded {
        kind: Kind::Inventory,
        source: source.to_owned(),
        inventory: Inventory::new(map.assets, map.edges),
        findings,
        background: map.background,
        contents,
        omissions: Omissions::default(),
    })
}

/// Whether something has this path, even a link to nowhere: it must load or fail, not be left out.
fn is_there(path: &Path) -> bool {
    path.symlink_metadata().is_ok()
}

type Organization = Option<serde_json::Map<String, serde_json::Value>>;

fn load_organization(
    directory: &Path,
    request: &Request<'_>,
) -> Result<Option<Hashed<Organization>>, LoadFailure> {
    let path = directory.join(ORGANIZATION_FILE);
    if !is_there(&path) {
        return Ok(None);
    }
    let bytes = read(&path, request)?;
    let organization = json::parse_value(&bytes)
        .map_err(LoadError::from)
        .and_then(document::organization)
        .map_err(|error| error.at(&path))?;
    request.progress.advance(bytes.len());
    Ok(Some((organization, xxh3_128(&bytes))))
}

fn load_report(
    kind: Kind,
    path: &Path,
    bytes: Option<Vec<u8>>,
    request: &Request<'_>,
) -> Result<Loaded, LoadFailure> {
    let (document, hash) = parse(path, bytes, Sections::REPORT, request)?;
    Ok(Loaded {
        kind,
        source: path.to_owned(),
        inventory: Inventory::new(document.assets, document.edges),
        findings: FindingSet::new(document.findings, document.suppressed, document.compliance),
        background: document.background,
        contents: vec![hash],
        omissions: Omissions::default(),
    })
}

/// Reports of one scanner as they were parsed.
#[derive(Debug)]
pub struct Scanned {
    /// Findings in file and record order, with ids of their own.
    pub findings: Vec<FindingRecord>,
    /// Names of checks that passed somewhere.
    pub passed_checks: BTreeSet<String>,
    /// Hashes of the files, in the order in which they were read.
    pub contents: Vec<u128>,
    /// What was left out.
    pub omissions: Omissions,
}

/// Parses the report of a scanner, or all of its reports in a directory; the path exists and may
/// be read.
pub fn scan(scanner: Scanner, path: &Path, request: &Request<'_>) -> Result<Scanned, LoadFailure> {
    if path.is_dir() {
        return scan_directory(scanner, path, request);
    }
    let bytes = read(path, request)?;
    parse_scans(scanner, path, &[(path.into(), bytes)], request)
}

/// A file with its content.
type Opened = (PathBuf, Vec<u8>);

/// The result files of a scanner below a directory. Files that lead outside the roots are left out.
fn scan_directory(
    scanner: Scanner,
    path: &Path,
    request: &Request<'_>,
) -> Result<Scanned, LoadFailure> {
    let is_json = |name: &str| files::has_extension(name, "json");
    let found = match scanner {
        Scanner::Prowler => files::find(path, false, is_json),
        Scanner::ScoutSuite => files::find(path, true, files::is_scoutsuite_result),
        Scanner::Checkov => match files::find(path, true, |name| name == CHECKOV_FILE) {
            Ok(found) if found.files.is_empty() => files::find(path, true, is_json),
            found => found,
        },
        Scanner::Trivy => files::find(path, true, is_json),
    };
    let found = found.map_err(|error| error.at(path))?;
    let (mut opened, mut outside) = (Vec::new(), Vec::new());
    for file in found.files {
        match read(&file, request) {
            Ok(bytes) => opened.push((file, bytes)),
            Err(failure) if failure.error == LoadError::Outside => {
                outside.push(request.guard.display(&file));
            }
            Err(failure) => return Err(failure),
        }
    }
    let mut scanned = parse_scans(scanner, path, &opened, request)?;
    scanned.omissions.is_partial = found.is_partial;
    scanned.omissions.add_outside(outside);
    Ok(scanned)
}

fn parse_scans(
    scanner: Scanner,
    source: &Path,
    opened: &[Opened],
    request: &Request<'_>,
) -> Result<Scanned, LoadFailure> {
    let names: Vec<String> = opened.iter().map(|(path, _)| request.guard.display(path)).collect();
    let scans: Vec<ScanFile<'_>> = names
        .iter()
        .zip(opened)
        .map(|(display_path, (_, bytes))| ScanFile { display_path, bytes })
        .collect();
    let outcome = scanner::parse(scanner, &scans, request.now)
        .map_err(|error| LoadError::Scanner(error).at(source))?;
    let contents = opened.iter().map(|(_, bytes)| xxh3_128(bytes)).collect();
    request.progress.advance(opened.iter().map(|(_, bytes)| bytes.len()).sum());
    Ok(Scanned {
        findings: outcome.findings,
        passed_checks: outcome.passed_checks,
        contents,
        omissions: Omissions {
            files: names,
            skipped: outcome.skipped,
            unlisted: outcome.skipped_unlisted,
            ..Omissions::default()
        },
    })
}

/// The dataset of a scan: its findings normalised.
fn finish_scans(kind: Kind, source: &Path, scanned: Scanned, request: &Request<'_>) -> Loaded {
    let Scanned { findings, passed_checks, contents, mut omissions } = scanned;
    let n_read = findings.len();
    let rulesets = request.rulesets.get();
    let findings = normalise::renew(&FindingSet::default(), findings, &passed_checks, rulesets);
    omissions.n_merged = n_read - findings.findings.len();
    Loaded {
        kind,
        source: source.to_owned(),
        inventory: Inventory::default(),
        findings,
        background: Background::default(),
        contents,
        omissions,
    }
}
