//! Order, duplicates, checks, filters and the wire entry.

use std::sync::Arc;

use serde_json::{Map, Value, json};

use super::*;
use crate::{
    Completer, Completion, ContentAnnotations, Icon, IconTheme, MetaSource, Role, Sensitivity,
    Source,
    testing::{argument, prompt, resource, template, tool},
};

fn at(name: &'static str, category: &'static str, file: &'static str, line: u32) -> ToolSpec {
    let mut spec = tool(name);
    spec.category = category.into();
    spec.source = Source { package: "p", file, line, column: 1 };
    spec
}

fn names(registry: &Registry) -> Vec<&str> {
    registry.tools().map(Tool::name).collect()
}

#[test]
fn listing_order_is_rank_then_source_then_name() {
    let mut specs = [
        at("f", "other", "a.rs", 1),
        at("e", "second", "a.rs", 9),
        at("d", "first", "z.rs", 2),
        at("c", "first", "z.rs", 1),
        at("b", "first", "b.rs", 7),
        at("a", "first", "b.rs", 7),
    ]
    .map(Spec::from);
    specs.sort_by(|left, right| listing_order(&["first", "second"], left, right));
    let order: Vec<&str> = specs.iter().map(Spec::key).collect();
    assert_eq!(order, ["a", "b", "c", "d", "e", "f"]);
}

#[test]
fn a_duplicate_names_both_places() {
    let mut registry = Registry::new();
    registry.add(at("one", "c", "a.rs", 3)).unwrap();
    let error = registry.add(at("one", "c", "b.rs", 4)).unwrap_err();
    assert_eq!(error.to_string(), "duplicate tool `one`: declared at a.rs:3:1 and at b.rs:4:1");
    let error = registry.clone().merge(&registry).unwrap_err();
    assert!(matches!(error, RegistryError::Duplicate { .. }));
}

#[test]
fn replacing_keeps_the_position() {
    let mut registry = Registry::new();
    for name in ["one", "two", "three"] {
        registry.add(tool(name)).unwrap();
    }
    registry.replace(at("two", "moved", "x.rs", 1)).unwrap();
    registry.replace(tool("four")).unwrap();
    assert_eq!(names(&registry), ["one", "two", "three", "four"]);
    assert_eq!(registry.tool("two").unwrap().spec().category, "moved");
    assert_eq!(registry.len(), 4);
}

#[test]
fn names_and_descriptions_are_checked() {
    let mut registry = Registry::new();
    let too_long: &'static str = Box::leak("x".repeat(129).into_boxed_str());
    for name in ["", "a b", "a\n", "ä", too_long] {
        assert!(matches!(registry.add(tool(name)), Err(RegistryError::Name { .. })), "{name:?}");
    }
    let mut silent = tool("silent");
    silent.description = " \n".into();
    assert!(matches!(registry.add(silent), Err(RegistryError::Description { .. })));
    assert!(registry.is_empty());
}

#[test]
fn filters_keep_order_and_ignore_unknown_names() {
    let mut registry = Registry::new();
    registry.add(at("one", "a", "x.rs", 1)).unwrap();
    registry.add(at("two", "b", "x.rs", 2)).unwrap();
    registry.add(at("three", "a", "x.rs", 3)).unwrap();
    let list = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
    let filter = Filter {
        include_categories: list(&["a", "nope"]),
        exclude_tools: list(&["one", "gone"]),
        ..Filter::default()
    };
    assert_eq!(names(&registry.filtered(&filter)), ["three"]);
    assert_eq!(registry.unknown_in(&filter), ["category nope", "tool gone"]);
    let filter = Filter { include_tools: list(&["two", "one"]), ..Filter::default() };
    assert_eq!(names(&registry.filtered(&filter)), ["one", "two"]);
    assert_eq!(names(&registry.filtered(&Filter::default())), ["one", "two", "three"]);
}

#[test]
fn the_wire_entry_has_its_keys_in_order() {
    let mut spec = tool("workspace_status");
    spec.title = Some("Workspace status".into());
    spec.category = "workspace".into();
    spec.tags = (&["start-here", "a"]).into();
    let mut registry = Registry::new();
    registry.add(spec).unwrap();
    let entry = registry.tool("workspace_status").unwrap().to_wire("x.workspace_status", true);
    assert_eq!(
        entry.to_string(),
        json!({
            "name": "x.workspace_status",
            "description": "A tool for tests.",
            "inputSchema": {"additionalProperties": false, "properties": {}, "type": "object"},
            "annotations": {"title": "Workspace status", "readOnlyHint": true,
                "destructiveHint": false, "idempotentHint": true, "openWorldHint": false},
            "title": "Workspace status",
            "_meta": {"cloudg/category": "workspace", "cloudg/sensitivity": "internal",
                "cloudg/tags": ["a", "start-here"]},
        })
        .to_string()
    );
}

#[test]
fn a_schema_that_cannot_be_enforced_is_found_at_start_up() {
    let mut spec = tool("odd");
    spec.input_schema =
        crate::SchemaSource::Given(std::sync::Arc::new(json!({"type": "object", "not": {}})));
    let mut registry = Registry::new();
    registry.add(spec).unwrap();
    let error = registry.compile_all().unwrap_err();
    assert!(error.to_string().starts_with("tool `odd` declared at "), "{error}");
}

#[test]
fn a_default_that_its_schema_refuses_is_found_at_start_up() {
    let spec = |default: &str| {
        let soil = json!({"default": default, "enum": ["loam", "heavy_clay"], "type": "string"});
        let depth = json!({"type": "integer"});
        let schema = json!({"properties": {"depth": depth, "soil": soil}, "required": ["depth"],
            "type": "object"});
        let mut spec = tool("dig");
        spec.input_schema = crate::SchemaSource::Given(std::sync::Arc::new(schema));
        spec
    };
    let mut registry = Registry::new();
    registry.add(spec("loam")).unwrap();
    registry.compile_all().unwrap();
    registry.replace(spec("HeavyClay")).unwrap();
    let error = registry.compile_all().unwrap_err().to_string();
    assert!(error.contains("the default of `soil` does not fit: "), "{error}");
}

fn some_prompt(name: &'static str) -> PromptSpec {
    prompt(name, vec![], |_, _| Ok(crate::PromptResult::default()))
}

fn some_resource(uri: &'static str) -> ResourceSpec {
    resource(uri, |_| Ok(crate::Contents::Text(String::new())))
}

#[test]
fn every_kind_is_kept_apart() {
    let mut registry = Registry::new();
    registry.add(tool("a")).unwrap();
    registry.add(some_prompt("a")).unwrap();
    registry.add(some_resource("x://a")).unwrap();
    registry.add(template("x://{a}")).unwrap();
    assert_eq!(registry.len(), 4);
    for (spec, kind) in [
        (Spec::from(some_prompt("a")), "prompt `a`"),
        (some_resource("x://a").into(), "resource `x://a`"),
        (template("x://{a}").into(), "resource template `x://{a}`"),
    ] {
        let error = registry.add(spec).unwrap_err().to_string();
        assert!(error.starts_with(&format!("duplicate {kind}: declared at ")), "{error}");
    }
    assert!(registry.clone().merge(&registry).is_err());
    registry.merge_replacing(&registry.clone());
    assert_eq!(registry.len(), 4);
    assert!(registry.find_template("x://b").is_some());
}

#[test]
fn a_merge_goes_kind_by_kind_until_the_first_clash() {
    let (mut left, mut right) = (Registry::new(), Registry::new());
    left.add(some_resource("x://a")).unwrap();
    right.add(tool("new")).unwrap();
    right.add(some_resource("x://a")).unwrap();
    right.add(some_prompt("late")).unwrap();
    assert!(left.merge(&right).is_err());
    assert!(left.tool("new").is_some() && left.prompt("late").is_none());
}

#[test]
fn the_longest_template_wins_then_the_first() {
    let found = |texts: &[&'static str], uri: &str| {
        let mut registry = Registry::new();
        for text in texts {
            registry.add(template(text)).unwrap();
        }
        let (found, values) = registry.find_template(uri)?;
        let values = values.iter().map(|(name, value)| format!("{name}={value}"));
        Some(format!("{} {}", found.uri_template(), values.collect::<Vec<_>>().join(" ")))
    };
    let texts = ["a/{+x}", "a/{x}/b", "a/{+x}/b", "a/{y}/b"];
    assert_eq!(found(&texts, "a/1/b").as_deref(), Some("a/{+x}/b x=1"));
    assert_eq!(found(&["a/{y}/b", "a/{x}/b"], "a/1/b").as_deref(), Some("a/{y}/b y=1"));
    assert_eq!(found(&texts, "a/1/c").as_deref(), Some("a/{+x} x=1/c"));
    assert_eq!(found(&texts, "b/1"), None);
}

#[test]
fn categories_filter_every_kind() {
    let mut registry = Registry::new();
    registry.add(tool("a")).unwrap();
    registry.add(some_prompt("a")).unwrap();
    registry.add(some_resource("x://a")).unwrap();
    let mut other = template("x://{a}");
    other.category = "other".into();
    registry.add(other).unwrap();
    let only = |include: &str| {
        let include_categories = vec![include.to_owned()];
        registry.filtered(&Filter { include_categories, ..Filter::default() })
    };
    assert_eq!(only("general").len(), 3);
    assert_eq!(only("other").len(), 1);
    assert!(only("other").find_template("x://1").is_some());
    let tools = Filter { exclude_tools: vec!["a".to_owned()], ..Filter::default() };
    assert_eq!(registry.filtered(&tools).prompts().len(), 1);
    let filter = Filter { include_categories: vec!["other".to_owned()], ..Filter::default() };
    assert!(registry.unknown_in(&filter).is_empty());
}

#[test]
fn odd_declarations_are_refused() {
    let mut registry = Registry::new();
    let mut refuse = |spec: Spec, expected: &str| {
        let error = registry.add(spec).unwrap_err().to_string();
        assert!(error.contains(expected), "{error}");
    };
    refuse(some_prompt("a\n").into(), "invalid prompt name `a\n`");
    refuse(some_resource("").into(), "invalid resource address ``");
    refuse(some_resource("x://a\n").into(), "invalid resource address");
    refuse(template("x://{a}/{a}").into(), "the variable `a` is repeated");
    refuse(template("x://{1a}").into(), "the variable `1a` starts with a digit");
    let twice = vec![argument("a", true), argument("a", false)];
    let twice = prompt("p", twice, |_, _| Ok(crate::PromptResult::default()));
    refuse(twice.into(), "the argument name `a` is empty or repeated");
    let completion = |name: &'static str| Completion {
        argument: name.into(),
        complete: Completer::Blocking(|_, _, _| Ok(Vec::new())),
    };
    for names in [vec!["b"], vec!["a", "a"]] {
        let mut spec = template("x://{a}");
        spec.completions = names.iter().map(|name| completion(name)).collect::<Vec<_>>().into();
        refuse(spec.into(), "is completed twice, or is no variable");
    }
}

#[test]
fn the_entry_of_a_resource() {
    let mut spec = some_resource("cloudg://workspace");
    spec.name = "workspace_resource".into();
    spec.title = Some("Workspace".into());
    spec.description = "Loaded datasets, the active dataset and allowed directories.".into();
    spec.category = "workspace".into();
    spec.sensitivity = Sensitivity::Internal;
    let wire = Resource::new(spec.clone()).unwrap().to_wire();
    assert_eq!(
        wire.to_string(),
        r#"{"uri":"cloudg://workspace","name":"workspace_resource","mimeType":"application/json","description":"Loaded datasets, the active dataset and allowed directories.","title":"Workspace","_meta":{"cloudg/category":"workspace","cloudg/sensitivity":"internal"}}"#
    );
    let theme = Some(IconTheme::Dark);
    let full = Icon { src: "data:,", mime_type: Some("image/png"), sizes: &["any"], theme };
    let bare = Icon { src: "data:,", mime_type: None, sizes: &[], theme: None };
    (spec.size, spec.icons) = (Some(0), vec![full, bare].into());
    (spec.title, spec.description) = (Some("".into()), "".into());
    spec.annotations =
        ContentAnnotations { audience: (&[Role::User]).into(), ..ContentAnnotations::NONE };
    let extra = [("x".to_owned(), json!(1)), ("cloudg/category".to_owned(), json!("other"))];
    spec.meta = MetaSource::Given(Arc::new(Map::from_iter(extra)));
    let wire: Value = Resource::new(spec).unwrap().to_wire();
    assert_eq!(
        wire.to_string(),
        r#"{"uri":"cloudg://workspace","name":"workspace_resource","mimeType":"application/json","size":0,"annotations":{"audience":["user"]},"icons":[{"src":"data:,","mimeType":"image/png","sizes":["any"],"theme":"dark"},{"src":"data:,"}],"_meta":{"cloudg/category":"other","cloudg/sensitivity":"internal","x":1}}"#
    );
}

#[test]
fn the_entry_of_a_template() {
    let mut spec = template("cloudg://assets/{+ref}");
    spec.name = "asset_resource".into();
    spec.title = Some("Asset".into());
    spec.description =
        "One asset of the active dataset (ref = id, ARN or unique name, URL-encoded).".into();
    spec.category = "inventory".into();
    assert_eq!(
        Template::new(spec).unwrap().to_wire().to_string(),
        r#"{"uriTemplate":"cloudg://assets/{+ref}","name":"asset_resource","mimeType":"application/json","description":"One asset of the active dataset (ref = id, ARN or unique name, URL-encoded).","title":"Asset","_meta":{"cloudg/category":"inventory","cloudg/sensitivity":"confidential"}}"#
    );
}

#[test]
fn the_entry_of_a_prompt() {
    let (mut framework, mut dataset) = (argument("framework", true), argument("dataset", false));
    framework.description = "Framework, e.g. CIS-AWS, PCI-DSS, NIST-800-53.".into();
    dataset.description = "Dataset name; empty = active dataset.".into();
    let arguments = vec![framework, dataset];
    let answer = |_: &crate::ToolContext, _| Ok(crate::PromptResult::default());
    let mut spec = prompt("compliance_gap_analysis", arguments, answer);
    spec.title = Some("Compliance gap analysis".into());
    spec.description =
        "Failing controls, responsible assets and a remediation backlog for one framework.".into();
    spec.category = "prompts".into();
    spec.sensitivity = Sensitivity::Confidential;
    spec.tags = (&["workflow"]).into();
    let wire = Prompt::new(spec).unwrap().to_wire("compliance_gap_analysis");
    assert_eq!(
        wire.to_string(),
        r#"{"name":"compliance_gap_analysis","description":"Failing controls, responsible assets and a remediation backlog for one framework.","arguments":[{"name":"framework","required":true,"description":"Framework, e.g. CIS-AWS, PCI-DSS, NIST-800-53."},{"name":"dataset","required":false,"description":"Dataset name; empty = active dataset."}],"title":"Compliance gap analysis","_meta":{"cloudg/category":"prompts","cloudg/sensitivity":"confidential","cloudg/tags":["workflow"]}}"#
    );
}
