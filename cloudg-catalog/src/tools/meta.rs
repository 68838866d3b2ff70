//! What this server can do, and what its vocabulary means.

mod args;
mod capabilities;
pub(crate) mod replies;
pub(crate) mod schema;
mod tools;
