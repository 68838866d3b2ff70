//! Assets and where they are.

mod args;
mod replies;
mod tools;
mod topology_reply;
