//! What the benches have in common: an estate as text, read into a dataset.

use std::sync::Arc;

use cloudg_catalog::{
    dataset::{Dataset, FindingSet, Identity, Inventory},
    load::{
        Progress,
        document::{self, Document, Sections},
    },
    model::Timestamp,
};

/// Sizes in assets.
pub(crate) const SIZES: [usize; 3] = [1_000, 10_000, 100_000];

/// Reads a report.
pub(crate) fn read(text: &str, now: Timestamp) -> Document {
    document::read(&mut text.as_bytes(), Sections::REPORT, now, &Progress::default())
        .expect("the estate is made for this")
        .0
}

/// A dataset with no view built.
pub(crate) fn dataset(document: Document) -> Dataset {
    let identity = Identity {
        name: "bench".into(),
        kind: "report".into(),
        source: "bench".into(),
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
