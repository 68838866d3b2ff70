//! What a collection covered.

use serde_json::Value;

use super::check::{self, FieldError, Fields};
use crate::model::{Timestamp, coerce};

/// How the collection of one service ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum ServiceStatus {
    /// All of it was read.
    Success,
    /// None of it was read.
    Failed,
    /// Some of it was read.
    Partial,
    /// It was left out.
    Skipped,
}

impl ServiceStatus {
    /// Every status, in listing order.
    pub const ALL: [Self; 4] = [Self::Success, Self::Failed, Self::Partial, Self::Skipped];

    /// The name in files and on the wire.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Success => "SUCCESS",
            Self::Failed => "FAILED",
            Self::Partial => "PARTIAL",
            Self::Skipped => "SKIPPED",
        }
    }

    /// The status with exactly this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|status| status.as_str() == name)
    }
}

/// One service in a collection.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ServiceCoverage {
    /// Name of the service.
    pub service: String,
    /// How it ended.
    pub status: ServiceStatus,
    /// Assets that were read; zero when the file does not say.
    pub asset_count: i64,
    /// What went wrong.
    pub error: Option<String>,
    /// How long it took.
    pub duration_ms: Option<i64>,
}

/// One run of a collector over a region of an account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CoverageRecord {
    /// Provider as the collector writes it.
    pub provider: String,
    /// Region, if the run was about one.
    pub region: Option<String>,
    /// Account, if the run was about one.
    pub account_id: Option<String>,
    /// When the run began.
    pub started_at: Timestamp,
    /// When it ended.
    pub completed_at: Option<Timestamp>,
    /// Its services, in the order of the file.
    pub services: Vec<ServiceCoverage>,
}

/// Reads a coverage record; `load_time` is when one without a start began. Unknown keys are
/// dropped.
///
/// # Errors
/// Every field that does not fit, in declaration order, services included.
pub fn check_coverage(
    value: &Value,
    load_time: Timestamp,
) -> Result<CoverageRecord, Vec<FieldError>> {
    let mut fields = Fields::of(value)?;
    let provider = fields.required("provider", coerce::string);
    let region = fields.nullable("region", coerce::string);
    let account_id = fields.nullable("account_id", coerce::string);
    let started_at = fields.optional("started_at", coerce::datetime);
    let completed_at = fields.nullable("completed_at", coerce::datetime);
    let services = fields.optional("services", |v| check::list_of(check_service, v));
    fields.finish(|| {
        Some(CoverageRecord {
            provider: provider?,
            region,
            account_id,
            started_at: started_at.unwrap_or(load_time),
            completed_at,
            services: services.unwrap_or_default(),
        })
    })
}

fn check_service(value: &Value) -> Result<ServiceCoverage, Vec<FieldError>> {
    let mut fields = Fields::of(value)?;
    let service = fields.required("service", coerce::string);
    let status = fields.required("status", |v| coerce::enumerated(ServiceStatus::from_name, v));
    let asset_count = fields.optional("asset_count", coerce::integer);
    let error = fields.nullable("error", coerce::string);
    let duration_ms = fields.nullable("duration_ms", coerce::integer);
    fields.finish(|| {
        Some(ServiceCoverage {
            service: service?,
            status: status?,
            asset_count: asset_count.unwrap_or(0),
            error,
            duration_ms,
        })
    })
}
