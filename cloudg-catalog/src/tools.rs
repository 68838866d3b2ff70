//! The tools: each decodes its arguments, asks an analysis, and shapes the answer.

mod args;
pub(crate) mod briefs;
pub(crate) mod compliance;
pub(crate) mod dataset_views;
pub(crate) mod errors;
mod export;
mod findings;
mod graph;
mod inventory;
pub(crate) mod meta;
mod ontology;
mod paging;
mod progress;
pub(crate) mod workspace;
