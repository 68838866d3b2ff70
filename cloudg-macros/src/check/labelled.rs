//! Compares labels with what they stand on.

use std::collections::BTreeMap;

use syn::Type;

use crate::{
    attr::{behind, shape_of},
    errors::Errors,
    model::{
        Content, LabelSpec, LabelWord, LabelledBody, LabelledField, LabelledType, LabelledValue,
        LabelledVariant, Shape, Tagging,
    },
};

/// Checks a type with labels.
pub(crate) fn check_labelled(labelled: &LabelledType, errors: &mut Errors) {
    match &labelled.body {
        LabelledBody::Struct(content) => check_content(content, errors),
        LabelledBody::Enum { tagging, variants } => {
            for variant in variants {
                check_content(&variant.content, errors);
                check_tagged(tagging, variant, errors);
            }
            let is_told_apart = |variant: &&LabelledVariant| {
                matches!(tagging, Tagging::Untagged) || variant.is_untagged
            };
            check_untagged(variants.iter().filter(is_told_apart), errors);
        }
    }
}

fn check_content(content: &Content, errors: &mut Errors) {
    match content {
        Content::Unit => {}
        Content::Same(value) => check_value(value, errors),
        Content::Tuple(values) => values.iter().for_each(|value| check_value(value, errors)),
        Content::Fields(fields) => {
            fields.iter().for_each(|field| check_value(&field.value, errors));
        }
    }
}

fn check_value(value: &LabelledValue, errors: &mut Errors) {
    if let Some(spec) = &value.label {
        check_spec(spec, &value.ty, errors);
    }
}

fn check_spec(spec: &LabelSpec, ty: &Type, errors: &mut Errors) {
    match spec {
        LabelSpec::Word(word) => check_word(word, shape_on_wire(ty), errors),
        LabelSpec::Map { keys, values } => {
            let Some(what) = not_a_map(shape_on_wire(ty)) else { return };
            let (part, word) = match (keys, values) {
                (Some(word), _) => ("keys", word),
                (None, Some(word)) => ("values", word),
                (None, None) => return,
            };
            let message = format!(
                "`{part}(…)` is for maps, and this is {what}: write `#[label({})]`",
                word.0
            );
            errors.at(&word.0, message);
        }
        LabelSpec::Choice(choice) => {
            for (_, spec) in &choice.arms {
                check_spec(spec, ty, errors);
            }
            if let Some(spec) = &choice.otherwise {
                check_spec(spec, ty, errors);
            }
        }
    }
}

/// The shape behind options and pointers.
fn shape_on_wire(ty: &Type) -> Shape {
    match behind(ty) {
        Some(inner) => shape_on_wire(inner),
        None => shape_of(ty),
    }
}

fn not_a_map(shape: Shape) -> Option<&'static str> {
    Some(match shape {
        Shape::Text => "a text",
        Shape::Integer(_) | Shape::Float => "a number",
        Shape::Bool => "a `bool`",
        Shape::List => "a list",
        Shape::Map | Shape::Other => return None,
    })
}

/// Words that fit any shape.
const ANYTHING: [&str; 3] = ["secret", "public", "detect"];

fn check_word(LabelWord(word): &LabelWord, shape: Shape, errors: &mut Errors) {
    let name = word.to_string();
    if ANYTHING.contains(&name.as_str()) {
        return;
    }
    let is_prose = name == "free_text" || name == "tag_value";
    let message = match shape {
        Shape::Map => format!(
            "a map has labels for its keys and its values: `#[label(keys({name}))]`, \
             `#[label(values({name}))]` or both"
        ),
        Shape::Bool => "a `bool` tells nothing; remove the label".to_owned(),
        Shape::Float => "a measure tells nothing; remove the label".to_owned(),
        Shape::Integer(_) if is_prose => {
            format!("a number is no text, so it is not `{name}`; remove the label")
        }
        _ => return,
    };
    errors.at(word, message);
}

/// What serde cannot write fails when it runs; a tuple behind a tag is refused here.
fn check_tagged(tagging: &Tagging, variant: &LabelledVariant, errors: &mut Errors) {
    if matches!(tagging, Tagging::Internal { .. }) && matches!(variant.content, Content::Tuple(_)) {
        let message = "a tuple has no place for the tag of the enum";
        errors.push(syn::Error::new(variant.name.span(), message));
    }
}

/// Variants without a tag are told apart by their keys, so equal keys must have equal labels.
fn check_untagged<'a>(variants: impl Iterator<Item = &'a LabelledVariant>, errors: &mut Errors) {
    let mut seen: Vec<BTreeMap<String, &LabelledField>> = Vec::new();
    for variant in variants {
        let Content::Fields(fields) = &variant.content else { continue };
        let keyed: BTreeMap<String, &LabelledField> =
            fields.iter().map(|field| (field.key.value(), field)).collect();
        for other in seen.iter().filter(|other| other.keys().eq(keyed.keys())) {
            for (key, field) in &keyed {
                refuse_difference(key, field, other[key], errors);
            }
        }
        seen.push(keyed);
    }
}

fn refuse_difference(key: &str, field: &LabelledField, other: &LabelledField, errors: &mut Errors) {
    let word = |field: &LabelledField| match &field.value.label {
        Some(LabelSpec::Word(LabelWord(word))) => Some(word.to_string()),
        _ => None,
    };
    let (Some(word), Some(first)) = (word(field), word(other)) else { return };
    if word != first {
        let message = format!(
            "`{key}` is labelled `{word}` here and `{first}` in a variant with the same keys, and \
             nothing tells the two apart"
        );
        errors.push(syn::Error::new(field.key.span(), message));
    }
}
