//! Edges.

use serde_json::{Map, Value};

use super::check::{self, FieldError, Fields};
use crate::model::{EdgeType, coerce};

/// Declared keys; everything else is kept as it is.
const KNOWN: [&str; 12] = [
    "id",
    "source_id",
    "target_id",
    "edge_type",
    "ports",
    "port_range",
    "protocol",
    "cidr",
    "direction",
    "description",
    "relationship",
    "properties",
];

/// An edge as a file gives it.
#[derive(Debug, Clone, PartialEq)]
pub struct EdgeRecord {
    /// Identifier; `None` when the file gives none.
    pub id: Option<String>,
    /// Identifier of an asset, or a placeholder: a CIDR, a service tag, `*`, something external.
    pub source_id: String,
    /// As `source_id`.
    pub target_id: String,
    /// How the two are connected.
    pub edge_type: EdgeType,
    /// Single ports, unchecked.
    pub ports: Vec<i64>,
    /// Ports as text: one, a range, several, `*`.
    pub port_range: Option<String>,
    /// Protocol name or number.
    pub protocol: Option<String>,
    /// Address range the rule is about.
    pub cidr: Option<String>,
    /// Free text, usually `ingress` (the default) or `egress`.
    pub direction: String,
    /// Free text.
    pub description: Option<String>,
    /// What the edge means; usually the name of a [`RelationType`](crate::model::RelationType).
    pub relationship: Option<String>,
    /// More about the edge.
    pub properties: Map<String, Value>,
    /// Keys that the model does not declare.
    pub extra: Map<String, Value>,
}

/// Reads an edge.
///
/// # Errors
/// Every field that does not fit, in declaration order.
pub fn check_edge(value: &Value) -> Result<EdgeRecord, Vec<FieldError>> {
    let mut fields = Fields::of(value)?;
    let id = fields.optional("id", coerce::string);
    let source_id = fields.required("source_id", coerce::string);
    let target_id = fields.required("target_id", coerce::string);
    let edge_type = fields.required("edge_type", |v| coerce::enumerated(EdgeType::from_name, v));
    let ports = fields.optional("ports", |v| check::list_of(coerce::integer, v));
    let port_range = fields.nullable("port_range", coerce::string);
    let protocol = fields.nullable("protocol", coerce::string);
    let cidr = fields.nullable("cidr", coerce::string);
    let direction = fields.optional("direction", coerce::string);
    let description = fields.nullable("description", coerce::string);
    let relationship = fields.nullable("relationship", coerce::string);
    let properties = fields.optional("properties", check::object);
    let extra = fields.extra(&KNOWN);
    fields.finish(|| {
        Some(EdgeRecord {
            id,
            source_id: source_id?,
            target_id: target_id?,
            edge_type: edge_type?,
            ports: ports.unwrap_or_default(),
            port_range,
            protocol,
            cidr,
            direction: direction.unwrap_or_else(|| "ingress".to_owned()),
            description,
            relationship,
            properties: properties.unwrap_or_default(),
            extra,
        })
    })
}
