//! Text from the inventory as Terraform reads it back: never a template.

use serde_json::{Map, Value};

/// The text with the openings of templates doubled, which Terraform reads as themselves.
pub(super) fn literal(text: &str) -> String {
    text.replace("${", "$${").replace("%{", "%%{")
}

/// [`literal`] as a value.
pub(super) fn text(text: &str) -> Value {
    literal(text).into()
}

/// Tags or labels, keys and values alike.
pub(super) fn tags<'a>(tags: impl Iterator<Item = (&'a str, &'a str)>) -> Map<String, Value> {
    tags.map(|(key, value)| (literal(key), text(value))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn templates_become_text() {
        assert_eq!(literal("${a}%{b}$c%d$${e}"), "$${a}%%{b}$c%d$$${e}");
        assert_eq!(
            Value::Object(tags([("${k}", "%{v}")].into_iter())).to_string(),
            r#"{"$${k}":"%%{v}"}"#
        );
    }
}
