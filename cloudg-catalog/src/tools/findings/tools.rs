//! The findings tools, in listing order.

use std::collections::BTreeSet;

use cloudg_runtime::{ResourceLink, State, ToolContext, ToolError, tool};
use serde_json::json;

use super::{
    args::{GroupBy, IngestReportsArgs, ListFindingsArgs},
    replies::{
        AssetFindingsOutput, AssetFindingsReply, FindingsSummaryReply, GetFindingReply,
        IngestReply, ListFindingsOutput, ListFindingsReply, NormalisedReply, ReachabilityReply,
        SuppressedReply, TopRisksReply, UnsuppressedReply,
    },
};
use crate::{
    analysis::{finding_search, findings_summary, reachability_findings, suppression, top_risks},
    dataset::{Dataset, View},
    load::{Progress, normalise},
    model::{Severity, Timestamp},
    text::{enum_arg, uri},
    tools::{
        args::{self, DatasetArg},
        briefs::FindingBrief,
        dataset_views::Counts,
        errors::{find_asset, find_finding},
        paging::Paging,
        progress::reporting,
    },
    workspace::{Destination, ReportPath, Workspace},
};

/// Fewest characters of a reason.
const MIN_REASON: usize = 3;

/// Search the security findings of all scanners. Combine filters (all must hold), sort, and page
/// with `next_cursor`; `severity_breakdown` counts all matches, not just this page. Suppressed
/// findings are left out unless asked for. Pass an id on to `get_finding` for evidence and
/// remediation; for counts alone `findings_summary` is cheaper, and `top_risks` says what to fix
/// first.
#[tool(
    title = "List findings",
    category = "findings",
    tags = ["start-here"],
    sensitivity = confidential,
    output = ListFindingsOutput
)]
fn list_findings(
    _ctx: &ToolContext,
    workspace: State<Workspace>,
    #[args] args: ListFindingsArgs,
) -> Result<ListFindingsReply, ToolError> {
    let dataset = workspace.dataset(&args.dataset.dataset)?;
    let projection = args.projection()?;
    let filter = args.resolve(&dataset)?;
    let paging = Paging::new(&dataset, args.query(), &args.paging.cursor)?;
    let found = finding_search::matching(&dataset, &filter);
    let page = paging.page(found.count_ones(..), args.paging.limit).or_hint(
        "No finding fits. findings_summary counts them by scanner, framework, type and account, \
         which shows the words to filter by; suppressed ones are listed with include_suppressed.",
    );
    let key = args.sort_by.key();
    let severities = finding_search::severities(&dataset, &found, key);
    let findings = finding_search::page(&dataset, &found, key, page.range());
    let item = |finding| projection.apply(FindingBrief::new(&dataset, finding).into());
    Ok(ListFindingsReply {
        dataset: dataset.name().to_owned(),
        page,
        severity_breakdown: Counts::of(&severities, Severity::as_str),
        items: findings.into_iter().map(item).collect(),
    })
}

/// Everything about one finding: description, evidence, how to fix it, the compliance controls it
/// fails, the asset it is about, and why it was accepted if it is suppressed. Continue with
/// `get_asset`, or `suppress_findings` once somebody has decided to live with it.
#[tool(title = "Get finding", category = "findings", sensitivity = confidential)]
fn get_finding(
    ctx: &ToolContext,
    workspace: State<Workspace>,
    /// Id of the finding; the identifier that its scanner gave it works where only one has it.
    #[arg(length = 1..)]
    finding_id: String,
    #[args] which: DatasetArg,
) -> Result<GetFindingReply, ToolError> {
    let dataset = workspace.dataset(&which.dataset)?;
    let finding = find_finding(&dataset, &finding_id)?;
    link_finding(ctx, &dataset, finding);
    Ok(GetFindingReply::new(&dataset, finding))
}

/// Links the asset of a finding and the finding itself.
fn link_finding(ctx: &ToolContext, dataset: &Dataset, finding: usize) {
    let (assets, findings) = (dataset.assets(), dataset.findings());
    if let Some(asset) = dataset.finding_map().asset(finding) {
        let link = ResourceLink::new(uri::asset_uri(assets.id(asset)), assets.name(asset));
        ctx.link(link.with_title("Affected asset"));
    }
    ctx.link(ResourceLink::new(uri::finding_uri(findings.id(finding)), findings.title(finding)));
}

/// Count findings by severity, scanner, compliance framework, or by type, account or name of the
/// asset, each group with its severities. Suppressed findings are counted apart and left out of the
/// groups unless asked for. A good start before `list_findings`; returns numbers only.
#[tool(title = "Findings summary", category = "findings", sensitivity = internal)]
fn findings_summary(
    _ctx: &ToolContext,
    workspace: State<Workspace>,
    /// What to group by. Findings about no known asset are `unmapped`, assets without an account
    /// `unknown`, findings without a framework `(none)`; one with several counts in each.
    #[arg(default)]
    group_by: GroupBy,
    /// Count suppressed findings as well.
    #[arg(default)]
    include_suppressed: bool,
    /// Groups to return, largest first; severities worst first.
    #[arg(default = 25, range = 1..=200)]
    top: u32,
    #[args] which: DatasetArg,
) -> Result<FindingsSummaryReply, ToolError> {
    let dataset = workspace.dataset(&which.dataset)?;
    let (dimension, top) = (group_by.dimension(), top as usize);
    let report = findings_summary::summarise(&dataset, dimension, include_suppressed, top);
    Ok(FindingsSummaryReply::new(&dataset, group_by, report))
}

/// The findings about one asset, riskiest first, with the asset itself. Suppressed ones are hidden
/// unless asked for. Use it after `find_assets` or `get_asset`; `get_finding` has the details of
/// each.
#[tool(
    title = "Findings for asset",
    category = "findings",
    sensitivity = confidential,
    output = AssetFindingsOutput
)]
fn findings_for_asset(
    _ctx: &ToolContext,
    workspace: State<Workspace>,
    /// The asset: its id, ARN or cloud resource id, the last part of one, or a unique name.
    #[arg(length = 1.., name = "ref")]
    reference: String,
    /// List suppressed findings as well.
    #[arg(default)]
    include_suppressed: bool,
    /// Findings to list; the total is always given.
    #[arg(default = 50, range = 1..=500)]
    limit: u32,
    #[args] which: DatasetArg,
) -> Result<AssetFindingsReply, ToolError> {
    let dataset = workspace.dataset(&which.dataset)?;
    let asset = find_asset(&dataset, &reference)?;
    let findings = finding_search::of_asset(&dataset, asset, include_suppressed);
    Ok(AssetFindingsReply::new(&dataset, asset, &findings, limit as usize))
}

/// What to fix first: assets ranked by the risk of their open findings. The score multiplies the
/// riskiest finding (0 to 10), exposure (1.5 where the internet reaches the asset), blast radius (1
/// to 2, by how many assets depend on it) and volume (1 to 1.5, by how many findings); each item
/// shows these components and its worst findings. Go on with `get_finding` for remediation, or
/// `blast_radius` for what else is at stake. Suppressed findings do not count.
#[tool(
    title = "Top risks",
    category = "findings",
    sensitivity = confidential,
    output = TopRisksReply
)]
fn top_risks(
    _ctx: &ToolContext,
    workspace: State<Workspace>,
    /// Assets to return.
    #[arg(default = 10, range = 1..=100)]
    top: u32,
    /// Count findings at least this bad: `CRITICAL`, `HIGH`, `MEDIUM`, `LOW`, `INFO`.
    #[arg(default)]
    min_severity: String,
    #[args] which: DatasetArg,
) -> Result<TopRisksReply, ToolError> {
    let dataset = workspace.dataset(&which.dataset)?;
    let least = args::optional(&min_severity, enum_arg::severity)?;
    dataset.graph(&[View::Graph, View::DependencyGraph]);
    Ok(TopRisksReply::new(&dataset, top_risks::rank(&dataset, top as usize, least)))
}

/// Accept findings as a known risk: they no longer count as open, and the reason is on record. Only
/// memory changes: files stay as they are, and reloading brings the findings back. Take a snapshot first
/// to compare with `diff_datasets` later; `unsuppress_findings` undoes it.
#[tool(
    title = "Suppress findings",
    category = "findings",
    sensitivity = confidential,
    capabilities = [read_state, write_state],
    idempotent = true
)]
fn suppress_findings(
    _ctx: &ToolContext,
    workspace: State<Workspace>,
    /// Ids of the findings, exactly.
    #[arg(length = 1..=500)]
    finding_ids: Vec<String>,
    /// Why they are accepted; blanks around it do not count.
    #[arg(length = 3..=500)]
    reason: String,
    #[args] which: DatasetArg,
) -> Result<SuppressedReply, ToolError> {
    let reason = trimmed_reason(&reason)?;
    workspace.mutate(&which.dataset, |dataset| {
        let (next, outcome) = suppression::suppress(dataset, &finding_ids, reason);
        Ok((next, SuppressedReply::new(dataset.name().to_owned(), outcome)))
    })
}

/// The reason without the blanks around it, which must still be one.
fn trimmed_reason(reason: &str) -> Result<&str, ToolError> {
    let reason = reason.trim();
    if reason.chars().count() >= MIN_REASON {
        return Ok(reason);
    }
    let message = format!("String should have at least {MIN_REASON} characters");
    Err(ToolError::invalid(format!("Invalid arguments: reason: {message}"))
        .with_data(json!([{"loc": "reason", "msg": message, "type": "string_too_short"}])))
}

/// Reopen suppressed findings. Only memory changes; the recorded reasons are dropped.
#[tool(
    title = "Unsuppress findings",
    category = "findings",
    sensitivity = confidential,
    capabilities = [read_state, write_state],
    idempotent = true
)]
fn unsuppress_findings(
    _ctx: &ToolContext,
    workspace: State<Workspace>,
    /// Ids of the findings, exactly.
    #[arg(length = 1..=500)]
    finding_ids: Vec<String>,
    #[args] which: DatasetArg,
) -> Result<UnsuppressedReply, ToolError> {
    workspace.mutate(&which.dataset, |dataset| {
        let (next, outcome) = suppression::unsuppress(dataset, &finding_ids);
        Ok((next, UnsuppressedReply::new(dataset.name().to_owned(), outcome)))
    })
}

/// Read scanner reports (Prowler, ScoutSuite, Checkov, Trivy) and join their findings to a dataset,
/// or start a new one. Findings that are known already, by check and resource, merge with what is
/// there and keep id and suppression. Paths that could not be read are listed in `errors`, the rest
/// counts. Only memory changes. Afterwards `findings_summary` and `compliance_summary` show the
/// whole; to load a report as a dataset of its own, `load_dataset` does as well.
#[tool(
    title = "Ingest scanner reports",
    category = "findings",
    sensitivity = confidential,
    capabilities = [read_fs, read_state, write_state],
    idempotent = false
)]
fn ingest_reports(
    ctx: &ToolContext,
    workspace: State<Workspace>,
    #[args] args: IngestReportsArgs,
) -> Result<IngestReply, ToolError> {
    let paths = args.paths()?;
    let options = args.options();
    let destination = match args.new_dataset {
        true => Destination::New(&options),
        false => Destination::Existing(&args.dataset),
    };
    workspace.check_destination(destination)?;
    let (progress, only) = (Progress::default(), paths.iter().map(|(_, report)| *report));
    let only: Vec<ReportPath<'_>> = only.collect();
    let reports = reporting(ctx, &progress, || workspace.read_reports(&only, &progress))?;
    let stored = workspace.store_reports(&reports, destination, args.normalise)?;
    Ok(IngestReply::new(&paths, &reports, stored, args.normalise, workspace.active()))
}

/// Put the findings of a dataset in order: merge duplicates of one scanner and equivalent checks of
/// several, raise severities to their CVSS scores, tag compliance frameworks and derive results of
/// controls. Needed after ingesting without normalising, or for reports that came without tags;
/// doing it again changes nothing. Only memory changes. `compliance_summary` shows the outcome.
#[tool(
    title = "Normalise findings",
    category = "findings",
    sensitivity = internal,
    capabilities = [read_state, write_state],
    idempotent = true
)]
fn normalise_findings(
    _ctx: &ToolContext,
    workspace: State<Workspace>,
    #[args] which: DatasetArg,
) -> Result<NormalisedReply, ToolError> {
    workspace.mutate(&which.dataset, |dataset| {
        let (set, rulesets) = (dataset.finding_set(), workspace.rulesets());
        let set = normalise::renew(set, Vec::new(), &BTreeSet::new(), rulesets);
        let next = dataset.with_findings(set);
        let reply = NormalisedReply::new(dataset, &next);
        Ok((Some(next), reply))
    })
}

/// Findings that follow from the network itself: data stores and other assets that traffic from the
/// internet gets to, and rules that open sensitive ports to it. A preview, unless `add_to_dataset`
/// adds those that the dataset does not have yet, in memory only; ids stay the same. Afterwards
/// `list_findings` and `top_risks` count them; `internet_exposure` shows the ways in.
#[tool(
    title = "Reachability findings",
    category = "findings",
    sensitivity = confidential,
    capabilities = [read_state, write_state],
    idempotent = false
)]
fn reachability_findings(
    _ctx: &ToolContext,
    workspace: State<Workspace>,
    /// Add all new findings to the dataset, not only those listed.
    #[arg(default)]
    add_to_dataset: bool,
    /// New findings to list; the total is always given.
    #[arg(default = 50, range = 1..=500)]
    limit: u32,
    #[args] which: DatasetArg,
) -> Result<ReachabilityReply, ToolError> {
    let (now, limit) = (Timestamp::now_utc(), limit as usize);
    if !add_to_dataset {
        let dataset = workspace.dataset(&which.dataset)?;
        return Ok(ReachabilityReply::new(&dataset, now, 0, limit));
    }
    workspace.mutate(&which.dataset, |dataset| {
        let (next, added) = reachability_findings::add(dataset, now);
        Ok((next, ReachabilityReply::new(dataset, now, added, limit)))
    })
}
