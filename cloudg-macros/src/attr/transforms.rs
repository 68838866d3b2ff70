//! `transform_hints(skip = ["*"], input_guard = false)`.

use syn::LitStr;

use super::settings::{Known, Setting, SettingValue, parse_settings};
use crate::{
    errors::Errors,
    model::{Json, JsonKind, TransformOptions},
};

const HINTS: Known = Known {
    attribute: "`transform_hints(…)`",
    keys: &[
        "skip",
        "pseudonymize",
        "project",
        "transforms",
        "skip_input",
        "input_guard",
        "depseudonymize",
    ],
    json: &["project", "transforms"],
    ..Known::NONE
};

/// Keys under which a transform says what it is.
const TYPE_KEYS: [&str; 3] = ["type", "transform", "name"];

/// Reads what a tool asks of the transforms of a policy.
pub(super) fn transform_hints(setting: Setting, errors: &mut Errors) -> TransformOptions {
    let mut options = TransformOptions::default();
    let SettingValue::List(tokens) = setting.value else {
        let message = "`transform_hints` takes options: `transform_hints(skip = [\"*\"])`";
        errors.at(&setting.key, message);
        return options;
    };
    for setting in parse_settings(tokens, &HINTS, errors) {
        match setting.key.to_string().as_str() {
            "skip" => options.skip = names(&setting, errors),
            "skip_input" => options.skip_input = names(&setting, errors),
            "pseudonymize" => options.pseudonymize = setting.boolean(errors),
            "input_guard" => options.input_guard = setting.boolean(errors),
            "depseudonymize" => options.depseudonymize = setting.boolean(errors),
            "project" => options.project = setting.object(errors),
            _ => options.transforms = transforms(&setting, errors),
        }
    }
    options
}

fn names(setting: &Setting, errors: &mut Errors) -> Vec<LitStr> {
    let names = setting.strings(errors).unwrap_or_default();
    for (index, name) in names.iter().enumerate() {
        let value = name.value();
        if value.trim().is_empty() {
            errors.at(name, "the name of a transform is empty");
        } else if names[..index].iter().any(|other| other.value() == value) {
            errors.at(name, format!("transform `{value}` is given twice"));
        }
    }
    names
}

fn transforms(setting: &Setting, errors: &mut Errors) -> Vec<Json> {
    let expected = "a list of transforms: `transforms = [{\"type\": \"redact\"}]`";
    let items = match &setting.value {
        SettingValue::Json(Json { kind: JsonKind::List(items), .. }) => items.clone(),
        _ => return setting.wrong(expected, errors).unwrap_or_default(),
    };
    for item in &items {
        let message = match &item.kind {
            JsonKind::Object(members) => {
                let is_type = |(key, _): &(LitStr, Json)| TYPE_KEYS.contains(&key.value().as_str());
                if members.iter().any(is_type) {
                    continue;
                }
                "a transform says what it is: `{\"type\": \"redact\", …}`"
            }
            JsonKind::Text => "a transform is an object here: `{\"type\": \"redact\"}`",
            JsonKind::List(_) | JsonKind::Other => {
                "a transform is an object: `{\"type\": \"redact\"}`"
            }
        };
        errors.at(&item.tokens, message);
    }
    items
}
