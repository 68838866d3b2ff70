//! `#[label(…)]`.

use syn::{
    Attribute, Ident, LitStr, Meta, Token, braced,
    ext::IdentExt,
    parenthesized,
    parse::{ParseStream, Parser},
    token::Paren,
};

use super::labelled::is_label;
use crate::{
    errors::{Errors, did_you_mean, listed},
    model::{LabelChoice, LabelSpec, LabelWord},
};

/// Words of labels; `detect` leaves the value to rules.
const WORDS: [&str; 8] =
    ["identifier", "name", "account", "free_text", "tag_value", "secret", "public", "detect"];

/// What stands for parts of a map.
const PARTS: [&str; 2] = ["keys", "values"];

const FORM: &str = "`#[label]` takes a word, or the labels of a map: `#[label(name)]`, \
                    `#[label(keys(account), values(public))]`";

/// Reads the label of a field.
pub(super) fn parse(attributes: &[Attribute], errors: &mut Errors) -> Option<LabelSpec> {
    let mut found = None;
    for attribute in attributes.iter().filter(|attribute| is_label(attribute)) {
        if found.is_some() {
            errors.at(attribute, "`#[label]` is given twice; a value has one label");
            continue;
        }
        let spec = match &attribute.meta {
            Meta::List(list) if !list.tokens.is_empty() => {
                (|input: ParseStream<'_>| parse_whole(input)).parse2(list.tokens.clone())
            }
            other => Err(syn::Error::new_spanned(other, FORM)),
        };
        match spec {
            Ok(spec) => found = Some(spec),
            Err(error) => {
                errors.push(error);
                return None;
            }
        }
    }
    found
}

fn parse_whole(input: ParseStream<'_>) -> syn::Result<LabelSpec> {
    let spec = parse_spec(input)?;
    input.parse::<Option<Token![,]>>()?;
    if input.is_empty() {
        return Ok(spec);
    }
    Err(input.error("a value has one label; a map has `keys(…)` and `values(…)`"))
}

/// A word, parts of a map, or a choice.
fn parse_spec(input: ParseStream<'_>) -> syn::Result<LabelSpec> {
    if input.peek(Token![match]) {
        return parse_choice(input).map(LabelSpec::Choice);
    }
    let word = parse_ident(input)?;
    if !input.peek(Paren) {
        return label_word(word).map(LabelSpec::Word);
    }
    let (mut keys, mut values) = (None, None);
    parse_part(&word, input, &mut keys, &mut values)?;
    while input.peek(Token![,]) && input.peek2(syn::Ident) && input.peek3(Paren) {
        input.parse::<Token![,]>()?;
        let word = parse_ident(input)?;
        parse_part(&word, input, &mut keys, &mut values)?;
    }
    Ok(LabelSpec::Map { keys, values })
}

fn parse_part(
    part: &Ident,
    input: ParseStream<'_>,
    keys: &mut Option<LabelWord>,
    values: &mut Option<LabelWord>,
) -> syn::Result<()> {
    let content;
    parenthesized!(content in input);
    let slot = match part.to_string().as_str() {
        "keys" => keys,
        "values" => values,
        other => {
            let near = did_you_mean(other, &PARTS);
            let hint = if near.is_empty() { format!("; {FORM}") } else { near };
            return Err(syn::Error::new(
                part.span(),
                format!("`#[label]` has no `{other}(…)`{hint}"),
            ));
        }
    };
    let word = parse_ident(&content)?;
    if !content.is_empty() {
        return Err(content.error(format!("`{part}(…)` takes one label")));
    }
    if slot.replace(label_word(word)?).is_some() {
        return Err(syn::Error::new(part.span(), format!("`{part}(…)` is given twice")));
    }
    Ok(())
}

/// `match field { "text" => label, _ => label }`.
fn parse_choice(input: ParseStream<'_>) -> syn::Result<LabelChoice> {
    input.parse::<Token![match]>()?;
    let field = Ident::parse_any(input)?;
    let content;
    braced!(content in input);
    let mut choice = LabelChoice { field, key: None, arms: Vec::new(), otherwise: None };
    while !content.is_empty() {
        parse_arm(&content, &mut choice)?;
        if !content.is_empty() {
            content.parse::<Token![,]>()?;
        }
    }
    if choice.otherwise.is_none() {
        let message = "a choice of labels ends with `_ => …`, for texts that are not listed";
        return Err(syn::Error::new(choice.field.span(), message));
    }
    Ok(choice)
}

fn parse_arm(input: ParseStream<'_>, choice: &mut LabelChoice) -> syn::Result<()> {
    if input.peek(Token![_]) {
        let place = input.parse::<Token![_]>()?;
        input.parse::<Token![=>]>()?;
        if choice.otherwise.replace(Box::new(parse_arm_spec(input)?)).is_some() {
            return Err(syn::Error::new(place.span, "`_` is given twice"));
        }
        return Ok(());
    }
    let mut texts = vec![parse_text(input)?];
    while input.parse::<Option<Token![|]>>()?.is_some() {
        texts.push(parse_text(input)?);
    }
    input.parse::<Token![=>]>()?;
    let rest = input.fork();
    for (index, text) in texts.iter().enumerate() {
        if choice.arms.iter().any(|(other, _)| other.value() == text.value()) {
            let message = format!("`{:?}` is given twice", text.value());
            return Err(syn::Error::new(text.span(), message));
        }
        let is_last = index + 1 == texts.len();
        let spec = if is_last { parse_arm_spec(input)? } else { parse_arm_spec(&rest.fork())? };
        choice.arms.push((text.clone(), spec));
    }
    Ok(())
}

fn parse_text(input: ParseStream<'_>) -> syn::Result<LitStr> {
    let message = "an arm is a text of the other field, or `_`: `\"account\" => keys(account)`";
    input.parse::<LitStr>().map_err(|error| syn::Error::new(error.span(), message))
}

fn parse_arm_spec(input: ParseStream<'_>) -> syn::Result<LabelSpec> {
    if input.peek(Token![match]) {
        return Err(input.error("an arm is a label, not another choice"));
    }
    parse_spec(input)
}

fn parse_ident(input: ParseStream<'_>) -> syn::Result<Ident> {
    Ident::parse_any(input).map_err(|error| syn::Error::new(error.span(), FORM))
}

fn label_word(word: Ident) -> syn::Result<LabelWord> {
    let name = word.to_string();
    if WORDS.contains(&name.as_str()) {
        return Ok(LabelWord(word));
    }
    if PARTS.contains(&name.as_str()) {
        let message = format!("`{name}` takes a label: `{name}(account)`");
        return Err(syn::Error::new(word.span(), message));
    }
    let near = did_you_mean(&name, &WORDS);
    let hint = if near.is_empty() { format!("; known are {}", listed(&WORDS)) } else { near };
    Err(syn::Error::new(word.span(), format!("unknown label `{name}`{hint}")))
}
