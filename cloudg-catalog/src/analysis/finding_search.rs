//! Which findings fit a filter, in which order.

use fixedbitset::FixedBitSet;

use crate::{
    dataset::{Dataset, FindingKey, Findings, Symbol},
    model::Severity,
    text::fold,
};

/// What a finding has to be; every condition that is set must hold.
#[derive(Debug, Clone, Default)]
pub struct FindingFilter {
    /// One of these severities.
    pub severities: Option<Vec<Severity>>,
    /// At least this bad.
    pub min_severity: Option<Severity>,
    /// Contained in the scanner's name, any case; empty for no condition.
    pub source_tool: String,
    /// Contained in the name of a framework, any case; empty for no condition.
    pub framework: String,
    /// The asset it is about, by index.
    pub asset: Option<usize>,
    /// Contained in title or description, any case; blank for no condition.
    pub query: String,
    /// Whether suppressed findings count as well.
    pub include_suppressed: bool,
}

/// Findings that fit, by index.
pub fn matching(dataset: &Dataset, filter: &FindingFilter) -> FixedBitSet {
    let set = dataset.finding_set();
    let findings = &set.findings;
    let mut found = FixedBitSet::with_capacity(findings.len());
    let mut compiled = Compiled::new(dataset, filter);
    let is_listed = |finding| filter.include_suppressed || set.is_open(finding);
    found.extend((0..findings.len()).filter(|&f| is_listed(f) && compiled.fits(findings, f)));
    found
}

/// How many of the found findings have which severity, in the order in which the sorted list first
/// shows each.
pub fn severities(
    dataset: &Dataset,
    found: &FixedBitSet,
    key: FindingKey,
) -> Vec<(Severity, usize)> {
    let findings = dataset.findings();
    let mut counts = [0; Severity::WORST_FIRST.len()];
    for finding in found.ones() {
        counts[findings.severity(finding) as usize] += 1;
    }
    let n_present = counts.iter().filter(|&&count| count > 0).count();
    let mut shown: Vec<(Severity, usize)> = Vec::with_capacity(n_present);
    for finding in sorted(dataset, found, key) {
        if shown.len() == n_present {
            break;
        }
        let severity = findings.severity(finding);
        if shown.iter().all(|(other, _)| *other != severity) {
            shown.push((severity, counts[severity as usize]));
        }
    }
    shown
}

/// One page of the found findings.
pub fn page(
    dataset: &Dataset,
    found: &FixedBitSet,
    key: FindingKey,
    range: std::ops::Range<usize>,
) -> Vec<usize> {
    sorted(dataset, found, key).skip(range.start).take(range.len()).collect()
}

/// The findings about an asset in risk order, suppressed ones only if asked for.
pub fn of_asset(dataset: &Dataset, asset: usize, include_suppressed: bool) -> Vec<usize> {
    let mut found: Vec<usize> = if include_suppressed {
        let map = dataset.finding_map();
        (0..dataset.findings().len()).filter(|&finding| map.asset(finding) == Some(asset)).collect()
    } else {
        dataset.asset_findings().of(asset).iter().map(|&finding| finding as usize).collect()
    };
    sort_by_risk(dataset.findings(), &mut found);
    found
}

/// The open findings of one severity, riskiest first, ties in dataset order.
pub fn of_severity(dataset: &Dataset, severity: Severity) -> Vec<usize> {
    let (set, findings) = (dataset.finding_set(), dataset.findings());
    let wanted = |finding: &usize| findings.severity(*finding) == severity && set.is_open(*finding);
    let mut found: Vec<usize> = (0..findings.len()).filter(wanted).collect();
    found.sort_by(|&a, &b| findings.risk_score(b).total_cmp(&findings.risk_score(a)));
    found
}

/// Sorts a few findings as [`FindingKey::Risk`] does.
fn sort_by_risk(findings: &Findings, list: &mut [usize]) {
    list.sort_by(|&a, &b| {
        let risk = findings.risk_score(b).total_cmp(&findings.risk_score(a));
        let severity = || findings.severity(b).cmp(&findings.severity(a));
        risk.then_with(severity).then_with(|| findings.id(a).cmp(findings.id(b)))
    });
}

fn sorted<'a>(
    dataset: &'a Dataset,
    found: &'a FixedBitSet,
    key: FindingKey,
) -> impl Iterator<Item = usize> + 'a {
    let order = dataset.finding_set().order(key).iter();
    order.map(|&finding| finding as usize).filter(|&finding| found.contains(finding))
}

/// A filter whose texts are looked up once for each distinct text.
struct Compiled<'a> {
    severities: [bool; Severity::WORST_FIRST.len()],
    source_tool: Option<TextTest>,
    framework: Option<TextTest>,
    /// The wanted asset, and where each finding belongs.
    asset: Option<(usize, &'a crate::dataset::FindingMap)>,
    with_query: Option<FixedBitSet>,
}

impl<'a> Compiled<'a> {
    fn new(dataset: &'a Dataset, filter: &FindingFilter) -> Self {
        let mut severities = [false; Severity::WORST_FIRST.len()];
        for severity in Severity::WORST_FIRST {
            let listed = filter.severities.as_ref().is_none_or(|list| list.contains(&severity));
            let bad_enough = filter.min_severity.is_none_or(|least| severity >= least);
            severities[severity as usize] = listed && bad_enough;
        }
        let query = fold::lower(&filter.query);
        let query = query.trim();
        Self {
            severities,
            source_tool: TextTest::new(&filter.source_tool),
            framework: TextTest::new(&filter.framework),
            asset: filter.asset.map(|asset| (asset, dataset.finding_map())),
            with_query: (!query.is_empty()).then(|| dataset.finding_set().texts_with(query)),
        }
    }

    fn fits(&mut self, findings: &Findings, finding: usize) -> bool {
        self.severities[findings.severity(finding) as usize]
            && self.asset.is_none_or(|(asset, map)| map.asset(finding) == Some(asset))
            && self.with_query.as_ref().is_none_or(|texts| {
                texts.contains(findings.title_symbol(finding).index())
                    || texts.contains(findings.description_symbol(finding).index())
            })
            && self
                .source_tool
                .as_mut()
                .is_none_or(|test| test.holds(findings, findings.source_tool_symbol(finding)))
            && self.framework.as_mut().is_none_or(|test| {
                let names = findings.framework_symbols(finding);
                names.iter().any(|&name| test.holds(findings, name))
            })
    }
}

/// Whether a text contains another in any letter case; each distinct text is searched once.
struct TextTest {
    lowered: String,
    known: FixedBitSet,
    held: FixedBitSet,
}

impl TextTest {
    /// `None` for the empty text, which is no condition.
    fn new(text: &str) -> Option<Self> {
        let lowered = fold::lower(text).into_owned();
        (!text.is_empty()).then(|| Self {
            lowered,
            known: FixedBitSet::new(),
            held: FixedBitSet::new(),
        })
    }

    fn holds(&mut self, findings: &Findings, symbol: Symbol) -> bool {
        let index = symbol.index();
        if !self.known.contains(index) {
            self.known.grow_and_insert(index);
            if fold::lower_contains(findings.symbols().get(symbol), &self.lowered) {
                self.held.grow_and_insert(index);
            }
        }
        self.held.contains(index)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::{analysis::tests::dataset_of, model::Timestamp};

    /// Severity, title, scanner, time, suppressed.
    type Row = (usize, usize, usize, i64, bool);

    const TOOLS: [&str; 2] = ["Trivy", "prowler"];
    const FRAMEWORKS: [&str; 2] = ["CIS-AWS", "SOC2"];
    const TITLES: [&str; 4] = ["Öffnung", "open port", "Open Port", "a\0b"];

    fn dataset(rows: &[Row]) -> Dataset {
        let finding = |(index, row): (usize, &Row)| {
            let at = Timestamp { local_micros: row.3, offset_minutes: [None, Some(60)][index % 2] };
            serde_json::json!({
                "id": format!("f{}", index * 7 % 11), "resource_id": "",
                "severity": Severity::WORST_FIRST[row.0].as_str(),
                "title": TITLES[row.1], "description": "", "detected_at": at.to_file(),
                "source_tool": TOOLS[row.2], "is_suppressed": row.4,
                "compliance_frameworks": [FRAMEWORKS[row.2]],
            })
        };
        let findings: Vec<_> = rows.iter().enumerate().map(finding).collect();
        dataset_of(&serde_json::json!({"assets": [], "findings": findings}))
    }

    fn rows() -> impl Strategy<Value = Vec<Row>> {
        prop::collection::vec((0..5_usize, 0..4_usize, 0..2_usize, 0..5_i64, any::<bool>()), 0..30)
            .prop_map(|rows| {
                let hours = |micros: i64| micros * 1_800_000_000;
                rows.into_iter().map(|(a, b, c, d, e)| (a, b, c, hours(d), e)).collect()
            })
    }

    proptest! {
        /// The cached orders are the plain sorts that they stand for.
        #[test]
        fn orders_are_sorts(rows in rows()) {
            let dataset = dataset(&rows);
            let findings = dataset.findings();
            let all: Vec<usize> = (0..findings.len()).collect();
            let by = |compare: &dyn Fn(usize, usize) -> std::cmp::Ordering| {
                let mut list = all.clone();
                list.sort_by(|&a, &b| compare(a, b));
                list
            };
            let id = |a: usize, b: usize| findings.id(a).cmp(findings.id(b));
            let risk = |a: usize, b: usize| findings.risk_score(b).total_cmp(&findings.risk_score(a));
            let severity = |a: usize, b: usize| findings.severity(b).cmp(&findings.severity(a));
            let title = |f: usize| findings.title(f).to_lowercase();
            let time = |f: usize| findings.detected_at(f).instant_micros();
            let tool = |f: usize| findings.source_tool(f);
            let expected = [
                (FindingKey::Risk, by(&|a, b| risk(a, b).then(severity(a, b)).then(id(a, b)))),
                (FindingKey::Severity, by(&|a, b| severity(a, b).then(risk(a, b)).then(id(a, b)))),
                (FindingKey::DetectedAt, by(&|a, b| time(b).cmp(&time(a)).then(id(b, a)))),
                (FindingKey::Title, by(&|a, b| title(a).cmp(&title(b)).then(id(a, b)))),
                (FindingKey::SourceTool, by(&|a, b| tool(a).cmp(tool(b)).then(risk(a, b)).then(id(a, b)))),
            ];
            for (key, list) in expected {
                let order = dataset.finding_set().order(key).iter().map(|&f| f as usize);
                prop_assert_eq!(order.collect::<Vec<_>>(), list, "{:?}", key);
            }
        }

        /// A filter keeps what fits each of its conditions, read one by one.
        #[test]
        fn filters_are_conditions(
            rows in rows(),
            least in prop::option::of(0..5_usize),
            only in prop::option::of(prop::collection::vec(0..5_usize, 1..3)),
            tool in "[ry]?", framework in "(cis|s)?", query in "( |ö|PORT|b|\0)?",
            include_suppressed in any::<bool>(),
        ) {
            let dataset = dataset(&rows);
            let findings = dataset.findings();
            let filter = FindingFilter {
                severities: only.map(|list| list.iter().map(|&s| Severity::WORST_FIRST[s]).collect()),
                min_severity: least.map(|s| Severity::WORST_FIRST[s]),
                source_tool: tool, framework, asset: None, query, include_suppressed,
            };
            let holds = |text: &str, part: &str| text.to_lowercase().contains(&part.to_lowercase());
            let fits = |f: &usize| {
                (include_suppressed || dataset.finding_set().is_open(*f))
                    && filter.severities.as_ref().is_none_or(|l| l.contains(&findings.severity(*f)))
                    && filter.min_severity.is_none_or(|least| findings.severity(*f) >= least)
                    && holds(findings.source_tool(*f), &filter.source_tool)
                    && findings.frameworks(*f).any(|name| holds(name, &filter.framework))
                    && holds(findings.title(*f), filter.query.trim())
            };
            let expected: Vec<usize> = (0..findings.len()).filter(fits).collect();
            let found = matching(&dataset, &filter);
            prop_assert_eq!(found.ones().collect::<Vec<_>>(), expected);
            let counted = severities(&dataset, &found, FindingKey::Title);
            prop_assert_eq!(counted.iter().map(|(_, n)| n).sum::<usize>(), found.count_ones(..));
            let listed = page(&dataset, &found, FindingKey::Title, 0..usize::MAX);
            prop_assert_eq!(listed.len(), found.count_ones(..));
            let mut seen = Vec::new();
            listed.iter().map(|&f| findings.severity(f)).for_each(|s| {
                if !seen.contains(&s) { seen.push(s); }
            });
            prop_assert_eq!(counted.iter().map(|(s, _)| *s).collect::<Vec<_>>(), seen);
        }
    }
}
