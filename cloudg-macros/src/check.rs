//! Compares the parts of a declaration with each other and with the rules.

mod field;
mod function;
mod labelled;
mod text;

use std::collections::HashMap;

use syn::{LitBool, LitStr};

pub(crate) use self::labelled::check_labelled;
use crate::{
    errors::Errors,
    model::{
        ArgsStruct, Common, Field, MemberContent, Parameter, Primitive, Prompt, Resource, Tool,
    },
};

/// Longest name of a tool or prompt.
const NAME_LIMIT: usize = 128;

/// Checks a tool.
pub(crate) fn check_tool(tool: &Tool, errors: &mut Errors) {
    check_common(&tool.common, errors);
    check_hints(tool, errors);
    let fields = tool.parameters.iter().filter_map(|parameter| match parameter {
        Parameter::Field(field) => Some(&**field),
        Parameter::State(_) | Parameter::Group(_) => None,
    });
    check_fields(fields, errors);
    for parameter in &tool.parameters {
        let (Parameter::State(ty) | Parameter::Group(ty)) = parameter else { continue };
        function::check_owned(ty, "an argument", errors);
    }
}

/// Checks a resource or template.
pub(crate) fn check_resource(resource: &Resource, errors: &mut Errors) {
    check_common(&resource.common, errors);
    text::check_resource(resource, errors);
}

/// Checks a prompt.
pub(crate) fn check_prompt(prompt: &Prompt, errors: &mut Errors) {
    check_common(&prompt.common, errors);
    text::check_prompt(prompt, errors);
}

/// Checks what every primitive has.
fn check_common(common: &Common, errors: &mut Errors) {
    function::check(&common.function, common.primitive, errors);
    check_name(&common.name, common.primitive, errors);
    check_tags(&common.tags, errors);
    if common.description.is_empty() {
        let message = format!(
            "a {} needs a description, for a model to choose it by: write a doc comment above the \
             function, or `description = \"…\"`",
            common.primitive
        );
        errors.at(&common.function.sig.ident, message);
    }
}

/// Checks a struct of arguments.
pub(crate) fn check_args(args: &ArgsStruct, errors: &mut Errors) {
    let fields = args.members.iter().filter_map(|member| match &member.content {
        MemberContent::Field(field) => Some(&**field),
        MemberContent::Group(_) => None,
    });
    check_fields(fields, errors);
}

fn check_fields<'a>(fields: impl Iterator<Item = &'a Field>, errors: &mut Errors) {
    let mut taken: HashMap<String, &Field> = HashMap::new();
    for field in fields {
        field::check(field, errors);
        function::check_owned(&field.ty, "an argument", errors);
        if taken.insert(field.name.value(), field).is_some() {
            let message = format!("two arguments are named `{}`", field.name.value());
            errors.push(syn::Error::new(field.name.span(), message));
        }
    }
}

/// Checks a name that clients call; that of a resource is only shown.
fn check_name(name: &LitStr, primitive: Primitive, errors: &mut Errors) {
    let value = name.value();
    let allowed = |character: char| character.is_ascii_alphanumeric() || "_.-".contains(character);
    let message = if value.trim().is_empty() {
        format!("a {primitive} name is empty")
    } else if primitive == Primitive::Resource {
        return;
    } else if let Some(character) = value.chars().find(|character| !allowed(*character)) {
        format!("a {primitive} name has only letters, digits, `_`, `.` and `-`, not {character:?}")
    } else if value.len() > NAME_LIMIT {
        format!("a {primitive} name has at most {NAME_LIMIT} characters, not {}", value.len())
    } else {
        return;
    };
    errors.push(syn::Error::new(name.span(), message));
}

fn check_tags(tags: &[LitStr], errors: &mut Errors) {
    for (index, tag) in tags.iter().enumerate() {
        if tag.value().trim().is_empty() {
            errors.at(tag, "a tag is empty");
        } else if tags[..index].iter().any(|other| other.value() == tag.value()) {
            errors.at(tag, format!("tag `{}` is given twice", tag.value()));
        }
    }
}

/// Explicit hints win over derived ones, but may not deny what the capabilities say.
fn check_hints(tool: &Tool, errors: &mut Errors) {
    let has = |word: &str| match &tool.common.capabilities {
        Some(members) => members.iter().any(|member| member == word),
        None => word == "read_state",
    };
    let first = |words: &[&'static str]| words.iter().copied().find(|word| has(word));
    let writes = first(&["write_state", "write_fs", "exec"]);
    let outside = first(&["cloud_access", "exec"]);
    if let (Some(hint), Some(capability)) = (is(&tool.hints.read_only, true), writes) {
        errors.at(hint, format!("`read_only = true` contradicts the capability `{capability}`"));
    }
    if let (Some(hint), Some(capability)) = (is(&tool.hints.open_world, false), outside) {
        errors.at(hint, format!("`open_world = false` contradicts the capability `{capability}`"));
    }
    let Some(destructive) = is(&tool.hints.destructive, true) else { return };
    if is(&tool.hints.read_only, true).is_some() {
        errors.at(destructive, "`destructive = true` contradicts `read_only = true`");
    } else if writes.is_none() && tool.hints.read_only.is_none() {
        let message = "`destructive = true` contradicts the capabilities, which only read; add \
                       `write_state`, `write_fs` or `exec`";
        errors.at(destructive, message);
    }
}

fn is(hint: &Option<LitBool>, value: bool) -> Option<&LitBool> {
    hint.as_ref().filter(|hint| hint.value == value)
}
