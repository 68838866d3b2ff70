//! `complete(name = function, other = enum(Type))`.

use proc_macro2::TokenStream;
use syn::{
    Expr, Ident, LitStr, Token, Type, ext::IdentExt, parenthesized, parse::ParseStream,
    token::Paren,
};

use super::settings::{Setting, SettingValue, each};
use crate::{
    errors::Errors,
    model::{Completion, CompletionSource},
};

const FORM: &str =
    "`complete` takes functions or enums by name: `complete(name = function, other = enum(Type))`";

/// Reads the completions of a primitive.
pub(super) fn completions(setting: Setting, errors: &mut Errors) -> Vec<Completion> {
    let SettingValue::List(tokens) = setting.value else {
        errors.at(&setting.key, FORM);
        return Vec::new();
    };
    let mut completions = Vec::new();
    each(tokens, errors, |input, _| {
        completions.push(parse_completion(input)?);
        Ok(())
    });
    completions
}

fn parse_completion(input: ParseStream<'_>) -> syn::Result<Completion> {
    let target = parse_target(input)?;
    if input.parse::<Option<Token![=]>>()?.is_none() {
        return Err(syn::Error::new(target.span(), FORM));
    }
    let source = parse_source(input)?;
    if input.is_empty() || input.peek(Token![,]) {
        return Ok(Completion { target, source });
    }
    Err(input.error(FORM))
}

fn parse_target(input: ParseStream<'_>) -> syn::Result<LitStr> {
    if input.peek(LitStr) {
        return input.parse();
    }
    let ident = Ident::parse_any(input).map_err(|error| syn::Error::new(error.span(), FORM))?;
    Ok(LitStr::new(&ident.unraw().to_string(), ident.span()))
}

fn parse_source(input: ParseStream<'_>) -> syn::Result<CompletionSource> {
    if input.peek(Token![enum]) && input.peek2(Paren) {
        input.parse::<Token![enum]>()?;
        return parse_enum(input).map(CompletionSource::Variants);
    }
    match input.parse::<Expr>() {
        Ok(Expr::Path(path)) => Ok(CompletionSource::Function(path)),
        Ok(other) => Err(syn::Error::new_spanned(other, FORM)),
        Err(error) => Err(syn::Error::new(error.span(), FORM)),
    }
}

fn parse_enum(input: ParseStream<'_>) -> syn::Result<Type> {
    let content;
    parenthesized!(content in input);
    let ty = content.parse()?;
    let rest: TokenStream = content.parse()?;
    if rest.is_empty() {
        return Ok(ty);
    }
    Err(syn::Error::new_spanned(rest, "`enum(…)` takes one type"))
}
