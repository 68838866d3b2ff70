//! Findings and what people decide about them.

mod args;
mod replies;
mod tools;
