//! Emits the labels of a type.

use proc_macro2::TokenStream;
use quote::{format_ident, quote, quote_spanned};
use syn::{Type, TypeReference, parse_quote, spanned::Spanned};

use crate::{
    attr::{arguments, behind, shape_of},
    model::{
        Content, LabelChoice, LabelSpec, LabelWord, LabelledBody, LabelledField, LabelledType,
        LabelledValue, LabelledVariant, Shape, Tagging,
    },
};

/// Emits the labels of a type:
///
/// ```text
/// impl<T> Labelled for Ticket<T>
/// where
///     T: Labelled,
/// {
///     fn labels() -> &'static LabelTree {
///         const {
///             &LabelTree::Object {
///                 fields: &[
///                     ("id", LabelTree::Leaf(Label::Identifier)),
///                     ("items", LabelTree::Of(<Vec<T> as Labelling>::labels)),
///                 ],
///                 flattened: &[],
///             }
///         }
///     }
/// }
/// ```
pub(crate) fn expand_labelled(labelled: &LabelledType) -> TokenStream {
    let tree = match &labelled.body {
        LabelledBody::Struct(content) => content_tree(content),
        LabelledBody::Enum { tagging, variants } => enum_tree(tagging, variants),
    };
    implement(labelled, &quote!(const { &#tree }))
}

/// Emits labels that keep users of a wrong type from failing as well.
pub(crate) fn expand_labelled_fallback(labelled: &LabelledType) -> TokenStream {
    implement(labelled, &quote!(::core::unreachable!()))
}

fn implement(labelled: &LabelledType, body: &TokenStream) -> TokenStream {
    let ident = &labelled.ident;
    let mut generics = labelled.generics.clone();
    let parameters: Vec<_> = generics.type_params().map(|param| param.ident.clone()).collect();
    for parameter in parameters {
        let predicate = parse_quote!(#parameter: ::cloudg_runtime::Labelled);
        generics.make_where_clause().predicates.push(predicate);
    }
    let (parameters, types, clause) = generics.split_for_impl();
    quote! {
        #[automatically_derived]
        impl #parameters ::cloudg_runtime::Labelled for #ident #types #clause {
            fn labels() -> &'static ::cloudg_runtime::LabelTree {
                #body
            }
        }
    }
}

fn enum_tree(tagging: &Tagging, variants: &[LabelledVariant]) -> TokenStream {
    let (untagged, tagged): (Vec<_>, Vec<_>) =
        variants.iter().partition(|variant| variant.is_untagged);
    let mut shapes = match tagging {
        Tagging::External => external(&tagged),
        Tagging::Untagged => tagged.iter().map(|variant| content_tree(&variant.content)).collect(),
        Tagging::Internal { tag } => {
            let variants = tagged.iter().map(|variant| {
                let (name, tree) = (&variant.name, content_tree(&variant.content));
                quote!((#name, #tree))
            });
            vec![quote! {
                ::cloudg_runtime::LabelTree::Tagged { tag: #tag, variants: &[#(#variants),*] }
            }]
        }
        Tagging::Adjacent { tag, content } => vec![adjacent(tag, content, &tagged)],
    };
    shapes.extend(untagged.iter().map(|variant| content_tree(&variant.content)));
    match shapes.as_slice() {
        [only] => only.clone(),
        shapes => quote!(::cloudg_runtime::LabelTree::Variants(&[#(#shapes),*])),
    }
}

/// Variants with content are objects with their name as the only key, the others are words.
fn external(variants: &[&LabelledVariant]) -> Vec<TokenStream> {
    let is_word = |variant: &&LabelledVariant| matches!(variant.content, Content::Unit);
    let mut shapes = Vec::new();
    let members: Vec<TokenStream> = variants
        .iter()
        .filter(|variant| !is_word(variant))
        .map(|variant| {
            let (name, tree) = (&variant.name, content_tree(&variant.content));
            quote!((#name, #tree))
        })
        .collect();
    if !members.is_empty() {
        shapes.push(object(&members, &[]));
    }
    if members.len() < variants.len() {
        shapes.push(leaf("Public"));
    }
    shapes
}

fn adjacent(tag: &str, content: &str, variants: &[&LabelledVariant]) -> TokenStream {
    let arms = variants.iter().map(|variant| {
        let (name, tree) = (&variant.name, content_tree(&variant.content));
        quote!((#name, #tree))
    });
    let choice = quote! {
        ::cloudg_runtime::LabelTree::Choice {
            by: #tag,
            arms: &[#(#arms),*],
            otherwise: &::cloudg_runtime::LabelTree::Unlabelled,
        }
    };
    let word = leaf("Public");
    object(&[quote!((#tag, #word)), quote!((#content, #choice))], &[])
}

fn content_tree(content: &Content) -> TokenStream {
    match content {
        Content::Unit => leaf("Public"),
        Content::Same(value) => value_tree(value),
        Content::Tuple(values) => {
            let places = values.iter().map(value_tree);
            quote!(::cloudg_runtime::LabelTree::Tuple(&[#(#places),*]))
        }
        Content::Fields(fields) => {
            let (flat, own): (Vec<_>, Vec<_>) = fields.iter().partition(|field| field.is_flat);
            let own: Vec<TokenStream> = own
                .iter()
                .map(|LabelledField { key, value, .. }| {
                    let tree = value_tree(value);
                    quote!((#key, #tree))
                })
                .collect();
            let flat: Vec<TokenStream> = flat.iter().map(|field| flat_tree(&field.value)).collect();
            object(&own, &flat)
        }
    }
}

/// One label for all that is flattened is one for the values of its keys.
fn flat_tree(value: &LabelledValue) -> TokenStream {
    let tree = value_tree(value);
    match &value.label {
        Some(LabelSpec::Word(_)) => quote! {
            ::cloudg_runtime::LabelTree::Map(&::cloudg_runtime::LabelTree::Unlabelled, &#tree)
        },
        _ => tree,
    }
}

fn object(fields: &[TokenStream], flattened: &[TokenStream]) -> TokenStream {
    quote! {
        ::cloudg_runtime::LabelTree::Object {
            fields: &[#(#fields),*],
            flattened: &[#(#flattened),*],
        }
    }
}

fn value_tree(value: &LabelledValue) -> TokenStream {
    match &value.label {
        Some(spec) => spec_tree(spec, &value.ty),
        None => type_tree(&value.ty),
    }
}

fn spec_tree(spec: &LabelSpec, ty: &Type) -> TokenStream {
    match spec {
        LabelSpec::Word(word) => shaped(word_tree(word), ty),
        LabelSpec::Map { keys, values: Some(values) } => {
            let keys = keys
                .as_ref()
                .map_or_else(|| quote!(::cloudg_runtime::LabelTree::Unlabelled), word_tree);
            let values = word_tree(values);
            quote!(::cloudg_runtime::LabelTree::Map(&#keys, &#values))
        }
        LabelSpec::Map { keys: Some(keys), values: None } => keyed_tree(keys, ty),
        LabelSpec::Map { keys: None, values: None } => type_tree(ty),
        LabelSpec::Choice(LabelChoice { key, arms, otherwise, .. }) => {
            let by = key.as_deref().unwrap_or_default();
            let arms = arms.iter().map(|(text, spec)| {
                let tree = spec_tree(spec, ty);
                quote!((#text, #tree))
            });
            let otherwise = otherwise.as_deref().map(|spec| spec_tree(spec, ty));
            quote! {
                ::cloudg_runtime::LabelTree::Choice {
                    by: #by,
                    arms: &[#(#arms),*],
                    otherwise: &#otherwise,
                }
            }
        }
    }
}

/// One label for a value; of a list that is seen to be one it is said that it is, so that the list
/// can be told from a text of another variant.
fn shaped(tree: TokenStream, ty: &Type) -> TokenStream {
    match (behind(ty), shape_of(ty)) {
        (Some(inner), _) => shaped(tree, inner),
        (None, Shape::List) => quote!(::cloudg_runtime::LabelTree::List(&#tree)),
        _ => tree,
    }
}

/// The map of a type, with a label for its keys. Of a known one the values are asked, because its
/// keys are texts and have no label by themselves.
fn keyed_tree(keys: &LabelWord, ty: &Type) -> TokenStream {
    if let Some((_, values)) = map_types(ty) {
        let (keys, values) = (word_tree(keys), type_tree(values));
        return quote!(::cloudg_runtime::LabelTree::Map(&#keys, &#values));
    }
    let map = type_tree(ty);
    match keys.0 == "detect" {
        true => map,
        false => {
            let label = label(keys);
            quote!(::cloudg_runtime::LabelTree::Keyed(#label, &#map))
        }
    }
}

/// The labels that a type has. A static text is one of the program, whatever holds it.
fn type_tree(ty: &Type) -> TokenStream {
    if !holds_static_text(ty) {
        return quote_spanned! {ty.span()=>
            ::cloudg_runtime::LabelTree::Of(<#ty as ::cloudg_runtime::__private::Labelling>::labels)
        };
    }
    if is_static_text(ty) {
        return leaf("Public");
    }
    if let Some(inner) = behind(ty) {
        return type_tree(inner);
    }
    if let Some((keys, values)) = map_types(ty) {
        let (keys, values) = (type_tree(keys), type_tree(values));
        return quote!(::cloudg_runtime::LabelTree::Map(&#keys, &#values));
    }
    match ty {
        Type::Tuple(tuple) => {
            let places = tuple.elems.iter().map(type_tree);
            quote!(::cloudg_runtime::LabelTree::Tuple(&[#(#places),*]))
        }
        _ => {
            let item = item_type(ty).map(type_tree);
            quote!(::cloudg_runtime::LabelTree::List(&#item))
        }
    }
}

/// Whether a static text is visible in a type, behind nothing but known holders.
fn holds_static_text(ty: &Type) -> bool {
    if is_static_text(ty) {
        return true;
    }
    if let Some(inner) = behind(ty).or_else(|| item_type(ty)) {
        return holds_static_text(inner);
    }
    if let Some((keys, values)) = map_types(ty) {
        return holds_static_text(keys) || holds_static_text(values);
    }
    matches!(ty, Type::Tuple(tuple) if tuple.elems.iter().any(holds_static_text))
}

fn is_static_text(ty: &Type) -> bool {
    matches!(
        ty,
        Type::Reference(TypeReference { lifetime: Some(lifetime), elem, .. })
            if lifetime.ident == "static"
                && matches!(&**elem, Type::Path(path) if path.path.is_ident("str"))
    )
}

fn item_type(ty: &Type) -> Option<&Type> {
    match ty {
        Type::Array(array) => Some(&array.elem),
        Type::Slice(slice) => Some(&slice.elem),
        _ if shape_of(ty) == Shape::List => arguments(ty).into_iter().next(),
        _ => None,
    }
}

/// Keys and values of a map, behind options and pointers.
fn map_types(ty: &Type) -> Option<(&Type, &Type)> {
    if let Some(inner) = behind(ty) {
        return map_types(inner);
    }
    match (shape_of(ty), arguments(ty).as_slice()) {
        (Shape::Map, [keys, values, ..]) => Some((*keys, *values)),
        _ => None,
    }
}

fn word_tree(word: &LabelWord) -> TokenStream {
    if word.0 == "detect" {
        return quote!(::cloudg_runtime::LabelTree::Unlabelled);
    }
    let label = label(word);
    quote!(::cloudg_runtime::LabelTree::Leaf(#label))
}

fn label(LabelWord(word): &LabelWord) -> TokenStream {
    let variant = super::common::variant(word);
    quote!(::cloudg_runtime::Label::#variant)
}

fn leaf(variant: &str) -> TokenStream {
    let variant = format_ident!("{variant}");
    quote!(::cloudg_runtime::LabelTree::Leaf(::cloudg_runtime::Label::#variant))
}
