//! Severity of a finding.

/// How bad a finding is, least first, so that `max` is the worst.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Severity {
    /// Rank 0.
    Info,
    /// Rank 1.
    Low,
    /// Rank 2.
    Medium,
    /// Rank 3.
    High,
    /// Rank 4.
    Critical,
}

impl Severity {
    /// Worst first, the order in which severities are listed.
    pub const WORST_FIRST: [Self; 5] =
        [Self::Critical, Self::High, Self::Medium, Self::Low, Self::Info];

    /// The name in files and on the wire.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Info => "INFO",
            Self::Low => "LOW",
            Self::Medium => "MEDIUM",
            Self::High => "HIGH",
            Self::Critical => "CRITICAL",
        }
    }

    /// The severity with exactly this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::WORST_FIRST.into_iter().find(|severity| severity.as_str() == name)
    }

    /// Risk of a finding without a CVSS score, 0 to 10.
    pub const fn base_risk(self) -> f64 {
        match self {
            Self::Info => 0.5,
            Self::Low => 2.5,
            Self::Medium => 5.0,
            Self::High => 7.5,
            Self::Critical => 9.5,
        }
    }
}
