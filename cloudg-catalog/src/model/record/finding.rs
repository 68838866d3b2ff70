//! Findings.

use serde_json::Value;

use super::FromFile;
use super::check::{self, FieldError, Fields};
use crate::model::{FindingRecord, Severity, Timestamp, coerce};

/// Declared and computed keys; everything else is kept as it is.
const KNOWN: [&str; 15] = [
    "id",
    "resource_id",
    "resource_arn",
    "severity",
    "title",
    "description",
    "source_tool",
    "evidence",
    "remediation",
    "source_finding_id",
    "compliance_frameworks",
    "cvss_score",
    "detected_at",
    "is_suppressed",
    "risk_score",
];

/// Reads a finding; `load_time` is when one without a time was seen.
///
/// # Errors
/// Every field that does not fit, in declaration order.
pub fn check_finding(
    value: &Value,
    load_time: Timestamp,
) -> Result<FromFile<FindingRecord>, Vec<FieldError>> {
    let mut fields = Fields::of(value)?;
    let has_id = fields.has("id");
    let id = fields.optional("id", coerce::string);
    let resource_id = fields.required("resource_id", coerce::string);
    let resource_arn = fields.nullable("resource_arn", coerce::string);
    let severity = fields.required("severity", |v| coerce::enumerated(Severity::from_name, v));
    let title = fields.required("title", coerce::string);
    let description = fields.required("description", coerce::string);
    let source_tool = fields.required("source_tool", coerce::string);
    let evidence = fields.nullable("evidence", coerce::string);
    let remediation = fields.nullable("remediation", coerce::string);
    let source_finding_id = fields.nullable("source_finding_id", coerce::string);
    let frameworks =
        fields.optional("compliance_frameworks", |v| check::list_of(coerce::string, v));
    let cvss_score = fields.nullable("cvss_score", |v| coerce::float_in(0.0, 10.0, v));
    let detected_at = fields.optional("detected_at", coerce::datetime);
    let is_suppressed = fields.optional("is_suppressed", coerce::boolean);
    let extra = fields.extra(&KNOWN);
    fields.finish(|| {
        let record = FindingRecord {
            id: id.unwrap_or_default(),
            resource_id: resource_id?,
            resource_arn,
            severity: severity?,
            title: title?,
            description: description?,
            source_tool: source_tool?,
            evidence,
            remediation,
            source_finding_id,
            compliance_frameworks: frameworks.unwrap_or_default(),
            cvss_score,
            detected_at: detected_at.unwrap_or(load_time),
            is_suppressed: is_suppressed.unwrap_or(false),
        };
        Some(FromFile { record, has_id, extra })
    })
}
