//! What each command does.

mod arguments;
pub(crate) mod call;
mod calling;
pub(crate) mod catalog;
pub(crate) mod completions;
pub(crate) mod config;
mod describe;
pub(crate) mod export;
mod failure;
mod listing;
pub(crate) mod load_check;
mod loading;
pub(crate) mod new;
mod picture;
pub(crate) mod prompts;
pub(crate) mod query;
mod refusal;
pub(crate) mod resources;
mod schema;
pub(crate) mod serve;
mod setup;
pub(crate) mod tools;

pub(crate) use failure::Failure;
