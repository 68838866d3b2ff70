//! Emits resources, templates and prompts: primitives whose arguments are text.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::{Type, spanned::Spanned};

use super::{
    call::{self, Call, Locals},
    common::{self, borrowed, option},
    completion, field,
};
use crate::model::{Address, Prompt, Resource, Text, TextParameter};

/// Emits a resource, or a template when the address has variables:
///
/// ```text
/// fn asset(ctx: &ToolContext, r#ref: String) -> Result<AssetReply, ToolError> { … }
///
/// const _: () = {
///     fn __call(context: &ToolContext, arguments: TextArguments) -> ContentsResult {
///         let mut arguments = arguments;
///         let argument_0 = <String as TextArgument>::take(&mut arguments, "ref")?;
///         let answer = asset(context, argument_0);
///         <Result<AssetReply, ToolError> as IntoContents<_>>::into_contents(answer)
///     }
///     fn __complete_0(context: &ToolContext, partial: &str, others: &Map) -> CompletionResult { … }
///     const __COMPLETIONS: &[Completion] = &[Completion { argument: "ref", … }];
///     const __CAPABILITIES: Capabilities = Capabilities::of(&[Capability::ReadState]);
///     const __SPEC: TemplateSpec = TemplateSpec { … };
///     inventory::submit! { __SPEC }
///     #[macro_export]
///     macro_rules! cloudg_template_spelt_cloudg_3a__2f__2f_assets_2f__7b__2b_ref_7d_ { () => {}; }
///     #[unsafe(export_name = "cloudg:template:cloudg://assets/{+ref}")]
///     #[used]
///     static __NAME: u8 = 0;
/// };
/// ```
pub(crate) fn expand_resource(resource: &Resource, address: &Address) -> TokenStream {
    let function = &resource.common.function;
    let locals = Locals::new();
    let is_template = !address.variables.is_empty();
    let call = resource_call(resource, is_template, &locals);
    let submission = if is_template {
        common::submission("TemplateSpec", &template_fields(resource, address, &call))
    } else {
        common::submission("ResourceSpec", &resource_fields(resource, address, &call))
    };
    let completions = is_template.then(|| completion::expand_list(&resource.completions));
    let call = call.expand();
    let capabilities = common::capabilities(&resource.common);
    let kind = if is_template { "template" } else { "resource" };
    let claim = common::claim(kind, &address.written);
    quote! {
        #[allow(clippy::needless_pass_by_value)]
        #function

        const _: () = {
            #call
            #completions
            #capabilities
            #submission
            #claim
        };
    }
}

fn resource_call<'a>(resource: &'a Resource, is_template: bool, locals: &'a Locals) -> Call<'a> {
    let text_arguments = quote!(::cloudg_runtime::TextArguments);
    Call {
        common: &resource.common,
        locals,
        arguments: is_template.then_some(text_arguments),
        opening: opening(&resource.parameters, locals),
        values: values(&resource.parameters, locals),
        result: quote!(::cloudg_runtime::__private::ContentsResult),
        answer: quote!(::cloudg_runtime::IntoContents<_>),
        reply: "into_contents",
    }
}

fn resource_fields(resource: &Resource, address: &Address, call: &Call<'_>) -> TokenStream {
    let shared = contents_fields(resource);
    let uri = borrowed(&address.written);
    let size = option(resource.size.as_ref().map(|size| quote!(#size)));
    let handler = call.handler("ResourceHandler");
    quote! {
        uri: #uri,
        #shared
        size: #size,
        #handler
    }
}

fn template_fields(resource: &Resource, address: &Address, call: &Call<'_>) -> TokenStream {
    let shared = contents_fields(resource);
    let uri_template = borrowed(&address.written);
    let handler = call.handler("TemplateHandler");
    quote! {
        uri_template: #uri_template,
        #shared
        completions: ::std::borrow::Cow::Borrowed(__COMPLETIONS),
        #handler
    }
}

/// Emits the fields that resources and templates share.
fn contents_fields(resource: &Resource) -> TokenStream {
    let common = common::fields(&resource.common);
    let states = states(&resource.parameters);
    let mime_type = match &resource.mime_type {
        Some(written) => quote!(#written),
        None => quote!(::cloudg_runtime::ResourceSpec::JSON),
    };
    let labels = common::labels(&resource.common, resource.labels.as_ref(), None);
    let last_modified = option(resource.last_modified.as_ref().map(borrowed));
    let audience = resource.audience.iter().map(common::variant);
    let priority = option(resource.priority.map(|value| quote!(#value)));
    quote! {
        #common
        mime_type: ::std::borrow::Cow::Borrowed(#mime_type),
        annotations: ::cloudg_runtime::ContentAnnotations {
            audience: ::std::borrow::Cow::Borrowed(&[#(::cloudg_runtime::Role::#audience),*]),
            priority: #priority,
            last_modified: #last_modified,
        },
        #labels
        #states
    }
}

/// Emits a prompt:
///
/// ```text
/// fn review(ctx: &ToolContext, scope: Option<String>) -> String { … }
///
/// const _: () = {
///     fn __call(context: &ToolContext, arguments: TextArguments) -> PromptHandlerResult {
///         let mut arguments = arguments;
///         let argument_0 = <Option<String> as TextArgument>::take(&mut arguments, "scope")?;
///         let answer = review(context, argument_0);
///         <String as IntoPrompt>::into_prompt(answer)
///     }
///     const __ARGUMENTS: &[PromptArgument] = &[PromptArgument { name: "scope", … }];
///     …
/// };
/// ```
pub(crate) fn expand_prompt(prompt: &Prompt) -> TokenStream {
    let function = &prompt.common.function;
    let locals = Locals::new();
    let call = prompt_call(prompt, &locals);
    let submission = common::submission("PromptSpec", &prompt_fields(prompt, &call));
    let call = call.expand();
    let completers = completion::expand_functions(&prompt.completions);
    let arguments = prompt_arguments(prompt);
    let capabilities = common::capabilities(&prompt.common);
    let claim = common::claim("prompt", &prompt.common.name);
    quote! {
        #[allow(clippy::needless_pass_by_value)]
        #function

        const _: () = {
            #call
            #completers
            #arguments
            #capabilities
            #submission
            #claim
        };
    }
}

fn prompt_call<'a>(prompt: &'a Prompt, locals: &'a Locals) -> Call<'a> {
    Call {
        common: &prompt.common,
        locals,
        arguments: Some(quote!(::cloudg_runtime::TextArguments)),
        opening: opening(&prompt.parameters, locals),
        values: values(&prompt.parameters, locals),
        result: quote!(::cloudg_runtime::__private::PromptHandlerResult),
        answer: quote!(::cloudg_runtime::IntoPrompt),
        reply: "into_prompt",
    }
}

fn prompt_fields(prompt: &Prompt, call: &Call<'_>) -> TokenStream {
    let common = common::fields(&prompt.common);
    let states = states(&prompt.parameters);
    let handler = call.handler("PromptHandler");
    quote! {
        #common
        arguments: ::std::borrow::Cow::Borrowed(__ARGUMENTS),
        #states
        #handler
    }
}

fn prompt_arguments(prompt: &Prompt) -> TokenStream {
    let arguments = texts(&prompt.parameters).map(|text| {
        let Text { name, optional, .. } = text;
        let title = option(text.title.as_ref().map(borrowed));
        let description = field::description(&text.description);
        let required = !optional;
        let completion = option(completion::completer_of(name, &prompt.completions));
        quote! {
            ::cloudg_runtime::PromptArgument {
                name: ::std::borrow::Cow::Borrowed(#name),
                title: #title,
                description: ::std::borrow::Cow::Borrowed(#description),
                required: #required,
                completion: #completion,
            }
        }
    });
    quote! {
        const __ARGUMENTS: &[::cloudg_runtime::PromptArgument] = &[#(#arguments),*];
    }
}

fn texts(parameters: &[TextParameter]) -> impl Iterator<Item = &Text> {
    parameters.iter().filter_map(|parameter| match parameter {
        TextParameter::Text(text) => Some(&**text),
        TextParameter::State(_) => None,
    })
}

fn states(parameters: &[TextParameter]) -> TokenStream {
    common::states(parameters.iter().filter_map(|parameter| match parameter {
        TextParameter::State(ty) => Some(&**ty),
        TextParameter::Text(_) => None,
    }))
}

fn opening(parameters: &[TextParameter], locals: &Locals) -> Option<TokenStream> {
    let arguments = &locals.arguments;
    texts(parameters).next().map(|_| quote!(let mut #arguments = #arguments;))
}

fn values(parameters: &[TextParameter], locals: &Locals) -> Vec<TokenStream> {
    let value = |parameter: &TextParameter| match parameter {
        TextParameter::State(ty) => call::state(ty, locals),
        TextParameter::Text(text) => take(text, locals),
    };
    parameters.iter().map(value).collect()
}

/// Emits the fallible value of a text.
fn take(text: &Text, locals: &Locals) -> TokenStream {
    let Text { name, ty, .. } = text;
    let arguments = &locals.arguments;
    let take = text_method(ty);
    quote!(#take(&mut #arguments, #name))
}

fn text_method(ty: &Type) -> TokenStream {
    quote_spanned!(ty.span()=> <#ty as ::cloudg_runtime::__private::TextArgument>::take)
}
