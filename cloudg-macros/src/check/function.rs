//! What a handler may look like.

use syn::{FnArg, ItemFn, ReturnType, Type, TypeReference};

use crate::{attr::last_segment, errors::Errors, model::Primitive};

/// Checks the signature.
pub(super) fn check(function: &ItemFn, primitive: Primitive, errors: &mut Errors) {
    let signature = &function.sig;
    if !signature.generics.params.is_empty() {
        let message = format!("a {primitive} cannot be generic: {}", concrete(primitive));
        errors.at(&signature.generics, message);
    } else if let Some(clause) = &signature.generics.where_clause {
        errors.at(clause, format!("a {primitive} cannot have bounds: {}", concrete(primitive)));
    }
    if let Some(keyword) = &signature.unsafety {
        let message = format!("a {primitive} cannot be `unsafe`: clients call it with anything");
        errors.at(keyword, message);
    }
    if let Some(abi) = &signature.abi {
        errors.at(abi, format!("a {primitive} cannot be `extern`"));
    }
    if let Some(variadic) = &signature.variadic {
        errors.at(variadic, format!("a {primitive} cannot be variadic"));
    }
    if let Some(FnArg::Receiver(receiver)) = signature.inputs.first() {
        let message = format!(
            "a {primitive} is a free function: take shared state as a parameter `State<T>` instead \
             of `self`"
        );
        errors.at(receiver, message);
    }
    if let ReturnType::Type(_, ty) = &signature.output
        && matches!(&**ty, Type::Never(_))
    {
        errors.at(ty, format!("a {primitive} answers; `!` never does"));
    }
}

/// Why there is nothing to fill in types from.
fn concrete(primitive: Primitive) -> &'static str {
    match primitive {
        Primitive::Tool => "it has one schema",
        Primitive::Resource | Primitive::Prompt => "clients give texts, not types",
    }
}

/// Arguments outlive the request text they came from, so they borrow nothing. `what` is the
/// argument, as the message names it.
pub(super) fn check_owned(ty: &Type, what: &str, errors: &mut Errors) {
    match ty {
        Type::Reference(TypeReference { elem, .. }) => {
            errors.at(ty, format!("{what} is owned{}", owned_form(elem)));
        }
        Type::ImplTrait(_) => errors.at(ty, format!("{what} has one type, not `impl Trait`")),
        Type::Infer(_) => errors.at(ty, format!("{what} needs a type")),
        _ => {}
    }
}

fn owned_form(borrowed: &Type) -> &'static str {
    match borrowed {
        Type::Slice(_) => ": take a `Vec`",
        other if last_segment(other).is_some_and(|segment| segment.ident == "str") => {
            ": take `String`"
        }
        other if last_segment(other).is_some_and(|segment| segment.ident == "State") => {
            ": take `State<T>` by value, it is a shared pointer"
        }
        _ => ": take it by value",
    }
}
