//! JSON as it stands in an option.

use std::collections::HashSet;

use proc_macro2::{TokenStream, TokenTree};
use syn::{
    Ident, LitBool, LitFloat, LitInt, LitStr, Token, braced, bracketed,
    ext::IdentExt,
    parse::{ParseStream, Parser},
    token::{Brace, Bracket},
};

use crate::model::{Json, JsonKind};

const FORM: &str =
    "this is no JSON: write a string, a number, `true`, `false`, `null`, `[…]` or `{…}`";

/// Reads the value up to the next comma. The tokens are kept as they are: the `json!` macro reads
/// the same. They are parsed apart from the rest, so that one mistake in them is one message.
pub(super) fn parse(input: ParseStream<'_>) -> syn::Result<Json> {
    let mut tokens = TokenStream::new();
    while !input.is_empty() && !input.peek(Token![,]) {
        tokens.extend([input.parse::<TokenTree>()?]);
    }
    if tokens.is_empty() {
        return Err(input.error(FORM));
    }
    let kind = parse_value.parse2(tokens.clone())?;
    Ok(Json { tokens, kind })
}

fn parse_value(input: ParseStream<'_>) -> syn::Result<JsonKind> {
    if input.peek(Brace) {
        return parse_object(input).map(JsonKind::Object);
    }
    if input.peek(Bracket) {
        let content;
        bracketed!(content in input);
        let mut items = Vec::new();
        while !content.is_empty() {
            items.push(parse(&content)?);
            if !content.is_empty() {
                content.parse::<Token![,]>()?;
            }
        }
        return Ok(JsonKind::List(items));
    }
    if input.peek(LitStr) {
        return input.parse::<LitStr>().map(|_| JsonKind::Text);
    }
    parse_scalar(input)?;
    Ok(JsonKind::Other)
}

fn parse_object(input: ParseStream<'_>) -> syn::Result<Vec<(LitStr, Json)>> {
    let content;
    braced!(content in input);
    let mut keys = HashSet::new();
    let mut members = Vec::new();
    while !content.is_empty() {
        let key: LitStr = content.parse().map_err(|error| {
            syn::Error::new(error.span(), "a key of JSON is a string: `\"key\": value`")
        })?;
        if !keys.insert(key.value()) {
            let message = format!("key `{}` is given twice", key.value());
            return Err(syn::Error::new(key.span(), message));
        }
        content.parse::<Token![:]>()?;
        members.push((key, parse(&content)?));
        if !content.is_empty() {
            content.parse::<Token![,]>()?;
        }
    }
    Ok(members)
}

fn parse_scalar(input: ParseStream<'_>) -> syn::Result<()> {
    if input.peek(LitBool) {
        return input.parse::<LitBool>().map(drop);
    }
    let is_null = input.fork().call(Ident::parse_any).is_ok_and(|word| word == "null");
    if is_null {
        return input.call(Ident::parse_any).map(drop);
    }
    input.parse::<Option<Token![-]>>()?;
    if input.peek(LitInt) {
        return input.parse::<LitInt>().map(drop);
    }
    if input.peek(LitFloat) {
        return input.parse::<LitFloat>().map(drop);
    }
    Err(input.error(FORM))
}
