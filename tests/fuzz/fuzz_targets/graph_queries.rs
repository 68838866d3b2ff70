//! Small graphs of any shape under all graph tools: every call is answered in time, and in the same
//! way by another server with the same data that was asked in another order.
#![no_main]

use std::{
    path::Path,
    sync::{Arc, LazyLock},
    time::{Duration, Instant},
};

use arbitrary::Arbitrary;
use cloudg_catalog::{
    dataset::{FindingSet, Inventory},
    listing::LISTING,
    load::{
        Loaded, Omissions, Progress,
        detect::Kind,
        document::{self, Sections},
    },
    model::{AssetType, EdgeType, Timestamp},
    workspace::{LoadOptions, Roots, Workspace},
};
use cloudg_runtime::{Layer, Registry, client::Client};
use libfuzzer_sys::fuzz_target;
use serde_json::{Value, json};
use tokio::runtime::Runtime;

const MAX_ASSETS: usize = 40;
const MAX_EDGES: usize = 120;
const MAX_FINDINGS: usize = 12;
/// Pages that are read of one list.
const MAX_PAGES: usize = 4;
/// Far beyond what so small a graph should take.
const MAX_TIME: Duration = Duration::from_secs(5);

const TOOLS: [&str; 17] = [
    "neighbors",
    "get_edges",
    "find_paths",
    "attack_paths",
    "lateral_movement_paths",
    "internet_exposure",
    "blast_radius",
    "depends_on",
    "dependents",
    "dependency_tree",
    "shared_dependencies",
    "largest_blast_radius",
    "cross_account_edges",
    "centrality_top",
    "subgraph_export",
    "security_coverage",
    "graph_stats",
];

/// Ends of edges that are no assets, and references that may match nothing.
const PLACEHOLDERS: [&str; 20] = [
    "",
    " ",
    "internet",
    "INTERNET",
    "0.0.0.0/0",
    "::/0",
    "0.0.0.0",
    "10.0.0.0/8",
    "10.0.0.0/33",
    "*",
    "Internet",
    "AzureCloud",
    "a0",
    "arn:aws:iam::111:role/a1",
    "arn:aws:iam::999:root",
    "arn:::::",
    "twin",
    "1\"<>&\\\u{0}\n",
    "é\u{1F600}",
    "__internet__",
];
const PORT_RANGES: [&str; 16] = [
    "",
    "22",
    "0-65535",
    "-1",
    "80-",
    "-443",
    "443-80",
    "all",
    "*",
    "any",
    "22,3389",
    "65536",
    "0022",
    "٢٢",
    "1-2-3",
    " 22 , 443-445 ",
];
const PORTS: [i64; 8] = [22, 0, -1, 65_535, 65_536, 443, i64::MAX, i64::MIN];
const PROTOCOLS: [&str; 10] =
    ["", "tcp", "-1", "icmp", "UDP", "ALL", "6", "TCP,ICMP", "\u{1f}tcp ", "ﬀ"];
const DIRECTIONS: [&str; 6] = ["ingress", "egress", "", "INGRESS", "Outbound", "both"];
const ACCOUNTS: [&str; 6] = ["111", "222", "", "333", "unknown", "111 "];
const RELATIONSHIPS: [&str; 6] =
    ["", "ENCRYPTED_BY_KMS", "CROSS_ACCOUNT_TRUST", "INGRESS_ALLOWED", "?", "CONTAINS"];
const METADATA: [&str; 7] = [
    "{}",
    r#"{"enabled":false}"#,
    r#"{"is_external":true}"#,
    r#"{"external":"true","status":"ENABLED"}"#,
    r#"{"policy":{"Statement":[{"Effect":"Allow","Principal":"*"}]}}"#,
    r#"{"ports":null,"depth":[[[[]]]]}"#,
    r#"{"encrypted":0,"public_ip":"1.2.3.4"}"#,
];
const SEVERITIES: [&str; 5] = ["CRITICAL", "HIGH", "MEDIUM", "LOW", "INFO"];

#[derive(Debug, Arbitrary)]
struct Asset {
    kind: u8,
    account: u8,
    metadata: u8,
    /// Flags: repeats the id of the first asset, has a name that others have, has no ARN, is
    /// exposed, is of another cloud.
    flags: u8,
}

#[derive(Debug, Arbitrary)]
struct Edge {
    source: u8,
    target: u8,
    kind: u8,
    rule: u8,
    range: u8,
    port: u8,
    cidr: u8,
    relationship: u8,
}

#[derive(Debug, Arbitrary)]
struct Finding {
    resource: u8,
    severity: u8,
}

/// What the arguments of one call are made of.
#[derive(Debug, Arbitrary)]
struct Knobs {
    first: u8,
    second: u8,
    number: u8,
    limit: u8,
    types: u8,
    choice: u8,
}

#[derive(Debug, Arbitrary)]
struct Input {
    calls: [Knobs; 17],
    n_findings: u8,
    assets: Vec<Asset>,
    edges: Vec<Edge>,
    findings: Vec<Finding>,
}

struct Server {
    workspace: Arc<Workspace>,
    client: Client,
}

static RUNTIME: LazyLock<Runtime> = LazyLock::new(|| {
    tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime")
});
static SERVERS: LazyLock<[Server; 2]> = LazyLock::new(|| [server(), server()]);

fuzz_target!(|input: Input| {
    let text = document(&input).to_string();
    for server in &*SERVERS {
        load(&server.workspace, &text);
    }
    let [one, other] = &*SERVERS;
    let calls: Vec<(&str, Value)> = TOOLS
        .into_iter()
        .zip(&input.calls)
        .map(|(tool, knobs)| (tool, arguments(tool, knobs, &input)))
        .collect();
    let first: Vec<Vec<String>> =
        calls.iter().map(|(tool, arguments)| answers(one, tool, arguments)).collect();
    // What is built on first use is built by another tool here.
    for ((tool, arguments), first) in calls.iter().zip(&first).rev() {
        assert_eq!(&answers(other, tool, arguments), first, "{tool} {arguments}");
        assert_eq!(&answers(one, tool, arguments), first, "again: {tool} {arguments}");
    }
});

fn server() -> Server {
    let roots = Roots::new(None, Path::new("reports")).expect("the working directory");
    let workspace = Arc::new(Workspace::new(roots));
    let registry = Registry::collected(&LISTING).expect("the catalogue");
    let layer = Layer::builder(registry)
        .identity("fuzz", "1", "Fuzz")
        .shared_state(Arc::clone(&workspace))
        .build()
        .expect("a layer");
    Server { workspace, client: Client::new(layer) }
}

/// All pages of a list, or the one answer of what is none.
fn answers(server: &Server, tool: &str, arguments: &Value) -> Vec<String> {
    let mut arguments = arguments.clone();
    let mut pages = vec![];
    while pages.len() < MAX_PAGES {
        let start = Instant::now();
        let call = server.client.call_tool(tool, arguments.clone());
        let result = RUNTIME.block_on(call).expect("the tool is there and answers fit");
        let took = start.elapsed();
        assert!(took < MAX_TIME, "{tool} {arguments} took {took:?}");
        let mut wire = result.to_wire();
        // How long it took differs.
        wire["_meta"]["cloudg/duration_ms"].take();
        pages.push(wire.to_string());
        match wire["structuredContent"]["next_cursor"].as_str() {
            Some(cursor) => arguments["cursor"] = cursor.into(),
            None => break,
        }
    }
    pages
}

fn arguments(tool: &str, knobs: &Knobs, input: &Input) -> Value {
    let first = reference(input, knobs.first);
    let second = reference(input, knobs.second);
    // No reference selects everything, where that is allowed.
    let may_be_all =
        |text: &str| if knobs.choice & 64 == 0 { text.to_owned() } else { String::new() };
    let up_to = |most: u8| 1 + knobs.number % most;
    // Small ones make lists of several pages.
    let most = if knobs.limit < 128 { 4 } else { 100 };
    let limit = 1 + u32::from(knobs.limit) % most;
    let is_set = |bit: u8| knobs.choice >> bit & 1 == 1;
    let edge_types = match knobs.types {
        kind if kind < 100 => json!([EdgeType::NAMES[usize::from(kind) % EdgeType::NAMES.len()]]),
        kind if kind < 120 => json!(EdgeType::NAMES[usize::from(kind) % EdgeType::NAMES.len()..]),
        _ => Value::Null,
    };
    let asset_types = match knobs.types {
        kind if kind < 100 => json!([asset_type(kind)]),
        _ => Value::Null,
    };
    match tool {
        "neighbors" => {
            json!({"ref": first, "depth": up_to(4), "limit": limit, "edge_types": edge_types,
            "direction": pick(&["out", "in", "both"], knobs.choice)})
        }
        "get_edges" => {
            json!({"source": may_be_all(first), "edge_types": edge_types, "limit": limit,
            "target": if is_set(5) { second } else { "" },
            "relationship": if is_set(4) { pick(&RELATIONSHIPS, knobs.number) } else { "" },
            "cross_account_only": is_set(0), "internet_only": is_set(1),
            "port": if is_set(2) { json!([22, 0, 65_535, 443][usize::from(knobs.number % 4)]) } else { Value::Null }})
        }
        "find_paths" => json!({"source": first, "target": second, "max_depth": up_to(12),
            "max_paths": 1 + knobs.limit % 50,
            "mode": pick(&["flow", "directed", "undirected"], knobs.choice)}),
        "attack_paths" => {
            json!({"target": may_be_all(first), "max_depth": up_to(12), "max_paths": limit})
        }
        "lateral_movement_paths" => {
            json!({"start": may_be_all(first), "max_depth": up_to(8), "max_paths": limit})
        }
        "internet_exposure" => {
            json!({"asset_types": asset_types, "include_reachable": is_set(0), "limit": limit})
        }
        "blast_radius" => json!({"ref": first, "max_depth": up_to(15), "limit": limit}),
        "depends_on" | "dependents" => {
            json!({"ref": first, "max_depth": up_to(15), "limit": limit})
        }
        "dependency_tree" => json!({"ref": first, "max_depth": up_to(6), "max_nodes": limit,
            "direction": pick(&["up", "down", "both"], knobs.choice), "include_hierarchy": is_set(3)}),
        "shared_dependencies" | "largest_blast_radius" => json!({"top": limit}),
        "cross_account_edges" => json!({"account_id": may_be_all(pick(&ACCOUNTS, knobs.first)),
            "external_only": is_set(0), "edge_types": edge_types, "limit": limit}),
        "centrality_top" => json!({"top": limit, "asset_types": asset_types,
            "metric": pick(&["degree", "in_degree", "out_degree", "betweenness"], knobs.choice)}),
        "subgraph_export" => json!({"seeds": [first, second], "depth": knobs.number % 5,
            "format": pick(&["d3", "cytoscape", "graphml"], knobs.choice), "max_nodes": limit,
            "edge_types": edge_types}),
        "security_coverage" => json!({"limit": limit}),
        _ => json!({}),
    }
}

fn pick<'a>(words: &[&'a str], choice: u8) -> &'a str {
    words[usize::from(choice) % words.len()]
}

fn asset_type(choice: u8) -> &'static str {
    AssetType::NAMES[usize::from(choice) % AssetType::NAMES.len()]
}

const IDS: [&str; MAX_ASSETS] = [
    "a0", "a1", "a2", "a3", "a4", "a5", "a6", "a7", "a8", "a9", "a10", "a11", "a12", "a13", "a14",
    "a15", "a16", "a17", "a18", "a19", "a20", "a21", "a22", "a23", "a24", "a25", "a26", "a27",
    "a28", "a29", "a30", "a31", "a32", "a33", "a34", "a35", "a36", "a37", "a38", "a39",
];

/// Mostly one of the assets.
fn reference(input: &Input, choice: u8) -> &'static str {
    match input.assets.len().min(MAX_ASSETS) {
        n_assets if n_assets > 0 && choice < 200 => IDS[usize::from(choice) % n_assets],
        _ => pick(&PLACEHOLDERS, choice),
    }
}

fn document(input: &Input) -> Value {
    let assets = input.assets.iter().take(MAX_ASSETS).enumerate().map(asset);
    let edges = input.edges.iter().take(MAX_EDGES).enumerate().map(|edge| self::edge(input, edge));
    let n_findings = MAX_FINDINGS.min(usize::from(input.n_findings));
    let findings = input.findings.iter().take(n_findings).enumerate().map(|(place, finding)| {
        json!({"id": format!("f{place}"), "resource_id": reference(input, finding.resource),
            "title": "t", "description": "d", "source_tool": "x", "severity": pick(&SEVERITIES, finding.severity),
            "is_suppressed": finding.severity > 200})
    });
    json!({
        "assets": assets.collect::<Vec<_>>(),
        "edges": edges.collect::<Vec<_>>(),
        "findings": findings.collect::<Vec<_>>(),
    })
}

fn asset((place, asset): (usize, &Asset)) -> Value {
    let is_set = |bit: u8| asset.flags >> bit & 1 == 1;
    let id = if asset.flags > 240 { IDS[0] } else { IDS[place] };
    let account = pick(&ACCOUNTS, asset.account);
    let arn = (!is_set(2)).then(|| format!("arn:aws:iam::{account}:role/{id}"));
    let metadata: Value = serde_json::from_str(pick(&METADATA, asset.metadata)).expect("JSON");
    json!({"id": id, "arn": arn, "name": if is_set(1) { "twin" } else { id },
        "asset_type": asset_type(asset.kind), "account_id": account, "region": "eu-west-1",
        "provider": if is_set(4) { "AZURE" } else { "AWS" }, "is_internet_exposed": is_set(3),
        "metadata": metadata, "collected_at": "2026-01-01T00:00:00Z"})
}

fn edge(input: &Input, (place, edge): (usize, &Edge)) -> Value {
    let ports: Vec<i64> =
        (0..8).filter(|bit| edge.port >> bit & 1 == 1).map(|bit| PORTS[bit]).collect();
    let cidr = (edge.cidr < 200).then(|| pick(&PLACEHOLDERS, edge.cidr));
    json!({"id": format!("e{place}"), "source_id": reference(input, edge.source),
        "target_id": reference(input, edge.target), "cidr": cidr, "ports": ports,
        "edge_type": EdgeType::NAMES[usize::from(edge.kind) % EdgeType::NAMES.len()],
        "port_range": (edge.range < 200).then(|| pick(&PORT_RANGES, edge.range)),
        "protocol": pick(&PROTOCOLS, edge.rule >> 3), "direction": pick(&DIRECTIONS, edge.rule),
        "relationship": pick(&RELATIONSHIPS, edge.relationship)})
}

fn load(workspace: &Workspace, text: &str) {
    let now = Timestamp::parse("2026-01-01T00:00:00Z").expect("a time");
    let (document, hash) =
        document::read(&mut text.as_bytes(), Sections::REPORT, now, &Progress::default())
            .expect("the document keeps to the model");
    let loaded = Loaded {
        kind: Kind::Generic,
        source: Path::new("fuzz.json").to_owned(),
        inventory: Inventory::new(document.assets, document.edges),
        findings: FindingSet::new(document.findings, document.suppressed, document.compliance),
        background: document.background,
        contents: vec![hash],
        omissions: Omissions::default(),
    };
    let name = "fuzz".to_owned();
    let options = LoadOptions { name, activate: true, replace: true, ..LoadOptions::default() };
    workspace
        .add(loaded, Path::new("fuzz.json"), &options)
        .expect("it takes the place of the last");
}
