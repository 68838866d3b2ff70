//! Definitions of recursive types, moved to the root of the schema that holds them.

use serde_json::{Map, Value};

const PREFIX: &str = "#/$defs/";

/// Moves the `$defs` of `schema` into `definitions`, the ones of the schema it will be part of.
/// A definition whose name is taken by a different one is renamed with the next free number.
pub(crate) fn hoist(schema: &mut Value, definitions: &mut Map<String, Value>) {
    let Some(Value::Object(own)) = schema.as_object_mut().and_then(|root| root.remove("$defs"))
    else {
        return;
    };
    let renamed = new_names(&own, definitions);
    rename(schema, &renamed);
    for (name, mut definition) in own {
        rename(&mut definition, &renamed);
        let name =
            renamed.iter().find(|(old, _)| *old == name).map_or(name, |(_, new)| new.clone());
        definitions.insert(name, definition);
    }
}

/// Old and new names of the definitions that cannot keep theirs. Once one differs from what has
/// its name, none is shared: an equal text may refer to the one that differs.
fn new_names(own: &Map<String, Value>, taken: &Map<String, Value>) -> Vec<(String, String)> {
    let differs = own
        .iter()
        .any(|(name, definition)| taken.get(name).is_some_and(|other| other != definition));
    if !differs {
        return Vec::new();
    }
    let mut renamed: Vec<(String, String)> = Vec::new();
    for old in own.keys().filter(|name| taken.contains_key(*name)) {
        let free = |name: &String| {
            !taken.contains_key(name)
                && !own.contains_key(name)
                && renamed.iter().all(|(_, new)| new != name)
        };
        let new = (2_u32..).map(|number| format!("{old}{number}")).find(free);
        renamed.extend(new.map(|new| (old.clone(), new)));
    }
    renamed
}

fn rename(value: &mut Value, renamed: &[(String, String)]) {
    match value {
        Value::Object(object) => {
            if let Some(Value::String(target)) = object.get_mut("$ref")
                && let Some(name) = target.strip_prefix(PREFIX)
                && let Some((_, new)) = renamed.iter().find(|(old, _)| old == name)
            {
                *target = format!("{PREFIX}{new}");
            }
            object.values_mut().for_each(|member| rename(member, renamed));
        }
        Value::Array(members) => members.iter_mut().for_each(|member| rename(member, renamed)),
        _ => {}
    }
}
