//! Cloud inventory and findings behind the Model Context Protocol.
//!
//! [`load`] reads files into a [`dataset`], [`workspace`] holds datasets under names, [`analysis`]
//! answers questions about one, and [`tools`] offers the analyses to clients.

pub mod analysis;
pub mod compliance;
pub mod dataset;
pub mod load;
pub mod model;
pub mod sample;
pub mod text;
pub mod tools;
pub mod workspace;

/// What a model reads before it sees any tool.
pub const INSTRUCTIONS: &str = include_str!("instructions.txt");
