//! Arguments of the inventory tools.

use cloudg_runtime::{Args, Labelled, ToolError};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::{
    analysis::{asset_counts::Dimension, asset_search::AssetFilter},
    dataset::SortKey,
    text::{
        enum_arg,
        projection::{ASSET_FIELDS, Projection},
    },
    tools::args::{self, DatasetArg, PagingArgs, PlaceArgs, SearchFilterArgs},
};

/// Order of found assets.
#[derive(Clone, Copy, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum SortBy {
    #[default]
    Name,
    Type,
    Region,
    Account,
    Risk,
    Findings,
}

impl SortBy {
    pub(super) fn key(self) -> SortKey {
        match self {
            Self::Name => SortKey::Name,
            Self::Type => SortKey::Type,
            Self::Region => SortKey::Region,
            Self::Account => SortKey::Account,
            Self::Risk => SortKey::Risk,
            Self::Findings => SortKey::Findings,
        }
    }
}

/// Arguments of `find_assets`.
#[derive(Args)]
pub(super) struct FindAssetsArgs {
    #[args]
    pub filter: SearchFilterArgs,
    /// Order: `name`, `type`, `region`, `account`; or `risk` (worst open finding, two points more
    /// when exposed) and `findings` (how many are open), which start with the highest.
    #[arg(default)]
    pub sort_by: SortBy,
    /// Reverse that order.
    #[arg(default)]
    pub descending: bool,
    /// Keys to keep in each item, to save space; `id` always stays. `tags` appears only when asked
    /// for here.
    pub fields: Option<Vec<String>>,
    #[args]
    pub paging: PagingArgs,
    #[args]
    pub dataset: DatasetArg,
}

impl FindAssetsArgs {
    /// What decides the list of found assets, as the caller gave it: the preimage of cursors.
    pub(super) fn query(&self) -> Value {
        let filter = &self.filter;
        json!({
            "f": {
                "query": filter.query,
                "provider": filter.provider,
                "asset_types": filter.asset_types,
                "region": filter.place.region,
                "account_id": filter.place.account_id,
                "tag": filter.tag,
                "internet_exposed": filter.internet_exposed,
                "has_findings": filter.has_findings,
                "min_severity": filter.min_severity,
            },
            "s": self.sort_by,
            "d": self.descending,
        })
    }

    pub(super) fn projection(&self) -> Result<Projection, ToolError> {
        Ok(Projection::new(self.fields.as_deref(), &ASSET_FIELDS)?)
    }
}

/// What assets are counted by.
#[derive(Clone, Copy, Default, Serialize, Deserialize, JsonSchema, Labelled)]
#[serde(rename_all = "lowercase")]
pub(super) enum GroupBy {
    #[default]
    Type,
    Provider,
    Region,
    Account,
    Service,
    Exposure,
    Severity,
}

impl GroupBy {
    pub(super) fn dimension(self) -> Dimension {
        match self {
            Self::Type => Dimension::Type,
            Self::Provider => Dimension::Provider,
            Self::Region => Dimension::Region,
            Self::Account => Dimension::Account,
            Self::Service => Dimension::Service,
            Self::Exposure => Dimension::Exposure,
            Self::Severity => Dimension::Severity,
        }
    }
}

/// Arguments of `count_assets`.
#[derive(Args)]
pub(super) struct CountAssetsArgs {
    /// What to group by. `exposure` has the groups `internet_exposed` and `internal`; `severity`
    /// is the worst open finding, `NONE` without one; no account is `unknown`.
    #[arg(default)]
    pub group_by: GroupBy,
    /// Cloud: `aws`, `azure` or `gcp`.
    #[arg(default)]
    pub provider: String,
    /// Asset types to count, such as `EC2`; `list_asset_types` shows those present.
    pub asset_types: Option<Vec<String>>,
    #[args]
    pub place: PlaceArgs,
    /// true for assets flagged as reachable from the internet, false for the others.
    pub internet_exposed: Option<bool>,
    /// Groups to return, largest first.
    #[arg(default = 50, range = 1..=500)]
    pub top: u32,
    #[args]
    pub dataset: DatasetArg,
}

impl CountAssetsArgs {
    pub(super) fn resolve(&self) -> Result<AssetFilter, ToolError> {
        Ok(AssetFilter {
            provider: args::optional(&self.provider, enum_arg::provider)?,
            asset_types: args::list(self.asset_types.as_deref(), enum_arg::asset_type)?,
            region: self.place.region.clone(),
            account_id: self.place.account_id.clone(),
            internet_exposed: self.internet_exposed,
            ..AssetFilter::default()
        })
    }
}
