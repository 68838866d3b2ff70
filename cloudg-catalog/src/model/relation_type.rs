//! Names of relationships, finer than the types of edges.

use super::name_index;

/// What an edge means: one of a closed list, in listing order. Files may hold other names; those
/// are kept as text and belong to no group.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RelationType(u8);

/// A family of relationships.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum RelationGroup {
    /// Traffic, allowed or denied.
    Network,
    /// One thing inside another.
    Containment,
    /// Identities and their rights.
    Iam,
    /// Where data goes.
    DataFlow,
    /// Protection and its keys.
    Security,
    /// Code and what it runs on.
    Compute,
    /// Policies and management.
    Governance,
}

impl RelationGroup {
    /// Every group, in listing order.
    pub const ALL: [Self; 7] = [
        Self::Network,
        Self::Containment,
        Self::Iam,
        Self::DataFlow,
        Self::Security,
        Self::Compute,
        Self::Governance,
    ];

    /// The names of [`Self::ALL`].
    pub const NAMES: [&'static str; 7] =
        ["NETWORK", "CONTAINMENT", "IAM", "DATA_FLOW", "SECURITY", "COMPUTE", "GOVERNANCE"];

    /// The name on the wire.
    pub const fn as_str(self) -> &'static str {
        Self::NAMES[self as usize]
    }

    /// The group with exactly this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|group| group.as_str() == name)
    }

    /// The relationships of the group, in listing order.
    pub fn members(self) -> impl Iterator<Item = RelationType> {
        RelationType::ALL.into_iter().filter(move |relation| relation.group() == self)
    }
}

/// Declares the list: `NAME => group;`.
macro_rules! relation_types {
    ($($name:ident => $group:ident;)*) => {
        #[expect(non_camel_case_types, clippy::upper_case_acronyms, reason = "the variants carry the names of the wire")]
        #[repr(u8)]
        enum Position { $($name),* }

        impl RelationType {
            $(
                #[doc = concat!("`", stringify!($name), "`.")]
                pub const $name: Self = Self(Position::$name as u8);
            )*

            /// Number of relationships.
            pub const COUNT: usize = Self::NAMES.len();

            /// Every relationship, in listing order.
            pub const ALL: [Self; [$(stringify!($name)),*].len()] = [$(Self::$name),*];

            /// The names of [`Self::ALL`].
            pub const NAMES: [&'static str; Self::ALL.len()] = [$(stringify!($name)),*];
        }

        static GROUPS: [RelationGroup; RelationType::COUNT] = [$(RelationGroup::$group),*];
    };
}

name_index::positions!(RelationType);

impl RelationType {
    /// The group it belongs to.
    pub fn group(self) -> RelationGroup {
        GROUPS[self.index()]
    }
}

relation_types! {
    INGRESS_ALLOWED => Network;
    INGRESS_DENIED => Network;
    EGRESS_ALLOWED => Network;
    EGRESS_DENIED => Network;
    ONLY_HTTP => Network;
    ONLY_HTTPS => Network;
    ONLY_SSH => Network;
    ONLY_RDP => Network;
    ALL_TRAFFIC => Network;
    PORT_RESTRICTED => Network;
    CIDR_RESTRICTED => Network;
    INTERNET_REACHABLE => Network;
    VPC_PEERED => Network;
    TRANSIT_ROUTED => Network;
    NAT_TRANSLATED => Network;
    DNS_RESOLVED => Network;
    CONTAINS => Containment;
    VPC_CONTAINS_SUBNET => Containment;
    SUBNET_CONTAINS_INSTANCE => Containment;
    REGION_CONTAINS_VPC => Containment;
    ACCOUNT_CONTAINS_REGION => Containment;
    ORG_CONTAINS_ACCOUNT => Containment;
    CLUSTER_CONTAINS_SERVICE => Containment;
    LB_TARGETS_INSTANCE => Containment;
    ROLE_ASSUMES_ROLE => Iam;
    USER_HAS_POLICY => Iam;
    ROLE_HAS_POLICY => Iam;
    GROUP_HAS_POLICY => Iam;
    POLICY_ALLOWS_ACTION => Iam;
    POLICY_DENIES_ACTION => Iam;
    CROSS_ACCOUNT_TRUST => Iam;
    SERVICE_LINKED_ROLE => Iam;
    PERMISSION_BOUNDARY_LIMITS => Iam;
    SCP_RESTRICTS => Iam;
    READS_FROM => DataFlow;
    WRITES_TO => DataFlow;
    ENCRYPTS_WITH => DataFlow;
    DECRYPTS_WITH => DataFlow;
    LOGS_TO => DataFlow;
    STREAMS_TO => DataFlow;
    REPLICATES_TO => DataFlow;
    BACKUP_TO => DataFlow;
    CACHE_FOR => DataFlow;
    PROTECTED_BY_SG => Security;
    PROTECTED_BY_NACL => Security;
    PROTECTED_BY_WAF => Security;
    ENCRYPTED_BY_KMS => Security;
    ROTATES_SECRET => Security;
    CERTIFICATE_SECURES => Security;
    FINDING_AFFECTS => Security;
    VULNERABILITY_EXPLOITS => Security;
    COMPLIANCE_GOVERNS => Security;
    RUNS_ON => Compute;
    TRIGGERED_BY => Compute;
    INVOKES => Compute;
    SCALES_WITH => Compute;
    LOAD_BALANCED_BY => Compute;
    SCHEDULED_BY => Compute;
    DEPENDS_ON => Compute;
    SERVES_TRAFFIC_TO => Compute;
    TAGGED_WITH => Governance;
    COST_ALLOCATED_TO => Governance;
    OWNED_BY => Governance;
    MONITORED_BY => Governance;
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    #[test]
    fn the_table_says_what_the_data_file_says() {
        let data: Value =
            serde_json::from_str(include_str!("../../data/relation-types.json")).expect("JSON");
        assert_eq!(data["groups"], json!(RelationGroup::NAMES));
        let rows = data["types"].as_array().expect("types");
        assert_eq!(rows.len(), RelationType::COUNT);
        assert_eq!(rows.len(), 64);
        for (row, kind) in rows.iter().zip(RelationType::ALL) {
            assert_eq!(row["value"], kind.as_str());
            assert_eq!(row["group"], kind.group().as_str());
            assert_eq!(RelationType::from_name(kind.as_str()), Some(kind));
            assert_eq!(RelationType::from_index(kind.index()), Some(kind));
        }
    }

    #[test]
    fn every_relationship_is_in_one_group() {
        let members: usize = RelationGroup::ALL.into_iter().map(|g| g.members().count()).sum();
        assert_eq!(members, RelationType::COUNT);
        for group in RelationGroup::ALL {
            assert_eq!(RelationGroup::from_name(group.as_str()), Some(group));
        }
    }
}
