//! Parses options, parameters and fields into the [model](crate::model).

mod common;
mod completion;
mod docs;
mod field;
mod parameters;
mod plugins;
mod prompt;
mod resource;
mod settings;
mod shape;
mod structure;
mod text;
mod tool;

pub(crate) use plugins::parse_plugins;
pub(crate) use prompt::parse_prompt;
pub(crate) use resource::parse_resource;
pub(crate) use shape::{last_segment, only_argument};
pub(crate) use structure::parse_args;
pub(crate) use tool::parse_tool;
