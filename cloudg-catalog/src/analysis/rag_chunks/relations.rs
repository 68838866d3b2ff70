//! The relations behind a piece of text, for programs that do not read it.

use std::{borrow::Cow, fmt};

use super::{Budget, Chunk, ChunkKind, community, entity, group};
use crate::{
    dataset::{Dataset, Edges},
    model::RelationType,
};

/// What the edge of a relation demands of traffic. Metadata demands nothing.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Evidence<'a> {
    port_range: Option<&'a str>,
    protocol: Option<&'a str>,
    cidr: Option<&'a str>,
}

impl<'a> Evidence<'a> {
    pub(super) fn of(edges: &'a Edges, edge: usize) -> Self {
        let real = |text: Option<&'a str>| text.filter(|text| !text.is_empty());
        Self {
            port_range: real(edges.port_range(edge)),
            protocol: real(edges.protocol(edge)),
            cidr: real(edges.cidr(edge)),
        }
    }

    /// Port range, protocol and addresses, without those that the edge does not name.
    pub(super) fn details(self) -> impl Iterator<Item = &'a str> {
        [self.port_range, self.protocol, self.cidr].into_iter().flatten()
    }
}

/// `port 443, tcp, cidr 10.0.0.0/8` without what the edge does not name; empty when that is all.
impl fmt::Display for Evidence<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts = [("port ", self.port_range), ("", self.protocol), ("cidr ", self.cidr)];
        let named = parts.into_iter().filter_map(|(label, text)| Some((label, text?)));
        for (place, (label, text)) in named.enumerate() {
            let comma = if place == 0 { "" } else { ", " };
            write!(f, "{comma}{label}{text}")?;
        }
        Ok(())
    }
}

/// A relation of the asset that a piece is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EntityRelation<'a> {
    /// The relation.
    pub relation: RelationType,
    /// Whether the asset is the subject.
    pub is_outgoing: bool,
    /// Name of the other end, its id if it has none.
    pub object: &'a str,
    /// Id of the other end.
    pub object_id: &'a str,
    /// Empty unless the asset is the subject.
    pub evidence: Evidence<'a>,
}

/// A relation that a piece about a group shows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GroupRelation<'a> {
    /// The relation.
    pub relation: RelationType,
    /// The other end as the text names it.
    pub object: Cow<'a, str>,
    /// Empty for what metadata says.
    pub evidence: Evidence<'a>,
}

/// The relations behind a piece.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ChunkRelations<'a> {
    /// All of the asset, also those that the text leaves out.
    Entity(Vec<EntityRelation<'a>>),
    /// A community has none of its own.
    Community,
    /// Those that the text shows.
    RelationGroup(Vec<GroupRelation<'a>>),
}

/// All pieces of a kind within a budget, in their order, each with its relations. A piece is made
/// when it is asked for, except those about groups, which are few.
pub fn related_chunks(
    dataset: &Dataset,
    kind: ChunkKind,
    budget: Budget,
) -> Box<dyn Iterator<Item = (Chunk, ChunkRelations<'_>)> + '_> {
    match kind {
        ChunkKind::Entity => Box::new((0..dataset.assets().len()).map(move |asset| {
            let relations = entity::own_relations(dataset, asset);
            (entity::chunk(dataset, asset, budget), ChunkRelations::Entity(relations))
        })),
        ChunkKind::Community => {
            let chunks = community::chunks(dataset, budget);
            Box::new(chunks.map(|chunk| (chunk, ChunkRelations::Community)))
        }
        ChunkKind::RelationGroup => {
            let chunks = group::chunks(dataset, budget).into_iter();
            Box::new(
                chunks.map(|(chunk, relations)| (chunk, ChunkRelations::RelationGroup(relations))),
            )
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::analysis::tests::dataset_of;

    fn asset(id: &str, kind: &str, name: &str) -> Value {
        json!({"id": id, "name": name, "asset_type": kind, "provider": "AWS", "region": "r"})
    }

    fn rule(source: &str, target: &str, details: [&str; 3]) -> Value {
        let [port_range, protocol, cidr] = details;
        json!({
            "source_id": source, "target_id": target, "edge_type": "SECURITY_GROUP_RULE",
            "port_range": port_range, "protocol": protocol, "cidr": cidr,
        })
    }

    /// Two machines behind a firewall; the second has no name.
    fn estate() -> Dataset {
        let mut machine = asset("m-1", "EC2", "web");
        machine["tags"] = json!({"owner": "ops"});
        dataset_of(&json!({
            "assets": [asset("sg-1", "SECURITY_GROUP", "wall"), machine, asset("m-2", "EC2", "")],
            "edges": [
                rule("10.0.0.0/8", "sg-1", ["8443", "tcp", "10.0.0.0/8"]),
                rule("sg-1", "m-1", ["", "udp", ""]),
                rule("sg-1", "m-2", ["", "", ""]),
            ],
        }))
    }

    /// The relations of the pieces of a kind, a line each.
    fn lines(dataset: &Dataset, kind: ChunkKind, budget: Budget) -> Vec<String> {
        let entity = |one: &EntityRelation<'_>| {
            let arrow = if one.is_outgoing { "to" } else { "from" };
            let EntityRelation { relation, object, object_id, evidence, .. } = one;
            format!("{relation} {arrow} {object} {object_id} ({evidence})")
        };
        let group =
            |one: &GroupRelation<'_>| format!("{} {} ({})", one.relation, one.object, one.evidence);
        let mut lines = Vec::new();
        for (chunk, relations) in related_chunks(dataset, kind, budget) {
            lines.push(chunk.id);
            match relations {
                ChunkRelations::Entity(related) => lines.extend(related.iter().map(entity)),
                ChunkRelations::Community => {}
                ChunkRelations::RelationGroup(related) => lines.extend(related.iter().map(group)),
            }
        }
        lines
    }

    #[test]
    fn an_asset_has_all_its_relations_and_evidence_where_it_is_the_subject() {
        let expected = [
            "entity::sg-1",
            "INGRESS_ALLOWED to web m-1 (udp)",
            "ALL_TRAFFIC to web m-1 (udp)",
            "INGRESS_ALLOWED to m-2 m-2 ()",
            "INGRESS_ALLOWED from 10.0.0.0/8 10.0.0.0/8 ()",
            "PORT_RESTRICTED from 10.0.0.0/8 10.0.0.0/8 ()",
            "CIDR_RESTRICTED from 10.0.0.0/8 10.0.0.0/8 ()",
            "entity::m-1",
            "INGRESS_ALLOWED from wall sg-1 ()",
            "ALL_TRAFFIC from wall sg-1 ()",
            "entity::m-2",
            "INGRESS_ALLOWED from wall sg-1 ()",
        ];
        let estate = estate();
        assert_eq!(lines(&estate, ChunkKind::Entity, Budget::default()), expected);
        // What the text leaves out is still a relation.
        assert_eq!(lines(&estate, ChunkKind::Entity, Budget::of_tokens(1)), expected);
    }

    #[test]
    fn a_group_has_the_relations_that_its_text_shows() {
        let estate = estate();
        let all = lines(&estate, ChunkKind::RelationGroup, Budget::default());
        assert_eq!(
            all,
            [
                "relation_group::NETWORK",
                "INGRESS_ALLOWED wall (port 8443, tcp, cidr 10.0.0.0/8)",
                "PORT_RESTRICTED wall (port 8443, tcp, cidr 10.0.0.0/8)",
                "CIDR_RESTRICTED wall (port 8443, tcp, cidr 10.0.0.0/8)",
                "INGRESS_ALLOWED web (udp)",
                "ALL_TRAFFIC web (udp)",
                "INGRESS_ALLOWED m-2 ()",
                "relation_group::GOVERNANCE",
                "OWNED_BY tag:ops ()",
            ]
        );
        // 162 characters are always there, 24 are set aside, and each of the first rows takes 62.
        for (tokens, n_shown) in [(1, 0), (61, 0), (62, 1), (77, 1), (78, 2)] {
            let budget = Budget::of_tokens(tokens);
            let mut chunks = related_chunks(&estate, ChunkKind::RelationGroup, budget);
            let (chunk, relations) = chunks.next().unwrap();
            let triples = chunk.content.split("Triples:").nth(1).unwrap();
            let ChunkRelations::RelationGroup(relations) = relations else { panic!("a group") };
            assert_eq!(relations.len(), n_shown, "{tokens}: {triples}");
            assert_eq!(triples.matches(" → ").count(), 2 * n_shown, "{triples}");
            assert!(triples.ends_with(&format!("... and {} more", 6 - n_shown)), "{triples}");
        }
    }

    #[test]
    fn a_small_budget_cuts_a_community() {
        let (estate, budget) = (estate(), Budget::of_tokens(1));
        let mut chunks = related_chunks(&estate, ChunkKind::Community, budget);
        let (chunk, relations) = chunks.next().unwrap();
        assert_eq!(relations, ChunkRelations::Community);
        let mut lines = chunk.content.lines();
        assert!(lines.next().unwrap().ends_with("resources):"));
        assert!(lines.next().unwrap().starts_with("  ... and "), "{}", chunk.content);
    }
}
