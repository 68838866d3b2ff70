//! The server as a client meets it, without a process or a socket.

use cloudg_runtime::{
    CompletionTarget, Label, LabelVisitor,
    client::{Client, ClientError, ProtocolClient},
};
use serde_json::{Map, Value, json};

use super::*;

const SOUPS: &str = "978-0-00-000001-7";

fn client() -> Client {
    Client::new(layer(Library::with_first_books()).expect("the declarations are sound"))
}

async fn call(client: &Client, tool: &str, arguments: Value) -> Value {
    let result = client.call_tool(tool, arguments).await.expect("the tool exists");
    assert!(!result.is_error, "{result:?}");
    result.structured.expect("every tool here answers an object")
}

#[tokio::test]
async fn books_are_found_page_by_page() {
    let client = client();
    let first = call(&client, "find_books", json!({"limit": 3})).await;
    assert_eq!((&first["total"], &first["next_offset"]), (&json!(5), &json!(3)));
    let last = call(&client, "find_books", json!({"limit": 3, "offset": 3})).await;
    assert_eq!(last["books"].as_array().map(Vec::len), Some(2));
    assert_eq!(last.get("next_offset"), None);
    let soups = call(&client, "find_books", json!({"query": "SOUP", "subject": "cooking"})).await;
    assert_eq!(soups["books"][0]["isbn"], SOUPS);
}

#[tokio::test]
async fn a_book_is_lent_once_and_comes_back() {
    let client = client();
    let arguments = json!({"isbn": SOUPS, "member": "M0001", "days": 7});
    let lent = call(&client, "lend_book", arguments.clone()).await;
    assert_eq!((&lent["available"], &lent["days"]), (&json!(false), &json!(7)));

    let again = client.call_tool("lend_book", arguments).await.expect("the tool exists");
    assert_eq!(again.text(), "Somebody has this book.");
    assert_eq!(again.error_data(), Some(&json!({"isbn": SOUPS, "lent_for_days": 7})));

    let returned = call(&client, "return_book", json!({"isbn": SOUPS})).await;
    assert_eq!(returned["available"], true);
}

#[tokio::test]
async fn every_wrong_argument_is_named_at_once() {
    let arguments = json!({"isbn": "?", "member": "you", "days": 99});
    let result = client().call_tool("lend_book", arguments).await.expect("the tool exists");
    let problems = result.error_data().and_then(Value::as_array).expect("a list of problems");
    let places: Vec<_> = problems.iter().map(|problem| &problem["loc"]).collect();
    assert_eq!(places, ["isbn", "member", "days"]);
}

#[tokio::test]
async fn a_subscriber_hears_of_a_loan_and_progress_is_reported() -> Result<(), ClientError> {
    let layer = layer(Library::with_first_books()).expect("the declarations are sound");
    let mut client = ProtocolClient::connect(layer).await?;
    let uri = texts::address(SOUPS);
    client.request("resources/subscribe", json!({"uri": uri})).await?;
    let lent = client.call_tool("lend_book", json!({"isbn": SOUPS, "member": "M0001"})).await?;
    assert_eq!(lent["content"][1]["uri"], uri.as_str(), "the answer links to the book");
    client.call_tool("take_stock", json!({"pause": 0})).await?;
    let heard = client.take_notifications();
    let count = |method: &str| heard.iter().filter(|heard| heard["method"] == method).count();
    assert_eq!(count("notifications/resources/updated"), 1);
    assert_eq!(count("notifications/progress"), 5);
    assert_eq!(count("notifications/message"), 1);
    client.close().await
}

#[tokio::test]
async fn books_are_read_by_addresses_that_complete() {
    let client = client();
    let contents = client.read_resource(&texts::address(SOUPS)).await.expect("there is one");
    assert!(contents[0].to_wire()["text"].as_str().is_some_and(|text| text.contains("Soups")));
    assert!(client.read_resource("library://books/0").await.is_err());

    let target = CompletionTarget::Template { uri: "library://books/{isbn}".to_owned() };
    let isbns = client.complete(target, "isbn", "978-0-00-000001").await.expect("no failure");
    assert_eq!(isbns.values, [SOUPS]);
    let target = CompletionTarget::Prompt { name: "recommend".to_owned() };
    let subjects = client.complete(target, "subject", "m").await.expect("no failure");
    assert_eq!(subjects.values, ["mathematics"]);
}

#[tokio::test]
async fn a_prompt_brings_the_books_along() {
    let client = client();
    let arguments = Map::from_iter([("subject".to_owned(), json!("travel"))]);
    let prompt = client.get_prompt("recommend", arguments).await.expect("it is complete");
    assert_eq!(prompt.messages.len(), 2);
    let shelf = prompt.messages[1].to_wire();
    assert!(shelf["content"]["resource"]["text"].to_string().contains("By night train"));
    assert!(client.get_prompt("recommend", Map::new()).await.is_err());
}

/// What is neither a word of the program nor unlabelled.
#[derive(Default)]
struct Private(Vec<String>);

impl LabelVisitor for Private {
    fn key(&mut self, _label: Option<Label>, _key: &str) {}

    fn scalar(&mut self, label: Option<Label>, value: &Value) {
        if label == Some(Label::Identifier) {
            self.0.push(value.to_string());
        }
    }
}

#[tokio::test]
async fn only_the_member_is_private() {
    let client = client();
    let lent = call(&client, "lend_book", json!({"isbn": SOUPS, "member": "M0001"})).await;
    let layer = layer(Library::with_first_books()).expect("the declarations are sound");
    let tool = layer.registry().tool("lend_book").expect("it is declared");
    let mut private = Private::default();
    tool.spec().labels.walk(&lent, &mut private);
    assert_eq!(private.0, [r#""M0001""#]);
}
