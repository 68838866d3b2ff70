//! Emits what a checked declaration stands for. Cannot fail.

mod call;
mod common;
mod completion;
mod field;
mod labelled;
mod plugins;
mod text;
mod tool;

use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::{Ident, Type, spanned::Spanned};

pub(crate) use self::{
    labelled::{expand_labelled, expand_labelled_fallback},
    plugins::expand_plugins,
    text::{expand_prompt, expand_resource},
    tool::expand_tool,
};
use crate::model::{ArgsStruct, Field, Member, MemberContent};

fn assert_distinct(group: &Type, names: &[TokenStream]) -> TokenStream {
    quote_spanned! {group.span()=>
        const _: () = ::cloudg_runtime::__private::assert_distinct(&[#(#names),*]);
    }
}

/// Emits the implementation of `Arguments`:
///
/// ```text
/// impl Arguments for FindArgs {
///     const NAMES: &'static [ArgumentName] = &[One("query"), Group(<Paging as Arguments>::NAMES)];
///     fn describe(schema: &mut ArgumentSchema) {
///         schema.field(<String as Argument>::field("query", "What to look for."));
///         <Paging as Arguments>::describe(schema);
///     }
///     fn decode(arguments: &mut Decoder) -> Result<Self, ToolError> {
///         Ok(Self {
///             query: <String as Argument>::take(arguments, "query")?,
///             paging: <Paging as Arguments>::decode(arguments)?,
///         })
///     }
/// }
/// ```
pub(crate) fn expand_args(args: &ArgsStruct) -> TokenStream {
    let arguments = Ident::new("arguments", Span::call_site());
    let each = |on_field: &dyn Fn(&Field) -> TokenStream,
                on_group: &dyn Fn(&Type) -> TokenStream| {
        let emit = |member: &Member| match &member.content {
            MemberContent::Field(field) => on_field(field),
            MemberContent::Group(ty) => on_group(ty),
        };
        args.members.iter().map(emit).collect::<Vec<_>>()
    };
    let names = each(&field::name, &field::group_names);
    let describe = each(&field::describe, &field::describe_group);
    let values =
        each(&|field| field::take(field, &arguments), &|ty| field::take_group(ty, &arguments));
    let idents = args.members.iter().map(|member| &member.ident);
    let implementation = implement_arguments(
        &args.ident,
        &quote!(#(#names),*),
        &quote!(#(#describe)*),
        &quote!(::core::result::Result::Ok(Self { #(#idents: #values?,)* })),
    );
    let distinct = args.members.iter().find_map(|member| match &member.content {
        MemberContent::Field(_) => None,
        MemberContent::Group(ty) => Some(assert_distinct(ty, &names)),
    });
    quote!(#implementation #distinct)
}

/// Emits an implementation that keeps users of a wrong struct from failing as well.
pub(crate) fn expand_args_fallback(ident: &Ident) -> TokenStream {
    let nothing = TokenStream::new();
    implement_arguments(ident, &nothing, &nothing, &quote!(::core::unreachable!()))
}

fn implement_arguments(
    ident: &Ident,
    names: &TokenStream,
    describe: &TokenStream,
    decode: &TokenStream,
) -> TokenStream {
    quote! {
        #[automatically_derived]
        #[allow(unused_variables)]
        impl ::cloudg_runtime::Arguments for #ident {
            const NAMES: &'static [::cloudg_runtime::ArgumentName] = &[#names];

            fn describe(schema: &mut ::cloudg_runtime::ArgumentSchema) {
                #describe
            }

            fn decode(
                arguments: &mut ::cloudg_runtime::Decoder,
            ) -> ::core::result::Result<Self, ::cloudg_runtime::ToolError> {
                #decode
            }
        }
    }
}
