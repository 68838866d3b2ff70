//! ScoutSuite: `scoutsuite_results = {…};`, or the object alone.

use serde_json::Value;

use super::mapping::MAPPINGS;
use super::record::{self, Object, as_text, list, text, text_or_empty};
use super::{Place, Scanner, Sink, SkipReason};
use crate::model::FindingRecord;
use crate::text::json::{self, JsonError, JsonErrorKind};

/// Reads a file; fails where it holds no object with `services`.
pub(super) fn parse(text: &str, sink: &mut Sink) -> Result<(), SkipReason> {
    let report = read(text).map_err(SkipReason::NotJson)?;
    let Value::Object(report) = report else { return Err(SkipReason::WrongFormat) };
    let services = match report.get("services") {
        Some(Value::Object(services)) => services,
        Some(Value::Null) => return Ok(()),
        _ => return Err(SkipReason::WrongFormat),
    };
    let mut index = 0;
    for (service, content) in services {
        for (key, check) in checks(content) {
            if let Err(reason) = add_check(service, key, check, index, sink) {
                sink.skip(Place::Record(index), reason);
            }
            index += 1;
        }
    }
    Ok(())
}

fn read(text: &str) -> Result<Value, JsonError> {
    if text.trim_start().starts_with('{') {
        return json::parse_text(text);
    }
    let nothing = JsonError { kind: JsonErrorKind::Syntax, line: 1, column: 1 };
    let body = assigned(text).ok_or(nothing)?;
    json::parse_text(body).map_err(|error| error.within(text, body))
}

/// What stands behind the first `=` that an object follows, without the final semicolon.
fn assigned(text: &str) -> Option<&str> {
    let start = text.match_indices('=').find_map(|(at, _)| {
        let rest = text[at + 1..].trim_start();
        rest.starts_with('{').then_some(text.len() - rest.len())
    })?;
    let body = text[start..].trim_end();
    Some(body.strip_suffix(';').unwrap_or(body).trim_end())
}

/// The checks of a service; anything that is not an object holds none.
fn checks(content: &Value) -> impl Iterator<Item = (&String, &Object)> {
    let findings = content.get("findings").and_then(Value::as_object);
    findings
        .into_iter()
        .flatten()
        .filter_map(|(key, check)| check.as_object().map(|check| (key, check)))
}

fn add_check(
    service: &str,
    key: &str,
    check: &Object,
    index: usize,
    sink: &mut Sink,
) -> Result<(), SkipReason> {
    if is_clean(check.get("flagged_items")) {
        return Ok(());
    }
    let items = list(check, "items")?;
    if items.is_empty() {
        return Err(SkipReason::NoItems);
    }
    let template = check_finding(service, key, check, sink)?;
    for item in items {
        sink.add(Place::Record(index), Ok(about(&template, item)));
    }
    Ok(())
}

/// A check without a count flags nothing; null is no count.
fn is_clean(flagged: Option<&Value>) -> bool {
    match flagged {
        None | Some(Value::Bool(false)) => true,
        Some(Value::Number(number)) => number.as_f64() == Some(0.0),
        Some(_) => false,
    }
}

fn check_finding(
    service: &str,
    key: &str,
    check: &Object,
    sink: &Sink,
) -> Result<FindingRecord, SkipReason> {
    let mapping = &MAPPINGS.scoutsuite;
    let level = text(check, "level")?.unwrap_or(&mapping.level_default).to_lowercase();
    let description = text(check, "description")?.unwrap_or(key);
    let title = format!("[ScoutSuite] {service}: {description}");
    let severity = mapping.severity(&level);
    let mut finding = record::finding(Scanner::ScoutSuite, "", severity, title, sink.now);
    text_or_empty(check, "rationale")?.clone_into(&mut finding.description);
    finding.remediation = Some(text_or_empty(check, "remediation")?.to_owned());
    finding.source_finding_id = Some(key.to_owned());
    finding.compliance_frameworks = frameworks(list(check, "compliance")?);
    Ok(finding)
}

fn frameworks(entries: &[Value]) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for entry in entries {
        let name = match entry {
            Value::Object(entry) => entry.get("name").map(as_text).unwrap_or_default(),
            other => as_text(other),
        };
        for framework in MAPPINGS.scoutsuite.frameworks(&name.to_lowercase()) {
            if !found.iter().any(|known| known == framework) {
                found.push(framework.to_owned());
            }
        }
    }
    found
}

/// The finding of a check about one item.
fn about(template: &FindingRecord, item: &Value) -> FindingRecord {
    let mut finding = template.clone();
    match item {
        Value::Null => {}
        Value::String(resource) => {
            finding.resource_id.clone_from(resource);
            finding.resource_arn = Some(resource.clone());
        }
        other => finding.resource_id = as_text(other).into_owned(),
    }
    finding
}
