//! Where assets are: account, region, network, subnet.

use indexmap::IndexMap;
use serde::Serialize;

use crate::{
    dataset::Dataset,
    model::{AssetType, EdgeType},
    text::raw,
};

/// Names of places to what is there, in order of first appearance.
type Places<'a, T> = IndexMap<&'a str, T>;

/// What is in a region.
#[derive(Default, Serialize)]
pub(super) struct Region {
    /// Networks by the asset that they are.
    networks: IndexMap<usize, Network>,
    /// Assets in no network.
    assets: Vec<usize>,
}

#[derive(Default, Serialize)]
struct Network {
    subnets: IndexMap<usize, Vec<usize>>,
    /// Assets in no subnet.
    assets: Vec<usize>,
}

/// Accounts with their regions; assets are numbers. What has no region is in `global`.
pub(super) fn document(dataset: &Dataset) -> Places<'_, Places<'_, Region>> {
    let assets = dataset.assets();
    let containers = containers(dataset);
    let mut accounts: Places<'_, Places<'_, Region>> = Places::new();
    for asset in 0..assets.len() {
        let account = assets.real_account(asset).unwrap_or("unknown");
        let place = Some(assets.region(asset)).filter(|region| !region.is_empty());
        let region =
            accounts.entry(account).or_default().entry(place.unwrap_or("global")).or_default();
        region.put(dataset, &containers, asset);
    }
    accounts
}

impl Region {
    fn put(&mut self, dataset: &Dataset, containers: &[Option<usize>], asset: usize) {
        let kind = |asset| dataset.assets().asset_type(asset);
        if is_network(kind(asset)) {
            self.networks.entry(asset).or_default();
            return;
        }
        let subnet = match containers[asset] {
            _ if is_subnet(kind(asset)) => Some(asset),
            container => container.filter(|&container| is_subnet(kind(container))),
        };
        let around = subnet.map_or(containers[asset], |subnet| containers[subnet]);
        let network = around.filter(|&around| is_network(kind(around)));
        match (network, subnet) {
            (Some(network), Some(subnet)) => {
                let network = self.networks.entry(network).or_default();
                let inside = network.subnets.entry(subnet).or_default();
                inside.extend((subnet != asset).then_some(asset));
            }
            (Some(network), None) => self.networks.entry(network).or_default().assets.push(asset),
            (None, _) => self.assets.push(asset),
        }
    }
}

/// The subnet or network of each asset: by the first edge that says so, subnets before networks,
/// else by the metadata.
fn containers(dataset: &Dataset) -> Vec<Option<usize>> {
    let (assets, edges, inventory) = (dataset.assets(), dataset.edges(), dataset.inventory());
    let nodes = inventory.nodes();
    let rank = |asset: usize| match assets.asset_type(asset) {
        kind if is_subnet(kind) => 2,
        kind if is_network(kind) => 1,
        _ => 0,
    };
    let mut found: Vec<Option<usize>> = vec![None; assets.len()];
    for edge in 0..edges.len() {
        let ends = [edges.source(edge), edges.target(edge)].map(|end| nodes.node(end).asset());
        let (outer, inner) = match (edges.edge_type(edge), ends) {
            (EdgeType::CONTAINS, [Some(source), Some(target)]) => (source, target),
            (EdgeType::ATTACHED_TO, [Some(source), Some(target)]) => (target, source),
            _ => continue,
        };
        if outer != inner && rank(outer) > found[inner].map_or(0, rank) {
            found[inner] = Some(outer);
        }
    }
    let of_metadata = |asset: usize| {
        let text = assets.metadata(asset);
        if !text.contains("subnet_id") && !text.contains("vpc_id") {
            return None;
        }
        let metadata = raw::parse_object(text);
        ["subnet_id", "vpc_id"].into_iter().find_map(|key| {
            let outer = inventory.resolve(&[metadata.get(key)?.as_str()?])?;
            (outer != asset && rank(outer) > 0).then_some(outer)
        })
    };
    let each = found.iter().enumerate();
    each.map(|(asset, &container)| container.or_else(|| of_metadata(asset))).collect()
}

fn is_subnet(kind: AssetType) -> bool {
    kind == AssetType::SUBNET
}

fn is_network(kind: AssetType) -> bool {
    kind == AssetType::VPC || kind == AssetType::VNET
}
