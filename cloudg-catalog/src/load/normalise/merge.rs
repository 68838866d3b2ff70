//! Merging of duplicates, first within one scanner, then across scanners.
//!
//! A finding remembers what was merged into it, so that merging again, with the same reports or
//! without any, finds the same findings equal.

use hashbrown::{HashMap, HashSet, hash_map::Entry as Slot};
use rayon::prelude::*;

use super::{KnownFinding, Source, title::normalise_title};
use crate::compliance::canonical_check;
use crate::load::scanner::check_name;
use crate::model::FindingRecord;

/// A finding with what was merged into it.
#[derive(Debug, Clone)]
pub(super) struct Entry {
    /// The finding that stays.
    pub(super) finding: FindingRecord,
    /// First scanner and source id of the merged findings, in order.
    pub(super) sources: Vec<Source>,
    /// Ids of the merged findings.
    pub(super) absorbed: Vec<String>,
    /// Place of the first of all these in the list that came in.
    pub(super) place: usize,
}

impl Entry {
    fn new(known: KnownFinding, place: usize) -> Self {
        Self { finding: known.finding, sources: known.sources, absorbed: Vec::new(), place }
    }

    /// Drops sources that say nothing new.
    pub(super) fn forget_repeats(&mut self) {
        let own = (first_tool(&self.finding), self.finding.source_finding_id.as_deref());
        let mut seen: HashSet<(&str, Option<&str>)> = HashSet::new();
        seen.insert(own);
        let news: Vec<bool> =
            self.sources.iter().map(|(tool, id)| seen.insert((tool, id.as_deref()))).collect();
        drop(seen);
        let mut news = news.into_iter();
        self.sources.retain(|_| news.next().unwrap_or(false));
    }

    /// The scanner and source id of the finding itself, then those of the merged ones.
    pub(super) fn all_sources(&self) -> impl Iterator<Item = (&str, &str)> {
        let own = (first_tool(&self.finding), self.finding.source_finding_id.as_deref());
        let merged = self.sources.iter().map(|(tool, id)| (tool.as_str(), id.as_deref()));
        std::iter::once(own).chain(merged).map(|(tool, id)| (tool, id.unwrap_or_default()))
    }

    /// Merges `other`, which came later. The worse severity stays; of equals this one.
    fn merge(&mut self, other: Self) {
        let mut lost = other;
        if lost.finding.severity > self.finding.severity {
            std::mem::swap(self, &mut lost);
            self.place = lost.place;
        }
        let tool = first_tool(&lost.finding).to_owned();
        self.sources.push((tool, lost.finding.source_finding_id.clone()));
        self.sources.append(&mut lost.sources);
        self.absorbed.push(std::mem::take(&mut lost.finding.id));
        self.absorbed.append(&mut lost.absorbed);
        fill(&mut self.finding, lost.finding);
    }
}

/// Joins tools and frameworks, fills empty fields and takes the higher CVSS score.
fn fill(kept: &mut FindingRecord, lost: FindingRecord) {
    kept.source_tool = joined_tools(&kept.source_tool, &lost.source_tool);
    let mut frameworks: Vec<String> = Vec::new();
    for name in kept.compliance_frameworks.drain(..).chain(lost.compliance_frameworks) {
        if !frameworks.contains(&name) {
            frameworks.push(name);
        }
    }
    kept.compliance_frameworks = frameworks;
    if kept.description.is_empty() {
        kept.description = lost.description;
    }
    fill_text(&mut kept.evidence, lost.evidence);
    fill_text(&mut kept.remediation, lost.remediation);
    kept.cvss_score = match (kept.cvss_score, lost.cvss_score) {
        (Some(own), Some(other)) => Some(own.max(other)),
        (own, other) => own.or(other),
    };
}

fn fill_text(kept: &mut Option<String>, lost: Option<String>) {
    if kept.as_deref().unwrap_or_default().is_empty() && lost.is_some() {
        *kept = lost;
    }
}

fn joined_tools(first: &str, second: &str) -> String {
    let mut tools: Vec<&str> = Vec::new();
    for tool in first.split(',').chain(second.split(',')).map(str::trim) {
        if !tool.is_empty() && !tools.contains(&tool) {
            tools.push(tool);
        }
    }
    tools.join(", ")
}

/// The scanner of a finding; of several the first.
fn first_tool(finding: &FindingRecord) -> &str {
    finding.source_tool.split(',').next().unwrap_or_default().trim()
}

/// The resource a finding is about: its ARN, or else its id.
fn resource(finding: &FindingRecord) -> &str {
    let arn = finding.resource_arn.as_deref().filter(|arn| !arn.is_empty());
    arn.unwrap_or(&finding.resource_id)
}

/// The check of a finding, if its scanner gave it an identifier.
fn check_id(finding: &FindingRecord) -> Option<&str> {
    check_of(finding.source_finding_id.as_deref()?)
}

/// The check in the identifier of a scanner: the one named in a Prowler id, else the whole id.
fn check_of(id: &str) -> Option<&str> {
    let id = id.trim();
    check_name(id).or(Some(id).filter(|id| !id.is_empty()))
}

/// The title as it is compared; one without any ASCII letter or digit is compared as it stands.
fn title_key(finding: &FindingRecord) -> String {
    let normal = normalise_title(&finding.title);
    if normal.is_empty() { finding.title.clone() } else { normal }
}

/// What makes two findings of one scanner the same.
#[derive(PartialEq, Eq, Hash)]
enum Check<'a> {
    Id(&'a str),
    Title(String),
}

/// A scanner, what it tested, and on what.
type Key<'a> = (&'a str, Check<'a>, &'a str);

/// What a finding, and what was merged into it before, can be known by.
fn keys(known: &KnownFinding) -> Vec<Key<'_>> {
    let finding = &known.finding;
    let check = match check_id(finding) {
        Some(id) => Check::Id(id),
        None => Check::Title(title_key(finding)),
    };
    let own = (first_tool(finding), check, resource(finding));
    let merged = known.sources.iter().filter_map(|(tool, id)| {
        Some((tool.as_str(), Check::Id(check_of(id.as_deref()?)?), resource(finding)))
    });
    std::iter::once(own).chain(merged).collect()
}

/// One entry per scanner, check and resource, at the place of the first.
pub(super) fn within_tools(findings: Vec<KnownFinding>) -> Vec<Entry> {
    let firsts = firsts(&findings);
    let mut places = vec![0; findings.len()];
    let mut entries: Vec<Entry> = Vec::new();
    for (index, (known, first)) in findings.into_iter().zip(firsts).enumerate() {
        if first == index {
            places[index] = entries.len();
            entries.push(Entry::new(known, index));
        } else {
            entries[places[first]].merge(Entry::new(known, index));
        }
    }
    entries
}

/// For each finding the first one that it is the same as, directly or over others.
fn firsts(findings: &[KnownFinding]) -> Vec<usize> {
    let keys: Vec<Vec<Key<'_>>> = findings.par_iter().map(keys).collect();
    let mut slots = HashMap::with_capacity(findings.len());
    let mut parents: Vec<usize> = (0..findings.len()).collect();
    for (index, keys) in keys.into_iter().enumerate() {
        for key in keys {
            match slots.entry(key) {
                Slot::Vacant(slot) => {
                    slot.insert(index);
                }
                Slot::Occupied(slot) => {
                    let (a, b) = (root(&mut parents, *slot.get()), root(&mut parents, index));
                    parents[a.max(b)] = a.min(b);
                }
            }
        }
    }
    (0..findings.len()).map(|index| root(&mut parents, index)).collect()
}

/// The first of those that a finding is joined with; the way there is shortened.
fn root(parents: &mut [usize], mut index: usize) -> usize {
    while parents[index] != index {
        parents[index] = parents[parents[index]];
        index = parents[index];
    }
    index
}

/// Merges entries about one resource with one title, where their checks are the same or neither
/// has one. Returned are the groups with one resource and title, in the order of their first entry.
pub(super) fn across_tools(entries: Vec<Entry>) -> Vec<Vec<Entry>> {
    let titles: Vec<String> = entries.par_iter().map(|entry| title_key(&entry.finding)).collect();
    let mut slots = HashMap::with_capacity(entries.len());
    let places: Vec<usize> = entries
        .iter()
        .zip(&titles)
        .map(|(entry, title)| {
            let next = slots.len();
            *slots.entry((resource(&entry.finding), title.as_str())).or_insert(next)
        })
        .collect();
    let n_groups = slots.len();
    drop(slots);
    let mut groups: Vec<Vec<Entry>> = Vec::new();
    groups.resize_with(n_groups, Vec::new);
    // Where in its group the first entry of each sort is; groups may be large.
    let mut first_alike = HashMap::new();
    for (entry, place) in entries.into_iter().zip(places) {
        let group = &mut groups[place];
        let next = group.len();
        let at = match Sameness::of(&entry.finding) {
            Sameness::Alone => next,
            // The check stays that of the first entry, whichever finding is kept.
            shared => *first_alike.entry((place, shared)).or_insert(next),
        };
        match group.get_mut(at) {
            Some(kept) => kept.merge(entry),
            None => group.push(entry),
        }
    }
    groups
}

/// Which other entries of its group a finding is merged with.
#[derive(PartialEq, Eq, Hash)]
enum Sameness {
    /// Those without a check.
    NoCheck,
    /// Those whose check has this name among equivalent ones.
    Canonical(&'static str),
    /// None: no other check is known to be equivalent.
    Alone,
}

impl Sameness {
    fn of(finding: &FindingRecord) -> Self {
        let Some(check) = check_id(finding) else { return Self::NoCheck };
        let tool = first_tool(finding).to_lowercase();
        canonical_check(&tool, check).map_or(Self::Alone, Self::Canonical)
    }
}
