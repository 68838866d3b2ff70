//! How long a text an expression can make.

use spargebra::algebra::{Expression, Function};

/// The longest text that a variable is taken to hold; evaluation binds no longer one.
pub(in crate::ontology) const MAX_BOUND_TEXT: u64 = 1 << 20;

/// The longest text that may come up within an expression.
const MAX_TEXT: u64 = 256 << 20;

/// Bytes of what is no text: a number, a date, a hash.
const SHORT: u64 = 256;

/// Whether no text that comes up is too long.
pub(super) fn is_bounded(expression: &Expression) -> bool {
    longest(expression).most <= MAX_TEXT
}

/// Lengths of texts.
#[derive(Clone, Copy)]
struct Lengths {
    /// Of the result.
    result: u64,
    /// Of anything on the way.
    most: u64,
}

fn longest(expression: &Expression) -> Lengths {
    let all: Vec<Lengths> = parts(expression).into_iter().map(longest).collect();
    let sum = all.iter().fold(0_u64, |sum, part| sum.saturating_add(part.result));
    let length = |place: usize| all.get(place).map_or(0, |part| part.result);
    let result = match expression {
        Expression::NamedNode(node) => node.as_str().len() as u64,
        Expression::Literal(literal) => literal.value().len() as u64,
        Expression::Variable(_) => MAX_BOUND_TEXT,
        Expression::If(..) | Expression::Coalesce(_) => sum,
        Expression::FunctionCall(function, _) => match function {
            // Every place between two characters may be replaced.
            Function::Replace => {
                let kept = length(0).saturating_add(1);
                kept.saturating_mul(length(2).saturating_add(1))
            }
            Function::EncodeForUri | Function::UCase | Function::LCase => sum.saturating_mul(3),
            _ => sum.saturating_add(SHORT),
        },
        _ => SHORT,
    };
    let most = all.iter().map(|part| part.most).max().unwrap_or(0).max(result);
    Lengths { result, most }
}

/// The expressions right below one; none for a pattern.
pub(super) fn parts(expression: &Expression) -> Vec<&Expression> {
    match expression {
        Expression::NamedNode(_)
        | Expression::Literal(_)
        | Expression::Variable(_)
        | Expression::Bound(_)
        | Expression::Exists(_) => Vec::new(),
        Expression::Or(a, b)
        | Expression::And(a, b)
        | Expression::Equal(a, b)
        | Expression::SameTerm(a, b)
        | Expression::Greater(a, b)
        | Expression::GreaterOrEqual(a, b)
        | Expression::Less(a, b)
        | Expression::LessOrEqual(a, b)
        | Expression::Add(a, b)
        | Expression::Subtract(a, b)
        | Expression::Multiply(a, b)
        | Expression::Divide(a, b) => vec![a, b],
        Expression::UnaryPlus(a) | Expression::UnaryMinus(a) | Expression::Not(a) => vec![a],
        Expression::In(a, list) => std::iter::once(&**a).chain(list).collect(),
        Expression::If(a, b, c) => vec![a, b, c],
        Expression::Coalesce(list) | Expression::FunctionCall(_, list) => list.iter().collect(),
    }
}
