//! Findings and compliance results as loaders and scanners produce them.

use super::{Severity, Timestamp};

/// A finding before it is stored in a dataset.
#[derive(Debug, Clone, PartialEq)]
pub struct FindingRecord {
    /// Identifier, derived from content when the source has none.
    pub id: String,
    /// The resource as the scanner names it; may be empty.
    pub resource_id: String,
    /// ARN or cloud resource id, if given.
    pub resource_arn: Option<String>,
    /// How bad.
    pub severity: Severity,
    /// One line.
    pub title: String,
    /// Full text.
    pub description: String,
    /// Scanner, or several joined with comma and space.
    pub source_tool: String,
    /// What the scanner saw.
    pub evidence: Option<String>,
    /// What to do.
    pub remediation: Option<String>,
    /// Identifier in the scanner.
    pub source_finding_id: Option<String>,
    /// Framework names; repeats kept.
    pub compliance_frameworks: Vec<String>,
    /// CVSS base score, 0 to 10.
    pub cvss_score: Option<f64>,
    /// When it was seen.
    pub detected_at: Timestamp,
    /// Whether somebody accepted it.
    pub is_suppressed: bool,
}

/// The state of a control.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ComplianceStatus {
    /// The control holds.
    Pass,
    /// The control does not hold.
    Fail,
    /// Does not apply here.
    NotApplicable,
    /// A person has to look.
    Manual,
}

impl ComplianceStatus {
    /// Every state, in listing order.
    pub const ALL: [Self; 4] = [Self::Pass, Self::Fail, Self::NotApplicable, Self::Manual];

    /// The name in files and on the wire.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Pass => "PASS",
            Self::Fail => "FAIL",
            Self::NotApplicable => "NOT_APPLICABLE",
            Self::Manual => "MANUAL",
        }
    }

    /// The status with exactly this name.
    pub fn from_name(name: &str) -> Option<Self> {
        [Self::Pass, Self::Fail, Self::NotApplicable, Self::Manual]
            .into_iter()
            .find(|status| status.as_str() == name)
    }
}

/// The result of one control.
#[derive(Debug, Clone, PartialEq)]
pub struct ComplianceRecord {
    /// Identifier, derived from content when the source has none.
    pub id: String,
    /// Framework name.
    pub framework: String,
    /// Control identifier.
    pub control_id: String,
    /// Control title.
    pub control_title: Option<String>,
    /// State.
    pub status: ComplianceStatus,
    /// Findings that make it fail.
    pub finding_ids: Vec<String>,
    /// Resource it is about.
    pub resource_arn: Option<String>,
    /// What else the source says, the text of a JSON object; empty for nothing.
    pub extra: Box<str>,
}
