//! The protocol from outside: raw lines in, raw lines out.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod calls;
mod client;
mod http;
mod malformed;
mod primitives;
mod robust;
mod sessions;
mod support;
