//! `findings.json`: everything about findings, with the inventory they are about. Loads again.

use serde::Serialize;
use serde_json::{Value, json};

use super::{
    Scan,
    records::{Asset, Compliance, Edge, Finding},
};
use crate::{
    dataset::{Dataset, FindingSet},
    export::{d3::WholeD3, rows::Rows},
    model::Severity,
};

/// The document, written row by row.
pub(super) fn document<'a>(dataset: &'a Dataset, scan: &'a Scan) -> impl Serialize + 'a {
    let (assets, edges, set) = (dataset.assets(), dataset.edges(), dataset.finding_set());
    Document {
        metadata: Metadata {
            scan_id: &scan.id,
            provider: None,
            account_id: None,
            region: None,
            started_at: scan.started_at.to_file(),
            completed_at: None,
        },
        summary: summary(dataset),
        assets: Rows(move || (0..assets.len()).map(move |asset| Asset(assets, asset))),
        findings: Rows(move || (0..set.findings.len()).map(move |at| Finding(dataset, at))),
        compliance: Rows(move || set.compliance.iter().map(Compliance::from)),
        edges: Rows(move || (0..edges.len()).map(move |edge| Edge(edges, edge))),
        graph: WholeD3(dataset.inventory().graph()),
    }
}

#[derive(Serialize)]
struct Document<'a, A, F, C, E> {
    metadata: Metadata<'a>,
    summary: Value,
    assets: A,
    findings: F,
    compliance: C,
    edges: E,
    graph: WholeD3<'a>,
}

/// What a scan of one account would say; an export is about all that is loaded.
#[derive(Serialize)]
struct Metadata<'a> {
    scan_id: &'a str,
    provider: Option<&'a str>,
    account_id: Option<&'a str>,
    region: Option<&'a str>,
    started_at: String,
    completed_at: Option<String>,
}

fn summary(dataset: &Dataset) -> Value {
    let summary = dataset.summary();
    json!({
        "total_assets": summary.total_assets,
        "total_findings": summary.total_findings,
        "total_edges": summary.total_edges,
        "severity_breakdown": severities(dataset.finding_set(), |_| true),
        "compliance_frameworks": summary.compliance_frameworks,
    })
}

/// Findings of each severity that there is, worst first.
pub(super) fn severities(set: &FindingSet, is_counted: impl Fn(usize) -> bool) -> Value {
    let mut counts = [0_usize; 5];
    for finding in (0..set.findings.len()).filter(|&finding| is_counted(finding)) {
        counts[set.findings.severity(finding) as usize] += 1;
    }
    let present = Severity::WORST_FIRST.into_iter().filter(|&s| counts[s as usize] > 0);
    let entry =
        |severity: Severity| (severity.as_str().to_owned(), counts[severity as usize].into());
    Value::Object(present.map(entry).collect())
}
