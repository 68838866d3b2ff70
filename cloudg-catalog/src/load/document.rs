//! Documents of our own formats: inventory maps, reports and generic JSON.
//!
//! A document is read in one pass of a sliding window, straight into columns; parts nobody asked
//! for cost well-formedness and no more. A record that is lax in a way the model allows (a boolean
//! written as text, say) or that breaks the model is read again the careful way, which coerces, or
//! tells what is wrong.

mod careful;
mod clock;
mod fields;
mod records;
mod sections;
mod window;

use std::io::Read;

use fixedbitset::FixedBitSet;
use serde_json::{Map, Value};

use super::{LoadError, Progress};
use crate::{
    dataset::{Assets, Background, Edges, FindingRow, Findings, LeftOut, PushBit, TextColumn},
    model::{ComplianceRecord, Provider, Timestamp},
};

/// Which lists of a document are read; the others are skipped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sections {
    /// Assets, edges and everything about them.
    pub inventory: bool,
    /// Findings and compliance results.
    pub findings: bool,
    /// Edges from `graph.links` when the edge list is empty, an organisation, report metadata.
    pub report: bool,
}

impl Sections {
    /// An inventory map without findings beside it.
    pub const MAP: Self = Self { inventory: true, findings: true, report: false };
    /// An inventory map whose findings come from the file beside it.
    pub const MAP_ALONE: Self = Self { inventory: true, findings: false, report: false };
    /// Findings beside an inventory map.
    pub const FINDINGS: Self = Self { inventory: false, findings: true, report: false };
    /// A report or generic JSON.
    pub const REPORT: Self = Self { inventory: true, findings: true, report: true };
}

/// What a document holds.
#[derive(Debug, Default)]
pub struct Document {
    /// Assets in file order.
    pub assets: Assets,
    /// Edges in file order.
    pub edges: Edges,
    /// Findings in file order.
    pub findings: Findings,
    /// Findings that the file marks as suppressed.
    pub suppressed: FixedBitSet,
    /// Compliance results.
    pub compliance: Vec<ComplianceRecord>,
    /// Coverage, organisation, regions, unresolved references, providers.
    pub background: Background,
}

/// Reads a document; also gives the hash of its content. `now` stands in for times that the file
/// does not give.
pub fn read(
    source: &mut dyn Read,
    sections: Sections,
    now: Timestamp,
    progress: &Progress,
) -> Result<(Document, u128), LoadError> {
    let (draft, hash) = sections::read(source, sections, now, progress)?;
    Ok((draft.finish(sections, now)?, hash))
}

/// A document whose small parts are still JSON.
#[derive(Debug, Default)]
struct Draft {
    assets: Assets,
    edges: Edges,
    findings: Findings,
    suppressed: FixedBitSet,
    compliance: Value,
    coverage: Value,
    providers: Value,
    summary: Value,
    regions: Value,
    unresolved: TextColumn,
    organization: Value,
    metadata: Value,
    graph: Value,
}

impl Draft {
    /// Checks and converts the small parts, in the order in which errors are reported.
    fn finish(mut self, sections: Sections, now: Timestamp) -> Result<Document, LoadError> {
        if sections.report && self.edges.is_empty() {
            self.edges = careful::edges_of_graph(&self.graph);
        }
        let compliance = careful::compliance(&self.compliance)?;
        let background = Background {
            coverage: careful::coverage(&self.coverage, now)?,
            organization: organization(self.organization)?,
            unresolved: self.unresolved,
            regions: regions(self.regions)?,
            providers: providers(&self.providers, &self.summary, &self.assets)?,
            report_metadata: match self.metadata {
                Value::Object(metadata) if sections.report => metadata,
                _ => Map::new(),
            },
            left_out: LeftOut::default(),
        };
        self.assets.shrink();
        Ok(Document {
            assets: self.assets,
            edges: self.edges,
            findings: self.findings,
            suppressed: self.suppressed,
            compliance,
            background,
        })
    }

    fn push_finding(&mut self, row: &FindingRow<'_>) {
        self.suppressed.grow_and_insert_if(self.findings.len(), row.is_suppressed);
        self.findings.push(row);
    }
}

/// An organisation file or key: an object whose members the topology can be told from.
pub fn organization(value: Value) -> Result<Option<Map<String, Value>>, LoadError> {
    let mut organization = object("organization", value)?;
    for key in ["accounts", "ous"] {
        if let Some(members) = organization.get_mut(key) {
            *members = Value::Object(object_of_objects(key, members.take())?);
        }
    }
    for key in ["policies", "governed_regions"] {
        if !matches!(organization.get(key), None | Some(Value::Null | Value::Array(_))) {
            return Err(LoadError::shape(&format!("organization.{key}"), "a list"));
        }
    }
    Ok(Some(organization).filter(|organization| !organization.is_empty()))
}

fn object_of_objects(key: &str, value: Value) -> Result<Map<String, Value>, LoadError> {
    let place = format!("organization.{key}");
    let members = object(&place, value)?;
    match members.values().all(Value::is_object) {
        true => Ok(members),
        false => Err(LoadError::shape(&place, "an object of objects")),
    }
}

/// Provider to the regions that were scanned.
fn regions(value: Value) -> Result<Map<String, Value>, LoadError> {
    let regions = object("regions", value)?;
    let is_list = |value: &Value| matches!(value, Value::Null | Value::Array(_));
    match regions.values().all(is_list) {
        true => Ok(regions),
        false => Err(LoadError::shape("regions", "an object of lists")),
    }
}

/// An object, where null and absent are the empty one.
fn object(place: &str, value: Value) -> Result<Map<String, Value>, LoadError> {
    match value {
        Value::Null => Ok(Map::new()),
        Value::Object(members) => Ok(members),
        _ => Err(LoadError::shape(place, "an object")),
    }
}

/// A list, where null and absent are the empty one.
fn list<'a>(place: &str, value: &'a Value) -> Result<&'a [Value], LoadError> {
    match value {
        Value::Null => Ok(&[]),
        Value::Array(items) => Ok(items),
        _ => Err(LoadError::shape(place, "a list")),
    }
}

/// The first of: the list of the file, the list of its summary, the providers of the assets.
fn providers(given: &Value, summary: &Value, assets: &Assets) -> Result<Vec<Value>, LoadError> {
    let summary = match summary {
        Value::Null => &Value::Null,
        Value::Object(summary) => summary.get("providers").unwrap_or(&Value::Null),
        _ => return Err(LoadError::shape("summary", "an object")),
    };
    for (place, value) in [("providers", given), ("summary.providers", summary)] {
        let items = list(place, value)?;
        if !items.is_empty() {
            return Ok(items.to_vec());
        }
    }
    let used =
        |provider: &Provider| (0..assets.len()).any(|asset| assets.provider(asset) == *provider);
    let names = Provider::ALL.into_iter().filter(used);
    let mut names: Vec<String> = names.map(|provider| provider.lower().to_owned()).collect();
    names.sort_unstable();
    Ok(names.into_iter().map(Value::String).collect())
}
