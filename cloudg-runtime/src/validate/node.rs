//! The compiled form of a schema.

use regex::Regex;
use serde_json::{Number, Value};

/// A compiled schema: the root and the definitions that references point to.
pub(super) struct Program {
    pub(super) root: Node,
    pub(super) definitions: Vec<Node>,
}

/// What one place in the value must be.
pub(super) enum Node {
    Any,
    /// `false`: nothing is accepted.
    Never,
    Null,
    Boolean,
    String(StringRule),
    Integer(Box<Range>),
    Number(Box<Range>),
    Array(Box<ArrayRule>),
    Object(Box<ObjectRule>),
    /// One of these values, exactly.
    Literal(LiteralRule),
    /// `null` or the inner type.
    Optional(Box<Node>),
    /// The first branch that accepts.
    Union(Vec<Node>),
    /// Every part in turn.
    All(Vec<Node>),
    /// An entry of [`Program::definitions`].
    Reference(usize),
}

#[derive(Default)]
pub(super) struct StringRule {
    pub(super) min: Option<u64>,
    pub(super) max: Option<u64>,
    pub(super) pattern: Option<(String, Regex)>,
}

/// Bounds of a number, in the order in which they are checked.
#[derive(Default)]
pub(super) struct Range {
    pub(super) minimum: Option<Bound>,
    pub(super) above: Option<Bound>,
    pub(super) maximum: Option<Bound>,
    pub(super) below: Option<Bound>,
}

pub(super) struct Bound {
    /// As written in the schema, for the message.
    pub(super) text: String,
    /// Exact, when the bound is an integer.
    pub(super) integer: Option<i128>,
    pub(super) float: f64,
}

impl Bound {
    pub(super) fn new(number: &Number) -> Self {
        let text = number.to_string();
        Self { integer: text.parse().ok(), float: number.as_f64().unwrap_or(f64::NAN), text }
    }
}

pub(super) struct ArrayRule {
    pub(super) items: Node,
    pub(super) min: Option<u64>,
    pub(super) max: Option<u64>,
}

pub(super) struct ObjectRule {
    pub(super) fields: Vec<Field>,
    pub(super) others: Others,
}

pub(super) struct Field {
    pub(super) name: String,
    pub(super) node: Node,
    pub(super) required: bool,
    pub(super) default: Option<Value>,
}

/// What happens to keys that are not declared.
pub(super) enum Others {
    Keep,
    Forbid,
    Check(Box<Node>),
}

pub(super) struct LiteralRule {
    pub(super) values: Vec<Value>,
    pub(super) message: String,
}
