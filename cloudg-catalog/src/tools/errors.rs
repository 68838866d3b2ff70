//! Errors of the catalogue as a client sees them. Texts never repeat the caller's value or a name
//! from the data, except paths and the names of fields; values go into the data.

use cloudg_runtime::ToolError;
use serde_json::{Value, json};

use crate::{
    analysis::finding_detail,
    dataset::{Dataset, ReferenceError, View},
    graph::{NodeId, NodeReferenceError, Origin},
    text::{cursor::CursorError, enum_arg::UnknownValue, projection::UnknownFields},
    workspace::{OutputError, PathError, WorkspaceError},
};

/// Most ids that an ambiguous reference lists.
const MAX_AMBIGUOUS: usize = 20;
/// Most candidates that an ambiguous reference describes.
const MAX_CANDIDATES: usize = 5;

impl From<WorkspaceError> for ToolError {
    fn from(error: WorkspaceError) -> Self {
        let message = error.to_string();
        match error {
            WorkspaceError::Path(PathError::Outside { .. }) => Self::denied(message),
            WorkspaceError::Unknown { name, loaded } => {
                let datasets: Vec<Value> =
                    loaded.into_iter().map(|name| json!({"dataset": name})).collect();
                Self::invalid(message).with_data(json!({"value": name, "datasets": datasets}))
            }
            WorkspaceError::BadName(name) => {
                Self::invalid(message).with_data(json!({"value": name}))
            }
            WorkspaceError::Taken { existing, suggested } => Self::invalid(message)
                .with_data(json!({"existing": existing, "suggested": suggested})),
            _ => Self::invalid(message),
        }
    }
}

impl From<OutputError> for ToolError {
    fn from(error: OutputError) -> Self {
        let message = error.to_string();
        match error {
            OutputError::Outside { .. } => Self::denied(message),
            _ => Self::invalid(message),
        }
    }
}

impl From<CursorError> for ToolError {
    fn from(error: CursorError) -> Self {
        Self::invalid(error.to_string())
    }
}

impl From<UnknownValue> for ToolError {
    fn from(error: UnknownValue) -> Self {
        Self::invalid(error.message()).with_data(error.data())
    }
}

impl From<UnknownFields> for ToolError {
    fn from(error: UnknownFields) -> Self {
        Self::invalid(error.to_string())
    }
}

/// The asset that a reference selects.
pub(crate) fn find_asset(dataset: &Dataset, reference: &str) -> Result<usize, ToolError> {
    dataset.inventory().find_asset(reference).map_err(|error| no_asset(dataset, reference, error))
}

/// The node that a reference selects; the internet is its first entry point.
pub(super) fn find_node(dataset: &Dataset, reference: &str) -> Result<NodeId, ToolError> {
    let found = dataset.graph(&[View::Graph]).find_node(reference);
    found.map_err(|error| no_node(dataset, reference, error))
}

/// The node that a reference selects, or the internet as a whole.
pub(super) fn find_origin(dataset: &Dataset, reference: &str) -> Result<Origin, ToolError> {
    let found = dataset.graph(&[View::Graph]).find_origin(reference);
    found.map_err(|error| no_node(dataset, reference, error))
}

pub(super) fn no_node(dataset: &Dataset, reference: &str, error: NodeReferenceError) -> ToolError {
    match error {
        NodeReferenceError::Asset(error) => no_asset(dataset, reference, error),
        NodeReferenceError::NoInternet => ToolError::invalid(
            "This dataset has no internet node (no internet-sourced ingress rules or \
             INTERNET_EXPOSED edges). Use internet_exposure to see assets flagged as exposed.",
        ),
    }
}

fn no_asset(dataset: &Dataset, reference: &str, error: ReferenceError) -> ToolError {
    match error {
        ReferenceError::Unknown => unknown_asset(dataset, reference),
        ReferenceError::Ambiguous(assets) => ambiguous_asset(dataset, reference, &assets),
    }
}

fn unknown_asset(dataset: &Dataset, reference: &str) -> ToolError {
    let suggestions = dataset.inventory().suggest(reference);
    let message = format!(
        "No asset matches the reference in this dataset.{} Use find_assets(query=...) to search \
         by name, ARN or tag.",
        note(suggestions.len())
    );
    let hints: Vec<Value> = suggestions.into_iter().map(|asset| hint(dataset, asset)).collect();
    ToolError::invalid(message).with_data(json!({
        "value": reference,
        "dataset": dataset.name(),
        "suggestions": hints,
    }))
}

fn ambiguous_asset(dataset: &Dataset, reference: &str, assets: &[usize]) -> ToolError {
    let message = format!(
        "{} assets share this name. Pass the id or ARN of one: see candidates in the error data.",
        assets.len()
    );
    let ids = assets.iter().take(MAX_AMBIGUOUS).map(|&asset| dataset.assets().id(asset));
    let candidates = assets.iter().take(MAX_CANDIDATES).map(|&asset| hint(dataset, asset));
    ToolError::invalid(message).with_data(json!({
        "value": reference,
        "dataset": dataset.name(),
        "ambiguous": ids.collect::<Vec<_>>(),
        "candidates": candidates.collect::<Vec<_>>(),
    }))
}

/// The finding that an identifier names.
pub(crate) fn find_finding(dataset: &Dataset, id: &str) -> Result<usize, ToolError> {
    let findings = dataset.findings();
    finding_detail::find(findings, id).ok_or_else(|| {
        let suggestion =
            |finding| json!({"finding_id": findings.id(finding), "dataset": dataset.name()});
        let suggestions: Vec<Value> =
            finding_detail::suggest(findings, id).into_iter().map(suggestion).collect();
        let message = format!(
            "No finding has this id in this dataset.{} Use list_findings to find it by text, \
             resource or severity.",
            note(suggestions.len())
        );
        ToolError::invalid(message).with_data(json!({
            "value": id,
            "dataset": dataset.name(),
            "suggestions": suggestions,
        }))
    })
}

/// How many suggestions the error data holds, as part of a sentence.
fn note(n_suggestions: usize) -> String {
    match n_suggestions {
        0 => String::new(),
        1 => " 1 close match, see suggestions in the error data.".to_owned(),
        n => format!(" {n} close matches, see suggestions in the error data."),
    }
}

fn hint(dataset: &Dataset, asset: usize) -> Value {
    let assets = dataset.assets();
    json!({
        "id": assets.id(asset),
        "name": assets.name(asset),
        "arn": assets.arn(asset),
        "type": assets.asset_type(asset).as_str(),
        "account_id": assets.account_id(asset),
        "dataset": dataset.name(),
    })
}
