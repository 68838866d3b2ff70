//! Which views of a dataset have been used.

use std::sync::atomic::{AtomicU8, Ordering};

/// A view that listings report on, in the order in which they report.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum View {
    /// Relationship graph.
    Graph = 1 << 0,
    /// Dependency graph.
    DependencyGraph = 1 << 1,
    /// Ontology.
    Ontology = 1 << 2,
    /// Centrality scores.
    Centrality = 1 << 3,
    /// Text chunks of entities.
    RagEntity = 1 << 4,
}

impl View {
    /// All views with their names in listings.
    pub const ALL: [(Self, &'static str); 5] = [
        (Self::Graph, "graph"),
        (Self::DependencyGraph, "dependency_graph"),
        (Self::Ontology, "ontology"),
        (Self::Centrality, "centrality"),
        (Self::RagEntity, "rag_entity"),
    ];
}

/// Flags of used views; set by readers, hence atomic.
#[derive(Debug, Default)]
pub struct Usage(AtomicU8);

impl Usage {
    /// Notes that a view exists now.
    pub fn mark(&self, view: View) {
        self.0.fetch_or(view as u8, Ordering::Relaxed);
    }

    /// Whether a view exists.
    pub fn has(&self, view: View) -> bool {
        self.0.load(Ordering::Relaxed) & view as u8 != 0
    }

    /// The flags of the next version after findings changed: views of assets and edges stay.
    pub(super) fn after_findings_changed(&self) -> Self {
        let kept = View::Graph as u8 | View::DependencyGraph as u8 | View::Centrality as u8;
        Self(AtomicU8::new(self.0.load(Ordering::Relaxed) & kept))
    }
}
