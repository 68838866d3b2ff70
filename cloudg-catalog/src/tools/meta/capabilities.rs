//! The answer of `list_capabilities`: what the caller may use, and in which order it is best used.

use std::collections::BTreeMap;

use cloudg_runtime::{Labelled, Layer, Principal, Tool};
use serde::Serialize;
use serde_json::{Map, Value};

/// Most characters of the first sentence of a description.
const MAX_SUMMARY: usize = 160;

/// Tools to use one after the other, by purpose. A step may name alternatives, separated by ` / `,
/// each with arguments to begin with.
const WORKFLOWS: [(&str, &[&str]); 7] = [
    ("orient", &["workspace_status", "dataset_summary", "count_assets", "findings_summary"]),
    ("triage risk", &["top_risks", "get_asset", "findings_for_asset", "blast_radius"]),
    (
        "attack surface",
        &[
            "internet_exposure",
            "attack_paths",
            "lateral_movement_paths",
            "find_paths(source='internet', target=...)",
        ],
    ),
    ("change impact", &["dependents", "dependency_tree", "shared_dependencies", "blast_radius"]),
    ("compliance", &["compliance_summary", "list_controls", "control_status", "compliance_gaps"]),
    ("drift", &["snapshot_dataset", "map_inventory / load_dataset", "diff_datasets"]),
    ("semantic", &["ontology_stats", "relation_groups", "ontology_neighbourhood", "sparql_query"]),
];

/// Everything that the caller may use.
#[derive(Serialize, Labelled)]
pub(super) struct CapabilitiesReply {
    #[label(public)]
    server: String,
    #[label(public)]
    version: String,
    #[label(keys(public))]
    categories: BTreeMap<String, Vec<ToolEntry>>,
    tool_count: usize,
    resources: usize,
    resource_templates: usize,
    #[label(public)]
    prompts: Vec<String>,
    #[label(public)]
    workflows: Map<String, Value>,
    conventions: Conventions,
}

/// A tool, in short.
#[derive(Serialize, Labelled)]
struct ToolEntry {
    #[label(public)]
    name: String,
    #[label(public)]
    title: Option<String>,
    read_only: bool,
    open_world: bool,
    sensitivity: &'static str,
    capabilities: Vec<&'static str>,
    #[label(public)]
    summary: String,
}

/// What holds for all tools, a sentence each.
#[derive(Serialize, Labelled)]
struct Conventions {
    dataset: &'static str,
    r#ref: &'static str,
    pagination: &'static str,
}

const CONVENTIONS: Conventions = Conventions {
    dataset: "Leave `dataset` empty to read the active dataset, or name one of list_datasets.",
    r#ref: "A `ref` is an asset's id (never ambiguous), ARN, last part of an ARN or unique name; \
            `internet` works where a tool takes a source of traffic.",
    pagination: "Repeat the call with `next_cursor` as `cursor` until it is null, changing \
                 nothing but `limit` and `fields`.",
};

impl CapabilitiesReply {
    pub(super) fn new(layer: &Layer, principal: &Principal) -> Self {
        let mut categories: BTreeMap<String, Vec<ToolEntry>> = BTreeMap::new();
        for tool in layer.visible_tools(principal) {
            let category = tool.spec().category.to_string();
            categories.entry(category).or_default().push(ToolEntry::new(layer, tool));
        }
        categories.values_mut().for_each(|tools| tools.sort_by(|a, b| a.name.cmp(&b.name)));
        let prompts = layer.visible_prompts(principal);
        Self {
            server: layer.name().to_owned(),
            version: layer.version().to_owned(),
            tool_count: categories.values().map(Vec::len).sum(),
            categories,
            resources: layer.visible_resources(principal).len(),
            resource_templates: layer.visible_templates(principal).len(),
            prompts: prompts.map(|prompt| layer.exposed_name(prompt.name())).collect(),
            workflows: workflows(layer, principal),
            conventions: CONVENTIONS,
        }
    }
}

impl ToolEntry {
    fn new(layer: &Layer, tool: &Tool) -> Self {
        let spec = tool.spec();
        Self {
            name: layer.exposed_name(tool.name()),
            title: tool.title().map(str::to_owned),
            read_only: spec.hints.read_only.unwrap_or_default(),
            open_world: spec.hints.open_world.unwrap_or_default(),
            sensitivity: spec.sensitivity.as_str(),
            capabilities: spec.capabilities.names().collect(),
            summary: summary(&spec.description),
        }
    }
}

/// The first sentence on one line, cut between words.
fn summary(description: &str) -> String {
    let line = description.split_whitespace().collect::<Vec<_>>().join(" ");
    let sentence = line.split_once(". ").map_or(line.as_str(), |(sentence, _)| sentence);
    match sentence.char_indices().nth(MAX_SUMMARY) {
        None => sentence.to_owned(),
        Some((end, _)) => {
            let cut = &sentence[..end];
            cut.rsplit_once(' ').map_or(cut, |(words, _)| words).to_owned()
        }
    }
}

/// The workflows with what the caller may use of them; those of which nothing is left are not
/// there.
fn workflows(layer: &Layer, principal: &Principal) -> Map<String, Value> {
    let mut workflows = Map::new();
    for (purpose, steps) in WORKFLOWS {
        let steps: Vec<String> =
            steps.iter().filter_map(|step| exposed_step(layer, principal, step)).collect();
        if !steps.is_empty() {
            workflows.insert(purpose.to_owned(), steps.into());
        }
    }
    workflows
}

/// A step with the alternatives that the caller may use, by the names that it knows.
fn exposed_step(layer: &Layer, principal: &Principal, step: &str) -> Option<String> {
    let is_visible = |name: &str| layer.visible_tools(principal).any(|tool| tool.name() == name);
    let usable: Vec<String> = step
        .split(" / ")
        .filter(|call| is_visible(call.split('(').next().unwrap_or(call)))
        .map(|call| layer.exposed_name(call))
        .collect();
    (!usable.is_empty()).then(|| usable.join(" / "))
}

#[cfg(test)]
mod tests {
    use cloudg_runtime::Registry;

    use super::*;
    use crate::listing::LISTING;

    #[test]
    fn a_summary_is_a_sentence_cut_between_words() {
        assert_eq!(summary("Counts\n  things. Then more."), "Counts things");
        assert_eq!(summary("One sentence."), "One sentence.");
        let long = "word ".repeat(60);
        let cut = summary(&long);
        assert!(cut.chars().count() <= MAX_SUMMARY && cut.ends_with("word"), "{cut}");
    }

    #[test]
    fn steps_use_exposed_names_and_only_visible_tools() {
        let registry = Registry::collected(&LISTING).expect("sound");
        let layer = Layer::builder(registry)
            .shared_state(std::sync::Arc::new(crate::workspace::Workspace::new(
                crate::workspace::Roots::new(None, std::path::Path::new("reports")).expect("roots"),
            )))
            .prefix("x_")
            .build()
            .expect("sound");
        let step = |text| exposed_step(&layer, &Principal::local(), text);
        assert_eq!(step("absent / load_dataset").as_deref(), Some("x_load_dataset"));
        assert_eq!(
            step("find_paths(source='internet')").as_deref(),
            Some("x_find_paths(source='internet')")
        );
        assert_eq!(step("absent"), None);
    }
}
