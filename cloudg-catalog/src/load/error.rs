//! Why a file cannot be loaded.

use super::scanner::ScanError;
use crate::{model::record::FieldError, text::json::JsonError};

/// A failed load; nothing was changed. No text repeats a value of the file.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum LoadError {
    /// The operating system refuses.
    #[error("cannot be read: {0}")]
    Read(std::io::ErrorKind),
    /// A directory, pipe or device where a file belongs.
    #[error("is no regular file")]
    NotAFile,
    /// A file beyond [`super::MAX_FILE_BYTES`].
    #[error("is {size} bytes long, more than the {limit} that can be loaded: split the inventory")]
    TooLarge {
        /// Length in bytes.
        size: u64,
        /// The bound.
        limit: u64,
    },
    /// Whoever asked for it gave up.
    #[error("was given up")]
    Cancelled,
    /// A file that the allowed roots do not hold, reached through a link.
    #[error("leads outside the allowed roots")]
    Outside,
    /// No JSON, or in another encoding.
    #[error("cannot be read: {0}")]
    Json(#[from] JsonError),
    /// A part of the document has the wrong type.
    #[error("does not match the schema: {}{expected} is expected", place_prefix(place))]
    Shape {
        /// Key, with dots between levels; empty for the document itself.
        place: String,
        /// What belongs there.
        expected: &'static str,
    },
    /// A record breaks its model.
    #[error("does not match the schema: {count} error(s) in {place}, the first {kind}")]
    Record {
        /// List, index and field, with dots between.
        place: String,
        /// Errors in this record.
        count: usize,
        /// Type of the first error.
        kind: &'static str,
    },
    /// Content of no known kind.
    #[error(
        "is in no format that can be detected. Read are inventory maps, reports and generic JSON \
         with assets, edges or findings, and output of Prowler, ScoutSuite, Checkov and Trivy; if \
         it is one of them, pass kind as inventory, report, generic, prowler, scoutsuite, checkov \
         or trivy"
    )]
    Undetected,
    /// The directory lacks the file that the kind needs.
    #[error("holds no {0}")]
    NoFile(&'static str),
    /// Nothing in the input is a report of the scanner.
    #[error("holds no report to load: {0}")]
    Scanner(#[from] ScanError),
}

fn place_prefix(place: &str) -> String {
    if place.is_empty() { String::new() } else { format!("{place}: ") }
}

impl LoadError {
    pub(super) fn shape(place: &str, expected: &'static str) -> Self {
        Self::Shape { place: place.to_owned(), expected }
    }

    pub(super) fn record(list: &str, index: usize, errors: &[FieldError]) -> Self {
        let first = errors.first();
        let field = first.map(FieldError::location).unwrap_or_default();
        let dot = if field.is_empty() { "" } else { "." };
        Self::Record {
            place: format!("{list}.{index}{dot}{field}"),
            count: errors.len(),
            kind: first.map_or("model_type", |error| error.kind),
        }
    }

    /// A stable name of the variant, for scripts.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Read(_) => "cannot-read",
            Self::Cancelled => "cancelled",
            Self::NotAFile => "not-a-file",
            Self::TooLarge { .. } => "too-large",
            Self::Outside => "outside-roots",
            Self::Json(_) => "not-json",
            Self::Shape { .. } => "wrong-shape",
            Self::Record { .. } => "bad-record",
            Self::Undetected => "undetected",
            Self::NoFile(_) => "no-file",
            Self::Scanner(_) => "no-report",
        }
    }
}
