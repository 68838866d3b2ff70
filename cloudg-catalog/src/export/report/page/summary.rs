//! What a reader without time should know: sentences, what to do first, ways in.

use std::cmp::Reverse;

use serde_json::{Value, json};

use super::{overview, records};
use crate::{
    analysis::{
        attack_paths::{AttackQuery, AttackReport, attack_paths},
        top_risks::{self, RiskRow},
    },
    dataset::Dataset,
    model::{ComplianceStatus, Severity, Timestamp},
};

/// Assets to start with.
const FIRST_STEPS: usize = 5;
/// Attack paths that the page lists.
const MAX_PATHS: usize = 10;
/// Most hops of an attack path, as the tool has it by default.
const MAX_DEPTH: usize = 8;
/// What a record without a time has is the time of its load: times this near say nothing.
const JUST_LOADED_MICROS: i64 = 3_600_000_000;

/// Three to five sentences made of the numbers.
pub(super) fn sentences(dataset: &Dataset, ways_in: Option<&AttackReport>) -> Vec<String> {
    let parts = [
        Some(size(dataset)),
        badness(dataset),
        ways_in.map(reach),
        worst_control(dataset),
        unattached(dataset),
    ];
    parts.into_iter().flatten().collect()
}

fn size(dataset: &Dataset) -> String {
    let summary = dataset.summary();
    let open = count(summary.open_findings, "open finding");
    if dataset.assets().is_empty() {
        return match summary.total_findings {
            0 => "This dataset has neither assets nor findings.".to_owned(),
            _ => format!(
                "This dataset has no inventory: findings are not connected to assets. It holds \
                 {open}, and says nothing about exposure or ways in."
            ),
        };
    }
    let assets = count(summary.total_assets, "asset");
    let places =
        format!("{} and {}", count(summary.accounts, "account"), count(summary.regions, "region"));
    if summary.total_findings == 0 {
        return format!(
            "The inventory has {assets} in {places}. No finding is loaded, so this report does not \
             say whether they are safe."
        );
    }
    let suppressed = match summary.suppressed_findings {
        0 => String::new(),
        n => format!(" and {}", count(n, "suppressed one")),
    };
    format!("The inventory has {assets} in {places}, with {open}{suppressed}.")
}

fn badness(dataset: &Dataset) -> Option<String> {
    let (findings, map) = (dataset.findings(), dataset.finding_map());
    let set = dataset.finding_set();
    let is_bad = |&at: &usize| set.is_open(at) && findings.severity(at) >= Severity::High;
    let bad: Vec<usize> = (0..findings.len()).filter(is_bad).collect();
    if dataset.summary().open_findings == 0 {
        return None;
    }
    if bad.is_empty() {
        return Some("None of the open findings is critical or high.".to_owned());
    }
    let critical = bad.iter().filter(|&&at| findings.severity(at) == Severity::Critical).count();
    let high = grouped(bad.len() - critical);
    let critical = grouped(critical);
    let counts = format!("{critical} rated critical and {high} rated high");
    if dataset.assets().is_empty() {
        return Some(format!("Among the open findings are {counts}."));
    }
    let is_exposed =
        |&at: &usize| map.asset(at).is_some_and(|asset| dataset.assets().is_exposed(asset));
    let exposed = bad.iter().copied().filter(|at| is_exposed(at)).count();
    let place = match exposed {
        0 => "none of these is on an asset that is exposed to the internet".to_owned(),
        1 => "1 of these is on an asset that is exposed to the internet".to_owned(),
        n => format!("{} of these are on assets that are exposed to the internet", grouped(n)),
    };
    Some(format!("Among the open findings are {counts}; {place}."))
}

/// The ways in, where there is an inventory to have them.
pub(super) fn ways_in(dataset: &Dataset) -> Option<AttackReport> {
    let query = AttackQuery { target: None, max_depth: MAX_DEPTH, max_paths: MAX_PATHS };
    (!dataset.assets().is_empty()).then(|| attack_paths(dataset, &query))
}

fn reach(report: &AttackReport) -> String {
    match (report.total, report.targets_considered) {
        (_, None) => "No asset or rule in the inventory lets the internet in.".to_owned(),
        (0, Some(_)) => {
            "The internet gets in, but no way from there to sensitive assets is known.".to_owned()
        }
        (n, Some(of)) => format!(
            "An attacker from the internet has a way to {} of {} (data stores, keys, secrets, \
             identities).",
            grouped(n),
            count(of, "sensitive asset")
        ),
    }
}

/// How many controls fail, and the one that lists most open findings, ties in dataset order.
fn worst_control(dataset: &Dataset) -> Option<String> {
    let set = dataset.finding_set();
    let open = |result: usize| {
        let listed = set.by_control().findings_of(result).iter();
        listed.filter(|&&finding| set.is_open(finding as usize)).count()
    };
    let is_failing = |&at: &usize| set.compliance[at].status == ComplianceStatus::Fail;
    let failing: Vec<usize> = (0..set.compliance.len()).filter(is_failing).collect();
    let worst = *failing.iter().min_by_key(|&&at| Reverse(open(at)))?;
    let failures = count(failing.len(), "failing control result");
    let record = &set.compliance[worst];
    let title =
        record.control_title.as_deref().map_or(String::new(), |title| format!(" ({title})"));
    Some(match open(worst) {
        0 => format!("The data has {failures}."),
        n => format!(
            "The data has {failures}; most open findings ({}) are under {} of {}{title}.",
            grouped(n),
            record.control_id,
            record.framework
        ),
    })
}

fn unattached(dataset: &Dataset) -> Option<String> {
    let (set, map) = (dataset.finding_set(), dataset.finding_map());
    let is_loose = |&at: &usize| set.is_open(at) && map.asset(at).is_none();
    let loose = (0..dataset.findings().len()).filter(is_loose).count();
    let said = match loose {
        1 => "1 open finding is about something that is not in the inventory.".to_owned(),
        n => {
            format!("{} open findings are about things that are not in the inventory.", grouped(n))
        }
    };
    (loose > 0 && !dataset.assets().is_empty()).then_some(said)
}

/// What to do first: `{asset, finding, score, why}`. Without an inventory the riskiest findings,
/// with neither asset nor score.
pub(super) fn first_steps(dataset: &Dataset) -> Vec<Value> {
    if dataset.assets().is_empty() {
        let worst = overview::top_risks(dataset).into_iter().take(FIRST_STEPS);
        let why =
            |at| format!("{} finding", dataset.findings().severity(at).as_str().to_lowercase());
        return worst.map(|at| json!({"finding": at, "why": why(at)})).collect();
    }
    let rows = top_risks::rank(dataset, FIRST_STEPS, None).rows;
    rows.iter()
        .filter_map(|row| {
            let finding = worst_of(dataset, row)?;
            let why = why(dataset, row, finding);
            Some(json!({"asset": row.asset, "finding": finding, "score": row.score, "why": why}))
        })
        .collect()
}

/// The riskiest finding of the row that says what to do, else the riskiest.
fn worst_of(dataset: &Dataset, row: &RiskRow) -> Option<usize> {
    let findings = dataset.findings();
    let first = *row.top_findings.first()?;
    let is_as_bad = |&&at: &&usize| findings.severity(at) == findings.severity(first);
    let says = |&&at: &&usize| findings.remediation(at).is_some_and(|text| !text.is_empty());
    let helpful = row.top_findings.iter().filter(is_as_bad).find(says);
    Some(helpful.copied().unwrap_or(first))
}

fn why(dataset: &Dataset, row: &RiskRow, finding: usize) -> String {
    let severity = dataset.findings().severity(finding).as_str().to_lowercase();
    let mut reasons = vec![format!("{severity} finding")];
    let is_exposed = dataset.assets().is_exposed(row.asset);
    if is_exposed {
        reasons.push("exposed to the internet".to_owned());
    } else if row.internet_reachable {
        reasons.push("reached by traffic from the internet".to_owned());
    }
    match row.transitive_dependents {
        0 => {}
        1 => reasons.push("1 asset depends on it".to_owned()),
        n => reasons.push(format!("{} assets depend on it", grouped(n))),
    }
    if row.open_findings > 1 {
        reasons.push(format!("{} in all", count(row.open_findings, "open finding")));
    }
    reasons.join(", ")
}

/// `{total, considered, rows: [{nodes, score, findings}]}`, nodes by number.
pub(super) fn attack_rows(dataset: &Dataset, report: &AttackReport) -> Value {
    let numbers = records::numbers(dataset);
    let rows = report.paths.iter().map(|found| {
        let nodes: Vec<usize> = found.path.nodes.iter().map(|node| numbers[node.index()]).collect();
        json!({"nodes": nodes, "score": found.score, "findings": found.findings})
    });
    json!({"total": report.total, "considered": report.targets_considered,
        "rows": rows.collect::<Vec<Value>>()})
}

/// When the data was collected: `{basis, from, to}`, by the collector, else by the assets, else by
/// the findings, else by the load.
pub(super) fn age(dataset: &Dataset) -> Value {
    let (assets, findings) = (dataset.assets(), dataset.findings());
    let loaded = Timestamp::parse(&dataset.identity().loaded_at);
    let newest = loaded.map_or(i64::MAX, |at| at.instant_micros() - JUST_LOADED_MICROS);
    let runs = dataset.background().coverage.iter();
    let runs = runs.flat_map(|run| [Some(run.started_at), run.completed_at].into_iter().flatten());
    let of_assets = (0..assets.len()).map(|asset| assets.collected_at(asset));
    let of_findings = (0..findings.len()).map(|finding| findings.detected_at(finding));
    let known = span("collected", runs, newest)
        .or_else(|| span("collected", of_assets, newest))
        .or_else(|| span("found", of_findings, newest));
    known.or_else(|| span("loaded", loaded.into_iter(), i64::MAX)).unwrap_or(Value::Null)
}

fn span(basis: &str, times: impl Iterator<Item = Timestamp>, newest: i64) -> Option<Value> {
    let mut ends: Option<[Timestamp; 2]> = None;
    for time in times.filter(|time| time.instant_micros() <= newest) {
        let [from, to] = ends.get_or_insert([time, time]);
        if time.instant_micros() < from.instant_micros() {
            *from = time;
        }
        if time.instant_micros() > to.instant_micros() {
            *to = time;
        }
    }
    ends.map(|[from, to]| json!({"basis": basis, "from": from.to_file(), "to": to.to_file()}))
}

/// A number with what is counted, in the plural that takes an `s`.
fn count(n: usize, one: &str) -> String {
    format!("{} {one}{}", grouped(n), if n == 1 { "" } else { "s" })
}

/// A number with a comma before each three digits.
fn grouped(n: usize) -> String {
    let digits = n.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped() {
        let cases = [(0, "0"), (999, "999"), (1000, "1,000"), (1_234_567, "1,234,567")];
        for (n, text) in cases {
            assert_eq!(grouped(n), text);
        }
        assert_eq!(
            (count(1, "asset").as_str(), count(0, "asset").as_str()),
            ("1 asset", "0 assets")
        );
    }
}
