//! Frameworks, their controls, and what is missing.

mod args;
pub(crate) mod replies;
mod tools;
