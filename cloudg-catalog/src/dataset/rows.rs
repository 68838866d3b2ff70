//! Rows as loaders hand them over, before they become columns.

use std::borrow::Cow;

use crate::model::{AssetType, EdgeType, Provider, Severity, Timestamp};

/// One asset.
#[derive(Debug, Clone)]
pub struct AssetRow<'a> {
    /// Identifier; derived from content and position when the file has none.
    pub id: Option<Cow<'a, str>>,
    /// ARN or cloud resource id.
    pub arn: Option<Cow<'a, str>>,
    /// Display name.
    pub name: Cow<'a, str>,
    /// Type.
    pub asset_type: AssetType,
    /// Cloud.
    pub provider: Provider,
    /// Region or `global`.
    pub region: Cow<'a, str>,
    /// Account, subscription or project.
    pub account_id: Option<Cow<'a, str>>,
    /// Tags in file order, keys distinct.
    pub tags: Vec<(Cow<'a, str>, Cow<'a, str>)>,
    /// JSON text of the metadata object; empty for an empty object.
    pub metadata: Cow<'a, str>,
    /// JSON text of an object with the keys the model does not know; empty for none.
    pub extra: Cow<'a, str>,
    /// When it was collected.
    pub collected_at: Timestamp,
    /// Flag of the collector.
    pub is_internet_exposed: bool,
}

/// One edge.
#[derive(Debug, Clone)]
pub struct EdgeRow<'a> {
    /// Identifier; derived from content and position when the file has none.
    pub id: Option<Cow<'a, str>>,
    /// Asset id or placeholder.
    pub source: Cow<'a, str>,
    /// Asset id or placeholder.
    pub target: Cow<'a, str>,
    /// Type.
    pub edge_type: EdgeType,
    /// Explicit ports.
    pub ports: Vec<i64>,
    /// Port range as written.
    pub port_range: Option<Cow<'a, str>>,
    /// Protocol.
    pub protocol: Option<Cow<'a, str>>,
    /// CIDR or service tag.
    pub cidr: Option<Cow<'a, str>>,
    /// `ingress` or `egress`, free text.
    pub direction: Cow<'a, str>,
    /// Free text.
    pub description: Option<Cow<'a, str>>,
    /// Semantic relationship.
    pub relationship: Option<Cow<'a, str>>,
    /// JSON text of the properties object; empty for an empty object.
    pub properties: Cow<'a, str>,
    /// JSON text of an object with the keys the model does not know; empty for none.
    pub extra: Cow<'a, str>,
}

/// One finding.
#[derive(Debug, Clone)]
pub struct FindingRow<'a> {
    /// Identifier; derived from content and position when the file has none.
    pub id: Option<Cow<'a, str>>,
    /// The resource as the scanner names it.
    pub resource_id: Cow<'a, str>,
    /// ARN or cloud resource id.
    pub resource_arn: Option<Cow<'a, str>>,
    /// How bad.
    pub severity: Severity,
    /// One line.
    pub title: Cow<'a, str>,
    /// Full text.
    pub description: Cow<'a, str>,
    /// Scanner.
    pub source_tool: Cow<'a, str>,
    /// What the scanner saw.
    pub evidence: Option<Cow<'a, str>>,
    /// What to do.
    pub remediation: Option<Cow<'a, str>>,
    /// Identifier in the scanner.
    pub source_finding_id: Option<Cow<'a, str>>,
    /// Framework names, repeats kept.
    pub compliance_frameworks: Vec<Cow<'a, str>>,
    /// CVSS base score, 0 to 10.
    pub cvss_score: Option<f64>,
    /// When it was seen.
    pub detected_at: Timestamp,
    /// Whether somebody accepted it.
    pub is_suppressed: bool,
    /// JSON text of an object with the keys the model does not know; empty for none.
    pub extra: Cow<'a, str>,
}
