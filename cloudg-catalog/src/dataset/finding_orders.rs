//! Orders of the findings, and search in their texts: computed once, shared by all versions with
//! the same findings.
//!
//! As with assets there is one real sort, by id; every other order is a counting sort of it by
//! ranks.

use std::{borrow::Cow, sync::OnceLock};

use fixedbitset::FixedBitSet;

use super::{Findings, Order, SearchText, Symbol};
use crate::text::fold;

/// What findings are listed by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FindingKey {
    /// Risk score, then severity, both highest first, then id.
    Risk,
    /// Severity, then risk score, both highest first, then id.
    Severity,
    /// Latest instant first, then id, last first.
    DetectedAt,
    /// Lower-case title, then id.
    Title,
    /// Scanner, then risk score, highest first, then id.
    SourceTool,
}

/// Number of severities.
const N_SEVERITIES: usize = 5;
/// Highest rank of a risk score: 10 in steps of a tenth.
const MAX_RISK_RANK: usize = 100;

/// Orders and the searchable text of one list of findings.
#[derive(Debug, Default)]
pub struct FindingOrders {
    by_id: OnceLock<Order>,
    by_risk: OnceLock<Vec<u32>>,
    by_severity: OnceLock<Vec<u32>>,
    by_time: OnceLock<Vec<u32>>,
    by_title: OnceLock<Vec<u32>>,
    by_tool: OnceLock<Vec<u32>>,
    texts: OnceLock<Texts>,
}

impl FindingOrders {
    /// The findings in the order of a key; findings that are equal in it stand in dataset order.
    pub(super) fn get(&self, key: FindingKey, findings: &Findings) -> &[u32] {
        let by_id = self.by_id.get_or_init(|| Order::of_texts(findings.ids()));
        let calm = |finding| MAX_RISK_RANK - risk_rank(findings, finding);
        let mild = |finding| N_SEVERITIES - 1 - findings.severity(finding) as usize;
        match key {
            FindingKey::Risk => self.by_risk.get_or_init(|| {
                listed(&by_id.ranked(|finding| calm(finding) * N_SEVERITIES + mild(finding)))
            }),
            FindingKey::Severity => self.by_severity.get_or_init(|| {
                let rank = |finding| mild(finding) * (MAX_RISK_RANK + 1) + calm(finding);
                listed(&by_id.ranked(rank))
            }),
            FindingKey::DetectedAt => self.by_time.get_or_init(|| {
                let ranks = instant_ranks(findings);
                let order = by_id.ranked(|finding| ranks[finding]);
                order.descending().map(|finding| finding as u32).collect()
            }),
            FindingKey::Title => self.by_title.get_or_init(|| {
                let ranks = text_ranks(findings, Findings::title_symbol, fold::lower);
                listed(&by_id.ranked(|finding| ranks[findings.title_symbol(finding).index()]))
            }),
            FindingKey::SourceTool => self.by_tool.get_or_init(|| {
                let ranks = text_ranks(findings, Findings::source_tool_symbol, Cow::Borrowed);
                let tool = |finding| ranks[findings.source_tool_symbol(finding).index()];
                listed(&by_id.ranked(calm).ranked(tool))
            }),
        }
    }

    /// Symbols of titles and descriptions whose text contains `needle`, which is in lower case.
    pub(super) fn texts_with(&self, needle: &str, findings: &Findings) -> FixedBitSet {
        let texts = self.texts.get_or_init(|| Texts::build(findings));
        texts.lowered.find_rows(needle, |row| texts.fields(findings, row))
    }
}

/// The titles and descriptions, each once, in lower case, by symbol.
#[derive(Debug)]
struct Texts {
    /// Symbols that are a title or a description; the rows of the others are empty.
    searched: FixedBitSet,
    lowered: SearchText,
}

impl Texts {
    fn build(findings: &Findings) -> Self {
        let n_symbols = findings.symbols().len();
        let mut searched = FixedBitSet::with_capacity(n_symbols);
        for finding in 0..findings.len() {
            searched.insert(findings.title_symbol(finding).index());
            searched.insert(findings.description_symbol(finding).index());
        }
        let fields = |row| field(findings, &searched, row);
        let lowered = SearchText::of_rows(n_symbols, fields);
        Self { searched, lowered }
    }

    fn fields<'a>(&self, findings: &'a Findings, row: usize) -> impl Iterator<Item = &'a str> {
        field(findings, &self.searched, row)
    }
}

/// The text of a symbol, if it is one to search.
fn field<'a>(
    findings: &'a Findings,
    searched: &FixedBitSet,
    row: usize,
) -> impl Iterator<Item = &'a str> + use<'a> {
    searched.contains(row).then(|| findings.symbols().at(row)).into_iter()
}

fn listed(order: &Order) -> Vec<u32> {
    order.ascending().map(|finding| finding as u32).collect()
}

/// Risk scores have one decimal, so tenths tell them apart.
fn risk_rank(findings: &Findings, finding: usize) -> usize {
    ((findings.risk_score(finding) * 10.0).round() as usize).min(MAX_RISK_RANK)
}

/// Position of the instant of each finding among all of them, equal instants sharing one.
fn instant_ranks(findings: &Findings) -> Vec<usize> {
    let instant = |finding| findings.detected_at(finding).instant_micros();
    let mut distinct: Vec<i64> = (0..findings.len()).map(instant).collect();
    distinct.sort_unstable();
    distinct.dedup();
    let rank = |finding| distinct.partition_point(|&other| other < instant(finding));
    (0..findings.len()).map(rank).collect()
}

/// Rank of each symbol that `symbol_of` gives, by its text as `read` gives it; equal texts share
/// one. Other symbols have rank 0.
fn text_ranks<'a>(
    findings: &'a Findings,
    symbol_of: impl Fn(&Findings, usize) -> Symbol,
    read: impl Fn(&'a str) -> Cow<'a, str>,
) -> Vec<usize> {
    let n_symbols = findings.symbols().len();
    let used: FixedBitSet =
        (0..findings.len()).map(|finding| symbol_of(findings, finding).index()).collect();
    let mut texts: Vec<(Cow<'a, str>, usize)> =
        used.ones().map(|symbol| (read(findings.symbols().at(symbol)), symbol)).collect();
    texts.sort_unstable();
    let mut ranks = vec![0; n_symbols];
    let mut rank = 0;
    for place in 0..texts.len() {
        if place > 0 && texts[place].0 != texts[place - 1].0 {
            rank += 1;
        }
        ranks[texts[place].1] = rank;
    }
    ranks
}
