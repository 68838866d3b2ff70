//! Each framework in numbers: its control results and the open findings behind it.

use hashbrown::HashMap;

use super::frameworks::FrameworkFilter;
use crate::{
    dataset::Dataset,
    model::{ComplianceStatus, Severity},
    text::round,
};

/// One framework.
#[derive(Debug, Clone, PartialEq)]
pub struct FrameworkRow<'a> {
    /// Name as results and tags spell it.
    pub framework: &'a str,
    /// Control results.
    pub evaluated: usize,
    /// Those that fail.
    pub failing: usize,
    /// Those that pass.
    pub passing: usize,
    /// Distinct open findings that a result lists or that carry the name as a tag.
    pub open_findings: usize,
    /// Those findings by severity, worst first, severities present only.
    pub severities: Vec<(Severity, usize)>,
    /// Distinct assets that those findings are about.
    pub affected_assets: usize,
}

impl FrameworkRow<'_> {
    /// Share of results that pass, in percent with one decimal; `None` without results.
    pub fn pass_rate(&self) -> Option<f64> {
        let rate = self.passing as f64 / self.evaluated as f64 * 100.0;
        (self.evaluated > 0).then(|| round::round1(rate))
    }
}

/// The chosen frameworks that a result or the tag of an open finding names, most open findings
/// first; ties in order of first appearance, results before findings.
pub fn summarise<'a>(dataset: &'a Dataset, filter: &FrameworkFilter) -> Vec<FrameworkRow<'a>> {
    let mut tally = Tally { filter, places: HashMap::new(), groups: Vec::new() };
    let of_result = tally.add_results(dataset);
    let mut of_tag = vec![None; dataset.findings().symbols().len()];
    tally.add_findings(dataset, &of_result, &mut of_tag);
    tally.add_assets(dataset, &of_result, &of_tag);
    let mut rows: Vec<_> = tally.groups.into_iter().map(Group::into_row).collect();
    rows.sort_by_key(|row| std::cmp::Reverse(row.open_findings));
    rows
}

struct Tally<'a, 'f> {
    filter: &'f FrameworkFilter,
    /// Place of each framework seen; `None` for one that is not chosen.
    places: HashMap<&'a str, Option<usize>>,
    groups: Vec<Group<'a>>,
}

struct Group<'a> {
    framework: &'a str,
    evaluated: usize,
    failing: usize,
    passing: usize,
    open_findings: usize,
    by_severity: [usize; 5],
    affected_assets: usize,
    /// The finding counted last.
    last_finding: Option<usize>,
    /// The asset counted last.
    last_asset: Option<usize>,
}

impl<'a> Tally<'a, '_> {
    /// Counts the results, and gives the place of the framework of each.
    fn add_results(&mut self, dataset: &'a Dataset) -> Vec<Option<usize>> {
        let results = dataset.finding_set().compliance.iter();
        let places = results.map(|result| {
            let place = self.place(&result.framework)?;
            let group = &mut self.groups[place];
            group.evaluated += 1;
            group.failing += usize::from(result.status == ComplianceStatus::Fail);
            group.passing += usize::from(result.status == ComplianceStatus::Pass);
            Some(place)
        });
        places.collect()
    }

    /// Counts the open findings. Tags are symbols: each is looked up by name once, and its place
    /// kept in `of_tag`.
    fn add_findings(
        &mut self,
        dataset: &'a Dataset,
        of_result: &[Option<usize>],
        of_tag: &mut [Option<Option<usize>>],
    ) {
        let set = dataset.finding_set();
        let (by_control, findings) = (set.by_control(), &*set.findings);
        for finding in (0..findings.len()).filter(|&finding| set.is_open(finding)) {
            let severity = findings.severity(finding);
            for &result in by_control.results_of(finding) {
                self.count_finding(finding, severity, of_result[result as usize]);
            }
            for &tag in findings.framework_symbols(finding) {
                let name = findings.symbols().get(tag);
                let place = *of_tag[tag.index()].get_or_insert_with(|| self.place(name));
                self.count_finding(finding, severity, place);
            }
        }
    }

    /// Counts the assets of the open findings. Asset by asset, a framework has to remember only the
    /// last one it counted.
    fn add_assets(
        &mut self,
        dataset: &Dataset,
        of_result: &[Option<usize>],
        of_tag: &[Option<Option<usize>>],
    ) {
        let (set, by_asset) = (dataset.finding_set(), dataset.asset_findings());
        let by_control = set.by_control();
        for asset in 0..dataset.assets().len() {
            for finding in by_asset.of(asset).iter().map(|&finding| finding as usize) {
                let results = by_control.results_of(finding).iter();
                let tags = set.findings.framework_symbols(finding).iter();
                let of_results = results.map(|&result| of_result[result as usize]);
                let of_tags = tags.map(|tag| of_tag[tag.index()].flatten());
                for place in of_results.chain(of_tags).flatten() {
                    let group = &mut self.groups[place];
                    let is_new = group.last_asset.replace(asset) != Some(asset);
                    group.affected_assets += usize::from(is_new);
                }
            }
        }
    }

    fn place(&mut self, framework: &'a str) -> Option<usize> {
        *self.places.entry(framework).or_insert_with(|| {
            self.filter.fits(framework).then(|| {
                self.groups.push(Group::new(framework));
                self.groups.len() - 1
            })
        })
    }

    /// Counts a finding once for the framework at a place.
    fn count_finding(&mut self, finding: usize, severity: Severity, place: Option<usize>) {
        let Some(group) = place.map(|place| &mut self.groups[place]) else { return };
        if group.last_finding.replace(finding) == Some(finding) {
            return;
        }
        group.open_findings += 1;
        group.by_severity[severity as usize] += 1;
    }
}

impl<'a> Group<'a> {
    fn new(framework: &'a str) -> Self {
        Self {
            framework,
            evaluated: 0,
            failing: 0,
            passing: 0,
            open_findings: 0,
            by_severity: [0; 5],
            affected_assets: 0,
            last_finding: None,
            last_asset: None,
        }
    }

    fn into_row(self) -> FrameworkRow<'a> {
        let count = |severity| (severity, self.by_severity[severity as usize]);
        let severities = Severity::WORST_FIRST.map(count).into_iter();
        FrameworkRow {
            framework: self.framework,
            evaluated: self.evaluated,
            failing: self.failing,
            passing: self.passing,
            open_findings: self.open_findings,
            severities: severities.filter(|&(_, count)| count > 0).collect(),
            affected_assets: self.affected_assets,
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::analysis::tests::dataset_of;

    /// An asset counts once for each framework, whether a tag or a result leads to it.
    #[test]
    fn assets_are_distinct() {
        let asset =
            |id: &str| json!({"id": id, "name": id, "asset_type": "EC2", "provider": "AWS"});
        let finding = |id: &str, resource: &str, tags: &[&str], is_suppressed: bool| -> Value {
            json!({"id": id, "resource_id": resource, "severity": "HIGH", "title": id,
                "description": "", "source_tool": "", "compliance_frameworks": tags,
                "is_suppressed": is_suppressed})
        };
        let dataset = dataset_of(&json!({
            "assets": [asset("a"), asset("b"), asset("c")],
            "findings": [
                finding("1", "b", &["X", "X", "Y"], false),
                finding("2", "a", &["X"], false),
                finding("3", "b", &["X"], false),
                finding("4", "nowhere", &["X"], false),
                finding("5", "c", &["X", "Z"], true),
                finding("6", "c", &[], false),
            ],
            "compliance": [{"framework": "Y", "control_id": "1", "status": "FAIL",
                "finding_ids": ["1", "6"]}],
        }));
        let rows = summarise(&dataset, &FrameworkFilter::new(""));
        let rows: Vec<_> = rows
            .iter()
            .map(|row| (row.framework, row.open_findings, row.affected_assets))
            .collect();
        assert_eq!(rows, [("X", 4, 2), ("Y", 2, 2)]);
    }
}
