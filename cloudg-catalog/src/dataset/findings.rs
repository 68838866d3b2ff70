//! The findings of a dataset, column by column.

use super::{
    assets::content_id,
    rows::FindingRow,
    sparse::SparseText,
    symbols::{Symbol, Symbols},
    text_column::{OptionalTextColumn, TextColumn},
};
use crate::{
    model::{FindingRecord, Severity, Timestamp},
    text::round,
};

/// Findings in file order, without their suppression, which changes while a dataset is loaded.
#[derive(Debug, Clone, Default)]
pub struct Findings {
    ids: TextColumn,
    resource_ids: OptionalTextColumn,
    resource_arns: OptionalTextColumn,
    source_finding_ids: OptionalTextColumn,
    evidence: OptionalTextColumn,
    severities: Vec<Severity>,
    texts: Vec<Texts>,
    framework_ends: Vec<u32>,
    frameworks: Vec<Symbol>,
    cvss: Vec<f64>,
    risks: Vec<f64>,
    detected: Vec<Timestamp>,
    extra: SparseText,
    symbols: Symbols,
}

/// The texts that repeat between findings of one check.
#[derive(Debug, Clone, Copy)]
struct Texts {
    title: Symbol,
    description: Symbol,
    source_tool: Symbol,
    remediation: Symbol,
}

impl Findings {
    /// Appends a finding; the caller keeps `is_suppressed`.
    pub fn push(&mut self, row: &FindingRow<'_>) {
        let index = self.len();
        match row.id.as_deref() {
            Some(id) => self.ids.push(id),
            None => self.ids.push(&derived_id(row, index)),
        }
        self.resource_ids.push(Some(&row.resource_id));
        self.resource_arns.push(row.resource_arn.as_deref());
        self.source_finding_ids.push(row.source_finding_id.as_deref());
        self.evidence.push(row.evidence.as_deref());
        self.severities.push(row.severity);
        let symbols = &mut self.symbols;
        self.texts.push(Texts {
            title: symbols.intern(&row.title),
            description: symbols.intern(&row.description),
            source_tool: symbols.intern(&row.source_tool),
            remediation: symbols.intern_optional(row.remediation.as_deref()),
        });
        self.frameworks.extend(row.compliance_frameworks.iter().map(|name| symbols.intern(name)));
        self.framework_ends.push(self.frameworks.len() as u32);
        self.cvss.push(row.cvss_score.unwrap_or(f64::NAN));
        self.risks.push(round::risk_score(row.severity, row.cvss_score));
        self.detected.push(row.detected_at);
        self.extra.push(index, &row.extra);
    }

    /// Number of findings.
    pub fn len(&self) -> usize {
        self.severities.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.severities.is_empty()
    }

    /// All identifiers.
    pub(super) fn ids(&self) -> &TextColumn {
        &self.ids
    }

    /// Identifier.
    pub fn id(&self, finding: usize) -> &str {
        self.ids.get(finding)
    }

    /// The resource as the scanner names it.
    pub fn resource_id(&self, finding: usize) -> &str {
        self.resource_ids.get(finding).unwrap_or("")
    }

    /// ARN or cloud resource id.
    pub fn resource_arn(&self, finding: usize) -> Option<&str> {
        self.resource_arns.get(finding)
    }

    /// Identifier in the scanner.
    pub fn source_finding_id(&self, finding: usize) -> Option<&str> {
        self.source_finding_ids.get(finding)
    }

    /// What the scanner saw.
    pub fn evidence(&self, finding: usize) -> Option<&str> {
        self.evidence.get(finding)
    }

    /// How bad.
    pub fn severity(&self, finding: usize) -> Severity {
        self.severities[finding]
    }

    /// One line.
    pub fn title(&self, finding: usize) -> &str {
        self.symbols.get(self.texts[finding].title)
    }

    /// Full text.
    pub fn description(&self, finding: usize) -> &str {
        self.symbols.get(self.texts[finding].description)
    }

    /// Scanner, or several joined with comma and space.
    pub fn source_tool(&self, finding: usize) -> &str {
        self.symbols.get(self.texts[finding].source_tool)
    }

    /// What to do.
    pub fn remediation(&self, finding: usize) -> Option<&str> {
        self.symbols.get_optional(self.texts[finding].remediation)
    }

    /// Framework names, repeats kept.
    pub fn frameworks(&self, finding: usize) -> impl Iterator<Item = &str> {
        self.framework_symbols(finding).iter().map(|&name| self.symbols.get(name))
    }

    /// The table behind the symbols of titles, descriptions, scanners and frameworks.
    pub fn symbols(&self) -> &Symbols {
        &self.symbols
    }

    /// [`Self::title`] as a symbol.
    pub fn title_symbol(&self, finding: usize) -> Symbol {
        self.texts[finding].title
    }

    /// [`Self::description`] as a symbol.
    pub fn description_symbol(&self, finding: usize) -> Symbol {
        self.texts[finding].description
    }

    /// [`Self::source_tool`] as a symbol.
    pub fn source_tool_symbol(&self, finding: usize) -> Symbol {
        self.texts[finding].source_tool
    }

    /// [`Self::frameworks`] as symbols, repeats kept.
    pub fn framework_symbols(&self, finding: usize) -> &[Symbol] {
        let start = if finding == 0 { 0 } else { self.framework_ends[finding - 1] as usize };
        &self.frameworks[start..self.framework_ends[finding] as usize]
    }

    /// CVSS base score, 0 to 10.
    pub fn cvss_score(&self, finding: usize) -> Option<f64> {
        Some(self.cvss[finding]).filter(|score| !score.is_nan())
    }

    /// Risk, 0 to 10, one decimal.
    pub fn risk_score(&self, finding: usize) -> f64 {
        self.risks[finding]
    }

    /// When it was seen.
    pub fn detected_at(&self, finding: usize) -> Timestamp {
        self.detected[finding]
    }

    /// JSON text of an object with the keys the model does not know; empty for none.
    pub fn extra(&self, finding: usize) -> &str {
        self.extra.get(finding)
    }
}

impl Findings {
    /// The finding as a record that is not suppressed.
    pub(super) fn record(&self, finding: usize) -> FindingRecord {
        let owned = |text: Option<&str>| text.map(str::to_owned);
        FindingRecord {
            id: self.id(finding).to_owned(),
            resource_id: self.resource_id(finding).to_owned(),
            resource_arn: owned(self.resource_arn(finding)),
            severity: self.severity(finding),
            title: self.title(finding).to_owned(),
            description: self.description(finding).to_owned(),
            source_tool: self.source_tool(finding).to_owned(),
            evidence: owned(self.evidence(finding)),
            remediation: owned(self.remediation(finding)),
            source_finding_id: owned(self.source_finding_id(finding)),
            compliance_frameworks: self.frameworks(finding).map(str::to_owned).collect(),
            cvss_score: self.cvss_score(finding),
            detected_at: self.detected_at(finding),
            is_suppressed: false,
        }
    }
}

impl<'a> From<&'a FindingRecord> for FindingRow<'a> {
    fn from(record: &'a FindingRecord) -> Self {
        let text = |value: &'a Option<String>| value.as_deref().map(Into::into);
        Self {
            id: Some(record.id.as_str().into()),
            resource_id: record.resource_id.as_str().into(),
            resource_arn: text(&record.resource_arn),
            severity: record.severity,
            title: record.title.as_str().into(),
            description: record.description.as_str().into(),
            source_tool: record.source_tool.as_str().into(),
            evidence: text(&record.evidence),
            remediation: text(&record.remediation),
            source_finding_id: text(&record.source_finding_id),
            compliance_frameworks: record
                .compliance_frameworks
                .iter()
                .map(|name| name.as_str().into())
                .collect(),
            cvss_score: record.cvss_score,
            detected_at: record.detected_at,
            is_suppressed: record.is_suppressed,
            extra: "".into(),
        }
    }
}

fn derived_id(row: &FindingRow<'_>, index: usize) -> String {
    let source_id = row.source_finding_id.as_deref().unwrap_or("");
    content_id(
        "finding",
        &[&row.source_tool, source_id, &row.resource_id, &row.title, &index.to_string()],
    )
}
