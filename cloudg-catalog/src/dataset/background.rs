//! What a dataset knows beside its assets, edges and findings.

use serde_json::{Map, Value};

use super::text_column::TextColumn;
use crate::model::CoverageRecord;

/// Coverage, organisation, regions, unresolved references and providers.
#[derive(Debug, Clone, Default)]
pub struct Background {
    /// What collectors reached and what not.
    pub coverage: Vec<CoverageRecord>,
    /// The organisation as discovered; `None` when absent or empty.
    pub organization: Option<Map<String, Value>>,
    /// JSON texts of relations that could not be resolved.
    pub unresolved: TextColumn,
    /// Provider to the list of scanned regions, as in the file.
    pub regions: Map<String, Value>,
    /// Providers of the file, else the lower-case providers of the assets, sorted.
    pub providers: Vec<Value>,
    /// The `metadata` object of a report; no tool returns it.
    pub report_metadata: Map<String, Value>,
    /// What the load of scanner output left out.
    pub left_out: LeftOut,
}

/// Files and records that a load could not use.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LeftOut {
    /// How many.
    pub count: usize,
    /// The first of them, in reading order.
    pub first: Vec<Omission>,
    /// Whether a directory was searched only in part.
    pub is_partial: bool,
}

/// A file or record that a load could not use.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Omission {
    /// The file, as answers may show it.
    pub file: String,
    /// Where in the file.
    pub place: String,
    /// Why.
    pub reason: String,
}
