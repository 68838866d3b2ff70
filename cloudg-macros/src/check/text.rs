//! Variables of templates, arguments of prompts, and their completions.

use syn::{LitStr, Type, TypeReference};

use super::{field, function::check_owned};
use crate::{
    attr::{last_segment, only_argument},
    errors::{Errors, did_you_mean, listed, nearest},
    model::{Address, Completion, Prompt, Resource, Text, TextParameter},
};

/// Checks that address, parameters and completions of a resource agree.
pub(super) fn check_resource(resource: &Resource, errors: &mut Errors) {
    check_states(&resource.parameters, errors);
    for text in texts(&resource.parameters) {
        check_variable_type(text, errors);
    }
    if let Some(time) = &resource.last_modified {
        check_time(time, errors);
    }
    let Some(address) = &resource.address else { return };
    if address.variables.is_empty() {
        check_fixed(resource, errors);
        return;
    }
    if is_whole(resource) {
        check_agreement(address, &texts(&resource.parameters), errors);
    }
    let names: Vec<&str> = address.variables.iter().map(String::as_str).collect();
    check_completions(&resource.completions, &names, "variable", errors);
    if let Some(size) = &resource.size {
        errors.at(size, "a template has no `size`: each of its addresses has another");
    }
}

/// Checks the form of a time: a date, or a date and a time with its zone.
fn check_time(time: &LitStr, errors: &mut Errors) {
    if !is_time(&time.value()) {
        errors.at(time, "a time is written as in ISO 8601: `\"2026-01-31T12:00:00Z\"`");
    }
}

fn is_time(text: &str) -> bool {
    let digits = |letter: char| if letter.is_ascii_digit() { 'd' } else { letter };
    let pattern: String = text.chars().map(digits).collect();
    let Some(rest) = pattern.strip_prefix("dddd-dd-dd") else { return false };
    let Some(rest) = rest.strip_prefix("Tdd:dd") else { return rest.is_empty() };
    let rest = rest.strip_prefix(":dd").map_or(rest, |rest| match rest.strip_prefix(".d") {
        Some(fraction) => fraction.trim_start_matches('d'),
        None => rest,
    });
    ["Z", "+dd:dd", "-dd:dd"].contains(&rest)
}

/// Checks arguments and completions of a prompt.
pub(super) fn check_prompt(prompt: &Prompt, errors: &mut Errors) {
    check_states(&prompt.parameters, errors);
    let texts = texts(&prompt.parameters);
    for (index, text) in texts.iter().enumerate() {
        field::check_name(&text.name, errors);
        check_argument_type(text, errors);
        refuse_second(text, &texts[..index], "argument", errors);
    }
    let names: Vec<String> = texts.iter().map(|text| text.name.value()).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    check_completions(&prompt.completions, &names, "argument", errors);
}

fn texts(parameters: &[TextParameter]) -> Vec<&Text> {
    let mut texts = Vec::new();
    for parameter in parameters {
        if let TextParameter::Text(text) = parameter {
            texts.push(&**text);
        }
    }
    texts
}

fn check_states(parameters: &[TextParameter], errors: &mut Errors) {
    for parameter in parameters {
        if let TextParameter::State(ty) = parameter {
            check_owned(ty, "state", errors);
        }
    }
}

/// Checks what a resource with a fixed address cannot have.
fn check_fixed(resource: &Resource, errors: &mut Errors) {
    for text in texts(&resource.parameters) {
        let name = text.name.value();
        let message = format!(
            "the address has no variables, so nothing gives `{name}`: write `{{{name}}}` into the \
             address, or remove the parameter"
        );
        errors.push(syn::Error::new(text.name.span(), message));
    }
    for completion in &resource.completions {
        let message = "the address has no variables, so there is nothing to complete";
        errors.push(syn::Error::new(completion.target.span(), message));
    }
}

/// Whether every parameter was understood; of others the names are not known.
fn is_whole(resource: &Resource) -> bool {
    let n_inputs = resource.common.function.sig.inputs.len();
    n_inputs == resource.parameters.len() + usize::from(resource.common.context.is_some())
}

/// Compares the variables with the parameters. Two that are nearly the same word are one mistake.
fn check_agreement(address: &Address, texts: &[&Text], errors: &mut Errors) {
    let is_taken = |name: &str| texts.iter().any(|text| text.name.value() == name);
    let mut open: Vec<&str> =
        address.variables.iter().map(String::as_str).filter(|name| !is_taken(name)).collect();
    for (index, text) in texts.iter().enumerate() {
        let name = text.name.value();
        if address.variables.contains(&name) {
            refuse_second(text, &texts[..index], "parameter", errors);
            continue;
        }
        let near = nearest(&name, &open);
        open.retain(|variable| Some(*variable) != near);
        let hint = near.map_or_else(
            || format!("; write `{{{name}}}` into the address, or remove the parameter"),
            |variable| format!(": did you mean `{variable}`?"),
        );
        let message = format!("the address has no variable `{name}`{hint}");
        errors.push(syn::Error::new(text.name.span(), message));
    }
    for variable in open {
        let message = format!(
            "no parameter takes the variable `{variable}`: add `{}: String` to the function",
            binding_of(variable)
        );
        errors.at(&address.written, message);
    }
}

/// How a parameter of that name is written.
fn binding_of(variable: &str) -> String {
    let is_keyword = syn::parse_str::<syn::Ident>(variable).is_err();
    if is_keyword { format!("r#{variable}") } else { variable.to_owned() }
}

fn refuse_second(text: &Text, before: &[&Text], what: &str, errors: &mut Errors) {
    if before.iter().any(|other| other.name.value() == text.name.value()) {
        let message = format!("two {what}s are named `{}`", text.name.value());
        errors.push(syn::Error::new(text.name.span(), message));
    }
}

fn check_completions(completions: &[Completion], names: &[&str], what: &str, errors: &mut Errors) {
    for (index, completion) in completions.iter().enumerate() {
        let target = completion.target.value();
        let is_second = completions[..index].iter().any(|other| other.target.value() == target);
        let message = if names.is_empty() {
            format!("there is no {what} to complete")
        } else if !names.contains(&target.as_str()) {
            let near = did_you_mean(&target, names);
            let hint = if near.is_empty() { format!("; there is {}", listed(names)) } else { near };
            format!("there is no {what} `{target}` to complete{hint}")
        } else if is_second {
            format!("{what} `{target}` is completed twice")
        } else {
            continue;
        };
        errors.push(syn::Error::new(completion.target.span(), message));
    }
}

fn is_string(ty: &Type) -> bool {
    last_segment(ty).is_some_and(|segment| segment.ident == "String" && segment.arguments.is_none())
}

fn borrows(ty: &Type) -> bool {
    matches!(ty, Type::Reference(TypeReference { elem, .. })
        if last_segment(elem).is_some_and(|segment| segment.ident == "str"))
}

fn check_variable_type(text: &Text, errors: &mut Errors) {
    let message = if is_string(&text.ty) {
        return;
    } else if borrows(&text.ty) {
        "a variable is owned: take `String`"
    } else if text.optional {
        "a variable of an address is never left out: take `String`"
    } else {
        "a variable of an address is text: take `String`, and read it as another type in the body"
    };
    errors.at(&text.ty, message);
}

fn check_argument_type(text: &Text, errors: &mut Errors) {
    let inner = only_argument(&text.ty, "Option").unwrap_or(&text.ty);
    let message = if is_string(inner) {
        return;
    } else if borrows(inner) {
        "an argument of a prompt is owned: take `String`, or `Option<String>` when it may be left \
         out"
    } else {
        "an argument of a prompt is text: take `String`, or `Option<String>` when it may be left \
         out, and read it as another type in the body"
    };
    errors.at(&text.ty, message);
}

#[cfg(test)]
mod tests {
    use super::is_time;

    #[test]
    fn times_have_a_zone_and_dates_need_none() {
        for right in ["2026-01-31", "2026-01-31T12:00Z", "2026-01-31T12:00:00.123-05:30"] {
            assert!(is_time(right), "{right}");
        }
        for wrong in
            ["", "31.1.2026", "2026-01-31T12:00", "2026-01-31T12:00:00.Z", "2026-01-31 12:00Z"]
        {
            assert!(!is_time(wrong), "{wrong}");
        }
    }
}
