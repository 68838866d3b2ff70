//! Parameters of a handler: the context, state, and what a client gives.

use quote::ToTokens;
use syn::{FnArg, Ident, ItemFn, Pat, PatType, Type, TypeReference};

use super::{
    field,
    shape::{last_segment, only_argument},
};
use crate::{
    errors::Errors,
    model::{Context, Primitive},
};

/// A parameter after the context.
#[derive(Clone, Copy)]
pub(super) enum Input<'a> {
    /// `State<T>`, holding `T`.
    State(&'a Type),
    /// A value that a client gives.
    Value(&'a PatType),
}

/// Tells the parameters of a function apart.
pub(super) fn parse_inputs<'a>(
    function: &'a ItemFn,
    primitive: Primitive,
    errors: &mut Errors,
) -> (Option<Context>, Vec<Input<'a>>) {
    let mut inputs = function.sig.inputs.iter().peekable();
    let context = match inputs.peek() {
        None => {
            errors.at(&function.sig.ident, no_context(primitive));
            return (None, Vec::new());
        }
        // Reported by the checks, in its own words.
        Some(FnArg::Receiver(_)) => return (None, Vec::new()),
        Some(FnArg::Typed(first)) => parse_context(&first.ty, primitive, errors),
    };
    if context.is_some() {
        inputs.next();
    }
    let mut values = Vec::new();
    for input in inputs {
        if let FnArg::Typed(parameter) = input {
            values.extend(parse_input(parameter, primitive, errors));
        }
    }
    (context, values)
}

fn no_context(primitive: Primitive) -> String {
    format!("the first parameter of a {primitive} is its context: `ctx: &ToolContext`")
}

fn is_context(ty: &Type) -> bool {
    last_segment(ty).is_some_and(|segment| segment.ident == "ToolContext")
}

fn parse_context(ty: &Type, primitive: Primitive, errors: &mut Errors) -> Option<Context> {
    match ty {
        Type::Reference(TypeReference { mutability, elem, .. }) if is_context(elem) => {
            if mutability.is_some() {
                errors.at(ty, "the context is shared: take `&ToolContext`");
            }
            Some(Context::Reference)
        }
        _ if is_context(ty) => Some(Context::Value),
        _ => {
            errors.at(ty, no_context(primitive));
            None
        }
    }
}

fn parse_input<'a>(
    parameter: &'a PatType,
    primitive: Primitive,
    errors: &mut Errors,
) -> Option<Input<'a>> {
    let ty = &*parameter.ty;
    if let Some(inner) = only_argument(ty, "State") {
        let marked = parameter.attrs.iter().find(|attribute| field::is_mark(attribute));
        if let Some(attribute) = marked {
            errors.at(
                attribute,
                "state is injected by its type and is no argument; remove the attribute",
            );
        }
        return Some(Input::State(inner));
    }
    if is_second_context(ty) {
        errors.at(ty, format!("a {primitive} has one context, and it comes first"));
        return None;
    }
    let conditional = parameter.attrs.iter().find(|attribute| attribute.path().is_ident("cfg"));
    if let Some(attribute) = conditional {
        errors
            .at(attribute, "a parameter cannot be conditional; put `#[cfg]` on the whole function");
    }
    Some(Input::Value(parameter))
}

fn is_second_context(ty: &Type) -> bool {
    match ty {
        Type::Reference(reference) => is_context(&reference.elem),
        other => is_context(other),
    }
}

/// The name of a parameter, which is the name of the argument.
pub(super) fn binding<'a>(pattern: &'a Pat, errors: &mut Errors) -> Option<&'a Ident> {
    match pattern {
        Pat::Ident(binding) if binding.by_ref.is_none() && binding.subpat.is_none() => {
            Some(&binding.ident)
        }
        other => {
            let message =
                "an argument needs a name: write `name: Type` and take it apart in the body";
            errors.at(other.to_token_stream(), message);
            None
        }
    }
}
