//! `plugins! { crate_a, crate_b = "package-b" }`.

use proc_macro2::{Span, TokenStream};
use syn::{Ident, LitStr, Path, Token, parse::ParseStream};

use super::settings::each;
use crate::{errors::Errors, model::Plugin};

/// Reads the crates that a program expects declarations of.
pub(crate) fn parse_plugins(tokens: TokenStream, errors: &mut Errors) -> Vec<Plugin> {
    if tokens.is_empty() {
        let message = "`plugins!` names no crate: write `plugins! { my_plugin }`";
        errors.push(syn::Error::new(Span::call_site(), message));
    }
    let mut plugins: Vec<Plugin> = Vec::new();
    each(tokens, errors, |input, errors| {
        let plugin = parse_plugin(input)?;
        if plugins.iter().any(|other| other.krate == plugin.krate) {
            errors.at(&plugin.krate, format!("crate `{}` is given twice", plugin.krate));
        } else {
            plugins.push(plugin);
        }
        Ok(())
    });
    plugins
}

fn parse_plugin(input: ParseStream<'_>) -> syn::Result<Plugin> {
    let path = input.call(Path::parse_mod_style).map_err(|error| form(error.span()))?;
    let krate = match path.get_ident() {
        Some(ident) if !["self", "super", "crate"].iter().any(|word| ident == word) => {
            ident.clone()
        }
        _ => {
            let message = "a plugin is a whole crate, named as in `extern crate`, not a path";
            return Err(syn::Error::new_spanned(path, message));
        }
    };
    let package = match input.parse::<Option<Token![=]>>()? {
        Some(_) => input.parse::<LitStr>().map_err(|error| form(error.span()))?,
        None => package_of(&krate),
    };
    if input.is_empty() || input.peek(Token![,]) {
        return Ok(Plugin { krate, package });
    }
    Err(form(input.span()))
}

/// The package of a crate that is not renamed, but for `-`, which crates write `_`.
fn package_of(krate: &Ident) -> LitStr {
    LitStr::new(&krate.to_string(), krate.span())
}

fn form(place: Span) -> syn::Error {
    let message = "`plugins!` lists crates, with commas between; one that is called otherwise than \
                   its package is written `name = \"package\"`";
    syn::Error::new(place, message)
}
