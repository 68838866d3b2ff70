//! Emits a tool.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::{LitBool, Type, spanned::Spanned};

use super::{
    assert_distinct,
    call::{self, Call, Locals},
    common::{self, option},
    field,
};
use crate::model::{Hints, Parameter, Tool, TransformOptions};

/// Emits a tool. Arguments are owned whether the function needs it or not, so the lint against that
/// is silenced.
///
/// ```text
/// #[allow(clippy::needless_pass_by_value)]
/// fn count_assets(ctx: &ToolContext, top: u32) -> Result<CountReply, ToolError> { … }
///
/// const _: () = {
///     fn __input_schema() -> Value {
///         input_schema(|schema| schema.field(<u32 as Argument>::field("top", "Most groups.")))
///     }
///     fn __call(context: &ToolContext, arguments: ArgumentMap) -> HandlerResult {
///         let mut arguments = Decoder::new(arguments);
///         let argument_0 = <u32 as Argument>::take(&mut arguments, "top")?;
///         let answer = count_assets(context, argument_0);
///         <Result<CountReply, ToolError> as Answer<_>>::reply(answer)
///     }
///     const __CAPABILITIES: Capabilities = Capabilities::of(&[Capability::ReadState]);
///     const __SPEC: ToolSpec = ToolSpec { name: Cow::Borrowed("count_assets"), … };
///     inventory::submit! { __SPEC }
///     #[macro_export]
///     macro_rules! cloudg_tool_named_count_assets { () => {}; }
///     #[unsafe(export_name = "cloudg:tool:count_assets")]
///     #[used]
///     static __NAME: u8 = 0;
/// };
/// ```
///
/// A tool with the option `constant` is submitted nowhere and takes no name in the program.
pub(crate) fn expand_tool(tool: &Tool) -> TokenStream {
    let function = &tool.common.function;
    let schema = input_schema(tool);
    let locals = Locals::new();
    let call = call(tool, &locals);
    let capabilities = common::capabilities(&tool.common);
    let fields = fields(tool, &call);
    let call = call.expand();
    let distinct = distinct_names(tool);
    let parts = quote! {
        #distinct
        #schema
        #call
        #capabilities
    };
    let declaration = match &tool.constant {
        Some(name) => common::constant(name, &tool.common, &parts, "ToolSpec", &fields),
        None => {
            let submission = common::submission("ToolSpec", &fields);
            let claim = common::claim("tool", &tool.common.name);
            quote! {
                const _: () = {
                    #parts
                    #submission
                    #claim
                };
            }
        }
    };
    quote! {
        #[allow(clippy::needless_pass_by_value)]
        #function

        #declaration
    }
}

/// Emits the function that renders the argument schema.
fn input_schema(tool: &Tool) -> TokenStream {
    let fields: Vec<TokenStream> = tool
        .parameters
        .iter()
        .filter_map(|parameter| match parameter {
            Parameter::State(_) => None,
            Parameter::Field(field) => Some(field::describe(field)),
            Parameter::Group(ty) => Some(field::describe_group(ty)),
        })
        .collect();
    let schema = if fields.is_empty() { quote!(_) } else { quote!(schema) };
    quote! {
        fn __input_schema() -> ::cloudg_runtime::__private::Value {
            ::cloudg_runtime::__private::input_schema(|#schema| { #(#fields)* })
        }
    }
}

fn call<'a>(tool: &'a Tool, locals: &'a Locals) -> Call<'a> {
    let arguments = &locals.arguments;
    let has_arguments =
        tool.parameters.iter().any(|parameter| !matches!(parameter, Parameter::State(_)));
    Call {
        common: &tool.common,
        locals,
        arguments: Some(quote!(::cloudg_runtime::__private::ArgumentMap)),
        opening: has_arguments
            .then(|| quote!(let #arguments = &mut ::cloudg_runtime::Decoder::new(#arguments);)),
        values: tool.parameters.iter().map(|parameter| argument(parameter, locals)).collect(),
        result: quote!(::cloudg_runtime::__private::HandlerResult),
        answer: quote!(::cloudg_runtime::__private::Answer<_>),
        reply: "reply",
    }
}

/// Emits the fallible value of one parameter.
fn argument(parameter: &Parameter, locals: &Locals) -> TokenStream {
    match parameter {
        Parameter::State(ty) => call::state(ty, locals),
        Parameter::Field(field) => field::take(field, &locals.arguments),
        Parameter::Group(ty) => field::take_group(ty, &locals.arguments),
    }
}

/// Emits the fields of the specification.
fn fields(tool: &Tool, call: &Call<'_>) -> TokenStream {
    let common = common::fields(&tool.common);
    let hints = hints(&tool.hints);
    let timeout = option(
        tool.timeout.map(|milliseconds| quote!(::core::time::Duration::from_millis(#milliseconds))),
    );
    let labels = common::labels(&tool.common, tool.labels.as_ref(), tool.output.as_ref());
    let transform_hints = transform_hints(&tool.transform_hints);
    let output_schema = option(tool.output.as_ref().map(output_schema));
    let states = common::states(tool.parameters.iter().filter_map(|parameter| match parameter {
        Parameter::State(ty) => Some(&**ty),
        Parameter::Field(_) | Parameter::Group(_) => None,
    }));
    let handler = call.handler("Handler");
    quote! {
        #common
        hints: #hints.derive(__CAPABILITIES),
        timeout: #timeout,
        input_schema: ::cloudg_runtime::__private::SchemaSource::Derived(__input_schema),
        output_schema: #output_schema,
        #labels
        transform_hints: #transform_hints,
        #states
        #handler
    }
}

/// Emits what a tool asks of the transforms of a policy. Every field is written out: of a constant
/// with destructors nothing can be left over.
fn transform_hints(options: &TransformOptions) -> TokenStream {
    if options.is_empty() {
        return quote!(::cloudg_runtime::TransformHints::NONE);
    }
    let TransformOptions { skip, skip_input, project, transforms, .. } = options;
    let is_on = |value: &Option<LitBool>| value.as_ref().is_none_or(|value| value.value);
    let pseudonymize = is_on(&options.pseudonymize);
    let depseudonymize = is_on(&options.depseudonymize);
    let input_guard = is_on(&options.input_guard);
    let project = common::json_source(project.as_ref());
    let transforms = transforms.iter().map(|transform| common::json_source(Some(transform)));
    quote! {
        {
            const __TRANSFORMS: &[::cloudg_runtime::MetaSource] = &[#(#transforms),*];
            ::cloudg_runtime::TransformHints {
                skip: ::std::borrow::Cow::Borrowed(&[#(#skip),*]),
                skip_input: ::std::borrow::Cow::Borrowed(&[#(#skip_input),*]),
                pseudonymize: #pseudonymize,
                depseudonymize: #depseudonymize,
                input_guard: #input_guard,
                project: #project,
                transforms: ::std::borrow::Cow::Borrowed(__TRANSFORMS),
            }
        }
    }
}

fn hints(hints: &Hints) -> TokenStream {
    let [read_only, destructive, idempotent, open_world] =
        [&hints.read_only, &hints.destructive, &hints.idempotent, &hints.open_world]
            .map(|hint| option(hint.as_ref().map(|value: &LitBool| quote!(#value))));
    quote! {
        ::cloudg_runtime::Hints {
            read_only: #read_only,
            destructive: #destructive,
            idempotent: #idempotent,
            open_world: #open_world,
        }
    }
}

fn output_schema(ty: &Type) -> TokenStream {
    let schema = quote_spanned!(ty.span()=> <#ty as ::cloudg_runtime::__private::Output>::schema);
    quote!(::cloudg_runtime::__private::SchemaSource::Derived(#schema))
}

/// Emits the check that flattened names are distinct; those of the function itself were compared
/// before.
fn distinct_names(tool: &Tool) -> Option<TokenStream> {
    let group = tool.parameters.iter().find_map(|parameter| match parameter {
        Parameter::Group(ty) => Some(ty),
        Parameter::State(_) | Parameter::Field(_) => None,
    })?;
    let names = tool.parameters.iter().filter_map(|parameter| match parameter {
        Parameter::State(_) => None,
        Parameter::Field(field) => Some(field::name(field)),
        Parameter::Group(ty) => Some(field::group_names(ty)),
    });
    Some(assert_distinct(group, &names.collect::<Vec<_>>()))
}
