//! Parsers of scanner reports: bytes in, findings and passed checks out, and a list of everything
//! that was not used. Which files to open is decided elsewhere.

mod checkov;
mod identity;
mod mapping;
mod moment;
mod projection;
mod prowler;
mod prowler_record;
mod python_json;
mod record;
mod scoutsuite;
mod trivy;

use std::collections::BTreeSet;
use std::fmt;

use crate::model::{FindingRecord, Timestamp};
use crate::text::json::{self, JsonError, JsonErrorKind};

pub use identity::assign_ids;
pub use mapping::check_name;

/// Longest text that a record may pass on to its findings, in bytes. A report repeats texts such as
/// the name of its artifact in every finding, so one long text would be multiplied.
const MAX_TEXT: usize = 16 * 1024;

/// Most skipped records that are listed one by one; the rest is counted.
pub const MAX_LISTED_SKIPS: usize = 10_000;

/// A scanner whose reports can be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Scanner {
    /// Prowler or Security Hub: ASFF or OCSF records, in an array, one a line, or wrapped.
    Prowler,
    /// ScoutSuite: a JavaScript assignment, or the JSON alone.
    ScoutSuite,
    /// Checkov: one result object or an array of them.
    Checkov,
    /// Trivy: one report object.
    Trivy,
}

impl Scanner {
    /// Every scanner, in the order in which messages list them.
    pub const ALL: [Self; 4] = [Self::Prowler, Self::ScoutSuite, Self::Checkov, Self::Trivy];

    /// The name in arguments, and in `source_tool` of its findings.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Prowler => "prowler",
            Self::ScoutSuite => "scoutsuite",
            Self::Checkov => "checkov",
            Self::Trivy => "trivy",
        }
    }

    /// The name people know it by.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Prowler => "Prowler",
            Self::ScoutSuite => "ScoutSuite",
            Self::Checkov => "Checkov",
            Self::Trivy => "Trivy",
        }
    }

    /// The scanner with this name, in any letter case.
    pub fn from_name(name: &str) -> Option<Self> {
        let name = name.to_lowercase();
        Self::ALL.into_iter().find(|scanner| scanner.as_str() == name)
    }
}

/// One opened file.
#[derive(Debug, Clone, Copy)]
pub struct ScanFile<'a> {
    /// Path relative to the allowed root: the resource of a report that names none.
    pub display_path: &'a str,
    /// The whole content.
    pub bytes: &'a [u8],
}

/// Where in a file something was skipped.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Place {
    /// The whole file.
    File,
    /// A record, counted from 0 in reading order.
    Record(usize),
    /// A line, counted from 1.
    Line(usize),
}

impl fmt::Display for Place {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File => out.write_str("file"),
            Self::Record(index) => write!(out, "record {index}"),
            Self::Line(line) => write!(out, "line {line}"),
        }
    }
}

/// Why a file or record was not used. The text repeats nothing of the input.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SkipReason {
    /// Not readable as JSON.
    NotJson(JsonError),
    /// JSON, but not a report of this scanner.
    WrongFormat,
    /// A record that is not an object.
    NotAnObject,
    /// An object without any key of this scanner's records.
    UnknownRecord,
    /// The field (its name in the format) has a wrong type.
    WrongType(&'static str),
    /// A failing check that names no resource.
    NoItems,
    /// A file that leads outside the directories that may be read.
    Outside,
}

impl SkipReason {
    /// A stable word for programs.
    pub const fn code(self) -> &'static str {
        match self {
            Self::NotJson(JsonError { kind: JsonErrorKind::Empty, .. }) => "empty",
            Self::NotJson(JsonError { kind: JsonErrorKind::TooDeep, .. }) => "too-deep",
            Self::NotJson(JsonError {
                kind: JsonErrorKind::NotUtf8 | JsonErrorKind::Utf16,
                ..
            }) => "not-utf8",
            Self::NotJson(_) => "not-json",
            Self::WrongFormat => "wrong-format",
            Self::NotAnObject => "not-an-object",
            Self::UnknownRecord => "unknown-record",
            Self::WrongType(_) => "wrong-type",
            Self::NoItems => "no-items",
            Self::Outside => "outside-roots",
        }
    }
}

impl fmt::Display for SkipReason {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotJson(error) => error.fmt(out),
            Self::WrongFormat => out.write_str("JSON of another format"),
            Self::NotAnObject => out.write_str("not a JSON object"),
            Self::UnknownRecord => out.write_str("a record of another format"),
            Self::WrongType(field) => write!(out, "`{field}` has a wrong type"),
            Self::NoItems => out.write_str("a failing check without items"),
            Self::Outside => out.write_str("leads outside the allowed roots"),
        }
    }
}

/// Something that was not used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Skipped {
    /// Index into the files that were given.
    pub file: usize,
    /// Where in it.
    pub place: Place,
    /// Why.
    pub reason: SkipReason,
}

/// What the files hold.
#[derive(Debug, Clone, Default)]
pub struct ScanOutcome {
    /// Failing checks, in file and record order.
    pub findings: Vec<FindingRecord>,
    /// Names of checks that passed somewhere.
    pub passed_checks: BTreeSet<String>,
    /// Files and records that were not used, in order, at most [`MAX_LISTED_SKIPS`].
    pub skipped: Vec<Skipped>,
    /// How many more were not used.
    pub skipped_unlisted: usize,
    /// How many of the files are reports of this scanner.
    pub files_used: usize,
}

/// Why nothing was loaded.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ScanError {
    /// No file was given.
    #[error("there is no {} report to read here", scanner.title())]
    NoFiles {
        /// Whose report was asked for.
        scanner: Scanner,
    },
    /// No file is a report of this scanner.
    #[error("{} cannot be read as a {} report: {reason}", count_files(*files), scanner.title())]
    NothingUsable {
        /// Whose report was asked for.
        scanner: Scanner,
        /// How many files were tried.
        files: usize,
        /// What is wrong with the first one.
        reason: SkipReason,
    },
}

fn count_files(files: usize) -> String {
    match files {
        1 => "the file".to_owned(),
        _ => format!("each of the {files} files"),
    }
}

/// Reads the reports of one scanner. `now` is used where a record has no valid time of its own.
///
/// A well-formed report without failing checks is a success with no findings. Ids are derived from
/// content, see [`assign_ids`].
pub fn parse(
    scanner: Scanner,
    inputs: &[ScanFile<'_>],
    now: Timestamp,
) -> Result<ScanOutcome, ScanError> {
    let mut outcome = ScanOutcome::default();
    let mut first_failure = None;
    for (index, file) in inputs.iter().enumerate() {
        let mut sink = Sink::new(now);
        match parse_file(scanner, file, &mut sink) {
            Ok(()) => outcome.absorb(index, sink),
            Err(reason) => {
                first_failure.get_or_insert(reason);
                outcome.skip(Skipped { file: index, place: Place::File, reason });
            }
        }
    }
    if outcome.files_used == 0 {
        return Err(match first_failure {
            None => ScanError::NoFiles { scanner },
            Some(reason) => ScanError::NothingUsable { scanner, files: inputs.len(), reason },
        });
    }
    assign_ids(&mut outcome.findings, |_| false);
    Ok(outcome)
}

fn parse_file(scanner: Scanner, file: &ScanFile<'_>, sink: &mut Sink) -> Result<(), SkipReason> {
    let text = json::text(file.bytes).map_err(SkipReason::NotJson)?;
    match scanner {
        Scanner::Prowler => prowler::parse(text, sink),
        Scanner::ScoutSuite => scoutsuite::parse(text, sink),
        Scanner::Checkov => checkov::parse(text, sink),
        Scanner::Trivy => trivy::parse(text, file.display_path, sink),
    }
}

impl ScanOutcome {
    fn absorb(&mut self, file: usize, sink: Sink) {
        self.files_used += 1;
        self.findings.extend(sink.findings);
        self.passed_checks.extend(sink.passed);
        self.skipped_unlisted += sink.unlisted;
        for (place, reason) in sink.skipped {
            self.skip(Skipped { file, place, reason });
        }
    }

    fn skip(&mut self, skipped: Skipped) {
        if self.skipped.len() < MAX_LISTED_SKIPS {
            self.skipped.push(skipped);
        } else {
            self.skipped_unlisted += 1;
        }
    }
}

/// The finding with its texts cut to [`MAX_TEXT`].
fn bounded(mut finding: FindingRecord) -> FindingRecord {
    let texts = [&mut finding.resource_id, &mut finding.title, &mut finding.description];
    let optional = [
        &mut finding.resource_arn,
        &mut finding.evidence,
        &mut finding.remediation,
        &mut finding.source_finding_id,
    ];
    for text in texts.into_iter().chain(optional.into_iter().flatten()) {
        if text.len() > MAX_TEXT {
            text.truncate(text.floor_char_boundary(MAX_TEXT));
            text.shrink_to_fit();
        }
    }
    finding
}

/// What the parser of one file has found so far.
#[derive(Debug)]
struct Sink {
    /// The time of records that have none.
    now: Timestamp,
    findings: Vec<FindingRecord>,
    passed: BTreeSet<String>,
    skipped: Vec<(Place, SkipReason)>,
    unlisted: usize,
}

impl Sink {
    fn new(now: Timestamp) -> Self {
        Self {
            now,
            findings: Vec::new(),
            passed: BTreeSet::new(),
            skipped: Vec::new(),
            unlisted: 0,
        }
    }

    fn skip(&mut self, place: Place, reason: SkipReason) {
        if self.skipped.len() < MAX_LISTED_SKIPS {
            self.skipped.push((place, reason));
        } else {
            self.unlisted += 1;
        }
    }

    fn pass(&mut self, check: Option<String>) {
        if let Some(check) = check.filter(|check| !self.passed.contains(check)) {
            self.passed.insert(check);
        }
    }

    /// Takes the finding, or notes why the record at `place` has none.
    fn add(&mut self, place: Place, finding: Result<FindingRecord, SkipReason>) {
        match finding {
            Ok(finding) => self.findings.push(bounded(finding)),
            Err(reason) => self.skip(place, reason),
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests;
