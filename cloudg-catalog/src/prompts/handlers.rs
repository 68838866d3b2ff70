//! The prompts, in listing order.

use cloudg_runtime::{PromptResult, State, ToolContext, ToolError, prompt};
use serde_json::{Value, json};

use super::{
    briefing::{Briefing, Subject, no_data, to_members, to_value},
    contexts,
};
use crate::{
    analysis::diff,
    dataset::{Dataset, View},
    model::Severity,
    resources::{
        assets::{self, NodeReply},
        completers,
        compliance::FrameworkReply,
        findings::FindingReply,
    },
    text::{enum_arg, uri},
    tools::{
        errors::{find_asset, find_finding},
        workspace::diff_reply::DiffReply,
    },
    workspace::Workspace,
};

/// Items in each section of the differences.
const MAX_CHANGES: usize = 25;
/// What is planned when nobody says.
const SOME_CHANGE: &str = "Not described: consider modification, replacement and removal.";

/// Grade the security of an estate, with the main risks and what to do about them.
#[prompt(
    title = "Security posture review",
    category = "prompts",
    tags = ["workflow"],
    sensitivity = confidential,
    complete(dataset = completers::datasets),
)]
fn security_posture_review(
    ctx: &ToolContext,
    workspace: State<Workspace>,
    /// Dataset to review; the active one by default.
    dataset: Option<String>,
) -> Result<PromptResult, ToolError> {
    let Subject::Dataset { dataset, .. } = Subject::find(&workspace, dataset)? else {
        return Ok(no_data(ctx));
    };
    let (task, context) =
        (include_str!("tasks/security_posture_review.md"), contexts::posture(&dataset, 5)?);
    Ok(Briefing::new(ctx, task, context).embed_summary(&dataset)?.finish())
}

/// Summarise an estate on one page for leaders who are not engineers.
#[prompt(
    title = "Executive summary",
    category = "prompts",
    tags = ["workflow"],
    sensitivity = internal,
    complete(dataset = completers::datasets),
)]
fn executive_summary(
    ctx: &ToolContext,
    workspace: State<Workspace>,
    /// Dataset to summarise; the active one by default.
    dataset: Option<String>,
) -> Result<PromptResult, ToolError> {
    let Subject::Dataset { dataset, .. } = Subject::find(&workspace, dataset)? else {
        return Ok(no_data(ctx));
    };
    let task = include_str!("tasks/executive_summary.md");
    let briefing = Briefing::new(ctx, task, contexts::headlines(&dataset)?);
    Ok(briefing.embed_summary(&dataset)?.finish())
}

/// Report what the internet reaches, by which routes, and how to close them.
#[prompt(
    title = "Attack surface report",
    category = "prompts",
    tags = ["workflow"],
    sensitivity = confidential,
    complete(dataset = completers::datasets),
)]
fn attack_surface_report(
    ctx: &ToolContext,
    workspace: State<Workspace>,
    /// Dataset to report on; the active one by default.
    dataset: Option<String>,
) -> Result<PromptResult, ToolError> {
    let Subject::Dataset { dataset, .. } = Subject::find(&workspace, dataset)? else {
        return Ok(no_data(ctx));
    };
    let task = include_str!("tasks/attack_surface_report.md");
    let briefing = Briefing::new(ctx, task, contexts::exposure(&dataset)?);
    Ok(briefing.embed_summary(&dataset)?.finish())
}

/// Find out what one asset is, who can reach it, and what it puts at risk.
#[prompt(
    title = "Investigate asset",
    category = "prompts",
    tags = ["workflow"],
    sensitivity = confidential,
    complete(ref = completers::assets_chosen, dataset = completers::datasets),
)]
fn investigate_asset(
    ctx: &ToolContext,
    workspace: State<Workspace>,
    /// The asset: its id, ARN, last part of one, or unique name; or another node of the graph, such
    /// as `0.0.0.0/0`.
    r#ref: String,
    /// Dataset that holds it; the active one by default.
    dataset: Option<String>,
) -> Result<PromptResult, ToolError> {
    let Subject::Dataset { dataset, is_active } = Subject::find(&workspace, dataset)? else {
        return Ok(no_data(ctx));
    };
    let task = include_str!("tasks/investigate_asset.md");
    let node = assets::find_node(&dataset, &r#ref)?;
    let detail = to_members(&NodeReply::new(&dataset, node))?;
    if is_active {
        let uri = uri::asset_uri(dataset.graph(&[View::Graph]).id(node));
        let briefing = Briefing::new(ctx, task, contexts::named(&dataset));
        return Ok(briefing.embed(uri, Value::Object(detail)).finish());
    }
    let context = contexts::named(&dataset).into_iter().chain(detail).collect();
    Ok(Briefing::new(ctx, task, context).finish())
}

/// Assess what is lost if one asset is taken over, and what if it is gone.
#[prompt(
    title = "Blast radius assessment",
    category = "prompts",
    tags = ["workflow"],
    sensitivity = confidential,
    complete(ref = completers::assets_chosen, dataset = completers::datasets),
)]
fn blast_radius_assessment(
    ctx: &ToolContext,
    workspace: State<Workspace>,
    /// The asset: its id, ARN, last part of one, or unique name.
    r#ref: String,
    /// Dataset that holds it; the active one by default.
    dataset: Option<String>,
) -> Result<PromptResult, ToolError> {
    let Subject::Dataset { dataset, is_active } = Subject::find(&workspace, dataset)? else {
        return Ok(no_data(ctx));
    };
    let asset = find_asset(&dataset, &r#ref)?;
    let task = include_str!("tasks/blast_radius_assessment.md");
    let briefing = Briefing::new(ctx, task, contexts::blast_radius(&dataset, asset)?);
    Ok(with_asset(briefing, &dataset, asset, is_active)?.finish())
}

/// Judge a planned change of one asset before it is made.
#[prompt(
    title = "Change impact analysis",
    category = "prompts",
    tags = ["workflow"],
    sensitivity = confidential,
    complete(ref = completers::assets_chosen, dataset = completers::datasets),
)]
fn change_impact_analysis(
    ctx: &ToolContext,
    workspace: State<Workspace>,
    /// The asset: its id, ARN, last part of one, or unique name.
    r#ref: String,
    /// What is planned, in your own words.
    change: Option<String>,
    /// Dataset that holds it; the active one by default.
    dataset: Option<String>,
) -> Result<PromptResult, ToolError> {
    let Subject::Dataset { dataset, is_active } = Subject::find(&workspace, dataset)? else {
        return Ok(no_data(ctx));
    };
    let asset = find_asset(&dataset, &r#ref)?;
    let planned = change.unwrap_or_else(|| SOME_CHANGE.to_owned());
    let task = include_str!("tasks/change_impact_analysis.md");
    let briefing = Briefing::new(ctx, task, contexts::change(&dataset, asset, planned)?);
    Ok(with_asset(briefing, &dataset, asset, is_active)?.finish())
}

/// Adds the asset where its address leads to this dataset; the context has its brief anyway.
fn with_asset(
    briefing: Briefing,
    dataset: &Dataset,
    asset: usize,
    is_active: bool,
) -> Result<Briefing, ToolError> {
    if !is_active {
        return Ok(briefing);
    }
    let node = dataset.inventory().graph().nodes().of_asset(asset);
    let detail = to_value(&NodeReply::new(dataset, node))?;
    Ok(briefing.embed(uri::asset_uri(dataset.assets().id(asset)), detail))
}

/// Review which accounts trust which, and what to tighten.
#[prompt(
    title = "Cross-account trust review",
    category = "prompts",
    tags = ["workflow"],
    sensitivity = confidential,
    complete(dataset = completers::datasets),
)]
fn cross_account_trust_review(
    ctx: &ToolContext,
    workspace: State<Workspace>,
    /// Dataset to review; the active one by default.
    dataset: Option<String>,
) -> Result<PromptResult, ToolError> {
    let Subject::Dataset { dataset, .. } = Subject::find(&workspace, dataset)? else {
        return Ok(no_data(ctx));
    };
    let task = include_str!("tasks/cross_account_trust_review.md");
    let briefing = Briefing::new(ctx, task, contexts::crossings(&dataset));
    Ok(briefing.embed_summary(&dataset)?.finish())
}

/// Find out what is missing for one compliance framework, and plan the work.
#[prompt(
    title = "Compliance gap analysis",
    category = "prompts",
    tags = ["workflow"],
    sensitivity = confidential,
    complete(framework = completers::frameworks_chosen, dataset = completers::datasets),
)]
fn compliance_gap_analysis(
    ctx: &ToolContext,
    workspace: State<Workspace>,
    /// Framework by name, or by a part of one that several share.
    framework: String,
    /// Dataset to analyse; the active one by default.
    dataset: Option<String>,
) -> Result<PromptResult, ToolError> {
    let Subject::Dataset { dataset, is_active } = Subject::find(&workspace, dataset)? else {
        return Ok(no_data(ctx));
    };
    let task = include_str!("tasks/compliance_gap_analysis.md");
    let named = ("framework", Value::from(framework.as_str()));
    let Some(reply) = FrameworkReply::new(&dataset, &framework) else {
        let context = contexts::with(&dataset, [named, ("posture", json!([]))]);
        return Ok(Briefing::new(ctx, task, context).finish());
    };
    if is_active {
        let briefing = Briefing::new(ctx, task, contexts::with(&dataset, [named]));
        let uri = uri::compliance_uri(&framework);
        return Ok(briefing.embed(uri, to_value(&reply)?).finish());
    }
    let mut context = to_members(&reply)?;
    context.insert(named.0.to_owned(), named.1);
    Ok(Briefing::new(ctx, task, context).finish())
}

/// Plan the remediation of all findings of a severity and above, in phases.
#[prompt(
    title = "Remediation plan",
    category = "prompts",
    tags = ["workflow"],
    sensitivity = confidential,
    complete(severity = completers::severities, dataset = completers::datasets),
)]
fn remediation_plan(
    ctx: &ToolContext,
    workspace: State<Workspace>,
    /// Least severity to plan for; `HIGH` by default.
    severity: Option<String>,
    /// Dataset to plan for; the active one by default.
    dataset: Option<String>,
) -> Result<PromptResult, ToolError> {
    let least = match &severity {
        None => Severity::High,
        Some(severity) => enum_arg::severity(severity)?,
    };
    let Subject::Dataset { dataset, .. } = Subject::find(&workspace, dataset)? else {
        return Ok(no_data(ctx));
    };
    let risks = contexts::top_risks(&dataset, 10, Some(least))?;
    let members = [("min_severity", least.as_str().into()), ("top_risks", risks)];
    let task = include_str!("tasks/remediation_plan.md").replace("{severity}", least.as_str());
    let briefing = Briefing::new(ctx, &task, contexts::with(&dataset, members));
    Ok(briefing.embed_summary(&dataset)?.finish())
}

/// Decide how urgent one finding is, and what to do in the next hour.
#[prompt(
    title = "Incident triage",
    category = "prompts",
    tags = ["workflow"],
    sensitivity = confidential,
    complete(finding_id = completers::findings_chosen, dataset = completers::datasets),
)]
fn incident_triage(
    ctx: &ToolContext,
    workspace: State<Workspace>,
    /// Id of the finding.
    finding_id: String,
    /// Dataset that holds it; the active one by default.
    dataset: Option<String>,
) -> Result<PromptResult, ToolError> {
    let Subject::Dataset { dataset, is_active } = Subject::find(&workspace, dataset)? else {
        return Ok(no_data(ctx));
    };
    let finding = find_finding(&dataset, &finding_id)?;
    let findings = dataset.findings();
    let severity = findings.severity(finding).as_str();
    let task = include_str!("tasks/incident_triage.md").replace("{severity}", severity);
    let context = contexts::with(&dataset, [("target_ref", target(&dataset, finding).into())]);
    let detail = to_members(&FindingReply::new(&dataset, finding))?;
    if is_active {
        let uri = uri::finding_uri(findings.id(finding));
        let briefing = Briefing::new(ctx, &task, context);
        return Ok(briefing.embed(uri, Value::Object(detail)).finish());
    }
    let context = detail.into_iter().chain(context).collect();
    Ok(Briefing::new(ctx, &task, context).finish())
}

/// The asset that a finding is about, else the resource as its scanner names it.
fn target(dataset: &Dataset, finding: usize) -> &str {
    let (assets, findings) = (dataset.assets(), dataset.findings());
    let arn = findings.resource_arn(finding).filter(|arn| !arn.is_empty());
    match dataset.finding_map().asset(finding) {
        Some(asset) => assets.id(asset),
        None => arn.unwrap_or_else(|| findings.resource_id(finding)),
    }
}

/// Tell drift from intended change between two datasets.
#[prompt(
    title = "Drift review",
    category = "prompts",
    tags = ["workflow"],
    sensitivity = confidential,
    complete(base = completers::datasets, target = completers::datasets),
)]
fn drift_review(
    ctx: &ToolContext,
    workspace: State<Workspace>,
    /// Dataset as it was before.
    base: String,
    /// Dataset as it is after; the active one by default.
    target: Option<String>,
) -> Result<PromptResult, ToolError> {
    let base = workspace.dataset(&base)?;
    let target = workspace.dataset(&target.unwrap_or_default())?;
    let changes = DiffReply::new(&base, &target, &diff::diff(&base, &target), MAX_CHANGES);
    let task = include_str!("tasks/drift_review.md");
    Ok(Briefing::new(ctx, task, to_members(&changes)?).finish())
}
