//! What is completed, and how much of it is told.

use std::sync::Arc;

use super::*;
use crate::{
    Completion, ToolError,
    testing::{argument, layer_of, prompt, template},
};

/// Proposes `partial` followed by 0 to `n - 1`, or fails for the partial value `fail`.
fn counting(n: usize) -> Completer {
    Completer::Dynamic(Arc::new(move |_, partial, others| match partial {
        "fail" => Err(ToolError::not_found("secret")),
        "panic" => panic!("secret"),
        "others" => Ok(others.keys().cloned().collect()),
        _ => Ok((0..n).map(|at| format!("{partial}{at}")).collect()),
    }))
}

fn layer() -> Layer {
    let mut spec = template("x://{id}/{other}");
    spec.completions = vec![Completion { argument: "id".into(), complete: counting(101) }].into();
    let mut first = argument("first", true);
    first.completion = Some(counting(2));
    let spec_of_prompt = prompt("p", vec![first, argument("second", false)], |_, _| {
        Ok(crate::PromptResult::default())
    });
    layer_of([spec.into(), spec_of_prompt.into()])
}

fn of_prompt(name: &str) -> CompletionTarget {
    CompletionTarget::Prompt { name: name.to_owned() }
}

fn of_template(uri: &str) -> CompletionTarget {
    CompletionTarget::Template { uri: uri.to_owned() }
}

async fn check(target: CompletionTarget, argument: &str, value: &str, expected: &str) {
    let request = CompleteRequest::new(target, argument, value);
    assert_eq!(layer().complete(request).await.unwrap().to_wire().to_string(), expected);
}

const NOTHING: &str = r#"{"values":[],"total":0,"hasMore":false}"#;

#[tokio::test]
async fn values_in_the_order_they_are_proposed() {
    let expected = r#"{"values":["a0","a1"],"total":2,"hasMore":false}"#;
    check(of_prompt("p"), "first", "a", expected).await;
}

#[tokio::test]
async fn at_most_a_hundred_are_told() {
    let request = CompleteRequest::new(of_template("x://{id}/{other}"), "id", "");
    let values = layer().complete(request).await.unwrap();
    assert_eq!((values.values.len(), values.total, values.has_more()), (100, 101, true));
    assert_eq!(values.values.last().map(String::as_str), Some("99"));
}

#[tokio::test]
async fn what_nobody_completes_has_no_values() {
    check(of_prompt("p"), "second", "", NOTHING).await;
    check(of_prompt("p"), "third", "", NOTHING).await;
    check(of_prompt("q"), "first", "", NOTHING).await;
    check(of_template("x://{id}/{other}"), "other", "", NOTHING).await;
    check(of_template("x://1/2"), "id", "", NOTHING).await;
}

#[tokio::test]
async fn what_fails_has_no_values() {
    check(of_prompt("p"), "first", "fail", NOTHING).await;
    check(of_prompt("p"), "first", "panic", NOTHING).await;
}

#[tokio::test]
async fn completers_see_the_other_arguments() {
    let mut request = CompleteRequest::new(of_prompt("p"), "first", "others");
    request.others.insert("second".to_owned(), Value::from("b"));
    assert_eq!(layer().complete(request).await.unwrap().values, ["second"]);
}
