//! Bytes of unknown origin, classified and read as every kind there is.
#![no_main]

use std::collections::HashSet;

use cloudg_catalog::{
    compliance::Rulesets,
    load::{
        Progress,
        detect::{self, Kind},
        document::{self, Sections},
        normalise,
        scanner::{self, ScanFile},
    },
    model::Timestamp,
    text::json,
};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let detected = detect::classify(data);
    if let Err(error) = detected {
        assert!(!error.to_string().is_empty());
    }
    for kind in Kind::ALL {
        load(kind, data);
    }
});

fn load(kind: Kind, data: &[u8]) {
    let now = Timestamp::parse("2026-01-01T00:00:00Z").expect("a time");
    let Some(scanner) = kind.scanner() else {
        if let Ok(text) = json::text(data) {
            // The text of an error is for people and must never fail.
            if let Err(error) =
                document::read(&mut text.as_bytes(), Sections::REPORT, now, &Progress::default())
            {
                assert!(!error.to_string().is_empty());
            }
        }
        return;
    };
    let parse = || scanner::parse(scanner, &[ScanFile { display_path: "scan", bytes: data }], now);
    let Ok(outcome) = parse() else { return };
    let again = parse().expect("equal input, equal outcome");
    assert_eq!(outcome.findings, again.findings);
    assert_eq!(outcome.passed_checks, again.passed_checks);
    let n_found = outcome.findings.len();
    let ids: HashSet<&str> = outcome.findings.iter().map(|finding| &*finding.id).collect();
    assert_eq!(ids.len(), n_found, "ids are distinct");
    let (findings, compliance) =
        normalise::normalise(outcome.findings, &outcome.passed_checks, Rulesets::shipped());
    assert!(findings.len() <= n_found);
    assert!(n_found == 0 || !findings.is_empty());
    for finding in &findings {
        assert!(finding.cvss_score.is_none_or(|score| (0.0..=10.0).contains(&score)));
    }
    let mut controls = HashSet::new();
    for result in &compliance {
        let control = (&result.framework, &result.control_id);
        assert!(controls.insert(control), "one result for each control");
    }
}
