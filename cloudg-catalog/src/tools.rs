//! The tools: each decodes its arguments, asks an analysis, and shapes the answer.

mod args;
mod briefs;
mod dataset_views;
mod errors;
mod findings;
mod inventory;
mod paging;
mod workspace;

/// Categories of tools, in the order in which a client sees them.
pub const CATEGORIES: [&str; 3] = ["workspace", "inventory", "findings"];
