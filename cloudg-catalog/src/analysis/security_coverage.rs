//! Where security services run, and what they leave out.

use fixedbitset::FixedBitSet;
use indexmap::IndexMap;
use memchr::memmem;
use serde_json::Value;

use crate::{
    dataset::Dataset,
    model::{AssetType, EdgeType},
    text::raw,
};

/// Types that a vulnerability scanner should look at.
pub const SCANNABLE_TYPES: [AssetType; 3] =
    [AssetType::EC2, AssetType::CONTAINER_REGISTRY, AssetType::LAMBDA_FUNCTION];
/// Types that a web application firewall can stand in front of.
pub const WAF_PROTECTABLE_TYPES: [AssetType; 3] =
    [AssetType::LOAD_BALANCER, AssetType::API_GATEWAY, AssetType::CLOUDFRONT];

/// Account to region to service, whether the service is on; all in order of first appearance. No
/// account is `unknown`.
pub type Services = IndexMap<String, IndexMap<String, IndexMap<String, bool>>>;

/// Services and gaps. Assets are in dataset order.
#[derive(Debug, Clone, Default)]
pub struct SecurityCoverage {
    /// Which services are on, where.
    pub services: Services,
    /// Services that are off, as `account/region: service`, sorted.
    pub gaps: Vec<String>,
    /// Assets of [`SCANNABLE_TYPES`] that no scanner that is on looks at.
    pub unscanned: Vec<usize>,
    /// Exposed assets of [`WAF_PROTECTABLE_TYPES`] that nothing protects.
    pub unprotected: Vec<usize>,
}

/// The coverage of a dataset, as its assets and edges tell it.
pub fn cover(dataset: &Dataset) -> &SecurityCoverage {
    let measures = dataset.inventory().measures();
    measures.security_coverage.get_or_init(|| {
        let services = services(dataset);
        let covered = Covered::of(dataset);
        let assets = dataset.assets();
        let of_types = |types: [AssetType; 3]| {
            (0..assets.len()).filter(move |&asset| types.contains(&assets.asset_type(asset)))
        };
        // Copies of an id are covered together.
        let is_in = |set: &FixedBitSet, asset| {
            let last = dataset.inventory().asset_by_id(assets.id(asset));
            last.is_some_and(|last| set.contains(last))
        };
        let is_open = |asset: &usize| assets.is_exposed(*asset);
        SecurityCoverage {
            gaps: gaps(&services),
            services,
            unscanned: of_types(SCANNABLE_TYPES)
                .filter(|&asset| !is_in(&covered.scanned, asset))
                .collect(),
            unprotected: of_types(WAF_PROTECTABLE_TYPES)
                .filter(|asset| is_open(asset) && !is_in(&covered.protected, *asset))
                .collect(),
        }
    })
}

fn services(dataset: &Dataset) -> Services {
    let assets = dataset.assets();
    let mut services = Services::default();
    let mention = memmem::Finder::new("security_service");
    for asset in 0..assets.len() {
        let metadata = assets.metadata(asset);
        // The text search spares parsing where the key cannot be.
        if mention.find(metadata.as_bytes()).is_none() {
            continue;
        }
        let metadata = raw::parse_object(metadata);
        let is_set = |key: &str| metadata.get(key).filter(|value| raw::is_truthy(value));
        let Some(service) = is_set("security_service") else { continue };
        let account = assets.real_account(asset).unwrap_or("unknown").to_owned();
        let regions = services.entry(account).or_default();
        let cells = regions.entry(assets.region(asset).to_owned()).or_default();
        *cells.entry(name(service)).or_default() |= is_set("enabled").is_some();
    }
    services
}

fn name(service: &Value) -> String {
    service.as_str().map_or_else(|| service.to_string(), str::to_owned)
}

fn gaps(services: &Services) -> Vec<String> {
    let mut gaps = Vec::new();
    for (account, regions) in services {
        for (region, cells) in regions {
            let off = cells.iter().filter(|&(_, &is_on)| !is_on);
            gaps.extend(off.map(|(service, _)| format!("{account}/{region}: {service}")));
        }
    }
    gaps.sort_unstable();
    gaps
}

/// Assets that something looks at or protects.
struct Covered {
    scanned: FixedBitSet,
    protected: FixedBitSet,
}

impl Covered {
    fn of(dataset: &Dataset) -> Self {
        let (edges, nodes) = (dataset.edges(), dataset.inventory().nodes());
        let none = FixedBitSet::with_capacity(dataset.assets().len());
        let mut covered = Self { scanned: none.clone(), protected: none };
        let mut scanners = Scanners::default();
        for edge in 0..edges.len() {
            let covers = match edges.edge_type(edge) {
                EdgeType::PROTECTS => &mut covered.protected,
                EdgeType::MONITORS => &mut covered.scanned,
                _ => continue,
            };
            let Some(target) = nodes.node(edges.target(edge)).asset() else { continue };
            let source = nodes.node(edges.source(edge)).asset();
            let mut is_scan = || source.is_some_and(|source| scanners.is_on(dataset, source));
            if edges.edge_type(edge) == EdgeType::PROTECTS || is_scan() {
                covers.insert(target);
            }
        }
        covered
    }
}

/// Which vulnerability scanners are on; one usually looks at many assets.
#[derive(Default)]
struct Scanners(hashbrown::HashMap<usize, bool>);

impl Scanners {
    fn is_on(&mut self, dataset: &Dataset, asset: usize) -> bool {
        let assets = dataset.assets();
        let read = || {
            let metadata = raw::parse_object(assets.metadata(asset));
            metadata.get("enabled").is_some_and(raw::is_truthy)
        };
        assets.asset_type(asset) == AssetType::VULNERABILITY_SCANNER
            && *self.0.entry(asset).or_insert_with(read)
    }
}
