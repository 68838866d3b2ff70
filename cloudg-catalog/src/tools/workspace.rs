//! What is loaded, loading, and comparing.

mod args;
pub(crate) mod diff_reply;
pub(crate) mod replies;
mod tools;
