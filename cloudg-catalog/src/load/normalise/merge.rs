//! Merging of duplicates, first within one scanner, then across scanners.

use hashbrown::HashMap;
use rayon::prelude::*;

use super::title::normalise_title;
use crate::compliance::canonical_check;
use crate::load::scanner::check_name;
use crate::model::FindingRecord;

/// A finding with what was merged into it.
#[derive(Debug, Clone)]
pub(super) struct Entry {
    /// The finding that stays.
    pub(super) finding: FindingRecord,
    /// First scanner and source id of the merged findings, in order.
    pub(super) sources: Vec<(String, Option<String>)>,
    /// Ids of the merged findings.
    pub(super) absorbed: Vec<String>,
}

impl Entry {
    fn new(finding: FindingRecord) -> Self {
        Self { finding, sources: Vec::new(), absorbed: Vec::new() }
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

/// The check of a finding: the one named in a Prowler id, else the whole id.
fn check_id(finding: &FindingRecord) -> Option<&str> {
    let id = finding.source_finding_id.as_deref()?.trim();
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

/// One entry per scanner, check and resource, at the place of the first.
pub(super) fn within_tools(findings: Vec<FindingRecord>) -> Vec<Entry> {
    let keys: Vec<Check<'_>> = findings
        .par_iter()
        .map(|finding| match check_id(finding) {
            Some(id) => Check::Id(id),
            None => Check::Title(title_key(finding)),
        })
        .collect();
    let mut slots = HashMap::with_capacity(findings.len());
    let places: Vec<usize> = findings
        .iter()
        .zip(keys)
        .map(|(finding, check)| {
            let next = slots.len();
            *slots.entry((finding.source_tool.as_str(), check, resource(finding))).or_insert(next)
        })
        .collect();
    let mut entries: Vec<Entry> = Vec::with_capacity(slots.len());
    drop(slots);
    for (finding, place) in findings.into_iter().zip(places) {
        match entries.get_mut(place) {
            Some(entry) => entry.merge(Entry::new(finding)),
            None => entries.push(Entry::new(finding)),
        }
    }
    entries
}

/// Merges entries about one resource with one title, where their checks are the same or neither
/// has one. Groups come in the order of their first entry.
pub(super) fn across_tools(entries: Vec<Entry>) -> Vec<Entry> {
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
    groups.into_iter().flatten().collect()
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
