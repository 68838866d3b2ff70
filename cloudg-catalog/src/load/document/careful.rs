//! The careful path for one record: coerces what the model allows, or tells what is wrong.

use std::borrow::Cow;

use serde_json::{Map, Value};

use super::{Draft, list};
use crate::{
    dataset::{AssetRow, Assets, EdgeRow, Edges, FindingRow},
    load::LoadError,
    model::{
        AssetRecord, ComplianceRecord, CoverageRecord, EdgeRecord, EdgeType, FindingRecord,
        Timestamp,
        record::{
            FieldError, FromFile, check_asset, check_compliance, check_coverage, check_edge,
            check_finding,
        },
    },
    text::raw,
};

/// What is wrong with a record.
type Errors = Vec<FieldError>;

/// Appends the asset in `value`.
pub(super) fn asset(value: &Value, assets: &mut Assets, now: Timestamp) -> Result<(), Errors> {
    assets.push(&asset_row(check_asset(value)?, now));
    Ok(())
}

/// Appends the edge in `value`.
pub(super) fn edge(value: &Value, edges: &mut Edges) -> Result<(), Errors> {
    edges.push(&EdgeRow::from(check_edge(value)?));
    Ok(())
}

/// Appends the finding in `value`.
pub(super) fn finding(value: &Value, draft: &mut Draft, now: Timestamp) -> Result<(), Errors> {
    draft.push_finding(&FindingRow::from(check_finding(value, now)?));
    Ok(())
}

/// Compliance results of a document.
pub(super) fn compliance(value: &Value) -> Result<Vec<ComplianceRecord>, LoadError> {
    let results = records("compliance", value, check_compliance)?;
    Ok(results.into_iter().enumerate().map(|(index, result)| with_id(result, index)).collect())
}

/// Coverage records of a document.
pub(super) fn coverage(value: &Value, now: Timestamp) -> Result<Vec<CoverageRecord>, LoadError> {
    records("coverage", value, |value| check_coverage(value, now))
}

/// The edges that the graph block of a report repeats: links of a known type with both ends.
pub(super) fn edges_of_graph(graph: &Value) -> Edges {
    let mut edges = Edges::default();
    for link in graph.get("links").and_then(Value::as_array).into_iter().flatten() {
        if let Some(row) = edge_of_link(link) {
            edges.push(&row);
        }
    }
    edges
}

fn edge_of_link(link: &Value) -> Option<EdgeRow<'_>> {
    let truthy = |key: &str| link.get(key).filter(|value| raw::is_truthy(value));
    let text = |key: &str| truthy(key).map(as_text);
    Some(EdgeRow {
        id: None,
        source: text("source")?,
        target: text("target")?,
        edge_type: EdgeType::from_name(link.get("type")?.as_str()?)?,
        ports: Vec::new(),
        port_range: text("port_range"),
        protocol: text("protocol"),
        cidr: text("cidr"),
        direction: text("direction").unwrap_or(Cow::Borrowed("ingress")),
        description: text("description"),
        relationship: text("relationship"),
        properties: Cow::Borrowed(""),
        extra: Cow::Borrowed(""),
    })
}

fn as_text(value: &Value) -> Cow<'_, str> {
    match value {
        Value::String(text) => Cow::Borrowed(text),
        other => Cow::Owned(other.to_string()),
    }
}

/// Checks all records of a list; the first bad one is the error.
fn records<R>(
    place: &str,
    value: &Value,
    check: impl Fn(&Value) -> Result<R, Vec<FieldError>>,
) -> Result<Vec<R>, LoadError> {
    let checked = list(place, value)?.iter().enumerate().map(|(index, item)| {
        check(item).map_err(|errors| LoadError::record(place, index, &errors))
    });
    checked.collect()
}

fn asset_row(record: AssetRecord, now: Timestamp) -> AssetRow<'static> {
    let tags = record.tags.into_iter().map(|(key, value)| (key.into(), value.into()));
    AssetRow {
        id: record.id.map(Into::into),
        arn: record.arn.map(Into::into),
        name: record.name.into(),
        asset_type: record.asset_type,
        provider: record.provider,
        region: record.region.into(),
        account_id: record.account_id.map(Into::into),
        tags: tags.collect(),
        metadata: object_text(record.metadata),
        extra: object_text(record.extra),
        collected_at: record.collected_at.unwrap_or(now),
        is_internet_exposed: record.is_internet_exposed,
    }
}

impl From<EdgeRecord> for EdgeRow<'static> {
    fn from(record: EdgeRecord) -> Self {
        Self {
            id: record.id.map(Into::into),
            source: record.source_id.into(),
            target: record.target_id.into(),
            edge_type: record.edge_type,
            ports: record.ports,
            port_range: record.port_range.map(Into::into),
            protocol: record.protocol.map(Into::into),
            cidr: record.cidr.map(Into::into),
            direction: record.direction.into(),
            description: record.description.map(Into::into),
            relationship: record.relationship.map(Into::into),
            properties: object_text(record.properties),
            extra: object_text(record.extra),
        }
    }
}

impl From<FromFile<FindingRecord>> for FindingRow<'static> {
    fn from(file: FromFile<FindingRecord>) -> Self {
        let FromFile { record, has_id, extra } = file;
        let frameworks = record.compliance_frameworks.into_iter().map(Into::into);
        Self {
            id: has_id.then(|| record.id.into()),
            resource_id: record.resource_id.into(),
            resource_arn: record.resource_arn.map(Into::into),
            severity: record.severity,
            title: record.title.into(),
            description: record.description.into(),
            source_tool: record.source_tool.into(),
            evidence: record.evidence.map(Into::into),
            remediation: record.remediation.map(Into::into),
            source_finding_id: record.source_finding_id.map(Into::into),
            compliance_frameworks: frameworks.collect(),
            cvss_score: record.cvss_score,
            detected_at: record.detected_at,
            is_suppressed: record.is_suppressed,
            extra: object_text(extra),
        }
    }
}

fn with_id(result: FromFile<ComplianceRecord>, index: usize) -> ComplianceRecord {
    let FromFile { mut record, has_id, extra } = result;
    record.extra = object_text(extra).into();
    if !has_id {
        let parts = [&record.framework, &record.control_id, &index.to_string()];
        record.id = crate::dataset::content_id("compliance", &parts.map(String::as_str));
    }
    record
}

fn object_text(object: Map<String, Value>) -> Cow<'static, str> {
    match object.is_empty() {
        true => Cow::Borrowed(""),
        false => Value::Object(object).to_string().into(),
    }
}
