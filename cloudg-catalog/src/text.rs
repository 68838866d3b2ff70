//! Text rules that every tool shares.

pub mod arn;
pub mod cursor;
pub mod enum_arg;
pub mod fold;
pub mod fuzzy;
pub mod json;
pub mod json_text;
pub mod names;
pub mod near;
pub mod projection;
pub mod raw;
pub mod round;
pub mod sort_key;
pub mod uri;

#[cfg(test)]
pub(crate) mod vectors;
