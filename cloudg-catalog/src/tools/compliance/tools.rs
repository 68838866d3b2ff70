//! The compliance tools, in listing order.

use cloudg_runtime::{ResourceLink, State, ToolContext, ToolError, tool};
use serde_json::json;

use super::{
    args::{GapsArgs, ListControlsArgs, SourceArg},
    replies::{
        self, ComplianceSummaryReply, ControlStatusReply, ControlsReply, DefinitionEntry,
        FrameworksReply, GapEntry, GapsReply, SummaryEntry,
    },
};
use crate::{
    analysis::{
        compliance_gaps::Gaps,
        compliance_summary, control_list, control_status,
        frameworks::{self, FrameworkFilter},
    },
    compliance::Rulesets,
    dataset::Dataset,
    text::fold,
    tools::{
        args::DatasetArg,
        briefs::{AssetBrief, FindingBrief},
        paging::Paging,
    },
    workspace::Workspace,
};

/// Frameworks of a summary that are linked.
const MAX_LINKS: usize = 5;
/// Most control ids that an error names.
const MAX_KNOWN: usize = 10;

/// The compliance frameworks that this server can map findings to: name, versions, clouds, number of
/// controls and the rulesets they come from. Needs no dataset. Use a name, or a part of one, as
/// `framework` of the other compliance tools; `list_controls` with `source: "ruleset"` shows the
/// controls, `compliance_summary` which frameworks the loaded data touches.
#[tool(
    title = "List compliance frameworks",
    category = "compliance",
    sensitivity = public,
    capabilities = []
)]
fn list_frameworks(
    _ctx: &ToolContext,
    workspace: State<Workspace>,
    /// Cloud such as `aws`, `azure` or `gcp`, in any letter case: keeps the frameworks for it and
    /// those for no cloud in particular; empty for all.
    #[arg(default)]
    provider: String,
) -> FrameworksReply {
    let found = frameworks::list(workspace.rulesets(), &fold::lower(&provider));
    FrameworksReply { total: found.len(), items: found.into_iter().map(Into::into).collect() }
}

/// How the loaded data stands against each compliance framework: controls evaluated, failing and
/// passing, pass rate in percent, open findings by severity and assets affected; most open findings
/// first. Suppressed findings do not count. Go on with `list_controls` for one framework, or
/// `compliance_gaps` for the assets to mend.
#[tool(
    title = "Compliance summary",
    category = "compliance",
    sensitivity = internal,
    output = ComplianceSummaryReply
)]
fn compliance_summary(
    ctx: &ToolContext,
    workspace: State<Workspace>,
    /// Framework name or a part of it, in any letter case; empty for all frameworks.
    #[arg(default)]
    framework: String,
    #[args] which: DatasetArg,
) -> Result<ComplianceSummaryReply, ToolError> {
    let dataset = workspace.dataset(&which.dataset)?;
    let rows = compliance_summary::summarise(&dataset, &FrameworkFilter::new(&framework));
    let frameworks: Vec<SummaryEntry> = rows.iter().map(Into::into).collect();
    for entry in frameworks.iter().take(MAX_LINKS) {
        ctx.link(ResourceLink::new(&entry.uri, format!("{} compliance", entry.framework)));
    }
    let hint = frameworks.is_empty().then_some(
        "No control result and no tag of an open finding matches. Findings get their tags from \
         normalise_findings after reports were ingested; list_frameworks has the names.",
    );
    Ok(ComplianceSummaryReply { dataset: dataset.name().to_owned(), frameworks, hint })
}

/// The controls of a framework. From the dataset: each result with status, listed and open findings
/// and the worst open severity, worst first. From the rulesets: every control that the framework
/// defines, with its title and how many scanner checks test it, scanned or not. Pass a control on to
/// `control_status` for its findings and assets.
#[tool(title = "List controls", category = "compliance", sensitivity = internal)]
fn list_controls(
    _ctx: &ToolContext,
    workspace: State<Workspace>,
    #[args] args: ListControlsArgs,
) -> Result<ControlsReply, ToolError> {
    let filter = FrameworkFilter::new(&args.framework);
    if let SourceArg::Ruleset = args.source {
        return controls_of_rulesets(workspace.rulesets(), &filter, &args);
    }
    let dataset = workspace.dataset(&args.dataset.dataset)?;
    let paging = Paging::new(&dataset, args.query(), &args.cursor)?;
    let rows = control_list::list(&dataset, &filter, args.status.status());
    let page = paging.page(rows.len(), args.limit).or_hint(
        "No control fits. list_frameworks has the names of frameworks; results come with reports \
         and with normalise_findings, and source=ruleset lists controls without results.",
    );
    Ok(ControlsReply::Dataset {
        dataset: dataset.name().to_owned(),
        source: "dataset",
        items: rows[page.range()].iter().map(Into::into).collect(),
        page,
    })
}

fn controls_of_rulesets(
    rulesets: &Rulesets,
    filter: &FrameworkFilter,
    args: &ListControlsArgs,
) -> Result<ControlsReply, ToolError> {
    let controls = frameworks::controls(rulesets, filter)
        .ok_or_else(|| unknown_framework(rulesets, &args.framework))?;
    let page =
        Paging::without_dataset(args.query(), &args.cursor)?.page(controls.len(), args.limit);
    let chosen = rulesets.frameworks().iter().filter(|framework| filter.fits(&framework.name));
    let items = controls[page.range()].iter();
    Ok(ControlsReply::Ruleset {
        source: "ruleset",
        frameworks: chosen.map(|framework| framework.name.to_string()).collect(),
        items: items.map(|(framework, control)| DefinitionEntry::new(framework, control)).collect(),
        page,
    })
}

fn unknown_framework(rulesets: &Rulesets, asked: &str) -> ToolError {
    let known = frameworks::list(rulesets, "");
    let known: Vec<&str> = known.iter().map(|framework| framework.name.as_ref()).collect();
    let message = format!("No ruleset has a framework of that name. Known: {}", known.join(", "));
    ToolError::invalid(message).with_data(json!({"value": asked, "known": known}))
}

/// Where one control stands: PASS, FAIL, MANUAL, NOT_APPLICABLE, NOT_EVALUATED when nothing tested
/// it, or `PASS (all findings suppressed)`; with its definition, the results behind it, its open
/// findings and the assets they are about. `get_finding` has the remediation of a finding,
/// `suppress_findings` accepts it.
#[tool(title = "Control status", category = "compliance", sensitivity = confidential)]
fn control_status(
    _ctx: &ToolContext,
    workspace: State<Workspace>,
    /// Framework name or a part of it, in any letter case, such as `cis-aws`.
    #[arg(length = 1..)]
    framework: String,
    /// Control id such as `5.2`; a leading `CIS-` or the like may be left out. `list_controls`
    /// shows them.
    #[arg(length = 1..)]
    control_id: String,
    /// Findings, and assets, to list.
    #[arg(default = 25, range = 1..=200)]
    limit: u32,
    #[args] which: DatasetArg,
) -> Result<ControlStatusReply, ToolError> {
    let (dataset, rulesets) = (workspace.dataset(&which.dataset)?, workspace.rulesets());
    let filter = FrameworkFilter::new(&framework);
    let report = control_status::report(&dataset, rulesets, &filter, &control_id)
        .ok_or_else(|| unknown_control(&dataset, &filter, &framework, &control_id))?;
    let limit = limit as usize;
    let definition = report.definition.map(|at| rulesets.control(at));
    let findings = report.findings.iter().take(limit);
    let assets = report.assets.iter().take(limit);
    Ok(ControlStatusReply {
        dataset: dataset.name().to_owned(),
        framework,
        control_id,
        definition: definition.map(|(framework, control)| DefinitionEntry::new(framework, control)),
        status: replies::status(report.verdict),
        results: report.results.iter().map(|&result| result.into()).collect(),
        open_findings: report.findings.len(),
        findings: findings.map(|&finding| FindingBrief::new(&dataset, finding)).collect(),
        affected_assets: assets.map(|&asset| AssetBrief::new(&dataset, asset)).collect(),
        truncated: report.findings.len() > limit || report.assets.len() > limit,
    })
}

fn unknown_control(
    dataset: &Dataset,
    filter: &FrameworkFilter,
    framework: &str,
    control_id: &str,
) -> ToolError {
    let mut known = control_status::known_ids(dataset, filter);
    known.truncate(MAX_KNOWN);
    let next = match known.is_empty() {
        true => "list_controls(source='ruleset') shows what the rulesets define.".to_owned(),
        false => "See known in the error data for control ids of this dataset, or call \
                  list_controls."
            .to_owned(),
    };
    let message = format!("Neither the dataset nor a ruleset has such a control. {next}");
    let data = json!({"value": control_id, "framework": framework, "known": known});
    ToolError::invalid(message).with_data(data)
}

/// The assets that stand between the loaded estate and a framework: each with the frameworks it
/// violates, the controls it fails, and how many open findings cause that; worst severity first,
/// then exposed assets, then most findings. Findings on resources that the inventory lacks are
/// listed under the resource with `unmapped`. Suppressed findings do not count.
#[tool(title = "Compliance gaps", category = "compliance", sensitivity = confidential)]
fn compliance_gaps(
    _ctx: &ToolContext,
    workspace: State<Workspace>,
    #[args] args: GapsArgs,
) -> Result<GapsReply, ToolError> {
    let dataset = workspace.dataset(&args.dataset.dataset)?;
    let query = args.resolve()?;
    let paging = Paging::new(&dataset, args.query(), &args.cursor)?;
    let gaps = Gaps::find(&dataset, &query);
    let page = paging.page(gaps.len(), args.limit).or_hint(
        "No open finding counts against this. list_frameworks has the names of frameworks; findings \
         get theirs from reports and with normalise_findings.",
    );
    let rows = gaps.page(page.range()).into_iter();
    Ok(GapsReply {
        dataset: dataset.name().to_owned(),
        framework: Some(args.framework).filter(|framework| !framework.is_empty()),
        page,
        items: rows.map(|row| GapEntry::new(&dataset, row)).collect(),
    })
}
