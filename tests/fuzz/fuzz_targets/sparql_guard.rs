//! Texts made of the words of SPARQL: the guard lets through nothing but questions about the triples
//! of one dataset, and what it lets through can be evaluated.
#![no_main]

use std::{
    sync::{Arc, LazyLock},
    time::{Duration, Instant},
};

use cloudg_catalog::{
    dataset::{Dataset, FindingSet, Identity, Inventory},
    load::{
        Progress,
        document::{self, Sections},
    },
    model::Timestamp,
    ontology::{
        Namespace,
        evaluate::{self, Limits},
        guard,
    },
};
use libfuzzer_sys::fuzz_target;
use serde_json::json;
use spareval::CancellationToken;
use spargebra::SparqlParser;

/// What a query may take before it is cancelled, and how long it may take to notice.
const PATIENCE: Duration = Duration::from_millis(500);
const MAX_TIME: Duration = Duration::from_secs(8);
const LIMITS: Limits = Limits { rows: 20, live_terms: 20_000, bytes: Limits::BYTES };

/// A byte above ASCII stands for one of these, so that changes of one byte make and break structure.
const WORDS: [&str; 128] = [
    "SELECT ",
    "SELECT * ",
    "SELECT DISTINCT ",
    "ASK ",
    "CONSTRUCT ",
    "DESCRIBE ",
    "WHERE ",
    "{ ",
    "} ",
    "( ",
    ") ",
    ". ",
    "; ",
    ", ",
    "?a ",
    "?b ",
    "?c ",
    "?a ?b ?c . ",
    "* ",
    "a ",
    "INSERT DATA ",
    "INSERT ",
    "DELETE ",
    "DELETE WHERE ",
    "LOAD ",
    "CLEAR ALL ",
    "DROP ",
    "CREATE ",
    "ADD ",
    "MOVE ",
    "COPY ",
    "WITH ",
    "USING ",
    "INTO ",
    "SERVICE ",
    "SERVICE SILENT ",
    "FROM ",
    "FROM NAMED ",
    "GRAPH ",
    "LATERAL ",
    "OPTIONAL ",
    "UNION ",
    "MINUS ",
    "FILTER ",
    "EXISTS ",
    "NOT EXISTS ",
    "BIND ",
    "AS ",
    "VALUES ",
    "UNDEF ",
    "GROUP BY ",
    "HAVING ",
    "ORDER BY ",
    "LIMIT ",
    "OFFSET ",
    "DESC ",
    "PREFIX ",
    "BASE ",
    "PREFIX x: <http://x/> ",
    "<http://x/> ",
    "<x> ",
    "x:y ",
    "cm:ComputeInstance ",
    "cmp:hasName ",
    "cmp:CONTAINS ",
    "cmr:a0 ",
    "rdf:type ",
    "rdfs:subClassOf ",
    "xsd:integer ",
    "owl:",
    "/",
    "|",
    "^",
    "!",
    "+ ",
    "- ",
    "= ",
    "!= ",
    "< ",
    "> ",
    "&& ",
    "|| ",
    "IN ",
    "COUNT(*) ",
    "COUNT(",
    "SUM(",
    "AVG(",
    "MIN(",
    "GROUP_CONCAT(",
    "; separator=",
    "SAMPLE(",
    "STR(",
    "CONCAT(",
    "REPLACE(",
    "REGEX(",
    "SUBSTR(",
    "STRLEN(",
    "UCASE(",
    "ENCODE_FOR_URI(",
    "IF(",
    "COALESCE(",
    "BNODE()",
    "RAND()",
    "NOW()",
    "UUID()",
    "SHA512(",
    "IRI(",
    "STRDT(",
    "STRLANG(",
    "LANG(",
    "DATATYPE(",
    "ABS(",
    "YEAR(",
    "1 ",
    "-1.5e300 ",
    "9223372036854775807 ",
    "\"text\"",
    "'''",
    "\"\"\"",
    "\"x\"@en ",
    "\"1\"^^xsd:integer ",
    "_:b ",
    "[] ",
    "<< ",
    ">> ",
    "\\u0053",
    "# ",
    "é\u{1F600}",
];

static DATASET: LazyLock<Dataset> = LazyLock::new(dataset);

fuzz_target!(|data: &[u8]| {
    let text = text(data);
    let token = CancellationToken::new();
    let start = Instant::now();
    let is_over = || start.elapsed() > PATIENCE;
    let done = evaluate::watched(&token, &is_over, || ask(&text, &token));
    done.expect("a thread");
    let took = start.elapsed();
    assert!(took < MAX_TIME, "{text} took {took:?}");
});

fn text(data: &[u8]) -> String {
    let pieces = data.iter().map(|&byte| match byte.checked_sub(128) {
        Some(word) => WORDS[usize::from(word)].to_owned(),
        None => char::from(byte).to_string(),
    });
    pieces.collect()
}

fn ask(text: &str, token: &CancellationToken) {
    let checked = match guard::check(text) {
        Ok(checked) => checked,
        Err(refusal) => {
            assert!(!refusal.to_string().is_empty());
            return;
        }
    };
    judge(text);
    let (ontology, _) = DATASET.ontology();
    match evaluate::evaluate(ontology, &checked, LIMITS, true, token) {
        Ok(answer) => {
            assert!(answer.rows.len() <= LIMITS.rows);
            assert!(answer.rows.iter().all(|row| row.len() == answer.columns.len()));
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

/// Reads what was accepted once more, without the guard.
fn judge(text: &str) {
    let parser = || {
        Namespace::ALL.into_iter().fold(SparqlParser::new(), |parser, space| {
            parser.with_prefix(space.prefix(), space.iri()).expect("an absolute IRI")
        })
    };
    let query = parser().parse_query(text).expect("what is accepted is a query");
    let update = parser().parse_update(text);
    assert!(update.is_err(), "an update is accepted");
    assert!(query.dataset().is_none(), "graphs are named");
    let algebra = bare(&query.to_sse());
    for operator in ["(service", "(graph", "(lateral"] {
        assert!(!algebra.contains(operator), "{operator}: {algebra}");
    }
}

/// An algebra without texts and IRIs, which may hold anything.
fn bare(algebra: &str) -> String {
    let mut bare = String::new();
    let mut rest = algebra.chars();
    while let Some(c) = rest.next() {
        bare.push(c);
        match c {
            '"' => loop {
                match rest.next() {
                    Some('\\') => _ = rest.next(),
                    Some('"') | None => break,
                    Some(_) => {}
                }
            },
            // An IRI holds no blank; a `<` that compares is followed by one.
            '<' => {
                let end = rest.as_str().find(|c: char| c == '>' || c.is_whitespace());
                if let Some(end) = end {
                    rest = rest.as_str()[end..].chars();
                }
            }
            _ => {}
        }
    }
    bare
}

fn dataset() -> Dataset {
    let asset = |n: usize| {
        json!({"id": format!("a{n}"), "name": format!("a{n}"), "asset_type": "EC2", "provider": "AWS",
            "account_id": "111", "is_internet_exposed": n == 0, "collected_at": "2026-01-01T00:00:00Z"})
    };
    let edge = |n: usize| {
        json!({"id": format!("e{n}"), "source_id": "a0", "target_id": format!("a{n}"),
            "edge_type": "CONTAINS", "ports": [22]})
    };
    let finding = json!({"id": "f", "resource_id": "a0", "title": "t", "description": "d", "source_tool": "x", "severity": "HIGH"});
    let document = json!({
        "assets": (0..4).map(asset).collect::<Vec<_>>(),
        "edges": (1..4).map(edge).collect::<Vec<_>>(),
        "findings": [finding],
    });
    let now = Timestamp::parse("2026-01-01T00:00:00Z").expect("a time");
    let text = document.to_string();
    let (document, _) =
        document::read(&mut text.as_bytes(), Sections::REPORT, now, &Progress::default())
            .expect("the document keeps to the model");
    let identity = Identity {
        name: "fuzz".into(),
        kind: "generic".into(),
        source: "fuzz".into(),
        loaded_at: String::new(),
        version: 0,
        instance: String::new(),
    };
    Dataset::new(
        identity,
        Arc::new(Inventory::new(document.assets, document.edges)),
        Arc::new(FindingSet::new(document.findings, document.suppressed, document.compliance)),
        Arc::new(document.background),
    )
}
