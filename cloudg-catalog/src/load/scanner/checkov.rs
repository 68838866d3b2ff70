//! Checkov: one result object, or an array with one for each kind of file it looked at.

use serde_json::Value;

use super::mapping::MAPPINGS;
use super::record::{self, Object, as_text, list, text, text_or_empty, words};
use super::{Place, Scanner, Sink, SkipReason};
use crate::model::FindingRecord;
use crate::text::json;

/// Reads a file; fails where it holds no result object.
pub(super) fn parse(text: &str, sink: &mut Sink) -> Result<(), SkipReason> {
    let document = json::parse_text(text).map_err(SkipReason::NotJson)?;
    match &document {
        Value::Array(results) => {
            let mut used = results.is_empty();
            let mut index = 0;
            for result in results {
                match add_result(result, &mut index, sink) {
                    Ok(()) => used = true,
                    Err(reason) => sink.skip(Place::Record(index), reason),
                }
            }
            if used { Ok(()) } else { Err(SkipReason::WrongFormat) }
        }
        single => add_result(single, &mut 0, sink).map_err(|_| SkipReason::WrongFormat),
    }
}

/// Adds the failed checks of one result object; `index` counts them through the file.
fn add_result(result: &Value, index: &mut usize, sink: &mut Sink) -> Result<(), SkipReason> {
    let Value::Object(result) = result else { return Err(SkipReason::NotAnObject) };
    let known = result.contains_key("check_type")
        || result.contains_key("checkov_version")
        || result.get("results").is_some_and(Value::is_object);
    if !known {
        return Err(SkipReason::UnknownRecord);
    }
    match failed_checks(result) {
        Ok(checks) => {
            for check in checks {
                sink.add(Place::Record(*index), check_finding(result, check, sink));
                *index += 1;
            }
        }
        Err(reason) => sink.skip(Place::Record(*index), reason),
    }
    Ok(())
}

fn failed_checks(result: &Object) -> Result<&[Value], SkipReason> {
    match record::object(result, "results")? {
        Some(results) => list(results, "failed_checks"),
        None => Ok(&[]),
    }
}

fn check_finding(result: &Object, check: &Value, sink: &Sink) -> Result<FindingRecord, SkipReason> {
    let Value::Object(check) = check else { return Err(SkipReason::NotAnObject) };
    let mapping = &MAPPINGS.checkov;
    let id = text_or_empty(check, "check_id")?;
    let name = text(check, "check_name")?;
    let check_type = match result.get("check_type") {
        None | Some(Value::Null) => "unknown".into(),
        Some(value) => as_text(value),
    };
    let title = format!("[Checkov/{check_type}] {}", name.unwrap_or(id));
    let label = check.get("severity").and_then(Value::as_str).unwrap_or_default();
    let severity = mapping.severity(&label.to_uppercase());
    let resource = text_or_empty(check, "resource")?;
    let mut finding = record::finding(Scanner::Checkov, resource, severity, title, sink.now);
    finding.description = name.unwrap_or_default().to_owned();
    finding.evidence = Some(evidence(check));
    finding.remediation = Some(match text(check, "guideline")? {
        Some(guideline) if !guideline.is_empty() => guideline.to_owned(),
        _ => format!("See Checkov check {id}"),
    });
    finding.source_finding_id = Some(id.to_owned());
    let lowered = id.to_lowercase();
    finding.compliance_frameworks = mapping.frameworks(&lowered).map(str::to_owned).collect();
    if finding.compliance_frameworks.is_empty() {
        finding.compliance_frameworks.push(mapping.framework_default.clone());
    }
    Ok(finding)
}

fn evidence(check: &Object) -> String {
    let file = words(check, "file_path");
    match check.get("file_line_range") {
        Some(lines @ Value::Array(range)) if !range.is_empty() => {
            format!("File: {file}, Lines: {}", as_text(lines))
        }
        _ => format!("File: {file}"),
    }
}
