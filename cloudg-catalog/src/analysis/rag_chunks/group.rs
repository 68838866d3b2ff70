//! One piece of text for each group of relations.

use std::{borrow::Cow, collections::HashSet};

use super::{Budget, Chunk, Evidence, Facts, GroupRelation, budget, budget::Part, entity};
use crate::{
    dataset::Dataset,
    graph::NodeId,
    model::{RelationGroup, RelationType},
    ontology::{
        EdgeRelations,
        relations::{Target, of_metadata},
    },
};

/// What a piece about a group of relations says.
#[derive(Debug, Clone, PartialEq)]
pub struct GroupFacts {
    /// The group.
    pub group: RelationGroup,
    /// How often relations of the group occur, repeats counted.
    pub total: usize,
    /// The same for each relation, in order of first appearance.
    pub counts: Vec<(RelationType, usize)>,
    /// Distinct things where the relations start.
    pub unique_subjects: usize,
    /// Distinct things where they end.
    pub unique_objects: usize,
}

/// Arrows, blanks and the end of a line.
const SHORTEST_LINE: usize = 9;

/// A relation as a line shows it.
struct Row<'a> {
    subject: &'a str,
    relation: GroupRelation<'a>,
}

impl Row<'_> {
    fn line(&self) -> String {
        let GroupRelation { relation, object, evidence } = &self.relation;
        let line = format!("  {} → {relation} → {object}", self.subject);
        match evidence.details().collect::<Vec<_>>() {
            details if details.is_empty() => line,
            details => format!("{line} [{}]", details.join(", ")),
        }
    }
}

/// What is gathered about a group.
struct Gathered<'a> {
    group: RelationGroup,
    total: usize,
    counts: Vec<(RelationType, usize)>,
    subjects: HashSet<NodeId>,
    objects: HashSet<NodeId>,
    /// Ends that are named in metadata only.
    named: HashSet<String>,
    /// The first ones, as many as may fit and one more.
    rows: Vec<Row<'a>>,
    max_rows: usize,
}

impl<'a> Gathered<'a> {
    fn new(group: RelationGroup, max_rows: usize) -> Self {
        Self {
            group,
            total: 0,
            counts: Vec::new(),
            subjects: HashSet::new(),
            objects: HashSet::new(),
            named: HashSet::new(),
            rows: Vec::new(),
            max_rows,
        }
    }

    fn add(&mut self, relation: RelationType, row: impl FnOnce() -> Row<'a>) {
        self.total += 1;
        match self.counts.iter_mut().find(|(known, _)| *known == relation) {
            Some((_, count)) => *count += 1,
            None => self.counts.push((relation, 1)),
        }
        if self.rows.len() < self.max_rows {
            self.rows.push(row());
        }
    }

    /// The piece, and the relations whose lines are in it.
    fn chunk(mut self, budget: Budget) -> (Chunk, Vec<GroupRelation<'a>>) {
        let mut parts = vec![
            Part::Line(format!("Relation Group: {}", self.group.as_str())),
            Part::Line(format!("Total relations: {}", self.total)),
        ];
        parts.extend(Part::heading("Relation type distribution:".to_owned()));
        let mut most_first = self.counts.clone();
        most_first.sort_by_key(|&(_, count)| std::cmp::Reverse(count));
        let line = |(relation, count)| Part::Line(format!("  {relation}: {count}"));
        parts.extend(most_first.into_iter().map(line));
        parts.extend(Part::heading("Triples:".to_owned()));
        parts.push(Part::list(self.total, self.rows.iter().map(Row::line)));
        let written = budget::write(parts, budget);
        self.rows.truncate(written.kept.iter().sum());
        let facts = GroupFacts {
            group: self.group,
            total: self.total,
            counts: self.counts,
            unique_subjects: self.subjects.len(),
            unique_objects: self.objects.len() + self.named.len(),
        };
        let chunk = Chunk {
            id: format!("relation_group::{}", self.group.as_str()),
            content: written.text,
            facts: Facts::RelationGroup(facts),
        };
        (chunk, self.rows.into_iter().map(|row| row.relation).collect())
    }
}

/// The pieces, groups in the order of their first relation, each with the relations that its text
/// shows.
pub(super) fn chunks(dataset: &Dataset, budget: Budget) -> Vec<(Chunk, Vec<GroupRelation<'_>>)> {
    let max_rows = budget.characters() / SHORTEST_LINE + 1;
    let mut groups = Groups { list: Vec::new(), max_rows };
    add_edges(dataset, &mut groups);
    add_metadata(dataset, &mut groups);
    groups.list.into_iter().map(|group| group.chunk(budget)).collect()
}

/// The groups that were met so far.
struct Groups<'a> {
    list: Vec<Gathered<'a>>,
    max_rows: usize,
}

impl<'a> Groups<'a> {
    fn of(&mut self, relation: RelationType) -> &mut Gathered<'a> {
        let group = relation.group();
        let known = self.list.iter().position(|known| known.group == group);
        let place = known.unwrap_or_else(|| {
            self.list.push(Gathered::new(group, self.max_rows));
            self.list.len() - 1
        });
        &mut self.list[place]
    }
}

fn add_edges<'a>(dataset: &'a Dataset, groups: &mut Groups<'a>) {
    let (edges, inventory) = (dataset.edges(), dataset.inventory());
    let raw = inventory.graph().raw();
    for edge in 0..edges.len() {
        let (source, target) = (raw.source(edge), raw.target(edge));
        for relation in EdgeRelations::of(inventory, edge).iter() {
            let group = groups.of(relation);
            group.subjects.insert(source);
            group.objects.insert(target);
            group.add(relation, || Row {
                subject: entity::name(dataset, source),
                relation: GroupRelation {
                    relation,
                    object: entity::name(dataset, target).into(),
                    evidence: Evidence::of(edges, edge),
                },
            });
        }
    }
}

fn add_metadata<'a>(dataset: &'a Dataset, groups: &mut Groups<'a>) {
    let graph = dataset.inventory().graph();
    of_metadata(dataset.inventory(), |asset, relation, target| {
        let source = graph.nodes().of_asset(asset);
        let group = groups.of(relation);
        group.subjects.insert(source);
        let object: Cow<'a, str> = match target {
            Target::Asset(other) => {
                let node = graph.nodes().of_asset(other);
                group.objects.insert(node);
                entity::name(dataset, node).into()
            }
            Target::TagValue(value) => format!("tag:{value}").into(),
            Target::Key(key) => key.to_owned().into(),
            Target::Network(id) => format!("vpc:{id}").into(),
            Target::SecurityGroup(id) => format!("sg:{id}").into(),
        };
        group.add(relation, || Row {
            subject: entity::name(dataset, source),
            relation: GroupRelation {
                relation,
                object: object.clone(),
                evidence: Evidence::default(),
            },
        });
        if !matches!(target, Target::Asset(_)) {
            // An asset or a placeholder of an edge may have the same text for its id.
            let inventory = dataset.inventory();
            let asset = inventory.asset_by_id(&object).map(|asset| graph.nodes().of_asset(asset));
            let node = asset.or_else(|| graph.nodes().placeholder(inventory, &object));
            match node {
                Some(node) => group.objects.insert(node),
                None => group.named.insert(object.into_owned()),
            };
        }
    });
}
