//! One piece of text for each group of relations.

use std::collections::HashSet;

use super::{Chunk, Facts, budget, budget::Part, entity};
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

/// Lines beyond this many never fit: arrows, blanks and a relation alone take 15 characters.
const MAX_LINES: usize = 1000;

/// What is gathered about a group.
struct Gathered {
    group: RelationGroup,
    total: usize,
    counts: Vec<(RelationType, usize)>,
    subjects: HashSet<NodeId>,
    objects: HashSet<NodeId>,
    /// Ends that are named in metadata only.
    named: HashSet<String>,
    lines: Vec<String>,
}

impl Gathered {
    fn new(group: RelationGroup) -> Self {
        Self {
            group,
            total: 0,
            counts: Vec::new(),
            subjects: HashSet::new(),
            objects: HashSet::new(),
            named: HashSet::new(),
            lines: Vec::new(),
        }
    }

    fn add(&mut self, relation: RelationType, line: impl FnOnce() -> String) {
        self.total += 1;
        match self.counts.iter_mut().find(|(known, _)| *known == relation) {
            Some((_, count)) => *count += 1,
            None => self.counts.push((relation, 1)),
        }
        if self.lines.len() < MAX_LINES {
            self.lines.push(line());
        }
    }

    fn chunk(self) -> Chunk {
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
        parts.push(Part::list(self.total, self.lines.into_iter()));
        let facts = GroupFacts {
            group: self.group,
            total: self.total,
            counts: self.counts,
            unique_subjects: self.subjects.len(),
            unique_objects: self.objects.len() + self.named.len(),
        };
        Chunk {
            id: format!("relation_group::{}", self.group.as_str()),
            content: budget::write(parts),
            facts: Facts::RelationGroup(facts),
        }
    }
}

/// The pieces, groups in the order of their first relation.
pub(super) fn chunks(dataset: &Dataset) -> Vec<Chunk> {
    let mut groups: Vec<Gathered> = Vec::new();
    add_edges(dataset, &mut groups);
    add_metadata(dataset, &mut groups);
    groups.into_iter().map(Gathered::chunk).collect()
}

fn group_of(groups: &mut Vec<Gathered>, relation: RelationType) -> &mut Gathered {
    let group = relation.group();
    let place = groups.iter().position(|known| known.group == group).unwrap_or_else(|| {
        groups.push(Gathered::new(group));
        groups.len() - 1
    });
    &mut groups[place]
}

fn add_edges(dataset: &Dataset, groups: &mut Vec<Gathered>) {
    let (edges, inventory) = (dataset.edges(), dataset.inventory());
    let raw = inventory.graph().raw();
    for edge in 0..edges.len() {
        let (source, target) = (raw.source(edge), raw.target(edge));
        for relation in EdgeRelations::of(inventory, edge).iter() {
            let group = group_of(groups, relation);
            group.subjects.insert(source);
            group.objects.insert(target);
            group.add(relation, || {
                let details = [edges.port_range(edge), edges.protocol(edge), edges.cidr(edge)];
                let details = details.into_iter().flatten().filter(|text| !text.is_empty());
                let details: Vec<&str> = details.collect();
                let ends = (entity::name(dataset, source), entity::name(dataset, target));
                let mut line = format!("  {} → {relation} → {}", ends.0, ends.1);
                if !details.is_empty() {
                    line += &format!(" [{}]", details.join(", "));
                }
                line
            });
        }
    }
}

fn add_metadata(dataset: &Dataset, groups: &mut Vec<Gathered>) {
    let graph = dataset.inventory().graph();
    of_metadata(dataset.inventory(), |asset, relation, target| {
        let source = graph.nodes().of_asset(asset);
        let group = group_of(groups, relation);
        group.subjects.insert(source);
        let named = match target {
            Target::Asset(other) => {
                let node = graph.nodes().of_asset(other);
                group.objects.insert(node);
                entity::name(dataset, node).to_owned()
            }
            Target::TagValue(value) => format!("tag:{value}"),
            Target::Key(key) => key.to_owned(),
            Target::Network(id) => format!("vpc:{id}"),
            Target::SecurityGroup(id) => format!("sg:{id}"),
        };
        group.add(relation, || {
            format!("  {} → {relation} → {named}", entity::name(dataset, source))
        });
        if !matches!(target, Target::Asset(_)) {
            // A placeholder of an edge may have the same text.
            match graph.nodes().placeholder(dataset.inventory(), &named) {
                Some(node) => group.objects.insert(node),
                None => group.named.insert(named),
            };
        }
    });
}
