//! Names, constraints and defaults of one argument.

use syn::{Expr, Lit, LitStr, UnOp};

use crate::{
    errors::Errors,
    model::{Bounds, DefaultValue, Field, IntegerType, Shape},
};

/// Names that the context has.
const RESERVED: [&str; 3] = ["ctx", "context", "self"];

/// Checks one argument.
pub(super) fn check(field: &Field, errors: &mut Errors) {
    check_name(&field.name, errors);
    check_targets(field, errors);
    if let Some(range) = &field.range {
        check_range(range, field.kind.shape, errors);
    }
    if let Some(length) = &field.length {
        check_length(length, errors);
    }
    if let Some(DefaultValue::Json(value)) = &field.default {
        check_default(value, field, errors);
    }
}

/// Checks the wire name of an argument.
pub(super) fn check_name(written: &LitStr, errors: &mut Errors) {
    let name = written.value();
    let message = if name.is_empty() {
        "an argument name is empty".to_owned()
    } else if RESERVED.contains(&name.as_str()) {
        format!(
            "the name `{name}` is reserved for the context; give another with `#[arg(name = \"…\")]`"
        )
    } else if name.starts_with('_') {
        let plain = name.trim_start_matches('_');
        format!("clients would see the name `{name}`; give it with `#[arg(name = \"{plain}\")]`")
    } else if let Some(character) = name.chars().find(|character| !is_name(*character)) {
        format!("an argument name has only letters, digits, `_` and `-`, not {character:?}")
    } else {
        return;
    };
    errors.push(syn::Error::new(written.span(), message));
}

fn is_name(character: char) -> bool {
    character.is_ascii_alphanumeric() || character == '_' || character == '-'
}

/// Refuses constraints that say nothing about the type.
fn check_targets(field: &Field, errors: &mut Errors) {
    let what = match field.kind.shape {
        Shape::Text => "a string",
        Shape::Integer(_) | Shape::Float => "a number",
        Shape::Bool => "a boolean",
        Shape::List => "a list",
        Shape::Map => "a map",
        Shape::Other => return,
    };
    let numeric = matches!(field.kind.shape, Shape::Integer(_) | Shape::Float);
    if let (Some(range), false) = (&field.range, numeric) {
        let instead = match field.kind.shape {
            Shape::Text | Shape::List => "; use `length`",
            _ => "",
        };
        errors.at(&range.written, format!("`range` is for numbers, not for {what}{instead}"));
    }
    let measured = matches!(field.kind.shape, Shape::Text | Shape::List);
    if let (Some(length), false) = (&field.length, measured) {
        let instead = if numeric { "; use `range`" } else { "" };
        let message = format!("`length` is for strings and lists, not for {what}{instead}");
        errors.at(&length.written, message);
    }
    if let (Some(pattern), true) = (&field.pattern, field.kind.shape != Shape::Text) {
        errors.at(pattern, format!("`pattern` is for strings, not for {what}"));
    }
}

fn check_range(range: &Bounds, shape: Shape, errors: &mut Errors) {
    let ends = [&range.low, &range.high].map(|end| end.as_ref().and_then(number));
    if let [Some(low), Some(high)] = ends {
        refuse_empty(range, low, high, errors);
    }
    let exclusive_float =
        shape == Shape::Float || ends.iter().flatten().any(|end| matches!(end, Number::Float(_)));
    if range.exclusive && range.high.is_some() && exclusive_float {
        errors.at(&range.written, "a range of floats includes its end: write `..=`");
    }
    for end in [&range.low, &range.high].into_iter().flatten() {
        check_end(end, shape, errors);
    }
}

fn check_end(end: &Expr, shape: Shape, errors: &mut Errors) {
    match (number(end), shape) {
        (Some(Number::Integer(value)), Shape::Integer(ty)) => check_fits(end, value, ty, errors),
        (Some(Number::Float(_)), Shape::Integer(ty)) => {
            errors.at(end, format!("`{}` is no whole number", ty.name));
        }
        (None, _) if matches!(end, Expr::Lit(_)) => errors.at(end, "a range is between numbers"),
        _ => {}
    }
}

fn check_fits(place: &Expr, value: i128, ty: IntegerType, errors: &mut Errors) {
    if value < ty.min || value > ty.max {
        errors.at(place, format!("{value} does not fit `{}`", ty.name));
    }
}

fn refuse_empty(range: &Bounds, low: Number, high: Number, errors: &mut Errors) {
    let (low, high) = (low.as_f64(), high.as_f64());
    if low > high || (range.exclusive && low >= high) {
        errors.at(&range.written, "the range is empty: no value could be given");
    }
}

fn check_length(length: &Bounds, errors: &mut Errors) {
    let ends = [&length.low, &length.high].map(|end| end.as_ref().and_then(number));
    if let [Some(low), Some(high)] = ends {
        refuse_empty(length, low, high, errors);
    }
    for end in [&length.low, &length.high].into_iter().flatten() {
        let counts = match number(end) {
            Some(Number::Integer(value)) => value >= 0,
            Some(Number::Float(_)) => false,
            None => !matches!(end, Expr::Lit(_)),
        };
        if !counts {
            errors.at(end, "a length is a count, from 0");
        }
    }
}

/// Compares a literal default with the type and the constraints.
fn check_default(value: &Expr, field: &Field, errors: &mut Errors) {
    if !check_literal(value, field.kind.shape, "the argument", errors) {
        return;
    }
    if let Expr::Array(list) = value {
        for item in &list.elems {
            check_literal(item, field.kind.items, "an item", errors);
        }
    }
    if let (Some(range), Some(default)) = (&field.range, number(value)) {
        check_within(value, default, range, "range", errors);
    }
    if let (Some(length), Some(count)) = (&field.length, count(value)) {
        check_within(value, Number::Integer(count), length, "length", errors);
    }
}

/// Whether a literal is a value of `shape`.
fn check_literal(value: &Expr, shape: Shape, whose: &str, errors: &mut Errors) -> bool {
    let written = literal_kind(value);
    let expected = match shape {
        Shape::Text => "a string",
        Shape::Integer(_) => "a whole number",
        Shape::Float => "a number",
        Shape::Bool => "`true` or `false`",
        Shape::List => "a list",
        Shape::Map => "a map",
        Shape::Other => written,
    };
    let fits = expected == written || (expected == "a number" && written == "a whole number");
    if !fits {
        errors.at(value, format!("the default is {written}, but {whose} is {expected}"));
    }
    if let (Some(Number::Integer(whole)), Shape::Integer(ty)) = (number(value), shape) {
        check_fits(value, whole, ty, errors);
    }
    fits
}

fn check_within(place: &Expr, value: Number, bounds: &Bounds, name: &str, errors: &mut Errors) {
    let low = bounds.low.as_ref().and_then(number);
    let high = bounds.high.as_ref().and_then(number);
    let below = low.is_some_and(|low| value.as_f64() < low.as_f64());
    let above = high.is_some_and(|high| {
        value.as_f64() > high.as_f64() || (bounds.exclusive && value.as_f64() >= high.as_f64())
    });
    if below || above {
        errors.at(place, format!("the default is outside the `{name}` of the argument"));
    }
}

fn literal_kind(value: &Expr) -> &'static str {
    match value {
        Expr::Array(_) => "a list",
        Expr::Unary(negative) => literal_kind(&negative.expr),
        Expr::Lit(literal) => match &literal.lit {
            Lit::Str(_) => "a string",
            Lit::Int(_) => "a whole number",
            Lit::Float(_) => "a number",
            _ => "`true` or `false`",
        },
        _ => "an expression",
    }
}

/// A number in the source.
#[derive(Clone, Copy)]
enum Number {
    Integer(i128),
    Float(f64),
}

impl Number {
    /// Near enough to compare bounds that people write.
    #[expect(clippy::cast_precision_loss, reason = "only compared with other bounds")]
    fn as_f64(self) -> f64 {
        match self {
            Self::Integer(value) => value as f64,
            Self::Float(value) => value,
        }
    }
}

fn number(value: &Expr) -> Option<Number> {
    match value {
        Expr::Unary(negative) if matches!(negative.op, UnOp::Neg(_)) => {
            Some(match number(&negative.expr)? {
                Number::Integer(value) => Number::Integer(-value),
                Number::Float(value) => Number::Float(-value),
            })
        }
        Expr::Lit(literal) => match &literal.lit {
            Lit::Int(whole) => whole.base10_parse().ok().map(Number::Integer),
            Lit::Float(float) => float.base10_parse().ok().map(Number::Float),
            _ => None,
        },
        _ => None,
    }
}

/// Code points of a string, items of a list.
fn count(value: &Expr) -> Option<i128> {
    let count = match value {
        Expr::Array(list) => list.elems.len(),
        Expr::Lit(literal) => match &literal.lit {
            Lit::Str(text) => text.value().chars().count(),
            _ => return None,
        },
        _ => return None,
    };
    i128::try_from(count).ok()
}
