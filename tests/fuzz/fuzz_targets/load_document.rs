//! Documents of our own formats: no panic, and the quick reader agrees with the careful one.
#![no_main]

use cloudg_catalog::{
    dataset::{Assets, Background, Edges, Findings, Inventory},
    load::{
        LoadError, Progress,
        document::{self, Document, Sections},
    },
    model::Timestamp,
    text::{json, raw},
};
use libfuzzer_sys::fuzz_target;
use serde_json::{Map, Value, json};

const NAMED: [(&str, Sections); 4] = [
    ("map", Sections::MAP),
    ("map alone", Sections::MAP_ALONE),
    ("findings", Sections::FINDINGS),
    ("report", Sections::REPORT),
];

fuzz_target!(|data: &[u8]| {
    let Ok(text) = json::text(data) else { return };
    for (name, sections) in NAMED {
        let plain = read(text, sections);
        if let Ok(document) = &plain {
            let inventory = Inventory::new(document.assets.clone(), document.edges.clone());
            assert_eq!(inventory.nodes().n_ids() > 0, !document.assets.is_empty());
        }
        if let Some(lax) = lax(text) {
            compare(name, plain, read(&lax, sections));
        }
    }
});

fn read(text: &str, sections: Sections) -> Result<Document, LoadError> {
    let now = Timestamp::parse("2026-01-01T00:00:00Z").expect("a time");
    document::read(&mut text.as_bytes(), sections, now, &Progress::default()).map(|read| read.0)
}

/// The same document, lax where the model allows it, so that the careful reader takes its records.
/// What does not parse as a whole, like a lone surrogate in a part that is kept as text, has no such
/// twin; nor has an object with a key that the JSON library keeps for itself, which a value of that
/// library cannot stand for.
fn lax(text: &str) -> Option<String> {
    if text.contains("$serde_json") || text.contains("\\u00") {
        return None;
    }
    let mut document = json::parse_text(text).ok()?;
    let flags = [("assets", "is_internet_exposed"), ("findings", "is_suppressed")];
    for (list, flag) in flags {
        for record in records(&mut document, list) {
            match record.get(flag) {
                None => _ = record.insert(flag.to_owned(), json!("false")),
                Some(Value::Bool(set)) => {
                    _ = record.insert(flag.to_owned(), json!(set.to_string()))
                }
                Some(_) => {}
            }
        }
    }
    for record in records(&mut document, "edges") {
        let ports = record.get_mut("ports").and_then(Value::as_array_mut);
        for port in ports.into_iter().flatten().filter(|port| port.is_i64()) {
            *port = json!(port.to_string());
        }
    }
    Some(document.to_string())
}

fn records<'a>(
    document: &'a mut Value,
    list: &str,
) -> impl Iterator<Item = &'a mut Map<String, Value>> {
    let records = document.get_mut(list).and_then(Value::as_array_mut);
    records.into_iter().flatten().filter_map(Value::as_object_mut)
}

fn compare(name: &str, plain: Result<Document, LoadError>, careful: Result<Document, LoadError>) {
    match (plain, careful) {
        (Ok(plain), Ok(careful)) => {
            let (plain, careful) = (tell(&plain), tell(&careful));
            assert_eq!(plain, careful, "{name}");
        }
        (Err(_), Err(_)) => {}
        (Ok(_), Err(error)) => panic!("{name}: only the quick reader accepts, {error}"),
        (Err(error), Ok(_)) => panic!("{name}: only the careful reader accepts, {error}"),
    }
}

/// Everything that a document holds, raw texts as the values they stand for.
fn tell(document: &Document) -> Value {
    json!({
        "assets": assets(&document.assets),
        "edges": edges(&document.edges),
        "findings": findings(&document.findings),
        "suppressed": document.suppressed.ones().collect::<Vec<_>>(),
        "compliance": format!("{:?}", document.compliance),
        "background": background(&document.background),
    })
}

fn assets(assets: &Assets) -> Vec<Value> {
    (0..assets.len())
        .map(|asset| {
            json!([
                assets.id(asset),
                assets.arn(asset),
                assets.name(asset),
                assets.asset_type(asset).as_str(),
                assets.provider(asset).as_str(),
                assets.region(asset),
                assets.account_id(asset),
                assets.tags(asset).collect::<Vec<_>>(),
                raw::parse(assets.metadata(asset)),
                raw::parse(assets.extra(asset)),
                assets.collected_at(asset).to_file(),
                assets.is_exposed(asset),
            ])
        })
        .collect()
}

fn edges(edges: &Edges) -> Vec<Value> {
    (0..edges.len())
        .map(|edge| {
            json!([
                edges.id(edge),
                edges.endpoints().get(edges.source(edge)),
                edges.endpoints().get(edges.target(edge)),
                edges.edge_type(edge).as_str(),
                edges.ports(edge),
                edges.port_range(edge),
                edges.protocol(edge),
                edges.cidr(edge),
                edges.direction(edge),
                edges.description(edge),
                edges.relationship(edge),
                raw::parse(edges.properties(edge)),
                raw::parse(edges.extra(edge)),
                edges.is_hierarchy(edge),
            ])
        })
        .collect()
}

fn findings(findings: &Findings) -> Vec<Value> {
    (0..findings.len())
        .map(|finding| {
            json!([
                findings.id(finding),
                findings.resource_id(finding),
                findings.resource_arn(finding),
                findings.source_finding_id(finding),
                findings.evidence(finding),
                findings.severity(finding).as_str(),
                findings.title(finding),
                findings.description(finding),
                findings.source_tool(finding),
                findings.remediation(finding),
                findings.frameworks(finding).collect::<Vec<_>>(),
                findings.cvss_score(finding),
                findings.risk_score(finding),
                findings.detected_at(finding).to_file(),
                raw::parse(findings.extra(finding)),
            ])
        })
        .collect()
}

fn background(background: &Background) -> Value {
    json!([
        format!("{:?}", background.coverage),
        background.organization,
        background.unresolved.iter().map(raw::parse).collect::<Vec<_>>(),
        background.regions,
        background.providers,
        background.report_metadata,
    ])
}
