//! Recorded cases that the tests of this crate replay.

use serde_json::Value;

/// The cases of one section of the shared vectors, all of them.
pub(crate) fn section(name: &str) -> Vec<Value> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/vectors/data-model-vectors.json");
    let text = std::fs::read_to_string(path).expect("the vectors are part of the repository");
    let all: Value = serde_json::from_str(&text).expect("the vectors are JSON");
    let cases = all[name].as_array().expect("the section is a list").clone();
    assert!(!cases.is_empty(), "section without cases");
    cases
}
