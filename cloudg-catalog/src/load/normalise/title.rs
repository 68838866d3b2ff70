//! Titles as they are compared.

/// A title without leading `[…]` tags, in lower case, with every run of characters other than
/// ASCII letters and digits as one space, trimmed.
pub fn normalise_title(title: &str) -> String {
    let mut normal = String::with_capacity(title.len());
    for character in without_tags(title).chars().flat_map(char::to_lowercase) {
        if character.is_ascii_alphanumeric() {
            normal.push(character);
        } else if !normal.is_empty() && !normal.ends_with(' ') {
            normal.push(' ');
        }
    }
    normal.truncate(normal.trim_end().len());
    normal
}

/// The title behind its tags; empty brackets are no tag.
fn without_tags(title: &str) -> &str {
    let mut rest = title.trim_start();
    while let Some(tag) = rest.strip_prefix('[') {
        match tag.find(']') {
            Some(end) if end > 0 => rest = tag[end + 1..].trim_start(),
            _ => break,
        }
    }
    rest
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use super::*;

    #[test]
    fn follows_the_vectors() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/vectors/data-model-vectors.json");
        let vectors: serde_json::Value =
            serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
        let cases = vectors["normalise_title"].as_array().unwrap();
        assert!(cases.len() >= 8);
        for case in cases {
            assert_eq!(normalise_title(case["input"].as_str().unwrap()), case["output"]);
        }
    }
}
