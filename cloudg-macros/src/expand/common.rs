//! Emits what every primitive has.

use proc_macro2::{Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::{Ident, LitStr, Type, spanned::Spanned};

use super::field;
use crate::model::{Common, Primitive};

/// Emits the fields that every specification has.
pub(super) fn fields(common: &Common) -> TokenStream {
    let Common { name, tags, .. } = common;
    let description = field::description(&common.description);
    let title = option(common.title.as_ref().map(borrowed));
    let category = common.category.as_ref().map_or_else(|| quote!("general"), |text| quote!(#text));
    let default = match common.primitive {
        Primitive::Tool | Primitive::Resource => "confidential",
        Primitive::Prompt => "internal",
    };
    let sensitivity = match &common.sensitivity {
        Some(word) => variant(word),
        None => variant(&format_ident!("{default}")),
    };
    quote! {
        name: ::std::borrow::Cow::Borrowed(#name),
        title: #title,
        description: ::std::borrow::Cow::Borrowed(#description),
        category: ::std::borrow::Cow::Borrowed(#category),
        tags: ::std::borrow::Cow::Borrowed(&[#(#tags),*]),
        sensitivity: ::cloudg_runtime::Sensitivity::#sensitivity,
        capabilities: __CAPABILITIES,
        meta: ::cloudg_runtime::MetaSource::None,
        icons: ::std::borrow::Cow::Borrowed(&[]),
        source: ::cloudg_runtime::__private::source!(),
    }
}

/// Emits the set of capabilities, by which hints are derived too.
pub(super) fn capabilities(common: &Common) -> TokenStream {
    let members = match &common.capabilities {
        Some(members) => members.iter().map(variant).collect(),
        None => vec![format_ident!("ReadState")],
    };
    quote! {
        const __CAPABILITIES: ::cloudg_runtime::Capabilities =
            ::cloudg_runtime::Capabilities::of(&[#(::cloudg_runtime::Capability::#members),*]);
    }
}

/// Emits a constant specification and its submission.
pub(super) fn submission(ty: &str, fields: &TokenStream) -> TokenStream {
    let ty = format_ident!("{ty}");
    quote! {
        const __SPEC: ::cloudg_runtime::#ty = ::cloudg_runtime::#ty { #fields };
        ::cloudg_runtime::__private::inventory::submit! { __SPEC }
    }
}

/// Emits a symbol that carries the wire identity, so that the compiler or the linker refuses a
/// second one of that kind. The tokens have the span of the attribute, which
/// `forbid(unsafe_code)` accepts.
pub(super) fn symbol(kind: &str, identity: &str) -> TokenStream {
    let symbol = format!("cloudg:{kind}:{}", symbol_text(identity));
    quote_spanned! {Span::call_site()=>
        #[unsafe(export_name = #symbol)]
        #[used]
        static __NAME: u8 = 0;
    }
}

/// Writes what a linker could take for its own syntax, such as the `@` of versions, as in an
/// address.
fn symbol_text(identity: &str) -> String {
    identity
        .chars()
        .map(|character| match character {
            '@' | '"' | '\\' => format!("%{:02X}", u32::from(character)),
            other => other.to_string(),
        })
        .collect()
}

/// Emits the state types that a handler takes.
pub(super) fn states<'a>(types: impl Iterator<Item = &'a Type>) -> TokenStream {
    let states =
        types.map(|ty| quote_spanned!(ty.span()=> ::cloudg_runtime::__private::requires::<#ty>()));
    quote!(states: ::std::borrow::Cow::Borrowed(&[#(#states),*]),)
}

pub(super) fn option(value: Option<TokenStream>) -> TokenStream {
    match value {
        Some(value) => quote!(::core::option::Option::Some(#value)),
        None => quote!(::core::option::Option::None),
    }
}

pub(super) fn borrowed(text: &LitStr) -> TokenStream {
    quote!(::std::borrow::Cow::Borrowed(#text))
}

/// The Rust name of an option's word: `ReadState` of `read_state`.
pub(super) fn variant(word: &Ident) -> Ident {
    let name: String = word
        .to_string()
        .split('_')
        .flat_map(|part| {
            let mut letters = part.chars();
            letters.next().map(|first| first.to_ascii_uppercase()).into_iter().chain(letters)
        })
        .collect();
    format_ident!("{name}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_become_variants() {
        assert_eq!(variant(&format_ident!("read_state")), "ReadState");
        assert_eq!(variant(&format_ident!("user")), "User");
    }

    #[test]
    fn symbols_have_no_version() {
        assert_eq!(symbol_text("x://a@b/{+c}"), "x://a%40b/{+c}");
    }
}
