//! Assets.

use serde_json::{Map, Value};

use super::check::{self, FieldError, Fields};
use crate::model::{AssetType, Provider, Timestamp, coerce};

/// Declared and computed keys; everything else is kept as it is.
const KNOWN: [&str; 13] = [
    "id",
    "arn",
    "name",
    "asset_type",
    "provider",
    "region",
    "account_id",
    "tags",
    "metadata",
    "raw_data",
    "collected_at",
    "is_internet_exposed",
    "display_id",
];

/// An asset as a file gives it.
#[derive(Debug, Clone, PartialEq)]
pub struct AssetRecord {
    /// Identifier; `None` when the file gives none.
    pub id: Option<String>,
    /// ARN, Azure resource id or other name that is unique in its cloud; may be empty.
    pub arn: Option<String>,
    /// Display name; may be empty.
    pub name: String,
    /// What it is.
    pub asset_type: AssetType,
    /// Whose cloud it is in.
    pub provider: Provider,
    /// Region, `global` when the file gives none.
    pub region: String,
    /// Account, subscription or project.
    pub account_id: Option<String>,
    /// Tags in the order of the file; keys are distinct.
    pub tags: Vec<(String, String)>,
    /// Configuration, as collected.
    pub metadata: Map<String, Value>,
    /// When it was collected; `None` when the file does not say.
    pub collected_at: Option<Timestamp>,
    /// Whether the collector found it reachable from the internet.
    pub is_internet_exposed: bool,
    /// Keys that the model does not declare.
    pub extra: Map<String, Value>,
}

/// Reads an asset. `raw_data` has to be an object but is not kept.
///
/// # Errors
/// Every field that does not fit, in declaration order.
pub fn check_asset(value: &Value) -> Result<AssetRecord, Vec<FieldError>> {
    let mut fields = Fields::of(value)?;
    let id = fields.optional("id", coerce::string);
    let arn = fields.nullable("arn", coerce::string);
    let name = fields.required("name", coerce::string);
    let asset_type = fields.required("asset_type", |v| coerce::enumerated(AssetType::from_name, v));
    let provider = fields.required("provider", |v| coerce::enumerated(Provider::from_name, v));
    let region = fields.optional("region", coerce::string);
    let account_id = fields.nullable("account_id", coerce::string);
    let tags = fields.optional("tags", check::strings_by_key);
    let metadata = fields.optional("metadata", check::object);
    fields.optional("raw_data", |v| coerce::object(v).map(|_| ()));
    let collected_at = fields.optional("collected_at", coerce::datetime);
    let is_internet_exposed = fields.optional("is_internet_exposed", coerce::boolean);
    let extra = fields.extra(&KNOWN);
    fields.finish(|| {
        Some(AssetRecord {
            id,
            arn,
            name: name?,
            asset_type: asset_type?,
            provider: provider?,
            region: region.unwrap_or_else(|| "global".to_owned()),
            account_id,
            tags: tags.unwrap_or_default(),
            metadata: metadata.unwrap_or_default(),
            collected_at,
            is_internet_exposed: is_internet_exposed.unwrap_or(false),
            extra,
        })
    })
}
