//! Parses options, parameters and fields into the [model](crate::model).

mod common;
mod completion;
mod docs;
mod field;
mod icons;
mod json;
mod label;
mod labelled;
mod parameters;
mod plugins;
mod prompt;
mod resource;
mod serde;
mod settings;
mod shape;
mod structure;
mod text;
mod tool;
mod transforms;

pub(crate) use labelled::parse_labelled;
pub(crate) use plugins::parse_plugins;
pub(crate) use prompt::parse_prompt;
pub(crate) use resource::parse_resource;
pub(crate) use shape::{arguments, behind, last_segment, only_argument, shape_of};
pub(crate) use structure::parse_args;
pub(crate) use tool::parse_tool;
