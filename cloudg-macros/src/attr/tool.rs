//! `#[tool(…)]` and the function under it.

use proc_macro2::TokenStream;
use syn::{ItemFn, PatType};

use super::{
    common,
    field::{self, Mark},
    parameters::{Input, binding, parse_inputs},
    settings::{Known, Setting, parse_settings},
    transforms,
};
use crate::{
    errors::Errors,
    model::{Hints, Parameter, Primitive, Tool, TransformOptions},
};

const TOOL: Known = Known {
    attribute: "`#[tool]`",
    keys: &[
        "name",
        "title",
        "description",
        "category",
        "tags",
        "sensitivity",
        "capabilities",
        "read_only",
        "destructive",
        "idempotent",
        "open_world",
        "output",
        "labels",
        "timeout",
        "transform_hints",
        "meta",
        "icons",
        "constant",
    ],
    types: &["output", "labels"],
    lists: &["transform_hints"],
    json: &["meta"],
};

/// Reads a tool from the options of the attribute and the function it stands on.
pub(crate) fn parse_tool(options: TokenStream, function: ItemFn, errors: &mut Errors) -> Tool {
    let settings = parse_settings(options, &TOOL, errors);
    let (context, inputs) = parse_inputs(&function, Primitive::Tool, errors);
    let parameters =
        inputs.into_iter().filter_map(|input| parse_parameter(input, errors)).collect();
    let mut tool = Tool {
        common: common::undecided(Primitive::Tool, context, function),
        hints: Hints::default(),
        output: None,
        labels: None,
        transform_hints: TransformOptions::default(),
        timeout: None,
        constant: None,
        parameters,
    };
    for setting in settings {
        if let Some(setting) = common::apply(setting, &mut tool.common, errors) {
            apply(setting, &mut tool, errors);
        }
    }
    tool
}

fn apply(setting: Setting, tool: &mut Tool, errors: &mut Errors) {
    match setting.key.to_string().as_str() {
        "read_only" => tool.hints.read_only = setting.boolean(errors),
        "destructive" => tool.hints.destructive = setting.boolean(errors),
        "idempotent" => tool.hints.idempotent = setting.boolean(errors),
        "open_world" => tool.hints.open_world = setting.boolean(errors),
        "output" => tool.output = setting.into_type(errors),
        "labels" => tool.labels = setting.into_type(errors),
        "transform_hints" => tool.transform_hints = transforms::transform_hints(setting, errors),
        "constant" => tool.constant = setting.ident(errors),
        _ => tool.timeout = setting.duration(errors),
    }
}

fn parse_parameter(input: Input<'_>, errors: &mut Errors) -> Option<Parameter> {
    match input {
        Input::State(ty) => Some(Parameter::State(Box::new(ty.clone()))),
        Input::Value(parameter) => parse_argument(parameter, errors),
    }
}

fn parse_argument(parameter: &PatType, errors: &mut Errors) -> Option<Parameter> {
    let ty = &*parameter.ty;
    match field::mark(&parameter.attrs, &field::ARG, errors) {
        Mark::Group => Some(Parameter::Group(Box::new(ty.clone()))),
        Mark::Field(settings) => {
            let ident = binding(&parameter.pat, errors)?;
            let field = field::field(ident, ty, &parameter.attrs, settings, errors);
            Some(Parameter::Field(Box::new(field)))
        }
    }
}
