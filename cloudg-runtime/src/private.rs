//! What expanded macros call. Not part of the interface.

#[path = "private/plugins.rs"]
mod plugins;
#[path = "private/text.rs"]
mod text;

use std::{any::TypeId, borrow::Cow, future::Future, marker::PhantomData};

pub use inventory;
use schemars::JsonSchema;
use serde::{Serialize, de::DeserializeOwned};
pub use serde_json::{Value, json};

pub use self::{
    plugins::{ExpectedPlugin, missing_plugins},
    text::{
        Alone, Among, Completes, CompletesLater, CompletesLaterAmong, Later, Proposals,
        TextArgument, Variants,
    },
};
use crate::{
    ArgumentName, ArgumentSchema, Decoder, FieldSchema, LabelTree, Labelled, Labels, State,
    StateRequirement, ToolContext, ToolError, schema,
};
pub use crate::{
    reply::IntoReply,
    spec::{
        ArgumentMap, BoxFuture, CompletionResult, ContentsResult, HandlerResult,
        PromptHandlerResult, SchemaSource,
    },
};

/// The place of the declaration that expands it.
#[macro_export]
#[doc(hidden)]
macro_rules! __source {
    () => {
        $crate::Source {
            package: ::core::env!("CARGO_PKG_NAME"),
            file: ::core::file!(),
            line: ::core::line!(),
            column: ::core::column!(),
        }
    };
}
pub use crate::__source as source;

/// A type that one argument of a tool can have.
///
/// Expansions name only this trait for an argument, always at the span of its type, so that a
/// type that does not fit gives one message.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be an argument of a tool",
    label = "not usable as an argument",
    note = "an argument is owned and `Send`, and derives `serde::Deserialize` (to be read) and `schemars::JsonSchema` (to be described)"
)]
pub trait Argument: Sized {
    /// Describes the argument; without a default it is required.
    fn field(name: &'static str, description: &'static str) -> FieldSchema;

    /// Takes the argument out of the validated ones.
    fn take(arguments: &mut Decoder, name: &'static str) -> Result<Self, ToolError>;
}

#[diagnostic::do_not_recommend]
impl<T: DeserializeOwned + JsonSchema + Send + 'static> Argument for T {
    fn field(name: &'static str, description: &'static str) -> FieldSchema {
        FieldSchema {
            name,
            description: Cow::Borrowed(description),
            default: None,
            schema: schema::schema_of::<T>(),
            constraints: Vec::new(),
        }
    }

    fn take(arguments: &mut Decoder, name: &'static str) -> Result<Self, ToolError> {
        arguments.take(name)
    }
}

/// A type whose values can be the default of an argument.
#[diagnostic::on_unimplemented(
    message = "a default of type `{Self}` cannot be shown to clients",
    label = "this argument has a default, so its type needs `serde::Serialize`",
    note = "derive `serde::Serialize`, or give the default as JSON: a literal or a list of literals"
)]
pub trait DefaultArgument {
    /// The default as clients see it; null when it cannot be written as JSON.
    fn to_json(self) -> Value;
}

#[diagnostic::do_not_recommend]
impl<T: Serialize> DefaultArgument for T {
    fn to_json(self) -> Value {
        serde_json::to_value(self).unwrap_or(Value::Null)
    }
}

/// A type that has a value of its own to be the default of an argument.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no default of its own",
    label = "`#[arg(default)]` needs `Default` for this type",
    note = "derive or implement `Default` for it, or name the default: `#[arg(default = …)]`"
)]
pub trait DefaultOfType {
    /// The value.
    fn default_of_type() -> Self;
}

#[diagnostic::do_not_recommend]
impl<T: Default> DefaultOfType for T {
    fn default_of_type() -> Self {
        Self::default()
    }
}

/// A type that describes what a tool answers.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot describe the output of a tool",
    label = "no `JsonSchema` for this type",
    note = "derive `schemars::JsonSchema` for it"
)]
pub trait Output {
    /// The output schema, of an object whatever the type is.
    fn schema() -> Value;
}

#[diagnostic::do_not_recommend]
impl<T: JsonSchema> Output for T {
    fn schema() -> Value {
        schema::answer_schema_of::<T>()
    }
}

/// A type with labels. Expansions name this trait at the span of a type, so that one without labels
/// gives one short message there.
#[diagnostic::on_unimplemented(
    message = "nothing says what `{Self}` tells about its owner",
    label = "no privacy label",
    note = "put `#[label(…)]` on a field: `identifier`, `name`, `account`, `free_text`, `tag_value`, `secret`, `public`, or `detect` to leave it to rules; a type of your own derives `cloudg_runtime::Labelled`"
)]
pub trait Labelling {
    /// The labels, from their root.
    const LABELS: Labels;
    /// The tree of the type.
    fn labels() -> &'static LabelTree;
}

#[diagnostic::do_not_recommend]
impl<T: Labelled + ?Sized> Labelling for T {
    const LABELS: Labels = Labels::of::<T>();

    fn labels() -> &'static LabelTree {
        T::labels()
    }
}

/// Finds the labels of a type: its own where it has some, else, through [`NoLabels`], none.
pub struct LabelsOf<T: ?Sized>(PhantomData<T>);

impl<T: Labelled + ?Sized> LabelsOf<T> {
    /// The labels of the type. A constant of the type itself is found before one of a trait.
    pub const LABELS: Labels = Labels::of::<T>();
}

/// What [`LabelsOf`] falls back to.
pub trait NoLabels {
    /// Nothing is labelled.
    const LABELS: Labels = Labels::NONE;
}

impl<T: ?Sized> NoLabels for LabelsOf<T> {}

/// An object that was written as one.
pub fn object(value: Value) -> ArgumentMap {
    match value {
        Value::Object(object) => object,
        _ => ArgumentMap::new(),
    }
}

/// What a handler returns: a serialisable value, or anything that turns into a reply.
///
/// `Form` keeps the two cases apart. For one type only one of them applies, because an error of a
/// tool is not serialisable; so the compiler finds it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the answer of a tool",
    label = "not usable as an answer",
    note = "an answer is a type with `serde::Serialize`, or `Result<T, ToolError>` of one"
)]
pub trait Answer<Form> {
    /// The reply to the call.
    fn reply(self) -> HandlerResult;
}

/// Form of an answer that turns into a reply by itself.
pub enum Fallible {}

/// Form of an answer that is a value.
pub enum Plain {}

#[diagnostic::do_not_recommend]
impl<T: IntoReply> Answer<Fallible> for T {
    fn reply(self) -> HandlerResult {
        self.into_reply()
    }
}

#[diagnostic::do_not_recommend]
impl<T: Serialize> Answer<Plain> for T {
    fn reply(self) -> HandlerResult {
        Ok::<T, ToolError>(self).into_reply()
    }
}

/// Renders the schema that `describe` collects.
pub fn input_schema(describe: impl FnOnce(&mut ArgumentSchema)) -> Value {
    let mut schema = ArgumentSchema::default();
    describe(&mut schema);
    schema.into_schema()
}

/// Boxes the future of an asynchronous handler.
pub fn boxed<T>(future: impl Future<Output = T> + Send + 'static) -> BoxFuture<T> {
    Box::pin(future)
}

/// The state of type `T` that the application was started with.
pub fn state<T: Send + Sync + 'static>(context: &ToolContext) -> Result<State<T>, ToolError> {
    context.state::<T>()
}

/// What a `State<T>` parameter asks of the application.
pub const fn requires<T: 'static>() -> StateRequirement {
    StateRequirement { id: TypeId::of::<T>, name: std::any::type_name::<T> }
}

/// Refuses to compile when two of `names` are one.
#[track_caller]
pub const fn assert_distinct(names: &[ArgumentName]) {
    let total = count(names);
    let mut first = 0;
    while first < total {
        let mut second = first + 1;
        while second < total {
            if same(nth(names, first), nth(names, second)) {
                refuse_name(nth(names, first));
            }
            second += 1;
        }
        first += 1;
    }
}

const fn count(names: &[ArgumentName]) -> usize {
    let (mut total, mut index) = (0, 0);
    while index < names.len() {
        total += match names[index] {
            ArgumentName::One(_) => 1,
            ArgumentName::Group(members) => count(members),
        };
        index += 1;
    }
    total
}

/// The name at `wanted`, which is below the count.
const fn nth(names: &[ArgumentName], wanted: usize) -> &'static str {
    let (mut seen, mut index) = (0, 0);
    while index < names.len() {
        match names[index] {
            ArgumentName::One(name) if seen == wanted => return name,
            ArgumentName::One(_) => seen += 1,
            ArgumentName::Group(members) if wanted < seen + count(members) => {
                return nth(members, wanted - seen);
            }
            ArgumentName::Group(members) => seen += count(members),
        }
        index += 1;
    }
    ""
}

const fn same(left: &str, right: &str) -> bool {
    let (left, right) = (left.as_bytes(), right.as_bytes());
    let mut index = 0;
    while index < left.len() && index < right.len() && left[index] == right[index] {
        index += 1;
    }
    index == left.len() && index == right.len()
}

/// Panics with the name in the message; constants cannot format, so the text is put together here.
#[track_caller]
const fn refuse_name(name: &str) {
    let mut buffer = [0; 256];
    let end = append(&mut buffer, 0, "two arguments are named `");
    let end = append(&mut buffer, end, name);
    let end = append(&mut buffer, end, "`");
    let (text, _) = buffer.split_at(end);
    match std::str::from_utf8(text) {
        Ok(message) => panic!("{}", message),
        // Reached when a long name is cut within a character.
        Err(_) => panic!("two arguments have one name"),
    }
}

const fn append(buffer: &mut [u8], mut end: usize, text: &str) -> usize {
    let mut index = 0;
    while index < text.len() && end < buffer.len() {
        buffer[end] = text.as_bytes()[index];
        end += 1;
        index += 1;
    }
    end
}

#[cfg(test)]
mod tests {
    use super::*;

    const INNER: &[ArgumentName] = &[ArgumentName::One("limit"), ArgumentName::One("cursor")];

    #[test]
    fn distinct_names_pass() {
        assert_distinct(&[ArgumentName::One("lim"), ArgumentName::Group(INNER)]);
    }

    #[test]
    #[should_panic(expected = "two arguments are named `cursor`")]
    fn a_name_repeated_in_a_group_is_named() {
        assert_distinct(&[ArgumentName::Group(INNER), ArgumentName::One("cursor")]);
    }
}
