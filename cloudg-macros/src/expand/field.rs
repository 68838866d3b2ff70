//! Emits how one argument is described and decoded.
//!
//! Both name the same trait at the span of the type, so that a type that does not fit gives one
//! message there.

use proc_macro2::TokenStream;
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::{Expr, ExprLit, Ident, Lit, LitInt, Type, spanned::Spanned};

use crate::model::{Bounds, DefaultValue, Description, Field};

/// Emits the statement that describes a field:
///
/// ```text
/// schema.field(
///     <u32 as Argument>::field("top", "Most groups.").minimum(1).maximum(500).or_default(json!(50)),
/// );
/// ```
pub(super) fn describe(field: &Field) -> TokenStream {
    let Field { name, ty, pattern, .. } = field;
    let description = description(&field.description);
    let trait_field =
        quote_spanned!(ty.span()=> <#ty as ::cloudg_runtime::__private::Argument>::field);
    let range = field.range.as_ref().map(|bounds| ends(bounds, "minimum", "maximum"));
    let length = field.length.as_ref().map(|bounds| ends(bounds, "shortest", "longest"));
    let pattern = pattern.as_ref().map(|pattern| quote!(.pattern(#pattern)));
    let default = default(field).map(|value| quote!(.or_default(#value)));
    quote! {
        schema.field(#trait_field(#name, #description) #range #length #pattern #default);
    }
}

/// Emits a text.
pub(super) fn description(description: &Description) -> TokenStream {
    match description {
        Description::Written(text) => quote!(#text),
        Description::Computed(value) => quote!(#value.trim_ascii()),
    }
}

/// Emits the statement that describes the fields of a struct.
pub(super) fn describe_group(ty: &Type) -> TokenStream {
    quote_spanned!(ty.span()=> <#ty as ::cloudg_runtime::Arguments>::describe(schema);)
}

/// Emits the name of a field, for the check that names are distinct.
pub(super) fn name(field: &Field) -> TokenStream {
    let name = &field.name;
    quote!(::cloudg_runtime::ArgumentName::One(#name))
}

/// Emits the names in a struct of fields.
pub(super) fn group_names(ty: &Type) -> TokenStream {
    let names = quote_spanned!(ty.span()=> <#ty as ::cloudg_runtime::Arguments>::NAMES);
    quote!(::cloudg_runtime::ArgumentName::Group(#names))
}

/// Emits the fallible value of a field.
pub(super) fn take(field: &Field, arguments: &Ident) -> TokenStream {
    let Field { name, ty, .. } = field;
    let take = quote_spanned!(ty.span()=> <#ty as ::cloudg_runtime::__private::Argument>::take);
    quote!(#take(#arguments, #name))
}

/// Emits the fallible value of a struct of fields.
pub(super) fn take_group(ty: &Type, arguments: &Ident) -> TokenStream {
    let decode = quote_spanned!(ty.span()=> <#ty as ::cloudg_runtime::Arguments>::decode);
    quote!(#decode(#arguments))
}

fn ends(bounds: &Bounds, low_method: &str, high_method: &str) -> TokenStream {
    let [low_method, high_method] = [low_method, high_method].map(|name| format_ident!("{name}"));
    let low = bounds.low.as_ref().map(|end| {
        let end = wide(end);
        quote!(.#low_method(#end))
    });
    let minus_one = bounds.exclusive.then(|| quote!(-1));
    let high = bounds.high.as_ref().map(|end| {
        let end = wide(end);
        quote!(.#high_method(#end #minus_one))
    });
    quote!(#low #high)
}

/// Emits the default; an optional argument without one is null.
fn default(field: &Field) -> Option<TokenStream> {
    let ty = &field.ty;
    Some(match &field.default {
        None | Some(DefaultValue::OfType) if field.kind.optional => {
            quote!(::cloudg_runtime::__private::Value::Null)
        }
        None => return None,
        Some(DefaultValue::Json(value)) => {
            let value = wide(value);
            quote!(::cloudg_runtime::__private::json!(#value))
        }
        Some(DefaultValue::OfType) => {
            let of_type = quote_spanned!(ty.span()=>
                <#ty as ::cloudg_runtime::__private::DefaultOfType>::default_of_type);
            shown(ty, &quote!(#of_type()))
        }
        Some(DefaultValue::Computed(value)) => shown(ty, value),
    })
}

fn shown(ty: &Type, value: &impl ToTokens) -> TokenStream {
    let to_json =
        quote_spanned!(ty.span()=> <#ty as ::cloudg_runtime::__private::DefaultArgument>::to_json);
    quote!(#to_json(#value))
}

/// The same literals with 64 bits: without a suffix they would have to fit 32.
fn wide(value: &Expr) -> Expr {
    let mut value = value.clone();
    match &mut value {
        Expr::Unary(negative) => *negative.expr = wide(&negative.expr),
        Expr::Array(list) => list.elems.iter_mut().for_each(|element| *element = wide(element)),
        Expr::Lit(ExprLit { lit: Lit::Int(whole), .. }) if whole.suffix().is_empty() => {
            let suffix = if whole.base10_parse::<i64>().is_ok() { "i64" } else { "u64" };
            let digits = format!("{}{suffix}", whole.base10_digits());
            *whole = LitInt::new(&digits, whole.span());
        }
        _ => {}
    }
    value
}
