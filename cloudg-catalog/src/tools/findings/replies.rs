//! Answers of the findings tools.

use std::collections::BTreeSet;

use cloudg_runtime::{Labelled, number, open_object};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value};

use crate::{
    analysis::{
        finding_detail,
        findings_summary::FindingsSummary,
        reachability_findings::Candidates,
        suppression::Outcome,
        top_risks::{RiskRow, TopRisks},
    },
    dataset::Dataset,
    model::{ComplianceRecord, Timestamp},
    text::round::round_to_digits,
    tools::{
        briefs::{AssetBrief, FindingBrief},
        dataset_views::{Counts, SkippedReply},
        paging::{Bounded, Page},
    },
    workspace::{ReportPath, Reports, Stored},
};

/// A page of findings.
#[derive(Serialize)]
pub(super) struct ListFindingsReply {
    pub dataset: String,
    #[serde(flatten)]
    pub page: Page,
    pub severity_breakdown: Counts,
    pub items: Vec<Map<String, Value>>,
}

/// What [`ListFindingsReply`] looks like, for clients.
#[derive(JsonSchema)]
#[schemars(transform = open_object)]
#[expect(dead_code, reason = "only its schema is used")]
pub(super) struct ListFindingsOutput {
    dataset: String,
    total: usize,
    offset: usize,
    returned: usize,
    next_cursor: Option<String>,
    truncated: bool,
    severity_breakdown: Counts,
    items: Vec<FindingBrief>,
}

/// One finding in full.
#[derive(Serialize)]
pub(super) struct GetFindingReply {
    #[serde(flatten)]
    brief: FindingBrief,
    description: String,
    evidence: Option<String>,
    remediation: Option<String>,
    source_finding_id: Option<String>,
    controls: Vec<ControlEntry>,
    #[serde(skip_serializing_if = "Option::is_none")]
    suppression_reason: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    asset: Option<AssetBrief>,
}

impl GetFindingReply {
    pub(super) fn new(dataset: &Dataset, finding: usize) -> Self {
        let (findings, set) = (dataset.findings(), dataset.finding_set());
        let owned = |text: Option<&str>| text.map(str::to_owned);
        let reason = || set.reasons.get(findings.id(finding)).cloned().unwrap_or_default();
        let controls = finding_detail::controls(dataset, finding);
        let asset = dataset.finding_map().asset(finding);
        Self {
            brief: FindingBrief::new(dataset, finding),
            description: findings.description(finding).to_owned(),
            evidence: owned(findings.evidence(finding)),
            remediation: owned(findings.remediation(finding)),
            source_finding_id: owned(findings.source_finding_id(finding)),
            controls: controls.into_iter().map(ControlEntry::from).collect(),
            suppression_reason: (!set.is_open(finding)).then(reason),
            asset: asset.map(|asset| AssetBrief::new(dataset, asset)),
        }
    }
}

/// A control that lists a finding.
#[derive(Serialize)]
struct ControlEntry {
    framework: String,
    control_id: String,
    control_title: Option<String>,
    status: &'static str,
}

impl From<&ComplianceRecord> for ControlEntry {
    fn from(result: &ComplianceRecord) -> Self {
        Self {
            framework: result.framework.clone(),
            control_id: result.control_id.clone(),
            control_title: result.control_title.clone(),
            status: result.status.as_str(),
        }
    }
}

/// Findings by group.
#[derive(Serialize)]
pub(super) struct FindingsSummaryReply {
    dataset: String,
    group_by: super::args::GroupBy,
    total: usize,
    suppressed: usize,
    groups: Map<String, Value>,
    truncated: bool,
}

impl FindingsSummaryReply {
    pub(super) fn new(
        dataset: &Dataset,
        group_by: super::args::GroupBy,
        report: FindingsSummary,
    ) -> Self {
        let groups = report.groups.into_iter().map(|group| {
            let total = std::iter::once(("total".to_owned(), group.total.into()));
            let severities = group.severities.into_iter();
            let severities = severities.map(|(s, count)| (s.as_str().to_owned(), count.into()));
            (group.key, Value::Object(total.chain(severities).collect()))
        });
        Self {
            dataset: dataset.name().to_owned(),
            group_by,
            total: report.total,
            suppressed: report.suppressed,
            groups: groups.collect(),
            truncated: report.is_truncated,
        }
    }
}

/// The findings about one asset.
#[derive(Serialize)]
pub(super) struct AssetFindingsReply {
    dataset: String,
    asset: AssetBrief,
    #[serde(flatten)]
    bounds: Bounded,
    items: Vec<FindingBrief>,
}

/// What [`AssetFindingsReply`] looks like, for clients. It has the members of every list of
/// findings, those of pages too, so that one reader does for all.
#[derive(JsonSchema)]
#[schemars(transform = open_object)]
#[expect(dead_code, reason = "only its schema is used")]
pub(super) struct AssetFindingsOutput {
    dataset: String,
    asset: AssetBrief,
    total: usize,
    offset: usize,
    returned: usize,
    next_cursor: Option<String>,
    truncated: bool,
    items: Vec<FindingBrief>,
}

impl AssetFindingsReply {
    pub(super) fn new(dataset: &Dataset, asset: usize, findings: &[usize], limit: usize) -> Self {
        let shown = findings.iter().take(limit);
        Self {
            dataset: dataset.name().to_owned(),
            asset: AssetBrief::new(dataset, asset),
            bounds: Bounded::new(findings.len(), limit),
            items: shown.map(|&finding| FindingBrief::new(dataset, finding)).collect(),
        }
    }
}

#[derive(Serialize, Labelled)]
pub(super) struct SuppressedReply {
    #[label(detect)]
    dataset: String,
    #[label(detect)]
    suppressed: Vec<String>,
    #[label(detect)]
    already_suppressed: Vec<String>,
    #[label(detect)]
    not_found: Vec<String>,
}

impl SuppressedReply {
    pub(super) fn new(dataset: String, outcome: Outcome) -> Self {
        let Outcome { changed, unchanged, not_found } = outcome;
        Self { dataset, suppressed: changed, already_suppressed: unchanged, not_found }
    }
}

#[derive(Serialize, Labelled)]
pub(super) struct UnsuppressedReply {
    #[label(detect)]
    dataset: String,
    #[label(detect)]
    unsuppressed: Vec<String>,
    #[label(detect)]
    not_suppressed: Vec<String>,
    #[label(detect)]
    not_found: Vec<String>,
}

impl UnsuppressedReply {
    pub(super) fn new(dataset: String, outcome: Outcome) -> Self {
        let Outcome { changed, unchanged, not_found } = outcome;
        Self { dataset, unsuppressed: changed, not_suppressed: unchanged, not_found }
    }
}

/// The riskiest assets.
#[derive(Serialize, JsonSchema)]
#[schemars(transform = open_object)]
pub(super) struct TopRisksReply {
    dataset: String,
    items: Vec<RiskEntry>,
    total_candidates: usize,
    formula: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(skip)]
    hint: Option<&'static str>,
}

impl TopRisksReply {
    pub(super) fn new(dataset: &Dataset, report: TopRisks) -> Self {
        let entry = |row| RiskEntry::new(dataset, row);
        Self {
            dataset: dataset.name().to_owned(),
            items: report.rows.into_iter().map(entry).collect(),
            total_candidates: report.n_candidates,
            formula: "max_risk * exposure * blast * volume",
            hint: (report.n_candidates == 0).then_some(
                "No asset has an open finding as bad as this. Findings about resources that are no \
                 asset of the dataset are in list_findings.",
            ),
        }
    }
}

/// An asset and why it is at risk.
#[derive(Serialize, JsonSchema)]
struct RiskEntry {
    asset: AssetBrief,
    #[schemars(with = "f64")]
    score: Value,
    components: RiskComponents,
    top_findings: Vec<FindingBrief>,
}

#[derive(Serialize, JsonSchema)]
struct RiskComponents {
    #[schemars(with = "f64")]
    max_finding_risk: Value,
    #[schemars(with = "f64")]
    exposure_factor: Value,
    internet_reachable: bool,
    transitive_dependents: usize,
    #[schemars(with = "f64")]
    blast_factor: Value,
    open_findings: usize,
    #[schemars(with = "f64")]
    volume_factor: Value,
}

impl RiskEntry {
    fn new(dataset: &Dataset, row: RiskRow) -> Self {
        let brief = |finding| FindingBrief::new(dataset, finding);
        Self {
            asset: AssetBrief::new(dataset, row.asset),
            score: number::float_value(row.score),
            components: RiskComponents {
                max_finding_risk: number::float_value(row.max_finding_risk),
                exposure_factor: number::float_value(row.exposure_factor),
                internet_reachable: row.internet_reachable,
                transitive_dependents: row.transitive_dependents,
                blast_factor: number::float_value(round_to_digits(row.blast_factor, 3)),
                open_findings: row.open_findings,
                volume_factor: number::float_value(round_to_digits(row.volume_factor, 3)),
            },
            top_findings: row.top_findings.into_iter().map(brief).collect(),
        }
    }
}

/// What became of reports.
#[derive(Serialize)]
pub(super) struct IngestReply {
    dataset: String,
    parsed: usize,
    per_path: Vec<ReadEntry>,
    errors: Vec<UnreadEntry>,
    findings_before: usize,
    findings_after: usize,
    matched_to_assets: usize,
    normalised: bool,
    active: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    skipped: Option<SkippedReply>,
}

#[derive(Serialize)]
struct ReadEntry {
    tool: String,
    path: String,
    findings: usize,
}

#[derive(Serialize)]
struct UnreadEntry {
    tool: String,
    path: String,
    error: String,
}

impl IngestReply {
    /// `paths` are the reports that were read, each with its scanner as the caller names it.
    pub(super) fn new(
        paths: &[(&str, ReportPath<'_>)],
        reports: &Reports,
        stored: Stored,
        normalised: bool,
        active: Option<String>,
    ) -> Self {
        let (mut per_path, mut errors) = (Vec::new(), Vec::new());
        for (number, ((tool, report), outcome)) in paths.iter().zip(&reports.outcomes).enumerate() {
            let (tool, path) = ((*tool).to_owned(), report.path.to_owned());
            match outcome {
                Ok(findings) => per_path.push(ReadEntry { tool, path, findings: *findings }),
                Err(error) => errors.push(UnreadEntry { tool, path, error: error.clone() }),
            }
            let spoilt = reports.spoilt.iter().filter(|(of, _, _)| *of == number);
            errors.extend(spoilt.map(|(_, file, reason)| UnreadEntry {
                tool: paths[number].0.to_owned(),
                path: file.clone(),
                error: reason.clone(),
            }));
        }
        Self {
            dataset: stored.dataset,
            parsed: reports.findings.len(),
            per_path,
            errors,
            findings_before: stored.before,
            findings_after: stored.after,
            matched_to_assets: stored.matched,
            normalised,
            active,
            skipped: SkippedReply::new(&reports.left_out),
        }
    }
}

/// What normalising changed.
#[derive(Serialize)]
pub(super) struct NormalisedReply {
    dataset: String,
    findings_before: usize,
    findings_after: usize,
    compliance_results_before: usize,
    compliance_results_after: usize,
    frameworks: BTreeSet<String>,
}

impl NormalisedReply {
    pub(super) fn new(before: &Dataset, after: &Dataset) -> Self {
        let results = after.finding_set().compliance.iter();
        Self {
            dataset: after.name().to_owned(),
            findings_before: before.findings().len(),
            findings_after: after.findings().len(),
            compliance_results_before: before.finding_set().compliance.len(),
            compliance_results_after: after.finding_set().compliance.len(),
            frameworks: results.map(|result| result.framework.clone()).collect(),
        }
    }
}

/// Findings that could be added, or were.
#[derive(Serialize)]
pub(super) struct ReachabilityReply {
    dataset: String,
    generated: usize,
    new: usize,
    added: usize,
    #[serde(flatten)]
    bounds: Bounded,
    items: Vec<FindingBrief>,
}

impl ReachabilityReply {
    /// Of a dataset before anything was added to it.
    pub(super) fn new(dataset: &Dataset, now: Timestamp, added: usize, limit: usize) -> Self {
        let candidates = Candidates::of(dataset);
        let new = candidates.unknown(dataset);
        let brief =
            |&place: &usize| FindingBrief::preview(dataset, candidates.record(dataset, place, now));
        Self {
            dataset: dataset.name().to_owned(),
            generated: candidates.len(),
            new: new.len(),
            added,
            bounds: Bounded::new(new.len(), limit),
            items: new.iter().take(limit).map(brief).collect(),
        }
    }
}
