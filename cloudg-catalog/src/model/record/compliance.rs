//! Results of controls.

use serde_json::Value;

use super::FromFile;
use super::check::{self, FieldError, Fields};
use crate::model::{ComplianceRecord, ComplianceStatus, coerce};

/// Declared keys; everything else is kept as it is.
const KNOWN: [&str; 7] =
    ["id", "framework", "control_id", "control_title", "status", "finding_ids", "resource_arn"];

/// Reads the result of a control.
///
/// # Errors
/// Every field that does not fit, in declaration order.
pub fn check_compliance(value: &Value) -> Result<FromFile<ComplianceRecord>, Vec<FieldError>> {
    let mut fields = Fields::of(value)?;
    let has_id = fields.has("id");
    let id = fields.optional("id", coerce::string);
    let framework = fields.required("framework", coerce::string);
    let control_id = fields.required("control_id", coerce::string);
    let control_title = fields.nullable("control_title", coerce::string);
    let status = fields.required("status", |v| coerce::enumerated(ComplianceStatus::from_name, v));
    let finding_ids = fields.optional("finding_ids", |v| check::list_of(coerce::string, v));
    let resource_arn = fields.nullable("resource_arn", coerce::string);
    let extra = fields.extra(&KNOWN);
    fields.finish(|| {
        let record = ComplianceRecord {
            id: id.unwrap_or_default(),
            framework: framework?,
            control_id: control_id?,
            control_title,
            status: status?,
            finding_ids: finding_ids.unwrap_or_default(),
            resource_arn,
            extra: Box::default(),
        };
        Some(FromFile { record, has_id, extra })
    })
}
