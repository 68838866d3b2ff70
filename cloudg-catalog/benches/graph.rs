//! Paths, exposure and blast radius at 1,000, 10,000 and 100,000 assets. A first answer builds the
//! views that it needs; the next one is what every later caller waits for.

#[path = "shared/questions.rs"]
mod questions;
#[path = "shared/estate.rs"]
mod shared;

use std::{fmt::Write, hint::black_box};

use cloudg_catalog::{
    analysis::{
        attack_paths::{self, AttackQuery},
        blast_radius::{self, BlastQuery},
        find_paths::{self, PathQuery},
        internet_exposure,
        lateral_movement::{self, LateralQuery},
        reachability,
    },
    dataset::Dataset,
    graph::{Mode, Origin},
    model::Timestamp,
};
use criterion::{Criterion, criterion_group, criterion_main};

use crate::{
    questions::{Question, measure},
    shared::{SIZES, dataset, read},
};

const QUESTIONS: [Question; 9] = [
    ("pairs and flow", |dataset| {
        let graph = dataset.inventory().graph();
        black_box((graph.pairs().len(), graph.flow().len()));
    }),
    ("paths in", |dataset| paths(dataset, Origin::Internet, Mode::Flow)),
    ("paths along edges", |dataset| {
        let source = dataset.inventory().graph().find_node("a-1").expect("an asset");
        paths(dataset, Origin::Node(source), Mode::Directed);
    }),
    ("paths both ways", |dataset| paths(dataset, Origin::Internet, Mode::Undirected)),
    ("attack paths", |dataset| {
        let query = AttackQuery { target: None, max_depth: 8, max_paths: 20 };
        black_box(attack_paths::attack_paths(dataset, &query));
    }),
    ("lateral movement", |dataset| {
        let query = LateralQuery { start: None, max_depth: 4, max_paths: 25 };
        black_box(lateral_movement::lateral_movement(dataset, &query));
    }),
    ("exposure", |dataset| {
        black_box(internet_exposure::exposed(dataset).len());
    }),
    ("blast radius", |dataset| {
        let graph = dataset.inventory().graph();
        let start = graph.find_node("a-3").expect("an asset");
        let query = BlastQuery { start, max_depth: 10, max_jewels: 50 };
        black_box(blast_radius::dependents(graph, &query));
        black_box(blast_radius::network_reach(graph, &query));
    }),
    ("reachability", |dataset| {
        black_box(reachability::facts(dataset.inventory().graph()));
    }),
];

/// Paths to a database in the middle of the estate.
fn paths(dataset: &Dataset, source: Origin, mode: Mode) {
    let graph = dataset.inventory().graph();
    let target = dataset.assets().len() / 20 * 10 + 5;
    let target = graph.find_node(&format!("a-{target}")).expect("an asset");
    let query = PathQuery { source, target, mode, max_depth: 6, max_paths: 5 };
    black_box(find_paths::find_paths(graph, &query));
}

fn benches(criterion: &mut Criterion) {
    let now = Timestamp::now_utc_seconds();
    let mut group = criterion.benchmark_group("graph");
    group.sample_size(10);
    for n in SIZES {
        let text = estate(n);
        let fresh = || dataset(read(&text, now));
        let warm = fresh();
        measure(&mut group, n, &QUESTIONS, fresh, &warm);
    }
    group.finish();
}

/// The types of each ten assets.
const TYPES: [&str; 10] = [
    "EC2",
    "EC2",
    "SECURITY_GROUP",
    "IAM_ROLE",
    "SUBNET",
    "RDS_INSTANCE",
    "SECRET",
    "EC2",
    "LOAD_BALANCER",
    "S3_BUCKET",
];

/// An estate of `n` assets in tens: machines behind a group and a balancer, a role that reads the
/// store, the secret and the role of another ten, databases behind the group. Every fourth group
/// lets the internet in, and all are attached to a few groups that everybody shares.
fn estate(n: usize) -> String {
    let mut text = String::from("{\"metadata\":{},\"assets\":[");
    let comma = |i: usize| if i == 0 { "" } else { "," };
    for i in 0..n {
        let (kind, is_exposed) = (TYPES[i % 10], i % 40 == 1);
        let _ = write!(
            text,
            "{}{{\"id\":\"a-{i}\",\"name\":\"thing-{i}\",\"asset_type\":\"{kind}\",\
             \"provider\":\"AWS\",\"region\":\"r-1\",\"account_id\":\"{:012}\",\
             \"tags\":{{}},\"metadata\":{{}},\"is_internet_exposed\":{is_exposed}}}",
            comma(i),
            i / 1000
        );
    }
    text.push_str("],\"edges\":[");
    let mut n_edges = 0;
    let mut edge = |source: &str, kind: &str, target: usize, rest: &str| {
        let comma = comma(n_edges);
        n_edges += 1;
        let _ = write!(
            text,
            "{comma}{{\"id\":\"e-{n_edges}\",\"source_id\":\"{source}\",\
             \"target_id\":\"a-{target}\",\"edge_type\":\"{kind}\",\"properties\":{{}}{rest}}}"
        );
    };
    let rule = ",\"port_range\":\"22,443\",\"protocol\":\"tcp\",\"cidr\":\"0.0.0.0/0\"";
    for ten in (0..n - n % 10).step_by(10) {
        let member = |place: usize| format!("a-{}", ten + place);
        if ten % 40 == 0 {
            edge("0.0.0.0/0", "SECURITY_GROUP_RULE", ten + 2, rule);
        }
        for machine in [0, 1, 7] {
            edge(&member(machine), "ATTACHED_TO", ten + 2, "");
            edge(&member(machine), "ATTACHED_TO", ten % 100 + 2, "");
            edge(&member(machine), "ASSUMES_ROLE", ten + 3, "");
            edge(&member(4), "CONTAINS", ten + machine, "");
            edge(&member(8), "LOAD_BALANCER_TARGET", ten + machine, "");
        }
        edge(&member(5), "ATTACHED_TO", ten + 2, "");
        edge(&member(2), "SECURITY_GROUP_RULE", (ten * 7 + 52) % n, ",\"protocol\":\"tcp\"");
        edge(&member(3), "GRANTS_ACCESS", ten + 9, "");
        edge(&member(3), "GRANTS_ACCESS", ten + 6, "");
        edge(&member(3), "IAM_TRUST", (ten * 3 + 13) % n, "");
    }
    text.push_str("],\"findings\":[]}");
    text
}

criterion_group!(graph, benches);
criterion_main!(graph);
