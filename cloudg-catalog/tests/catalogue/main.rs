//! The catalogue from outside: what loads as what, what the tools are called and answer, and what
//! must hold for any sequence of calls.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod call_results;
mod definitions;
mod diffs;
mod loads;
mod paging;
mod references;
mod support;
mod workspace;
