//! Pages: following the cursors gives every item once, in the order that was asked for, whatever
//! the filter and however long each page is. The expected lists are made here, from the document.

use std::{cmp::Ordering, collections::BTreeSet};

use cloudg_catalog::{load::Progress, workspace::LoadOptions};
use proptest::{option, prelude::*, sample::select};
use serde_json::{Map, Value, json};

use crate::support::{Estate, array, object, text};

const NAMES: [&str; 6] = ["Web", "web", "db", "Émile", "émile", "straße"];
const TYPES: [&str; 4] = ["EC2", "S3_BUCKET", "LAMBDA_FUNCTION", "CLOUD_ACCOUNT"];
const PROVIDERS: [&str; 3] = ["AWS", "AZURE", "GCP"];
const REGIONS: [&str; 3] = ["eu-west-1", "EU-WEST-1", "global"];
const ACCOUNTS: [Option<&str>; 4] = [None, Some(""), Some("111"), Some("222")];
const TAGS: [Option<(&str, &str)>; 4] =
    [None, Some(("env", "prod")), Some(("env", "")), Some(("Env", "Webby"))];
/// Severities, least first, with the risk of a finding that has no score.
const SEVERITIES: [(&str, f64); 5] =
    [("INFO", 0.5), ("LOW", 2.5), ("MEDIUM", 5.0), ("HIGH", 7.5), ("CRITICAL", 9.5)];
const SORTS: [&str; 6] = ["name", "type", "region", "account", "risk", "findings"];

/// An asset of a made-up estate.
#[derive(Debug, Clone)]
struct Asset {
    id: String,
    name: &'static str,
    asset_type: &'static str,
    provider: &'static str,
    region: &'static str,
    account: Option<&'static str>,
    tag: Option<(&'static str, &'static str)>,
    exposed: bool,
    /// Index of the severity, and whether the finding is suppressed.
    findings: Vec<(usize, bool)>,
}

prop_compose! {
    fn asset()(
        id in 0..1000_u32,
        name in select(&NAMES[..]),
        asset_type in select(&TYPES[..]),
        provider in select(&PROVIDERS[..]),
        region in select(&REGIONS[..]),
        account in select(&ACCOUNTS[..]),
        tag in select(&TAGS[..]),
        exposed in any::<bool>(),
        findings in prop::collection::vec((0..SEVERITIES.len(), any::<bool>()), 0..3),
    ) -> Asset {
        let id = format!("a{id}");
        Asset { id, name, asset_type, provider, region, account, tag, exposed, findings }
    }
}

/// Assets with distinct ids.
fn assets() -> impl Strategy<Value = Vec<Asset>> {
    prop::collection::vec(asset(), 0..40).prop_map(|mut assets| {
        let mut seen = BTreeSet::new();
        assets.retain(|asset| seen.insert(asset.id.clone()));
        assets
    })
}

/// A filter; `None` is left out of the call.
#[derive(Debug, Clone)]
struct Filter {
    query: Option<&'static str>,
    provider: Option<&'static str>,
    types: Option<Vec<&'static str>>,
    region: Option<&'static str>,
    account: Option<&'static str>,
    tag: Option<&'static str>,
    exposed: Option<bool>,
    has_findings: Option<bool>,
    min_severity: Option<usize>,
}

prop_compose! {
    fn filter()(
        query in rarely(select(&["WEB", " web ", "a1", "arn:aws", "émi", "nowhere", "STRASSE"][..])),
        provider in rarely(select(&PROVIDERS[..])),
        types in rarely(prop::collection::vec(select(&TYPES[..]), 0..3)),
        region in rarely(select(&["Eu-West-1", "global", "mars"][..])),
        account in rarely(select(&["111", "222", "333"][..])),
        tag in rarely(select(&["env", "env=", "env=prod", "Env", "=x", "none"][..])),
        exposed in rarely(any::<bool>()),
        has_findings in rarely(any::<bool>()),
        min_severity in rarely(0..SEVERITIES.len()),
    ) -> Filter {
        Filter { query, provider, types, region, account, tag, exposed, has_findings, min_severity }
    }
}

/// Most calls set a few conditions only.
fn rarely<S: Strategy>(strategy: S) -> impl Strategy<Value = Option<S::Value>> {
    option::weighted(0.15, strategy)
}

fn limits() -> impl Strategy<Value = Vec<u32>> {
    prop::collection::vec(prop_oneof![9 => 1..8_u32, 1 => Just(500)], 1..5)
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 96, failure_persistence: None, ..ProptestConfig::default()
    })]

    #[test]
    fn found_assets(
        assets in assets(),
        filter in filter(),
        sort in select(&SORTS[..]),
        descending in any::<bool>(),
        limits in limits(),
    ) {
        let estate = estate(&assets, &[]);
        let mut arguments = filter.arguments();
        arguments.insert("sort_by".to_owned(), sort.into());
        arguments.insert("descending".to_owned(), descending.into());
        let items = walk(&estate, "find_assets", &arguments, &limits);
        let ids: Vec<&str> = items.iter().map(|item| text(&item["id"])).collect();
        let mut expected: Vec<&Asset> = assets.iter().filter(|asset| filter.admits(asset)).collect();
        // A stable sort: equal assets stand in dataset order in both directions.
        let ascending = descending == ["risk", "findings"].contains(&sort);
        expected.sort_by(|a, b| match ascending {
            true => compare(sort, a, b),
            false => compare(sort, b, a),
        });
        let expected: Vec<&str> = expected.iter().map(|asset| asset.id.as_str()).collect();
        prop_assert_eq!(ids, expected);
    }

    #[test]
    fn accounts(assets in assets(), limits in limits()) {
        let estate = estate(&assets, &[]);
        let items = walk(&estate, "list_accounts", &Map::new(), &limits);
        let rows: Vec<(&str, u64)> = items
            .iter()
            .map(|item| (text(&item["account_id"]), item["assets"].as_u64().unwrap()))
            .collect();
        let mut expected: Vec<(&str, u64)> = Vec::new();
        for asset in &assets {
            let id = asset.account.filter(|id| !id.is_empty()).unwrap_or("unknown");
            match expected.iter_mut().find(|row| row.0 == id) {
                Some(row) => row.1 += 1,
                None => expected.push((id, 1)),
            }
        }
        expected.sort_by_key(|row| std::cmp::Reverse(row.1));
        prop_assert_eq!(rows, expected);
        let sum = |key: &str| items.iter().map(|item| item[key].as_u64().unwrap()).sum::<u64>();
        let exposed = assets.iter().filter(|asset| asset.exposed).count();
        let open: usize = assets.iter().map(Asset::n_open).sum();
        prop_assert_eq!((sum("internet_exposed"), sum("open_findings")), (exposed as u64, open as u64));
    }

    #[test]
    fn unresolved_references(
        unresolved in prop::collection::vec(
            prop_oneof![
                any::<i64>().prop_map(Value::from),
                "[a-zé\"\\\\]{0,6}".prop_map(Value::from),
                any::<bool>().prop_map(|flag| json!({"z": flag, "a": [null, 1.5]})),
            ],
            0..40,
        ),
        limits in limits(),
    ) {
        let estate = estate(&[], &unresolved);
        let items = walk(&estate, "unresolved_references", &Map::new(), &limits);
        prop_assert_eq!(items, unresolved);
    }
}

#[test]
fn a_page_beyond_the_end_is_empty() {
    let estate = Estate::sample();
    for tool in ["find_assets", "list_accounts", "unresolved_references"] {
        let cursor = estate.answer(tool, json!({"limit": 1}))["next_cursor"].take();
        let (_, fingerprint) = text(&cursor).split_once('.').unwrap();
        let cursor = format!("c000000900.{fingerprint}");
        let page = estate.answer(tool, json!({ "cursor": cursor }));
        assert_eq!(page["offset"], json!(900), "{tool}");
        assert_eq!(page["returned"], json!(0), "{tool}");
        assert_eq!(page["next_cursor"], Value::Null, "{tool}");
        assert_eq!(page["items"], json!([]), "{tool}");
    }
}

#[test]
fn cursors_end_with_the_state_of_the_data() {
    let estate = Estate::empty();
    let assets: Vec<Value> = (0..4)
        .map(|n| json!({"id": n.to_string(), "name": "n", "asset_type": "EC2", "provider": "AWS"}))
        .collect();
    let finding = json!({
        "id": "f", "resource_id": "0", "severity": "LOW", "title": "t", "description": "d",
        "source_tool": "s",
    });
    let document = json!({"assets": assets, "findings": [finding]}).to_string();
    estate.write("x.json", &document);
    let load = json!({"path": "x.json", "name": "x", "replace": true});
    estate.answer("load_dataset", load.clone());
    let cursor = || estate.answer("find_assets", json!({"limit": 1}))["next_cursor"].take();
    let (first, second) = (cursor(), cursor());
    assert_eq!(first, second, "the same query on the same state");
    let follow = |cursor: &Value| {
        let result = estate.call("find_assets", json!({"cursor": cursor, "limit": 2}));
        if result.is_error { result.text() } else { "works".to_owned() }
    };
    assert_eq!(follow(&first), "works");
    // Loading the same bytes again is another load.
    estate.answer("load_dataset", load);
    assert!(follow(&first).starts_with("Stale cursor"));
    let again = cursor();
    assert_eq!(follow(&again), "works");
    let suppress = json!({"finding_ids": ["f"], "reason": "accepted"});
    estate.answer("suppress_findings", suppress);
    assert!(follow(&again).starts_with("Stale cursor"));
    // Equal content under another name is another list.
    let current = cursor();
    estate.answer("snapshot_dataset", json!({"new_name": "y"}));
    assert_eq!(follow(&current), "works");
    estate.answer("select_dataset", json!({"name": "y"}));
    assert!(follow(&current).starts_with("Stale cursor"));
}

/// A workspace with these assets and unresolved references loaded.
fn estate(assets: &[Asset], unresolved: &[Value]) -> Estate {
    let mut findings = Vec::new();
    for asset in assets {
        for (number, (severity, suppressed)) in asset.findings.iter().enumerate() {
            findings.push(json!({
                "id": format!("f-{}-{number}", asset.id), "resource_id": asset.id,
                "severity": SEVERITIES[*severity].0, "is_suppressed": suppressed,
                "title": "t", "description": "d", "source_tool": "s",
            }));
        }
    }
    let document = json!({
        "assets": assets.iter().map(Asset::document).collect::<Vec<_>>(),
        "findings": findings,
        "unresolved_references": unresolved,
    });
    let estate = Estate::empty();
    estate.write("estate.json", &document.to_string());
    let path = "estate.json";
    estate.workspace.load(path, &LoadOptions::default(), &Progress::default()).unwrap();
    estate
}

/// Follows the cursors to the end, with a limit after the other, and checks every envelope.
fn walk(estate: &Estate, tool: &str, query: &Map<String, Value>, limits: &[u32]) -> Vec<Value> {
    let mut items: Vec<Value> = Vec::new();
    let mut arguments = query.clone();
    for &limit in limits.iter().cycle() {
        arguments.insert("limit".to_owned(), limit.into());
        let page = estate.answer(tool, Value::Object(arguments.clone()));
        let keys = object(&page).keys().map(String::as_str).filter(|key| *key != "hint");
        let envelope = "dataset total offset returned next_cursor truncated items";
        assert_eq!(keys.collect::<Vec<&str>>().join(" "), envelope);
        let found = array(&page["items"]);
        assert_eq!(page["offset"], json!(items.len()));
        assert_eq!(page["returned"], json!(found.len()));
        items.extend_from_slice(found);
        let total = page["total"].as_u64().unwrap() as usize;
        let more = items.len() < total;
        assert!(!more || found.len() == limit as usize, "only the last page is short: {page}");
        assert_eq!(page["truncated"], json!(more));
        match &page["next_cursor"] {
            Value::Null => {
                assert_eq!(items.len(), total, "the last page ends the list");
                return items;
            }
            cursor => {
                assert!(more && text(cursor).starts_with(&format!("c{}.", items.len())), "{page}");
                arguments.insert("cursor".to_owned(), cursor.clone());
            }
        }
    }
    items
}

impl Asset {
    fn document(&self) -> Value {
        let tags: Map<String, Value> =
            self.tag.iter().map(|(key, value)| ((*key).to_owned(), (*value).into())).collect();
        json!({
            "id": self.id, "name": self.name, "asset_type": self.asset_type,
            "provider": self.provider, "region": self.region, "account_id": self.account,
            "arn": self.arn(), "tags": tags, "is_internet_exposed": self.exposed,
        })
    }

    fn arn(&self) -> Option<String> {
        (self.provider == "AWS").then(|| format!("arn:aws:x:::{}", self.id))
    }

    fn open(&self) -> impl Iterator<Item = usize> {
        self.findings.iter().filter(|(_, suppressed)| !suppressed).map(|(severity, _)| *severity)
    }

    fn n_open(&self) -> usize {
        self.open().count()
    }

    /// Worst open finding, two points more when exposed.
    fn risk(&self) -> f64 {
        let worst = self.open().map(|severity| SEVERITIES[severity].1).fold(0.0, f64::max);
        worst + if self.exposed { 2.0 } else { 0.0 }
    }
}

impl Filter {
    fn arguments(&self) -> Map<String, Value> {
        let severity = self.min_severity.map(|severity| SEVERITIES[severity].0.to_lowercase());
        let all = json!({
            "query": self.query, "provider": self.provider.map(str::to_lowercase),
            "asset_types": self.types, "region": self.region, "account_id": self.account,
            "tag": self.tag, "internet_exposed": self.exposed, "has_findings": self.has_findings,
            "min_severity": severity,
        });
        let set = object(&all).iter().filter(|(_, value)| !value.is_null());
        set.map(|(key, value)| (key.clone(), value.clone())).collect()
    }

    fn admits(&self, asset: &Asset) -> bool {
        let query = self.query.map(|query| query.to_lowercase().trim().to_owned());
        let has_tag = |wanted: &str| match (asset.tag, wanted.split_once('=')) {
            (None, _) => false,
            (Some((key, value)), Some(wanted)) => (key, value) == wanted,
            (Some((key, _)), None) => key == wanted,
        };
        query.is_none_or(|query| asset.searched().any(|text| text.contains(&query)))
            && self.provider.is_none_or(|provider| provider == asset.provider)
            && self
                .types
                .as_ref()
                .is_none_or(|types| types.is_empty() || types.contains(&asset.asset_type))
            && self.region.is_none_or(|it| it.to_lowercase() == asset.region.to_lowercase())
            && self.account.is_none_or(|account| asset.account == Some(account))
            && self.tag.is_none_or(has_tag)
            && self.exposed.is_none_or(|flag| flag == asset.exposed)
            && self.has_findings.is_none_or(|flag| flag == (asset.n_open() > 0))
            && self.min_severity.is_none_or(|least| asset.open().any(|it| it >= least))
    }
}

impl Asset {
    /// The texts that a query is looked for in.
    fn searched(&self) -> impl Iterator<Item = String> {
        let value = self.tag.map(|(_, value)| value.to_lowercase());
        let texts = [Some(self.name.to_lowercase()), self.arn(), Some(self.id.clone()), value];
        texts.into_iter().flatten()
    }
}

/// The order of a sort, lowest first.
fn compare(sort: &str, a: &Asset, b: &Asset) -> Ordering {
    let name = |asset: &Asset| asset.name.to_lowercase();
    match sort {
        "name" => (name(a), &a.id).cmp(&(name(b), &b.id)),
        "type" => (a.asset_type, name(a)).cmp(&(b.asset_type, name(b))),
        "region" => (a.region, name(a)).cmp(&(b.region, name(b))),
        "account" => (a.account.unwrap_or(""), name(a)).cmp(&(b.account.unwrap_or(""), name(b))),
        "risk" => a.risk().total_cmp(&b.risk()).then(a.n_open().cmp(&b.n_open())),
        _ => (a.n_open(), name(a)).cmp(&(b.n_open(), name(b))),
    }
}
