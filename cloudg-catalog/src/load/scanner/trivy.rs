//! Trivy: one report about an image, a file system or a repository.

use std::borrow::Cow;

use serde_json::Value;

use super::mapping::MAPPINGS;
use super::record::{self, Object, cut, first_full, list, text, text_or_empty, words};
use super::{Place, Scanner, Sink, SkipReason};
use crate::model::{FindingRecord, Severity};
use crate::text::json;

/// Characters of a description that are kept.
const MAX_DESCRIPTION: usize = 500;
/// Characters of a matched secret that are kept.
const MAX_MATCH: usize = 200;
/// What to do about a secret.
const SECRET_ADVICE: &str = "Remove secrets from container images. Use secret management services \
    (AWS Secrets Manager, Azure Key Vault, GCP Secret Manager).";

/// Reads a file; fails where it is no report. `path` is the artifact of a report that names none.
pub(super) fn parse(text: &str, path: &str, sink: &mut Sink) -> Result<(), SkipReason> {
    let report = json::parse_text(text).map_err(SkipReason::NotJson)?;
    let Value::Object(report) = &report else { return Err(SkipReason::WrongFormat) };
    let known = ["Results", "ArtifactName", "ArtifactType"];
    if !known.iter().any(|key| report.contains_key(*key)) {
        return Err(SkipReason::WrongFormat);
    }
    let results = list(report, "Results").map_err(|_| SkipReason::WrongFormat)?;
    let artifact = match report.get("ArtifactName") {
        None | Some(Value::Null) => Cow::Borrowed(path),
        Some(_) => words(report, "ArtifactName"),
    };
    let is_image = report.get("ArtifactType").is_some_and(|kind| kind == "container_image");
    let mut reader = Reader { artifact: &artifact, sink, index: 0 };
    for result in results {
        reader.result(result, is_image);
    }
    Ok(())
}

struct Reader<'a> {
    artifact: &'a str,
    sink: &'a mut Sink,
    /// Records so far.
    index: usize,
}

/// Turns one entry of a result into a finding.
type Convert<'a> = fn(&Reader<'a>, &Object, &Object) -> Result<FindingRecord, SkipReason>;

impl<'a> Reader<'a> {
    fn result(&mut self, result: &Value, is_image: bool) {
        let Value::Object(result) = result else {
            self.sink.skip(Place::Record(self.index), SkipReason::NotAnObject);
            return;
        };
        self.entries(result, "Vulnerabilities", Self::vulnerability);
        if !is_image {
            self.entries(result, "Misconfigurations", Self::misconfiguration);
        }
        self.entries(result, "Secrets", Self::secret);
    }

    fn entries(&mut self, result: &Object, key: &'static str, convert: Convert<'a>) {
        let entries = match list(result, key) {
            Ok(entries) => entries,
            Err(reason) => return self.sink.skip(Place::Record(self.index), reason),
        };
        for entry in entries {
            let finding = match entry {
                Value::Object(entry) => convert(self, result, entry),
                _ => Err(SkipReason::NotAnObject),
            };
            self.sink.add(Place::Record(self.index), finding);
            self.index += 1;
        }
    }

    fn finding(&self, severity: Severity, title: String) -> FindingRecord {
        record::finding(Scanner::Trivy, self.artifact, severity, title, self.sink.now)
    }

    fn vulnerability(&self, result: &Object, entry: &Object) -> Result<FindingRecord, SkipReason> {
        let id = text_or_empty(entry, "VulnerabilityID")?;
        let package = words(entry, "PkgName");
        let installed = words(entry, "InstalledVersion");
        let title = format!("[Trivy] {id}: {package} ({})", words(result, "Type"));
        let mut finding = self.finding(severity(entry), title);
        finding.description = description(entry)?;
        finding.cvss_score = cvss(entry);
        finding.evidence = Some(format!(
            "Image: {}, Target: {}, Package: {package}@{installed}",
            self.artifact,
            words(result, "Target")
        ));
        let fixed = words(entry, "FixedVersion");
        finding.remediation = Some(if fixed.is_empty() {
            format!("No fix available for {id} in {package}. Consider alternative packages.")
        } else {
            format!("Update {package} from {installed} to {fixed}")
        });
        finding.source_finding_id = Some(id.to_owned());
        finding.compliance_frameworks.clone_from(&MAPPINGS.trivy.vulnerability_frameworks);
        Ok(finding)
    }

    fn misconfiguration(
        &self,
        result: &Object,
        entry: &Object,
    ) -> Result<FindingRecord, SkipReason> {
        let id = text_or_empty(entry, "ID")?;
        let title = format!("[Trivy/IaC] {id}: {}", words(entry, "Title"));
        let mut finding = self.finding(severity(entry), title);
        finding.description = description(entry)?;
        finding.evidence =
            Some(format!("Directory: {}, Target: {}", self.artifact, words(result, "Target")));
        let advice = first_full(&[text(entry, "Resolution")?, text(entry, "PrimaryURL")?]);
        finding.remediation =
            Some(advice.map_or_else(|| format!("See Trivy check {id}"), str::to_owned));
        finding.source_finding_id = Some(id.to_owned());
        finding.compliance_frameworks.clone_from(&MAPPINGS.trivy.misconfig_frameworks);
        Ok(finding)
    }

    fn secret(&self, result: &Object, entry: &Object) -> Result<FindingRecord, SkipReason> {
        let rule = text(entry, "RuleID")?;
        let title =
            format!("[Trivy] Secret found in container image: {}", rule.unwrap_or("unknown"));
        let mut finding = self.finding(MAPPINGS.trivy.secret_severity(), title);
        finding.description =
            format!("Category: {}, Title: {}", words(entry, "Category"), words(entry, "Title"));
        finding.evidence = Some(format!(
            "Image: {}, Target: {}, Match: {}",
            self.artifact,
            words(result, "Target"),
            cut(&words(entry, "Match"), MAX_MATCH)
        ));
        finding.remediation = Some(SECRET_ADVICE.to_owned());
        finding.source_finding_id = Some(rule.unwrap_or_default().to_owned());
        finding.compliance_frameworks.clone_from(&MAPPINGS.trivy.secret_frameworks);
        Ok(finding)
    }
}

fn severity(entry: &Object) -> Severity {
    let label = entry.get("Severity").and_then(Value::as_str).unwrap_or("UNKNOWN");
    MAPPINGS.trivy.severity(&label.to_uppercase())
}

fn description(entry: &Object) -> Result<String, SkipReason> {
    let full = text_or_empty(entry, "Description")?;
    let kept = cut(full, MAX_DESCRIPTION);
    Ok(if kept.len() < full.len() { format!("{kept}...") } else { full.to_owned() })
}

/// The first version 3 score that is in range, in the order of the sources.
fn cvss(entry: &Object) -> Option<f64> {
    let sources = entry.get("CVSS").and_then(Value::as_object)?;
    sources
        .values()
        .filter_map(|source| source.get("V3Score"))
        .filter_map(|score| match score {
            Value::Number(number) => number.as_f64(),
            Value::String(text) => text.trim().parse().ok(),
            _ => None,
        })
        .find(|score| (0.0..=10.0).contains(score))
}
