//! What the list of tools says: exactly these, in this order, each fully described.

use std::collections::BTreeMap;

use cloudg_catalog::listing::LISTING;
use cloudg_runtime::{Capability, Registry};
use serde_json::{Map, Value, json};

use crate::support::{Estate, array, object, text, vectors};

/// The tools of the catalogue so far, in listing order.
const TOOLS: [&str; 64] = [
    "workspace_status",
    "list_datasets",
    "load_dataset",
    "select_dataset",
    "unload_dataset",
    "snapshot_dataset",
    "diff_datasets",
    "dataset_summary",
    "find_assets",
    "get_asset",
    "get_asset_metadata",
    "count_assets",
    "list_asset_types",
    "list_accounts",
    "list_regions",
    "list_tags",
    "coverage_report",
    "unresolved_references",
    "organization_topology",
    "neighbors",
    "get_edges",
    "find_paths",
    "attack_paths",
    "lateral_movement_paths",
    "internet_exposure",
    "blast_radius",
    "depends_on",
    "dependents",
    "dependency_tree",
    "shared_dependencies",
    "largest_blast_radius",
    "cross_account_edges",
    "centrality_top",
    "subgraph_export",
    "security_coverage",
    "graph_stats",
    "list_findings",
    "get_finding",
    "findings_summary",
    "findings_for_asset",
    "top_risks",
    "suppress_findings",
    "unsuppress_findings",
    "ingest_reports",
    "normalise_findings",
    "reachability_findings",
    "list_frameworks",
    "compliance_summary",
    "list_controls",
    "control_status",
    "compliance_gaps",
    "ontology_stats",
    "sparql_query",
    "ontology_neighbourhood",
    "relation_groups",
    "rag_chunks",
    "export_ontology",
    "terraform_preview",
    "export_terraform",
    "export_report",
    "list_capabilities",
    "describe_schema",
    "explain_asset_type",
    "explain_edge_type",
];

/// The capabilities that our tools may need, by name.
const CAPABILITIES: [(Capability, &str); 7] = [
    (Capability::CloudAccess, "cloud_access"),
    (Capability::Exec, "exec"),
    (Capability::ReadFs, "read_fs"),
    (Capability::ReadState, "read_state"),
    (Capability::Reveal, "reveal"),
    (Capability::WriteFs, "write_fs"),
    (Capability::WriteState, "write_state"),
];

/// The recorded definitions of our tools, in the recorded order.
fn recorded() -> Vec<Value> {
    let Value::Array(mut tools) = vectors("tools.json") else { panic!("a list of tools") };
    tools.retain(|tool| TOOLS.contains(&text(&tool["name"])));
    tools
}

#[test]
fn exactly_these_tools_are_listed() {
    let names = |tools: &[Value]| -> Vec<String> {
        tools.iter().map(|tool| text(&tool["name"]).to_owned()).collect()
    };
    assert_eq!(names(&Estate::empty().tools()), TOOLS);
    assert_eq!(names(&recorded()), TOOLS);
}

/// As text, so that the order of keys counts.
#[test]
fn definitions_are_as_recorded() {
    for (tool, recorded) in Estate::empty().tools().iter().zip(recorded()) {
        let mut meta = json!({
            "cloudg/category": recorded["category"],
            "cloudg/sensitivity": recorded["sensitivity"],
        });
        if !array(&recorded["tags"]).is_empty() {
            meta["cloudg/tags"] = recorded["tags"].clone();
        }
        let expected = json!({
            "name": recorded["name"],
            "inputSchema": recorded["inputSchema"],
            "title": recorded["title"],
            "_meta": meta,
        });
        let mut bare = tool.clone();
        let members = bare.as_object_mut().unwrap();
        members.shift_remove("description");
        members.shift_remove("annotations");
        let output = members.shift_remove("outputSchema");
        members["inputSchema"] = without_descriptions(&tool["inputSchema"]);
        assert_eq!(bare.to_string(), expected.to_string());
        assert_eq!(Value::from(output.is_some()), recorded["has_output_schema"], "{bare}");
    }
}

#[test]
fn hints_are_as_recorded() {
    for (tool, recorded) in Estate::empty().tools().iter().zip(recorded()) {
        let (hints, expected) = (&tool["annotations"], &recorded["annotations"]);
        assert_eq!(hints.to_string(), expected.to_string(), "{}", tool["name"]);
    }
}

#[test]
fn declarations_are_as_recorded() {
    let registry = Registry::collected(&LISTING).unwrap();
    registry.compile_all().unwrap();
    assert_eq!(registry.tools().len(), TOOLS.len());
    for (tool, recorded) in registry.tools().zip(recorded()) {
        let spec = tool.spec();
        let timeout = spec.timeout.map_or(Value::Null, |timeout| timeout.as_secs().into());
        assert_eq!(timeout, recorded["timeout_seconds"], "{}", spec.name);
        let names = CAPABILITIES.into_iter().filter(|(member, _)| spec.capabilities.has(*member));
        let names: Vec<&str> = names.map(|(_, name)| name).collect();
        assert_eq!(json!(names), recorded["capabilities"], "{}", spec.name);
    }
}

/// Every member of an answer is optional and further ones are allowed, so that no transformation
/// of an answer makes it invalid.
#[test]
fn output_schemas_are_open() {
    let mut with_schema = 0;
    for (tool, recorded) in Estate::empty().tools().iter().zip(recorded()) {
        let Some(schema) = tool.get("outputSchema") else { continue };
        with_schema += 1;
        visit_schemas(schema, &mut |schema| {
            assert!(!schema.contains_key("required"), "{}", tool["name"]);
            assert_ne!(schema.get("additionalProperties"), Some(&json!(false)), "{}", tool["name"]);
        });
        for name in object(&recorded["outputSchema"]["properties"]).keys() {
            let declared = &schema["properties"][name];
            assert!(!declared.is_null(), "{} declares {name}", tool["name"]);
        }
    }
    let n_recorded =
        recorded().iter().filter(|tool| tool["has_output_schema"] == json!(true)).count();
    assert_eq!(with_schema, n_recorded);
}

#[test]
fn answers_have_only_declared_members() {
    let estate = Estate::sample();
    estate.answer("snapshot_dataset", json!({"new_name": "before"}));
    let arguments = BTreeMap::from([
        ("diff_datasets", json!({"base": "before"})),
        ("get_asset", json!({"ref": "booking-jump"})),
        ("findings_for_asset", json!({"ref": "booking-jump"})),
        ("find_paths", json!({"source": "internet", "target": "booking-jump"})),
        ("neighbors", json!({"ref": "booking-jump"})),
        ("depends_on", json!({"ref": "booking-jump"})),
        ("dependents", json!({"ref": "booking-jump"})),
        ("sparql_query", json!({"query": "SELECT ?s { ?s a cm:Subnet }"})),
    ]);
    for tool in estate.tools() {
        let (name, Some(schema)) = (text(&tool["name"]), tool.get("outputSchema")) else {
            continue;
        };
        let answer = estate.answer(name, arguments.get(name).cloned().unwrap_or(json!({})));
        for member in object(&answer).keys() {
            // Advice and settings that only this server gives.
            let is_extra = ["hint", "next_steps", "providers_configured", "organization"];
            let is_extra = is_extra.contains(&member.as_str());
            let is_declared = schema["properties"].get(member).is_some();
            assert!(is_declared || is_extra, "{name} gives {member}");
        }
    }
}

#[test]
fn every_tool_and_argument_is_described_once() {
    let mut seen: BTreeMap<String, String> = BTreeMap::new();
    for tool in Estate::empty().tools() {
        let name = text(&tool["name"]);
        let description = text(&tool["description"]);
        assert!(description.len() > 40, "{name} says what it does: {description}");
        assert!(description.ends_with('.') && description == description.trim(), "{name}");
        let earlier = seen.insert(description.to_owned(), name.to_owned());
        assert_eq!(earlier, None, "{name} is described like another tool");
        for (argument, schema) in object(&tool["inputSchema"]["properties"]) {
            let description = schema["description"].as_str().unwrap_or_default();
            assert!(description.len() > 10, "{name} {argument}: {description:?}");
            assert!(description.ends_with('.'), "{name} {argument}: {description}");
            assert!(!text(&tool["description"]).contains(description), "{name} {argument}");
        }
    }
}

/// The tool that the protocol documentation shows in full; texts and output schema are our own.
#[test]
fn the_wire_form_of_workspace_status() {
    let tools = Estate::empty().tools();
    let tool = object(&tools[0]);
    let keys: Vec<&str> = tool.keys().map(String::as_str).collect();
    let order = "name description inputSchema outputSchema annotations title _meta";
    assert_eq!(keys.join(" "), order);
    let literal = [
        ("name", r#""workspace_status""#),
        ("inputSchema", r#"{"additionalProperties":false,"properties":{},"type":"object"}"#),
        (
            "annotations",
            r#"{"title":"Workspace status","readOnlyHint":true,"destructiveHint":false,"idempotentHint":true,"openWorldHint":false}"#,
        ),
        ("title", r#""Workspace status""#),
        (
            "_meta",
            r#"{"cloudg/category":"workspace","cloudg/sensitivity":"internal","cloudg/tags":["start-here"]}"#,
        ),
    ];
    for (key, expected) in literal {
        assert_eq!(tool[key].to_string(), expected, "{key}");
    }
    let output = object(&tool["outputSchema"]);
    assert_eq!(output["additionalProperties"], json!(true));
    assert_eq!(output["type"], json!("object"));
    for property in ["active_dataset", "datasets", "allowed_roots", "output_dir"] {
        assert!(output["properties"].get(property).is_some(), "{property}");
    }
}

/// A schema without its texts. A property may well be called `description`.
fn without_descriptions(schema: &Value) -> Value {
    let Value::Object(members) = schema else {
        return match schema {
            Value::Array(schemas) => schemas.iter().map(without_descriptions).collect(),
            other => other.clone(),
        };
    };
    let kept = members.iter().filter(|(key, _)| *key != "description").map(|(key, value)| {
        let value = match (key.as_str(), value) {
            ("properties", Value::Object(properties)) => Value::Object(
                properties
                    .iter()
                    .map(|(name, schema)| (name.clone(), without_descriptions(schema)))
                    .collect(),
            ),
            ("default" | "enum", literal) => literal.clone(),
            (_, nested) => without_descriptions(nested),
        };
        (key.clone(), value)
    });
    Value::Object(kept.collect())
}

/// Shows a schema and every schema inside it.
fn visit_schemas(schema: &Value, see: &mut impl FnMut(&Map<String, Value>)) {
    match schema {
        Value::Array(schemas) => schemas.iter().for_each(|schema| visit_schemas(schema, see)),
        Value::Object(members) => {
            see(members);
            for (key, value) in members {
                match (key.as_str(), value) {
                    ("properties" | "$defs", Value::Object(named)) => {
                        named.values().for_each(|schema| visit_schemas(schema, see));
                    }
                    ("default" | "enum", _) => {}
                    (_, nested) => visit_schemas(nested, see),
                }
            }
        }
        _ => {}
    }
}
