//! How many findings there are, by one of their properties.

use std::{borrow::Cow, cmp::Reverse};

use crate::{
    dataset::Dataset,
    model::{AssetType, Severity},
};

/// The group of findings without a framework.
const NO_FRAMEWORK: &str = "(none)";
/// The group of findings about something that is no asset.
const UNMAPPED: &str = "unmapped";
/// The group of assets without an account.
const NO_ACCOUNT: &str = "unknown";

/// What findings are counted by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FindingDimension {
    /// Severity.
    Severity,
    /// Scanner, or several as they are joined.
    SourceTool,
    /// Each framework of a finding, `(none)` without one.
    Framework,
    /// Type of the asset, `unmapped` without one.
    AssetType,
    /// Account of the asset, `unknown` where it has none, `unmapped` without an asset.
    Account,
    /// Name of the asset, with its id where the name is not its own, `unmapped` without an asset.
    Asset,
}

/// Findings of one group.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FindingGroup {
    /// What the findings have in common.
    pub key: String,
    /// How many they are.
    pub total: usize,
    /// How many have which severity, in order of first appearance.
    pub severities: Vec<(Severity, usize)>,
}

/// The groups and what they are made of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FindingsSummary {
    /// Findings that were counted, each once.
    pub total: usize,
    /// Suppressed findings of the dataset.
    pub suppressed: usize,
    /// The first groups: severities worst first, others largest first, ties by key.
    pub groups: Vec<FindingGroup>,
    /// Whether there are more groups.
    pub is_truncated: bool,
}

/// Counts the open findings, or all of them, in at most `top` groups.
pub fn summarise(
    dataset: &Dataset,
    dimension: FindingDimension,
    include_suppressed: bool,
    top: usize,
) -> FindingsSummary {
    let set = dataset.finding_set();
    let n_findings = set.findings.len();
    let mut table = Table::default();
    let counted = (0..n_findings).filter(|&finding| include_suppressed || set.is_open(finding));
    for finding in counted {
        add(dataset, dimension, finding, &mut table);
    }
    let suppressed = set.suppressed.count_ones(..);
    let n_groups = table.groups.len();
    let groups = first_groups(dataset, dimension, table.groups, top);
    FindingsSummary {
        total: if include_suppressed { n_findings } else { n_findings - suppressed },
        suppressed,
        groups: groups.into_iter().map(FindingGroup::from).collect(),
        is_truncated: n_groups > top,
    }
}

/// Counts a finding in each of its groups once. A value that reads like the group of what has none
/// is in that group: an answer has each key once.
fn add(dataset: &Dataset, dimension: FindingDimension, finding: usize, table: &mut Table) {
    let (findings, assets) = (dataset.findings(), dataset.assets());
    let severity = findings.severity(finding);
    let of_asset = |slot: &dyn Fn(usize) -> Slot| {
        dataset.finding_map().asset(finding).map_or(Slot::None, slot)
    };
    let slot = match dimension {
        FindingDimension::Severity => Slot::Of(severity as usize),
        FindingDimension::SourceTool => Slot::Of(findings.source_tool_symbol(finding).index()),
        FindingDimension::Framework => {
            let names = findings.framework_symbols(finding);
            for (place, name) in names.iter().enumerate() {
                if !names[..place].contains(name) {
                    let is_none = findings.symbols().at(name.index()) == NO_FRAMEWORK;
                    let slot = if is_none { Slot::None } else { Slot::Of(name.index()) };
                    table.count(slot, severity);
                }
            }
            if !names.is_empty() {
                return;
            }
            Slot::None
        }
        FindingDimension::AssetType => {
            of_asset(&|asset| Slot::Of(assets.asset_type(asset).index()))
        }
        FindingDimension::Account => of_asset(&|asset| match assets.real_account(asset) {
            None | Some(NO_ACCOUNT) => Slot::Unknown,
            Some(UNMAPPED) => Slot::None,
            Some(_) => Slot::Of(assets.account_symbol(asset).index()),
        }),
        FindingDimension::Asset => of_asset(&Slot::Of),
    };
    table.count(slot, severity);
}

/// A group as a number.
#[derive(Debug, Clone, Copy)]
enum Slot {
    /// The group of what has no value.
    None,
    /// The group of a value that is not known.
    Unknown,
    /// The group of the value at this place of its table.
    Of(usize),
}

impl Slot {
    fn index(self) -> usize {
        match self {
            Self::None => 0,
            Self::Unknown => 1,
            Self::Of(place) => place + 2,
        }
    }

    /// The group in words.
    fn key(self, dataset: &Dataset, dimension: FindingDimension) -> Cow<'_, str> {
        let place = match self {
            Self::None if dimension == FindingDimension::Framework => return NO_FRAMEWORK.into(),
            Self::None => return UNMAPPED.into(),
            Self::Unknown => return NO_ACCOUNT.into(),
            Self::Of(place) => place,
        };
        match dimension {
            FindingDimension::Severity => {
                let worst_first = Severity::WORST_FIRST;
                worst_first[worst_first.len() - 1 - place].as_str().into()
            }
            FindingDimension::SourceTool | FindingDimension::Framework => {
                dataset.findings().symbols().at(place).into()
            }
            FindingDimension::AssetType => AssetType::ALL[place].as_str().into(),
            FindingDimension::Account => dataset.assets().symbols().at(place).into(),
            FindingDimension::Asset => asset_key(dataset, place),
        }
    }
}

/// The name of an asset, with its id where the name alone could mean something else.
fn asset_key(dataset: &Dataset, asset: usize) -> Cow<'_, str> {
    let name = dataset.assets().name(asset);
    if name != UNMAPPED && dataset.inventory().has_own_name(asset) {
        return name.into();
    }
    format!("{name} ({})", dataset.assets().id(asset)).into()
}

/// The first groups of the answer, with their keys.
fn first_groups(
    dataset: &Dataset,
    dimension: FindingDimension,
    mut groups: Vec<Group>,
    top: usize,
) -> Vec<(Cow<'_, str>, Group)> {
    let is_ranked = dimension == FindingDimension::Severity;
    let rank = |group: &Group| Reverse(if is_ranked { group.slot.index() } else { group.total });
    if groups.len() > top {
        // Keys cost more than numbers: only groups that may be listed get theirs.
        let (_, last, _) = groups.select_nth_unstable_by_key(top - 1, rank);
        let last = rank(last);
        groups.retain(|group| rank(group) <= last);
    }
    let keyed = groups.into_iter().map(|group| (group.slot.key(dataset, dimension), group));
    let mut keyed: Vec<(Cow<'_, str>, Group)> = keyed.collect();
    let order = |(key_a, a): &(Cow<'_, str>, Group), (key_b, b): &(Cow<'_, str>, Group)| {
        let slot = || a.slot.index().cmp(&b.slot.index());
        rank(a).cmp(&rank(b)).then_with(|| key_a.cmp(key_b)).then_with(slot)
    };
    if keyed.len() > top {
        keyed.select_nth_unstable_by(top - 1, order);
        keyed.truncate(top);
    }
    keyed.sort_unstable_by(order);
    keyed
}

#[derive(Debug)]
struct Group {
    slot: Slot,
    total: usize,
    counts: [usize; Severity::WORST_FIRST.len()],
    /// The severities that it has, in order of first appearance, and how many these are.
    seen: [Severity; Severity::WORST_FIRST.len()],
    n_seen: usize,
}

impl From<(Cow<'_, str>, Group)> for FindingGroup {
    fn from((key, group): (Cow<'_, str>, Group)) -> Self {
        let seen = group.seen[..group.n_seen].iter();
        Self {
            key: key.into_owned(),
            total: group.total,
            severities: seen.map(|&severity| (severity, group.counts[severity as usize])).collect(),
        }
    }
}

/// Groups in order of first appearance.
#[derive(Debug, Default)]
struct Table {
    groups: Vec<Group>,
    /// Position in `groups` by slot, one more than it is; 0 for a slot without a group.
    places: Vec<u32>,
}

impl Table {
    fn count(&mut self, slot: Slot, severity: Severity) {
        let index = slot.index();
        if self.places.len() <= index {
            self.places.resize(index + 1, 0);
        }
        if self.places[index] == 0 {
            let (counts, seen) = (Default::default(), [severity; Severity::WORST_FIRST.len()]);
            self.groups.push(Group { slot, total: 0, counts, seen, n_seen: 0 });
            self.places[index] = self.groups.len() as u32;
        }
        let group = &mut self.groups[self.places[index] as usize - 1];
        group.total += 1;
        if group.counts[severity as usize] == 0 {
            group.seen[group.n_seen] = severity;
            group.n_seen += 1;
        }
        group.counts[severity as usize] += 1;
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::analysis::tests::dataset_of;

    /// Assets as (id, name, account), findings as (resource, severity, tool, frameworks).
    fn estate(assets: &[(&str, &str, &str)], findings: &[(&str, &str, &str, &[&str])]) -> Dataset {
        let asset = |&(id, name, account): &(&str, &str, &str)| json!({"id": id, "name": name, "account_id": account, "asset_type": "EC2", "provider": "AWS"});
        let finding = |&(resource, severity, tool, frameworks): &(&str, &str, &str, &[&str])| {
            json!({
                "resource_id": resource, "severity": severity, "source_tool": tool, "title": "",
                "description": "", "compliance_frameworks": frameworks,
            })
        };
        let assets: Vec<Value> = assets.iter().map(asset).collect();
        let findings: Vec<Value> = findings.iter().map(finding).collect();
        dataset_of(&json!({"assets": assets, "findings": findings}))
    }

    /// `key=total` of every group, and a `+` where there are more.
    fn keys(dataset: &Dataset, dimension: FindingDimension, top: usize) -> String {
        let report = summarise(dataset, dimension, false, top);
        let groups = report.groups.iter().map(|group| format!("{}={}", group.key, group.total));
        let more = report.is_truncated.then(|| "+".to_owned());
        groups.chain(more).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn different_assets_are_different_groups() {
        let assets =
            [("a", "twin", ""), ("b", "twin", "1"), ("c", "own", "1"), ("d", "unmapped", "1")];
        let findings: Vec<_> =
            ["a", "b", "b", "c", "d", "?"].map(|r| (r, "LOW", "t", [].as_slice())).to_vec();
        let dataset = estate(&assets, &findings);
        let all = "twin (b)=2 own=1 twin (a)=1 unmapped=1 unmapped (d)=1";
        assert_eq!(keys(&dataset, FindingDimension::Asset, 9), all);
        assert_eq!(keys(&dataset, FindingDimension::Asset, 2), "twin (b)=2 own=1 +");
        assert_eq!(keys(&dataset, FindingDimension::Account, 9), "1=4 unknown=1 unmapped=1");
        assert_eq!(keys(&dataset, FindingDimension::AssetType, 9), "EC2=5 unmapped=1");
    }

    #[test]
    fn a_finding_counts_once_in_each_framework() {
        let findings: [(&str, &str, &str, &[&str]); 3] =
            [("", "LOW", "t", &["B", "A", "B"]), ("", "HIGH", "u", &[]), ("", "HIGH", "u", &["B"])];
        let dataset = estate(&[], &findings);
        assert_eq!(keys(&dataset, FindingDimension::Framework, 9), "B=2 (none)=1 A=1");
        assert_eq!(keys(&dataset, FindingDimension::SourceTool, 9), "u=2 t=1");
        assert_eq!(keys(&dataset, FindingDimension::Severity, 9), "HIGH=2 LOW=1");
        let report = summarise(&dataset, FindingDimension::Framework, false, 1);
        assert_eq!(report.groups[0].severities, [(Severity::Low, 1), (Severity::High, 1)]);
        assert_eq!((report.total, report.suppressed), (3, 0));
    }
}
