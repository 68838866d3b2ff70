//! What keeps assets from being compliant: open findings against a framework, by asset.

use std::{collections::BTreeSet, ops::Range};

use hashbrown::HashMap;

use super::frameworks::FrameworkFilter;
use crate::{
    dataset::Dataset,
    model::{ComplianceStatus, Severity},
};

/// Which gaps count.
#[derive(Debug, Clone)]
pub struct GapQuery {
    /// Frameworks that count.
    pub frameworks: FrameworkFilter,
    /// Least severity that counts.
    pub min_severity: Option<Severity>,
}

/// What has a gap.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Holder<'a> {
    /// An asset.
    Asset(usize),
    /// A resource that no asset stands for, by its ARN, or its id without one.
    Unmapped(&'a str),
}

/// The gaps of one asset or resource.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GapRow<'a> {
    /// What has them.
    pub holder: Holder<'a>,
    /// Frameworks concerned, sorted: the tags of the findings, or for a finding without a tag that
    /// counts, the frameworks of the controls that it fails.
    pub frameworks: BTreeSet<&'a str>,
    /// Controls that these findings fail, as `framework:control`, sorted.
    pub failing_controls: BTreeSet<String>,
    /// Findings.
    pub findings: usize,
    /// The worst of them.
    pub worst: Severity,
}

/// All gaps, grouped but not yet ordered.
#[derive(Debug)]
pub struct Gaps<'a> {
    dataset: &'a Dataset,
    facts: Facts,
    groups: Vec<Group<'a>>,
    /// Group of each finding.
    of_finding: Vec<u32>,
}

#[derive(Debug, Clone, Copy)]
struct Group<'a> {
    holder: Holder<'a>,
    findings: u32,
    worst: Severity,
}

const NONE: u32 = u32::MAX;

impl<'a> Gaps<'a> {
    /// Finds the gaps: open findings of sufficient severity that carry the tag of a framework that
    /// counts, or that a failing result of one lists.
    pub fn find(dataset: &'a Dataset, query: &GapQuery) -> Self {
        let facts = Facts::new(dataset, &query.frameworks);
        let set = dataset.finding_set();
        let mut gaps =
            Self { dataset, facts, groups: Vec::new(), of_finding: vec![NONE; set.findings.len()] };
        let mut places = Places::new(dataset);
        for finding in 0..set.findings.len() {
            let severity = set.findings.severity(finding);
            let counts = query.min_severity.is_none_or(|least| severity >= least)
                && set.is_open(finding)
                && gaps.facts.is_gap(dataset, finding);
            if counts {
                let group = places.group_of(finding, &mut gaps.groups);
                gaps.of_finding[finding] = group;
                let group = &mut gaps.groups[group as usize];
                group.findings += 1;
                group.worst = group.worst.max(severity);
            }
        }
        gaps
    }

    /// Number of assets and resources with gaps.
    pub fn len(&self) -> usize {
        self.groups.len()
    }

    /// Whether there is no gap.
    pub fn is_empty(&self) -> bool {
        self.groups.is_empty()
    }

    /// The rows at these places of the order: worst gap first, exposed assets before others, most
    /// findings, name; ties by first finding.
    pub fn page(&self, range: Range<usize>) -> Vec<GapRow<'a>> {
        let chosen = self.ordered(range);
        let mut slots = vec![NONE; self.groups.len()];
        let mut rows: Vec<GapRow<'a>> = Vec::with_capacity(chosen.len());
        for group in chosen {
            slots[group as usize] = rows.len() as u32;
            let Group { holder, findings, worst } = self.groups[group as usize];
            let (frameworks, failing_controls) = Default::default();
            let findings = findings as usize;
            rows.push(GapRow { holder, frameworks, failing_controls, findings, worst });
        }
        for (finding, &group) in self.of_finding.iter().enumerate().filter(|(_, g)| **g != NONE) {
            if let Some(row) = rows.get_mut(slots[group as usize] as usize) {
                self.facts.describe(self.dataset, finding, row);
            }
        }
        rows
    }

    /// The groups at these places of the order; only that part is sorted. Names decide ties, and
    /// looking them up is what costs, so ranks go first.
    fn ordered(&self, range: Range<usize>) -> Vec<u32> {
        let ranks: Vec<u64> = self.groups.iter().map(|group| self.rank(group)).collect();
        let rank = |group: u32| ranks[group as usize];
        let compare = |&a: &u32, &b: &u32| {
            let name = |group: u32| self.name(&self.groups[group as usize]);
            rank(a).cmp(&rank(b)).then_with(|| name(a).cmp(name(b))).then(a.cmp(&b))
        };
        let mut order: Vec<u32> = (0..self.groups.len() as u32).collect();
        let end = range.end.min(order.len());
        if end > 0 && end < order.len() {
            let (_, &mut last, _) = order.select_nth_unstable_by_key(end - 1, |&group| rank(group));
            let worst = rank(last);
            order.retain(|&group| rank(group) <= worst);
            if end < order.len() {
                order.select_nth_unstable_by(end - 1, compare);
            }
        }
        order.truncate(end);
        order.sort_unstable_by(compare);
        order.split_off(range.start.min(end))
    }

    /// The place of a group before names count, lowest first: worst gap, exposure, findings.
    fn rank(&self, group: &Group<'a>) -> u64 {
        let is_exposed = match group.holder {
            Holder::Asset(asset) => self.dataset.assets().is_exposed(asset),
            Holder::Unmapped(_) => false,
        };
        let severity = (Severity::Critical as u64) - (group.worst as u64);
        // Findings are counted in 32 bits all over a dataset.
        severity << 33 | u64::from(!is_exposed) << 32 | u64::from(u32::MAX - group.findings)
    }

    fn name(&self, group: &Group<'a>) -> &'a str {
        match group.holder {
            Holder::Asset(asset) => self.dataset.assets().name(asset),
            Holder::Unmapped(resource) => resource,
        }
    }
}

/// Where the group of each asset and resource is.
struct Places<'a> {
    dataset: &'a Dataset,
    of_asset: Vec<u32>,
    of_resource: HashMap<&'a str, u32>,
}

impl<'a> Places<'a> {
    fn new(dataset: &'a Dataset) -> Self {
        let of_asset = vec![NONE; dataset.assets().len()];
        Self { dataset, of_asset, of_resource: HashMap::new() }
    }

    fn group_of(&mut self, finding: usize, groups: &mut Vec<Group<'a>>) -> u32 {
        let findings = self.dataset.findings();
        let (place, holder) = match self.dataset.finding_map().asset(finding) {
            Some(asset) => (&mut self.of_asset[asset], Holder::Asset(asset)),
            None => {
                let arn = findings.resource_arn(finding).filter(|arn| !arn.is_empty());
                let resource = arn.unwrap_or(findings.resource_id(finding));
                let place = self.of_resource.entry(resource).or_insert(NONE);
                (place, Holder::Unmapped(resource))
            }
        };
        if *place == NONE {
            *place = groups.len() as u32;
            groups.push(Group { holder, findings: 0, worst: Severity::Info });
        }
        *place
    }
}

/// What is the same for all findings.
#[derive(Debug)]
struct Facts {
    /// For each symbol: whether it names a framework that counts, once that was asked.
    counting_tags: Vec<Option<bool>>,
    /// For each result: whether it fails a framework that counts.
    failing: Vec<bool>,
}

impl Facts {
    fn new(dataset: &Dataset, frameworks: &FrameworkFilter) -> Self {
        let set = dataset.finding_set();
        let symbols = set.findings.symbols();
        let mut counting_tags = vec![None; symbols.len()];
        for finding in 0..set.findings.len() {
            for &tag in set.findings.framework_symbols(finding) {
                counting_tags[tag.index()].get_or_insert_with(|| frameworks.fits(symbols.get(tag)));
            }
        }
        let results = set.compliance.iter().map(|result| {
            result.status == ComplianceStatus::Fail && frameworks.fits(&result.framework)
        });
        Self { counting_tags, failing: results.collect() }
    }

    fn tags<'a>(&self, dataset: &'a Dataset, finding: usize) -> impl Iterator<Item = &'a str> {
        let findings = dataset.findings();
        let tags = findings.framework_symbols(finding).iter();
        let counting = tags.filter(|tag| self.counting_tags[tag.index()] == Some(true));
        counting.map(|&tag| findings.symbols().get(tag))
    }

    fn failed(&self, dataset: &Dataset, finding: usize) -> impl Iterator<Item = usize> {
        let results = dataset.finding_set().by_control().results_of(finding).iter();
        results.map(|&result| result as usize).filter(|&result| self.failing[result])
    }

    fn is_gap(&self, dataset: &Dataset, finding: usize) -> bool {
        self.tags(dataset, finding).next().is_some()
            || self.failed(dataset, finding).next().is_some()
    }

    /// Adds what a finding of the row is against.
    fn describe<'a>(&self, dataset: &'a Dataset, finding: usize, row: &mut GapRow<'a>) {
        let is_tagged = self.tags(dataset, finding).next().is_some();
        row.frameworks.extend(self.tags(dataset, finding));
        for result in self.failed(dataset, finding) {
            let result = &dataset.finding_set().compliance[result];
            row.failing_controls.insert(format!("{}:{}", result.framework, result.control_id));
            if !is_tagged {
                row.frameworks.insert(&result.framework);
            }
        }
    }
}
