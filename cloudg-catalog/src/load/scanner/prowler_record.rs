//! One record of Prowler or Security Hub: ASFF or OCSF.

use serde_json::Value;
use sha2::{Digest, Sha256};

use super::mapping::{MAPPINGS, check_name};
use super::projection::Want;
use super::record::{self, Object, as_text, cut, first_full, list, object, text, text_or_empty};
use super::{Scanner, SkipReason, moment};
use crate::model::{FindingRecord, Timestamp};

/// Characters of evidence that are kept.
const MAX_EVIDENCE: usize = 1000;

/// What a record turns into.
#[derive(Debug)]
pub(super) enum Converted {
    /// A failing check.
    Finding(Box<FindingRecord>),
    /// A passing check, if it has a name.
    Passed(Option<String>),
    /// A batch without records.
    EmptyBatch,
    /// Nothing.
    Skipped(SkipReason),
}

/// The fields that are read.
pub(super) const RECORD: &[(&str, Want)] = &[
    (
        "finding_info",
        Want::Keys(&[
            ("uid", Want::All),
            ("title", Want::All),
            ("desc", Want::All),
            ("created_time", Want::All),
            ("created_time_dt", Want::All),
        ]),
    ),
    ("class_uid", Want::All),
    ("category_uid", Want::All),
    ("type_uid", Want::All),
    ("severity_id", Want::All),
    ("severity", Want::All),
    ("status_code", Want::All),
    ("status", Want::All),
    ("status_detail", Want::All),
    ("message", Want::All),
    ("metadata", Want::Keys(&[("event_code", Want::All)])),
    ("resources", Want::First(&Want::Keys(&[("uid", Want::All), ("name", Want::All)]))),
    ("risk_details", Want::All),
    ("remediation", Want::Keys(&[("desc", Want::All)])),
    ("cloud", Want::Keys(&[("account", Want::Keys(&[("uid", Want::All)])), ("region", Want::All)])),
    ("unmapped", Want::Keys(&[("compliance", Want::All)])),
    ("time", Want::All),
    ("time_dt", Want::All),
    ("event_time", Want::All),
    ("Findings", Want::All),
    ("ProductArn", Want::All),
    ("GeneratorId", Want::All),
    ("Id", Want::All),
    ("Compliance", Want::Keys(&[("Status", Want::All), ("RelatedRequirements", Want::All)])),
    ("Resources", Want::First(&Want::Keys(&[("Id", Want::All)]))),
    ("Severity", Want::Keys(&[("Label", Want::All)])),
    ("ProductFields", Want::All),
    ("Title", Want::All),
    ("Description", Want::All),
    ("Remediation", Want::Keys(&[("Recommendation", Want::Keys(&[("Text", Want::All)]))])),
    ("UpdatedAt", Want::All),
    ("CreatedAt", Want::All),
];

const OCSF_KEYS: [&str; 5] =
    ["finding_info", "class_uid", "category_uid", "type_uid", "severity_id"];

/// Converts a record inside a batch.
pub(super) fn of_value(value: &Value, now: Timestamp) -> Converted {
    match value {
        Value::Object(record) => of_object(record, now),
        _ => Converted::Skipped(SkipReason::NotAnObject),
    }
}

/// Converts a record.
pub(super) fn of_object(record: &Object, now: Timestamp) -> Converted {
    let converted = if is_ocsf(record) {
        of_ocsf(record, now)
    } else if is_asff(record) {
        of_asff(record, now)
    } else {
        Err(SkipReason::UnknownRecord)
    };
    converted.unwrap_or_else(Converted::Skipped)
}

fn is_ocsf(record: &Object) -> bool {
    !record.contains_key("ProductArn")
        && !record.contains_key("Findings")
        && OCSF_KEYS.iter().any(|key| record.contains_key(*key))
}

/// Security Hub spells its fields in capitals; `Resources` of a template is no list.
fn is_asff(record: &Object) -> bool {
    ["ProductArn", "GeneratorId", "ProductFields", "Compliance", "Severity", "Title", "Id"]
        .iter()
        .any(|key| record.contains_key(*key))
        || record.get("Resources").is_some_and(Value::is_array)
}

fn of_asff(record: &Object, now: Timestamp) -> Result<Converted, SkipReason> {
    let id = text_or_empty(record, "Id")?;
    let compliance = object(record, "Compliance")?;
    let status = compliance.map(|inner| text_or_empty(inner, "Status")).transpose()?;
    if status.is_some_and(|status| status.to_uppercase() == "PASSED") {
        let generator = text(record, "GeneratorId")?.and_then(check_name);
        return Ok(Converted::Passed(generator.or_else(|| check_name(id)).map(str::to_owned)));
    }
    let resource = match list(record, "Resources")?.first() {
        None | Some(Value::Null) => "",
        Some(Value::Object(first)) => text_or_empty(first, "Id")?,
        Some(_) => return Err(SkipReason::WrongType("Resources")),
    };
    let fields = object(record, "ProductFields")?;
    let title = text(record, "Title")?.unwrap_or("Unknown Prowler Finding");
    let seen = moment::first_valid(record, &["UpdatedAt", "CreatedAt"]).unwrap_or(now);
    let severity = asff_severity(record, fields)?;
    let severity = MAPPINGS.prowler.severity(&severity.to_lowercase());
    let mut finding = record::finding(Scanner::Prowler, resource, severity, title.to_owned(), seen);
    text_or_empty(record, "Description")?.clone_into(&mut finding.description);
    let evidence = record.get("ProductFields").filter(|value| value.is_object());
    let evidence = evidence.map_or("{}".into(), as_text);
    finding.evidence = Some(cut(&evidence, MAX_EVIDENCE).to_owned());
    finding.remediation = Some(asff_remediation(record)?.to_owned());
    finding.source_finding_id = Some(id.to_owned());
    finding.compliance_frameworks = match compliance {
        Some(inner) => asff_frameworks(list(inner, "RelatedRequirements")?),
        None => Vec::new(),
    };
    Ok(Converted::Finding(Box::new(finding)))
}

fn asff_severity<'v>(
    record: &'v Object,
    fields: Option<&'v Object>,
) -> Result<&'v str, SkipReason> {
    let label = match object(record, "Severity")? {
        Some(severity) => text(severity, "Label")?,
        None => None,
    };
    let field = fields.and_then(|fields| fields.get("Severity")).and_then(Value::as_str);
    Ok(first_full(&[label, field]).unwrap_or_default())
}

fn asff_remediation(record: &Object) -> Result<&str, SkipReason> {
    let Some(remediation) = object(record, "Remediation")? else { return Ok("") };
    match object(remediation, "Recommendation")? {
        Some(advice) => text_or_empty(advice, "Text"),
        None => Ok(""),
    }
}

fn asff_frameworks(requirements: &[Value]) -> Vec<String> {
    marked(requirements.iter().filter_map(Value::as_str))
}

fn of_ocsf(record: &Object, now: Timestamp) -> Result<Converted, SkipReason> {
    let info = object(record, "finding_info")?;
    let info_text = |key| info.map_or(Ok(None), |info| text(info, key));
    let uid = info_text("uid")?.unwrap_or_default();
    let named = object(record, "metadata")?.map_or(Ok(None), |meta| text(meta, "event_code"))?;
    let check = first_full(&[named.map(str::trim)]).or_else(|| check_name(uid));
    if ocsf_status(record)? == "PASS" {
        return Ok(Converted::Passed(check.map(str::to_owned)));
    }
    let resource = OcsfResource::of(record)?;
    let title = first_full(&[info_text("title")?, check]).unwrap_or("Prowler finding");
    let severity = text_or_empty(record, "severity")?.to_lowercase();
    let severity = MAPPINGS.prowler.severity(&severity);
    let seen = ocsf_time(record, info).unwrap_or(now);
    let mut finding =
        record::finding(Scanner::Prowler, resource.name, severity, title.to_owned(), seen);
    finding.resource_arn = Some(resource.uid.to_owned());
    finding.description = first_full(&[info_text("desc")?, text(record, "risk_details")?])
        .unwrap_or_default()
        .to_owned();
    finding.evidence = Some(ocsf_evidence(record));
    let advice = object(record, "remediation")?;
    finding.remediation =
        Some(advice.map_or(Ok(""), |advice| text_or_empty(advice, "desc"))?.to_owned());
    finding.source_finding_id = Some(ocsf_source_id(record, uid, check, resource.name)?);
    finding.compliance_frameworks = match object(record, "unmapped")? {
        Some(unmapped) => match object(unmapped, "compliance")? {
            Some(tags) => marked(tags.keys().map(String::as_str)),
            None => Vec::new(),
        },
        None => Vec::new(),
    };
    finding.is_suppressed = text_or_empty(record, "status")?.to_lowercase() == "suppressed";
    Ok(Converted::Finding(Box::new(finding)))
}

/// The status in capitals; `status` counts only where it is one of a check.
fn ocsf_status(record: &Object) -> Result<String, SkipReason> {
    let code = text_or_empty(record, "status_code")?.to_uppercase();
    if !code.is_empty() {
        return Ok(code);
    }
    let status = text_or_empty(record, "status")?.to_uppercase();
    let known = ["PASS", "FAIL", "MANUAL"].contains(&status.as_str());
    Ok(if known { status } else { String::new() })
}

/// The first resource of a record.
struct OcsfResource<'v> {
    uid: &'v str,
    /// The uid, or else the name.
    name: &'v str,
}

impl<'v> OcsfResource<'v> {
    fn of(record: &'v Object) -> Result<Self, SkipReason> {
        match list(record, "resources")?.first() {
            None | Some(Value::Null) => Ok(Self { uid: "", name: "" }),
            Some(Value::Object(first)) => {
                let uid = text_or_empty(first, "uid")?;
                let name = first_full(&[Some(uid), text(first, "name")?]).unwrap_or_default();
                Ok(Self { uid, name })
            }
            Some(_) => Err(SkipReason::WrongType("resources")),
        }
    }
}

fn ocsf_evidence(record: &Object) -> String {
    let full = |value: &&Value| !is_empty(value);
    let found = ["status_detail", "message"].iter().filter_map(|key| record.get(*key)).find(full);
    found.map(|value| cut(&as_text(value), MAX_EVIDENCE).to_owned()).unwrap_or_default()
}

/// Whether a value says nothing: null, false, zero, or an empty text or container.
fn is_empty(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Bool(value) => !value,
        Value::Number(number) => number.as_f64() == Some(0.0),
        Value::String(text) => text.is_empty(),
        Value::Array(items) => items.is_empty(),
        Value::Object(members) => members.is_empty(),
    }
}

/// The uid where it names the check, else an id made of the check and where it was seen.
fn ocsf_source_id(
    record: &Object,
    uid: &str,
    check: Option<&str>,
    resource: &str,
) -> Result<String, SkipReason> {
    let Some(check) = check.filter(|check| check_name(uid) != Some(check)) else {
        return Ok(uid.to_owned());
    };
    let cloud = object(record, "cloud")?;
    let account = cloud.map_or(Ok(None), |cloud| object(cloud, "account"))?;
    let account = account.map_or(Ok(None), |account| text(account, "uid"))?;
    let region = cloud.map_or(Ok(None), |cloud| text(cloud, "region"))?;
    let seed = if uid.is_empty() { resource } else { uid };
    let digest = Sha256::digest(seed.as_bytes());
    let hex: String = digest.iter().take(5).map(|byte| format!("{byte:02x}")).collect();
    Ok(format!(
        "prowler-{check}-{}-{}-{}",
        first_full(&[account]).unwrap_or("unknown"),
        first_full(&[region]).unwrap_or("global"),
        cut(&hex, 9)
    ))
}

fn ocsf_time(record: &Object, info: Option<&Object>) -> Option<Timestamp> {
    moment::first_valid(record, &["time", "time_dt", "event_time"])
        .or_else(|| moment::first_valid(info?, &["created_time", "created_time_dt"]))
}

/// The framework of each name's first marker, without repeats, in order.
fn marked<'v>(names: impl Iterator<Item = &'v str>) -> Vec<String> {
    let mut frameworks: Vec<String> = Vec::new();
    for name in names {
        let lowered = name.to_lowercase();
        if let Some(framework) = MAPPINGS.prowler.framework(&lowered)
            && !frameworks.iter().any(|known| known == framework)
        {
            frameworks.push(framework.to_owned());
        }
    }
    frameworks
}
