//! The three shapes of `organization_topology`.

use cloudg_runtime::Labelled;
use serde::Serialize;
use serde_json::{Map, Value, json};

use crate::{
    analysis::topology::{HierarchyNode, PolicyNode},
    dataset::Dataset,
    text::raw,
};

/// The organisation as a collector discovered it, as the assets tell it, or not at all.
#[derive(Serialize, Labelled)]
#[serde(untagged)]
pub(super) enum TopologyReply {
    Discovered(#[label(detect)] Map<String, Value>),
    FromAssets(FromAssets),
    Nothing(Nothing),
}

/// Told from the assets of the map.
#[derive(Serialize, Labelled)]
pub(super) struct FromAssets {
    #[label(detect)]
    dataset: String,
    source: &'static str,
    nodes: Vec<NodeEntry>,
    total: usize,
    truncated: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    policies: Option<Vec<PolicyEntry>>,
}

#[derive(Serialize, Labelled)]
struct NodeEntry {
    #[label(identifier)]
    id: String,
    #[label(name)]
    name: String,
    #[serde(rename = "type")]
    asset_type: &'static str,
    #[label(account)]
    account_id: Option<String>,
    #[label(identifier)]
    parent_id: Option<String>,
    external: bool,
}

#[derive(Serialize, Labelled)]
struct PolicyEntry {
    #[label(identifier)]
    id: String,
    #[label(name)]
    name: String,
    #[label(identifier)]
    targets: Vec<String>,
}

/// Nothing is known.
#[derive(Serialize, Labelled)]
pub(super) struct Nothing {
    #[label(detect)]
    dataset: String,
    source: Option<&'static str>,
    note: &'static str,
}

impl Nothing {
    pub(super) fn new(dataset: &Dataset) -> Self {
        Self {
            dataset: dataset.name().to_owned(),
            source: None,
            note: "The dataset has no organisation file and no organisation, unit or account \
                   assets. Load an inventory directory with inventory-organization.json.",
        }
    }
}

impl FromAssets {
    pub(super) fn new(
        dataset: &Dataset,
        nodes: &[HierarchyNode<'_>],
        policies: Option<Vec<PolicyNode<'_>>>,
        max_nodes: usize,
    ) -> Self {
        let assets = dataset.assets();
        let node = |node: &HierarchyNode<'_>| NodeEntry {
            id: assets.id(node.asset).to_owned(),
            name: assets.name(node.asset).to_owned(),
            asset_type: assets.asset_type(node.asset).as_str(),
            account_id: assets.account_id(node.asset).map(str::to_owned),
            parent_id: node.parent_id.map(str::to_owned),
            external: node.external,
        };
        let policy = |policy: PolicyNode<'_>| PolicyEntry {
            id: assets.id(policy.asset).to_owned(),
            name: assets.name(policy.asset).to_owned(),
            targets: policy.targets.into_iter().map(str::to_owned).collect(),
        };
        Self {
            dataset: dataset.name().to_owned(),
            source: "map_assets",
            nodes: nodes.iter().take(max_nodes).map(node).collect(),
            total: nodes.len(),
            truncated: nodes.len() > max_nodes,
            policies: policies.map(|policies| policies.into_iter().map(policy).collect()),
        }
    }
}

/// The organisation as discovered: selected members, absent ones null.
pub(super) fn discovered(
    dataset: &Dataset,
    organization: &Map<String, Value>,
    with_policies: bool,
    max_accounts: usize,
) -> Map<String, Value> {
    let get = |key: &str| organization.get(key).cloned().unwrap_or(Value::Null);
    let or = |key: &str, default: Value| match get(key) {
        Value::Null => default,
        value => value,
    };
    let accounts: Vec<&Value> = members(organization, "accounts").collect();
    // Without the flag, the landing zone tells whether there is a control tower.
    let governed = organization
        .get("control_tower_enabled")
        .or_else(|| organization.get("landing_zone"))
        .is_some_and(raw::is_truthy);
    let account_keys = ["id", "name", "status", "ou_path", "parent_id"];
    let shown = accounts.iter().take(max_accounts);
    let mut reply = json!({
        "dataset": dataset.name(),
        "source": "organization_discovery",
        "organization_id": get("organization_id"),
        "management_account_id": get("management_account_id"),
        "feature_set": get("feature_set"),
        "control_tower_enabled": governed,
        "governed_regions": or("governed_regions", json!([])),
        "shared_accounts": or("shared_accounts", json!({})),
        "ous": members(organization, "ous")
            .map(|unit| pick(unit, &["id", "name", "path", "parent_id"]))
            .collect::<Vec<_>>(),
        "accounts": shown.map(|account| pick(account, &account_keys)).collect::<Vec<_>>(),
        "total_accounts": accounts.len(),
        "truncated": accounts.len() > max_accounts,
    });
    if with_policies {
        let policies = organization.get("policies").and_then(Value::as_array);
        reply["policies"] = policies.into_iter().flatten().map(policy).collect();
    }
    match reply {
        Value::Object(reply) => reply,
        _ => Map::new(),
    }
}

fn members<'a>(organization: &'a Map<String, Value>, key: &str) -> impl Iterator<Item = &'a Value> {
    organization.get(key).and_then(Value::as_object).into_iter().flat_map(Map::values)
}

/// The named members of an object, absent ones null.
fn pick(object: &Value, keys: &[&str]) -> Value {
    let member = |key: &&str| ((*key).to_owned(), object.get(key).cloned().unwrap_or(Value::Null));
    Value::Object(keys.iter().map(member).collect())
}

fn policy(policy: &Value) -> Value {
    let mut picked = pick(policy, &["id", "name", "type", "aws_managed", "targets"]);
    if picked["targets"].is_null() {
        picked["targets"] = json!([]);
    }
    picked
}
