//! `#[prompt(…)]` and the function under it.

use proc_macro2::TokenStream;
use syn::ItemFn;

use super::{
    common, completion,
    parameters::parse_inputs,
    settings::{Known, parse_settings},
    text,
};
use crate::{
    errors::Errors,
    model::{Primitive, Prompt},
};

const PROMPT: Known = Known {
    attribute: "`#[prompt]`",
    keys: &[
        "name",
        "title",
        "description",
        "category",
        "tags",
        "sensitivity",
        "capabilities",
        "complete",
        "meta",
        "icons",
    ],
    lists: &["complete"],
    json: &["meta"],
    ..Known::NONE
};

const ARG: Known =
    Known { attribute: "`#[arg]` of a prompt", keys: &["title", "name"], ..Known::NONE };

/// Reads a prompt from the options of the attribute and the function it stands on.
pub(crate) fn parse_prompt(options: TokenStream, function: ItemFn, errors: &mut Errors) -> Prompt {
    let settings = parse_settings(options, &PROMPT, errors);
    let (context, inputs) = parse_inputs(&function, Primitive::Prompt, errors);
    let parameters = text::parse_parameters(inputs, &ARG, errors);
    let mut prompt = Prompt {
        common: common::undecided(Primitive::Prompt, context, function),
        completions: Vec::new(),
        parameters,
    };
    for setting in settings {
        if let Some(setting) = common::apply(setting, &mut prompt.common, errors) {
            prompt.completions = completion::completions(setting, errors);
        }
    }
    prompt
}
