//! The built binary as its users meet it: the transcripts of the documentation, the command line,
//! a session over standard input and output, and snapshots of what it answers.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod binary;
mod catalog;
mod cli;
mod config;
mod pictures;
mod plugin;
mod query_export;
mod readme;
mod snapshots;
mod stdio;
mod tool_pages;
