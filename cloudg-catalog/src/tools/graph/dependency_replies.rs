//! Answers about what depends on what.

use cloudg_runtime::open_object;
use schemars::JsonSchema;
use serde::Serialize;

use super::replies::LinkEntry;
use crate::{
    analysis::{
        dependency_tree::{DependencyTree, TreeNode},
        largest_blast_radius::BlastRadius,
        shared_dependencies::SharedDependency,
    },
    dataset::Dataset,
    graph::{Link, NodeId},
    tools::briefs::NodeBrief,
};

/// What an asset needs, or what needs it.
#[derive(Serialize, JsonSchema)]
#[schemars(transform = open_object)]
pub(super) struct DependencyReply {
    dataset: String,
    asset: NodeBrief,
    total: usize,
    returned: usize,
    truncated: bool,
    items: Vec<LinkEntry>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(skip)]
    hint: Option<&'static str>,
}

impl DependencyReply {
    /// Tells that there is more than was followed, or why there is nothing.
    pub(super) fn with_hint(mut self, has_more: bool) -> Self {
        self.hint = match (has_more, self.total) {
            (true, _) => Some("There is more behind max_depth steps, which total does not count."),
            (false, 0) => Some(
                "No dependency is known in this direction; neighbors shows all that it is \
                 connected to.",
            ),
            (false, _) => None,
        };
        self
    }

    pub(super) fn new(dataset: &Dataset, asset: NodeId, links: &[Link], limit: u32) -> Self {
        let listed = &links[..links.len().min(limit as usize)];
        Self {
            dataset: dataset.name().to_owned(),
            asset: NodeBrief::new(dataset, asset),
            total: links.len(),
            returned: listed.len(),
            truncated: listed.len() < links.len(),
            items: listed.iter().map(|link| LinkEntry::new(dataset, link)).collect(),
            hint: None,
        }
    }
}

/// The edge over which something was found.
#[derive(Serialize, JsonSchema)]
struct Via {
    via: &'static str,
    relationship: Option<String>,
}

impl Via {
    fn new(dataset: &Dataset, edge: usize) -> Self {
        let edges = dataset.edges();
        Self {
            via: edges.edge_type(edge).as_str(),
            relationship: edges.relationship(edge).map(str::to_owned),
        }
    }
}

/// What identifies an asset.
#[derive(Serialize)]
pub(super) struct Descriptor {
    id: String,
    name: String,
    arn: Option<String>,
    #[serde(rename = "type")]
    asset_type: Option<&'static str>,
    account_id: Option<String>,
    region: Option<String>,
}

impl Descriptor {
    pub(super) fn new(dataset: &Dataset, node: NodeId) -> Self {
        let (assets, graph) = (dataset.assets(), dataset.inventory().graph());
        let asset = graph.asset(node);
        let owned = |text: Option<&str>| text.map(str::to_owned);
        Self {
            id: graph.id(node).to_owned(),
            name: graph.name(node).to_owned(),
            arn: owned(asset.and_then(|asset| assets.arn(asset))),
            asset_type: asset.map(|asset| assets.asset_type(asset).as_str()),
            account_id: owned(asset.and_then(|asset| assets.account_id(asset))),
            region: owned(asset.map(|asset| assets.region(asset))),
        }
    }
}

/// Trees below an asset.
#[derive(Serialize)]
pub(super) struct DependencyTreeReply {
    dataset: String,
    asset: Descriptor,
    #[serde(skip_serializing_if = "Option::is_none")]
    depends_on: Option<Vec<TreeEntry>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    dependents: Option<Vec<TreeEntry>>,
    truncated: bool,
}

impl DependencyTreeReply {
    pub(super) fn new(dataset: &Dataset, root: NodeId, tree: &DependencyTree) -> Self {
        let entries = |nodes: &Option<Vec<TreeNode>>| {
            nodes.as_deref().map(|nodes| TreeEntry::list(dataset, nodes))
        };
        Self {
            dataset: dataset.name().to_owned(),
            asset: Descriptor::new(dataset, root),
            depends_on: entries(&tree.depends_on),
            dependents: entries(&tree.dependents),
            truncated: tree.truncated,
        }
    }
}

/// A node of a tree; at most six levels.
#[derive(Serialize)]
struct TreeEntry {
    #[serde(flatten)]
    asset: Descriptor,
    #[serde(flatten)]
    via: Via,
    children: Vec<TreeEntry>,
}

impl TreeEntry {
    fn list(dataset: &Dataset, nodes: &[TreeNode]) -> Vec<Self> {
        let entry = |node: &TreeNode| Self {
            asset: Descriptor::new(dataset, node.node),
            via: Via::new(dataset, node.edge),
            children: Self::list(dataset, &node.children),
        };
        nodes.iter().map(entry).collect()
    }
}

/// The first of a ranking.
#[derive(Serialize)]
pub(super) struct TopReply<T> {
    dataset: String,
    items: Vec<T>,
    returned: usize,
}

impl<T> TopReply<T> {
    pub(super) fn new<R>(
        dataset: &Dataset,
        ranking: &[R],
        top: u32,
        entry: impl Fn(&Dataset, &R) -> T,
    ) -> Self {
        let first = ranking.iter().take(top as usize);
        let items: Vec<T> = first.map(|row| entry(dataset, row)).collect();
        Self { dataset: dataset.name().to_owned(), returned: items.len(), items }
    }
}

#[derive(Serialize)]
pub(super) struct SharedDependencyEntry {
    #[serde(flatten)]
    asset: Descriptor,
    direct_dependents: usize,
}

impl SharedDependencyEntry {
    pub(super) fn new(dataset: &Dataset, row: &SharedDependency) -> Self {
        let asset = Descriptor::new(dataset, row.node);
        Self { asset, direct_dependents: row.direct_dependents }
    }
}

#[derive(Serialize)]
pub(super) struct BlastRadiusEntry {
    #[serde(flatten)]
    asset: Descriptor,
    transitive_dependents: usize,
    accounts_affected: usize,
    internet_exposed_dependents: usize,
}

impl BlastRadiusEntry {
    pub(super) fn new(dataset: &Dataset, row: &BlastRadius) -> Self {
        Self {
            asset: Descriptor::new(dataset, row.node),
            transitive_dependents: row.transitive_dependents,
            accounts_affected: row.accounts_affected,
            internet_exposed_dependents: row.internet_exposed_dependents,
        }
    }
}
