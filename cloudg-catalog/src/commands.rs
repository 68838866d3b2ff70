//! What each command does.

pub(crate) mod call;
pub(crate) mod completions;
mod failure;
pub(crate) mod load_check;
mod loading;
pub(crate) mod serve;
mod setup;
pub(crate) mod tools;
