//! `#[arg(…)]` on parameters and fields.

use proc_macro2::TokenStream;
use syn::{Attribute, Expr, ExprArray, Ident, Lit, LitStr, Meta, Type, UnOp, ext::IdentExt};

use super::{
    docs,
    settings::{Known, Setting, SettingValue, literal, parse_settings},
    shape::kind_of,
};
use crate::{
    errors::Errors,
    model::{DefaultValue, Field, Kind, Shape},
};

/// `#[arg]` on an argument of a tool.
pub(super) const ARG: Known = Known {
    attribute: "`#[arg]`",
    keys: &["default", "range", "length", "pattern", "name"],
    ..Known::NONE
};

/// How a parameter or field is marked.
pub(super) enum Mark {
    /// `#[args]`: its fields are the arguments.
    Group,
    /// `#[arg(…)]` or nothing.
    Field(Vec<Setting>),
}

/// Reads the marks of a parameter or field.
pub(super) fn mark(attributes: &[Attribute], known: &Known, errors: &mut Errors) -> Mark {
    let mut settings = None;
    let mut group = None;
    for attribute in attributes {
        if attribute.path().is_ident("args") {
            if !matches!(attribute.meta, Meta::Path(_)) {
                errors.at(
                    &attribute.meta,
                    "`#[args]` takes no options; they go on the fields of the struct",
                );
            }
            group = Some(attribute);
        } else if attribute.path().is_ident("arg") {
            if settings.is_some() {
                errors.at(attribute, "`#[arg]` is given twice; put all options into one");
            } else {
                settings =
                    Some((attribute, parse_settings(options(attribute, errors), known, errors)));
            }
        }
    }
    match (group, settings) {
        (Some(_), Some((attribute, _))) => {
            errors.at(attribute, "`#[args]` flattens a struct, so `#[arg]` has nothing to describe; put it on the fields of the struct");
            Mark::Group
        }
        (Some(_), None) => Mark::Group,
        (None, Some((_, settings))) => Mark::Field(settings),
        (None, None) => Mark::Field(Vec::new()),
    }
}

/// Whether `attribute` belongs to the macros.
pub(super) fn is_mark(attribute: &Attribute) -> bool {
    attribute.path().is_ident("arg") || attribute.path().is_ident("args")
}

fn options(attribute: &Attribute, errors: &mut Errors) -> TokenStream {
    match &attribute.meta {
        Meta::List(list) => list.tokens.clone(),
        other => {
            errors.at(other, "`#[arg]` takes options: `#[arg(default = 50, range = 1..=500)]`");
            TokenStream::new()
        }
    }
}

/// Reads one argument.
pub(super) fn field(
    ident: &Ident,
    ty: &Type,
    attributes: &[Attribute],
    settings: Vec<Setting>,
    errors: &mut Errors,
) -> Field {
    let kind = kind_of(ty);
    let mut field = Field {
        name: LitStr::new(&ident.unraw().to_string(), ident.span()),
        ty: ty.clone(),
        description: docs::description(attributes),
        default: None,
        range: None,
        length: None,
        pattern: None,
        kind,
    };
    for setting in settings {
        match setting.key.to_string().as_str() {
            "default" => field.default = Some(default(setting, &field.kind)),
            "range" => field.range = setting.bounds(errors),
            "length" => field.length = setting.bounds(errors),
            "pattern" => field.pattern = setting.string(errors),
            _ => field.name = setting.string(errors).unwrap_or(field.name),
        }
    }
    field
}

fn default(setting: Setting, kind: &Kind) -> DefaultValue {
    match setting.value {
        SettingValue::Expr(value) if kind.optional && is_none(&value) => DefaultValue::OfType,
        SettingValue::Expr(value) if is_json(&value) => DefaultValue::Json(as_float(*value, kind)),
        SettingValue::Expr(value) => DefaultValue::Computed(*value),
        SettingValue::Flag
        | SettingValue::Type(_)
        | SettingValue::List(_)
        | SettingValue::Json(_) => DefaultValue::OfType,
    }
}

fn is_none(value: &Expr) -> bool {
    matches!(value, Expr::Path(path) if path.path.is_ident("None"))
}

/// Whether an expression reads the same in Rust and in JSON.
fn is_json(value: &Expr) -> bool {
    match value {
        Expr::Lit(_) => {
            matches!(literal(value), Some(Lit::Str(_) | Lit::Bool(_) | Lit::Int(_) | Lit::Float(_)))
        }
        Expr::Unary(negative) => {
            matches!(negative.op, UnOp::Neg(_))
                && matches!(literal(&negative.expr), Some(Lit::Int(_) | Lit::Float(_)))
        }
        Expr::Array(ExprArray { elems, .. }) => elems.iter().all(is_json),
        _ => false,
    }
}

/// Writes a whole number as a float where the argument is one, so that its default shows it.
fn as_float(value: Expr, kind: &Kind) -> Expr {
    if kind.shape != Shape::Float {
        return value;
    }
    match value {
        Expr::Unary(mut negative) => {
            *negative.expr = as_float(*negative.expr, kind);
            Expr::Unary(negative)
        }
        Expr::Lit(mut expr) => {
            if let Lit::Int(whole) = &expr.lit {
                let float = format!("{}.0", whole.base10_digits());
                expr.lit = Lit::Float(syn::LitFloat::new(&float, whole.span()));
            }
            Expr::Lit(expr)
        }
        other => other,
    }
}
