//! The ontology tools, in listing order.

use cloudg_runtime::{ResourceLink, State, ToolContext, ToolError, tool};
use spareval::CancellationToken;

use super::{
    args::{FileFormat, RagChunksArgs, RelationGroupsArgs, SparqlArgs, file_name, group_query_key},
    replies::{
        ExportReply, GroupCountsReply, GroupListReply, NeighbourhoodReply, RagChunksReply,
        RelationGroupsReply, SparqlOutput, SparqlReply, StatsReply,
    },
};
use crate::{
    analysis::{
        ontology_neighbourhood, ontology_stats,
        rag_chunks::{ChunkKind, Chunks},
        relation_rows,
    },
    dataset::{Dataset, View},
    export::rag_chunks::ChunkRecord,
    ontology::{
        Format, Ontology,
        evaluate::{self, EvaluationError, Limits, Turn},
        export,
        guard::{self, Refusal},
    },
    text::uri,
    tools::{args::DatasetArg, errors::find_asset, paging::Paging},
    workspace::{OutputError, Workspace},
};

/// The ontology of a dataset, and whether it was built now, which the client is told.
fn ontology_of<'a>(ctx: &ToolContext, dataset: &'a Dataset) -> (&'a Ontology, bool) {
    if dataset.built_ontology().is_some() {
        return dataset.ontology();
    }
    let message = format!("building ontology for {} assets", dataset.assets().len());
    ctx.report_progress(0.0, Some(1.0), Some(&message));
    let built = dataset.ontology();
    ctx.report_progress(1.0, Some(1.0), Some("ontology built"));
    built
}

/// The ontology as a file of a format.
fn ontology_link(format: Format) -> ResourceLink {
    let (name, mime_type) = (format.as_str(), format.media_type().to_owned());
    let link = ResourceLink::new(format!("cloudg://ontology/{name}"), format!("ontology ({name})"));
    ResourceLink { mime_type, ..link }
}

/// How much the dataset says as triples: triples in all, classes in use, individuals, and how often
/// each relation and property occurs, also by group of relations. Look here before writing a query
/// to see which relations exist; then `relation_groups` lists the pairs of one group,
/// `ontology_neighbourhood` what is around one asset. `built_now` is true for the first call after
/// a change of the dataset.
#[tool(title = "Ontology statistics", category = "ontology", sensitivity = internal)]
fn ontology_stats(
    ctx: &ToolContext,
    workspace: State<Workspace>,
    #[args] which: DatasetArg,
) -> Result<StatsReply, ToolError> {
    let dataset = workspace.dataset(&which.dataset)?;
    let (ontology, built_now) = ontology_of(ctx, &dataset);
    ctx.link(ontology_link(Format::Turtle));
    Ok(StatsReply::new(&dataset, built_now, &ontology_stats::count(ontology)))
}

/// Ask anything of the dataset in SPARQL 1.1: SELECT, ASK, CONSTRUCT or DESCRIBE over classes
/// (`cm:ComputeInstance`), relations (`cmp:PROTECTED_BY_SG`), properties such as `cmp:hasName` and
/// things (`cmr:ID`). Prefixes cm, cmp, cmr, rdf, rdfs, owl, xsd are predefined. Example, exposed
/// machines and their groups: `SELECT ?name ?group WHERE { ?x a cm:ComputeInstance ; cmp:hasName
/// ?name ; cmp:isInternetExposed true . OPTIONAL { ?x cmp:PROTECTED_BY_SG/cmp:hasName ?group } }`.
/// Parent classes need `a/rdfs:subClassOf*`. FROM, SERVICE, GRAPH and updates are refused. Rows are
/// texts; a query that takes over a minute returns what it has. `ontology_stats` lists the
/// relations in use.
#[tool(
    title = "SPARQL query",
    category = "ontology",
    sensitivity = restricted,
    timeout = "120s",
    output = SparqlOutput
)]
fn sparql_query(
    ctx: &ToolContext,
    workspace: State<Workspace>,
    #[args] args: SparqlArgs,
) -> Result<SparqlReply, ToolError> {
    // Queries in great number would need more memory than there is.
    let is_cancelled = || ctx.is_cancelled();
    let Some(_turn) = Turn::wait(&is_cancelled) else {
        return Err(ToolError::internal("The call ended before the query could run. Try again."));
    };
    let token = CancellationToken::new();
    let ask = || {
        let query = guard::check(&args.query)?;
        let dataset = workspace.dataset(&args.dataset.dataset)?;
        let (ontology, _) = ontology_of(ctx, &dataset);
        let limits = Limits::rows(args.limit as usize);
        let found = evaluate::evaluate(ontology, &query, limits, args.compact_uris, &token)?;
        Ok(SparqlReply::new(&dataset, &found))
    };
    evaluate::watched(&token, &is_cancelled, ask)
        .map_err(|_| ToolError::internal("There is no memory to read the query. Try again."))?
}

impl From<Refusal> for ToolError {
    fn from(refusal: Refusal) -> Self {
        Self::invalid(refusal.to_string())
    }
}

impl From<EvaluationError> for ToolError {
    fn from(error: EvaluationError) -> Self {
        Self::invalid(error.to_string())
    }
}

/// What one asset is related to, in both directions: neighbours, tags, findings, compliance
/// frameworks, keys and groups it only names. Each relation comes once, nearest first, with the
/// names and the identifiers of both ends and its distance; every kind of node is walked through,
/// so two or three hops grow fast. `neighbors` shows the edges behind it, `get_asset` the asset.
#[tool(title = "Ontology neighbourhood", category = "ontology", sensitivity = confidential)]
fn ontology_neighbourhood(
    ctx: &ToolContext,
    workspace: State<Workspace>,
    /// The asset: its id, ARN or cloud resource id, the last part of one, or a unique name.
    #[arg(length = 1.., name = "ref")]
    reference: String,
    /// Steps to walk.
    #[arg(default = 1, range = 1..=3)]
    hops: u32,
    /// Relations to return, nearest first.
    #[arg(default = 100, range = 1..=500)]
    limit: u32,
    #[args] which: DatasetArg,
) -> Result<NeighbourhoodReply, ToolError> {
    let dataset = workspace.dataset(&which.dataset)?;
    let asset = find_asset(&dataset, &reference)?;
    let (ontology, _) = ontology_of(ctx, &dataset);
    let assets = dataset.assets();
    let (hops, limit) = (hops as usize, limit as usize);
    // The ontology names every asset.
    let found = ontology
        .resource(assets.id(asset))
        .map(|start| ontology_neighbourhood::explore(ontology, start, hops, limit))
        .unwrap_or_default();
    ctx.link(ResourceLink::new(uri::asset_uri(assets.id(asset)), assets.name(asset)));
    Ok(NeighbourhoodReply::new(&dataset, ontology, asset, &found))
}

/// Relations by group. Without `group` it counts every relation that occurs, in seven groups from
/// `NETWORK` to `GOVERNANCE`; with one it lists the related pairs page by page, identifiers and
/// names of both ends and the relation. Use it to read all of one kind, such as who has which
/// policy (`IAM`); for one asset `ontology_neighbourhood` is shorter.
#[tool(title = "Relation groups", category = "ontology", sensitivity = confidential)]
fn relation_groups(
    ctx: &ToolContext,
    workspace: State<Workspace>,
    #[args] args: RelationGroupsArgs,
) -> Result<RelationGroupsReply, ToolError> {
    let dataset = workspace.dataset(&args.dataset.dataset)?;
    let Some(group) = args.group()? else {
        let (ontology, _) = ontology_of(ctx, &dataset);
        return Ok(RelationGroupsReply::Counts(GroupCountsReply::new(&dataset, ontology)));
    };
    let paging = Paging::new(&dataset, group_query_key(group), &args.cursor)?;
    let (ontology, _) = ontology_of(ctx, &dataset);
    let page = paging
        .page(relation_rows::total(ontology, group), args.limit)
        .or_hint("The dataset has no relation of this group; without group all are counted.");
    let rows = relation_rows::page(ontology, group, page.range());
    let list = GroupListReply::new(&dataset, ontology, group, page, &rows);
    Ok(RelationGroupsReply::List(Box::new(list)))
}

/// Ready-made texts for retrieval: each sums up one asset, one community of related assets, or one
/// group of relations in plain lines, with the facts behind it as `metadata`. Narrow them by asset,
/// by a text they contain, or by the severity of findings, and page with `next_cursor`. A list that
/// does not fit ends in how many lines are missing; `ontology_neighbourhood` and `relation_groups`
/// have them all.
#[tool(title = "RAG chunks", category = "ontology", sensitivity = confidential)]
fn rag_chunks(
    _ctx: &ToolContext,
    workspace: State<Workspace>,
    #[args] args: RagChunksArgs,
) -> Result<RagChunksReply, ToolError> {
    let dataset = workspace.dataset(&args.dataset.dataset)?;
    let filter = args.resolve(&dataset)?;
    let paging = Paging::new(&dataset, args.query_key(&dataset, &filter), &args.cursor)?;
    let kind = args.chunk_type.kind();
    match kind {
        ChunkKind::Entity => dataset.usage().mark(View::RagEntity),
        ChunkKind::Community => dataset.usage().mark(View::Graph),
        ChunkKind::RelationGroup => {}
    }
    let chunks = Chunks::select(&dataset, kind, &filter);
    let page = paging.page(chunks.len(), args.limit).or_hint(
        "No piece of text fits: query is looked for as it stands, and ref goes with entity only.",
    );
    let items = chunks.page(page.range()).into_iter();
    let items = items.map(|chunk| ChunkRecord::new(&dataset, chunk)).collect();
    let (dataset, chunk_type) = (dataset.name().to_owned(), args.chunk_type);
    Ok(RagChunksReply { dataset, chunk_type, page, items })
}

/// Write all triples to a file for other tools: Turtle to read, N-Triples or JSON-LD to load,
/// RDF/XML for what is older. The file goes to the output directory, replaces one of the same name,
/// and is there as a whole or not at all; equal datasets give equal files. To ask questions here,
/// `sparql_query` needs no file.
#[tool(
    title = "Export ontology",
    category = "ontology",
    sensitivity = confidential,
    capabilities = [read_state, write_fs],
    idempotent = true
)]
fn export_ontology(
    ctx: &ToolContext,
    workspace: State<Workspace>,
    /// Syntax of the file.
    #[arg(default)]
    format: FileFormat,
    /// Name of the file; the ending of the format is added unless it is there.
    #[arg(default = "ontology", pattern = r"^[A-Za-z0-9_.\-]{1,100}$")]
    filename: String,
    #[args] which: DatasetArg,
) -> Result<ExportReply, ToolError> {
    let dataset = workspace.dataset(&which.dataset)?;
    let format = format.format();
    let (ontology, _) = ontology_of(ctx, &dataset);
    let name = file_name(&filename, format);
    let written = workspace.roots().write_output(name.as_ref(), |out| {
        export::write(ontology, format, out).map_err(OutputError::from)
    })?;
    ctx.link(ontology_link(format));
    Ok(ExportReply {
        dataset: dataset.name().to_owned(),
        path: written.path.display().to_string(),
        format: format.as_str(),
        triples: ontology.triples().len(),
        bytes: written.bytes,
    })
}
