//! The edges of a dataset, column by column.

use fixedbitset::FixedBitSet;

use super::{
    assets::content_id,
    rows::EdgeRow,
    sparse::SparseText,
    symbols::{Symbol, Symbols},
    text_column::{PushBit, TextColumn},
};
use crate::{model::EdgeType, text::raw};

/// Edges in file order. Endpoints are symbols; [`super::Nodes`] says which of them are assets.
#[derive(Debug, Clone, Default)]
pub struct Edges {
    ids: TextColumn,
    sources: Vec<Symbol>,
    targets: Vec<Symbol>,
    types: Vec<EdgeType>,
    port_ends: Vec<u32>,
    ports: Vec<i64>,
    details: Vec<Details>,
    properties: SparseText,
    extra: SparseText,
    hierarchy: FixedBitSet,
    endpoints: Symbols,
    symbols: Symbols,
}

/// The optional texts of an edge: few distinct values, read together.
#[derive(Debug, Clone, Copy)]
struct Details {
    port_range: Symbol,
    protocol: Symbol,
    cidr: Symbol,
    direction: Symbol,
    description: Symbol,
    relationship: Symbol,
}

impl Edges {
    /// Appends an edge.
    pub fn push(&mut self, row: &EdgeRow<'_>) {
        let index = self.len();
        match row.id.as_deref() {
            Some(id) => self.ids.push(id),
            None => self.ids.push(&derived_id(row, index)),
        }
        self.sources.push(self.endpoints.intern(&row.source));
        self.targets.push(self.endpoints.intern(&row.target));
        self.types.push(row.edge_type);
        self.ports.extend_from_slice(&row.ports);
        self.port_ends.push(self.ports.len() as u32);
        let symbols = &mut self.symbols;
        self.details.push(Details {
            port_range: symbols.intern_optional(row.port_range.as_deref()),
            protocol: symbols.intern_optional(row.protocol.as_deref()),
            cidr: symbols.intern_optional(row.cidr.as_deref()),
            direction: symbols.intern(&row.direction),
            description: symbols.intern_optional(row.description.as_deref()),
            relationship: symbols.intern_optional(row.relationship.as_deref()),
        });
        self.properties.push(index, &row.properties);
        self.extra.push(index, &row.extra);
        self.hierarchy.grow_and_insert_if(index, is_hierarchy(&row.properties));
    }

    /// Number of edges.
    pub fn len(&self) -> usize {
        self.types.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.types.is_empty()
    }

    /// Identifier.
    pub fn id(&self, edge: usize) -> &str {
        self.ids.get(edge)
    }

    /// Source as a symbol of [`Edges::endpoints`].
    pub fn source(&self, edge: usize) -> Symbol {
        self.sources[edge]
    }

    /// Target as a symbol of [`Edges::endpoints`].
    pub fn target(&self, edge: usize) -> Symbol {
        self.targets[edge]
    }

    /// The texts of all endpoints: asset ids and placeholders.
    pub fn endpoints(&self) -> &Symbols {
        &self.endpoints
    }

    /// Type.
    pub fn edge_type(&self, edge: usize) -> EdgeType {
        self.types[edge]
    }

    /// Explicit ports.
    pub fn ports(&self, edge: usize) -> &[i64] {
        let start = if edge == 0 { 0 } else { self.port_ends[edge - 1] as usize };
        &self.ports[start..self.port_ends[edge] as usize]
    }

    /// Port range as written.
    pub fn port_range(&self, edge: usize) -> Option<&str> {
        self.symbols.get_optional(self.details[edge].port_range)
    }

    /// Protocol.
    pub fn protocol(&self, edge: usize) -> Option<&str> {
        self.symbols.get_optional(self.details[edge].protocol)
    }

    /// Port range and protocol as symbols, to tell edges apart that say the same.
    pub fn port_texts(&self, edge: usize) -> (Symbol, Symbol) {
        let details = self.details[edge];
        (details.port_range, details.protocol)
    }

    /// CIDR or service tag.
    pub fn cidr(&self, edge: usize) -> Option<&str> {
        self.symbols.get_optional(self.details[edge].cidr)
    }

    /// `ingress` or `egress`, free text.
    pub fn direction(&self, edge: usize) -> &str {
        self.symbols.get(self.details[edge].direction)
    }

    /// Free text.
    pub fn description(&self, edge: usize) -> Option<&str> {
        self.symbols.get_optional(self.details[edge].description)
    }

    /// Semantic relationship.
    pub fn relationship(&self, edge: usize) -> Option<&str> {
        self.symbols.get_optional(self.details[edge].relationship)
    }

    /// JSON text of the properties object; empty for an empty object.
    pub fn properties(&self, edge: usize) -> &str {
        self.properties.get(edge)
    }

    /// JSON text of an object with the keys the model does not know; empty for none.
    pub fn extra(&self, edge: usize) -> &str {
        self.extra.get(edge)
    }

    /// Whether the edge says how an organisation or account contains its parts.
    pub fn is_hierarchy(&self, edge: usize) -> bool {
        self.hierarchy.contains(edge)
    }
}

fn derived_id(row: &EdgeRow<'_>, index: usize) -> String {
    content_id("edge", &[&row.source, &row.target, row.edge_type.as_str(), &index.to_string()])
}

/// Truthy `hierarchy` of a properties object.
fn is_hierarchy(properties: &str) -> bool {
    // The text search spares parsing where the key cannot be.
    properties.contains("hierarchy")
        && raw::parse(properties).get("hierarchy").is_some_and(raw::is_truthy)
}
