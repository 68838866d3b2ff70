//! What to fix first: assets by the risk of their findings, their exposure, and what depends on
//! them.

use std::cmp::Ordering;

use crate::{dataset::Dataset, graph::Graph, model::Severity, text::round::round2};

/// How far dependence is followed.
const MAX_DEPTH: u32 = 6;
/// From this many dependents on, the blast factor does not grow.
const ENOUGH_DEPENDENTS: usize = 99;
/// Factor of an asset that the internet reaches.
const EXPOSED_FACTOR: f64 = 1.5;
/// Most findings that a row shows.
const MAX_FINDINGS: usize = 3;

/// An asset and why it ranks where it does.
#[derive(Debug, Clone, PartialEq)]
pub struct RiskRow {
    /// The asset, by index.
    pub asset: usize,
    /// Product of the four components, two decimals.
    pub score: f64,
    /// Highest risk score of the counted findings.
    pub max_finding_risk: f64,
    /// 1.5 where the internet reaches the asset, else 1.
    pub exposure_factor: f64,
    /// Whether it is flagged as exposed, or traffic from the internet gets to it.
    pub internet_reachable: bool,
    /// Assets that depend on it over at most six arrows.
    pub transitive_dependents: usize,
    /// 1 to 2, by the logarithm of the dependents.
    pub blast_factor: f64,
    /// Open findings that were counted.
    pub open_findings: usize,
    /// 1 to 1.5, by the number of findings.
    pub volume_factor: f64,
    /// The riskiest of them, at most three, ties in dataset order.
    pub top_findings: Vec<usize>,
}

/// The riskiest assets and how many there are to choose from.
#[derive(Debug, Clone, PartialEq)]
pub struct TopRisks {
    /// Highest score first, ties by name, then by the first finding.
    pub rows: Vec<RiskRow>,
    /// Assets with a finding that counts.
    pub n_candidates: usize,
}

/// The `top` riskiest assets by their open findings that are at least this bad.
pub fn rank(dataset: &Dataset, top: usize, min_severity: Option<Severity>) -> TopRisks {
    let graph = dataset.inventory().graph();
    let dependents = few_dependents(graph);
    let mut candidates = candidates(dataset, min_severity);
    let n_candidates = candidates.len();
    let blast: Vec<f64> = (0..=ENOUGH_DEPENDENTS).map(blast_factor).collect();
    for candidate in &mut candidates {
        let factors = candidate.max_risk * exposure_factor(graph, candidate.asset);
        let blast = blast[usize::from(dependents[candidate.asset])];
        candidate.score = round2(factors * blast * volume_factor(candidate.n_findings));
    }
    let order = |a: &Candidate, b: &Candidate| order(dataset, a, b);
    if top < candidates.len() {
        candidates.select_nth_unstable_by(top, order);
        candidates.truncate(top);
    }
    candidates.sort_unstable_by(order);
    let describe = |candidate| describe(dataset, graph, candidate, min_severity);
    TopRisks { rows: candidates.iter().map(describe).collect(), n_candidates }
}

/// An asset with a finding that counts.
#[derive(Debug)]
struct Candidate {
    asset: usize,
    first_finding: u32,
    max_risk: f64,
    n_findings: usize,
    score: f64,
}

fn candidates(dataset: &Dataset, min_severity: Option<Severity>) -> Vec<Candidate> {
    let by_asset = dataset.asset_findings();
    let worst_fits = |asset: &usize| match min_severity {
        None => by_asset.n_open(*asset) > 0,
        Some(least) => by_asset.worst(*asset) >= Some(least),
    };
    let risk = |finding| dataset.findings().risk_score(finding);
    let candidate = |asset| {
        let mut counted = counted(dataset, asset, min_severity);
        let first = counted.next()?;
        let (n_findings, max_risk) =
            counted.fold((1, risk(first)), |(n, most), finding| (n + 1, most.max(risk(finding))));
        Some(Candidate { asset, first_finding: first as u32, max_risk, n_findings, score: 0.0 })
    };
    (0..dataset.assets().len()).filter(worst_fits).filter_map(candidate).collect()
}

/// The open findings of an asset that are bad enough, in dataset order.
fn counted(
    dataset: &Dataset,
    asset: usize,
    min_severity: Option<Severity>,
) -> impl Iterator<Item = usize> + '_ {
    let open = dataset.asset_findings().of(asset).iter().map(|&finding| finding as usize);
    let findings = dataset.findings();
    open.filter(move |&finding| {
        min_severity.is_none_or(|least| findings.severity(finding) >= least)
    })
}

fn order(dataset: &Dataset, a: &Candidate, b: &Candidate) -> Ordering {
    let name = |candidate: &Candidate| dataset.assets().name(candidate.asset);
    let by_score = b.score.total_cmp(&a.score);
    let by_name = || name(a).cmp(name(b));
    by_score.then_with(by_name).then_with(|| a.first_finding.cmp(&b.first_finding))
}

fn describe(
    dataset: &Dataset,
    graph: Graph<'_>,
    candidate: &Candidate,
    min_severity: Option<Severity>,
) -> RiskRow {
    let &Candidate { asset, max_risk, n_findings, score, .. } = candidate;
    let node = graph.nodes().of_asset(asset);
    let dependents = graph.dependencies(false).transitive_dependents(node, MAX_DEPTH);
    let mut top_findings: Vec<usize> = counted(dataset, asset, min_severity).collect();
    let risk = |finding: &usize| dataset.findings().risk_score(*finding);
    top_findings.sort_by(|a, b| risk(b).total_cmp(&risk(a)));
    top_findings.truncate(MAX_FINDINGS);
    RiskRow {
        asset,
        score,
        max_finding_risk: max_risk,
        exposure_factor: exposure_factor(graph, asset),
        internet_reachable: is_reachable(graph, asset),
        transitive_dependents: dependents,
        blast_factor: blast_factor(dependents),
        open_findings: n_findings,
        volume_factor: volume_factor(n_findings),
        top_findings,
    }
}

/// Dependents of each asset, counted no further than they matter.
fn few_dependents(graph: Graph<'_>) -> &[u8] {
    graph.inventory().measures().dependents.get_or_init(|| {
        let nodes: Vec<_> = (0..graph.assets().len()).map(|a| graph.nodes().of_asset(a)).collect();
        let dependencies = graph.dependencies(false);
        let counts = dependencies.transitive_dependents_of(&nodes, MAX_DEPTH, ENOUGH_DEPENDENTS);
        // At most 99 each.
        counts.into_iter().map(|count| count as u8).collect()
    })
}

fn is_reachable(graph: Graph<'_>, asset: usize) -> bool {
    graph.assets().is_exposed(asset) || graph.internet_reach().has(graph.nodes().of_asset(asset))
}

fn exposure_factor(graph: Graph<'_>, asset: usize) -> f64 {
    if is_reachable(graph, asset) { EXPOSED_FACTOR } else { 1.0 }
}

fn blast_factor(dependents: usize) -> f64 {
    1.0 + (((1 + dependents) as f64).log10() / 2.0).min(1.0)
}

fn volume_factor(n_findings: usize) -> f64 {
    1.0 + (0.05 * n_findings.saturating_sub(1) as f64).min(0.5)
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::analysis::tests::dataset_of;

    /// A key with `n` buckets that depend on it, and findings on the key as (severity, CVSS).
    fn estate(n: usize, findings: &[(&str, Option<f64>)]) -> Dataset {
        let asset = |id: &str, kind: &str| json!({"id": id, "name": id, "asset_type": kind, "provider": "AWS"});
        let bucket = |number: usize| asset(&format!("b{number}"), "S3_BUCKET");
        let edge = |number: usize| json!({"source_id": format!("b{number}"), "target_id": "key", "edge_type": "REFERENCES"});
        let finding = |(severity, cvss): &(&str, Option<f64>)| {
            json!({
                "resource_id": "key", "severity": severity, "cvss_score": cvss, "title": "",
                "description": "", "source_tool": "",
            })
        };
        let assets: Vec<Value> =
            std::iter::once(asset("key", "KMS_KEY")).chain((0..n).map(bucket)).collect();
        let edges: Vec<Value> = (0..n).map(edge).collect();
        let findings: Vec<Value> = findings.iter().map(finding).collect();
        dataset_of(&json!({"assets": assets, "edges": edges, "findings": findings}))
    }

    #[test]
    fn counting_stops_where_the_factor_does() {
        assert_eq!(blast_factor(ENOUGH_DEPENDENTS), 2.0);
        assert!(blast_factor(ENOUGH_DEPENDENTS - 1) < 2.0);
        for n in [0, 9, 98, 99, 100, 150] {
            let report = rank(&estate(n, &[("HIGH", None)]), 1, None);
            let row = &report.rows[0];
            assert_eq!(row.transitive_dependents, n);
            assert_eq!(row.score, round2(7.5 * blast_factor(n)), "{n} dependents");
        }
    }

    #[test]
    fn only_findings_over_the_threshold_count() {
        let findings =
            [("LOW", None), ("HIGH", Some(5.5)), ("CRITICAL", Some(0.0)), ("HIGH", None)];
        let dataset = estate(0, &findings);
        let row = |least| rank(&dataset, 1, least).rows.pop();
        let all = row(None).expect("a row");
        assert_eq!((all.open_findings, all.max_finding_risk), (4, 7.5));
        assert_eq!(all.top_findings, [3, 1, 2]);
        assert_eq!(all.score, round2(7.5 * 1.15));
        let high = row(Some(Severity::High)).expect("a row");
        assert_eq!((high.open_findings, high.top_findings), (3, vec![3, 1, 2]));
        let critical = row(Some(Severity::Critical)).expect("a row");
        assert_eq!((critical.open_findings, critical.score), (1, 4.8));
        assert_eq!(rank(&estate(2, &[]), 1, None), TopRisks { rows: Vec::new(), n_candidates: 0 });
    }
}
