//! Dependencies, centrality and exports at 1,000, 10,000 and 100,000 assets. A first answer builds
//! the views that it needs; the next one is what every later caller waits for.

#[path = "shared/questions.rs"]
mod questions;
#[path = "shared/estate.rs"]
mod shared;

use std::{fmt::Write, hint::black_box};

use cloudg_catalog::{
    analysis::{
        centrality::{self, Metric},
        cross_account::{self, CrossingQuery},
        edge_search::{self, EdgeQuery, End},
        graph_stats, largest_blast_radius,
        neighborhood::{self, NeighborhoodQuery},
        security_coverage, shared_dependencies,
        subgraph::{self, SubgraphQuery},
    },
    export,
    graph::{Direction, EdgeTypes, NodeId},
    model::Timestamp,
};
use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};

use crate::{
    questions::{Question, measure},
    shared::{SIZES, dataset, read},
};

const TYPES: [&str; 5] = ["EC2", "S3_BUCKET", "IAM_ROLE", "SECURITY_GROUP", "KMS_KEY"];

const QUESTIONS: [Question; 10] = [
    ("dependents", |dataset| {
        let dependencies = dataset.inventory().graph().dependencies(false);
        black_box(dependencies.walk(Direction::Downstream, NodeId::new(4), 10));
    }),
    ("dependents of all", |dataset| {
        let graph = dataset.inventory().graph();
        let assets: Vec<NodeId> = graph.nodes().assets().collect();
        black_box(graph.dependencies(false).transitive_dependents_of(&assets, 6, 99));
    }),
    ("shared dependencies", |dataset| {
        black_box(shared_dependencies::list(dataset));
    }),
    ("largest blast radius", |dataset| {
        black_box(largest_blast_radius::list(dataset));
    }),
    ("cross-account edges", |dataset| {
        let account_id = String::new();
        let edge_types = EdgeTypes::ALL;
        let query = CrossingQuery { account_id, external_only: false, edge_types };
        black_box(cross_account::list(dataset, &query));
    }),
    ("edges that open a port", |dataset| {
        let query = EdgeQuery {
            source: End::Internet,
            target: End::Any,
            edge_types: EdgeTypes::ALL,
            relationship: "",
            cross_account_only: false,
            internet_only: false,
            port: Some(22),
        };
        black_box(edge_search::matching(dataset, &query));
    }),
    ("neighbors", |dataset| {
        let query = NeighborhoodQuery {
            start: NodeId::new(3),
            side: None,
            edge_types: EdgeTypes::ALL,
            depth: 2,
            max_nodes: 100,
            max_edges: 200,
        };
        black_box(neighborhood::explore(dataset.inventory().graph(), &query));
    }),
    ("export as GraphML", |dataset| {
        let graph = dataset.inventory().graph();
        let (seeds, edge_types) = (vec![NodeId::new(3)], EdgeTypes::ALL);
        let query = SubgraphQuery { seeds, depth: 2, edge_types, max_nodes: 300 };
        black_box(export::graphml(graph, &subgraph::cut(graph, &query)));
    }),
    ("security coverage", |dataset| {
        black_box(security_coverage::cover(dataset));
    }),
    ("graph statistics", |dataset| {
        black_box(graph_stats::stats(dataset));
    }),
];

fn benches(criterion: &mut Criterion) {
    let now = Timestamp::now_utc_seconds();
    let mut group = criterion.benchmark_group("dependencies");
    group.sample_size(10);
    for n in SIZES {
        let text = estate(n);
        let fresh = || dataset(read(&text, now));
        let warm = fresh();
        measure(&mut group, n, &QUESTIONS, fresh, &warm);
        for metric in [Metric::Degree, Metric::Betweenness] {
            let graph = warm.inventory().graph();
            group.bench_function(BenchmarkId::new(format!("{metric:?}"), n), |bencher| {
                bencher.iter(|| centrality::scores(black_box(graph), metric));
            });
        }
    }
    group.finish();
}

/// A map with `n` assets: in each group of ten a role, a security group and a key that the others
/// use, keys that some groups share, and rules from the internet.
fn estate(n: usize) -> String {
    let mut text = String::from("{\"metadata\":{},\"assets\":[");
    let comma = |i: usize| if i == 0 { "" } else { "," };
    for i in 0..n {
        let (kind, account) = (TYPES[i % TYPES.len()], i / 10 % 97);
        let _ = write!(
            text,
            "{}{{\"id\":\"a-{i}\",\"name\":\"thing-{i}\",\"asset_type\":\"{kind}\",\
             \"provider\":\"AWS\",\"region\":\"r-{}\",\"account_id\":\"{account:012}\",\
             \"tags\":{{}},\"metadata\":{{\"size\":{i}}},\"is_internet_exposed\":{}}}",
            comma(i),
            i % 11,
            i % 13 == 0
        );
    }
    text.push_str("],\"edges\":[");
    let mut n_edges = 0;
    let mut edge = |source: &str, target: usize, kind: &str, ports: &str| {
        let comma = comma(n_edges);
        n_edges += 1;
        let _ = write!(
            text,
            "{comma}{{\"id\":\"e-{n_edges}\",\"source_id\":\"{source}\",\"target_id\":\"a-{target}\",\
             \"edge_type\":\"{kind}\",\"port_range\":\"{ports}\",\"protocol\":\"tcp\",\
             \"properties\":{{}}}}"
        );
    };
    for i in 0..n {
        let (group, source) = (i / 10 * 10, format!("a-{i}"));
        match i % 5 {
            0 => {
                edge(&source, (group + 2) % n, "ASSUMES_ROLE", "");
                edge(&source, (group + 3) % n, "ATTACHED_TO", "");
                edge(&source, (group + 4) % n, "REFERENCES", "");
            }
            1 => edge(&source, (i * i / 64 * 10 + 4) % n, "REFERENCES", ""),
            2 => edge(&source, (i * 7 + 12) % n / 5 * 5 % n, "GRANTS_ACCESS", ""),
            3 => edge("0.0.0.0/0", i, "SECURITY_GROUP_RULE", ["22", "443", "80-90"][i % 3]),
            _ => edge(&source, group / 100 * 100 % n, "REFERENCES", ""),
        }
    }
    text.push_str("],\"findings\":[]}");
    text
}

criterion_group!(dependencies, benches);
criterion_main!(dependencies);
