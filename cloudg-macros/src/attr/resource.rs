//! `#[resource("…", …)]` and the function under it.

use proc_macro2::{Span, TokenStream};
use syn::{
    Expr, Ident, ItemFn, Lit, LitStr, Token,
    parse::{ParseStream, Parser},
    token::Paren,
};

use super::{
    common, completion,
    parameters::parse_inputs,
    settings::{Known, Setting, literal, parse_settings},
    text,
};
use crate::{
    address,
    errors::Errors,
    model::{Address, Primitive, Resource},
};

const RESOURCE: Known = Known {
    attribute: "`#[resource]`",
    keys: &[
        "name",
        "title",
        "description",
        "category",
        "tags",
        "sensitivity",
        "capabilities",
        "mime_type",
        "audience",
        "priority",
        "last_modified",
        "size",
        "complete",
        "labels",
        "meta",
        "icons",
    ],
    types: &["labels"],
    lists: &["complete"],
    json: &["meta"],
};

const ARG: Known = Known { attribute: "`#[arg]` of a resource", keys: &["name"], ..Known::NONE };

/// Keys that an author could give the address.
const KEYS: [&str; 5] = ["address", "template", "uri", "uri_template", "url"];

/// Words of `audience`.
const AUDIENCES: [&str; 2] = ["user", "assistant"];

/// Reads a resource from the options of the attribute and the function it stands on.
pub(crate) fn parse_resource(
    options: TokenStream,
    function: ItemFn,
    errors: &mut Errors,
) -> Resource {
    let (address, options) = parse_address(options, errors);
    let settings = parse_settings(options, &RESOURCE, errors);
    let (context, inputs) = parse_inputs(&function, Primitive::Resource, errors);
    let parameters = text::parse_parameters(inputs, &ARG, errors);
    let mut resource = Resource {
        common: common::undecided(Primitive::Resource, context, function),
        address,
        mime_type: None,
        audience: Vec::new(),
        priority: None,
        last_modified: None,
        size: None,
        labels: None,
        completions: Vec::new(),
        parameters,
    };
    for setting in settings {
        if let Some(setting) = common::apply(setting, &mut resource.common, errors) {
            apply(setting, &mut resource, errors);
        }
    }
    resource
}

fn apply(setting: Setting, resource: &mut Resource, errors: &mut Errors) {
    match setting.key.to_string().as_str() {
        "mime_type" => resource.mime_type = setting.filled(errors),
        "audience" => resource.audience = setting.words(&AUDIENCES, errors).unwrap_or_default(),
        "priority" => resource.priority = setting.fraction(errors),
        "last_modified" => resource.last_modified = setting.filled(errors),
        "labels" => resource.labels = setting.into_type(errors),
        "size" => resource.size = setting.whole(errors),
        _ => resource.completions = completion::completions(setting, errors),
    }
}

/// Splits the address from the options behind it.
fn parse_address(options: TokenStream, errors: &mut Errors) -> (Option<Address>, TokenStream) {
    let split = |input: ParseStream<'_>| {
        let written = parse_literal(input, errors)?;
        if written.is_some() && !input.is_empty() && !input.peek(Token![,]) {
            let message = "options of `#[resource]` are written `key = value`, with commas between";
            return Err(input.error(message));
        }
        input.parse::<Option<Token![,]>>()?;
        Ok((written, input.parse::<TokenStream>()?))
    };
    match split.parse2(options) {
        Ok((written, options)) => {
            (written.and_then(|written| address::parse(&written, errors)), options)
        }
        Err(error) => {
            errors.push(error);
            (None, TokenStream::new())
        }
    }
}

/// Reads the address itself. What an author could have meant by it is read too, so that nothing
/// else is said about it.
fn parse_literal(input: ParseStream<'_>, errors: &mut Errors) -> syn::Result<Option<LitStr>> {
    if input.peek(LitStr) {
        return input.parse().map(Some);
    }
    let has_key = input.peek(Ident) && (input.peek2(Token![=]) || input.peek2(Paren));
    if input.is_empty() || (has_key && !starts_with_key(input)) {
        let message = "`#[resource]` starts with the address: `#[resource(\"scheme://path\")]`";
        errors.push(syn::Error::new(Span::call_site(), message));
        return Ok(None);
    }
    if !has_key {
        let other: Expr = input.parse()?;
        let message = "the address is a string as it stands, so that its variables can be compared \
                       with the parameters";
        errors.at(other, message);
        return Ok(None);
    }
    let key: Ident = input.parse()?;
    input.parse::<Token![=]>()?;
    errors.at(&key, "the address comes first, without a key: `#[resource(\"scheme://path\")]`");
    let value: Expr = input.parse()?;
    Ok(match literal(&value) {
        Some(Lit::Str(written)) => Some(written.clone()),
        _ => None,
    })
}

/// Whether the address has a key, as other options do.
fn starts_with_key(input: ParseStream<'_>) -> bool {
    let key = input.fork().parse::<Ident>();
    key.is_ok_and(|key| KEYS.iter().any(|other| key == other))
}
