//! The tables and examples of the contract, declared as an author writes them.

use cloudg_runtime::{
    Prompt, PromptSpec, Registry, Resource, ResourceSpec, Template, TemplateSpec, TextArguments,
    Tool, ToolContext, ToolSpec, open_object, prompt, resource, tool,
};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value, json};

/// Declares one tool for each row of the table of hints.
macro_rules! rows {
    ($($function:ident $name:literal [$($capability:ident),+];)+) => {$(
        /// Has these capabilities.
        #[tool(name = $name, capabilities = [$($capability),+])]
        fn $function(_ctx: &ToolContext) -> Value {
            json!({})
        }
    )+};
}

rows! {
    reads "hints.1" [read_state];
    changes_state "hints.2" [read_state, write_state];
    changes_files "hints.3" [read_state, write_fs];
    reads_files "hints.4" [read_fs];
    starts "hints.5" [exec];
    reaches "hints.6" [cloud_access];
    reveals "hints.7" [reveal];
}

fn tool_named(name: &str) -> Tool {
    let spec = inventory::iter::<ToolSpec>().find(|spec| spec.name == name);
    let mut registry = Registry::new();
    registry.add(spec.expect("declared").clone()).expect("sound");
    registry.tool(name).expect("added").clone()
}

#[test]
fn hints_follow_from_capabilities() {
    const READS: &str = r#"{"readOnlyHint":true,"destructiveHint":false,"idempotentHint":true,"openWorldHint":false}"#;
    const CHANGES: &str = r#"{"readOnlyHint":false,"destructiveHint":false,"openWorldHint":false}"#;
    const STARTS: &str = r#"{"readOnlyHint":false,"destructiveHint":false,"openWorldHint":true}"#;
    const REACHES: &str = r#"{"readOnlyHint":true,"destructiveHint":false,"openWorldHint":true}"#;
    let table = [
        ("hints.1", READS),
        ("hints.2", CHANGES),
        ("hints.3", CHANGES),
        ("hints.4", READS),
        ("hints.5", STARTS),
        ("hints.6", REACHES),
        ("hints.7", READS),
    ];
    for (name, annotations) in table {
        let wire = tool_named(name).to_wire(name, true);
        assert_eq!(wire["annotations"].to_string(), annotations, "{name}");
    }
}

/// The recorded catalogue agrees wherever no hint was given: only `idempotentHint` and
/// `destructiveHint` of tools that change something or reach outside were.
#[test]
fn hints_of_the_catalogue_follow_from_its_capabilities() {
    let recorded = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/vectors/tools.json"));
    let tools: Vec<Value> = serde_json::from_str(recorded).expect("a list of tools");
    let has = |tool: &Value, names: &[&str]| {
        let listed = tool["capabilities"].as_array().into_iter().flatten();
        listed.filter_map(Value::as_str).any(|name| names.contains(&name))
    };
    assert_eq!(tools.len(), 74);
    for tool in &tools {
        let writes = has(tool, &["write_state", "write_fs", "exec"]);
        let outside = has(tool, &["cloud_access", "exec"]);
        let hints = &tool["annotations"];
        assert_eq!(hints["readOnlyHint"], json!(!writes), "{}", tool["name"]);
        assert_eq!(hints["openWorldHint"], json!(outside), "{}", tool["name"]);
        if !writes && !outside {
            assert_eq!(hints["idempotentHint"], json!(true), "{}", tool["name"]);
            assert_eq!(hints["destructiveHint"], json!(false), "{}", tool["name"]);
        }
    }
}

/// Arguments as the contract validates them.
#[test]
fn arguments_of_changes_are_validated() {
    let tool = tool_named("changes");
    let validator = tool.validator().expect("the schema can be enforced");
    let given = json!({"window": {"start": "2026-01-01"}, "limit": "5"});
    let arguments = validator.validate(Some(given)).expect("sound");
    assert_eq!(
        Value::Object(arguments),
        json!({"window": {"start": "2026-01-01", "end": null}, "kinds": ["asset"], "limit": 5})
    );
    let given = json!({"window": {"end": 1}, "kinds": ["node"], "limit": 101, "colour": "red"});
    let error = validator.validate(Some(given)).expect_err("four mistakes");
    assert_eq!(
        error.message,
        "Invalid arguments: window.start: Field required; window.end: Input should be a valid \
         string; kinds.0: Input should be 'asset' or 'edge'; limit: Input should be less than or \
         equal to 100; colour: Extra inputs are not permitted"
    );
    let problems = error.data.as_ref().and_then(Value::as_array).expect("a list");
    let kinds: Vec<&str> = problems.iter().filter_map(|problem| problem["type"].as_str()).collect();
    let expected =
        ["missing", "string_type", "literal_error", "less_than_equal", "extra_forbidden"];
    assert_eq!(kinds, expected);
    let first = json!({"loc": "window.start", "msg": "Field required", "type": "missing"});
    assert_eq!(problems[0].to_string(), first.to_string());
}

/// One asset of the active dataset (ref = id, ARN or unique name, URL-encoded).
#[resource(
    "cloudg://assets/{+ref}",
    name = "asset_resource",
    title = "Asset",
    category = "inventory"
)]
fn asset(_ctx: &ToolContext, r#ref: String) -> String {
    r#ref
}

fn template() -> Template {
    let specs = inventory::iter::<TemplateSpec>();
    let spec = specs.into_iter().find(|spec| spec.name == "asset_resource").expect("declared");
    let mut registry = Registry::new();
    registry.add(spec.clone()).expect("sound");
    registry.template("cloudg://assets/{+ref}").expect("added").clone()
}

#[test]
fn the_template_of_assets_expands_and_matches() {
    let arn = "arn:aws:ec2:us-east-1:111111111111:instance/i-0bast";
    let uri = "cloudg://assets/arn:aws:ec2:us-east-1:111111111111:instance/i-0bast";
    let template = template();
    let given = TextArguments::from_iter([("ref", arn)]);
    assert_eq!(template.parsed().expand(&given), uri);
    assert_eq!(template.parsed().match_uri(uri), Some(given));
    assert_eq!(template.parsed().variables().collect::<Vec<_>>(), ["ref"]);
}

#[derive(Serialize, JsonSchema)]
#[schemars(transform = open_object)]
struct Status {
    active_dataset: Option<String>,
    datasets: Vec<Map<String, Value>>,
    allowed_roots: Option<Vec<String>>,
    output_dir: Option<String>,
}

/// Show what is loaded: every dataset (asset / edge / finding counts,
/// source, which analyses are cached), the active dataset, and the
/// directories file tools may read and write. Call this first; if no
/// dataset is loaded, use load_dataset or map_inventory.
#[tool(
    title = "Workspace status",
    category = "workspace",
    tags = ["start-here"],
    sensitivity = internal,
    output = Status
)]
fn workspace_status(_ctx: &ToolContext) -> Value {
    json!({})
}

/// Loaded datasets, the active dataset and allowed directories.
#[resource("cloudg://workspace", title = "Workspace", category = "workspace", sensitivity = internal)]
fn workspace_resource(_ctx: &ToolContext) -> Value {
    json!({})
}

/// Failing controls, responsible assets and a remediation backlog for one framework.
#[prompt(
    title = "Compliance gap analysis",
    category = "prompts",
    sensitivity = confidential,
    tags = ["workflow"]
)]
fn compliance_gap_analysis(
    _ctx: &ToolContext,
    /// Framework, e.g. CIS-AWS, PCI-DSS, NIST-800-53.
    framework: String,
    /// Dataset name; empty = active dataset.
    dataset: Option<String>,
) -> String {
    format!("{framework} {dataset:?}")
}

#[track_caller]
fn check_wire(wire: &Value, expected: &str) {
    let expected: Value = serde_json::from_str(expected).expect("JSON");
    assert_eq!(wire.to_string(), expected.to_string());
}

#[test]
fn the_entry_of_a_tool() {
    check_wire(
        &tool_named("workspace_status").to_wire("workspace_status", true),
        r#"{
  "name": "workspace_status",
  "description": "Show what is loaded: every dataset (asset / edge / finding counts,\nsource, which analyses are cached), the active dataset, and the\ndirectories file tools may read and write. Call this first; if no\ndataset is loaded, use load_dataset or map_inventory.",
  "inputSchema": {"additionalProperties": false, "properties": {}, "type": "object"},
  "outputSchema": {
    "additionalProperties": true,
    "properties": {
      "active_dataset": {"anyOf": [{"type": "string"}, {"type": "null"}], "default": null},
      "datasets": {"items": {"additionalProperties": true, "type": "object"}, "type": "array"},
      "allowed_roots": {"anyOf": [{"items": {"type": "string"}, "type": "array"}, {"type": "null"}], "default": null},
      "output_dir": {"anyOf": [{"type": "string"}, {"type": "null"}], "default": null}
    },
    "type": "object"
  },
  "annotations": {"title": "Workspace status", "readOnlyHint": true, "destructiveHint": false,
                  "idempotentHint": true, "openWorldHint": false},
  "title": "Workspace status",
  "_meta": {"cloudg/category": "workspace", "cloudg/sensitivity": "internal",
            "cloudg/tags": ["start-here"]}
}"#,
    );
}

#[test]
fn the_entries_of_resource_template_and_prompt() {
    let mut registry = Registry::new();
    let resources = inventory::iter::<ResourceSpec>();
    let resource = resources.into_iter().find(|spec| spec.uri == "cloudg://workspace");
    registry.add(resource.expect("declared").clone()).expect("sound");
    let prompts = inventory::iter::<PromptSpec>();
    let prompt = prompts.into_iter().find(|spec| spec.name == "compliance_gap_analysis");
    registry.add(prompt.expect("declared").clone()).expect("sound");
    check_wire(
        &registry.resource("cloudg://workspace").map(Resource::to_wire).expect("added"),
        r#"{"uri": "cloudg://workspace", "name": "workspace_resource", "mimeType": "application/json",
 "description": "Loaded datasets, the active dataset and allowed directories.",
 "title": "Workspace",
 "_meta": {"cloudg/category": "workspace", "cloudg/sensitivity": "internal"}}"#,
    );
    check_wire(
        &template().to_wire(),
        r#"{"uriTemplate": "cloudg://assets/{+ref}", "name": "asset_resource", "mimeType": "application/json",
 "description": "One asset of the active dataset (ref = id, ARN or unique name, URL-encoded).",
 "title": "Asset",
 "_meta": {"cloudg/category": "inventory", "cloudg/sensitivity": "confidential"}}"#,
    );
    let prompt: &Prompt = registry.prompt("compliance_gap_analysis").expect("added");
    check_wire(
        &prompt.to_wire(prompt.name()),
        r#"{"name": "compliance_gap_analysis",
 "description": "Failing controls, responsible assets and a remediation backlog for one framework.",
 "arguments": [
   {"name": "framework", "required": true, "description": "Framework, e.g. CIS-AWS, PCI-DSS, NIST-800-53."},
   {"name": "dataset", "required": false, "description": "Dataset name; empty = active dataset."}
 ],
 "title": "Compliance gap analysis",
 "_meta": {"cloudg/category": "prompts", "cloudg/sensitivity": "confidential", "cloudg/tags": ["workflow"]}}"#,
    );
}
