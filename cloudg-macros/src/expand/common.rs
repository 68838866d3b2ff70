//! Emits what every primitive has.

use proc_macro2::{Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::{Ident, LitStr, ReturnType, Type, spanned::Spanned};

use super::{call::is_opaque, field};
use crate::model::{Common, IconOption, Json, Primitive};

/// Emits the fields that every specification has.
pub(super) fn fields(common: &Common) -> TokenStream {
    let Common { name, tags, .. } = common;
    let (meta, icons) = (json_source(common.meta.as_ref()), common.icons.iter().map(icon));
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
        meta: #meta,
        icons: ::std::borrow::Cow::Borrowed(&[#(#icons),*]),
        source: ::cloudg_runtime::__private::source!(),
    }
}

/// Emits an object that is built when asked for.
pub(super) fn json_source(json: Option<&Json>) -> TokenStream {
    match json {
        None => quote!(::cloudg_runtime::MetaSource::None),
        Some(Json { tokens, .. }) => quote! {
            ::cloudg_runtime::MetaSource::Derived(|| {
                ::cloudg_runtime::__private::object(::cloudg_runtime::__private::json!(#tokens))
            })
        },
    }
}

fn icon(icon: &IconOption) -> TokenStream {
    let IconOption { src, mime_type, sizes, theme } = icon;
    let mime_type = option(mime_type.as_ref().map(|text| quote!(#text)));
    let theme = option(theme.as_ref().map(|word| {
        let variant = variant(word);
        quote!(::cloudg_runtime::IconTheme::#variant)
    }));
    quote! {
        ::cloudg_runtime::Icon {
            src: #src,
            mime_type: #mime_type,
            sizes: &[#(#sizes),*],
            theme: #theme,
        }
    }
}

/// Emits the labels of an answer: those that were asked for, else those of the answer's own type,
/// else those of the type that describes it.
pub(super) fn labels(
    common: &Common,
    asked: Option<&Type>,
    described: Option<&Type>,
) -> TokenStream {
    if let Some(ty) = asked {
        let labels =
            quote_spanned!(ty.span()=> <#ty as ::cloudg_runtime::__private::Labelling>::LABELS);
        return quote!(labels: #labels,);
    }
    let answered = match &common.function.sig.output {
        ReturnType::Type(_, ty) if !is_opaque(ty) => Some(&**ty),
        _ => None,
    };
    let mut found = answered
        .into_iter()
        .chain(described)
        .map(|ty| quote!(::cloudg_runtime::__private::LabelsOf::<#ty>::LABELS));
    let Some(first) = found.next() else {
        return quote!(labels: ::cloudg_runtime::Labels::NONE,);
    };
    quote! {
        labels: {
            #[allow(unused_imports)]
            use ::cloudg_runtime::__private::NoLabels as _;
            #first #(.or(#found))*
        },
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

/// Emits the specification as a constant that the author adds to a registry, with everything it
/// is made of inside.
///
/// ```text
/// /// The declaration of the tool `search_tools`.
/// pub const SEARCH_TOOLS: ToolSpec = {
///     …
///     ToolSpec { name: Cow::Borrowed("search_tools"), … }
/// };
/// ```
pub(super) fn constant(
    name: &Ident,
    common: &Common,
    parts: &TokenStream,
    ty: &str,
    fields: &TokenStream,
) -> TokenStream {
    let (visibility, ty) = (&common.function.vis, format_ident!("{ty}"));
    let doc = format!("The declaration of the {} `{}`.", common.primitive, common.name.value());
    quote! {
        #[doc = #doc]
        #visibility const #name: ::cloudg_runtime::#ty = {
            #parts
            ::cloudg_runtime::#ty { #fields }
        };
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

/// Emits what makes a second primitive of that kind and identity an error: in the same crate a
/// macro that nobody calls, because its name stands for the whole crate and the compiler shows both
/// places; across crates a symbol, which the linker refuses. The tokens of the symbol have the span
/// of the attribute, which `forbid(unsafe_code)` accepts.
pub(super) fn claim(kind: &str, identity: &LitStr) -> TokenStream {
    let span = identity.span();
    let identity = identity.value();
    let claim = Ident::new(&format!("cloudg_{kind}_{}", claim_text(&identity)), span);
    let claim = quote_spanned! {span=>
        #[doc(hidden)]
        #[macro_export]
        #[allow(non_local_definitions)]
        macro_rules! #claim { () => {}; }
    };
    let symbol = format!("cloudg:{kind}:{}", symbol_text(&identity));
    let symbol = quote_spanned! {Span::call_site()=>
        #[unsafe(export_name = #symbol)]
        #[used]
        static __NAME: u8 = 0;
    };
    quote!(#claim #symbol)
}

/// The identity as the end of an identifier; no two have the same one.
fn claim_text(identity: &str) -> String {
    let is_word = |character: char| character.is_ascii_alphanumeric() || character == '_';
    if identity.chars().all(is_word) {
        return format!("named_{identity}");
    }
    let spelt = identity.chars().map(|character| match character {
        letter if letter.is_ascii_alphanumeric() => letter.to_string(),
        other => format!("_{:x}_", u32::from(other)),
    });
    format!("spelt_{}", spelt.collect::<String>())
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
    fn claims_differ_as_identities_do() {
        assert_eq!(claim_text("lend_book"), "named_lend_book");
        assert_eq!(claim_text("lend-book"), "spelt_lend_2d_book");
        assert_eq!(claim_text("lend.2d.book"), "spelt_lend_2e_2d_2e_book");
        assert_ne!(claim_text("a-_b"), claim_text("a_-b"));
    }

    #[test]
    fn symbols_have_no_version() {
        assert_eq!(symbol_text("x://a@b/{+c}"), "x://a%40b/{+c}");
    }
}
