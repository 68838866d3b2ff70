use std::collections::BTreeMap;

use serde_json::json;

use super::*;

/// Every key and scalar in order, with its label.
#[derive(Default)]
struct Listing(Vec<String>);

impl LabelVisitor for Listing {
    fn key(&mut self, label: Option<Label>, key: &str) {
        if label != Some(Label::Public) {
            self.0.push(format!("{key}: {}", label.map_or("-", Label::as_str)));
        }
    }

    fn scalar(&mut self, label: Option<Label>, value: &Value) {
        self.0.push(format!("{value} {}", label.map_or("-", Label::as_str)));
    }
}

#[track_caller]
fn check_labels(labels: Labels, value: &Value, expected: &[&str]) {
    let mut listing = Listing::default();
    labels.walk(value, &mut listing);
    assert_eq!(listing.0, expected);
}

#[test]
fn the_result_wrapper_stands_above_the_labels() {
    let labels = Labels::of::<Vec<u8>>().under("result");
    check_labels(labels, &json!({"result": [1], "other": 2}), &["1 public", "other: -", "2 -"]);
    check_labels(Labels::NONE.under("result"), &json!({"result": 1}), &["result: -", "1 -"]);
}

#[test]
fn standard_types_are_what_they_hold() {
    type All = (Option<Box<u8>>, [bool; 1], BTreeMap<u8, Vec<f64>>);
    let value = json!([1, [true], {"2": [0.5]}, "beyond"]);
    check_labels(
        Labels::of::<All>(),
        &value,
        &["1 public", "true public", "0.5 public", "\"beyond\" -"],
    );
}

#[test]
fn one_label_counts_for_everything_below_but_keys() {
    const SECRET: Labels = Labels::at(&LabelTree::Leaf(Label::Secret));
    check_labels(SECRET, &json!({"a": [{"b": "c"}]}), &["a: -", "b: -", "\"c\" secret"]);
}

#[test]
fn what_does_not_fit_has_no_label() {
    check_labels(Labels::of::<Vec<u8>>(), &json!({"a": 1}), &["a: -", "1 -"]);
    check_labels(Labels::of::<u8>(), &json!([[1]]), &["1 public"]);
    check_labels(Labels::of::<(u8,)>(), &json!("x"), &["\"x\" -"]);
}

/// A type that is itself, without anything between.
struct Circle;

impl Labelled for Circle {
    fn labels() -> &'static LabelTree {
        const {
            &LabelTree::Object {
                fields: &[],
                flattened: &[LabelTree::Of(Circle::labels), LabelTree::Of(Circle::labels)],
            }
        }
    }
}

/// A type that refers to itself only.
struct Spiral;

impl Labelled for Spiral {
    fn labels() -> &'static LabelTree {
        const { &LabelTree::Of(Spiral::labels) }
    }
}

#[test]
fn circles_end() {
    check_labels(Labels::of::<Spiral>(), &json!({"a": [1]}), &["a: -", "1 -"]);
    check_labels(Labels::of::<Circle>(), &json!({"a": 1}), &["a: -", "1 -"]);
}
