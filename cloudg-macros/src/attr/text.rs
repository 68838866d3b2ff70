//! Parameters of functions whose arguments are text: variables of templates, arguments of prompts.

use syn::{LitStr, PatType, ext::IdentExt};

use super::{
    docs,
    field::{self, Mark},
    parameters::{Input, binding},
    settings::Known,
    shape::only_argument,
};
use crate::{
    errors::Errors,
    model::{Text, TextParameter},
};

/// Reads the parameters after the context; `known` are the options of `#[arg]`.
pub(super) fn parse_parameters(
    inputs: Vec<Input<'_>>,
    known: &Known,
    errors: &mut Errors,
) -> Vec<TextParameter> {
    let parse = |input| match input {
        Input::State(ty) => Some(TextParameter::State(Box::new(ty.clone()))),
        Input::Value(parameter) => {
            Some(TextParameter::Text(Box::new(parse_text(parameter, known, errors)?)))
        }
    };
    inputs.into_iter().filter_map(parse).collect()
}

fn parse_text(parameter: &PatType, known: &Known, errors: &mut Errors) -> Option<Text> {
    let settings = match field::mark(&parameter.attrs, known, errors) {
        Mark::Field(settings) => settings,
        Mark::Group => {
            let marked = parameter.attrs.iter().find(|attribute| attribute.path().is_ident("args"));
            errors.at(marked, "`#[args]` flattens a struct, and only tools take structs");
            Vec::new()
        }
    };
    let ident = binding(&parameter.pat, errors)?;
    let mut text = Text {
        name: LitStr::new(&ident.unraw().to_string(), ident.span()),
        ty: (*parameter.ty).clone(),
        optional: only_argument(&parameter.ty, "Option").is_some(),
        title: None,
        description: docs::description(&parameter.attrs),
    };
    for setting in settings {
        match setting.key.to_string().as_str() {
            "title" => text.title = setting.filled(errors),
            _ => text.name = setting.string(errors).unwrap_or(text.name),
        }
    }
    Some(text)
}
