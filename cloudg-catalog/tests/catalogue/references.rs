//! References to assets, and the assets that findings are about, as recorded.

use cloudg_catalog::dataset::{Dataset, ReferenceError};
use serde_json::{Value, json};

use crate::support::{Estate, array, text, vectors};

#[test]
fn references_resolve_as_recorded() {
    let section = vectors("data-model-vectors.json")["references"].take();
    let estate = load(&section);
    let dataset = estate.workspace.dataset("").unwrap();
    let cases = array(&section["resolve"]);
    assert!(cases.len() > 30);
    for case in cases {
        assert_eq!(resolve(&dataset, case), *case, "{case}");
    }
}

/// The case as this dataset answers it.
fn resolve(dataset: &Dataset, case: &Value) -> Value {
    let reference = text(&case["ref"]);
    let inventory = dataset.inventory();
    let ids = |assets: Vec<usize>| {
        assets.into_iter().map(|asset| dataset.assets().id(asset)).collect::<Vec<_>>()
    };
    match inventory.find_asset(reference) {
        Ok(asset) => json!({"ref": reference, "id": dataset.assets().id(asset)}),
        Err(ReferenceError::Ambiguous(assets)) => {
            json!({"ref": reference, "id": null, "ambiguous": ids(assets)})
        }
        Err(ReferenceError::Unknown) => {
            let suggestions = ids(inventory.suggest(reference));
            json!({"ref": reference, "id": null, "suggestions": suggestions})
        }
    }
}

#[test]
fn an_id_selects_its_last_asset() {
    let section = vectors("data-model-vectors.json")["references"].take();
    let estate = load(&section);
    let dataset = estate.workspace.dataset("").unwrap();
    let assets = dataset.assets();
    for reference in ["dupid", "first", "second", "f1"] {
        let asset = dataset.inventory().find_asset(reference).unwrap();
        assert_eq!(assets.name(asset), "second", "{reference}");
    }
}

#[test]
fn findings_map_to_assets_as_recorded() {
    let section = vectors("data-model-vectors.json")["references"].take();
    let estate = load(&section);
    let dataset = estate.workspace.dataset("").unwrap();
    let cases = array(&section["findings"]);
    assert_eq!(dataset.findings().len(), cases.len());
    for (finding, case) in cases.iter().enumerate() {
        let id = |asset: Option<usize>| asset.map(|asset| dataset.assets().id(asset));
        let expected = case["asset_id"].as_str();
        assert_eq!(id(dataset.finding_map().asset(finding)), expected, "{case}");
        let candidates = ["resource_id", "resource_arn"].map(|key| case[key].as_str());
        let candidates: Vec<&str> = candidates.into_iter().flatten().collect();
        assert_eq!(id(dataset.inventory().resolve(&candidates)), expected, "{case}");
    }
}

/// Loads the assets and findings of the recorded section.
fn load(section: &Value) -> Estate {
    let mut findings = section["findings"].clone();
    for finding in findings.as_array_mut().unwrap() {
        for (key, value) in
            [("severity", "HIGH"), ("title", "t"), ("description", "d"), ("source_tool", "s")]
        {
            finding[key] = value.into();
        }
    }
    let estate = Estate::empty();
    let document = json!({"assets": section["assets"], "findings": findings});
    estate.write("estate.json", &document.to_string());
    estate.answer("load_dataset", json!({"path": "estate.json"}));
    estate
}
