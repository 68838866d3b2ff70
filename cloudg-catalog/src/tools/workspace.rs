//! What is loaded, loading, and comparing.

mod args;
mod diff_reply;
mod replies;
mod tools;
