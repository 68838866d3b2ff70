//! Records as files hold them: every field of the model in its order, what the model does not know,
//! then what is computed.

use serde::{Serialize, Serializer, ser::SerializeMap};
use serde_json::{Map, Value};

use crate::{
    dataset::{Assets, Dataset, Edges},
    model::{ComplianceRecord, CoverageRecord, Timestamp},
    text::raw,
};

/// The texts of an object in the order of the iterator.
struct Texts<F>(F);

impl<'a, I: Iterator<Item = (&'a str, &'a str)>, F: Fn() -> I> Serialize for Texts<F> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map((self.0)())
    }
}

fn time(time: Timestamp) -> String {
    time.to_file()
}

/// One asset.
pub(super) struct Asset<'a>(pub(super) &'a Assets, pub(super) usize);

impl Serialize for Asset<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(assets, asset) = *self;
        let mut row = serializer.serialize_map(None)?;
        row.serialize_entry("id", assets.id(asset))?;
        row.serialize_entry("arn", &assets.arn(asset))?;
        row.serialize_entry("name", assets.name(asset))?;
        row.serialize_entry("asset_type", assets.asset_type(asset).as_str())?;
        row.serialize_entry("provider", assets.provider(asset).as_str())?;
        row.serialize_entry("region", assets.region(asset))?;
        row.serialize_entry("account_id", &assets.account_id(asset))?;
        row.serialize_entry("tags", &Texts(|| assets.tags(asset)))?;
        row.serialize_entry("metadata", &raw::parse_object(assets.metadata(asset)))?;
        row.serialize_entry("collected_at", &time(assets.collected_at(asset)))?;
        row.serialize_entry("is_internet_exposed", &assets.is_exposed(asset))?;
        for (key, value) in raw::parse_object(assets.extra(asset)) {
            row.serialize_entry(&key, &value)?;
        }
        row.serialize_entry("display_id", assets.key(asset))?;
        row.end()
    }
}

/// One edge.
pub(super) struct Edge<'a>(pub(super) &'a Edges, pub(super) usize);

impl Serialize for Edge<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(edges, edge) = *self;
        let mut row = serializer.serialize_map(None)?;
        row.serialize_entry("id", edges.id(edge))?;
        row.serialize_entry("source_id", edges.endpoints().get(edges.source(edge)))?;
        row.serialize_entry("target_id", edges.endpoints().get(edges.target(edge)))?;
        row.serialize_entry("edge_type", edges.edge_type(edge).as_str())?;
        row.serialize_entry("ports", edges.ports(edge))?;
        row.serialize_entry("port_range", &edges.port_range(edge))?;
        row.serialize_entry("protocol", &edges.protocol(edge))?;
        row.serialize_entry("cidr", &edges.cidr(edge))?;
        row.serialize_entry("direction", edges.direction(edge))?;
        row.serialize_entry("description", &edges.description(edge))?;
        row.serialize_entry("relationship", &edges.relationship(edge))?;
        row.serialize_entry("properties", &raw::parse_object(edges.properties(edge)))?;
        for (key, value) in raw::parse_object(edges.extra(edge)) {
            row.serialize_entry(&key, &value)?;
        }
        row.end()
    }
}

/// One finding, suppressed or not; why it is suppressed is not written.
pub(super) struct Finding<'a>(pub(super) &'a Dataset, pub(super) usize);

impl Serialize for Finding<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(dataset, finding) = *self;
        let findings = dataset.findings();
        let frameworks: Vec<&str> = findings.frameworks(finding).collect();
        let mut row = serializer.serialize_map(None)?;
        row.serialize_entry("id", findings.id(finding))?;
        row.serialize_entry("resource_id", findings.resource_id(finding))?;
        row.serialize_entry("resource_arn", &findings.resource_arn(finding))?;
        row.serialize_entry("severity", findings.severity(finding).as_str())?;
        row.serialize_entry("title", findings.title(finding))?;
        row.serialize_entry("description", findings.description(finding))?;
        row.serialize_entry("evidence", &findings.evidence(finding))?;
        row.serialize_entry("remediation", &findings.remediation(finding))?;
        row.serialize_entry("source_tool", findings.source_tool(finding))?;
        row.serialize_entry("source_finding_id", &findings.source_finding_id(finding))?;
        row.serialize_entry("compliance_frameworks", &frameworks)?;
        row.serialize_entry("cvss_score", &findings.cvss_score(finding))?;
        row.serialize_entry("detected_at", &time(findings.detected_at(finding)))?;
        row.serialize_entry("is_suppressed", &!dataset.finding_set().is_open(finding))?;
        for (key, value) in raw::parse_object(findings.extra(finding)) {
            row.serialize_entry(&key, &value)?;
        }
        row.serialize_entry("risk_score", &findings.risk_score(finding))?;
        row.end()
    }
}

/// One result of a control.
#[derive(Serialize)]
pub(super) struct Compliance<'a> {
    id: &'a str,
    framework: &'a str,
    control_id: &'a str,
    control_title: Option<&'a str>,
    status: &'static str,
    finding_ids: &'a [String],
    resource_arn: Option<&'a str>,
    #[serde(flatten)]
    extra: Map<String, Value>,
}

impl<'a> From<&'a ComplianceRecord> for Compliance<'a> {
    fn from(record: &'a ComplianceRecord) -> Self {
        Self {
            id: &record.id,
            framework: &record.framework,
            control_id: &record.control_id,
            control_title: record.control_title.as_deref(),
            status: record.status.as_str(),
            finding_ids: &record.finding_ids,
            resource_arn: record.resource_arn.as_deref(),
            extra: raw::parse_object(&record.extra),
        }
    }
}

/// One run of a collector.
#[derive(Serialize)]
pub(super) struct Coverage<'a> {
    provider: &'a str,
    region: Option<&'a str>,
    account_id: Option<&'a str>,
    started_at: String,
    completed_at: Option<String>,
    services: Vec<Service<'a>>,
}

#[derive(Serialize)]
struct Service<'a> {
    service: &'a str,
    status: &'static str,
    asset_count: i64,
    error: Option<&'a str>,
    duration_ms: Option<i64>,
}

impl<'a> From<&'a CoverageRecord> for Coverage<'a> {
    fn from(record: &'a CoverageRecord) -> Self {
        let services = record.services.iter().map(|service| Service {
            service: &service.service,
            status: service.status.as_str(),
            asset_count: service.asset_count,
            error: service.error.as_deref(),
            duration_ms: service.duration_ms,
        });
        Self {
            provider: &record.provider,
            region: record.region.as_deref(),
            account_id: record.account_id.as_deref(),
            started_at: time(record.started_at),
            completed_at: record.completed_at.map(time),
            services: services.collect(),
        }
    }
}
