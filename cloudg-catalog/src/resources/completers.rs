//! Values for the variables of templates and the arguments of prompts. Templates read the active
//! dataset, so their values come from it; a prompt may name another one.

use std::{collections::BTreeSet, sync::Arc};

use cloudg_runtime::{ArgumentMap, ToolContext, ToolError};

use super::{docs, graph};
use crate::{
    dataset::Dataset,
    model::{AssetType, Severity},
    ontology::export::Format,
    text::fold,
    workspace::Workspace,
};

type Proposals = Result<Vec<String>, ToolError>;

/// Names of datasets in load order.
pub(crate) fn datasets(ctx: &ToolContext, partial: &str) -> Proposals {
    let (datasets, _) = ctx.state::<Workspace>()?.list();
    let partial = fold::lower(partial);
    let fits = |name: &&str| fold::lower(name).starts_with(&*partial);
    Ok(datasets.iter().map(|dataset| dataset.name()).filter(fits).map(str::to_owned).collect())
}

/// Assets of the active dataset.
pub(crate) fn assets(ctx: &ToolContext, partial: &str) -> Proposals {
    Ok(assets_of(&*active(ctx)?, partial))
}

/// Assets of the dataset that a prompt is about.
pub(crate) fn assets_chosen(ctx: &ToolContext, partial: &str, others: &ArgumentMap) -> Proposals {
    Ok(assets_of(&*chosen(ctx, others)?, partial))
}

/// Findings of the active dataset.
pub(crate) fn findings(ctx: &ToolContext, partial: &str) -> Proposals {
    Ok(findings_of(&*active(ctx)?, partial))
}

/// Findings of the dataset that a prompt is about.
pub(crate) fn findings_chosen(ctx: &ToolContext, partial: &str, others: &ArgumentMap) -> Proposals {
    Ok(findings_of(&*chosen(ctx, others)?, partial))
}

/// Frameworks that the active dataset touches, else those of the rulesets.
pub(crate) fn frameworks(ctx: &ToolContext, partial: &str) -> Proposals {
    let workspace = ctx.state::<Workspace>()?;
    Ok(frameworks_of(&workspace, workspace.dataset("").ok().as_deref(), partial))
}

/// Frameworks that the dataset of a prompt touches, else those of the rulesets.
pub(crate) fn frameworks_chosen(
    ctx: &ToolContext,
    partial: &str,
    others: &ArgumentMap,
) -> Proposals {
    let workspace = ctx.state::<Workspace>()?;
    let dataset = match dataset_name(others) {
        "" => workspace.dataset("").ok(),
        name => Some(workspace.dataset(name)?),
    };
    Ok(frameworks_of(&workspace, dataset.as_deref(), partial))
}

/// Severities, worst first.
pub(crate) fn severities(_ctx: &ToolContext, partial: &str) -> Vec<&'static str> {
    let partial = fold::upper(partial);
    let names = Severity::WORST_FIRST.map(Severity::as_str).into_iter();
    names.filter(|name| name.starts_with(&*partial)).collect()
}

/// Asset types in listing order.
pub(crate) fn asset_types(_ctx: &ToolContext, partial: &str) -> Vec<&'static str> {
    let partial = fold::upper(partial);
    AssetType::NAMES.into_iter().filter(|name| name.starts_with(&*partial)).collect()
}

/// Formats of the graph.
pub(crate) fn graph_formats(_ctx: &ToolContext, partial: &str) -> Vec<&'static str> {
    starting_with(graph::FORMATS, partial)
}

/// Formats of the ontology.
pub(crate) fn ontology_formats(_ctx: &ToolContext, partial: &str) -> Vec<&'static str> {
    starting_with(Format::ALL.map(Format::as_str), partial)
}

/// Topics of the documentation.
pub(crate) fn topics(_ctx: &ToolContext, partial: &str) -> Vec<&'static str> {
    starting_with(docs::topics(), partial)
}

fn starting_with(
    words: impl IntoIterator<Item = &'static str>,
    partial: &str,
) -> Vec<&'static str> {
    let partial = fold::lower(partial);
    words.into_iter().filter(|word| word.starts_with(&*partial)).collect()
}

fn active(ctx: &ToolContext) -> Result<Arc<Dataset>, ToolError> {
    Ok(ctx.state::<Workspace>()?.dataset("")?)
}

/// The dataset that the other arguments name, else the active one.
fn chosen(ctx: &ToolContext, others: &ArgumentMap) -> Result<Arc<Dataset>, ToolError> {
    Ok(ctx.state::<Workspace>()?.dataset(dataset_name(others))?)
}

fn dataset_name(others: &ArgumentMap) -> &str {
    others.get("dataset").and_then(|name| name.as_str()).unwrap_or_default()
}

/// The labels of assets whose name, ARN or id starts with `partial`, then of those where one
/// contains it; both sorted. A label is the name where no other asset has it, else the ARN, else
/// the id.
fn assets_of(dataset: &Dataset, partial: &str) -> Vec<String> {
    let partial = fold::lower(partial);
    let (mut starting, mut containing) = (BTreeSet::new(), BTreeSet::new());
    for asset in 0..dataset.assets().len() {
        let texts = texts_of(dataset, asset);
        let any = |test: fn(&str, &str) -> bool| {
            texts.into_iter().any(|text| test(&fold::lower(text), &partial))
        };
        if any(|text, partial| text.starts_with(partial)) {
            starting.insert(label(dataset, asset));
        } else if any(|text, partial| text.contains(partial)) {
            containing.insert(label(dataset, asset));
        }
    }
    let others = containing.difference(&starting);
    starting.iter().chain(others).map(|&label| label.to_owned()).collect()
}

fn texts_of(dataset: &Dataset, asset: usize) -> [&str; 3] {
    let assets = dataset.assets();
    [assets.name(asset), assets.arn(asset).unwrap_or_default(), assets.id(asset)]
}

fn label(dataset: &Dataset, asset: usize) -> &str {
    let [name, arn, id] = texts_of(dataset, asset);
    if dataset.inventory().has_own_name(asset) {
        return name;
    }
    if arn.is_empty() { id } else { arn }
}

/// The ids that start with `partial` in any letter case, riskiest first, ties in dataset order.
fn findings_of(dataset: &Dataset, partial: &str) -> Vec<String> {
    let (findings, partial) = (dataset.findings(), fold::lower(partial));
    let fits = |&finding: &usize| fold::lower(findings.id(finding)).starts_with(&*partial);
    let mut found: Vec<usize> = (0..findings.len()).filter(fits).collect();
    found.sort_by(|&a, &b| findings.risk_score(b).total_cmp(&findings.risk_score(a)));
    found.into_iter().map(|finding| findings.id(finding).to_owned()).collect()
}

/// The names that contain `partial` in any letter case, sorted.
fn frameworks_of(workspace: &Workspace, dataset: Option<&Dataset>, partial: &str) -> Vec<String> {
    let mut names: BTreeSet<&str> = dataset.map(known_frameworks).unwrap_or_default();
    if names.is_empty() {
        names = workspace.rulesets().frameworks().iter().map(|one| &*one.name).collect();
    }
    let partial = fold::lower(partial);
    let fits = |name: &&str| fold::lower_contains(name, &partial);
    names.into_iter().filter(fits).map(str::to_owned).collect()
}

/// The frameworks that results or the tags of findings name.
fn known_frameworks(dataset: &Dataset) -> BTreeSet<&str> {
    let (set, findings) = (dataset.finding_set(), dataset.findings());
    let results = set.compliance.iter().map(|result| result.framework.as_str());
    let tags = (0..findings.len()).flat_map(|finding| findings.frameworks(finding));
    results.chain(tags).collect()
}
