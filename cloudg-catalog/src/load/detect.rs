//! What a file is, from its name and its content, before anything is loaded.

use std::fmt;

use super::scanner::Scanner;
use crate::text::json::{self, JsonError, JsonErrorKind, Outline};

/// What a file or directory can be loaded as.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kind {
    /// An inventory map: assets and edges.
    Inventory,
    /// A report: findings with metadata or a summary.
    Report,
    /// Any mix of assets, edges and findings.
    Generic,
    /// Prowler, as ASFF or OCSF.
    Prowler,
    /// ScoutSuite.
    ScoutSuite,
    /// Checkov.
    Checkov,
    /// Trivy.
    Trivy,
}

impl Kind {
    /// Every kind, in the order in which messages list them.
    pub const ALL: [Self; 7] = [
        Self::Inventory,
        Self::Report,
        Self::Generic,
        Self::Prowler,
        Self::ScoutSuite,
        Self::Checkov,
        Self::Trivy,
    ];

    /// The name in arguments and answers.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Inventory => "inventory",
            Self::Report => "report",
            Self::Generic => "generic",
            Self::Prowler => "prowler",
            Self::ScoutSuite => "scoutsuite",
            Self::Checkov => "checkov",
            Self::Trivy => "trivy",
        }
    }

    /// The kind with exactly this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.as_str() == name)
    }

    /// The scanner whose reports these are, if any.
    pub const fn scanner(self) -> Option<Scanner> {
        match self {
            Self::Inventory | Self::Report | Self::Generic => None,
            Self::Prowler => Some(Scanner::Prowler),
            Self::ScoutSuite => Some(Scanner::ScoutSuite),
            Self::Checkov => Some(Scanner::Checkov),
            Self::Trivy => Some(Scanner::Trivy),
        }
    }
}

/// The answer of [`classify`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Detected {
    /// What the content is.
    pub kind: Kind,
}

/// Why content was not recognised. The text names no part of the content; the caller adds which
/// file it was.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum DetectError {
    /// Not a text, or neither JSON nor JSON Lines.
    NotJson(JsonError),
    /// JSON of no known shape.
    Unknown,
}

impl fmt::Display for DetectError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotJson(error) => write!(out, "not JSON: {error}"),
            Self::Unknown => {
                let kinds: Vec<&str> = Kind::ALL.into_iter().map(Kind::as_str).collect();
                write!(
                    out,
                    "the content is of no known kind: pass the kind explicitly ({})",
                    kinds.join(", ")
                )
            }
        }
    }
}

impl std::error::Error for DetectError {}

/// The kind that the name of a file alone decides: ScoutSuite results are JavaScript.
pub fn kind_from_name(file_name: &str) -> Option<Kind> {
    let script = std::path::Path::new(file_name).extension().is_some_and(|end| end == "js");
    (script || file_name.starts_with("scoutsuite_results")).then_some(Kind::ScoutSuite)
}

/// The kind of a file by its content.
///
/// Of an object only the outermost keys count, of an array only the first item. What lies deeper
/// is not parsed, so a syntax error there is left to the loader.
pub fn classify(bytes: &[u8]) -> Result<Detected, DetectError> {
    let text = json::text(bytes).map_err(DetectError::NotJson)?;
    if text.trim_start().starts_with("scoutsuite_results") {
        return Ok(Detected { kind: Kind::ScoutSuite });
    }
    let kind = match whole(text) {
        Ok(kind) => kind,
        Err(JsonError { kind: JsonErrorKind::Syntax, .. }) if first_line_is_object(text) => {
            Some(Kind::Prowler)
        }
        Err(error) => return Err(DetectError::NotJson(error)),
    };
    kind.map(|kind| Detected { kind }).ok_or(DetectError::Unknown)
}

fn whole(text: &str) -> Result<Option<Kind>, JsonError> {
    match json::outline(text) {
        Outline::Object(members) => {
            let mut keys = Keys::default();
            for member in members {
                let member = member?;
                keys.add(&member.key, member.value);
            }
            Ok(keys.of_object())
        }
        Outline::Array(mut elements) => match elements.next().transpose()? {
            Some(first) => of_first_item(first),
            None => Ok(None),
        },
        Outline::Scalar(text) => json::check_syntax(text).map(|()| None),
    }
}

fn of_first_item(item: &str) -> Result<Option<Kind>, JsonError> {
    json::check_syntax(item)?;
    let Outline::Object(members) = json::outline(item) else { return Ok(None) };
    let mut keys = Keys::default();
    for member in members {
        let member = member?;
        keys.add(&member.key, member.value);
    }
    Ok(keys.of_item())
}

fn first_line_is_object(text: &str) -> bool {
    let line = text.trim().split('\n').next().unwrap_or_default();
    line.starts_with('{') && json::check_syntax(line).is_ok()
}

/// Which of the telling keys an object has.
#[derive(Default)]
struct Keys(u32);

/// Keys whose presence tells the kind; the position is the bit.
const TELLING: [&str; 28] = [
    "findings",
    "metadata",
    "summary",
    "assets",
    "edges",
    "unresolved_references",
    "regions",
    "Results",
    "ArtifactName",
    "SchemaVersion",
    "ArtifactType",
    "check_type",
    "results",
    "Findings",
    "ProductArn",
    "finding_info",
    "class_uid",
    "category_uid",
    "type_uid",
    "severity_id",
    "severity",
    "title",
    "resource_id",
    "checkov_version",
    "AwsAccountId",
    "GeneratorId",
    "Resources",
    "Compliance",
];

impl Keys {
    fn add(&mut self, key: &str, value: &str) {
        // `results` counts only as an object.
        if key == "results" && !value.starts_with('{') {
            return;
        }
        if let Some(bit) = TELLING.iter().position(|telling| *telling == key) {
            self.0 |= 1 << bit;
        }
    }

    fn has(&self, key: &str) -> bool {
        TELLING
            .iter()
            .position(|telling| *telling == key)
            .is_some_and(|bit| self.0 & (1 << bit) != 0)
    }

    fn any(&self, keys: &[&str]) -> bool {
        keys.iter().any(|key| self.has(key))
    }

    fn of_object(&self) -> Option<Kind> {
        let kinds = [
            (self.has("findings") && self.any(&["metadata", "summary"]), Kind::Report),
            (self.is_map(), Kind::Inventory),
            (self.any(&["assets", "edges", "findings"]), Kind::Generic),
            (self.is_trivy(), Kind::Trivy),
            (self.any(&["check_type", "results", "checkov_version"]), Kind::Checkov),
            (self.has("Findings") || self.is_ocsf() || self.has("ProductArn"), Kind::Prowler),
            (self.is_bare_asff(), Kind::Prowler),
        ];
        kinds.into_iter().find(|(is, _)| *is).map(|(_, kind)| kind)
    }

    fn of_item(&self) -> Option<Kind> {
        let kinds = [
            (self.has("check_type"), Kind::Checkov),
            (self.is_ocsf() || self.any(&["ProductArn", "SchemaVersion"]), Kind::Prowler),
            (self.any(&["severity", "title", "resource_id"]), Kind::Generic),
        ];
        kinds.into_iter().find(|(is, _)| *is).map(|(_, kind)| kind)
    }

    fn is_map(&self) -> bool {
        self.has("assets") && self.has("edges") && self.any(&["unresolved_references", "regions"])
    }

    /// A scan that found nothing has no `Results` at all.
    fn is_trivy(&self) -> bool {
        (self.has("Results") && self.any(&["ArtifactName", "SchemaVersion", "ArtifactType"]))
            || (self.has("ArtifactName") && self.has("ArtifactType"))
    }

    fn is_ocsf(&self) -> bool {
        !self.any(&["ProductArn", "Findings"])
            && self.any(&["finding_info", "class_uid", "category_uid", "type_uid", "severity_id"])
    }

    /// A single Security Hub record that lacks its product.
    fn is_bare_asff(&self) -> bool {
        self.has("GeneratorId")
            && self.any(&["SchemaVersion", "AwsAccountId", "Resources", "Compliance"])
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use super::*;

    fn check(content: &str, expect: &str) {
        let found = match classify(content.as_bytes()) {
            Ok(detected) => detected.kind.as_str().to_owned(),
            Err(DetectError::NotJson(_)) => "not json".to_owned(),
            Err(DetectError::Unknown) => "unknown".to_owned(),
        };
        assert_eq!(found, expect, "{content}");
    }

    #[test]
    fn objects_by_their_keys_in_order_of_the_table() {
        check(r#"{"findings":null,"summary":null,"assets":[],"edges":[],"regions":{}}"#, "report");
        check(r#"{"assets":[],"edges":[],"regions":{}}"#, "inventory");
        check(r#"{"assets":[],"edges":[],"unresolved_references":[],"findings":[]}"#, "inventory");
        check(r#"{"assets":[],"edges":[]}"#, "generic");
        check(r#"{"findings":[]}"#, "generic");
        check(r#"{"Results":null,"SchemaVersion":2}"#, "trivy");
        check(r#"{"ArtifactName":"a","ArtifactType":"filesystem","SchemaVersion":2}"#, "trivy");
        check(r#"{"check_type":"terraform"}"#, "checkov");
        check(r#"{"results":{}}"#, "checkov");
        check(r#"{"results":[]}"#, "unknown");
        check(r#"{"Findings":[]}"#, "prowler");
        check("{\n \"Findings\": [\n ]\n}", "prowler");
        check("{\n \"class_uid\": 2004\n}", "prowler");
        check(r#"{"SchemaVersion":"2018-10-08","ProductArn":"x"}"#, "prowler");
        check(r#"{"GeneratorId":"x","Compliance":{}}"#, "prowler");
        check(r#"{"Resources":{},"Description":"a template"}"#, "unknown");
        check("{}", "unknown");
        check(r#"{"a":1}"#, "unknown");
    }

    #[test]
    fn arrays_by_their_first_item() {
        check(r#"[{"check_type":1},2]"#, "checkov");
        check(r#"[{"severity_id":1,"title":1}]"#, "prowler");
        check(r#"[{"SchemaVersion":1}]"#, "prowler");
        check(r#"[{"title":1}]"#, "generic");
        check(r#"[{"Findings":[],"class_uid":1}]"#, "unknown");
        for unknown in ["[]", "[[1]]", "[\"a\"]", "[{\"zzz\":1}]", "123", "null", "\"x\""] {
            check(unknown, "unknown");
        }
    }

    #[test]
    fn lines_and_text() {
        check("{\"class_uid\":1}\r\n{\"class_uid\":2}\r\n", "prowler");
        check("{\"class_uid\":1}\n", "prowler");
        check(&format!("{{\"assets\":{}{}}}", "[".repeat(2000), "]".repeat(2000)), "not json");
        check("1\n2\n", "not json");
        check("nope", "not json");
        check(" \n", "not json");
        check("{\"findings\":[]} trailing", "not json");
        check("scoutsuite_results =\n{}", "scoutsuite");
        check("\u{feff}{\"assets\":[]}", "generic");
    }

    #[test]
    fn names_decide_for_scripts() {
        assert_eq!(kind_from_name("x.js"), Some(Kind::ScoutSuite));
        assert_eq!(kind_from_name("scoutsuite_results.json"), Some(Kind::ScoutSuite));
        assert_eq!(kind_from_name("x.JS"), None);
        assert_eq!(kind_from_name("x.json"), None);
    }

    #[test]
    fn messages_name_the_kinds_and_no_content() {
        let unknown = classify(br#"{"hunter2":1}"#).unwrap_err().to_string();
        assert!(
            unknown.contains("inventory, report, generic, prowler, scoutsuite, checkov, trivy")
        );
        assert!(!unknown.contains("hunter2"));
        let not_json = classify(b"hunter2").unwrap_err().to_string();
        assert_eq!(not_json, "not JSON: invalid JSON at line 1, column 1");
    }

    #[test]
    fn names_are_found_again() {
        for kind in Kind::ALL {
            assert_eq!(Kind::from_name(kind.as_str()), Some(kind));
        }
        assert_eq!(Kind::from_name("Prowler"), None);
    }
}
