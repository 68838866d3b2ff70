//! Which findings the results of controls list, in both directions.

use hashbrown::HashMap;

use super::{FindingSet, Findings};

/// For each compliance result its findings, for each finding its results. Ids that no finding has
/// are left out, and so are repeats within one result.
#[derive(Debug)]
pub struct ControlFindings {
    findings: Lists,
    results: Lists,
}

impl ControlFindings {
    /// Looks up every listed id; of findings that share one, the last counts.
    pub fn build(set: &FindingSet) -> Self {
        let n_listed = set.compliance.iter().map(|result| result.finding_ids.len()).sum();
        let places = places(&set.findings, n_listed);
        let mut findings = Lists::default();
        let mut pairs: Vec<(u32, u32)> = Vec::with_capacity(n_listed);
        // The result that listed a finding last, to leave out repeats.
        let mut listed_by = vec![u32::MAX; set.findings.len()];
        for (result, record) in (0_u32..).zip(set.compliance.iter()) {
            for id in &record.finding_ids {
                let Some(&finding) = places.get(id.as_str()) else { continue };
                if std::mem::replace(&mut listed_by[finding as usize], result) != result {
                    findings.items.push(finding);
                    pairs.push((finding, result));
                }
            }
            findings.close();
        }
        Self { findings, results: inverse(pairs, set.findings.len()) }
    }

    /// The findings that a result lists, in the order of the list.
    pub fn findings_of(&self, result: usize) -> &[u32] {
        self.findings.get(result)
    }

    /// The results that list a finding, in dataset order.
    pub fn results_of(&self, finding: usize) -> &[u32] {
        self.results.get(finding)
    }
}

/// Lists one after the other.
#[derive(Debug, Default)]
struct Lists {
    ends: Vec<u32>,
    items: Vec<u32>,
}

impl Lists {
    fn close(&mut self) {
        self.ends.push(self.items.len() as u32);
    }

    fn get(&self, index: usize) -> &[u32] {
        let start = if index == 0 { 0 } else { self.ends[index - 1] as usize };
        &self.items[start..self.ends[index] as usize]
    }
}

/// The results of each of `n` findings; pairs come in the order of the results.
fn inverse(mut pairs: Vec<(u32, u32)>, n: usize) -> Lists {
    pairs.sort_by_key(|&(finding, _)| finding);
    let mut lists = Lists::default();
    let mut pairs = pairs.into_iter().peekable();
    for finding in 0..n as u32 {
        while let Some((_, result)) = pairs.next_if(|pair| pair.0 == finding) {
            lists.items.push(result);
        }
        lists.close();
    }
    lists
}

/// The last finding of each id; nothing where no result lists any.
fn places(findings: &Findings, n_listed: usize) -> HashMap<&str, u32> {
    if n_listed == 0 {
        return HashMap::new();
    }
    (0..findings.len()).map(|finding| (findings.id(finding), finding as u32)).collect()
}
