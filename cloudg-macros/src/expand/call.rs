//! Emits the function that the layer calls.

use proc_macro2::{Span, TokenStream, TokenTree};
use quote::{ToTokens, quote, quote_spanned};
use syn::{Ident, ReturnType, Type, spanned::Spanned};

use crate::model::{Common, Context};

/// Names in the emitted function, invisible to the author's tokens.
pub(super) struct Locals {
    pub(super) context: Ident,
    pub(super) arguments: Ident,
    answer: Ident,
}

impl Locals {
    pub(super) fn new() -> Self {
        let local = |name: &str| Ident::new(name, Span::mixed_site());
        Self { context: local("context"), arguments: local("arguments"), answer: local("answer") }
    }
}

/// What the emitted function takes, does and gives.
pub(super) struct Call<'a> {
    pub(super) common: &'a Common,
    pub(super) locals: &'a Locals,
    /// Type of the arguments; `None` when there is no such parameter.
    pub(super) arguments: Option<TokenStream>,
    /// Statement that makes the arguments ready; `None` when they are not looked at.
    pub(super) opening: Option<TokenStream>,
    /// The fallible values after the context.
    pub(super) values: Vec<TokenStream>,
    /// Name of the result type in the runtime.
    pub(super) result: TokenStream,
    /// Trait of the answers.
    pub(super) answer: TokenStream,
    /// Method of the trait that gives the result.
    pub(super) reply: &'static str,
}

impl Call<'_> {
    /// Emits the function: one for the blocking pool, or one that gives a future.
    pub(super) fn expand(&self) -> TokenStream {
        let Locals { context, arguments, .. } = self.locals;
        let body = self.body();
        let result = &self.result;
        let name = if self.opening.is_some() { quote!(#arguments) } else { quote!(_) };
        let arguments = self.arguments.as_ref().map(|ty| quote!(#name: #ty,));
        if !self.is_async() {
            return quote! {
                fn __call(#context: &::cloudg_runtime::ToolContext, #arguments) -> #result {
                    #body
                }
            };
        }
        let span = self.common.function.sig.ident.span();
        let future =
            quote_spanned!(span=> ::cloudg_runtime::__private::boxed(async move { #body }));
        quote! {
            fn __call(
                #context: ::cloudg_runtime::ToolContext,
                #arguments
            ) -> ::cloudg_runtime::__private::BoxFuture<#result> {
                #future
            }
        }
    }

    /// Emits the handler as a variant of `kind`.
    pub(super) fn handler(&self, kind: &str) -> TokenStream {
        let kind = Ident::new(kind, Span::call_site());
        let variant = if self.is_async() { quote!(Async) } else { quote!(Blocking) };
        quote!(handler: ::cloudg_runtime::#kind::#variant(__call),)
    }

    fn is_async(&self) -> bool {
        self.common.function.sig.asyncness.is_some()
    }

    fn body(&self) -> TokenStream {
        let Locals { context, answer, .. } = self.locals;
        let Call { opening, values, .. } = self;
        let parameters: Vec<Ident> = (0..values.len())
            .map(|index| Ident::new(&format!("argument_{index}"), Span::mixed_site()))
            .collect();
        let function = &self.common.function.sig.ident;
        let wait = self.is_async().then(|| quote!(.await));
        let context = match (self.is_async(), self.common.context) {
            (false, Some(Context::Value)) => quote!(::core::clone::Clone::clone(#context)),
            (true, Some(Context::Reference)) => quote!(&#context),
            _ => quote!(#context),
        };
        let reply = self.reply();
        quote! {
            #opening
            #(let #parameters = #values?;)*
            let #answer = #function(#context #(, #parameters)*) #wait;
            #reply(#answer)
        }
    }

    /// Emits the function that turns an answer into a reply, at the span of its type.
    fn reply(&self) -> TokenStream {
        let answer = &self.answer;
        let method = |span| Ident::new(self.reply, span);
        match &self.common.function.sig.output {
            ReturnType::Type(_, ty) if !is_opaque(ty) => {
                let (answer, method) = (at(answer, ty.span()), method(ty.span()));
                quote_spanned!(ty.span()=> <#ty as #answer>::#method)
            }
            _ => {
                let method = method(Span::call_site());
                quote!(<_ as #answer>::#method)
            }
        }
    }
}

/// The same tokens at another place.
fn at(tokens: &TokenStream, span: Span) -> TokenStream {
    let move_token = |mut token: TokenTree| {
        token.set_span(span);
        token
    };
    tokens.clone().into_iter().map(move_token).collect()
}

/// Emits the state of a type.
pub(super) fn state(ty: &Type, locals: &Locals) -> TokenStream {
    let context = &locals.context;
    quote_spanned!(ty.span()=> ::cloudg_runtime::__private::state::<#ty>(&#context))
}

/// Whether a type has no name: `impl Trait`, alone or within.
pub(super) fn is_opaque(ty: &Type) -> bool {
    fn has_impl(tokens: TokenStream) -> bool {
        tokens.into_iter().any(|token| match token {
            TokenTree::Group(group) => has_impl(group.stream()),
            TokenTree::Ident(ident) => ident == "impl",
            TokenTree::Punct(_) | TokenTree::Literal(_) => false,
        })
    }
    has_impl(ty.to_token_stream())
}
