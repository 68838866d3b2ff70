//! Arguments of a tool: how they are described and decoded.
//!
//! `#[tool]` and `#[derive(Args)]` write calls to the types of this module. They hold no values of
//! a call but the [`Decoder`], which takes apart arguments that were validated before.

use std::borrow::Cow;

use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

use crate::{
    ToolError,
    schema::{hoist, sort_keys},
    spec::ArgumentMap,
};

/// One argument or one field of an [`Arguments`] struct.
///
/// ```
/// use cloudg_runtime::{ArgumentSchema, FieldSchema};
/// use serde_json::json;
///
/// let top = FieldSchema {
///     name: "top",
///     description: "Most groups.".into(),
///     default: None,
///     schema: json!({"type": "integer"}),
///     constraints: Vec::new(),
/// };
/// let mut schema = ArgumentSchema::default();
/// schema.field(top.minimum(1).maximum(9).or_default(5));
/// assert_eq!(
///     schema.into_schema()["properties"]["top"],
///     json!({"default": 5, "description": "Most groups.", "maximum": 9, "minimum": 1, "type": "integer"})
/// );
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct FieldSchema {
    /// Key on the wire.
    pub name: &'static str,
    /// From the doc comment; empty is left out.
    pub description: Cow<'static, str>,
    /// `None` is a required argument.
    pub default: Option<Value>,
    /// Schema of the type in normal form, constraints not yet applied.
    pub schema: Value,
    /// `minimum`, `maximum`, `minLength`, `maxLength`, `minItems`, `maxItems`, `pattern`, `enum`, ….
    pub constraints: Vec<(&'static str, Value)>,
}

impl FieldSchema {
    /// Makes the argument optional: `default` takes its place when it is missing.
    #[must_use]
    pub fn or_default(mut self, default: impl Into<Value>) -> Self {
        self.default = Some(default.into());
        self
    }

    /// Smallest value of a number.
    #[must_use]
    pub fn minimum(self, bound: impl Into<Value>) -> Self {
        self.constrain("minimum", bound)
    }

    /// Largest value of a number.
    #[must_use]
    pub fn maximum(self, bound: impl Into<Value>) -> Self {
        self.constrain("maximum", bound)
    }

    /// Shortest text in code points, or shortest list in items.
    #[must_use]
    pub fn shortest(self, bound: impl Into<Value>) -> Self {
        let key = if self.is_list() { "minItems" } else { "minLength" };
        self.constrain(key, bound)
    }

    /// Longest text in code points, or longest list in items.
    #[must_use]
    pub fn longest(self, bound: impl Into<Value>) -> Self {
        let key = if self.is_list() { "maxItems" } else { "maxLength" };
        self.constrain(key, bound)
    }

    /// Regular expression that a text matches.
    #[must_use]
    pub fn pattern(self, pattern: &'static str) -> Self {
        self.constrain("pattern", pattern)
    }

    fn constrain(mut self, key: &'static str, bound: impl Into<Value>) -> Self {
        self.constraints.push((key, bound.into()));
        self
    }

    fn is_list(&self) -> bool {
        value_branch(&self.schema).and_then(|branch| branch.get("type")) == Some(&json!("array"))
    }

    /// The schema of the property, in normal form but for `$defs`.
    fn into_property(self) -> Value {
        let Value::Object(mut property) = self.schema else { return self.schema };
        for (key, bound) in self.constraints {
            constrain(&mut property, key, bound);
        }
        if let Some(default) = self.default {
            property.insert("default".to_owned(), default);
        }
        if !self.description.is_empty() {
            property.insert("description".to_owned(), Value::from(self.description.into_owned()));
        }
        Value::Object(sort_keys(property))
    }
}

/// The schema that describes the value itself: the first branch of an optional one.
fn value_branch(schema: &Value) -> Option<&Map<String, Value>> {
    let object = schema.as_object()?;
    match object.get("anyOf") {
        Some(Value::Array(branches)) => branches.first()?.as_object(),
        _ => Some(object),
    }
}

/// Adds a constraint to the value itself: inside the first branch of an optional one.
fn constrain(property: &mut Map<String, Value>, key: &str, bound: Value) {
    if let Some(Value::Array(branches)) = property.get_mut("anyOf")
        && let Some(Value::Object(branch)) = branches.first_mut()
    {
        branch.insert(key.to_owned(), bound);
        *branch = sort_keys(std::mem::take(branch));
    } else {
        property.insert(key.to_owned(), bound);
    }
}

/// Collects fields in declaration order and renders the argument schema.
///
/// ```
/// use cloudg_runtime::{ArgumentSchema, Arguments, Args};
/// use serde_json::json;
///
/// #[derive(Args)]
/// struct Page {
///     limit: u32,
/// }
///
/// let mut schema = ArgumentSchema::default();
/// Page::describe(&mut schema);
/// assert_eq!(schema.fields()[0].name, "limit");
/// assert_eq!(schema.into_schema()["required"], json!(["limit"]));
/// # let _ = |page: Page| page.limit;
/// ```
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ArgumentSchema {
    fields: Vec<FieldSchema>,
}

impl ArgumentSchema {
    /// Appends a field. One with the name of an earlier field takes its place in the schema.
    pub fn field(&mut self, field: FieldSchema) {
        self.fields.push(field);
    }

    /// The fields in declaration order.
    pub fn fields(&self) -> &[FieldSchema] {
        &self.fields
    }

    /// The schema of the argument object: `$defs` (recursive types only), `additionalProperties`
    /// false, `properties` in declaration order, `required` (absent when empty), `type`.
    pub fn into_schema(self) -> Value {
        let mut definitions = Map::new();
        let mut properties = Map::new();
        let mut required = Vec::new();
        for field in self.fields {
            let name = field.name;
            if field.default.is_none() {
                required.push(Value::from(name));
            }
            let mut property = field.into_property();
            hoist(&mut property, &mut definitions);
            properties.insert(name.to_owned(), property);
        }
        let mut schema = Map::new();
        if !definitions.is_empty() {
            schema.insert("$defs".to_owned(), Value::Object(definitions));
        }
        schema.insert("additionalProperties".to_owned(), Value::Bool(false));
        schema.insert("properties".to_owned(), Value::Object(properties));
        if !required.is_empty() {
            schema.insert("required".to_owned(), Value::Array(required));
        }
        schema.insert("type".to_owned(), Value::from("object"));
        Value::Object(schema)
    }
}

/// Takes typed values out of validated arguments.
///
/// ```
/// use cloudg_runtime::{ArgumentMap, Decoder};
/// use serde_json::json;
///
/// let arguments = ArgumentMap::from_iter([("top".to_owned(), json!(5))]);
/// let mut decoder = Decoder::new(arguments);
/// assert_eq!(decoder.take::<u32>("top")?, 5);
/// assert_eq!(decoder.take::<Option<u32>>("top")?, None, "it was taken");
/// # Ok::<(), cloudg_runtime::ToolError>(())
/// ```
#[derive(Debug)]
pub struct Decoder {
    arguments: ArgumentMap,
}

impl Decoder {
    /// Starts with validated arguments.
    pub fn new(arguments: ArgumentMap) -> Self {
        Self { arguments }
    }

    /// The argument `name` as `T`; a missing one is read as null.
    ///
    /// # Errors
    /// [`ToolError`] with code -32602 when `T` refuses the value: a rule of the type that its
    /// schema does not tell. Serde's own text is not passed on, because it repeats values.
    pub fn take<T: DeserializeOwned>(&mut self, name: &'static str) -> Result<T, ToolError> {
        let value = self.arguments.remove(name).unwrap_or(Value::Null);
        serde_json::from_value(value).map_err(|_| refused(name))
    }
}

fn refused(name: &str) -> ToolError {
    let message = "Input should be valid for this argument";
    ToolError::invalid(format!("Invalid arguments: {name}: {message}"))
        .with_data(json!([{"loc": name, "msg": message, "type": "value_error"}]))
}

/// Wire names of arguments, known while compiling: a name given twice is refused there.
///
/// ```
/// use cloudg_runtime::{ArgumentName, Args, Arguments};
///
/// #[derive(Args)]
/// struct Page {
///     limit: u32,
///     #[arg(name = "after")]
///     cursor: String,
/// }
///
/// assert_eq!(Page::NAMES, [ArgumentName::One("limit"), ArgumentName::One("after")]);
/// # let _ = |page: Page| (page.limit, page.cursor);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ArgumentName {
    /// One argument.
    One(&'static str),
    /// The arguments of a flattened struct.
    Group(&'static [ArgumentName]),
}

/// A struct whose fields are arguments of a tool; derive it with `#[derive(Args)]`.
///
/// ```
/// use cloudg_runtime::{ArgumentMap, Args, Arguments, Decoder};
/// use serde_json::json;
///
/// #[derive(Args)]
/// struct Page {
///     /// Most entries.
///     #[arg(default = 50, range = 1..=500)]
///     limit: u32,
/// }
///
/// let arguments = ArgumentMap::from_iter([("limit".to_owned(), json!(7))]);
/// assert_eq!(Page::decode(&mut Decoder::new(arguments))?.limit, 7);
/// # Ok::<(), cloudg_runtime::ToolError>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a struct of arguments",
    label = "no `Args` derived for this type",
    note = "`#[args]` flattens a struct with `#[derive(cloudg_runtime::Args)]`; for one nested argument leave `#[args]` out"
)]
pub trait Arguments: Sized {
    /// Wire names of the fields in declaration order.
    const NAMES: &'static [ArgumentName];

    /// Appends the fields in declaration order.
    fn describe(schema: &mut ArgumentSchema);

    /// Takes the fields.
    ///
    /// # Errors
    /// As [`Decoder::take`], for the first field that is refused.
    fn decode(arguments: &mut Decoder) -> Result<Self, ToolError>;
}

#[cfg(test)]
mod tests {
    use schemars::JsonSchema;
    use serde::Deserialize;

    use super::*;
    use crate::__private::Argument;

    #[track_caller]
    fn check(field: FieldSchema, expect: &str) {
        assert_eq!(field.into_property().to_string(), expect);
    }

    #[test]
    fn constraints_stand_with_the_value() {
        check(
            <Option<u32> as Argument>::field("top", "Most.").minimum(1).maximum(9).or_default(5),
            r#"{"anyOf":[{"maximum":9,"minimum":1,"type":"integer"},{"type":"null"}],"default":5,"description":"Most."}"#,
        );
        check(
            <String as Argument>::field("name", "").shortest(1).longest(3).pattern("^a"),
            r#"{"maxLength":3,"minLength":1,"pattern":"^a","type":"string"}"#,
        );
        check(
            <Option<Vec<String>> as Argument>::field("ids", "").shortest(1).longest(3),
            r#"{"anyOf":[{"items":{"type":"string"},"maxItems":3,"minItems":1,"type":"array"},{"type":"null"}]}"#,
        );
        check(<Value as Argument>::field("any", "").or_default(Value::Null), r#"{"default":null}"#);
    }

    mod left {
        #[expect(dead_code, reason = "the type is described, never built")]
        #[derive(serde::Deserialize, schemars::JsonSchema)]
        pub(super) struct Node {
            pub(super) left: Vec<Node>,
        }
    }

    mod right {
        #[expect(dead_code, reason = "the type is described, never built")]
        #[derive(serde::Deserialize, schemars::JsonSchema)]
        pub(super) struct Node {
            pub(super) right: Option<Box<Node>>,
        }
    }

    #[test]
    fn definitions_of_one_name_are_kept_apart() {
        let mut schema = ArgumentSchema::default();
        schema.field(<left::Node as Argument>::field("a", ""));
        schema.field(<right::Node as Argument>::field("b", ""));
        schema.field(<left::Node as Argument>::field("c", ""));
        let schema = schema.into_schema();
        let names: Vec<_> = schema["$defs"].as_object().into_iter().flat_map(Map::keys).collect();
        assert_eq!(names, ["Node", "Node2"]);
        assert_eq!(schema["properties"]["a"], schema["properties"]["c"]);
        let reference = &schema["properties"]["b"]["properties"]["right"]["anyOf"][0]["$ref"];
        assert_eq!(reference, "#/$defs/Node2");
        assert_eq!(
            schema["$defs"]["Node2"]["properties"]["right"]["anyOf"][0]["$ref"],
            "#/$defs/Node2"
        );
    }

    #[test]
    fn no_fields() {
        assert_eq!(
            ArgumentSchema::default().into_schema().to_string(),
            r#"{"additionalProperties":false,"properties":{},"type":"object"}"#
        );
    }

    #[derive(Debug, PartialEq, Deserialize, JsonSchema)]
    #[serde(try_from = "String")]
    struct Even(String);

    impl TryFrom<String> for Even {
        type Error = String;

        fn try_from(text: String) -> Result<Self, String> {
            if text.len().is_multiple_of(2) { Ok(Self(text)) } else { Err(format!("odd {text}")) }
        }
    }

    #[test]
    fn a_refused_value_is_not_repeated() {
        let Value::Object(arguments) = json!({"a": "secret!", "b": "ok"}) else { unreachable!() };
        let mut decoder = Decoder::new(arguments);
        let error = decoder.take::<Even>("a").expect_err("seven letters");
        assert!(!format!("{error:?}").contains("secret"), "{error:?}");
        assert_eq!(error.data.as_ref().map(|data| &data[0]["loc"]), Some(&json!("a")));
        assert_eq!(decoder.take::<Even>("b"), Ok(Even("ok".to_owned())));
        assert_eq!(decoder.take::<Option<u32>>("missing"), Ok(None));
    }
}
