//! The JSON files of a configuration. Resources are described while they are written, so that a
//! large estate is never in memory twice.

use indexmap::IndexMap;
use serde::{
    Serialize, Serializer,
    ser::{SerializeMap, SerializeStruct},
};
use serde_json::{Map, Value, json};

use super::{Plan, Resource, attributes::attributes, table::TABLE};
use crate::{
    dataset::{Assets, count_by},
    model::Provider,
};

/// `provider.tf.json`: a block for each cloud of the plan.
pub(super) fn providers(plan: &Plan<'_>) -> Value {
    let present = TABLE
        .providers
        .iter()
        .filter(|row| plan.selection.iter().any(|&asset| row.is_for(plan.assets.provider(asset))));
    let (mut required, mut blocks) = (Map::new(), Map::new());
    for row in present {
        required.insert(row.name.clone(), row.requires.clone().into());
        blocks.insert(row.name.clone(), row.settings.clone().into());
    }
    json!({
        "terraform": {"required_version": TABLE.required_version, "required_providers": required},
        "provider": blocks,
    })
}

/// `variables.tf.json`: what the provider blocks refer to, with the most frequent value as default.
pub(super) fn variables(plan: &Plan<'_>) -> Value {
    let mut variables = Map::new();
    let mut declare = |name: &str, description: &str, default: &str| {
        // In a variable block Terraform takes texts as they are, so nothing is escaped.
        let variable = json!({"description": description, "type": "string", "default": default});
        variables.insert(name.to_owned(), variable);
    };
    let [aws, azure, gcp] = [Provider::Aws, Provider::Azure, Provider::Gcp].map(|c| plan.cloud(c));
    if let Some(aws) = aws {
        declare("aws_region", "Region of the AWS provider.", aws.region.unwrap_or("us-east-1"));
        if let Some(account) = aws.account {
            declare("aws_account_id", "AWS account of the resources.", account);
        }
    }
    if let Some(gcp) = gcp {
        let project = gcp.account.unwrap_or("");
        declare("gcp_project_id", "Project of the Google provider.", project);
        let region = gcp.region.unwrap_or("us-central1");
        declare("gcp_region", "Region of the Google provider.", region);
    }
    if let Some(azure) = azure {
        let subscription = azure.account.unwrap_or("");
        declare("azure_subscription_id", "Azure subscription of the resources.", subscription);
    }
    json!({"variable": variables})
}

/// What most assets of a cloud have.
struct Cloud<'a> {
    region: Option<&'a str>,
    account: Option<&'a str>,
}

impl Plan<'_> {
    /// `None` where the plan has no asset of the cloud.
    fn cloud(&self, cloud: Provider) -> Option<Cloud<'_>> {
        let of_cloud = |asset: &usize| self.assets.provider(*asset) == cloud;
        let assets: Vec<usize> = self.selection.iter().copied().filter(of_cloud).collect();
        let regions = assets.iter().map(|&asset| self.assets.region(asset));
        let accounts = assets.iter().filter_map(|&asset| self.assets.real_account(asset));
        (!assets.is_empty()).then(|| Cloud {
            region: most_frequent(regions.filter(|region| !matches!(*region, "" | "global"))),
            account: most_frequent(accounts),
        })
    }
}

/// The first of the values that occur most often.
fn most_frequent<'a>(values: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let counts = count_by(values);
    let most = counts.iter().map(|&(_, count)| count).max()?;
    counts.into_iter().find(|&(_, count)| count == most).map(|(value, _)| value)
}

/// `main.tf.json`: every resource by type and label.
pub(super) struct Main<'a>(pub(super) &'a Plan<'a>);

impl Serialize for Main<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut root = serializer.serialize_struct("Main", 1)?;
        root.serialize_field("resource", &Types(self.0))?;
        root.end()
    }
}

struct Types<'a>(&'a Plan<'a>);

impl Serialize for Types<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut types: IndexMap<&str, Vec<&Resource>> = IndexMap::new();
        for resource in self.0.resources() {
            types.entry(&resource.row.resource_type).or_default().push(resource);
        }
        let mut root = serializer.serialize_map(None)?;
        for (name, resources) in types {
            root.serialize_entry(name, &Labelled(self.0.assets, resources))?;
        }
        root.end()
    }
}

struct Labelled<'a>(&'a Assets, Vec<&'a Resource>);

impl Serialize for Labelled<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(assets, resources) = self;
        let entry = |r: &&Resource| (r.label.clone(), attributes(assets, r.asset, r.row));
        serializer.collect_map(resources.iter().map(entry))
    }
}
