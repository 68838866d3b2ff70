//! Which assets Terraform can describe, and how: the table in `data/terraform.json`.

use std::sync::LazyLock;

use hashbrown::HashMap;
use serde::Deserialize;
use serde_json::{Map, Value};

use crate::model::{AssetType, Provider};

/// The table, parsed once.
pub(super) static TABLE: LazyLock<Table> = LazyLock::new(|| {
    let raw: RawTable = serde_json::from_str(include_str!("../../../data/terraform.json"))
        // The file is compiled in; a test reads it.
        .expect("the table of Terraform resources is well-formed");
    Table::new(raw)
});

/// Everything that is known about Terraform.
#[derive(Debug)]
pub(super) struct Table {
    pub(super) required_version: String,
    /// In the order in which configurations name them.
    pub(super) providers: Vec<ProviderRow>,
    resources: HashMap<(Provider, AssetType), ResourceRow>,
}

/// A Terraform provider.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ProviderRow {
    cloud: String,
    /// Its name in configurations.
    pub(super) name: String,
    /// Where it comes from, and its version.
    pub(super) requires: Map<String, Value>,
    /// Its block.
    pub(super) settings: Map<String, Value>,
}

/// How assets of one type of a cloud are described.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ResourceRow {
    cloud: String,
    asset_type: String,
    pub(super) resource_type: String,
    /// The attribute that holds tags; `None` where the type has none.
    pub(super) tags: Option<String>,
    pub(super) import: ImportId,
    /// The metadata key with the short id of such an asset.
    pub(super) own_id: Option<String>,
    pub(super) attributes: Vec<AttributeRow>,
}

/// What `terraform import` wants.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum ImportId {
    /// The whole ARN or resource id.
    Arn,
    /// What follows its last `/`.
    Tail,
    /// The name.
    Name,
    /// The full name without its service.
    Path,
}

/// One attribute, in the order of the file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct AttributeRow {
    pub(super) attr: String,
    pub(super) from: Source,
}

/// Where the value of an attribute comes from. Texts are keys of the metadata.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Source {
    /// The name of the asset.
    Name,
    /// The name behind a text.
    Named(String),
    /// Always the same.
    Constant(Value),
    /// A text that is not empty.
    Text(String),
    /// The same in lower case.
    LowerText(String),
    /// A number that is not zero.
    Number(String),
    /// Whether something is the case, where that is known.
    Flag(String),
    /// The same, only where it is.
    SetFlag(String),
    /// A list of texts.
    Texts(String),
    /// Whether a text that is not empty is `internal`.
    IsInternal(String),
    /// JSON as text.
    Document(String),
    /// Rules of a security group as the cloud describes them.
    Rules(String),
    /// The keys of a table, several attributes.
    TableKeys,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawTable {
    required_version: String,
    providers: Vec<ProviderRow>,
    resources: Vec<ResourceRow>,
}

impl Table {
    fn new(raw: RawTable) -> Self {
        let keyed = |row: ResourceRow| {
            let key = (Provider::from_name(&row.cloud)?, AssetType::from_name(&row.asset_type)?);
            Some((key, row))
        };
        Self {
            required_version: raw.required_version,
            providers: raw.providers,
            resources: raw.resources.into_iter().filter_map(keyed).collect(),
        }
    }

    /// The row for assets of a type, `None` where Terraform has nothing for them.
    pub(super) fn resource(&self, cloud: Provider, asset_type: AssetType) -> Option<&ResourceRow> {
        self.resources.get(&(cloud, asset_type))
    }
}

impl ProviderRow {
    /// Whether it is for this cloud.
    pub(super) fn is_for(&self, cloud: Provider) -> bool {
        self.cloud == cloud.as_str()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_is_of_known_words_and_there_once() {
        let raw: RawTable =
            serde_json::from_str(include_str!("../../../data/terraform.json")).expect("table");
        for row in &raw.resources {
            assert!(AssetType::from_name(&row.asset_type).is_some(), "{row:?}");
            let prefix = match Provider::from_name(&row.cloud).expect("cloud") {
                Provider::Aws => "aws_",
                Provider::Azure => "azurerm_",
                Provider::Gcp => "google_",
            };
            assert!(row.resource_type.starts_with(prefix), "{row:?}");
        }
        assert_eq!(raw.resources.len(), TABLE.resources.len());
        assert_eq!(TABLE.providers.len(), 3);
    }
}
