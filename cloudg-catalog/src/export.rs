//! What is known, in the formats of other programs.
//!
//! The formats of graphs are functions of the graph and the part to draw; Terraform configurations
//! are made of assets, files for retrieval of pieces of text. All write what the collector found as it is, escaped as the format demands.

mod cytoscape;
mod d3;
mod graphml;
pub mod rag_chunks;
pub mod report;
mod rows;
pub mod terraform;

pub use cytoscape::{Cytoscape, cytoscape};
pub use d3::{D3, d3};
pub use graphml::graphml;

/// What stands for the type and provider of a node that is no asset.
const EXTERNAL: &str = "EXTERNAL";

#[cfg(test)]
mod tests;
