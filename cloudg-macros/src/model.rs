//! What a declaration says, with the nodes the author wrote, so that messages point at them.
//!
//! Nothing here is checked but its form; [`crate::check`] compares, [`crate::expand`] emits.

mod labelled;
mod options;

use std::fmt;

use syn::{Expr, ExprPath, ExprRange, Ident, ItemFn, LitBool, LitInt, LitStr, Type};

pub(crate) use self::labelled::{
    Content, LabelChoice, LabelSpec, LabelWord, LabelledBody, LabelledField, LabelledType,
    LabelledValue, LabelledVariant, Tagging,
};
pub(crate) use self::options::{IconOption, Json, JsonKind, TransformOptions};

/// A kind of primitive, as messages name it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Primitive {
    Tool,
    Resource,
    Prompt,
}

impl Primitive {
    /// The attribute that declares it.
    pub(crate) fn attribute(self) -> &'static str {
        match self {
            Self::Tool => "`#[tool]`",
            Self::Resource => "`#[resource]`",
            Self::Prompt => "`#[prompt]`",
        }
    }
}

impl fmt::Display for Primitive {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Tool => "tool",
            Self::Resource => "resource",
            Self::Prompt => "prompt",
        })
    }
}

/// What every primitive declares.
pub(crate) struct Common {
    pub(crate) primitive: Primitive,
    /// The function without the attributes that belong to the macro.
    pub(crate) function: ItemFn,
    /// Wire name, at the place that gives it.
    pub(crate) name: LitStr,
    pub(crate) title: Option<LitStr>,
    /// From the option or the doc comment; empty when there is neither.
    pub(crate) description: Description,
    pub(crate) category: Option<LitStr>,
    pub(crate) tags: Vec<LitStr>,
    /// A word that the option allows.
    pub(crate) sensitivity: Option<Ident>,
    /// Words that the option allows; `None` is the default set.
    pub(crate) capabilities: Option<Vec<Ident>>,
    /// Extra keys of `_meta`: an object.
    pub(crate) meta: Option<Json>,
    pub(crate) icons: Vec<IconOption>,
    /// `None` when the first parameter is not a context.
    pub(crate) context: Option<Context>,
}

/// A function with `#[tool]`.
pub(crate) struct Tool {
    pub(crate) common: Common,
    pub(crate) hints: Hints,
    pub(crate) output: Option<Type>,
    /// The type whose labels the result has.
    pub(crate) labels: Option<Type>,
    pub(crate) transform_hints: TransformOptions,
    /// Milliseconds, not zero.
    pub(crate) timeout: Option<u64>,
    /// What the specification is called when it is not registered.
    pub(crate) constant: Option<Ident>,
    /// The parameters after the context, in order.
    pub(crate) parameters: Vec<Parameter>,
}

/// A function with `#[resource]`: a resource, or a template when its address has variables.
pub(crate) struct Resource {
    pub(crate) common: Common,
    /// `None` when it is missing or broken, which has been reported.
    pub(crate) address: Option<Address>,
    pub(crate) mime_type: Option<LitStr>,
    /// Words that the option allows.
    pub(crate) audience: Vec<Ident>,
    /// From 0 to 1.
    pub(crate) priority: Option<f64>,
    pub(crate) last_modified: Option<LitStr>,
    /// Bytes.
    pub(crate) size: Option<LitInt>,
    /// The type whose labels the contents have.
    pub(crate) labels: Option<Type>,
    pub(crate) completions: Vec<Completion>,
    /// The parameters after the context, in order.
    pub(crate) parameters: Vec<TextParameter>,
}

/// The address of a resource or a template.
pub(crate) struct Address {
    pub(crate) written: LitStr,
    /// Names of the variables in order of appearance, distinct; a resource has none.
    pub(crate) variables: Vec<String>,
}

/// A function with `#[prompt]`.
pub(crate) struct Prompt {
    pub(crate) common: Common,
    pub(crate) completions: Vec<Completion>,
    /// The parameters after the context, in order.
    pub(crate) parameters: Vec<TextParameter>,
}

/// A parameter after the context of a function whose arguments are text.
pub(crate) enum TextParameter {
    /// `State<T>`, holding `T`.
    State(Box<Type>),
    Text(Box<Text>),
}

/// A variable of a template or an argument of a prompt.
pub(crate) struct Text {
    /// Wire name, at the place that gives it.
    pub(crate) name: LitStr,
    pub(crate) ty: Type,
    /// Whether it is wrapped in `Option`.
    pub(crate) optional: bool,
    pub(crate) title: Option<LitStr>,
    pub(crate) description: Description,
}

/// What proposes values for one variable or argument.
pub(crate) struct Completion {
    /// Wire name, at the place that gives it.
    pub(crate) target: LitStr,
    pub(crate) source: CompletionSource,
}

/// Where the proposed values come from.
pub(crate) enum CompletionSource {
    /// A function of context and what was typed.
    Function(ExprPath),
    /// The variants of a type.
    Variants(Type),
}

/// A crate that a program expects declarations of.
pub(crate) struct Plugin {
    /// As the program calls it.
    pub(crate) krate: Ident,
    /// Its package, where `-` and `_` are one.
    pub(crate) package: LitStr,
}

/// Explicit hints.
#[derive(Default)]
pub(crate) struct Hints {
    pub(crate) read_only: Option<LitBool>,
    pub(crate) destructive: Option<LitBool>,
    pub(crate) idempotent: Option<LitBool>,
    pub(crate) open_world: Option<LitBool>,
}

/// How the handler takes its context.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Context {
    Reference,
    Value,
}

/// A parameter after the context.
pub(crate) enum Parameter {
    /// `State<T>`, holding `T`.
    State(Box<Type>),
    Field(Box<Field>),
    Group(Box<Type>),
}

/// A struct with `#[derive(Args)]`.
pub(crate) struct ArgsStruct {
    pub(crate) ident: Ident,
    pub(crate) members: Vec<Member>,
}

/// A field of an [`ArgsStruct`].
pub(crate) struct Member {
    pub(crate) ident: Ident,
    pub(crate) content: MemberContent,
}

/// What a [`Member`] holds.
pub(crate) enum MemberContent {
    Field(Box<Field>),
    Group(Box<Type>),
}

/// One argument.
pub(crate) struct Field {
    /// Wire name, at the place that gives it.
    pub(crate) name: LitStr,
    pub(crate) ty: Type,
    pub(crate) kind: Kind,
    pub(crate) description: Description,
    pub(crate) default: Option<DefaultValue>,
    pub(crate) range: Option<Bounds>,
    pub(crate) length: Option<Bounds>,
    pub(crate) pattern: Option<LitStr>,
}

/// A text for a model to read.
pub(crate) enum Description {
    Written(String),
    /// A macro of the language that gives a string, such as `include_str!`.
    Computed(Expr),
}

impl Description {
    /// Whether there is none.
    pub(crate) fn is_empty(&self) -> bool {
        matches!(self, Self::Written(text) if text.is_empty())
    }
}

/// What stands in for a missing argument.
pub(crate) enum DefaultValue {
    /// `Default::default()` of the type.
    OfType,
    /// A literal or a list of literals: JSON as it stands.
    Json(Expr),
    /// Any other expression of the argument's type.
    Computed(Expr),
}

/// The two ends of `range` or `length`.
pub(crate) struct Bounds {
    pub(crate) written: ExprRange,
    pub(crate) low: Option<Expr>,
    pub(crate) high: Option<Expr>,
    /// Whether the high end is left out of the range.
    pub(crate) exclusive: bool,
}

/// What a type is, as far as its tokens tell.
pub(crate) struct Kind {
    /// Whether it is wrapped in `Option`.
    pub(crate) optional: bool,
    pub(crate) shape: Shape,
    /// Shape of the items of a list.
    pub(crate) items: Shape,
}

/// The shape of the values of a type.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shape {
    Text,
    Integer(IntegerType),
    Float,
    Bool,
    List,
    Map,
    /// A type the macro does not know.
    Other,
}

/// An integer type of the language.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct IntegerType {
    pub(crate) name: &'static str,
    pub(crate) min: i128,
    pub(crate) max: i128,
}
