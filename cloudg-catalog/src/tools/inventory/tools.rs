//! The inventory tools, in listing order.

use cloudg_runtime::{ResourceLink, State, ToolContext, ToolError, tool};
use serde_json::{Value, json};

use super::{
    args::{CountAssetsArgs, FindAssetsArgs},
    replies::{
        AccountEntry, AssetTypesReply, CountAssetsReply, CoverageReply, DegreeReply,
        DependenciesReply, FindAssetsOutput, FindAssetsReply, GetAssetReply, MetadataReply,
        PageReply, RegionsReply, RelationsReply, TagEntry, TagsReply,
    },
    topology_reply::{self, FromAssets, Nothing, TopologyReply},
};
use crate::{
    analysis::{
        accounts, asset_counts, asset_detail, asset_metadata, asset_search, asset_types, coverage,
        regions, tags, topology,
    },
    dataset::Dataset,
    graph::Direction,
    text::{raw, uri},
    tools::{
        args::{DatasetArg, PagingArgs},
        briefs::{AssetBrief, FindingBrief},
        dataset_views::Counts,
        errors::find_asset,
        paging::{Bounded, Paging},
    },
    workspace::Workspace,
};

/// Values shown of each tag key when no key is asked for.
const TAG_VALUES: usize = 5;

/// Search the inventory. Combine filters (all must hold), sort, and page with `next_cursor`; each
/// item is a short description with id, type, account, exposure, open findings and worst severity.
/// Example: internet-facing databases with serious findings are `asset_types: ["RDS_INSTANCE"],
/// internet_exposed: true, min_severity: "HIGH", sort_by: "risk"`. Pass an id on to `get_asset` for
/// details. For numbers only, `count_assets` is cheaper.
#[tool(
    title = "Find assets",
    category = "inventory",
    tags = ["start-here"],
    sensitivity = confidential,
    output = FindAssetsOutput
)]
fn find_assets(
    _ctx: &ToolContext,
    workspace: State<Workspace>,
    #[args] args: FindAssetsArgs,
) -> Result<FindAssetsReply, ToolError> {
    let dataset = workspace.dataset(&args.dataset.dataset)?;
    let projection = args.projection()?;
    let filter = args.filter.resolve()?;
    let paging = Paging::new(&dataset, args.query(), &args.paging.cursor)?;
    let found = asset_search::matching(&dataset, &filter);
    let page = paging.page(found.count_ones(..), args.paging.limit);
    let key = args.sort_by.key();
    let assets = asset_search::page(&dataset, &found, key, args.descending, page.range());
    let with_tags = projection.asks_for("tags");
    let item = |asset| match with_tags {
        true => AssetBrief::with_tags(&dataset, asset),
        false => AssetBrief::new(&dataset, asset),
    };
    let nothing_fits = page.total == 0 && !dataset.assets().is_empty();
    Ok(FindAssetsReply {
        dataset: dataset.name().to_owned(),
        page,
        items: assets.into_iter().map(|asset| projection.apply(item(asset).into())).collect(),
        hint: nothing_fits.then_some(
            "No asset fits all filters. Check the values with list_asset_types, list_accounts \
             and list_regions, or leave one out.",
        ),
    })
}

/// Everything about one asset: identity and tags, how many relations of which type it has with the
/// first of them, how many assets it directly depends on and that depend on it, its riskiest open
/// findings, and which metadata keys exist (`get_asset_metadata` reads them).
#[tool(
    title = "Get asset",
    category = "inventory",
    sensitivity = confidential,
    output = GetAssetReply
)]
fn get_asset(
    ctx: &ToolContext,
    workspace: State<Workspace>,
    /// The asset: its id (never ambiguous), ARN or cloud resource id, the last part of one, or a
    /// name that no other asset has.
    #[arg(length = 1.., name = "ref")]
    reference: String,
    /// List its open findings, riskiest first, at most 25.
    #[arg(default = true)]
    include_findings: bool,
    /// Edges to list as a sample.
    #[arg(default = 20, range = 0..=200)]
    max_relations: u32,
    #[args] which: DatasetArg,
) -> Result<GetAssetReply, ToolError> {
    let dataset = workspace.dataset(&which.dataset)?;
    let asset = find_asset(&dataset, &reference)?;
    link_asset(ctx, &dataset, asset);
    let relations = asset_detail::relations(&dataset, asset, max_relations as usize);
    let graph = dataset.inventory().graph();
    let node = graph.nodes().of_asset(asset);
    let (dependencies, degree) = (graph.dependencies(false), graph.degree(node));
    let findings = include_findings.then(|| {
        let riskiest = asset_detail::riskiest_findings(&dataset, asset, asset_detail::MAX_FINDINGS);
        riskiest.into_iter().map(|finding| FindingBrief::new(&dataset, finding)).collect()
    });
    Ok(GetAssetReply {
        asset: AssetBrief::with_tags(&dataset, asset),
        dataset: dataset.name().to_owned(),
        service: asset_counts::service(dataset.assets(), asset).into_owned(),
        relations: RelationsReply::new(&dataset, &relations),
        dependencies: DependenciesReply {
            direct_depends_on: dependencies.direct(Direction::Upstream, node).len(),
            direct_dependents: dependencies.direct(Direction::Downstream, node).len(),
        },
        degree: DegreeReply { incoming: degree.incoming, outgoing: degree.outgoing },
        findings,
        metadata_keys: asset_detail::metadata_keys(&dataset, asset),
        collected_at: dataset.assets().collected_at(asset).to_wire(),
    })
}

fn link_asset(ctx: &ToolContext, dataset: &Dataset, asset: usize) {
    let assets = dataset.assets();
    let (name, uri) = (assets.name(asset), uri::asset_uri(assets.id(asset)));
    let title = format!("{} {name}", assets.asset_type(asset).as_str());
    ctx.link(ResourceLink::new(&uri, name).with_title(title));
    ctx.link(ResourceLink::new(format!("{uri}/neighbors"), format!("{name} neighbors")));
}

/// The raw configuration that the collector stored for one asset. It may hold secrets and can be
/// large: name the `keys` you need (`get_asset` lists them). Over `max_chars` the answer says how
/// large each key is and keeps those that fit.
#[tool(title = "Get asset metadata", category = "inventory", sensitivity = restricted)]
fn get_asset_metadata(
    _ctx: &ToolContext,
    workspace: State<Workspace>,
    /// The asset: its id, ARN or cloud resource id, the last part of one, or a unique name.
    #[arg(length = 1.., name = "ref")]
    reference: String,
    /// Metadata keys to return, in this order; none for all.
    keys: Option<Vec<String>>,
    /// Budget in characters of JSON text.
    #[arg(default = 40000, range = 1000..=200000)]
    max_chars: u32,
    #[args] which: DatasetArg,
) -> Result<MetadataReply, ToolError> {
    let dataset = workspace.dataset(&which.dataset)?;
    let asset = find_asset(&dataset, &reference)?;
    let metadata = raw::parse_object(dataset.assets().metadata(asset));
    let keys = keys.unwrap_or_default();
    let selection = asset_metadata::select(metadata, &keys, max_chars as usize);
    Ok(MetadataReply::new(&dataset, asset, selection))
}

/// How many assets of each kind there are: counts per type, account, region or worst open severity,
/// with the same filters as `find_assets`. Largest group first. Returns numbers only.
#[tool(
    title = "Count assets",
    category = "inventory",
    sensitivity = internal,
    output = CountAssetsReply
)]
fn count_assets(
    _ctx: &ToolContext,
    workspace: State<Workspace>,
    #[args] args: CountAssetsArgs,
) -> Result<CountAssetsReply, ToolError> {
    let dataset = workspace.dataset(&args.dataset.dataset)?;
    let found = asset_search::matching(&dataset, &args.resolve()?);
    let groups = asset_counts::count(&dataset, &found, args.group_by.dimension());
    let top = args.top as usize;
    Ok(CountAssetsReply {
        dataset: dataset.name().to_owned(),
        group_by: args.group_by,
        total: found.count_ones(..),
        group_count: groups.len(),
        truncated: groups.len() > top,
        groups: groups.into_iter().take(top).collect::<Counts>(),
    })
}

/// The asset types present in a dataset with how many assets each has, how many of them are exposed
/// to the internet and how many open findings they carry. These are the values that type filters
/// accept.
#[tool(title = "List asset types", category = "inventory", sensitivity = internal)]
fn list_asset_types(
    _ctx: &ToolContext,
    workspace: State<Workspace>,
    #[args] which: DatasetArg,
) -> Result<AssetTypesReply, ToolError> {
    let dataset = workspace.dataset(&which.dataset)?;
    let rows = asset_types::list(&dataset);
    Ok(AssetTypesReply {
        dataset: dataset.name().to_owned(),
        total_types: rows.len(),
        items: rows.into_iter().map(Into::into).collect(),
    })
}

/// The AWS accounts, Azure subscriptions and GCP projects of a dataset: display name, assets,
/// regions, exposed assets, open findings, and whether the account belongs to somebody else.
/// Largest first; assets without an account are gathered under `unknown`.
#[tool(title = "List accounts", category = "inventory", sensitivity = confidential)]
fn list_accounts(
    _ctx: &ToolContext,
    workspace: State<Workspace>,
    /// Accounts on this page.
    #[arg(default = 100, range = 1..=500)]
    limit: u32,
    /// `next_cursor` of the answer before this one, unchanged; empty for the first page.
    #[arg(default)]
    cursor: String,
    #[args] which: DatasetArg,
) -> Result<PageReply<AccountEntry>, ToolError> {
    let dataset = workspace.dataset(&which.dataset)?;
    let paging = Paging::new(&dataset, json!({"t": "accounts"}), &cursor)?;
    let rows = accounts::list(&dataset);
    let page = paging.page(rows.len(), limit);
    let items = rows[page.range()].iter().map(Into::into).collect();
    Ok(PageReply { dataset: dataset.name().to_owned(), page, items })
}

/// The regions that hold assets, with clouds, assets and accounts in each, and the regions that were
/// scanned: a region that was scanned and is missing here is empty, one that was not scanned is
/// unknown.
#[tool(title = "List regions", category = "inventory", sensitivity = internal)]
fn list_regions(
    _ctx: &ToolContext,
    workspace: State<Workspace>,
    #[args] which: DatasetArg,
) -> Result<RegionsReply, ToolError> {
    let dataset = workspace.dataset(&which.dataset)?;
    let rows = regions::list(&dataset);
    Ok(RegionsReply {
        dataset: dataset.name().to_owned(),
        total: rows.len(),
        items: rows.into_iter().map(Into::into).collect(),
        scanned_regions: dataset.background().regions.clone(),
    })
}

/// The tag keys in use, how many assets carry each, and their most common values: what to pass as
/// `tag` to `find_assets`. With `key`, only that key with more of its values.
#[tool(title = "List tags", category = "inventory", sensitivity = confidential)]
fn list_tags(
    _ctx: &ToolContext,
    workspace: State<Workspace>,
    /// Only this key, exactly as it is written; empty for all keys.
    #[arg(default)]
    key: String,
    /// Keys to return, most used first; with `key`, values.
    #[arg(default = 30, range = 1..=200)]
    top: u32,
    #[args] which: DatasetArg,
) -> Result<TagsReply, ToolError> {
    let dataset = workspace.dataset(&which.dataset)?;
    let only = Some(key.as_str()).filter(|key| !key.is_empty());
    let rows = tags::list(&dataset, only);
    let top = top as usize;
    let max_values = if only.is_some() { top } else { TAG_VALUES };
    Ok(TagsReply {
        dataset: dataset.name().to_owned(),
        bounds: Bounded::new(rows.len(), top),
        items: rows.iter().take(top).map(|row| TagEntry::new(row, max_values)).collect(),
    })
}

/// What was collected and what could not be: services for each provider, account and region, with
/// the errors. Check it before concluding that something does not exist.
#[tool(title = "Coverage report", category = "inventory", sensitivity = internal)]
fn coverage_report(
    _ctx: &ToolContext,
    workspace: State<Workspace>,
    #[args] which: DatasetArg,
) -> Result<CoverageReply, ToolError> {
    let dataset = workspace.dataset(&which.dataset)?;
    let (records, tally) = coverage::report(&dataset);
    let name = dataset.name().to_owned();
    if records.is_empty() {
        let note = "The dataset has no coverage records, so nothing tells whether the collection \
                    was complete. Inventory maps have them; reports and scans do not.";
        return Ok(CoverageReply::Nothing { dataset: name, records: [], note });
    }
    let records = records.into_iter().map(Into::into).collect();
    Ok(CoverageReply::Records { dataset: name, records, tally: tally.into() })
}

/// Relations that the collector saw but could not resolve to an asset: blind spots of the map, such
/// as resources in accounts that were not collected. As stored, in file order.
#[tool(title = "Unresolved references", category = "inventory", sensitivity = confidential)]
fn unresolved_references(
    _ctx: &ToolContext,
    workspace: State<Workspace>,
    #[args] paging: PagingArgs,
    #[args] which: DatasetArg,
) -> Result<PageReply<Value>, ToolError> {
    let dataset = workspace.dataset(&which.dataset)?;
    let pages = Paging::new(&dataset, json!({"t": "unres"}), &paging.cursor)?;
    let unresolved = &dataset.background().unresolved;
    let page = pages
        .page(unresolved.len(), paging.limit)
        .or_hint("The collection left no reference open, or did not say so.");
    let items = page.range().map(|index| raw::parse(unresolved.get(index))).collect();
    Ok(PageReply { dataset: dataset.name().to_owned(), page, items })
}

/// The organisation: its units, management groups or folders, and member accounts with their path,
/// from organisation discovery where the dataset has it, else told from the assets. With
/// `include_policies` also policies and what they govern.
#[tool(title = "Organization topology", category = "inventory", sensitivity = confidential)]
fn organization_topology(
    _ctx: &ToolContext,
    workspace: State<Workspace>,
    /// Add policies with their targets.
    #[arg(default)]
    include_policies: bool,
    /// Accounts, or nodes told from assets, to list; the total is always given.
    #[arg(default = 200, range = 1..=1000)]
    max_accounts: u32,
    #[args] which: DatasetArg,
) -> Result<TopologyReply, ToolError> {
    let dataset = workspace.dataset(&which.dataset)?;
    let most = max_accounts as usize;
    if let Some(organization) = &dataset.background().organization {
        let reply = topology_reply::discovered(&dataset, organization, include_policies, most);
        return Ok(TopologyReply::Discovered(reply));
    }
    let nodes = topology::hierarchy(&dataset);
    if nodes.is_empty() {
        return Ok(TopologyReply::Nothing(Nothing::new(&dataset)));
    }
    let policies = include_policies.then(|| topology::policies(&dataset));
    Ok(TopologyReply::FromAssets(FromAssets::new(&dataset, &nodes, policies, most)))
}
