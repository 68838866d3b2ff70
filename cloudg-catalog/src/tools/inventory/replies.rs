//! Answers of the inventory tools.

use cloudg_runtime::{Labelled, number, open_object};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value};

use crate::{
    analysis::{
        accounts::AccountRow,
        asset_detail::Relations,
        asset_metadata::Selection,
        asset_types::TypeRow,
        coverage::{CoverageRow, Tally},
        regions::RegionRow,
        tags::TagRow,
    },
    dataset::Dataset,
    model::EdgeType,
    tools::{
        briefs::{AssetBrief, EdgeBrief, FindingBrief},
        dataset_views::Counts,
        paging::{Bounded, Page},
    },
};

/// A page of assets.
#[derive(Serialize)]
pub(super) struct FindAssetsReply {
    pub dataset: String,
    #[serde(flatten)]
    pub page: Page,
    pub items: Vec<Map<String, Value>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hint: Option<&'static str>,
}

/// What [`FindAssetsReply`] looks like, for clients.
#[derive(JsonSchema, Labelled)]
#[schemars(transform = open_object)]
#[expect(dead_code, reason = "only its schema is used")]
pub(super) struct FindAssetsOutput {
    #[label(detect)]
    dataset: String,
    total: usize,
    offset: usize,
    returned: usize,
    #[label(public)]
    next_cursor: Option<String>,
    truncated: bool,
    items: Vec<AssetBrief>,
}

/// One asset in detail.
#[derive(Serialize, JsonSchema, Labelled)]
#[schemars(transform = open_object)]
pub(super) struct GetAssetReply {
    #[serde(flatten)]
    pub asset: AssetBrief,
    #[label(detect)]
    pub dataset: String,
    #[label(public)]
    pub service: String,
    pub relations: RelationsReply,
    pub dependencies: DependenciesReply,
    pub degree: DegreeReply,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub findings: Option<Vec<FindingBrief>>,
    #[label(detect)]
    pub metadata_keys: Vec<String>,
    #[label(public)]
    pub collected_at: String,
}

/// Edges at an asset.
#[derive(Serialize, JsonSchema, Labelled)]
pub(super) struct RelationsReply {
    #[label(keys(public))]
    outgoing: Counts,
    #[label(keys(public))]
    incoming: Counts,
    sample: Vec<EdgeBrief>,
    total: usize,
    truncated: bool,
}

impl RelationsReply {
    pub(super) fn new(dataset: &Dataset, relations: &Relations) -> Self {
        let brief = |&edge: &usize| EdgeBrief::new(dataset, edge);
        Self {
            outgoing: Counts::of(&relations.outgoing, EdgeType::as_str),
            incoming: Counts::of(&relations.incoming, EdgeType::as_str),
            sample: relations.sample.iter().map(brief).collect(),
            total: relations.total,
            truncated: relations.total > relations.sample.len(),
        }
    }
}

#[derive(Serialize, JsonSchema, Labelled)]
pub(super) struct DependenciesReply {
    pub direct_depends_on: usize,
    pub direct_dependents: usize,
}

#[derive(Serialize, JsonSchema, Labelled)]
pub(super) struct DegreeReply {
    #[serde(rename = "in")]
    pub incoming: usize,
    #[serde(rename = "out")]
    pub outgoing: usize,
}

/// Raw metadata.
#[derive(Serialize, Labelled)]
pub(super) struct MetadataReply {
    #[label(identifier)]
    id: String,
    #[label(name)]
    name: String,
    #[serde(rename = "type")]
    asset_type: &'static str,
    truncated: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    key_sizes: Option<Counts>,
    #[serde(skip_serializing_if = "Option::is_none")]
    hint: Option<&'static str>,
    #[label(detect)]
    metadata: Map<String, Value>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[label(detect)]
    missing_keys: Vec<String>,
}

impl MetadataReply {
    pub(super) fn new(dataset: &Dataset, asset: usize, selection: Selection) -> Self {
        let assets = dataset.assets();
        let truncated = selection.key_sizes.is_some();
        Self {
            id: assets.id(asset).to_owned(),
            name: assets.name(asset).to_owned(),
            asset_type: assets.asset_type(asset).as_str(),
            truncated,
            key_sizes: selection.key_sizes.map(Counts::from_iter),
            hint: truncated.then_some(
                "Not everything fits: pass keys with the ones you need, or raise max_chars. \
                 key_sizes gives the characters of each value, largest first.",
            ),
            metadata: selection.metadata,
            missing_keys: selection.missing_keys,
        }
    }
}

/// Counts by group.
#[derive(Serialize, JsonSchema, Labelled)]
#[schemars(transform = open_object)]
pub(super) struct CountAssetsReply {
    #[label(detect)]
    pub dataset: String,
    pub group_by: super::args::GroupBy,
    pub total: usize,
    pub group_count: usize,
    #[label(match group_by { "account" => keys(account), _ => keys(public) })]
    pub groups: Counts,
    pub truncated: bool,
}

#[derive(Serialize, Labelled)]
pub(super) struct AssetTypesReply {
    #[label(detect)]
    pub dataset: String,
    pub total_types: usize,
    pub items: Vec<TypeEntry>,
}

#[derive(Serialize, Labelled)]
pub(super) struct TypeEntry {
    #[serde(rename = "type")]
    asset_type: &'static str,
    count: usize,
    internet_exposed: usize,
    open_findings: usize,
}

impl From<TypeRow> for TypeEntry {
    fn from(row: TypeRow) -> Self {
        Self {
            asset_type: row.asset_type.as_str(),
            count: row.count,
            internet_exposed: row.internet_exposed,
            open_findings: row.open_findings,
        }
    }
}

/// A page of a list.
#[derive(Serialize, Labelled)]
pub(super) struct PageReply<T> {
    #[label(detect)]
    pub dataset: String,
    #[serde(flatten)]
    pub page: Page,
    pub items: Vec<T>,
}

#[derive(Serialize, Labelled)]
pub(super) struct AccountEntry {
    #[label(account)]
    account_id: String,
    provider: &'static str,
    assets: usize,
    #[label(public)]
    regions: Vec<String>,
    internet_exposed: usize,
    open_findings: usize,
    #[label(name)]
    name: Option<String>,
    external: bool,
}

impl From<&AccountRow<'_>> for AccountEntry {
    fn from(row: &AccountRow<'_>) -> Self {
        Self {
            account_id: row.account_id.to_owned(),
            provider: row.provider.as_str(),
            assets: row.assets,
            regions: row.regions.iter().map(|&region| region.to_owned()).collect(),
            internet_exposed: row.internet_exposed,
            open_findings: row.open_findings,
            name: row.name.map(str::to_owned),
            external: row.external,
        }
    }
}

#[derive(Serialize, Labelled)]
pub(super) struct RegionsReply {
    #[label(detect)]
    pub dataset: String,
    pub total: usize,
    pub items: Vec<RegionEntry>,
    #[label(detect)]
    pub scanned_regions: Map<String, Value>,
}

#[derive(Serialize, Labelled)]
pub(super) struct RegionEntry {
    #[label(public)]
    region: String,
    providers: Vec<&'static str>,
    assets: usize,
    accounts: usize,
}

impl From<RegionRow<'_>> for RegionEntry {
    fn from(row: RegionRow<'_>) -> Self {
        Self {
            region: row.region.to_owned(),
            providers: row.providers.iter().map(|provider| provider.as_str()).collect(),
            assets: row.assets,
            accounts: row.accounts,
        }
    }
}

#[derive(Serialize, Labelled)]
pub(super) struct TagsReply {
    #[label(detect)]
    pub dataset: String,
    #[serde(flatten)]
    pub bounds: Bounded,
    pub items: Vec<TagEntry>,
}

#[derive(Serialize, Labelled)]
pub(super) struct TagEntry {
    #[label(detect)]
    key: String,
    assets: usize,
    distinct_values: usize,
    #[label(keys(tag_value))]
    top_values: Counts,
}

impl TagEntry {
    pub(super) fn new(row: &TagRow<'_>, max_values: usize) -> Self {
        Self {
            key: row.key.to_owned(),
            assets: row.assets,
            distinct_values: row.values.len(),
            top_values: row.values.iter().take(max_values).copied().collect(),
        }
    }
}

/// Coverage records with their sums, or why there are none.
#[derive(Serialize, Labelled)]
#[serde(untagged)]
pub(super) enum CoverageReply {
    Records {
        #[label(detect)]
        dataset: String,
        records: Vec<CoverageEntry>,
        #[serde(flatten)]
        tally: TallyReply,
    },
    Nothing {
        #[label(detect)]
        dataset: String,
        records: [CoverageEntry; 0],
        note: &'static str,
    },
}

#[derive(Serialize, Labelled)]
pub(super) struct TallyReply {
    total_services: usize,
    successful: usize,
    failed: usize,
    #[label(public)]
    coverage_pct: Value,
}

impl From<Tally> for TallyReply {
    fn from(tally: Tally) -> Self {
        Self {
            total_services: tally.total,
            successful: tally.successful,
            failed: tally.failed,
            coverage_pct: number::float_value(tally.percent()),
        }
    }
}

#[derive(Serialize, Labelled)]
pub(super) struct CoverageEntry {
    #[label(public)]
    provider: String,
    #[label(public)]
    region: Option<String>,
    #[label(account)]
    account_id: Option<String>,
    #[serde(flatten)]
    tally: TallyReply,
    failures: Vec<FailureEntry>,
}

#[derive(Serialize, Labelled)]
struct FailureEntry {
    #[label(public)]
    service: String,
    #[label(free_text)]
    error: Option<String>,
}

impl From<CoverageRow<'_>> for CoverageEntry {
    fn from(row: CoverageRow<'_>) -> Self {
        let failure = |(service, error): (&str, Option<&str>)| FailureEntry {
            service: service.to_owned(),
            error: error.map(str::to_owned),
        };
        Self {
            provider: row.record.provider.clone(),
            region: row.record.region.clone(),
            account_id: row.record.account_id.clone(),
            tally: row.tally.into(),
            failures: row.failures.into_iter().map(failure).collect(),
        }
    }
}
