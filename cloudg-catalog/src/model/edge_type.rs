//! Kinds of edge between assets.

use super::name_index;

/// How two assets are connected: one of a closed list, in listing order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EdgeType(u8);

/// What an edge is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum EdgeGroup {
    /// Reachability and traffic.
    Network,
    /// Who may act as whom, and on what.
    Identity,
    /// Parts and references.
    Structure,
    /// What running code uses.
    Workload,
    /// Protection, monitoring and governance.
    Security,
}

impl EdgeGroup {
    /// The name on the wire.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Network => "network",
            Self::Identity => "identity",
            Self::Structure => "structure",
            Self::Workload => "workload",
            Self::Security => "security",
        }
    }
}

/// Which end of an edge breaks when the other one is gone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Dependency {
    /// The source depends on the target.
    Forward,
    /// The target depends on the source.
    Reverse,
    /// Neither: the edge says nothing about dependency.
    None,
}

impl Dependency {
    /// The name on the wire.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Forward => "forward",
            Self::Reverse => "reverse",
            Self::None => "none",
        }
    }
}

struct Row {
    group: EdgeGroup,
    reads: &'static str,
    dependency: Dependency,
    shows_direction: bool,
    merges_parallel: bool,
}

/// Declares the list:
/// `NAME => group, verb phrase, dependency, shows its direction, merges with its like;`.
macro_rules! edge_types {
    ($($name:ident => $group:ident, $reads:literal, $dependency:ident, $shows:literal, $merges:literal;)*) => {
        #[expect(non_camel_case_types, clippy::upper_case_acronyms, reason = "the variants carry the names of the wire")]
        #[repr(u8)]
        enum Position { $($name),* }

        impl EdgeType {
            $(
                #[doc = concat!("`", stringify!($name), "`, read as \"", $reads, "\".")]
                pub const $name: Self = Self(Position::$name as u8);
            )*

            /// Number of types.
            pub const COUNT: usize = Self::NAMES.len();

            /// Every type, in listing order.
            pub const ALL: [Self; [$(stringify!($name)),*].len()] = [$(Self::$name),*];

            /// The names of [`Self::ALL`].
            pub const NAMES: [&'static str; Self::ALL.len()] = [$(stringify!($name)),*];
        }

        static ROWS: [Row; EdgeType::COUNT] = [$(
            Row {
                group: EdgeGroup::$group,
                reads: $reads,
                dependency: Dependency::$dependency,
                shows_direction: $shows,
                merges_parallel: $merges,
            }
        ),*];
    };
}

name_index::positions!(EdgeType);

impl EdgeType {
    /// What the edge is about.
    pub fn group(self) -> EdgeGroup {
        ROWS[self.index()].group
    }

    /// The verb phrase between source and target.
    pub fn reads(self) -> &'static str {
        ROWS[self.index()].reads
    }

    /// Which end depends on the other.
    #[inline]
    pub fn dependency(self) -> Dependency {
        ROWS[self.index()].dependency
    }

    /// Whether the brief of such an edge carries its direction.
    pub fn shows_direction(self) -> bool {
        ROWS[self.index()].shows_direction
    }

    /// Whether edges that agree in ends, type, CIDR and direction are one edge of the graph.
    pub fn merges_parallel(self) -> bool {
        ROWS[self.index()].merges_parallel
    }
}

edge_types! {
    SECURITY_GROUP_RULE => Network, "allows traffic", None, true, true;
    NACL_RULE => Network, "allows traffic", None, true, true;
    ROUTE => Network, "routes through / forwards to", Forward, false, false;
    IAM_TRUST => Identity, "may assume", Forward, false, false;
    IAM_POLICY_ATTACHMENT => Identity, "has policy", Forward, false, false;
    CONTAINS => Structure, "contains", Reverse, false, false;
    PEERING => Network, "peers with", Forward, false, false;
    LOAD_BALANCER_TARGET => Network, "sends traffic to", Forward, false, false;
    INTERNET_EXPOSED => Network, "exposes", None, false, true;
    ATTACHED_TO => Structure, "is attached to", Forward, false, false;
    REFERENCES => Structure, "uses / points at", Forward, false, false;
    INVOKES => Workload, "triggers / calls", Reverse, false, false;
    USES_IMAGE => Workload, "runs the image of", Forward, false, false;
    ASSUMES_ROLE => Identity, "runs as", Forward, false, false;
    GRANTS_ACCESS => Identity, "is granted access to", Forward, false, false;
    LOGS_TO => Workload, "sends logs to", Forward, false, false;
    PROTECTS => Security, "protects", Reverse, false, false;
    MONITORS => Security, "monitors", Reverse, false, false;
    MANAGES => Security, "manages", Reverse, false, false;
    GOVERNS => Security, "governs", Reverse, false, false;
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    #[test]
    fn the_table_says_what_the_data_file_says() {
        let data: Value =
            serde_json::from_str(include_str!("../../data/edge-types.json")).expect("JSON");
        let rows = data["types"].as_array().expect("types");
        assert_eq!(rows.len(), EdgeType::COUNT);
        assert_eq!(rows.len(), 20);
        for (row, kind) in rows.iter().zip(EdgeType::ALL) {
            assert_eq!(row["value"], kind.as_str());
            assert_eq!(row["group"], kind.group().as_str());
            assert_eq!(row["reads"], kind.reads());
            assert_eq!(row["dependency"], kind.dependency().as_str());
            assert_eq!(row["brief_shows_direction"], kind.shows_direction());
            assert_eq!(row["graph_merges_parallel"], kind.merges_parallel());
            assert_eq!(EdgeType::from_name(kind.as_str()), Some(kind));
            assert_eq!(EdgeType::from_index(kind.index()), Some(kind));
        }
        assert_eq!(EdgeType::from_name("contains"), None);
    }
}
