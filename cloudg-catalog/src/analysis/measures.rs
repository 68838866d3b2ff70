//! What is asked about all assets and edges at once: computed on first use and kept, since an
//! inventory never changes.

use std::sync::OnceLock;

use fixedbitset::FixedBitSet;

use super::{
    attack_paths::Ranked,
    centrality::Scores,
    cross_account::Crossing,
    graph_stats::GraphStats,
    internet_exposure::{ExposedAsset, Exposure},
    largest_blast_radius::BlastRadius,
    lateral_movement::{self, LateralReport},
    reachability_findings::Candidates,
    security_coverage::SecurityCoverage,
    shared_dependencies::SharedDependency,
};
use crate::graph::NodeId;

/// Answers that are the same for every caller. Each analysis fills and reads its own.
#[derive(Debug, Default)]
pub(crate) struct Measures {
    /// Edges that let the internet in.
    pub(crate) internet_edges: OnceLock<FixedBitSet>,
    /// Edges between assets of different accounts.
    pub(crate) account_crossings: OnceLock<Vec<Crossing>>,
    /// Assets that most others depend on, as many as one may ask for.
    pub(crate) blast_radii: OnceLock<Vec<BlastRadius>>,
    /// Dependencies of several assets, as many as one may ask for.
    pub(crate) shared_dependencies: OnceLock<Vec<SharedDependency>>,
    /// For each asset, how many depend on it, up to the number that says enough.
    pub(crate) dependents: OnceLock<Vec<u8>>,
    /// What the internet reaches and could be a finding.
    pub(crate) reachability: OnceLock<Candidates>,
    /// Security services and what they leave out.
    pub(crate) security_coverage: OnceLock<SecurityCoverage>,
    /// Size and shape.
    pub(crate) stats: OnceLock<GraphStats>,
    /// Scores of the nodes, by metric.
    pub(crate) centrality: [OnceLock<Scores>; 4],
    /// Assets worth stealing, by id.
    pub(crate) crown_jewels: OnceLock<Vec<NodeId>>,
    /// Rules that let the internet in, and what is flagged as exposed.
    pub(crate) exposure: OnceLock<Exposure>,
    /// Chains of identities from all footholds, by greatest length.
    pub(crate) lateral_movement: [OnceLock<LateralReport>; lateral_movement::MAX_DEPTH + 1],
}

/// Answers that depend on open findings too.
#[derive(Debug, Default)]
pub(crate) struct FindingMeasures {
    /// What is flagged as exposed, worst first.
    pub(crate) exposed: OnceLock<Vec<ExposedAsset>>,
    /// Ways in to assets worth stealing, riskiest first.
    pub(crate) attack_paths: OnceLock<Vec<Ranked>>,
}
