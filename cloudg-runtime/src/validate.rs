//! The one validator of arguments: driven by the JSON Schema, coercing, reporting every problem.
//!
//! A schema is compiled once into nodes; validation then walks the value, changes it in place to
//! the declared types, fills defaults in, and collects problems in a defined order: declared
//! arguments as declared, each with its nested problems in element order, then unknown keys in
//! the order received.

mod check;
mod coerce;
mod compile;
mod near;
mod node;
mod problem;

use serde_json::{Map, Value};

pub(crate) use self::problem::to_error;
use self::{check::Check, compile::compile, node::Program};
pub use self::{compile::SchemaError, problem::Problem};
use crate::{ToolError, spec::ArgumentMap};

/// Deepest nesting of values that is followed.
///
/// ```
/// use cloudg_runtime::{MAX_DEPTH, Validator};
/// use serde_json::json;
///
/// let lists = json!({"items": {"$ref": "#/$defs/Lists"}, "type": "array"});
/// let properties = json!({"all": {"$ref": "#/$defs/Lists"}});
/// let schema = json!({"$defs": {"Lists": lists}, "properties": properties, "type": "object"});
/// let validator = Validator::compile(&schema)?;
/// let nested = |levels| (0..levels).fold(json!([]), |inner, _| json!([inner]));
/// assert!(validator.check(Some(json!({"all": nested(MAX_DEPTH / 4)}))).is_ok());
/// assert!(validator.check(Some(json!({"all": nested(MAX_DEPTH * 2)}))).is_err());
/// # Ok::<(), cloudg_runtime::SchemaError>(())
/// ```
pub const MAX_DEPTH: usize = 128;
/// Most problems reported for one call; a last one counts the rest.
///
/// ```
/// use cloudg_runtime::{MAX_PROBLEMS, Validator};
/// use serde_json::json;
///
/// let items = json!({"items": {"type": "integer"}, "type": "array"});
/// let validator = Validator::compile(&json!({"properties": {"all": items}, "type": "object"}))?;
/// let problems = validator.check(Some(json!({"all": vec!["x"; 5000]})));
/// assert!(problems.is_err_and(|problems| problems.len() <= MAX_PROBLEMS + 1));
/// # Ok::<(), cloudg_runtime::SchemaError>(())
/// ```
pub const MAX_PROBLEMS: usize = 1000;

/// A compiled argument schema.
///
/// ```
/// use cloudg_runtime::Validator;
/// use serde_json::json;
///
/// let top = json!({"default": 5, "maximum": 9, "type": "integer"});
/// let validator = Validator::compile(
///     &json!({"additionalProperties": false, "properties": {"top": top}, "type": "object"}),
/// )?;
/// assert_eq!(validator.check(None), Ok([("top".to_owned(), json!(5))].into_iter().collect()));
/// let problems = validator.check(Some(json!({"top": 10, "bottom": 1}))).expect_err("two mistakes");
/// assert_eq!(problems.iter().map(|one| one.loc.as_str()).collect::<Vec<_>>(), ["top", "bottom"]);
/// # Ok::<(), cloudg_runtime::SchemaError>(())
/// ```
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

    /// The first argument whose default the schema itself refuses, and why.
    pub(crate) fn unfit_default(&self, schema: &Map<String, Value>) -> Option<(String, String)> {
        let arguments = schema.get("properties")?.as_object()?;
        arguments.iter().find_map(|(name, argument)| {
            let alone = Map::from_iter([(name.clone(), argument.get("default")?.clone())]);
            let problems = self.check(Some(Value::Object(alone))).err()?;
            // The others are not given, and may be required.
            let own = |problem: &Problem| problem.loc.split('.').next() == Some(name);
            let problem = problems.into_iter().find(own)?;
            Some((name.clone(), problem.msg))
        })
    }

    /// Like [`Validator::check`], with the problems as one error for the caller.
    pub fn validate(&self, arguments: Option<Value>) -> Result<ArgumentMap, ToolError> {
        self.check(arguments).map_err(|problems| to_error(&problems))
    }
}

#[cfg(test)]
mod tests;
