//! Pieces of arguments that several tools share.

use cloudg_runtime::Args;

use crate::{
    analysis::asset_search::{AssetFilter, TagFilter},
    text::enum_arg::{self, UnknownValue},
};

/// The dataset that a tool reads.
#[derive(Args)]
pub(super) struct DatasetArg {
    /// Name of the dataset to read; empty for the active one.
    #[arg(default)]
    pub dataset: String,
}

/// A page of a list.
#[derive(Args)]
pub(super) struct PagingArgs {
    /// Items on this page.
    #[arg(default = 50, range = 1..=500)]
    pub limit: u32,
    /// `next_cursor` of the answer before this one, unchanged; empty for the first page. Only
    /// `limit` and `fields` may differ between pages.
    #[arg(default)]
    pub cursor: String,
}

/// The filter of `find_assets`, as received.
#[derive(Args)]
pub(super) struct SearchFilterArgs {
    /// Text that the name, ARN, id or a tag value contains, in any letter case.
    #[arg(default)]
    pub query: String,
    /// Cloud: `aws`, `azure` or `gcp`.
    #[arg(default)]
    pub provider: String,
    /// Asset types to keep, such as `EC2` or `S3_BUCKET`; `list_asset_types` shows those present.
    pub asset_types: Option<Vec<String>>,
    #[args]
    pub place: PlaceArgs,
    /// Tag that the asset carries: `key`, or `key=value` for an exact value.
    #[arg(default)]
    pub tag: String,
    /// true for assets flagged as reachable from the internet, false for the others.
    pub internet_exposed: Option<bool>,
    /// true for assets with open findings, false for those without.
    pub has_findings: Option<bool>,
    /// Keep assets with an open finding at least this bad: `CRITICAL`, `HIGH`, `MEDIUM`, `LOW`,
    /// `INFO`.
    #[arg(default)]
    pub min_severity: String,
}

impl SearchFilterArgs {
    pub(super) fn resolve(&self) -> Result<AssetFilter, UnknownValue> {
        Ok(AssetFilter {
            query: self.query.clone(),
            provider: optional(&self.provider, enum_arg::provider)?,
            asset_types: list(self.asset_types.as_deref(), enum_arg::asset_type)?,
            region: self.place.region.clone(),
            account_id: self.place.account_id.clone(),
            tag: TagFilter::parse(&self.tag),
            internet_exposed: self.internet_exposed,
            has_findings: self.has_findings,
            min_severity: optional(&self.min_severity, enum_arg::severity)?,
        })
    }
}

/// Where assets are.
#[derive(Args)]
pub(super) struct PlaceArgs {
    /// Region, whole name, any letter case.
    #[arg(default)]
    pub region: String,
    /// Account, subscription or project, exactly.
    #[arg(default)]
    pub account_id: String,
}

/// A reference that may be left out, where the empty text is none.
pub(super) fn reference(text: &str) -> Option<&str> {
    Some(text).filter(|text| !text.is_empty())
}

/// A single enumerated value, where the empty text is no choice.
pub(super) fn optional<T>(
    value: &str,
    parse: impl Fn(&str) -> Result<T, UnknownValue>,
) -> Result<Option<T>, UnknownValue> {
    (!value.is_empty()).then(|| parse(value)).transpose()
}

/// A list of enumerated values, where none or the empty list is no choice.
pub(super) fn list<T>(
    values: Option<&[String]>,
    parse: impl Fn(&str) -> Result<T, UnknownValue>,
) -> Result<Option<Vec<T>>, UnknownValue> {
    let values = values.unwrap_or_default();
    if values.is_empty() {
        return Ok(None);
    }
    values.iter().map(|value| parse(value)).collect::<Result<_, _>>().map(Some)
}
