//! The graph tools, in listing order.

use cloudg_runtime::{ResourceLink, State, ToolContext, ToolError, tool};
use serde_json::json;

use super::{
    args::{
        CentralityArgs, CrossAccountArgs, DependencyArgs, DependencyTreeArgs, FindPathsArgs,
        GetEdgesArgs, NeighborsArgs, SubgraphArgs, asset_node, crossing_query_key, edge_query_key,
    },
    dependency_replies::{
        BlastRadiusEntry, DependencyReply, DependencyTreeReply, SharedDependencyEntry, TopReply,
    },
    edge_replies::{CrossAccountReply, GetEdgesOutput, GetEdgesReply, NeighborsReply},
    replies::{
        AttackPathsReply, BlastRadiusReply, ExposureEntry, ExposureReply, FindPathsReply,
        LateralReply, ReachableReply,
    },
    shape_replies::{CentralityReply, GraphStatsReply, SecurityCoverageReply, SubgraphReply},
};
use crate::{
    analysis::{
        attack_paths::{self, AttackQuery},
        blast_radius::{self, BlastQuery},
        centrality, cross_account, dependency_tree, edge_search,
        find_paths::{self, PathQuery},
        graph_stats, internet_exposure, largest_blast_radius,
        lateral_movement::{self, LateralQuery},
        neighborhood, security_coverage, shared_dependencies, subgraph,
    },
    dataset::{Dataset, View},
    graph::{Direction, Origin},
    text::{enum_arg, uri},
    tools::{
        args::{self, DatasetArg, PagingArgs},
        briefs::{EdgeBrief, NodeBrief},
        errors::{find_asset, find_node, find_origin},
        paging::Paging,
    },
    workspace::Workspace,
};

/// What is connected to one asset, up to four edges away, with the connecting edges. Narrow it by
/// direction and edge type: `direction: "in", edge_types: ["ATTACHED_TO"]` on a security group
/// lists its members. Works on other endpoints too, such as a CIDR or the internet. `truncated`
/// says that something was left out. Follow an id with `get_asset`, or draw the same part with
/// `subgraph_export`.
#[tool(title = "Neighbors", category = "graph", sensitivity = confidential, output = NeighborsReply)]
fn neighbors(
    ctx: &ToolContext,
    workspace: State<Workspace>,
    #[args] args: NeighborsArgs,
) -> Result<NeighborsReply, ToolError> {
    let dataset = workspace.dataset(&args.dataset.dataset)?;
    let query = args.resolve(&dataset)?;
    let graph = dataset.graph(&[View::Graph]);
    let uri = format!("{}/neighbors", uri::asset_uri(graph.id(query.start)));
    ctx.link(ResourceLink::new(uri, "neighbors"));
    let found = neighborhood::explore(graph, &query);
    Ok(NeighborsReply::new(&dataset, query.start, &found))
}

/// Search the edges. All conditions must hold; without any it lists every edge, page by page.
/// Example: which rules let the internet in on SSH is `internet_only: true, port: 22`. Traffic that
/// leaves never counts as coming from the internet. Each item names both ends, the type and the
/// relationship, and where they exist ports, protocol and CIDR.
#[tool(title = "Get edges", category = "graph", sensitivity = confidential, output = GetEdgesOutput)]
fn get_edges(
    _ctx: &ToolContext,
    workspace: State<Workspace>,
    #[args] args: GetEdgesArgs,
) -> Result<GetEdgesReply, ToolError> {
    let dataset = workspace.dataset(&args.dataset.dataset)?;
    let query = args.resolve(&dataset)?;
    let paging = Paging::new(&dataset, edge_query_key(&query), &args.paging.cursor)?;
    let found = edge_search::matching(&dataset, &query);
    let page = paging.page(found.len(), args.paging.limit).or_hint(
        "No edge fits. graph_stats counts edges by type; neighbors shows all edges of one node with \
         their relationships.",
    );
    let edges = found[page.range()].iter();
    let items = edges.map(|&edge| EdgeBrief::new(&dataset, edge as usize)).collect();
    Ok(GetEdgesReply { dataset: dataset.name().to_owned(), page, items })
}

/// The shortest paths between two nodes, each with its hops and the relation behind every hop. With
/// `source: "internet"` it tells how an asset can be entered; the default mode follows traffic and
/// identities as an attacker would, so no path there means that no route is known. For routes to
/// everything valuable use `attack_paths`; `neighbors` shows what is around one node.
#[tool(
    title = "Find paths",
    category = "graph",
    sensitivity = confidential,
    output = FindPathsReply
)]
fn find_paths(
    _ctx: &ToolContext,
    workspace: State<Workspace>,
    #[args] args: FindPathsArgs,
) -> Result<FindPathsReply, ToolError> {
    let dataset = workspace.dataset(&args.dataset.dataset)?;
    let graph = dataset.graph(&[View::Graph]);
    let source = find_origin(&dataset, &args.source)?;
    let target = find_node(&dataset, &args.target)?;
    let query = PathQuery {
        source,
        target,
        mode: args.mode.mode(),
        max_depth: args.max_depth as usize,
        max_paths: args.max_paths as usize,
    };
    let report = find_paths::find_paths(graph, &query);
    let source = match source {
        Origin::Internet => NodeBrief::internet(),
        Origin::Node(node) => NodeBrief::new(&dataset, node),
    };
    let ends = (source, NodeBrief::new(&dataset, target));
    Ok(FindPathsReply::new(&dataset, ends, args.mode, &report, || args.no_path_hint()))
}

/// Ranked routes from the internet to what is worth stealing: databases, stores, keys, secrets,
/// identities. Each is the shortest route to its target over network and identity hops, with the
/// weight of the target, the open findings on the way and a score, highest first. Start here when
/// asked what to fix first; look closer at one route with `find_paths`.
#[tool(
    title = "Attack paths",
    category = "graph",
    sensitivity = confidential,
    output = AttackPathsReply
)]
fn attack_paths(
    _ctx: &ToolContext,
    workspace: State<Workspace>,
    /// Only routes to this asset or placeholder, whatever it is; empty for everything valuable.
    #[arg(default)]
    target: String,
    /// Most hops of a route.
    #[arg(default = 8, range = 1..=12)]
    max_depth: u32,
    /// Routes to return, highest score first.
    #[arg(default = 20, range = 1..=100)]
    max_paths: u32,
    #[args] which: DatasetArg,
) -> Result<AttackPathsReply, ToolError> {
    let dataset = workspace.dataset(&which.dataset)?;
    dataset.graph(&[View::Graph]);
    let target = args::reference(&target).map(|target| find_node(&dataset, target)).transpose()?;
    let (max_depth, max_paths) = (max_depth as usize, max_paths as usize);
    let query = AttackQuery { target, max_depth, max_paths };
    Ok(AttackPathsReply::new(&dataset, &attack_paths::attack_paths(&dataset, &query)))
}

/// Where an intruder can get by changing identity: chains of roles run as, roles assumed and access
/// granted, from each foothold to where no identity leads further. Footholds are the exposed assets
/// and the accounts of others, or the one that is given. Chains to the most valuable assets come
/// first. Network hops are left out; `attack_paths` has both.
#[tool(
    title = "Lateral movement paths",
    category = "graph",
    sensitivity = confidential,
    output = LateralReply
)]
fn lateral_movement_paths(
    _ctx: &ToolContext,
    workspace: State<Workspace>,
    /// The foothold: an asset or a placeholder; empty for all.
    #[arg(default)]
    start: String,
    /// Most hops of a chain; a longer one is not reported.
    #[arg(default = 4, range = 1..=8)]
    max_depth: u32,
    /// Chains to return, most valuable first.
    #[arg(default = 25, range = 1..=100)]
    max_paths: u32,
    #[args] which: DatasetArg,
) -> Result<LateralReply, ToolError> {
    let dataset = workspace.dataset(&which.dataset)?;
    let start = args::reference(&start).map(|start| {
        dataset.graph(&[View::Graph]);
        find_node(&dataset, start)
    });
    let (max_depth, max_paths) = (max_depth as usize, max_paths as usize);
    let query = LateralQuery { start: start.transpose()?, max_depth, max_paths };
    Ok(LateralReply::new(&dataset, &lateral_movement::lateral_movement(&dataset, &query)))
}

/// Assets that the collector flagged as exposed to the internet, with the rules that expose them,
/// the sensitive ports those open, and whether something like a WAF protects them. Worst first. With
/// `include_reachable` also what traffic can get to by walking the rules, which neither contains nor
/// is contained in the flagged assets. Pass an id to `find_paths` to see the route.
#[tool(title = "Internet exposure", category = "graph", sensitivity = confidential)]
fn internet_exposure(
    _ctx: &ToolContext,
    workspace: State<Workspace>,
    /// Types of flagged assets to keep, such as `EC2`; none for all.
    asset_types: Option<Vec<String>>,
    /// Add the assets that traffic from the internet can reach, by id, the first `limit` of them.
    #[arg(default)]
    include_reachable: bool,
    #[args] paging: PagingArgs,
    #[args] which: DatasetArg,
) -> Result<ExposureReply, ToolError> {
    let dataset = workspace.dataset(&which.dataset)?;
    let types = args::list(asset_types.as_deref(), enum_arg::asset_type)?;
    let mut names: Vec<&str> = types.iter().flatten().map(|kind| kind.as_str()).collect();
    names.sort_unstable();
    let pages = Paging::new(&dataset, json!({"t": names}), &paging.cursor)?;
    let is_asked = |asset| {
        let kind = dataset.assets().asset_type(asset);
        types.as_ref().is_none_or(|types| types.contains(&kind))
    };
    let exposed = internet_exposure::exposed(&dataset);
    let kept: Vec<_> = exposed.iter().filter(|one| is_asked(one.asset)).collect();
    let page = pages.page(kept.len(), paging.limit).or_hint(
        "No asset of these types is flagged as exposed. include_reachable adds what rules let the \
         internet reach; find_paths from internet explains one asset.",
    );
    let items = kept[page.range()].iter().map(|one| ExposureEntry::new(&dataset, one)).collect();
    let graph_reachable = include_reachable.then(|| {
        dataset.graph(&[View::Graph]);
        ReachableReply::new(&dataset, paging.limit as usize)
    });
    Ok(ExposureReply { dataset: dataset.name().to_owned(), page, items, graph_reachable })
}

/// What is in danger when one asset fails or falls: everything that depends on it, directly or
/// through others, by distance and account, and what can be reached from it along any relation, with
/// the valuable assets among it and a risk score from 0 to 10. To compare assets, use
/// `largest_blast_radius`.
#[tool(title = "Blast radius", category = "graph", sensitivity = confidential)]
fn blast_radius(
    ctx: &ToolContext,
    workspace: State<Workspace>,
    /// The asset: its id (never ambiguous), ARN or cloud resource id, the last part of one, or a
    /// name that no other asset has.
    #[arg(length = 1.., name = "ref")]
    reference: String,
    /// Most steps from a dependent to the asset; reach is not limited.
    #[arg(default = 10, range = 1..=15)]
    max_depth: u32,
    /// Dependents, and valuable assets within reach, to list.
    #[arg(default = 50, range = 1..=500)]
    limit: u32,
    #[args] which: DatasetArg,
) -> Result<BlastRadiusReply, ToolError> {
    let dataset = workspace.dataset(&which.dataset)?;
    let graph = dataset.graph(&[View::Graph, View::DependencyGraph]);
    let asset = find_asset(&dataset, &reference)?;
    let (id, name) = (dataset.assets().id(asset), dataset.assets().name(asset));
    ctx.link(ResourceLink::new(uri::asset_uri(id), name));
    let (start, limit) = (graph.nodes().of_asset(asset), limit as usize);
    let query = BlastQuery { start, max_depth, max_jewels: limit };
    let dependents = blast_radius::dependents(graph, &query);
    let network = blast_radius::network_reach(graph, &query);
    Ok(BlastRadiusReply::new(&dataset, asset, &dependents, &network, limit))
}

/// What one asset needs to work: keys, roles, networks, images, and what those need in turn,
/// nearest first. Each item says by which relation it was found, how many steps away and after
/// which asset. `dependents` asks the other way round; `dependency_tree` nests both.
#[tool(title = "Depends on", category = "graph", sensitivity = confidential, output = DependencyReply)]
fn depends_on(
    _ctx: &ToolContext,
    workspace: State<Workspace>,
    #[args] args: DependencyArgs,
) -> Result<DependencyReply, ToolError> {
    let dataset = workspace.dataset(&args.dataset.dataset)?;
    follow(&dataset, &args, Direction::Upstream)
}

/// What breaks when one asset is gone: everything that needs it, directly or through others,
/// nearest first. Each item says by which relation it was found, how many steps away and after
/// which asset. Three steps are looked at unless `max_depth` says otherwise: raise it to 15 before
/// deleting or rotating something. `blast_radius` adds what can be reached from the asset.
#[tool(title = "Dependents", category = "graph", sensitivity = confidential, output = DependencyReply)]
fn dependents(
    _ctx: &ToolContext,
    workspace: State<Workspace>,
    #[args] args: DependencyArgs,
) -> Result<DependencyReply, ToolError> {
    let dataset = workspace.dataset(&args.dataset.dataset)?;
    follow(&dataset, &args, Direction::Downstream)
}

fn follow(
    dataset: &Dataset,
    args: &DependencyArgs,
    direction: Direction,
) -> Result<DependencyReply, ToolError> {
    let asset = asset_node(dataset, &args.reference)?;
    let dependencies = dataset.graph(&[View::DependencyGraph]).dependencies(false);
    let mut links = dependencies.walk(direction, asset, args.max_depth + 1);
    // Nearest first, so what is too far comes last.
    let n_near = links.partition_point(|link| link.depth <= args.max_depth);
    let has_more = links.len() > n_near;
    links.truncate(n_near);
    Ok(DependencyReply::new(dataset, asset, &links, args.limit).with_hint(has_more))
}

/// What one asset needs and what needs it, as nested trees with the relation at each node. An asset
/// stands once in each tree, where the shortest way leads. `truncated` says that branches were cut
/// to stay within `max_nodes`. For flat lists with totals ask `depends_on` and `dependents`.
#[tool(title = "Dependency tree", category = "graph", sensitivity = confidential)]
fn dependency_tree(
    _ctx: &ToolContext,
    workspace: State<Workspace>,
    #[args] args: DependencyTreeArgs,
) -> Result<DependencyTreeReply, ToolError> {
    let dataset = workspace.dataset(&args.dataset.dataset)?;
    let query = args.resolve(&dataset)?;
    let tree = dependency_tree::grow(&dataset, &query);
    Ok(DependencyTreeReply::new(&dataset, query.root, &tree))
}

/// Single points of failure: assets that at least two others directly need, most needed first.
/// Containment and peering do not count. Look at one with `dependents`, or weigh whole chains with
/// `largest_blast_radius`.
#[tool(title = "Shared dependencies", category = "graph", sensitivity = confidential)]
fn shared_dependencies(
    _ctx: &ToolContext,
    workspace: State<Workspace>,
    /// Assets to return.
    #[arg(default = 25, range = 1..=200)]
    top: u32,
    #[args] which: DatasetArg,
) -> Result<TopReply<SharedDependencyEntry>, ToolError> {
    let dataset = workspace.dataset(&which.dataset)?;
    dataset.graph(&[View::DependencyGraph]);
    let ranking = shared_dependencies::list(&dataset);
    Ok(TopReply::new(&dataset, ranking, top, SharedDependencyEntry::new))
}

/// The assets whose loss hits most others, counting all that need them directly or through others
/// within ten steps. Each item also says in how many accounts those are and how many of them face
/// the internet. Look at one with `blast_radius`.
#[tool(title = "Largest blast radius", category = "graph", sensitivity = confidential)]
fn largest_blast_radius(
    _ctx: &ToolContext,
    workspace: State<Workspace>,
    /// Assets to return, largest radius first.
    #[arg(default = 15, range = 1..=100)]
    top: u32,
    #[args] which: DatasetArg,
) -> Result<TopReply<BlastRadiusEntry>, ToolError> {
    let dataset = workspace.dataset(&which.dataset)?;
    dataset.graph(&[View::DependencyGraph]);
    let ranking = largest_blast_radius::list(&dataset);
    Ok(TopReply::new(&dataset, ranking, top, BlastRadiusEntry::new))
}

/// Relations between assets of different accounts: trust, grants, peering, shared keys.
/// `external` marks those with somebody else's account at one end; `external_only: true,
/// edge_types: ["IAM_TRUST"]` asks who outside may act here. `by_account_pair` counts all that
/// match, not only this page. How an organisation contains its accounts is left out.
#[tool(title = "Cross-account edges", category = "graph", sensitivity = confidential)]
fn cross_account_edges(
    _ctx: &ToolContext,
    workspace: State<Workspace>,
    #[args] args: CrossAccountArgs,
) -> Result<CrossAccountReply, ToolError> {
    let dataset = workspace.dataset(&args.dataset.dataset)?;
    let query = args.resolve()?;
    let paging = Paging::new(&dataset, crossing_query_key(&query), &args.paging.cursor)?;
    let found = cross_account::list(&dataset, &query);
    let page = paging.page(found.rows.len(), args.paging.limit).or_hint(
        "No edge between accounts fits. account_id is the id of an account, which list_accounts \
         has; external_only leaves out edges between accounts of the dataset.",
    );
    Ok(CrossAccountReply::new(&dataset, &found, page))
}

/// The assets that hold the graph together: hubs by number of neighbours, or chokepoints by
/// betweenness. Scores are relative to the size of the graph. In large graphs betweenness is
/// estimated: `sampled` is true then, and the answer gives the sample and how far off a score may
/// be. Look at one with `neighbors`.
#[tool(title = "Most central assets", category = "graph", sensitivity = confidential)]
fn centrality_top(
    _ctx: &ToolContext,
    workspace: State<Workspace>,
    #[args] args: CentralityArgs,
) -> Result<CentralityReply, ToolError> {
    let dataset = workspace.dataset(&args.dataset.dataset)?;
    let types = args.types()?;
    let metric = args.metric.metric();
    let ranking = centrality::rank(&dataset, metric, types.as_deref(), args.top as usize);
    Ok(CentralityReply::new(&dataset, args.metric, &ranking))
}

/// The part of the graph around some assets as a document for another program: D3, Cytoscape or
/// GraphML. Parallel edges are joined. `truncated` says that nodes near enough did not fit. For
/// reading the same part yourself `neighbors` is shorter.
#[tool(title = "Export sub-graph", category = "graph", sensitivity = restricted)]
fn subgraph_export(
    _ctx: &ToolContext,
    workspace: State<Workspace>,
    #[args] args: SubgraphArgs,
) -> Result<SubgraphReply, ToolError> {
    let dataset = workspace.dataset(&args.dataset.dataset)?;
    let query = args.resolve(&dataset)?;
    let graph = dataset.graph(&[View::Graph]);
    let part = subgraph::cut(graph, &query);
    Ok(SubgraphReply::new(&dataset, graph, args.format, &part))
}

/// Where security services such as threat detection run, by account and region, and what they leave
/// out: services that are off, workloads that no vulnerability scanner looks at, and internet-facing
/// endpoints without a web application firewall. Covers the services of AWS.
#[tool(title = "Security service coverage", category = "graph", sensitivity = confidential)]
fn security_coverage(
    _ctx: &ToolContext,
    workspace: State<Workspace>,
    /// Items to return of each list; totals are always given.
    #[arg(default = 50, range = 1..=500)]
    limit: u32,
    #[args] which: DatasetArg,
) -> Result<SecurityCoverageReply, ToolError> {
    let dataset = workspace.dataset(&which.dataset)?;
    let coverage = security_coverage::cover(&dataset);
    Ok(SecurityCoverageReply::new(&dataset, coverage, limit))
}

/// Size and shape of the relationship graph: nodes, edges by type and relationship, connected
/// parts, isolated assets, density. Numbers only; a quick check of what a collection connects.
#[tool(title = "Graph statistics", category = "graph", sensitivity = internal)]
fn graph_stats(
    _ctx: &ToolContext,
    workspace: State<Workspace>,
    #[args] which: DatasetArg,
) -> Result<GraphStatsReply, ToolError> {
    let dataset = workspace.dataset(&which.dataset)?;
    Ok(GraphStatsReply::new(&dataset, graph_stats::stats(&dataset)))
}
