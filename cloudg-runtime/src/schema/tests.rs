//! A table of types and their normal form.

#![expect(dead_code, reason = "the types are described, never built")]

use std::collections::{BTreeMap, BTreeSet, HashMap};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::{open_object, output_schema_of, schema_of};

#[track_caller]
fn check<T: JsonSchema>(expect: &str) {
    assert_eq!(schema_of::<T>().to_string(), expect);
}

#[test]
fn scalars() {
    check::<String>(r#"{"type":"string"}"#);
    check::<bool>(r#"{"type":"boolean"}"#);
    check::<f64>(r#"{"type":"number"}"#);
    check::<f32>(r#"{"type":"number"}"#);
    check::<()>(r#"{"type":"null"}"#);
    check::<char>(r#"{"maxLength":1,"minLength":1,"type":"string"}"#);
    check::<Value>("{}");
}

#[test]
fn integers_are_bounded_up_to_32_bits() {
    check::<i8>(r#"{"maximum":127,"minimum":-128,"type":"integer"}"#);
    check::<u8>(r#"{"maximum":255,"minimum":0,"type":"integer"}"#);
    check::<i16>(r#"{"maximum":32767,"minimum":-32768,"type":"integer"}"#);
    check::<u16>(r#"{"maximum":65535,"minimum":0,"type":"integer"}"#);
    check::<i32>(r#"{"maximum":2147483647,"minimum":-2147483648,"type":"integer"}"#);
    check::<u32>(r#"{"maximum":4294967295,"minimum":0,"type":"integer"}"#);
    check::<i64>(r#"{"type":"integer"}"#);
    check::<u64>(r#"{"minimum":0,"type":"integer"}"#);
    check::<usize>(r#"{"minimum":0,"type":"integer"}"#);
}

#[test]
fn optional_values_keep_their_constraints_inside() {
    check::<Option<String>>(r#"{"anyOf":[{"type":"string"},{"type":"null"}]}"#);
    check::<Option<u16>>(
        r#"{"anyOf":[{"maximum":65535,"minimum":0,"type":"integer"},{"type":"null"}]}"#,
    );
    check::<Option<Option<bool>>>(r#"{"anyOf":[{"type":"boolean"},{"type":"null"}]}"#);
    check::<Option<Plain>>(
        r#"{"anyOf":[{"enum":["asset","edge"],"type":"string"},{"type":"null"}]}"#,
    );
    check::<Option<Documented>>(
        r#"{"anyOf":[{"enum":["asset","edge"],"type":"string"},{"type":"null"}]}"#,
    );
    check::<Option<Single>>(r#"{"anyOf":[{"const":"only","type":"string"},{"type":"null"}]}"#);
}

#[test]
fn collections() {
    check::<Vec<String>>(r#"{"items":{"type":"string"},"type":"array"}"#);
    check::<Option<Vec<String>>>(
        r#"{"anyOf":[{"items":{"type":"string"},"type":"array"},{"type":"null"}]}"#,
    );
    check::<BTreeSet<bool>>(r#"{"items":{"type":"boolean"},"type":"array","uniqueItems":true}"#);
    check::<HashMap<String, Vec<String>>>(
        r#"{"additionalProperties":{"items":{"type":"string"},"type":"array"},"type":"object"}"#,
    );
    check::<Map<String, Value>>(r#"{"additionalProperties":true,"type":"object"}"#);
    check::<BTreeMap<String, Value>>(r#"{"additionalProperties":true,"type":"object"}"#);
    check::<Vec<Value>>(r#"{"items":{},"type":"array"}"#);
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Plain {
    Asset,
    Edge,
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Documented {
    /// A resource.
    Asset,
    /// A relation.
    Edge,
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Single {
    Only,
}

#[derive(Deserialize, JsonSchema)]
enum Mixed {
    Whole,
    Part { title: String, format: Option<u64> },
}

#[test]
fn fixed_strings() {
    check::<Plain>(r#"{"enum":["asset","edge"],"type":"string"}"#);
    check::<Documented>(r#"{"enum":["asset","edge"],"type":"string"}"#);
    check::<Single>(r#"{"const":"only","type":"string"}"#);
}

#[test]
fn properties_named_like_keywords_stay() {
    check::<Mixed>(concat!(
        r#"{"oneOf":[{"const":"Whole","type":"string"},{"additionalProperties":false,"#,
        r#""properties":{"Part":{"properties":{"title":{"type":"string"},"#,
        r#""format":{"anyOf":[{"minimum":0,"type":"integer"},{"type":"null"}],"default":null}},"#,
        r#""required":["title"],"type":"object"}},"required":["Part"],"type":"object"}]}"#,
    ));
}

/// A span of time.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Window {
    /// First day.
    start: String,
    end: Option<String>,
    #[serde(default = "ten")]
    days: u64,
    #[schemars(range(min = 1, max = 5))]
    rank: u8,
}

fn ten() -> u64 {
    10
}

#[test]
fn structs_keep_the_order_of_their_fields() {
    check::<Window>(concat!(
        r#"{"additionalProperties":false,"description":"A span of time.","properties":{"#,
        r#""start":{"description":"First day.","type":"string"},"#,
        r#""end":{"anyOf":[{"type":"string"},{"type":"null"}],"default":null},"#,
        r#""days":{"default":10,"minimum":0,"type":"integer"},"#,
        r#""rank":{"maximum":5,"minimum":1,"type":"integer"}},"#,
        r#""required":["start","rank"],"type":"object"}"#,
    ));
}

#[derive(Deserialize, Serialize, JsonSchema)]
struct Node {
    children: Vec<Node>,
}

#[test]
fn recursion_keeps_its_definition() {
    let definition = r##"{"properties":{"children":{"items":{"$ref":"#/$defs/Node"},"type":"array"}},"required":["children"],"type":"object"}"##;
    let body = &definition[1..];
    check::<Node>(&format!(r#"{{"$defs":{{"Node":{definition}}},{body}"#));
}

#[derive(Serialize, JsonSchema)]
struct Entry {
    name: String,
    share: Option<f64>,
    tags: BTreeMap<String, u64>,
}

#[derive(Serialize, JsonSchema)]
#[schemars(transform = open_object)]
struct Answer {
    /// How many.
    total: u32,
    entries: Vec<Entry>,
    first: Option<Entry>,
    raw: Map<String, Value>,
    maybe: Option<Map<String, Value>>,
    names: Option<Vec<String>>,
    any: Value,
}

#[test]
fn an_open_answer_requires_nothing() {
    let entry = concat!(
        r#"{"additionalProperties":true,"properties":{"#,
        r#""name":{"anyOf":[{"type":"string"},{"type":"null"}],"default":null},"#,
        r#""share":{"anyOf":[{"type":"number"},{"type":"null"}],"default":null},"#,
        r#""tags":{"additionalProperties":{"type":"integer"},"type":"object"}},"#,
        r#""type":"object"}"#,
    );
    let expect = [
        r#"{"additionalProperties":true,"properties":{"#,
        r#""total":{"anyOf":[{"type":"integer"},{"type":"null"}],"default":null,"description":"How many."},"#,
        &format!(r#""entries":{{"items":{entry},"type":"array"}},"#),
        &format!(r#""first":{{"anyOf":[{entry},{{"type":"null"}}],"default":null}},"#),
        r#""raw":{"additionalProperties":true,"type":"object"},"#,
        r#""maybe":{"anyOf":[{"additionalProperties":true,"type":"object"},{"type":"null"}],"default":null},"#,
        r#""names":{"anyOf":[{"items":{"type":"string"},"type":"array"},{"type":"null"}],"default":null},"#,
        r#""any":{}},"type":"object"}"#,
    ];
    assert_eq!(output_schema_of::<Answer>().to_string(), expect.concat());
}

#[test]
fn an_answer_tells_no_width() {
    assert_eq!(output_schema_of::<u8>().to_string(), r#"{"type":"integer"}"#);
    assert_eq!(output_schema_of::<u64>().to_string(), r#"{"type":"integer"}"#);
}
