//! Records of inventories and reports, and the check of one JSON value against its model.
//!
//! The check is the careful path: it reads what the models allow, collects every failing field in
//! the order in which the model declares its fields, and never repeats a value. Loaders take it
//! for records that a quicker reader did not like.

mod asset;
mod check;
mod compliance;
mod coverage;
mod edge;
mod finding;

use serde_json::{Map, Value};

pub use asset::{AssetRecord, check_asset};
pub use check::{FieldError, Segment};
pub use compliance::check_compliance;
pub use coverage::{CoverageRecord, ServiceCoverage, ServiceStatus, check_coverage};
pub use edge::{EdgeRecord, check_edge};
pub use finding::check_finding;

/// A record read from a file, with what the record itself has no field for.
#[derive(Debug, Clone, PartialEq)]
pub struct FromFile<R> {
    /// The record. Its identifier is empty when the file gives none.
    pub record: R,
    /// Whether the file gives an identifier; the empty string counts as one.
    pub has_id: bool,
    /// Keys that the model does not declare, in the order of the file.
    pub extra: Map<String, Value>,
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::model::{AssetType, EdgeType, Timestamp};
    use crate::text::vectors;

    /// The smallest valid record of a model.
    fn base(model: &str) -> Value {
        match model {
            "asset" => json!({"name": "n", "asset_type": "EC2", "provider": "AWS"}),
            "edge" => json!({"source_id": "a", "target_id": "b", "edge_type": "CONTAINS"}),
            "finding" => json!({"resource_id": "r", "severity": "LOW", "title": "t",
                "description": "d", "source_tool": "s"}),
            "compliance" => json!({"framework": "f", "control_id": "c", "status": "PASS"}),
            _ => json!({"provider": "aws"}),
        }
    }

    /// The stored value of one field, as JSON, or the errors.
    fn stored(model: &str, field: &str, record: &Value) -> Result<Value, Vec<FieldError>> {
        Ok(match model {
            "asset" => {
                let asset = check_asset(record)?;
                match field {
                    "id" => json!(asset.id),
                    "arn" => json!(asset.arn),
                    "name" => json!(asset.name),
                    "region" => json!(asset.region),
                    "account_id" => json!(asset.account_id),
                    "is_internet_exposed" => json!(asset.is_internet_exposed),
                    other => panic!("no such field in the vectors: {other}"),
                }
            }
            "edge" => {
                let edge = check_edge(record)?;
                match field {
                    "source_id" => json!(edge.source_id),
                    "ports" => json!(edge.ports),
                    "direction" => json!(edge.direction),
                    other => panic!("no such field in the vectors: {other}"),
                }
            }
            "finding" => {
                let finding = check_finding(record, Timestamp::now_utc_seconds())?.record;
                match field {
                    "resource_id" => json!(finding.resource_id),
                    "cvss_score" => json!(finding.cvss_score),
                    "is_suppressed" => json!(finding.is_suppressed),
                    other => panic!("no such field in the vectors: {other}"),
                }
            }
            "compliance" => json!(check_compliance(record)?.record.framework),
            _ => {
                let coverage = check_coverage(record, Timestamp::now_utc_seconds())?;
                let service = |s: &ServiceCoverage| {
                    json!({"service": s.service, "status": s.status.as_str(),
                        "asset_count": s.asset_count, "error": s.error,
                        "duration_ms": s.duration_ms})
                };
                coverage.services.iter().map(service).collect()
            }
        })
    }

    #[test]
    fn vectors_agree() {
        for case in vectors::section("field_coercion") {
            let model = case["model"].as_str().expect("model");
            let mut record = base(model);
            let field = case["field"].as_str().unwrap_or_default();
            if field.is_empty() {
                record = case["input"].clone();
            } else {
                record[field] = case["input"].clone();
            }
            match stored(model, field, &record) {
                Ok(value) => assert_eq!(Some(&value), case.get("stored"), "{case}"),
                Err(errors) => {
                    let pairs: Vec<_> =
                        errors.iter().map(|e| json!([e.location(), e.kind])).collect();
                    assert_eq!(case["errors"], json!(pairs), "{case}");
                }
            }
        }
    }

    #[test]
    fn unknown_keys_survive_and_computed_ones_do_not() {
        let mut record = base("asset");
        record["zone"] = json!("a");
        record["display_id"] = json!(1);
        record["raw_data"] = json!({"x": 1});
        let asset = check_asset(&record).expect("valid");
        assert_eq!(Value::Object(asset.extra), json!({"zone": "a"}));
        assert_eq!((asset.asset_type, asset.id), (AssetType::EC2, None));

        let mut record = base("finding");
        record["risk_score"] = json!("?");
        record["owner"] = json!(null);
        record["id"] = json!("");
        let finding = check_finding(&record, Timestamp::now_utc_seconds()).expect("valid");
        assert_eq!(Value::Object(finding.extra), json!({"owner": null}));
        assert!(finding.has_id);
    }

    #[test]
    fn defaults_fill_what_is_absent() {
        let edge = check_edge(&base("edge")).expect("valid");
        assert_eq!((edge.edge_type, edge.direction.as_str()), (EdgeType::CONTAINS, "ingress"));
        let now = Timestamp::parse("2026-01-01T00:00:00Z").expect("valid");
        let finding = check_finding(&base("finding"), now).expect("valid");
        assert_eq!((finding.record.detected_at, finding.has_id), (now, false));
        assert_eq!(check_asset(&base("asset")).expect("valid").region, "global");
    }

    #[test]
    fn what_is_no_object_is_no_record() {
        let error = vec![FieldError { location: Vec::new(), kind: "model_type" }];
        for value in [json!(null), json!("x"), json!([])] {
            assert_eq!(check_asset(&value), Err(error.clone()));
            assert_eq!(check_compliance(&value), Err(error.clone()));
        }
        let nested = json!({"provider": "aws", "services": [3]});
        let errors = check_coverage(&nested, Timestamp::now_utc_seconds()).expect_err("invalid");
        assert_eq!(errors[0].location(), "services.0");
        assert_eq!(errors[0].kind, "model_type");
    }
}
