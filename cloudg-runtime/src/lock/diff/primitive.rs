//! Compares two definitions of one primitive, outside their schemas.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use super::{
    Class, Found,
    schema::{Comparison, Side},
};
use crate::lock::parts::{contract_of, step, texts_of};

/// Words of the sensitivity, least first.
const SENSITIVITIES: [&str; 4] = ["public", "internal", "confidential", "restricted"];

/// Hints, what a missing one means, and the value that promises more.
const HINTS: [(&str, bool, bool); 4] = [
    ("readOnlyHint", false, true),
    ("destructiveHint", true, false),
    ("idempotentHint", false, true),
    ("openWorldHint", true, false),
];

/// Compares everything but the texts.
pub(super) fn compare(old: &Value, new: &Value, found: &mut Found<'_>) {
    let (old, new) = (contract_of(old), contract_of(new));
    let member = |key: &str| (old.get(key), new.get(key));
    if let (Some(old), Some(new)) = member("inputSchema") {
        Comparison::new(Side::Input, old, new, found).run("/inputSchema");
    }
    match member("outputSchema") {
        (Some(old), Some(new)) => {
            Comparison::new(Side::Output, old, new, found).run("/outputSchema");
        }
        (Some(_), None) => {
            found.note(Class::Breaking, "output-schema-removed", "/outputSchema", None, None);
        }
        (None, Some(_)) => {
            found.note(Class::Additive, "output-schema-added", "/outputSchema", None, None);
        }
        (None, None) => {}
    }
    if let (Some(old), Some(new)) = member("arguments") {
        arguments(old, new, found);
    }
    hints(member("annotations"), found);
    meta(member("_meta"), found);
    for (key, class, rule) in [
        ("mimeType", Class::Breaking, "mime-type-changed"),
        ("name", Class::Text, "text-changed"),
        ("size", Class::Text, "form-changed"),
    ] {
        if let (old, new) = member(key)
            && old != new
        {
            found.note(class, rule, &step("", key), old, new);
        }
    }
}

/// Notes each text that was changed where its place is in both.
pub(super) fn compare_texts(old: &Value, new: &Value, found: &mut Found<'_>) {
    let (old_texts, new_texts) = (texts_of(old), texts_of(new));
    let (Value::Object(old_texts), Value::Object(new_texts)) = (&old_texts, &new_texts) else {
        return;
    };
    let places: BTreeSet<&String> = old_texts.keys().chain(new_texts.keys()).collect();
    for place in places {
        let (was, is) = (old_texts.get(place), new_texts.get(place));
        let above = place.rsplit_once('/').map_or("", |(above, _)| above);
        let is_in_both = old.pointer(above).is_some() && new.pointer(above).is_some();
        if was != is && is_in_both {
            found.note(Class::Text, "text-changed", place, was, is);
        }
    }
}

/// Compares the arguments of a prompt by name.
fn arguments(old: &Value, new: &Value, found: &mut Found<'_>) {
    let named = |list: &Value| -> Map<String, Value> {
        let arguments = list.as_array().into_iter().flatten();
        let named =
            arguments.filter_map(|one| Some((one["name"].as_str()?.to_owned(), one.clone())));
        named.collect()
    };
    let (old, new) = (named(old), named(new));
    let required = |argument: &Value| argument["required"] == Value::Bool(true);
    for (name, was) in &old {
        let place = step("/arguments", name);
        match new.get(name) {
            None => found.note(Class::Breaking, "argument-removed", &place, None, None),
            Some(is) => match (required(was), required(is)) {
                (false, true) => {
                    found.note(Class::Breaking, "argument-now-required", &place, None, None);
                }
                (true, false) => {
                    found.note(Class::Additive, "argument-now-optional", &place, None, None);
                }
                _ => {}
            },
        }
    }
    for (name, is) in new.iter().filter(|(name, _)| !old.contains_key(*name)) {
        let (class, rule) = match required(is) {
            true => (Class::Breaking, "required-argument-added"),
            false => (Class::Additive, "argument-added"),
        };
        found.note(class, rule, &step("/arguments", name), None, None);
    }
}

fn hints((old, new): (Option<&Value>, Option<&Value>), found: &mut Found<'_>) {
    let hint = |annotations: Option<&Value>, key: &str| annotations?.get(key)?.as_bool();
    for (key, missing, better) in HINTS {
        let (was, is) = (hint(old, key).unwrap_or(missing), hint(new, key).unwrap_or(missing));
        if was != is {
            let (class, rule) = match is == better {
                true => (Class::Additive, "hint-better"),
                false => (Class::Breaking, "hint-worse"),
            };
            let (was, is) = (Value::Bool(was), Value::Bool(is));
            found.note(class, rule, &step("/annotations", key), Some(&was), Some(&is));
        }
    }
}

fn meta((old, new): (Option<&Value>, Option<&Value>), found: &mut Found<'_>) {
    let nothing = Map::new();
    let members =
        |meta: Option<&Value>| meta.and_then(Value::as_object).unwrap_or(&nothing).clone();
    let (old, new) = (members(old), members(new));
    let keys: BTreeSet<&String> = old.keys().chain(new.keys()).collect();
    for key in keys {
        let (was, is) = (old.get(key), new.get(key));
        if was == is {
            continue;
        }
        let place = step("/_meta", key);
        match (key.as_str(), was, is) {
            ("cloudg/tags", ..) => tags(was, is, &place, found),
            ("cloudg/sensitivity", Some(was), Some(is)) => sensitivity(was, is, &place, found),
            ("cloudg/category", ..) => {
                found.note(Class::Breaking, "category-changed", &place, was, is);
            }
            (_, None, _) => found.note(Class::Additive, "meta-added", &place, was, is),
            (_, _, None) => found.note(Class::Breaking, "meta-removed", &place, was, is),
            _ => found.note(Class::Breaking, "meta-changed", &place, was, is),
        }
    }
}

fn sensitivity(was: &Value, is: &Value, place: &str, found: &mut Found<'_>) {
    let rank = |word: &Value| SENSITIVITIES.iter().position(|known| Some(*known) == word.as_str());
    let (class, rule) = match (rank(was), rank(is)) {
        (Some(was), Some(is)) if is < was => (Class::Additive, "sensitivity-lowered"),
        _ => (Class::Breaking, "sensitivity-raised"),
    };
    found.note(class, rule, place, Some(was), Some(is));
}

fn tags(was: Option<&Value>, is: Option<&Value>, place: &str, found: &mut Found<'_>) {
    let tags = |list: Option<&Value>| list.and_then(Value::as_array).cloned().unwrap_or_default();
    let (was, is) = (tags(was), tags(is));
    for tag in was.iter().filter(|tag| !is.contains(tag)) {
        found.note(Class::Breaking, "tag-removed", place, Some(tag), None);
    }
    for tag in is.iter().filter(|tag| !was.contains(tag)) {
        found.note(Class::Additive, "tag-added", place, None, Some(tag));
    }
}
