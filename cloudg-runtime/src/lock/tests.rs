//! The document, and the rules by example and by property.

use proptest::{collection::vec, option, prelude::*};
use serde_json::{Value, json};

use super::*;
use crate::{
    PromptArgument, Validator,
    testing::{argument, prompt, resource, template, tool, values::values_of},
};

fn registry() -> Registry {
    let mut registry = Registry::new();
    registry.add(tool("count")).unwrap();
    registry.add(tool("add")).unwrap();
    registry.add(resource("x://a", |_| Ok(crate::Contents::Json(json!({}))))).unwrap();
    registry.add(template("x://a/{b}")).unwrap();
    registry.add(prompt("ask", vec![argument("topic", true)], |_, _| unreachable!())).unwrap();
    registry
}

#[test]
fn a_lock_reads_back_and_has_one_text() {
    let lock = Lock::of(&registry());
    let text = lock.to_text();
    assert_eq!(Lock::parse(&text).as_ref(), Ok(&lock));
    assert_eq!(Lock::parse(&text).unwrap().to_text(), text);
    assert!(
        text.starts_with("{\n  \"lock_version\": 1,\n  \"prompts\": {\n    \"ask\": {"),
        "{text}"
    );
    assert!(text.ends_with("}\n"));
    let keys: Vec<(Kind, &str)> = lock.entries().map(|(kind, key, _)| (kind, key)).collect();
    let expected = [
        (Kind::Tool, "add"),
        (Kind::Tool, "count"),
        (Kind::Resource, "x://a"),
        (Kind::Template, "x://a/{b}"),
        (Kind::Prompt, "ask"),
    ];
    assert_eq!(keys, expected);
    let mut backwards = Registry::new();
    backwards.add(tool("add")).unwrap();
    backwards.merge_replacing(&registry());
    backwards.set_schema_profile(crate::SchemaProfile::Portable);
    assert_eq!(Lock::of(&backwards).to_text(), text, "order and profile are not part of it");
}

#[test]
fn a_text_that_is_no_lock_says_why() {
    let text = Lock::of(&registry()).to_text();
    let check = |text: &str, expected: &str| {
        let error = Lock::parse(text).unwrap_err().to_string();
        assert!(error.starts_with(expected), "{error}");
    };
    check("nope", "a lock is JSON");
    check("{}", "a lock of version 1 is expected");
    check(r#"{"lock_version": 1}"#, "`tools` is missing");
    check(&text.replace("A tool for tests", "Another"), "`tools/add` does not have the digest");
    let whole = Lock::of(&registry()).sha256();
    check(&text.replace(&whole, "0"), "`sha256` does not have the digest");
    let other = text.replace("\"definition\"", "\"defined\"");
    check(&other, "`tools/add` is missing");
}

#[test]
fn texts_have_a_digest_of_their_own() {
    let lock = |text: &str| {
        let definition =
            json!({"name": "a", "description": text, "inputSchema": {"type": "object"}});
        Lock::from_definitions([(Kind::Tool, "a".to_owned(), definition)])
    };
    let (one, other) = (lock("One."), lock("Other."));
    let (one, other) = (one.entry(Kind::Tool, "a").unwrap(), other.entry(Kind::Tool, "a").unwrap());
    assert_eq!(one.contract_sha256(), other.contract_sha256());
    assert_ne!(one.texts_sha256(), other.texts_sha256());
    assert_ne!(one.sha256(), other.sha256());
    assert_eq!(one.sha256().len(), 64);
}

fn lock_of(definition: &Value) -> Lock {
    Lock::from_definitions([(Kind::Tool, "a".to_owned(), definition.clone())])
}

/// The class and rule of each change between two definitions of one tool.
fn rules(old: &Value, new: &Value) -> Vec<(Class, String)> {
    let changes = diff(&lock_of(old), &lock_of(new));
    for Change { rule, .. } in changes.changes() {
        let is_of_schema = rule.starts_with("input-") || rule.starts_with("output-");
        let is_listed = RULES.iter().any(|(listed, _)| listed == rule);
        assert!(is_of_schema || is_listed, "{rule} has a meaning");
    }
    changes.changes().iter().map(|change| (change.class, change.rule.clone())).collect()
}

fn with_schema(key: &str, schema: &Value) -> Value {
    json!({"name": "a", "inputSchema": {"type": "object"}, key: schema})
}

fn object(properties: &Value, required: &[&str]) -> Value {
    json!({"additionalProperties": false, "properties": properties, "required": required, "type": "object"})
}

/// Both directions of a change of one schema.
#[track_caller]
fn check(key: &str, old: &Value, new: &Value, there: &[&str], back: &[&str]) {
    let (old, new) = (with_schema(key, old), with_schema(key, new));
    let codes = |rules: Vec<(Class, String)>| -> Vec<String> {
        rules.into_iter().map(|(class, rule)| format!("{class} {rule}")).collect()
    };
    assert_eq!(codes(rules(&old, &new)), there, "{old} -> {new}");
    assert_eq!(codes(rules(&new, &old)), back, "{new} -> {old}");
}

#[test]
fn arguments_may_accept_more() {
    let one = |schema: Value| object(&json!({"x": schema}), &[]);
    let input = |old: Value, new: Value, there: &[&str], back: &[&str]| {
        check("inputSchema", &one(old), &one(new), there, back);
    };
    let int = |low: i64, high: i64| json!({"maximum": high, "minimum": low, "type": "integer"});
    let widened = |what: &str| format!("additive input-{what}-widened");
    let narrowed = |what: &str| format!("breaking input-{what}-narrowed");
    for (what, narrow, wide) in [
        ("range", int(1, 5), int(1, 9)),
        ("range", int(1, 5), int(0, 5)),
        ("range", int(1, 5), json!({"minimum": 1, "type": "integer"})),
        ("type", json!({"type": "integer"}), json!({"type": "number"})),
        ("type", json!({"type": "string"}), json!({})),
        (
            "type",
            json!({"type": "string"}),
            json!({"anyOf": [{"type": "string"}, {"type": "null"}]}),
        ),
        ("type", json!({"type": "string"}), json!({"type": ["string", "boolean"]})),
        (
            "values",
            json!({"enum": ["a"], "type": "string"}),
            json!({"enum": ["a", "b"], "type": "string"}),
        ),
        ("values", json!({"const": "a", "type": "string"}), json!({"type": "string"})),
        (
            "length",
            json!({"maxLength": 3, "type": "string"}),
            json!({"maxLength": 4, "type": "string"}),
        ),
        (
            "length",
            json!({"minLength": 1, "type": "string"}),
            json!({"minLength": 0, "type": "string"}),
        ),
        ("length", json!({"items": {}, "minItems": 1, "type": "array"}), json!({"type": "array"})),
        ("pattern", json!({"pattern": "^a$", "type": "string"}), json!({"type": "string"})),
        ("unique", json!({"type": "array", "uniqueItems": true}), json!({"type": "array"})),
        (
            "range",
            json!({"items": int(1, 2), "type": "array"}),
            json!({"items": int(1, 3), "type": "array"}),
        ),
        ("undeclared", object(&json!({}), &[]), json!({"properties": {}, "type": "object"})),
        (
            "type",
            json!({"additionalProperties": {"type": "integer"}, "type": "object"}),
            json!({"additionalProperties": true, "type": "object"}),
        ),
    ] {
        input(narrow, wide, &[&widened(what)], &[&narrowed(what)]);
    }
    let changed = |what: &str| format!("breaking input-{what}-changed");
    for (what, one, other) in [
        (
            "pattern",
            json!({"pattern": "^a$", "type": "string"}),
            json!({"pattern": "^b$", "type": "string"}),
        ),
        ("type", json!({"type": "string"}), json!({"type": "boolean"})),
        (
            "keyword",
            json!({"multipleOf": 2, "type": "integer"}),
            json!({"multipleOf": 4, "type": "integer"}),
        ),
    ] {
        input(one, other, &[&changed(what)], &[&changed(what)]);
    }
}

#[test]
fn arguments_come_and_go() {
    let text = json!({"type": "string"});
    let check = |old: &Value, new: &Value, there: &[&str], back: &[&str]| {
        check("inputSchema", old, new, there, back);
    };
    let none = object(&json!({}), &[]);
    let optional = object(&json!({"x": text}), &[]);
    let required = object(&json!({"x": text}), &["x"]);
    let removed = ["breaking argument-removed"];
    check(&none, &optional, &["additive argument-added"], &removed);
    check(&none, &required, &["breaking required-argument-added"], &removed);
    check(
        &required,
        &optional,
        &["additive argument-now-optional"],
        &["breaking argument-now-required"],
    );
    let renamed = object(&json!({"y": text}), &[]);
    check(&optional, &renamed, &["breaking argument-renamed"], &["breaking argument-renamed"]);
    let with_default = object(&json!({"x": {"default": "a", "type": "string"}}), &[]);
    let changed = ["breaking default-changed"];
    check(&optional, &with_default, &changed, &changed);
    let null_default = object(&json!({"x": {"default": null, "type": "string"}}), &[]);
    check(&optional, &null_default, &["text form-changed"], &["text form-changed"]);
    let listed = object(&json!({"x": {"enum": ["a"], "type": "string"}}), &[]);
    let constant = object(&json!({"x": {"const": "a"}}), &[]);
    check(&listed, &constant, &["text form-changed"], &["text form-changed"]);
}

#[test]
fn answers_may_hold_less() {
    let open = |properties: Value| json!({"additionalProperties": true, "properties": properties, "type": "object"});
    let output = |old: Value, new: Value, there: &[&str], back: &[&str]| {
        check("outputSchema", &open(old), &open(new), there, back);
    };
    let (int, number) = (json!({"type": "integer"}), json!({"type": "number"}));
    output(json!({"x": int}), json!({}), &["breaking field-removed"], &["additive field-added"]);
    output(
        json!({"x": int}),
        json!({"y": int}),
        &["breaking field-renamed"],
        &["breaking field-renamed"],
    );
    output(
        json!({"x": int}),
        json!({"x": number}),
        &["breaking output-type-widened"],
        &["additive output-type-narrowed"],
    );
    output(
        json!({"x": int}),
        json!({"x": {"type": "string"}}),
        &["breaking output-type-changed"],
        &["breaking output-type-changed"],
    );
    output(
        json!({"x": {"enum": ["a", "b"]}}),
        json!({"x": {"enum": ["a"]}}),
        &["additive output-values-narrowed"],
        &["breaking output-values-widened"],
    );
    check(
        "outputSchema",
        &object(&json!({"x": int}), &["x"]),
        &object(&json!({"x": int}), &[]),
        &["breaking field-now-optional"],
        &["additive field-now-required"],
    );
    let described = with_schema("outputSchema", &open(json!({})));
    let bare = with_schema("_meta", &json!({}));
    let (bare, described) = (json!({"name": "a", "inputSchema": bare["inputSchema"]}), described);
    assert_eq!(rules(&described, &bare), [(Class::Breaking, "output-schema-removed".to_owned())]);
    assert_eq!(rules(&bare, &described), [(Class::Additive, "output-schema-added".to_owned())]);
}

#[test]
fn recursion_is_compared_once() {
    let tree = |leaf: &str| {
        let node = json!({
            "properties": {"leaf": {"type": leaf}, "next": {"$ref": "#/$defs/Node"}}, "type": "object",
        });
        let mut schema = object(&json!({"tree": {"$ref": "#/$defs/Node"}}), &[]);
        schema["$defs"] = json!({"Node": node});
        schema
    };
    let changed = ["breaking input-type-changed"];
    check("inputSchema", &tree("string"), &tree("boolean"), &changed, &changed);
    let endless =
        json!({"$defs": {"A": {"$ref": "#/$defs/A"}}, "$ref": "#/$defs/A", "type": "object"});
    let empty = object(&json!({}), &[]);
    assert!(
        !rules(&with_schema("inputSchema", &endless), &with_schema("inputSchema", &empty))
            .is_empty()
    );
}

#[test]
fn hints_labels_and_texts() {
    let base = json!({
        "name": "a",
        "title": "A",
        "description": "Counts.",
        "inputSchema": {"properties": {"x": {"description": "One.", "type": "string"}}, "type": "object"},
        "annotations": {"title": "A", "readOnlyHint": true, "destructiveHint": false, "openWorldHint": false},
        "_meta": {"cloudg/category": "c", "cloudg/sensitivity": "internal", "cloudg/tags": ["t"]},
    });
    let check = |pointer: &str, value: Value, there: &str, back: &str| {
        let mut changed = base.clone();
        *changed.pointer_mut(pointer).unwrap() = value;
        let codes = |rules: Vec<(Class, String)>| {
            let codes = rules.into_iter().map(|(class, rule)| format!("{class} {rule}"));
            codes.collect::<Vec<_>>().join(", ")
        };
        assert_eq!(codes(rules(&base, &changed)), there, "{pointer}");
        assert_eq!(codes(rules(&changed, &base)), back, "{pointer}");
    };
    let (worse, better) = ("breaking hint-worse", "additive hint-better");
    check("/annotations/readOnlyHint", json!(false), worse, better);
    check("/annotations/destructiveHint", json!(true), worse, better);
    check("/annotations/openWorldHint", json!(true), worse, better);
    let (raised, lowered) = ("breaking sensitivity-raised", "additive sensitivity-lowered");
    check("/_meta/cloudg~1sensitivity", json!("restricted"), raised, lowered);
    check(
        "/_meta/cloudg~1category",
        json!("d"),
        "breaking category-changed",
        "breaking category-changed",
    );
    check("/_meta/cloudg~1tags", json!(["t", "u"]), "additive tag-added", "breaking tag-removed");
    for place in
        ["/title", "/description", "/annotations/title", "/inputSchema/properties/x/description"]
    {
        check(place, json!("Other."), "text text-changed", "text text-changed");
    }
    let mut silent = base.clone();
    silent["annotations"].as_object_mut().unwrap().shift_remove("destructiveHint");
    assert_eq!(rules(&base, &silent), [(Class::Breaking, "hint-worse".to_owned())]);
    silent["annotations"]["idempotentHint"] = json!(true);
    silent["annotations"]["destructiveHint"] = json!(false);
    assert_eq!(rules(&base, &silent), [(Class::Additive, "hint-better".to_owned())]);
}

#[test]
fn primitives_come_and_go() {
    let whole = Lock::of(&registry());
    let less = Lock::of(&{
        let mut less = Registry::new();
        less.add(tool("add")).unwrap();
        less
    });
    let there = diff(&less, &whole);
    assert_eq!((there.worst(), there.changes().len()), (Some(Class::Additive), 4));
    let back = diff(&whole, &less);
    assert_eq!((back.worst(), back.changes().len()), (Some(Class::Breaking), 4));
    assert_eq!(
        back.to_text(),
        "breaking (4)\n  tool count: removed\n  resource x://a: removed\n  template x://a/{b}: \
         removed\n  prompt ask: removed\n"
    );
    assert_eq!(back.to_value()["breaking"], json!(4));
    assert_eq!(
        back.to_value()["changes"][0].to_string(),
        r#"{"class":"breaking","kind":"tool","key":"count","place":"","rule":"primitive-removed"}"#
    );
}

#[test]
fn arguments_of_prompts_and_addresses() {
    let asking = |arguments: Vec<PromptArgument>| {
        let mut registry = Registry::new();
        registry.add(prompt("ask", arguments, |_, _| unreachable!())).unwrap();
        Lock::of(&registry)
    };
    let none = asking(vec![]);
    for (required, class) in [(false, Class::Additive), (true, Class::Breaking)] {
        let one = asking(vec![argument("topic", required)]);
        assert_eq!(diff(&none, &one).worst(), Some(class));
        assert_eq!(diff(&one, &none).worst(), Some(Class::Breaking));
    }
    let (free, bound) = (asking(vec![argument("t", false)]), asking(vec![argument("t", true)]));
    assert_eq!(diff(&free, &bound).worst(), Some(Class::Breaking));
    assert_eq!(diff(&bound, &free).worst(), Some(Class::Additive));
    let typed = |mime: &'static str, size: Option<u64>| {
        let mut spec = resource("x://a", |_| Ok(crate::Contents::Json(json!({}))));
        (spec.mime_type, spec.size) = (mime.into(), size);
        let mut registry = Registry::new();
        registry.add(spec).unwrap();
        Lock::of(&registry)
    };
    let text = typed("text/plain", None);
    assert_eq!(diff(&text, &typed("text/csv", None)).worst(), Some(Class::Breaking));
    assert_eq!(diff(&text, &typed("text/plain", Some(4))).worst(), Some(Class::Text));
}

/// A schema of one argument.
fn argument_schema() -> impl Strategy<Value = Value> {
    let int = (option::of(-3..3_i64), option::of(4..9_i64)).prop_map(|(low, high)| {
        let mut schema = json!({"type": "integer"});
        set(&mut schema, "minimum", low);
        set(&mut schema, "maximum", high);
        schema
    });
    let text = (option::of(0..3_i64), option::of(3..9_i64), any::<bool>());
    let text = text.prop_map(|(low, high, has_pattern)| {
        let mut schema = json!({"type": "string"});
        set(&mut schema, "minLength", low);
        set(&mut schema, "maxLength", high);
        set(&mut schema, "pattern", has_pattern.then_some("^[a-z]*$"));
        schema
    });
    let fixed = prop::sample::subsequence(vec!["a", "abc", "x y"], 1..=3)
        .prop_map(|values| json!({"enum": values, "type": "string"}));
    let leaf = prop_oneof![
        int,
        text,
        fixed,
        Just(json!({"type": "boolean"})),
        Just(json!({"type": "number"})),
        Just(json!({})),
    ];
    leaf.prop_recursive(2, 12, 3, |inner| {
        prop_oneof![
            (inner.clone(), option::of(1..3_i64)).prop_map(|(items, max)| {
                let mut schema = json!({"items": items, "type": "array"});
                set(&mut schema, "maxItems", max);
                schema
            }),
            inner
                .clone()
                .prop_map(|values| json!({"additionalProperties": values, "type": "object"})),
            inner
                .clone()
                .prop_map(|some| json!({"anyOf": [some, {"type": "null"}], "default": null})),
            arguments_of(inner),
        ]
    })
}

fn set(schema: &mut Value, key: &str, value: Option<impl Into<Value>>) {
    if let Some(value) = value {
        schema[key] = value.into();
    }
}

/// A closed object of up to three of four members.
fn arguments_of(member: impl Strategy<Value = Value>) -> impl Strategy<Value = Value> {
    let members =
        vec((prop::sample::select(vec!["w", "x", "y", "z"]), member, any::<bool>()), 0..4);
    members.prop_map(|members| {
        let mut schema = object(&json!({}), &[]);
        let mut required: Vec<&str> = Vec::new();
        for (name, member, is_required) in members {
            schema["properties"][name] = member;
            required.retain(|one| *one != name);
            if is_required {
                required.push(name);
            }
        }
        schema["required"] = json!(required);
        schema
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn nothing_differs_from_itself(schema in arguments_of(argument_schema())) {
        for key in ["inputSchema", "outputSchema"] {
            let lock = lock_of(&with_schema(key, &schema));
            prop_assert!(diff(&lock, &lock).is_empty());
            prop_assert_eq!(&Lock::parse(&lock.to_text()).unwrap(), &lock);
        }
    }

    #[test]
    fn an_addition_is_additive_and_its_reverse_breaking(
        schema in arguments_of(argument_schema()),
        member in argument_schema(),
    ) {
        let mut more = schema.clone();
        more["properties"]["new"] = member;
        for key in ["inputSchema", "outputSchema"] {
            let (old, new) = (lock_of(&with_schema(key, &schema)), lock_of(&with_schema(key, &more)));
            prop_assert_eq!(diff(&old, &new).worst(), Some(Class::Additive));
            prop_assert_eq!(diff(&new, &old).worst(), Some(Class::Breaking));
        }
    }

    /// What the validator refuses now but accepted before is a breaking change of arguments, and
    /// an answer that is new is a breaking change of answers.
    #[test]
    fn what_is_refused_now_is_breaking(
        (old, new, value) in (arguments_of(argument_schema()), arguments_of(argument_schema()))
            .prop_flat_map(|(old, new)| {
                let values = values_of(&old);
                (Just(old), Just(new), values)
            }),
    ) {
        let accepts = |schema: &Value| {
            Validator::compile(schema).unwrap().check(Some(value.clone())).is_ok()
        };
        if accepts(&old) && !accepts(&new) {
            let of = |key: &str, old: &Value, new: &Value| {
                diff(&lock_of(&with_schema(key, old)), &lock_of(&with_schema(key, new))).worst()
            };
            prop_assert_eq!(of("inputSchema", &old, &new), Some(Class::Breaking), "{}", value);
        }
    }
}
