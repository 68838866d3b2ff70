//! Types with `#[derive(Labelled)]`.

use proc_macro2::Span;
use syn::{
    Attribute, Data, DataEnum, DeriveInput, Field, Fields, LitStr, Type, Variant, ext::IdentExt,
    spanned::Spanned,
};

use super::{
    label,
    serde::{Case, Serde},
};
use crate::{
    errors::{Errors, did_you_mean},
    model::{
        Content, LabelSpec, LabelledBody, LabelledField, LabelledType, LabelledValue,
        LabelledVariant, Tagging,
    },
};

/// Reads a type with its labels.
pub(crate) fn parse_labelled(input: &DeriveInput, errors: &mut Errors) -> LabelledType {
    refuse_label(&input.attrs, "the fields", errors);
    let serde = Serde::of(&input.attrs);
    let body = match (&input.data, &serde.into) {
        (_, Some(into)) => LabelledBody::Struct(Content::Same(Box::new(by_type(into)))),
        (Data::Struct(data), None) => {
            let mut content = content(&data.fields, serde.rename_all, errors);
            if let (Some(tag), Content::Fields(fields)) = (&serde.tag, &mut content) {
                fields.insert(0, tag_field(tag, input.ident.span()));
            }
            LabelledBody::Struct(content)
        }
        (Data::Enum(data), None) => LabelledBody::Enum {
            tagging: tagging(&serde),
            variants: variants(data, &serde, errors),
        },
        (Data::Union(data), None) => {
            errors.at(data.union_token, "`Labelled` is for structs and enums");
            LabelledBody::Struct(Content::Unit)
        }
    };
    LabelledType { ident: input.ident.clone(), generics: input.generics.clone(), body }
}

fn by_type(ty: &Type) -> LabelledValue {
    LabelledValue { ty: ty.clone(), label: None }
}

/// The key that names the type of a struct.
fn tag_field(tag: &str, span: Span) -> LabelledField {
    let ty = syn::parse_quote!(&'static str);
    let value = LabelledValue { ty, label: None };
    LabelledField { key: LitStr::new(tag, span), is_flat: false, value }
}

fn tagging(serde: &Serde) -> Tagging {
    match (&serde.tag, &serde.content) {
        _ if serde.is_untagged => Tagging::Untagged,
        (Some(tag), Some(content)) => {
            Tagging::Adjacent { tag: tag.clone(), content: content.clone() }
        }
        (Some(tag), None) => Tagging::Internal { tag: tag.clone() },
        (None, _) => Tagging::External,
    }
}

fn variants(data: &DataEnum, container: &Serde, errors: &mut Errors) -> Vec<LabelledVariant> {
    data.variants.iter().filter_map(|one| variant(one, container, errors)).collect()
}

fn variant(variant: &Variant, container: &Serde, errors: &mut Errors) -> Option<LabelledVariant> {
    refuse_label(&variant.attrs, "the fields of the variant", errors);
    let serde = Serde::of(&variant.attrs);
    if serde.is_skipped {
        return None;
    }
    let ident = variant.ident.unraw().to_string();
    let name = serde.rename.unwrap_or_else(|| {
        container.rename_all.map_or_else(|| ident.clone(), |case| case.variant(&ident))
    });
    let case = serde.rename_all.or(container.rename_all_fields);
    Some(LabelledVariant {
        name: LitStr::new(&name, variant.ident.span()),
        is_untagged: serde.is_untagged,
        content: content(&variant.fields, case, errors),
    })
}

fn content(fields: &Fields, case: Option<Case>, errors: &mut Errors) -> Content {
    match fields {
        Fields::Unit => Content::Unit,
        Fields::Named(fields) => {
            let mut named = Vec::new();
            let mut written = Vec::new();
            for field in &fields.named {
                if let Some(found) = named_field(field, case, errors) {
                    written.push((field, found.key.value()));
                    named.push(found);
                }
            }
            find_siblings(&mut named, &written, errors);
            Content::Fields(named)
        }
        Fields::Unnamed(fields) => {
            let mut values: Vec<LabelledValue> =
                fields.unnamed.iter().filter_map(|field| value(field, errors)).collect();
            for value in &values {
                refuse_choice(value, errors);
            }
            // A tuple of one stays a list when it is written with a second, skipped one.
            match fields.unnamed.len() {
                1 => values.pop().map_or(Content::Unit, |only| Content::Same(Box::new(only))),
                _ => Content::Tuple(values),
            }
        }
    }
}

fn named_field(field: &Field, case: Option<Case>, errors: &mut Errors) -> Option<LabelledField> {
    let ident = field.ident.as_ref()?;
    let value = value(field, errors)?;
    let serde = Serde::of(&field.attrs);
    let name = ident.unraw().to_string();
    let key =
        serde.rename.unwrap_or_else(|| case.map_or_else(|| name.clone(), |case| case.field(&name)));
    Some(LabelledField { key: LitStr::new(&key, ident.span()), is_flat: serde.is_flat, value })
}

/// The value of a field, unless it is not written.
fn value(field: &Field, errors: &mut Errors) -> Option<LabelledValue> {
    let serde = Serde::of(&field.attrs);
    let label = label::parse(&field.attrs, errors);
    if serde.is_skipped {
        if label.is_some() {
            let attribute = field.attrs.iter().find(|attribute| is_label(attribute));
            errors.at(attribute, "the field is not written, so there is nothing to label");
        }
        return None;
    }
    if serde.is_custom && label.is_none() && !has_label(&field.attrs) {
        let message = "a function writes this field, so its type does not tell what is written: \
                       add `#[label(…)]`";
        errors.push(syn::Error::new(field.ty.span(), message));
    }
    Some(LabelledValue { ty: field.ty.clone(), label })
}

/// Finds the fields that decide on the labels of others.
fn find_siblings(fields: &mut [LabelledField], written: &[(&Field, String)], errors: &mut Errors) {
    let name = |field: &Field| field.ident.as_ref().map(|ident| ident.unraw().to_string());
    let names: Vec<String> = written.iter().filter_map(|(field, _)| name(field)).collect();
    for field in fields {
        let own = field.key.value();
        let Some(LabelSpec::Choice(choice)) = &mut field.value.label else { continue };
        let wanted = choice.field.unraw().to_string();
        let found = written.iter().find(|(field, _)| name(field).as_ref() == Some(&wanted));
        match found {
            Some((_, key)) if *key == own => {
                errors.at(&choice.field, "a field cannot decide on its own label");
            }
            Some((_, key)) => choice.key = Some(key.clone()),
            None => {
                let known: Vec<&str> = names.iter().map(String::as_str).collect();
                let near = did_you_mean(&wanted, &known);
                let message = format!("no field `{wanted}` is written beside this one{near}");
                errors.at(&choice.field, message);
            }
        }
    }
}

fn refuse_choice(value: &LabelledValue, errors: &mut Errors) {
    if let Some(LabelSpec::Choice(choice)) = &value.label {
        errors.at(&choice.field, "only a field with a name stands beside another to look at");
    }
}

fn refuse_label(attributes: &[Attribute], place: &str, errors: &mut Errors) {
    for attribute in attributes.iter().filter(|attribute| is_label(attribute)) {
        errors.at(attribute, format!("`#[label]` goes on {place}"));
    }
}

fn has_label(attributes: &[Attribute]) -> bool {
    attributes.iter().any(is_label)
}

pub(super) fn is_label(attribute: &Attribute) -> bool {
    attribute.path().is_ident("label")
}
