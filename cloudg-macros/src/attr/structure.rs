//! Structs with `#[derive(Args)]`.

use syn::{Data, DeriveInput, Fields, FieldsNamed};

use super::field::{self, Mark};
use crate::{
    errors::Errors,
    model::{ArgsStruct, Member, MemberContent},
};

/// Reads a struct of arguments; only its named fields are looked at when it is none.
pub(crate) fn parse_args(input: &DeriveInput, errors: &mut Errors) -> ArgsStruct {
    if !input.generics.params.is_empty() {
        errors.at(&input.generics, "a struct of arguments cannot be generic: its schema is one");
    }
    let members = named_fields(input, errors)
        .map(|fields| fields.named.iter().filter_map(|field| member(field, errors)).collect())
        .unwrap_or_default();
    ArgsStruct { ident: input.ident.clone(), members }
}

fn named_fields<'a>(input: &'a DeriveInput, errors: &mut Errors) -> Option<&'a FieldsNamed> {
    if let Data::Struct(data) = &input.data
        && let Fields::Named(fields) = &data.fields
    {
        return Some(fields);
    }
    let message = "`Args` is for structs with named fields: each name is an argument";
    errors.at(&input.ident, message);
    None
}

fn member(field: &syn::Field, errors: &mut Errors) -> Option<Member> {
    let ident = field.ident.as_ref()?;
    let content = match field::mark(&field.attrs, &field::ARG, errors) {
        Mark::Group => MemberContent::Group(Box::new(field.ty.clone())),
        Mark::Field(settings) => MemberContent::Field(Box::new(field::field(
            ident,
            &field.ty,
            &field.attrs,
            settings,
            errors,
        ))),
    };
    Some(Member { ident: ident.clone(), content })
}
