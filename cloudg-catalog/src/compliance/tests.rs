use super::*;

fn vectors(name: &str) -> serde_json::Value {
    let path = format!("{}/../tests/vectors/{name}", env!("CARGO_MANIFEST_DIR"));
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

#[test]
fn the_catalogue_is_that_of_the_vectors() {
    let expect = vectors("compliance-frameworks.json");
    let rulesets = Rulesets::shipped();
    let names: Vec<&str> = rulesets.frameworks().iter().map(|f| f.name.as_ref()).collect();
    assert_eq!(serde_json::to_value(names).unwrap(), expect["load_order"]);
    let rows = expect["frameworks"].as_array().unwrap();
    assert_eq!(rows.len(), rulesets.frameworks().len());
    for (row, framework) in rows.iter().zip(rulesets.frameworks()) {
        let found = serde_json::json!({
            "framework": framework.name,
            "versions": framework.versions,
            "providers": framework.providers,
            "controls": framework.controls.len(),
            "files": framework.files,
        });
        assert_eq!(&found, row);
    }
}

#[test]
fn checks_and_patterns_are_complete() {
    let rulesets = Rulesets::shipped();
    assert_eq!(rulesets.checks.len(), 787);
    assert_eq!(rulesets.pattern_list.len(), 322);
    assert_eq!(rulesets.invalid_patterns(), 0);
    #[expect(clippy::disallowed_methods, reason = "a maximum has no order")]
    let widest = rulesets.checks.values().map(Vec::len).max();
    assert_eq!(widest, Some(167));
}

#[test]
fn exact_checks_come_in_load_order() {
    let rulesets = Rulesets::shipped();
    let controls = rulesets.controls_of_check("iam_root_mfa_enabled");
    assert!(!controls.is_empty());
    assert!(controls.is_sorted());
    assert!(rulesets.controls_of_check("no_such_check").is_empty());
}

#[test]
fn files_of_one_framework_are_joined() {
    let control = |id: &'static str, title: &'static str| ControlRule {
        id: id.into(),
        title: title.into(),
        checks: vec!["x_y".into(), "x_y".into()],
        ..ControlRule::default()
    };
    let file = |name: &'static str, framework: &'static str, version, controls| RulesetFile {
        file: name.into(),
        framework: framework.into(),
        version,
        provider: Some("AWS".into()),
        controls,
    };
    let rulesets = Rulesets::from_files(vec![
        file("a.yaml", "F", Some("2".into()), vec![control("1", "first")]),
        file("b.yaml", "G", None, vec![control("1", "other")]),
        file("c.yaml", "F", Some("1".into()), vec![control("1", "again"), control("2", "new")]),
    ]);
    let joined = &rulesets.frameworks()[0];
    assert_eq!(
        (joined.versions.join(","), joined.providers.join(",")),
        ("1,2".into(), "aws".into())
    );
    assert_eq!(joined.files, ["a.yaml", "c.yaml"]);
    let titles: Vec<&str> = joined.controls.iter().map(|control| control.title.as_ref()).collect();
    assert_eq!(titles, ["first", "new"]);
    let found: Vec<String> = rulesets
        .controls_of_check("x_y")
        .iter()
        .map(|at| rulesets.control(*at))
        .map(|(framework, control)| format!("{}/{}", framework.name, control.id))
        .collect();
    assert_eq!(found, ["F/1", "F/2", "G/1"]);
}

#[test]
fn equivalent_checks_share_a_name() {
    let shared = canonical_check("prowler", "s3_bucket_default_encryption");
    assert_eq!(shared, Some("aws-s3-default-encryption"));
    assert_eq!(canonical_check("checkov", "CKV_AWS_19"), shared);
    assert_eq!(canonical_check("checkov", "s3_bucket_default_encryption"), None);
}

#[test]
fn fallback_patterns_give_frameworks_in_table_order() {
    assert_eq!(
        fallback_frameworks("encryption is off"),
        ["CIS", "NIST-800-53", "PCI-DSS", "GDPR", "SOC2", "HIPAA"]
    );
    assert!(fallback_frameworks("nothing of the kind").is_empty());
}
