//! A loaded dataset: an immutable snapshot and the views built over it on first use.
//!
//! A mutation makes the next version, which shares every part it does not touch. Readers hold an
//! `Arc<Dataset>` and never wait for writers. A dataset never holds a file handle, a clock or
//! anything of the protocol.

mod asset_findings;
mod assets;
mod background;
mod control_findings;
mod edges;
mod finding_map;
mod finding_orders;
mod findings;
mod nodes;
mod orders;
mod reference;
mod rows;
mod search;
mod sparse;
mod suggest;
mod summary;
mod symbols;
mod text_column;
mod usage;

use std::{
    collections::BTreeMap,
    sync::{Arc, OnceLock},
};

use fixedbitset::FixedBitSet;
use sha2::{Digest, Sha256};

pub use asset_findings::AssetFindings;
pub use assets::Assets;
pub(crate) use assets::content_id;
pub use background::{Background, LeftOut, Omission};
pub use control_findings::ControlFindings;
pub use edges::Edges;
pub use finding_map::FindingMap;
pub use finding_orders::{FindingKey, FindingOrders};
pub use findings::Findings;
pub use nodes::{Node, Nodes};
pub use orders::{Order, SortKey};
pub use reference::{ReferenceError, ReferenceIndex};
pub use rows::{AssetRow, EdgeRow, FindingRow};
pub use search::SearchText;
pub use suggest::Suggestion;
pub use summary::{OrganizationSummary, Summary};
pub(crate) use summary::{count_by, most_first};
pub use symbols::{Symbol, Symbols};
pub(crate) use text_column::PushBit;
pub use text_column::{OptionalTextColumn, TextColumn};
pub use usage::{Usage, View};

use crate::{
    analysis::{measures::Measures, rag_chunks::ChunkViews},
    graph::{self, Graph},
    load::normalise::Source,
    model::{ComplianceRecord, FindingRecord},
    ontology::Ontology,
};

/// Assets, edges and what is derived from them alone.
#[derive(Debug, Default)]
pub struct Inventory {
    /// Assets in file order.
    pub assets: Assets,
    /// Edges in file order.
    pub edges: Edges,
    nodes: OnceLock<Nodes>,
    references: OnceLock<ReferenceIndex>,
    search: OnceLock<SearchText>,
    graph: graph::Views,
    orders: orders::InventoryOrders,
    measures: Measures,
}

impl Inventory {
    /// An inventory of these assets and edges.
    pub fn new(assets: Assets, edges: Edges) -> Self {
        Self { assets, edges, ..Self::default() }
    }

    /// Assets by id and the assets behind endpoints.
    pub fn nodes(&self) -> &Nodes {
        self.nodes.get_or_init(|| Nodes::build(&self.assets, &self.edges))
    }

    /// What a reference can match.
    pub fn references(&self) -> &ReferenceIndex {
        self.references.get_or_init(|| ReferenceIndex::build(&self.assets))
    }

    /// Lower-case text of every asset.
    pub fn search(&self) -> &SearchText {
        self.search.get_or_init(|| SearchText::build(&self.assets))
    }

    /// Assets and edges as a graph.
    pub fn graph(&self) -> Graph<'_> {
        Graph::new(self, &self.graph)
    }

    /// What was computed once about all assets and edges.
    pub(crate) fn measures(&self) -> &Measures {
        &self.measures
    }

    /// The last asset with this id.
    pub fn asset_by_id(&self, id: &str) -> Option<usize> {
        self.nodes().asset(&self.assets, id)
    }

    /// The asset that a reference or a finding's resource names: each tier is tried for all
    /// candidates in order before the next tier, empty candidates are left out.
    pub fn resolve(&self, candidates: &[&str]) -> Option<usize> {
        self.references().resolve(self, candidates)
    }

    /// The same by whole names only: id, ARN, name, or the end of an ARN after its last slash. Parts
    /// of ARNs and letter case are not tried.
    pub fn resolve_named(&self, candidates: &[&str]) -> Option<usize> {
        self.references().resolve_named(self, candidates)
    }
}

/// Findings, what people decided about them, and compliance results.
#[derive(Debug, Default)]
pub struct FindingSet {
    /// Findings in file order.
    pub findings: Arc<Findings>,
    /// Which of them are suppressed.
    pub suppressed: FixedBitSet,
    /// Finding id to the reason of its suppression, where one was given here.
    pub reasons: BTreeMap<String, String>,
    /// Results of controls.
    pub compliance: Arc<Vec<ComplianceRecord>>,
    /// Finding id to the sources of the findings that were merged into it.
    pub sources: Arc<BTreeMap<String, Vec<Source>>>,
    map: Arc<OnceLock<FindingMap>>,
    named: Arc<OnceLock<FindingMap>>,
    orders: Arc<FindingOrders>,
    by_control: Arc<OnceLock<ControlFindings>>,
    by_asset: OnceLock<AssetFindings>,
}

impl FindingSet {
    /// A set with the findings that the file marks as suppressed.
    pub fn new(
        findings: Findings,
        suppressed: FixedBitSet,
        compliance: Vec<ComplianceRecord>,
    ) -> Self {
        Self {
            findings: Arc::new(findings),
            suppressed,
            compliance: Arc::new(compliance),
            ..Self::default()
        }
    }

    /// A set of findings that a scanner or a tool made.
    pub fn of_records(records: &[FindingRecord], compliance: Vec<ComplianceRecord>) -> Self {
        let compliance = Arc::new(compliance);
        Self { compliance, ..Self::default().extended(records) }
    }

    /// The set with more findings at its end. What results of controls say stays.
    pub fn extended(&self, records: &[FindingRecord]) -> Self {
        let mut findings = Findings::clone(&self.findings);
        let mut suppressed = self.suppressed.clone();
        for record in records {
            suppressed.grow_and_insert_if(findings.len(), record.is_suppressed);
            findings.push(&FindingRow::from(record));
        }
        Self {
            findings: Arc::new(findings),
            suppressed,
            reasons: self.reasons.clone(),
            compliance: Arc::clone(&self.compliance),
            sources: Arc::clone(&self.sources),
            ..Self::default()
        }
    }

    /// A finding as it was before it became columns, apart from keys that the model does not know.
    pub fn record(&self, finding: usize) -> FindingRecord {
        FindingRecord { is_suppressed: !self.is_open(finding), ..self.findings.record(finding) }
    }

    /// Whether a finding is open, that is not suppressed.
    pub fn is_open(&self, finding: usize) -> bool {
        !self.suppressed.contains(finding)
    }

    /// All findings, suppressed ones too, in the order in which lists by this key show them.
    pub fn order(&self, key: FindingKey) -> &[u32] {
        self.orders.get(key, &self.findings)
    }

    /// Which texts contain `needle`, in lower case and not empty: by symbol, and only those of
    /// titles and descriptions.
    pub fn texts_with(&self, needle: &str) -> FixedBitSet {
        self.orders.texts_with(needle, &self.findings)
    }

    /// The findings of each compliance result, and the results of each finding.
    pub fn by_control(&self) -> &ControlFindings {
        self.by_control.get_or_init(|| ControlFindings::build(self))
    }

    /// The same findings with other suppressions; what only depends on findings is shared.
    fn with_suppressions(
        &self,
        suppressed: FixedBitSet,
        reasons: BTreeMap<String, String>,
    ) -> Self {
        Self {
            findings: Arc::clone(&self.findings),
            suppressed,
            reasons,
            compliance: Arc::clone(&self.compliance),
            sources: Arc::clone(&self.sources),
            map: Arc::clone(&self.map),
            named: Arc::clone(&self.named),
            orders: Arc::clone(&self.orders),
            by_control: Arc::clone(&self.by_control),
            by_asset: OnceLock::new(),
        }
    }
}

/// What tells one dataset, one version and one load from another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Identity {
    /// Name in the workspace.
    pub name: String,
    /// `inventory`, `report`, `generic`, a scanner, `snapshot`.
    pub kind: String,
    /// Absolute path, or `snapshot of NAME`.
    pub source: String,
    /// When it was loaded, UTC, seconds, `+00:00`.
    pub loaded_at: String,
    /// 0 at creation, one more with each change of the content.
    pub version: u64,
    /// 32 hex digits derived from the content and the ordinal of the load; part of cursors only.
    pub instance: String,
}

/// A snapshot: never changes, cheap to share.
#[derive(Debug)]
pub struct Dataset {
    identity: Identity,
    inventory: Arc<Inventory>,
    findings: Arc<FindingSet>,
    background: Arc<Background>,
    usage: Usage,
    summary: OnceLock<Summary>,
    ontology: Arc<OnceLock<Ontology>>,
    chunks: ChunkViews,
}

impl Dataset {
    /// A dataset of these parts, with no view built.
    pub fn new(
        identity: Identity,
        inventory: Arc<Inventory>,
        findings: Arc<FindingSet>,
        background: Arc<Background>,
    ) -> Self {
        Self {
            identity,
            inventory,
            findings,
            background,
            usage: Usage::default(),
            summary: OnceLock::new(),
            ontology: Arc::default(),
            chunks: ChunkViews::default(),
        }
    }

    /// Name, kind, source, version.
    pub fn identity(&self) -> &Identity {
        &self.identity
    }

    /// Name in the workspace.
    pub fn name(&self) -> &str {
        &self.identity.name
    }

    /// Assets and edges.
    pub fn inventory(&self) -> &Inventory {
        &self.inventory
    }

    /// Assets in file order.
    pub fn assets(&self) -> &Assets {
        &self.inventory.assets
    }

    /// Edges in file order.
    pub fn edges(&self) -> &Edges {
        &self.inventory.edges
    }

    /// Findings and compliance results.
    pub fn finding_set(&self) -> &FindingSet {
        &self.findings
    }

    /// Findings in file order.
    pub fn findings(&self) -> &Findings {
        &self.findings.findings
    }

    /// Coverage, organisation, regions, unresolved references.
    pub fn background(&self) -> &Background {
        &self.background
    }

    /// Which views tools of this dataset have used.
    pub fn usage(&self) -> &Usage {
        &self.usage
    }

    /// The asset of each finding.
    pub fn finding_map(&self) -> &FindingMap {
        self.findings
            .map
            .get_or_init(|| FindingMap::build(&self.inventory, &self.findings.findings))
    }

    /// The asset of each finding, found by whole names only.
    pub fn named_assets(&self) -> &FindingMap {
        self.findings
            .named
            .get_or_init(|| FindingMap::named(&self.inventory, &self.findings.findings))
    }

    /// What the dataset says as triples, if somebody asked for it before.
    pub fn built_ontology(&self) -> Option<&Ontology> {
        self.ontology.get()
    }

    /// What the dataset says as triples, and whether this call wrote them down.
    pub fn ontology(&self) -> (&Ontology, bool) {
        let mut built_now = false;
        let ontology = self.ontology.get_or_init(|| {
            built_now = true;
            Ontology::build(self)
        });
        self.usage.mark(View::Ontology);
        (ontology, built_now)
    }

    /// Pieces of text that were made once.
    pub(crate) fn chunk_views(&self) -> &ChunkViews {
        &self.chunks
    }

    /// Open findings of each asset.
    pub fn asset_findings(&self) -> &AssetFindings {
        self.findings.by_asset.get_or_init(|| {
            AssetFindings::build(self.assets().len(), &self.findings, self.finding_map())
        })
    }

    /// Order of the assets by a key.
    pub fn order(&self, key: SortKey) -> &Order {
        match key {
            SortKey::Risk => self.asset_findings().by_risk(&self.inventory),
            SortKey::Findings => self.asset_findings().by_count(&self.inventory),
            _ => self.inventory.orders.get(key, &self.inventory),
        }
    }

    /// Assets and edges as a graph, counted as use of the views named.
    pub fn graph(&self, uses: &[View]) -> Graph<'_> {
        uses.iter().for_each(|&view| self.usage.mark(view));
        self.inventory.graph()
    }

    /// A frozen copy under another name, sharing all content.
    pub fn snapshot(&self, name: String, loaded_at: String) -> Self {
        let preimage = format!("{}\0{}\0{name}", self.identity.instance, self.identity.version);
        let identity = Identity {
            kind: "snapshot".into(),
            source: format!("snapshot of {}", self.identity.name),
            loaded_at,
            version: 0,
            instance: instance_id(preimage.as_bytes()),
            name,
        };
        let parts = (&self.inventory, &self.findings, &self.background);
        Self::new(identity, Arc::clone(parts.0), Arc::clone(parts.1), Arc::clone(parts.2))
    }

    /// The dataset with other suppressions: the next version where a flag changes, the same one
    /// where only reasons do.
    pub fn with_suppressions(
        &self,
        suppressed: FixedBitSet,
        reasons: BTreeMap<String, String>,
    ) -> Self {
        let is_same = suppressed.ones().eq(self.findings.suppressed.ones());
        let mut next = self.next_version(self.findings.with_suppressions(suppressed, reasons));
        if is_same {
            next.identity.version = self.identity.version;
            next.ontology = Arc::clone(&self.ontology);
            if self.usage.has(View::Ontology) {
                next.usage.mark(View::Ontology);
            }
        }
        next
    }

    /// The next version with other findings and compliance results.
    pub fn with_findings(&self, findings: FindingSet) -> Self {
        self.next_version(findings)
    }

    fn next_version(&self, findings: FindingSet) -> Self {
        Self {
            identity: Identity { version: self.identity.version + 1, ..self.identity.clone() },
            inventory: Arc::clone(&self.inventory),
            findings: Arc::new(findings),
            background: Arc::clone(&self.background),
            usage: self.usage.after_findings_changed(),
            summary: OnceLock::new(),
            ontology: Arc::default(),
            chunks: ChunkViews::default(),
        }
    }
}

/// First 32 hex digits of the SHA-256 of what identifies a load.
pub fn instance_id(preimage: &[u8]) -> String {
    let digest = Sha256::digest(preimage);
    digest[..16].iter().map(|byte| format!("{byte:02x}")).collect()
}
