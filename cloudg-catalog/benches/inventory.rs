//! Loading and searching at 1,000, 10,000 and 100,000 assets, without any transport.

#[path = "shared/estate.rs"]
mod shared;

use std::{fmt::Write, hint::black_box};

use cloudg_catalog::{
    analysis::{
        asset_counts::{self, Dimension},
        asset_search::{self, AssetFilter},
        diff,
    },
    dataset::{Dataset, SortKey},
    model::Timestamp,
};
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};

use crate::shared::{SIZES, dataset, read};

const TYPES: [&str; 5] = ["EC2", "S3_BUCKET", "IAM_ROLE", "SECURITY_GROUP", "RDS_INSTANCE"];

fn benches(criterion: &mut Criterion) {
    let now = Timestamp::now_utc_seconds();
    let mut group = criterion.benchmark_group("inventory");
    group.sample_size(10);
    for n in SIZES {
        let text = estate(n);
        group.throughput(Throughput::Bytes(text.len() as u64));
        group.bench_with_input(BenchmarkId::new("load", n), &text, |bencher, text| {
            bencher.iter(|| read(black_box(text), now));
        });
        group.throughput(Throughput::Elements(n as u64));
        let fresh = || dataset(read(&text, now));
        group.bench_function(BenchmarkId::new("first order by name", n), |bencher| {
            bencher.iter_with_setup(fresh, |dataset| page(&dataset, SortKey::Name));
        });
        group.bench_function(BenchmarkId::new("first order by risk", n), |bencher| {
            bencher.iter_with_setup(fresh, |dataset| page(&dataset, SortKey::Risk));
        });
        let warm = fresh();
        let filter = AssetFilter { query: "web".into(), ..AssetFilter::default() };
        group.bench_function(BenchmarkId::new("search", n), |bencher| {
            bencher.iter(|| asset_search::matching(&warm, black_box(&filter)));
        });
        let all = asset_search::matching(&warm, &AssetFilter::default());
        group.bench_function(BenchmarkId::new("count by service", n), |bencher| {
            bencher.iter(|| asset_counts::count(&warm, black_box(&all), Dimension::Service));
        });
        group.bench_function(BenchmarkId::new("suggest", n), |bencher| {
            bencher.iter(|| warm.inventory().suggest(black_box("web-servr-17")));
        });
        let other = fresh();
        group.bench_function(BenchmarkId::new("diff", n), |bencher| {
            bencher.iter(|| diff::diff(black_box(&warm), &other));
        });
    }
    group.finish();
}

fn page(dataset: &Dataset, key: SortKey) -> Vec<usize> {
    let all = asset_search::matching(dataset, &AssetFilter::default());
    asset_search::page(dataset, &all, key, false, 0..50)
}

/// A report with `n` assets, as many edges, and a finding for every third asset.
fn estate(n: usize) -> String {
    let mut text = String::from("{\"metadata\":{},\"assets\":[");
    let comma = |i: usize| if i == 0 { "" } else { "," };
    for i in 0..n {
        let (kind, account) = (TYPES[i % TYPES.len()], i % 97);
        let _ = write!(
            text,
            "{}{{\"id\":\"a-{i}\",\"name\":\"Web-Server-{}\",\"asset_type\":\"{kind}\",\
             \"provider\":\"AWS\",\"region\":\"r-{}\",\"account_id\":\"{account:012}\",\
             \"arn\":\"arn:aws:svc-{}:r:{account:012}:thing/i-{i}\",\"tags\":{{\"env\":\"e{}\"}},\
             \"metadata\":{{\"size\":{i},\"nested\":{{\"flag\":true}}}},\
             \"collected_at\":\"2026-02-01T09:30:00Z\",\"is_internet_exposed\":{}}}",
            comma(i),
            i % (n / 2),
            i % 11,
            i % 7,
            i % 5,
            i % 13 == 0
        );
    }
    text.push_str("],\"edges\":[");
    for i in 0..n {
        let _ = write!(
            text,
            "{}{{\"id\":\"e-{i}\",\"source_id\":\"a-{i}\",\"target_id\":\"a-{}\",\
             \"edge_type\":\"REFERENCES\",\"properties\":{{}}}}",
            comma(i),
            (i * 7 + 1) % n
        );
    }
    text.push_str("],\"findings\":[");
    for i in (0..n).step_by(3) {
        let severity = ["LOW", "MEDIUM", "HIGH", "CRITICAL"][i % 4];
        let _ = write!(
            text,
            "{}{{\"id\":\"f-{i}\",\"resource_id\":\"a-{i}\",\"severity\":\"{severity}\",\
             \"title\":\"Check {}\",\"description\":\"Something is open.\",\
             \"source_tool\":\"prowler\"}}",
            comma(i),
            i % 31
        );
    }
    text.push_str("]}");
    text
}

criterion_group!(inventory, benches);
criterion_main!(inventory);
