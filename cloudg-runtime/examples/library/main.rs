//! The desk of a lending library, as a server: a whole application in four files.
//!
//! ```text
//! cargo run --example library                  # serves on standard input and output
//! cargo run --example library -- --http 8765   # serves http://127.0.0.1:8765/mcp
//! ```
//!
//! `shelf` is the library itself and knows nothing of the protocol. `tools` is what a client may
//! do with it, `texts` what it may read. `tests` asks both as a client does.

mod shelf;
mod texts;
mod tools;

use std::{error::Error, process::ExitCode};

use cloudg_runtime::{Layer, Registry, transport};

use shelf::Library;

/// In this order a client sees the tools.
const CATEGORIES: [&str; 2] = ["catalogue", "desk"];

const INSTRUCTIONS: &str = "\
A small lending library. Find a book with find_books, then lend it to a member with lend_book. \
What members may do is in library://rules.";

fn main() -> ExitCode {
    transport::run(|| layer(Library::with_first_books()))
}

/// The server over one library.
fn layer(library: Library) -> Result<Layer, Box<dyn Error>> {
    let layer = Layer::builder(Registry::collected(&CATEGORIES)?)
        .identity("library", env!("CARGO_PKG_VERSION"), "Lending library")
        .instructions(INSTRUCTIONS)
        .state(library)
        .build()?;
    Ok(layer)
}

#[cfg(test)]
mod tests;
