//! Findings and what people decide about them.

mod replies;
mod tools;
