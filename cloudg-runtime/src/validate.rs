//! The one validator of arguments: driven by the JSON Schema, coercing, reporting every problem.
//!
//! A schema is compiled once into nodes; validation then walks the value, changes it in place to
//! the declared types, fills defaults in, and collects problems in a defined order: declared
//! arguments as declared, each with its nested problems in element order, then unknown keys in
//! the order received.

mod check;
mod coerce;
mod compile;
mod node;
mod problem;

use serde_json::{Map, Value};

pub(crate) use self::problem::to_error;
use self::{check::Check, compile::compile, node::Program};
pub use self::{compile::SchemaError, problem::Problem};
use crate::{ToolError, spec::ArgumentMap};

/// Deepest nesting of values that is followed.
pub const MAX_DEPTH: usize = 128;
/// Most problems reported for one call; a last one counts the rest.
pub const MAX_PROBLEMS: usize = 1000;

/// A compiled argument schema.
pub struct Validator {
    program: Program,
}

impl Validator {
    /// Compiles `schema`. A keyword that would not be enforced is an error, so that no declared
    /// constraint is silently ignored.
    pub fn compile(schema: &Value) -> Result<Self, SchemaError> {
        Ok(Self { program: compile(schema)? })
    }

    /// The arguments with defaults filled in and values coerced, declared keys first in declared
    /// order; or every problem. Missing and `null` arguments are `{}`.
    pub fn check(&self, arguments: Option<Value>) -> Result<ArgumentMap, Vec<Problem>> {
        let mut value = match arguments {
            None | Some(Value::Null) => Value::Object(Map::new()),
            Some(given) => given,
        };
        let mut check = Check::new(&self.program);
        check.root(&mut value);
        let problems = check.finish();
        match value {
            Value::Object(map) if problems.is_empty() => Ok(map),
            _ => Err(problems),
        }
    }

    /// Like [`Validator::check`], with the problems as one error for the caller.
    pub fn validate(&self, arguments: Option<Value>) -> Result<ArgumentMap, ToolError> {
        self.check(arguments).map_err(|problems| to_error(&problems))
    }
}

#[cfg(test)]
mod tests;
