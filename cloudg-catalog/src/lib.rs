//! Cloud inventory and findings behind the Model Context Protocol.
//!
//! [`load`] reads files into a [`dataset`], [`graph`] is how its assets are related, [`workspace`]
//! holds datasets under names, [`analysis`] answers questions about one, and [`tools`] offers the
//! analyses to clients. [`App`] is the program around them.

pub mod analysis;
mod app;
mod cli;
mod commands;
pub mod compliance;
pub mod dataset;
pub mod export;
pub mod graph;
pub mod listing;
pub mod load;
pub mod model;
pub mod ontology;
mod output;
mod prompts;
pub mod render;
mod resources;
pub mod sample;
pub mod text;
pub mod tools;
pub mod workspace;

pub use app::App;

/// What a model reads before it sees any tool.
pub const INSTRUCTIONS: &str = include_str!("instructions.txt");
