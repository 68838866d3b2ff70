//! `asset-map.json` and `compliance-map.json`: findings by asset and by framework, suppressed ones
//! too.

use std::{
    cmp::Reverse,
    collections::{BTreeMap, BTreeSet},
};

use serde::{Serialize, Serializer};

use crate::{
    dataset::{Dataset, Findings, count_by},
    export::rows::Counted,
    model::Severity,
};

/// Every asset with its findings, most findings first.
pub(super) fn assets(dataset: &Dataset) -> impl Serialize + '_ {
    let mut by_asset = vec![Vec::new(); dataset.assets().len()];
    let map = dataset.named_assets();
    for finding in 0..dataset.findings().len() {
        if let Some(asset) = map.asset(finding) {
            by_asset[asset].push(finding);
        }
    }
    let mut order: Vec<usize> = (0..by_asset.len()).collect();
    order.sort_by_key(|&asset| Reverse(by_asset[asset].len()));
    let (total_assets, assets_with_findings) =
        (order.len(), by_asset.iter().filter(|findings| !findings.is_empty()).count());
    AssetMap { total_assets, assets_with_findings, assets: AssetRows { dataset, order, by_asset } }
}

#[derive(Serialize)]
struct AssetMap<'a> {
    total_assets: usize,
    assets_with_findings: usize,
    assets: AssetRows<'a>,
}

/// Rows that are made while they are written.
struct AssetRows<'a> {
    dataset: &'a Dataset,
    order: Vec<usize>,
    by_asset: Vec<Vec<usize>>,
}

impl Serialize for AssetRows<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let row = |&asset: &usize| AssetRow::new(self.dataset, asset, &self.by_asset[asset]);
        serializer.collect_seq(self.order.iter().map(row))
    }
}

#[derive(Serialize)]
struct AssetRow<'a> {
    id: &'a str,
    arn: Option<&'a str>,
    name: &'a str,
    #[serde(rename = "type")]
    asset_type: &'static str,
    provider: &'static str,
    region: &'a str,
    account_id: Option<&'a str>,
    internet_exposed: bool,
    finding_count: usize,
    severity_breakdown: Severities,
    finding_ids: Vec<&'a str>,
}

impl<'a> AssetRow<'a> {
    fn new(dataset: &'a Dataset, asset: usize, of_asset: &[usize]) -> Self {
        let (assets, findings) = (dataset.assets(), dataset.findings());
        Self {
            id: assets.id(asset),
            arn: assets.arn(asset),
            name: assets.name(asset),
            asset_type: assets.asset_type(asset).as_str(),
            provider: assets.provider(asset).as_str(),
            region: assets.region(asset),
            account_id: assets.account_id(asset),
            internet_exposed: assets.is_exposed(asset),
            finding_count: of_asset.len(),
            severity_breakdown: Severities::of(findings, of_asset),
            finding_ids: of_asset.iter().map(|&finding| findings.id(finding)).collect(),
        }
    }
}

/// Findings of each severity, in order of first appearance.
struct Severities(Vec<(Severity, usize)>);

impl Severities {
    fn of(findings: &Findings, chosen: &[usize]) -> Self {
        Self(count_by(chosen.iter().map(|&finding| findings.severity(finding))))
    }
}

impl Serialize for Severities {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Counted(&self.0, |severity| severity.as_str()).serialize(serializer)
    }
}

/// The frameworks that findings are tagged with, and what they affect.
pub(super) fn compliance(dataset: &Dataset) -> impl Serialize + '_ {
    let findings = dataset.findings();
    let mut by_framework: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for finding in 0..findings.len() {
        let frameworks: BTreeSet<&str> = findings.frameworks(finding).collect();
        for framework in frameworks {
            by_framework.entry(framework).or_default().push(finding);
        }
    }
    let row = |(framework, of_framework): (_, Vec<usize>)| {
        (framework, FrameworkRow::new(dataset, &of_framework))
    };
    let frameworks: BTreeMap<&str, FrameworkRow<'_>> = by_framework.into_iter().map(row).collect();
    ComplianceMap {
        total_frameworks: frameworks.len(),
        frameworks,
        total_inventory_assets: dataset.assets().len(),
    }
}

#[derive(Serialize)]
struct ComplianceMap<'a> {
    frameworks: BTreeMap<&'a str, FrameworkRow<'a>>,
    total_frameworks: usize,
    total_inventory_assets: usize,
}

#[derive(Serialize)]
struct FrameworkRow<'a> {
    findings: usize,
    severity_breakdown: Severities,
    affected_assets: BTreeSet<&'a str>,
    affected_asset_count: usize,
}

impl<'a> FrameworkRow<'a> {
    fn new(dataset: &'a Dataset, of_framework: &[usize]) -> Self {
        let (findings, map) = (dataset.findings(), dataset.named_assets());
        let key = |&finding: &usize| match map.asset(finding) {
            Some(asset) => Some(dataset.assets().key(asset)),
            None => findings.resource_arn(finding).filter(|arn| !arn.is_empty()),
        };
        let affected: BTreeSet<&str> = of_framework.iter().filter_map(key).collect();
        Self {
            findings: of_framework.len(),
            severity_breakdown: Severities::of(findings, of_framework),
            affected_asset_count: affected.len(),
            affected_assets: affected,
        }
    }
}
