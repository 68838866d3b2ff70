//! Emits completions.

use proc_macro2::{Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::{ExprPath, Ident, LitStr, Type, spanned::Spanned};

use crate::model::{Completion, CompletionSource};

/// Emits the functions and the list of a template's completions.
pub(super) fn expand_list(completions: &[Completion]) -> TokenStream {
    let functions = expand_functions(completions);
    let entries = completions.iter().enumerate().map(|(index, completion)| {
        let (target, completer) = (&completion.target, completer((index, completion)));
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
/// calls. A function of the author may be asynchronous or not; only the compiler knows, so what
/// calls it always gives a future:
///
/// ```text
/// fn __complete_0(
///     context: ToolContext,
///     partial: String,
///     others: Map,
/// ) -> BoxFuture<CompletionResult> {
///     Completes::<_>::complete(datasets, context, partial, others)
/// }
/// fn __complete_1(_: &ToolContext, partial: &str, _: &Map) -> CompletionResult {
///     <Format as Variants>::complete(partial)
/// }
/// ```
pub(super) fn expand_functions(completions: &[Completion]) -> TokenStream {
    let functions = completions.iter().enumerate().map(|(index, completion)| {
        let name = function(index);
        match &completion.source {
            CompletionSource::Function(path) => expand_function(&name, path),
            CompletionSource::Variants(ty) => expand_variants(&name, ty),
        }
    });
    quote!(#(#functions)*)
}

fn expand_function(name: &Ident, path: &ExprPath) -> TokenStream {
    // Not the author's names, among which their function is looked up.
    let [context, partial, others] =
        ["context", "partial", "others"].map(|name| Ident::new(name, Span::mixed_site()));
    let call = quote_spanned! {path.span()=>
        ::cloudg_runtime::__private::Completes::complete(#path, #context, #partial, #others)
    };
    quote! {
        fn #name(
            #context: ::cloudg_runtime::ToolContext,
            #partial: ::std::string::String,
            #others: ::cloudg_runtime::__private::ArgumentMap,
        ) -> ::cloudg_runtime::__private::BoxFuture<::cloudg_runtime::__private::CompletionResult> {
            #call
        }
    }
}

fn expand_variants(name: &Ident, ty: &Type) -> TokenStream {
    let partial = Ident::new("partial", Span::mixed_site());
    let call = quote_spanned! {ty.span()=>
        <#ty as ::cloudg_runtime::__private::Variants>::complete(#partial)
    };
    quote! {
        fn #name(
            _: &::cloudg_runtime::ToolContext,
            #partial: &str,
            _: &::cloudg_runtime::__private::ArgumentMap,
        ) -> ::cloudg_runtime::__private::CompletionResult {
            #call
        }
    }
}

/// Emits the completer of the argument of that name, if it has one.
pub(super) fn completer_of(name: &LitStr, completions: &[Completion]) -> Option<TokenStream> {
    let is_its = |(_, completion): &(usize, &Completion)| completion.target.value() == name.value();
    completions.iter().enumerate().find(is_its).map(completer)
}

fn completer((index, completion): (usize, &Completion)) -> TokenStream {
    let name = function(index);
    match completion.source {
        CompletionSource::Function(_) => quote!(::cloudg_runtime::Completer::Async(#name)),
        CompletionSource::Variants(_) => quote!(::cloudg_runtime::Completer::Blocking(#name)),
    }
}

fn function(index: usize) -> Ident {
    format_ident!("__complete_{index}")
}
