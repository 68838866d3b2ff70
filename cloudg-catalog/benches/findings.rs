//! Questions about findings at 1,000, 10,000 and 100,000 assets with as many findings, without any
//! transport.

#[path = "shared/estate.rs"]
mod shared;

use std::{collections::BTreeSet, hint::black_box};

use cloudg_catalog::{
    analysis::{
        finding_search::{self, FindingFilter},
        findings_summary::{self, FindingDimension},
        reachability_findings::Candidates,
        top_risks,
    },
    compliance::Rulesets,
    dataset::{Dataset, FindingKey, FindingSet},
    load::normalise,
    model::{Severity, Timestamp},
};
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use serde_json::{Value, json};

use crate::shared::{SIZES, dataset, read};

const TYPES: [&str; 5] = ["EC2", "S3_BUCKET", "IAM_ROLE", "SECURITY_GROUP", "RDS_INSTANCE"];
const TOOLS: [&str; 3] = ["prowler", "checkov", "trivy"];
const FRAMEWORKS: [&str; 3] = ["CIS-AWS", "SOC2", "PCI-DSS"];
const KEYS: [FindingKey; 5] = [
    FindingKey::Risk,
    FindingKey::Severity,
    FindingKey::DetectedAt,
    FindingKey::Title,
    FindingKey::SourceTool,
];

fn benches(criterion: &mut Criterion) {
    let now = Timestamp { local_micros: 0, offset_minutes: None };
    let mut group = criterion.benchmark_group("findings");
    group.sample_size(10);
    for n in SIZES {
        let text = estate(n);
        group.throughput(Throughput::Elements(n as u64));
        let fresh = || dataset(read(&text, now));
        for key in KEYS {
            let name = BenchmarkId::new(format!("first list by {key:?}"), n);
            group.bench_function(name, |bencher| {
                bencher.iter_with_setup(fresh, |dataset| list(&dataset, &Default::default(), key));
            });
        }
        group.bench_function(BenchmarkId::new("first top risks", n), |bencher| {
            bencher.iter_with_setup(fresh, |dataset| top_risks::rank(&dataset, 10, None));
        });
        group.bench_function(BenchmarkId::new("first reachability", n), |bencher| {
            bencher.iter_with_setup(fresh, |dataset| Candidates::of(&dataset).unknown(&dataset));
        });
        group.bench_function(BenchmarkId::new("normalise", n), |bencher| {
            let (set, none) = (FindingSet::default(), BTreeSet::new());
            let dataset = fresh();
            let records = || {
                let set = dataset.finding_set();
                (0..set.findings.len()).map(|finding| set.record(finding)).collect()
            };
            let rulesets = Rulesets::shipped();
            bencher.iter_with_setup(records, |records| {
                normalise::renew(&set, records, &none, rulesets)
            });
        });
        let warm = fresh();
        for (name, filter) in filters() {
            group.bench_function(BenchmarkId::new(format!("list by {name}"), n), |bencher| {
                bencher.iter(|| list(&warm, black_box(&filter), FindingKey::Title));
            });
        }
        for dimension in [FindingDimension::Framework, FindingDimension::Asset] {
            let name = BenchmarkId::new(format!("summary by {dimension:?}"), n);
            group.bench_function(name, |bencher| {
                bencher
                    .iter(|| findings_summary::summarise(black_box(&warm), dimension, false, 25));
            });
        }
        group.bench_function(BenchmarkId::new("top risks", n), |bencher| {
            bencher.iter(|| top_risks::rank(black_box(&warm), 100, Some(Severity::Medium)));
        });
        group.bench_function(BenchmarkId::new("reachability", n), |bencher| {
            bencher.iter(|| Candidates::of(black_box(&warm)).unknown(&warm));
        });
    }
    group.finish();
}

fn filters() -> [(&'static str, FindingFilter); 4] {
    let all = FindingFilter::default;
    [
        ("nothing", all()),
        ("severity", FindingFilter { min_severity: Some(Severity::High), ..all() }),
        ("text", FindingFilter { query: "number 77".into(), ..all() }),
        (
            "framework and tool",
            FindingFilter { framework: "cis".into(), source_tool: "ro".into(), ..all() },
        ),
    ]
}

fn list(dataset: &Dataset, filter: &FindingFilter, key: FindingKey) -> (usize, Vec<usize>) {
    let found = finding_search::matching(dataset, filter);
    let severities = finding_search::severities(dataset, &found, key);
    (severities.len(), finding_search::page(dataset, &found, key, 0..50))
}

/// A report with `n` assets and findings, every text another one, and groups of 50 that depend on
/// one of them; a tenth of the groups is open to the internet.
fn estate(n: usize) -> String {
    let asset = |i: usize| {
        json!({
            "id": format!("a-{i}"), "name": format!("server-{}", i % (n / 2)),
            "asset_type": TYPES[i % TYPES.len()], "provider": "AWS", "region": "r",
            "account_id": format!("{}", i % 97), "is_internet_exposed": i.is_multiple_of(13),
        })
    };
    let edge = |i: usize| {
        let hub = i / 50 * 50;
        json!({"source_id": format!("a-{i}"), "target_id": format!("a-{hub}"), "edge_type": "REFERENCES"})
    };
    let rule = |i: usize| {
        json!({
            "source_id": "0.0.0.0/0", "target_id": format!("a-{}", i * 50), "cidr": "0.0.0.0/0",
            "edge_type": "SECURITY_GROUP_RULE", "port_range": "22,443", "protocol": "TCP",
        })
    };
    let finding = |i: usize| {
        json!({
            "id": format!("f-{i:08}"), "resource_id": format!("a-{i}"),
            "severity": Severity::WORST_FIRST[i % 5].as_str(), "title": format!("Check {}", i % 997),
            "description": format!("Something is open, number {i}."), "source_tool": TOOLS[i % 3],
            "source_finding_id": format!("CKV_AWS_{}", i % 997),
            "compliance_frameworks": [FRAMEWORKS[i % 3]],
        })
    };
    let list = |f: &dyn Fn(usize) -> Value, n: usize| (0..n).map(f).collect::<Vec<_>>();
    let edges = [list(&edge, n), list(&rule, n / 500)].concat();
    json!({"assets": list(&asset, n), "edges": edges, "findings": list(&finding, n)}).to_string()
}

criterion_group!(findings, benches);
criterion_main!(findings);
