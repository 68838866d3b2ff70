//! Sets of edge types.

use crate::model::EdgeType;

/// Types of edges to follow or keep.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EdgeTypes(u32);

// One bit for each type.
const _: () = assert!(EdgeType::COUNT <= u32::BITS as usize);

impl EdgeTypes {
    /// Every type.
    pub const ALL: Self = Self(u32::MAX);

    /// Whether the type is in the set.
    pub fn contains(self, edge_type: EdgeType) -> bool {
        self.0 & bit(edge_type) != 0
    }

    /// The types of the set in listing order, `None` where there is no choice.
    pub fn chosen(self) -> Option<Vec<EdgeType>> {
        let types = || EdgeType::ALL.into_iter().filter(|&edge_type| self.contains(edge_type));
        (self != Self::ALL).then(|| types().collect())
    }
}

impl From<Option<Vec<EdgeType>>> for EdgeTypes {
    /// Without a choice every type is in the set.
    fn from(chosen: Option<Vec<EdgeType>>) -> Self {
        let union = |types: Vec<EdgeType>| types.into_iter().fold(0, |set, one| set | bit(one));
        chosen.map_or(Self::ALL, |types| Self(union(types)))
    }
}

fn bit(edge_type: EdgeType) -> u32 {
    1 << edge_type.index()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_choice_is_kept_in_listing_order() {
        let chosen = EdgeTypes::from(Some(vec![EdgeType::GOVERNS, EdgeType::ROUTE]));
        assert!(chosen.contains(EdgeType::ROUTE) && !chosen.contains(EdgeType::CONTAINS));
        assert_eq!(chosen.chosen(), Some(vec![EdgeType::ROUTE, EdgeType::GOVERNS]));
        assert_eq!(EdgeTypes::from(None).chosen(), None);
    }
}
