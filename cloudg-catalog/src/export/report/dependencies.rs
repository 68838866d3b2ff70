//! `inventory-dependencies.json`: what much depends on, what crosses accounts, what is unguarded.

use serde::Serialize;

use crate::{
    analysis::{
        cross_account::{self, Crossing, CrossingQuery},
        largest_blast_radius::{self, BlastRadius},
        security_coverage::{self, Services},
        shared_dependencies::{self, SharedDependency},
    },
    dataset::Dataset,
    export::rows::Rows,
    graph::{EdgeTypes, NodeId},
    text::raw,
};

/// Rows of the two rankings.
const TOP: usize = 25;

/// The document.
pub(super) fn document(dataset: &Dataset) -> impl Serialize + '_ {
    let shared = shared_dependencies::list(dataset).iter().take(TOP);
    let radii = largest_blast_radius::list(dataset).iter().take(TOP);
    let unresolved = &dataset.background().unresolved;
    let every = CrossingQuery {
        account_id: String::new(),
        external_only: false,
        edge_types: EdgeTypes::ALL,
    };
    let crossings = cross_account::list(dataset, &every).rows;
    Document {
        shared_dependencies: shared.map(|row| Shared::new(dataset, row)).collect(),
        largest_blast_radius: radii.map(|row| Radius::new(dataset, row)).collect(),
        cross_account_edges: Rows(move || {
            crossings.clone().into_iter().map(move |row| CrossAccount::new(dataset, &row))
        }),
        security_coverage: Coverage::new(dataset),
        unresolved_references: Rows(move || unresolved.iter().map(raw::parse)),
    }
}

#[derive(Serialize)]
struct Document<'a, C, U> {
    shared_dependencies: Vec<Shared<'a>>,
    largest_blast_radius: Vec<Radius<'a>>,
    cross_account_edges: C,
    security_coverage: Coverage<'a>,
    unresolved_references: U,
}

/// What identifies an asset.
#[derive(Serialize)]
struct Descriptor<'a> {
    id: &'a str,
    name: &'a str,
    arn: Option<&'a str>,
    #[serde(rename = "type")]
    asset_type: Option<&'static str>,
    account_id: Option<&'a str>,
    region: Option<&'a str>,
}

impl<'a> Descriptor<'a> {
    fn new(dataset: &'a Dataset, node: NodeId) -> Self {
        let (assets, graph) = (dataset.assets(), dataset.inventory().graph());
        let asset = graph.asset(node);
        Self {
            id: graph.id(node),
            name: graph.name(node),
            arn: asset.and_then(|asset| assets.arn(asset)),
            asset_type: asset.map(|asset| assets.asset_type(asset).as_str()),
            account_id: asset.and_then(|asset| assets.account_id(asset)),
            region: asset.map(|asset| assets.region(asset)),
        }
    }
}

#[derive(Serialize)]
struct Shared<'a> {
    #[serde(flatten)]
    asset: Descriptor<'a>,
    direct_dependents: usize,
}

impl<'a> Shared<'a> {
    fn new(dataset: &'a Dataset, row: &SharedDependency) -> Self {
        let asset = Descriptor::new(dataset, row.node);
        Self { asset, direct_dependents: row.direct_dependents }
    }
}

#[derive(Serialize)]
struct Radius<'a> {
    #[serde(flatten)]
    asset: Descriptor<'a>,
    transitive_dependents: usize,
    accounts_affected: usize,
    internet_exposed_dependents: usize,
}

impl<'a> Radius<'a> {
    fn new(dataset: &'a Dataset, row: &BlastRadius) -> Self {
        Self {
            asset: Descriptor::new(dataset, row.node),
            transitive_dependents: row.transitive_dependents,
            accounts_affected: row.accounts_affected,
            internet_exposed_dependents: row.internet_exposed_dependents,
        }
    }
}

/// An edge between assets of two accounts.
#[derive(Serialize)]
struct CrossAccount<'a> {
    source: &'a str,
    source_account: Option<&'a str>,
    target: &'a str,
    target_account: Option<&'a str>,
    edge_type: &'static str,
    relationship: Option<&'a str>,
    external: bool,
}

impl<'a> CrossAccount<'a> {
    fn new(dataset: &'a Dataset, row: &Crossing) -> Self {
        let (assets, edges) = (dataset.assets(), dataset.edges());
        Self {
            source: assets.key(row.source),
            source_account: assets.account_id(row.source),
            target: assets.key(row.target),
            target_account: assets.account_id(row.target),
            edge_type: edges.edge_type(row.edge).as_str(),
            relationship: edges.relationship(row.edge),
            external: row.external,
        }
    }
}

#[derive(Serialize)]
struct Coverage<'a> {
    services_by_account_region: &'a Services,
    gaps: &'a [String],
    workloads_without_vulnerability_scanning: Vec<Workload<'a>>,
    internet_facing_without_waf: Vec<Endpoint<'a>>,
}

#[derive(Serialize)]
struct Endpoint<'a> {
    name: &'a str,
    arn: Option<&'a str>,
    #[serde(rename = "type")]
    asset_type: &'static str,
    account_id: Option<&'a str>,
}

#[derive(Serialize)]
struct Workload<'a> {
    #[serde(flatten)]
    endpoint: Endpoint<'a>,
    region: &'a str,
}

impl<'a> Coverage<'a> {
    fn new(dataset: &'a Dataset) -> Self {
        let (assets, coverage) = (dataset.assets(), security_coverage::cover(dataset));
        let endpoint = |&asset: &usize| Endpoint {
            name: assets.name(asset),
            arn: assets.arn(asset),
            asset_type: assets.asset_type(asset).as_str(),
            account_id: assets.account_id(asset),
        };
        let workload =
            |asset: &usize| Workload { endpoint: endpoint(asset), region: assets.region(*asset) };
        Self {
            services_by_account_region: &coverage.services,
            gaps: &coverage.gaps,
            workloads_without_vulnerability_scanning: coverage
                .unscanned
                .iter()
                .map(workload)
                .collect(),
            internet_facing_without_waf: coverage.unprotected.iter().map(endpoint).collect(),
        }
    }
}
