//! Comparing datasets, as recorded.

use serde_json::json;

use crate::support::{Estate, array, object, vectors};

#[test]
fn differences_are_as_recorded() {
    let vectors = vectors("loader-vectors.json");
    let estate = Estate::empty();
    for (name, document) in object(&vectors["diff"]["files"]) {
        let file = format!("{name}.json");
        estate.write(&file, &document.to_string());
        estate.answer("load_dataset", json!({"path": file, "kind": "generic"}));
    }
    let cases = array(&vectors["diff"]["cases"]);
    assert!(cases.len() >= 3);
    for case in cases {
        let answer = estate.answer("diff_datasets", case["args"].clone());
        // As text, so that the order of keys counts.
        assert_eq!(answer.to_string(), case["result"].to_string(), "{}", case["args"]);
    }
}
