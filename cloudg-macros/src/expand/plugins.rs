//! Emits the crates that a program expects declarations of.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};

use crate::model::Plugin;

/// Emits a use of each crate, without which it would not be linked, and what is expected of it:
///
/// ```text
/// use my_plugin as _;
/// const _: () = {
///     inventory::submit! { ExpectedPlugin { package: "my_plugin", source: source!() } }
/// };
/// ```
pub(crate) fn expand_plugins(plugins: &[Plugin]) -> TokenStream {
    let each = plugins.iter().map(|Plugin { krate, package }| {
        let link = quote_spanned!(krate.span()=> use ::#krate as _;);
        quote! {
            #link
            const _: () = {
                ::cloudg_runtime::__private::inventory::submit! {
                    ::cloudg_runtime::__private::ExpectedPlugin {
                        package: #package,
                        source: ::cloudg_runtime::__private::source!(),
                    }
                }
            };
        }
    });
    quote!(#(#each)*)
}
