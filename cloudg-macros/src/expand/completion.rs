//! Emits completions.

use proc_macro2::{Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::{Ident, LitStr, spanned::Spanned};

use crate::model::{Completion, CompletionSource};

/// Emits the functions and the list of a template's completions.
pub(super) fn expand_list(completions: &[Completion]) -> TokenStream {
    let functions = expand_functions(completions);
    let entries = completions.iter().enumerate().map(|(index, Completion { target, .. })| {
        let completer = completer(index);
        quote! {
            ::cloudg_runtime::Completion {
                argument: ::std::borrow::Cow::Borrowed(#target),
                complete: #completer,
            }
        }
    });
    quote! {
        #functions
        const __COMPLETIONS: &[::cloudg_runtime::Completion] = &[#(#entries),*];
    }
}

/// Emits one function for each completion, which fits what the author wrote to what the layer
/// calls:
///
/// ```text
/// fn __complete_0(context: &ToolContext, partial: &str, others: &Map) -> CompletionResult {
///     Completes::<_>::complete(datasets, context, partial, others)
/// }
/// ```
pub(super) fn expand_functions(completions: &[Completion]) -> TokenStream {
    // Not the author's names, among which their function is looked up.
    let [context, partial, others] =
        ["context", "partial", "others"].map(|name| Ident::new(name, Span::mixed_site()));
    let functions = completions.iter().enumerate().map(|(index, completion)| {
        let name = function(index);
        let body = body(&completion.source, [&context, &partial, &others]);
        quote! {
            #[allow(unused_variables)]
            fn #name(
                #context: &::cloudg_runtime::ToolContext,
                #partial: &str,
                #others: &::cloudg_runtime::__private::ArgumentMap,
            ) -> ::cloudg_runtime::__private::CompletionResult {
                #body
            }
        }
    });
    quote!(#(#functions)*)
}

/// Emits the completer of the argument of that name, if it has one.
pub(super) fn completer_of(name: &LitStr, completions: &[Completion]) -> Option<TokenStream> {
    let is_its = |completion: &Completion| completion.target.value() == name.value();
    completions.iter().position(is_its).map(completer)
}

fn body(source: &CompletionSource, [context, partial, others]: [&Ident; 3]) -> TokenStream {
    match source {
        CompletionSource::Function(path) => quote_spanned! {path.span()=>
            ::cloudg_runtime::__private::Completes::complete(#path, #context, #partial, #others)
        },
        CompletionSource::Variants(ty) => quote_spanned! {ty.span()=>
            <#ty as ::cloudg_runtime::__private::Variants>::complete(#partial)
        },
    }
}

fn completer(index: usize) -> TokenStream {
    let name = function(index);
    quote!(::cloudg_runtime::Completer::Blocking(#name))
}

fn function(index: usize) -> Ident {
    format_ident!("__complete_{index}")
}
