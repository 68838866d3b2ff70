//! Recorded cases that the tests of the graph replay.

use serde_json::Value;

/// A file of the shared vectors.
pub(crate) fn file(name: &str) -> Value {
    let directory = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/vectors");
    let path = std::path::Path::new(directory).join(name);
    let text = std::fs::read_to_string(path).expect("the vectors are part of the repository");
    serde_json::from_str(&text).expect("the vectors are JSON")
}

/// The cases of one section of the graph vectors, all of them.
pub(crate) fn section(name: &str) -> Vec<Value> {
    let cases = file("graph-vectors.json")[name].as_array().expect("a list").clone();
    assert!(!cases.is_empty(), "section without cases");
    cases
}
