//! The numbers of the page.

use std::{
    cmp::Reverse,
    collections::{BTreeMap, BTreeSet},
};

use serde_json::{Value, json};

use super::summary;
use crate::{
    analysis::accounts,
    dataset::Dataset,
    export::report::{
        Scan,
        findings::severities,
        inventory::{first_seen, ranked},
    },
    model::ComplianceStatus,
};

/// Risks that the page shows first.
const TOP_RISKS: usize = 6;
/// Accounts that the title names.
const MAX_NAMES: usize = 3;

/// What the title names: accounts by name, those with most assets first, those of
/// others last, else `N/A`.
pub(super) fn title(dataset: &Dataset) -> String {
    let rows = accounts::list(dataset);
    let (outer, own): (Vec<_>, Vec<_>) =
        rows.iter().filter(|row| row.account_id != "unknown").partition(|row| row.external);
    let all = own.into_iter().chain(outer);
    let names: Vec<&str> = all.map(|row| row.name.unwrap_or(row.account_id)).collect();
    match names.as_slice() {
        [] => "N/A".to_owned(),
        [one] => (*one).to_owned(),
        [first @ .., last] if first.len() < MAX_NAMES => {
            format!("{} and {last}", first.join(", "))
        }
        all => format!("{} and {} more", all[..MAX_NAMES].join(", "), all.len() - MAX_NAMES),
    }
}

/// Header, counts, charts and top risks.
pub(super) fn document(dataset: &Dataset, scan: &Scan) -> Value {
    let (assets, findings) = (dataset.assets(), dataset.findings());
    let (set, numbers) = (dataset.finding_set(), dataset.summary());
    let ways_in = summary::ways_in(dataset);
    let open = || (0..findings.len()).filter(|&finding| set.is_open(finding));
    let by_asset = dataset.asset_findings();
    let clean = (0..assets.len()).filter(|&asset| by_asset.n_open(asset) == 0).count();
    json!({
        "scan_id": scan.id,
        "dataset": dataset.name(),
        "account": title(dataset),
        "started_at": scan.started_at.to_file(),
        "providers": dataset.background().providers,
        "accounts": numbers.accounts,
        "regions": numbers.regions,
        "assets": numbers.total_assets,
        "edges": numbers.total_edges,
        "findings": numbers.total_findings,
        "open": numbers.open_findings,
        "suppressed": numbers.suppressed_findings,
        "exposed": numbers.internet_exposed,
        "clean": clean,
        "version": env!("CARGO_PKG_VERSION"),
        "severities": severities(set, |finding| set.is_open(finding)),
        "types": ranked((0..assets.len()).map(|asset| assets.asset_type(asset).as_str())),
        "sources": ranked(open().map(|finding| findings.source_tool(finding))),
        "by_provider": first_seen((0..assets.len()).map(|asset| assets.provider(asset).as_str())),
        "compliance": compliance(dataset),
        "top_risks": top_risks(dataset),
        "data": summary::age(dataset),
        "sentences": summary::sentences(dataset, ways_in.as_ref()),
        "first_steps": summary::first_steps(dataset),
        "attack_paths": ways_in.map(|report| summary::attack_rows(dataset, &report)),
    })
}

/// Open findings, worst severity first, then highest risk, then dataset order.
pub(super) fn top_risks(dataset: &Dataset) -> Vec<usize> {
    let (findings, set) = (dataset.findings(), dataset.finding_set());
    let mut order: Vec<usize> = (0..findings.len()).filter(|&at| set.is_open(at)).collect();
    order.sort_by(|&a, &b| {
        let key = |at| Reverse(findings.severity(at));
        let risk = findings.risk_score(b).total_cmp(&findings.risk_score(a));
        key(a).cmp(&key(b)).then(risk)
    });
    order.truncate(TOP_RISKS);
    order
}

/// Frameworks of results and of findings, sorted.
pub(super) fn frameworks(dataset: &Dataset) -> BTreeSet<&str> {
    let findings = dataset.findings();
    let results = dataset.finding_set().compliance.iter().map(|result| &*result.framework);
    let tags = (0..findings.len()).flat_map(|finding| findings.frameworks(finding));
    results.chain(tags).collect()
}

/// What a framework has of its own.
#[derive(Default)]
struct Standing {
    passed: usize,
    failing: Vec<Value>,
    open_findings: usize,
    /// The finding counted last: one may carry a tag twice.
    last: Option<usize>,
}

/// Results and open findings of each framework. A result that is no pass counts as a failure.
fn compliance(dataset: &Dataset) -> Vec<Value> {
    let row = |(framework, standing): (&str, Standing)| {
        json!({"framework": framework, "pass": standing.passed, "fail": standing.failing.len(),
            "open_findings": standing.open_findings, "failing": standing.failing})
    };
    standings(dataset).into_iter().map(row).collect()
}

/// All frameworks by name, also those that only suppressed findings carry.
fn standings(dataset: &Dataset) -> BTreeMap<&str, Standing> {
    let (findings, set) = (dataset.findings(), dataset.finding_set());
    let mut standings: BTreeMap<&str, Standing> = BTreeMap::new();
    for result in set.compliance.iter() {
        let standing = standings.entry(&result.framework).or_default();
        if result.status == ComplianceStatus::Pass {
            standing.passed += 1;
        } else {
            standing.failing.push(json!({"control": result.control_id,
                "title": result.control_title, "status": result.status.as_str()}));
        }
    }
    for finding in 0..findings.len() {
        for framework in findings.frameworks(finding) {
            let standing = standings.entry(framework).or_default();
            let is_new = standing.last.replace(finding) != Some(finding);
            standing.open_findings += usize::from(is_new && set.is_open(finding));
        }
    }
    standings
}

/// Open and suppressed findings of each asset, in asset order.
pub(super) fn by_asset(dataset: &Dataset) -> Vec<[usize; 2]> {
    let (map, set) = (dataset.finding_map(), dataset.finding_set());
    let mut counts = vec![[0; 2]; dataset.assets().len()];
    for finding in 0..dataset.findings().len() {
        if let Some(asset) = map.asset(finding) {
            counts[asset][usize::from(!set.is_open(finding))] += 1;
        }
    }
    counts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::tests::dataset_of;

    #[test]
    fn frameworks_are_sorted_and_findings_count_once() {
        let finding = |tags: &[&str], is_suppressed: bool| {
            json!({"resource_id": "", "severity": "HIGH", "title": tags.concat(),
                "description": "", "source_tool": "", "compliance_frameworks": tags,
                "is_suppressed": is_suppressed})
        };
        let result = |control: &str, status: &str| json!({"framework": "Y", "control_id": control, "status": status, "finding_ids": []});
        let dataset = dataset_of(&json!({
            "assets": [],
            "findings": [finding(&["Z", "X", "Z"], false), finding(&["Z", "W"], true)],
            "compliance": [result("2", "FAIL"), result("1", "PASS"), result("3", "MANUAL")],
        }));
        let rows = compliance(&dataset);
        let names: Vec<&str> = rows.iter().filter_map(|row| row["framework"].as_str()).collect();
        assert_eq!(names, ["W", "X", "Y", "Z"]);
        assert!(names.iter().eq(&frameworks(&dataset)));
        let open: Vec<&Value> = rows.iter().map(|row| &row["open_findings"]).collect();
        assert_eq!(open, [0, 1, 0, 1]);
        assert_eq!((&rows[2]["pass"], &rows[2]["fail"]), (&json!(1), &json!(2)));
        assert_eq!(rows[2]["failing"][0]["control"], "2");
    }
}
