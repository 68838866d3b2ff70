//! The catalogue from outside: what loads as what, what the tools are called and answer, and what
//! must hold for any sequence of calls.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod call_results;
mod compliance;
mod definitions;
mod diffs;
mod exports;
mod findings;
mod graph;
mod graph_corners;
mod labels;
mod loads;
mod lock;
mod ontology;
mod paging;
mod prompts;
mod references;
mod resources;
mod search;
mod support;
mod terraform;
mod workspace;
