//! Answers of the ontology tools.

use cloudg_runtime::open_object;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value};

use crate::{
    analysis::{
        ontology_neighbourhood::{Neighbourhood, Related},
        ontology_stats::{self, OntologyReport},
        relation_rows::RelationRow,
    },
    dataset::Dataset,
    export::rag_chunks::ChunkRecord,
    model::{RelationGroup, RelationType},
    ontology::{
        Ontology,
        evaluate::{Answer, Cell, CellKind, Cut, Form},
    },
    tools::{dataset_views::Counts, ontology::args::ChunkType, paging::Page},
};

/// Numbers of an ontology.
#[derive(Serialize)]
pub(super) struct StatsReply {
    dataset: String,
    built_now: bool,
    total_triples: usize,
    classes_used: usize,
    individuals: usize,
    relation_type_counts: Counts,
    relation_group_counts: Counts,
}

impl StatsReply {
    pub(super) fn new(dataset: &Dataset, built_now: bool, report: &OntologyReport) -> Self {
        Self {
            dataset: dataset.name().to_owned(),
            built_now,
            total_triples: report.total_triples,
            classes_used: report.classes_used,
            individuals: report.individuals,
            relation_type_counts: report.relations.iter().copied().collect(),
            relation_group_counts: Counts::of(&report.groups, RelationGroup::as_str),
        }
    }
}

/// What is related to an asset.
#[derive(Serialize)]
pub(super) struct NeighbourhoodReply {
    dataset: String,
    asset: AssetName,
    predicates: Counts,
    triples: Vec<RelatedEntry>,
    returned: usize,
    truncated: bool,
}

#[derive(Serialize)]
struct AssetName {
    id: String,
    name: String,
    #[serde(rename = "type")]
    asset_type: &'static str,
}

#[derive(Serialize)]
struct RelatedEntry {
    subject: String,
    predicate: &'static str,
    object: String,
    depth: usize,
    subject_id: String,
    object_id: String,
}

impl RelatedEntry {
    fn new(ontology: &Ontology, related: &Related) -> Self {
        let triple = related.triple;
        Self {
            subject: ontology.display_name(triple.subject),
            predicate: related.relation.as_str(),
            object: ontology.display_name(triple.object),
            depth: related.depth,
            subject_id: ontology.terms().compact(triple.subject),
            object_id: ontology.terms().compact(triple.object),
        }
    }
}

impl NeighbourhoodReply {
    pub(super) fn new(
        dataset: &Dataset,
        ontology: &Ontology,
        asset: usize,
        found: &Neighbourhood,
    ) -> Self {
        let assets = dataset.assets();
        let mut predicates: Vec<(&str, usize)> = Vec::new();
        for related in &found.related {
            let name = related.relation.as_str();
            match predicates.iter_mut().find(|(known, _)| *known == name) {
                Some((_, count)) => *count += 1,
                None => predicates.push((name, 1)),
            }
        }
        Self {
            dataset: dataset.name().to_owned(),
            asset: AssetName {
                id: assets.id(asset).to_owned(),
                name: assets.name(asset).to_owned(),
                asset_type: assets.asset_type(asset).as_str(),
            },
            predicates: predicates.into_iter().collect(),
            triples: found.related.iter().map(|one| RelatedEntry::new(ontology, one)).collect(),
            returned: found.related.len(),
            truncated: found.is_truncated,
        }
    }
}

/// The relations of one group, or how many each group has.
#[derive(Serialize)]
#[serde(untagged)]
pub(super) enum RelationGroupsReply {
    Counts(GroupCountsReply),
    List(Box<GroupListReply>),
}

#[derive(Serialize)]
pub(super) struct GroupCountsReply {
    dataset: String,
    groups: Map<String, Value>,
}

#[derive(Serialize)]
struct GroupCounts {
    total: usize,
    types: Counts,
}

impl GroupCountsReply {
    pub(super) fn new(dataset: &Dataset, ontology: &Ontology) -> Self {
        let entry = |group: RelationGroup| {
            let count = |relation: RelationType| {
                (relation.as_str(), ontology_stats::relation_total(ontology, relation))
            };
            let counts = group.members().map(count).filter(|&(_, count)| count > 0);
            let counts: Vec<_> = counts.collect();
            let total = counts.iter().map(|&(_, count)| count).sum::<usize>();
            let types: Counts = counts.into_iter().collect();
            (group.as_str().to_owned(), serde_json::json!(GroupCounts { total, types }))
        };
        Self {
            dataset: dataset.name().to_owned(),
            groups: RelationGroup::ALL.into_iter().map(entry).collect(),
        }
    }
}

#[derive(Serialize)]
pub(super) struct GroupListReply {
    dataset: String,
    group: &'static str,
    relation_types: Vec<&'static str>,
    #[serde(flatten)]
    page: Page,
    items: Vec<RelationEntry>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct RelationEntry {
    src: String,
    tgt: String,
    src_name: Option<String>,
    tgt_name: Option<String>,
    relation: &'static str,
}

impl GroupListReply {
    pub(super) fn new(
        dataset: &Dataset,
        ontology: &Ontology,
        group: RelationGroup,
        page: Page,
        rows: &[RelationRow<'_>],
    ) -> Self {
        let entry = |row: &RelationRow<'_>| RelationEntry {
            src: ontology.terms().compact(row.source),
            tgt: ontology.terms().compact(row.target),
            src_name: row.source_name.map(str::to_owned),
            tgt_name: row.target_name.map(str::to_owned),
            relation: row.relation.as_str(),
        };
        Self {
            dataset: dataset.name().to_owned(),
            group: group.as_str(),
            relation_types: group.members().map(RelationType::as_str).collect(),
            page,
            items: rows.iter().map(entry).collect(),
        }
    }
}

/// Pieces of text about a dataset.
#[derive(Serialize)]
pub(super) struct RagChunksReply {
    pub dataset: String,
    pub chunk_type: ChunkType,
    #[serde(flatten)]
    pub page: Page,
    pub items: Vec<ChunkRecord>,
}

/// A file that was written.
#[derive(Serialize)]
pub(super) struct ExportReply {
    pub dataset: String,
    pub path: String,
    pub format: &'static str,
    pub triples: usize,
    pub bytes: u64,
}

/// What a query found.
#[derive(Serialize)]
pub(super) struct SparqlReply {
    dataset: String,
    query_type: &'static str,
    /// `null` when time ran out; only for `ASK`.
    #[serde(skip_serializing_if = "Option::is_none")]
    answer: Option<Option<bool>>,
    rows: Vec<Map<String, Value>>,
    returned: usize,
    truncated: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    variable_kinds: Option<Map<String, Value>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    hint: Option<&'static str>,
}

/// What [`SparqlReply`] looks like, for clients.
#[derive(JsonSchema)]
#[schemars(transform = open_object)]
#[expect(dead_code, reason = "only its schema is used")]
pub(super) struct SparqlOutput {
    dataset: String,
    query_type: String,
    rows: Vec<Map<String, Value>>,
    returned: usize,
    truncated: bool,
    answer: Option<bool>,
    variable_kinds: Option<Map<String, Value>>,
    hint: Option<String>,
}

impl SparqlReply {
    pub(super) fn new(dataset: &Dataset, found: &Answer) -> Self {
        let query_type = match found.form {
            Form::Select => "SelectQuery",
            Form::Ask => "AskQuery",
            Form::Construct => "ConstructQuery",
            Form::Describe => "DescribeQuery",
        };
        let text = |cell: &Option<Cell>| cell.as_ref().map(|cell| cell.text.as_str()).into();
        let row = |cells: &Vec<Option<Cell>>| {
            found.columns.iter().cloned().zip(cells.iter().map(text)).collect()
        };
        Self {
            dataset: dataset.name().to_owned(),
            query_type,
            answer: (found.form == Form::Ask).then_some(found.boolean),
            rows: found.rows.iter().map(row).collect(),
            returned: found.rows.len(),
            truncated: found.cut.is_some(),
            variable_kinds: variable_kinds(found),
            hint: found.cut.map(hint),
        }
    }
}

fn hint(cut: Cut) -> &'static str {
    match cut {
        Cut::Rows => "More rows exist: add LIMIT and OFFSET to the query, or raise `limit`.",
        Cut::Time => "Time ran out: bind more terms of the pattern, or add LIMIT.",
        Cut::Memory => {
            "Too much had to be held at once: bind more terms, join on shared variables, or sort \
             and group fewer rows."
        }
        Cut::Bytes => {
            "The rows are long: an answer has at most 16 MiB of text. Select fewer columns, shorten \
             texts with SUBSTR, or page with LIMIT and OFFSET."
        }
    }
}

/// What each column holds, as far as rows say.
fn variable_kinds(found: &Answer) -> Option<Map<String, Value>> {
    match found.form {
        Form::Ask => None,
        Form::Construct | Form::Describe => {
            let kinds = [("subject", "uri"), ("predicate", "uri"), ("object", "term")];
            Some(kinds.into_iter().map(|(name, kind)| (name.to_owned(), kind.into())).collect())
        }
        Form::Select => {
            let kind = |(column, name): (usize, &String)| {
                let mut kinds =
                    found.rows.iter().filter_map(|row| Some(row[column].as_ref()?.kind));
                let first = kinds.next()?;
                let kind = match first {
                    _ if kinds.any(|kind| kind != first) => "term",
                    CellKind::Uri => "uri",
                    CellKind::Literal => "literal",
                    CellKind::Blank => "bnode",
                };
                Some((name.clone(), kind.into()))
            };
            Some(found.columns.iter().enumerate().filter_map(kind).collect())
        }
    }
}
