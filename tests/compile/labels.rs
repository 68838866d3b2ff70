//! Labels of types that answer follow what serde writes, and reach the declarations.

use std::collections::BTreeMap;

use cloudg_runtime::{
    Label, LabelVisitor, Labelled, Labels, ResourceSpec, ToolContext, ToolError, ToolSpec,
    resource, tool,
};
use serde::Serialize;
use serde_json::{Map, Value, json};

/// What is labelled otherwise than public, in order: texts with their label, keys with a colon.
#[derive(Default)]
struct Listing(Vec<String>);

impl LabelVisitor for Listing {
    fn key(&mut self, label: Option<Label>, key: &str) {
        if label != Some(Label::Public) {
            self.0.push(format!("{key}: {}", label.map_or("-", Label::as_str)));
        }
    }

    fn scalar(&mut self, label: Option<Label>, value: &Value) {
        if label != Some(Label::Public) {
            let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            self.0.push(format!("{text} {}", label.map_or("-", Label::as_str)));
        }
    }
}

fn listed(labels: Labels, value: &Value) -> Vec<String> {
    let mut listing = Listing::default();
    labels.walk(value, &mut listing);
    listing.0
}

#[track_caller]
fn check<T: Labelled + Serialize>(value: &T, expected: &[&str]) {
    let value = serde_json::to_value(value).expect("serialisable");
    assert_eq!(listed(Labels::of::<T>(), &value), expected, "{value}");
}

#[derive(Serialize, Labelled)]
#[serde(rename_all = "camelCase")]
struct Asset<'a, T> {
    #[label(identifier)]
    asset_id: &'a str,
    #[label(name)]
    #[serde(rename = "label")]
    name: Option<String>,
    #[label(account)]
    r#ref: Vec<u64>,
    #[label(values(tag_value))]
    tags: Map<String, Value>,
    #[serde(skip)]
    _unseen: String,
    #[serde(flatten)]
    page: Page,
    kinds: Vec<&'static str>,
    words: BTreeMap<&'static str, Option<&'static str>>,
    items: Vec<T>,
    #[label(detect)]
    anything: Value,
    #[serde(flatten)]
    #[label(keys(name), values(free_text))]
    rest: BTreeMap<String, String>,
}

#[derive(Serialize, Labelled)]
struct Page {
    total: u64,
    #[label(secret)]
    #[serde(skip_serializing_if = "Option::is_none")]
    cursor: Option<String>,
}

#[test]
fn fields_are_labelled_under_their_names_on_the_wire() {
    let asset = Asset {
        asset_id: "i-1",
        name: Some("db".to_owned()),
        r#ref: vec![12],
        tags: Map::from_iter([("env".to_owned(), json!("prod"))]),
        _unseen: String::new(),
        page: Page { total: 1, cursor: Some("c".to_owned()) },
        kinds: vec!["EC2"],
        words: BTreeMap::from([("a", Some("b"))]),
        items: vec![Page { total: 2, cursor: None }],
        anything: json!({"k": "v"}),
        rest: BTreeMap::from([("owner".to_owned(), "me".to_owned())]),
    };
    check(
        &asset,
        &[
            "i-1 identifier",
            "db name",
            "12 account",
            "env: -",
            "prod tag_value",
            "c secret",
            "k: -",
            "v -",
            "owner: name",
            "me free_text",
        ],
    );
}

#[derive(Serialize, Labelled)]
#[serde(rename_all = "snake_case")]
enum External {
    JustAWord,
    OneName(#[label(name)] String),
    Two(#[label(account)] String, u8),
    Fields {
        #[label(identifier)]
        id: String,
    },
    #[serde(untagged)]
    Other(#[label(free_text)] String),
}

#[derive(Serialize, Labelled)]
#[serde(tag = "kind", rename_all = "lowercase", rename_all_fields = "UPPERCASE")]
enum Internal {
    Empty,
    Fields {
        #[label(name)]
        id: String,
    },
    Page(Page),
}

#[derive(Serialize, Labelled)]
#[serde(tag = "t", content = "c")]
enum Adjacent {
    A(#[label(name)] String),
    B {
        #[label(account)]
        id: String,
    },
}

#[derive(Serialize, Labelled)]
#[serde(untagged)]
enum Untagged {
    Long {
        #[label(name)]
        a: String,
        b: u8,
    },
    Short {
        #[label(account)]
        a: String,
    },
    Page(Page),
    Text(#[label(free_text)] String),
    Texts(#[label(identifier)] Vec<String>),
}

#[test]
fn variants_have_labels_of_their_own() {
    let text = |text: &str| text.to_owned();
    check(&External::JustAWord, &["just_a_word free_text"]);
    check(&External::OneName(text("n")), &["n name"]);
    check(&External::Two(text("a"), 1), &["a account"]);
    check(&External::Fields { id: text("i") }, &["i identifier"]);
    check(&Internal::Empty, &[]);
    check(&Internal::Fields { id: text("i") }, &["i name"]);
    check(&Internal::Page(Page { total: 1, cursor: Some(text("c")) }), &["c secret"]);
    check(&Adjacent::A(text("a")), &["a name"]);
    check(&Adjacent::B { id: text("b") }, &["b account"]);
    check(&Untagged::Long { a: text("a"), b: 1 }, &["a name"]);
    check(&Untagged::Short { a: text("a") }, &["a account"]);
    check(&Untagged::Page(Page { total: 1, cursor: Some(text("c")) }), &["c secret"]);
    check(&Untagged::Text(text("t")), &["t free_text"]);
    check(&Untagged::Texts(vec![text("t")]), &["t identifier"]);
}

#[test]
fn what_nothing_tells_apart_is_protected() {
    // A free text could read like one of the words, so the words are treated like free texts.
    assert_eq!(Labels::of::<External>().label(), Some(Label::FreeText));
    check(&External::Other("t".to_owned()), &["t free_text"]);
}

#[derive(Serialize, Labelled)]
enum Open {
    Word,
    Known {
        #[label(name)]
        a: String,
    },
    #[serde(untagged)]
    Anything(#[label(detect)] Value),
}

#[test]
fn a_public_word_does_not_stand_for_anything() {
    drop(Open::Word);
    check(&Open::Known { a: "x".to_owned() }, &["x name"]);
    check(&Open::Anything(json!({"k": "v"})), &["k: -", "v -"]);
    check(&Open::Anything(json!(["v"])), &["v -"]);
    check(&Open::Anything(json!("v")), &["v -"]);
}

#[derive(Serialize, Labelled)]
struct Counts {
    group_by: &'static str,
    #[label(match group_by { "account" => keys(account), "tag" | "value" => keys(tag_value), _ => keys(public) })]
    groups: BTreeMap<String, u32>,
}

#[test]
fn a_field_decides_on_the_label_of_another() {
    let counts = |group_by| Counts { group_by, groups: BTreeMap::from([("x".to_owned(), 1)]) };
    check(&counts("account"), &["x: account"]);
    check(&counts("value"), &["x: tag_value"]);
    check(&counts("region"), &[]);
}

#[derive(Serialize, Labelled)]
struct Tree {
    #[label(name)]
    name: String,
    children: Vec<Tree>,
}

#[derive(Serialize, Labelled)]
#[serde(transparent)]
struct Wrapper(Tree);

#[test]
fn types_contain_themselves() {
    let leaf = |name: &str| Tree { name: name.to_owned(), children: Vec::new() };
    let tree = Tree { name: "a".to_owned(), children: vec![leaf("b")] };
    check(&Wrapper(tree), &["a name", "b name"]);
}

#[derive(schemars::JsonSchema, Labelled)]
#[expect(dead_code, reason = "only its labels are used")]
struct Described {
    #[label(name)]
    name: String,
}

/// Answers with a labelled type.
#[tool(name = "labels.answer")]
fn answer(_ctx: &ToolContext) -> Result<Tree, ToolError> {
    Err(ToolError::denied("No."))
}

/// Is described by a labelled type.
#[tool(name = "labels.output", output = Described)]
fn described(_ctx: &ToolContext) -> Value {
    json!({"name": "a"})
}

/// Names the type.
#[tool(name = "labels.named", labels = Vec<Described>)]
async fn named(_ctx: &ToolContext) -> impl Serialize {
    [1]
}

/// Has no labels.
#[tool(name = "labels.none")]
fn unlabelled(_ctx: &ToolContext) -> Value {
    json!({})
}

/// Has labelled contents.
#[resource("labels://tree")]
fn contents(_ctx: &ToolContext) -> Result<Vec<Tree>, ToolError> {
    Ok(Vec::new())
}

/// Names the type of its contents.
#[resource("labels://described", labels = Described)]
fn described_contents(_ctx: &ToolContext) -> Value {
    json!({"name": "a"})
}

fn labels_of(name: &str) -> Labels {
    let spec = inventory::iter::<ToolSpec>().find(|spec| spec.name == name);
    spec.expect("declared above").labels
}

#[test]
fn declarations_carry_the_labels() {
    let named = json!({"name": "a"});
    assert_eq!(listed(labels_of("labels.answer"), &named), ["a name"]);
    assert_eq!(listed(labels_of("labels.output"), &named), ["a name"]);
    assert_eq!(listed(labels_of("labels.named"), &json!([named])), ["a name"]);
    assert!(labels_of("labels.none").is_none());
    let contents = |uri: &str| {
        let spec = inventory::iter::<ResourceSpec>().find(|spec| spec.uri == uri);
        spec.expect("declared above").labels
    };
    assert_eq!(listed(contents("labels://tree"), &json!([named])), ["a name"]);
    assert_eq!(listed(contents("labels://described"), &named), ["a name"]);
}
