//! The headline numbers of a dataset.

use hashbrown::HashSet;
use serde_json::{Map, Value};

use super::{Dataset, Node, Symbol};
use crate::{
    model::{AssetType, EdgeType, Provider, Severity},
    text::raw,
};

/// How many asset types the summary lists.
const TOP_TYPES: usize = 15;

/// Counts of everything; see each field for what is left out.
#[derive(Debug, Clone, PartialEq)]
pub struct Summary {
    /// Number of assets, every copy of an id.
    pub total_assets: usize,
    /// Number of edges.
    pub total_edges: usize,
    /// Number of findings.
    pub total_findings: usize,
    /// Findings that are not suppressed.
    pub open_findings: usize,
    /// Findings that are.
    pub suppressed_findings: usize,
    /// Open findings by severity, worst first, those present.
    pub severity_breakdown: Vec<(Severity, usize)>,
    /// Distinct account ids that are not empty.
    pub accounts: usize,
    /// Distinct regions.
    pub regions: usize,
    /// Assets with the exposure flag.
    pub internet_exposed: usize,
    /// Edges between assets of different accounts, without organisation structure.
    pub cross_account_edges: usize,
    /// Assets at no edge but those of organisation structure; that structure itself not counted.
    pub unlinked_assets: usize,
    /// Relations that could not be resolved.
    pub unresolved_references: usize,
    /// Frameworks with compliance results, sorted.
    pub compliance_frameworks: Vec<String>,
    /// The 15 most frequent types, ties by first appearance.
    pub assets_by_type: Vec<(AssetType, usize)>,
    /// Most frequent first, ties by first appearance.
    pub assets_by_provider: Vec<(Provider, usize)>,
    /// In order of first appearance.
    pub edges_by_type: Vec<(EdgeType, usize)>,
    /// Number of coverage records.
    pub coverage_records: usize,
    /// The organisation, if one was discovered.
    pub organization: Option<OrganizationSummary>,
}

/// The organisation in numbers.
#[derive(Debug, Clone, PartialEq)]
pub struct OrganizationSummary {
    /// Identifier.
    pub id: Value,
    /// Member accounts.
    pub accounts: usize,
    /// Units.
    pub ous: usize,
    /// Whether a landing zone governs it, as stored.
    pub control_tower: Value,
    /// Governed regions, as stored.
    pub governed_regions: Value,
}

impl Dataset {
    /// The headline numbers, counted once.
    pub fn summary(&self) -> &Summary {
        self.summary.get_or_init(|| self.summarise())
    }

    fn summarise(&self) -> Summary {
        let (assets, edges, set) = (self.assets(), self.edges(), self.finding_set());
        let suppressed = set.suppressed.count_ones(..);
        let links = self.links();
        Summary {
            total_assets: assets.len(),
            total_edges: edges.len(),
            total_findings: set.findings.len(),
            open_findings: set.findings.len() - suppressed,
            suppressed_findings: suppressed,
            severity_breakdown: self.severity_breakdown(),
            accounts: distinct((0..assets.len()).filter(|&a| self.has_known_account(a)), |a| {
                assets.account_symbol(a)
            }),
            regions: distinct(0..assets.len(), |a| assets.region_symbol(a)),
            internet_exposed: assets.n_exposed(),
            cross_account_edges: links.cross_account,
            unlinked_assets: links.unlinked,
            unresolved_references: self.background().unresolved.len(),
            compliance_frameworks: self.compliance_frameworks(),
            assets_by_type: {
                let mut counts = count_by((0..assets.len()).map(|a| assets.asset_type(a)));
                most_first(&mut counts);
                counts.truncate(TOP_TYPES);
                counts
            },
            assets_by_provider: {
                let mut counts = count_by((0..assets.len()).map(|a| assets.provider(a)));
                most_first(&mut counts);
                counts
            },
            edges_by_type: count_by((0..edges.len()).map(|e| edges.edge_type(e))),
            coverage_records: self.background().coverage.len(),
            organization: self.background().organization.as_ref().map(OrganizationSummary::of),
        }
    }

    fn severity_breakdown(&self) -> Vec<(Severity, usize)> {
        let set = self.finding_set();
        let mut counts = [0; 5];
        for finding in (0..set.findings.len()).filter(|&finding| set.is_open(finding)) {
            counts[set.findings.severity(finding) as usize] += 1;
        }
        let worst_first = Severity::WORST_FIRST.into_iter();
        worst_first
            .map(|severity| (severity, counts[severity as usize]))
            .filter(|&(_, count)| count > 0)
            .collect()
    }

    fn compliance_frameworks(&self) -> Vec<String> {
        let compliance = &self.finding_set().compliance;
        let mut names: Vec<_> = compliance.iter().map(|result| result.framework.clone()).collect();
        names.sort_unstable();
        names.dedup();
        names
    }

    fn links(&self) -> Links {
        let (assets, edges) = (self.assets(), self.edges());
        let nodes = self.inventory().nodes();
        let mut linked = fixedbitset::FixedBitSet::with_capacity(assets.len());
        let mut cross_account = 0;
        for edge in (0..edges.len()).filter(|&edge| !edges.is_hierarchy(edge)) {
            let ends = [nodes.node(edges.source(edge)), nodes.node(edges.target(edge))];
            linked.extend(ends.into_iter().filter_map(Node::asset));
            if let [Some(source), Some(target)] = ends.map(Node::asset) {
                cross_account += usize::from(self.crosses_accounts(source, target));
            }
        }
        // Copies of an id are all linked by an edge to that id.
        let is_linked = |asset| {
            let same_id = self.inventory().asset_by_id(assets.id(asset));
            same_id.is_some_and(|asset| linked.contains(asset))
        };
        let unlinked = (0..assets.len())
            .filter(|&asset| !assets.asset_type(asset).is_hierarchy() && !is_linked(asset))
            .count();
        Links { cross_account, unlinked }
    }

    /// An account called `unknown` is the label for assets without one.
    fn has_known_account(&self, asset: usize) -> bool {
        self.assets().real_account(asset).is_some_and(|account| account != "unknown")
    }

    fn crosses_accounts(&self, source: usize, target: usize) -> bool {
        let assets = self.assets();
        let structure = |asset| assets.asset_type(asset).is_hierarchy();
        self.has_other_account(source, target) && !(structure(source) && structure(target))
    }

    /// Whether two assets have account ids, not empty, that differ.
    pub fn has_other_account(&self, source: usize, target: usize) -> bool {
        let account = |asset| self.assets().real_account(asset);
        matches!((account(source), account(target)), (Some(a), Some(b)) if a != b)
    }
}

struct Links {
    cross_account: usize,
    unlinked: usize,
}

impl OrganizationSummary {
    fn of(organization: &Map<String, Value>) -> Self {
        let members = |key| organization.get(key).and_then(Value::as_object).map_or(0, Map::len);
        let or = |key, default: Value| {
            organization.get(key).filter(|value| raw::is_truthy(value)).cloned().unwrap_or(default)
        };
        Self {
            id: organization.get("organization_id").cloned().unwrap_or(Value::Null),
            accounts: members("accounts"),
            ous: members("ous"),
            control_tower: or("control_tower_enabled", Value::Bool(false)),
            governed_regions: or("governed_regions", Value::Array(Vec::new())),
        }
    }
}

fn distinct(assets: impl Iterator<Item = usize>, symbol: impl Fn(usize) -> Symbol) -> usize {
    assets.map(symbol).collect::<HashSet<_>>().len()
}

/// Occurrences of each value, in order of first appearance.
pub(crate) fn count_by<T: PartialEq + Copy + std::hash::Hash + Eq>(
    values: impl Iterator<Item = T>,
) -> Vec<(T, usize)> {
    let mut places = hashbrown::HashMap::new();
    let mut counts: Vec<(T, usize)> = Vec::new();
    for value in values {
        let place = *places.entry(value).or_insert_with(|| {
            counts.push((value, 0));
            counts.len() - 1
        });
        counts[place].1 += 1;
    }
    counts
}

/// Sorts counts, most first; ties keep their order.
pub(crate) fn most_first<T>(counts: &mut [(T, usize)]) {
    counts.sort_by_key(|&(_, count)| std::cmp::Reverse(count));
}
