//! The prompts: how they are declared, what they bring, and how they read.

use cloudg_runtime::{CompleteRequest, CompletionTarget, LayerError};
use serde_json::{Value, json};

use crate::support::{Estate, array, object, text, vectors};

/// A call of every prompt on the sample.
fn calls() -> [(&'static str, Value); 11] {
    [
        ("security_posture_review", json!({})),
        ("executive_summary", json!({})),
        ("attack_surface_report", json!({})),
        ("investigate_asset", json!({"ref": "booking-jump"})),
        ("blast_radius_assessment", json!({"ref": "booking-jump"})),
        ("change_impact_analysis", json!({"ref": "booking-jump", "change": "Replace it."})),
        ("cross_account_trust_review", json!({})),
        ("compliance_gap_analysis", json!({"framework": "CIS-AWS"})),
        ("remediation_plan", json!({"severity": "critical"})),
        ("incident_triage", json!({"finding_id": first_finding()})),
        ("drift_review", json!({"base": "sample"})),
    ]
}

fn first_finding() -> String {
    let found = Estate::sample().answer("list_findings", json!({"limit": 1}));
    text(&found["items"][0]["id"]).to_owned()
}

/// The content of each message.
fn contents(estate: &Estate, name: &str, arguments: &Value) -> Vec<Value> {
    let result = estate.prompt(name, arguments).unwrap_or_else(|error| panic!("{name}: {error}"));
    let wire = result.to_wire();
    let messages = array(&wire["messages"]);
    assert!(messages.iter().all(|message| message["role"] == "user"), "{name}");
    messages.iter().map(|message| message["content"].clone()).collect()
}

/// The data in the second message.
fn context(contents: &[Value]) -> Value {
    let fenced = text(&contents[1]["text"]);
    let data = fenced.strip_prefix("Context for this task (JSON):\n```json\n").unwrap();
    serde_json::from_str(data.strip_suffix("\n```").unwrap()).unwrap()
}

#[test]
fn prompts_are_as_recorded() {
    let ours = Estate::empty().client().list_prompts();
    let recorded = vectors("prompts.json");
    assert_eq!(ours.len(), array(&recorded).len());
    for (prompt, recorded) in ours.iter().zip(array(&recorded)) {
        assert_eq!((&prompt["name"], &prompt["title"]), (&recorded["name"], &recorded["title"]));
        let meta = &prompt["_meta"];
        assert_eq!(meta["cloudg/category"], recorded["category"]);
        assert_eq!(meta["cloudg/sensitivity"], recorded["sensitivity"]);
        assert_eq!(meta["cloudg/tags"], recorded["tags"]);
        assert!(text(&prompt["description"]).ends_with('.'), "{prompt}");
        for (argument, recorded) in
            array(&prompt["arguments"]).iter().zip(array(&recorded["arguments"]))
        {
            assert_eq!(argument["name"], recorded["name"], "{prompt}");
            let required = argument.get("required").cloned().unwrap_or(json!(false));
            assert_eq!(required, recorded["required"], "{prompt}");
            assert!(text(&argument["description"]).ends_with('.'), "{argument}");
        }
    }
}

#[test]
fn every_argument_but_the_change_is_completed() {
    let estate = Estate::sample();
    for prompt in array(&vectors("prompts.json")) {
        for argument in array(&prompt["arguments"]) {
            let target = CompletionTarget::Prompt { name: text(&prompt["name"]).to_owned() };
            let values = estate.complete(CompleteRequest::new(target, text(&argument["name"]), ""));
            assert_eq!(values.is_empty(), argument["completer"].is_null(), "{prompt}");
        }
    }
}

/// The task, the context, and the addresses of what is embedded.
#[test]
fn how_prompts_read() {
    let estate = Estate::sample();
    for (name, arguments) in calls() {
        let shown: Vec<String> = contents(&estate, name, &arguments)
            .iter()
            .map(|content| match content["text"].as_str() {
                Some(text) => text.to_owned(),
                None => text(&content["resource"]["uri"]).to_owned(),
            })
            .collect();
        insta::assert_snapshot!(format!("prompt_{name}"), shown.join("\n\n====\n\n"));
    }
}

/// What is embedded is what its address serves, to the byte.
#[test]
fn embedded_resources_are_what_is_served() {
    let estate = Estate::sample();
    let mut n_embedded = 0;
    for (name, arguments) in calls() {
        for content in contents(&estate, name, &arguments) {
            let Some(resource) = content.get("resource") else { continue };
            let served = estate.read(text(&resource["uri"])).unwrap()[0].to_wire();
            assert_eq!(*resource, served, "{name}");
            n_embedded += 1;
        }
    }
    assert_eq!(n_embedded, 10);
}

/// Calls of tools that exist, with arguments that these have.
#[test]
fn tasks_call_tools_as_they_are() {
    let estate = Estate::sample();
    let tools = estate.tools();
    let mut n_calls = 0;
    for (name, arguments) in calls() {
        let contents = contents(&estate, name, &arguments);
        let task = text(&contents[0]["text"]);
        assert!(!task.contains('@') && task.contains("\n1. "), "{name}");
        for call in task.split('`').skip(1).step_by(2).filter(|code| code.contains('(')) {
            let (tool, arguments) = call.split_once('(').unwrap();
            let found = tools.iter().find(|entry| entry["name"] == tool);
            let schema = &found.unwrap_or_else(|| panic!("{name}: {call}"))["inputSchema"];
            for argument in arguments.split(", ").filter_map(|one| one.split_once('=')) {
                assert!(schema["properties"].get(argument.0).is_some(), "{name}: {call}");
            }
            n_calls += 1;
        }
    }
    assert!(n_calls > 40, "{n_calls}");
}

#[test]
fn another_dataset_goes_into_the_context() {
    let estate = Estate::sample();
    estate.answer("snapshot_dataset", json!({"new_name": "before"}));
    for (name, mut arguments) in calls() {
        if name == "drift_review" {
            continue;
        }
        arguments["dataset"] = json!("before");
        let contents = contents(&estate, name, &arguments);
        assert_eq!(context(&contents)["dataset"], "before", "{name}");
        let embedded: Vec<&Value> =
            contents.iter().filter_map(|content| content["resource"].get("uri")).collect();
        let summary = json!("cloudg://datasets/before/summary");
        assert!(embedded.iter().all(|uri| **uri == summary), "{name}: {embedded:?}");
    }
    let about = |name, arguments: Value| context(&contents(&estate, name, &arguments));
    let asset = about("investigate_asset", json!({"ref": "booking-jump", "dataset": "before"}));
    assert!(asset["relations"].is_object());
    let framework =
        about("compliance_gap_analysis", json!({"framework": "CIS-AWS", "dataset": "before"}));
    let keys: Vec<&String> = object(&framework).keys().collect();
    assert_eq!(keys, ["dataset", "posture", "failing_controls", "framework"]);
    let unknown = about("compliance_gap_analysis", json!({"framework": "absent"}));
    assert_eq!(unknown.to_string(), r#"{"dataset":"sample","framework":"absent","posture":[]}"#);
}

#[test]
fn without_data_a_prompt_says_how_to_get_some() {
    let estate = Estate::empty();
    for (name, arguments) in calls() {
        if name == "drift_review" {
            assert!(matches!(estate.prompt(name, &arguments), Err(LayerError::Failed(_))));
            continue;
        }
        let contents = contents(&estate, name, &arguments);
        assert_eq!(contents.len(), 1, "{name}");
        assert!(text(&contents[0]["text"]).contains("load_dataset"), "{name}");
    }
    let named = estate.prompt("executive_summary", &json!({"dataset": "absent"}));
    assert!(matches!(named, Err(LayerError::Failed(_))), "{named:?}");
}

/// A severity is judged before the dataset.
#[test]
fn a_wrong_severity_is_named_first() {
    let estate = Estate::empty();
    let Err(LayerError::Failed(error)) =
        estate.prompt("remediation_plan", &json!({"severity": "hihg", "dataset": "absent"}))
    else {
        panic!("it is wrong")
    };
    let data = error.data.unwrap();
    assert_eq!((&data["value"], &data["close_matches"][0]), (&json!("hihg"), &json!("HIGH")));
}

#[test]
fn values_come_from_the_dataset_that_a_prompt_names() {
    let estate = Estate::sample();
    let asset = json!({"id": "zz", "name": "zz-here", "asset_type": "EC2", "provider": "AWS"});
    estate.write("other.json", &json!({"assets": [asset]}).to_string());
    estate.answer("load_dataset", json!({"path": "other.json", "name": "o", "activate": false}));
    let complete = |target, dataset: &str| {
        let mut request = CompleteRequest::new(target, "ref", "zz");
        request.others = object(&json!({"dataset": dataset})).clone();
        estate.complete(request)
    };
    let prompt = || CompletionTarget::Prompt { name: "investigate_asset".to_owned() };
    let template = || CompletionTarget::Template { uri: "cloudg://assets/{+ref}".to_owned() };
    assert_eq!(complete(prompt(), "o"), ["zz-here"]);
    assert!(complete(prompt(), "").is_empty());
    assert!(complete(prompt(), "absent").is_empty());
    assert!(complete(template(), "o").is_empty(), "a template reads the active dataset");
}
