//! The records of an inventory and its findings, as they are read and before they are stored.

mod asset_type;
pub mod coerce;
mod edge_type;
mod finding;
mod name_index;
mod provider;
pub mod record;
mod relation_type;
mod severity;
mod timestamp;
pub mod type_facts;

pub use asset_type::AssetType;
pub use edge_type::{Dependency, EdgeGroup, EdgeType};
pub use finding::{ComplianceRecord, ComplianceStatus, FindingRecord};
pub use provider::Provider;
pub use record::{AssetRecord, CoverageRecord, EdgeRecord, ServiceCoverage, ServiceStatus};
pub use relation_type::{RelationGroup, RelationType};
pub use severity::Severity;
pub use timestamp::Timestamp;
