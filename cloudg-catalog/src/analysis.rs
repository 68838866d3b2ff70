//! One module for each question. Pure functions of a dataset and a query: no JSON in, no clock, no
//! file; the same answer every time, in a defined order.

pub mod accounts;
pub mod asset_counts;
pub mod asset_detail;
pub mod asset_metadata;
pub mod asset_search;
pub mod asset_types;
pub mod attack_paths;
pub mod blast_radius;
pub mod centrality;
pub mod compliance_gaps;
pub mod compliance_summary;
pub mod control_list;
pub mod control_status;
pub mod coverage;
pub mod cross_account;
pub mod crown_jewels;
pub mod dependency_tree;
pub mod diff;
pub mod edge_search;
pub mod find_paths;
pub mod finding_detail;
pub mod finding_search;
pub mod findings_summary;
pub mod framework_detail;
pub mod frameworks;
pub mod graph_stats;
pub mod internet_exposure;
pub mod largest_blast_radius;
pub mod lateral_movement;
pub(crate) mod measures;
pub mod neighborhood;
pub mod ontology_neighbourhood;
pub mod ontology_stats;
pub mod paths;
pub mod rag_chunks;
pub mod reachability;
pub mod reachability_findings;
pub mod regions;
pub mod relation_rows;
pub mod security_coverage;
pub mod shared_dependencies;
pub mod subgraph;
pub mod suppression;
pub mod tags;
pub mod top_risks;
pub mod topology;

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
pub(crate) mod tests {
    //! What the tests of several questions share.

    use std::sync::Arc;

    use serde_json::Value;

    use crate::{
        dataset::{Dataset, FindingSet, Identity, Inventory},
        load::{
            Progress,
            document::{self, Sections},
        },
        model::Timestamp,
    };

    /// The dataset of a report.
    pub(crate) fn dataset_of(document: &Value) -> Dataset {
        let text = document.to_string();
        let now = Timestamp { local_micros: 0, offset_minutes: None };
        let progress = Progress::default();
        let (document, _) =
            document::read(&mut text.as_bytes(), Sections::REPORT, now, &progress).unwrap();
        let identity = Identity {
            name: "test".into(),
            kind: "report".into(),
            source: "test".into(),
            loaded_at: String::new(),
            version: 0,
            instance: String::new(),
        };
        Dataset::new(
            identity,
            Arc::new(Inventory::new(document.assets, document.edges)),
            Arc::new(FindingSet::new(document.findings, document.suppressed, document.compliance)),
            Arc::new(document.background),
        )
    }
}
