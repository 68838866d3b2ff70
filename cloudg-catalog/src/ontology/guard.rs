//! What a query may be: a question about the triples of one dataset, and nothing else.
//!
//! A query is looked at before any data is. Nothing here depends on what the engine would refuse by
//! itself.

mod growth;
mod place;
mod products;
mod scan;
mod walk;

pub(super) use growth::MAX_BOUND_TEXT;
use spargebra::{Query, SparqlParser};

use super::Namespace;

/// Why a query is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Refusal {
    /// It would change something.
    #[error("Only read-only queries are allowed: SELECT, ASK, CONSTRUCT or DESCRIBE.")]
    ReadOnly,
    /// It is no query.
    #[error(
        "The query cannot be parsed: {cause} at line {line}, column {column}. Allowed is one SPARQL \
         1.1 SELECT, ASK, CONSTRUCT or DESCRIBE query; the prefixes cm, cmp, cmr, rdf, rdfs, owl and \
         xsd are predefined."
    )]
    Syntax {
        /// What is wrong.
        cause: &'static str,
        /// Line, from 1.
        line: usize,
        /// Character in the line, from 1.
        column: usize,
    },
    /// It names the graphs to read.
    #[error("FROM and FROM NAMED are not allowed: queries read the dataset that `dataset` names.")]
    From,
    /// It asks another server.
    #[error("SERVICE is not allowed: queries read the loaded dataset only.")]
    Service,
    /// It reads named graphs.
    #[error("GRAPH is not allowed: all triples are in the default graph; leave GRAPH out.")]
    NamedGraph,
    /// It uses an extension of the language.
    #[error("LATERAL is not part of SPARQL 1.1: use a sub-query or OPTIONAL.")]
    Lateral,
    /// It is nested too deeply to be read safely.
    #[error(
        "The query is nested too deeply: at most {} levels of brackets, and chains of {} operators.",
        scan::MAX_DEPTH,
        walk::MAX_CHAIN
    )]
    TooDeep,
    /// To read it would take too long.
    #[error(
        "The query nests REPLACE, SUBSTR, REGEX or GROUP_CONCAT too deeply to be read in time: give \
         inner ones a name with BIND."
    )]
    TooSlow,
    /// It has too many parts.
    #[error("The query has too many parts: at most {} patterns are planned.", walk::MAX_PATTERNS)]
    TooMany,
    /// It could make texts of any size.
    #[error(
        "The query could compute texts that are too long: let REPLACE insert a short text, and \
         CONCAT join fewer."
    )]
    TooLong,
}

/// A query that may be evaluated.
#[derive(Debug)]
pub struct Checked {
    pub(super) query: Query,
    /// Whether it joins texts of many rows.
    pub(super) joins_texts: bool,
}

/// Reads a query. Prefixes of the ontology are known; its own prefixes come first.
///
/// Long chains of operators nest deeply once they are read: call it where the stack is deep.
pub fn check(text: &str) -> Result<Checked, Refusal> {
    if scan::is_update(text) {
        return Err(Refusal::ReadOnly);
    }
    if scan::depth(text) > scan::MAX_DEPTH {
        return Err(Refusal::TooDeep);
    }
    if scan::readings(text) > scan::MAX_READINGS {
        return Err(Refusal::TooSlow);
    }
    let query = parser().parse_query(text).map_err(|_| {
        let update = parser().parse_update(text);
        match update.is_ok_and(|update| !update.operations.is_empty()) {
            true => Refusal::ReadOnly,
            false => place::refusal(&parser(), text),
        }
    })?;
    let found = walk::query(&query)?;
    let query = products::unfold(query);
    Ok(Checked { query, joins_texts: found.joins_texts })
}

fn parser() -> SparqlParser {
    Namespace::ALL.into_iter().fold(SparqlParser::new(), |parser, space| {
        // The list holds absolute IRIs, which is all that is checked.
        parser.with_prefix(space.prefix(), space.iri()).unwrap_or_default()
    })
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use serde_json::Value;

    use super::*;
    use crate::ontology::evaluate::on_deep_stack;

    fn outcome(query: &str) -> Result<(), Refusal> {
        on_deep_stack(|| check(query).map(drop)).expect("a thread")
    }

    #[test]
    fn queries_are_let_through_or_refused_as_recorded() {
        let path =
            concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/vectors/sparql-guard-vectors.json");
        let text = std::fs::read_to_string(path).expect("file");
        let data: Value = serde_json::from_str(&text).expect("JSON");
        let cases = data["cases"].as_array().or_else(|| data["queries"].as_array());
        let cases = cases.or_else(|| data.as_array()).expect("cases");
        for case in cases {
            let outcome = match outcome(case["query"].as_str().expect("a query")) {
                Ok(()) => "accept",
                Err(Refusal::ReadOnly) => "reject:update",
                Err(Refusal::From) => "reject:from",
                Err(Refusal::Service) => "reject:service",
                Err(Refusal::NamedGraph) => "reject:named_graph",
                Err(Refusal::Syntax { .. }) => "reject:parse",
                Err(_) => "reject",
            };
            let expected = case["outcome"].as_str().expect("an outcome");
            assert!(expected == "either" || outcome == expected, "{case}: {outcome}");
        }
        assert_eq!(cases.len(), 144);
    }

    #[test]
    fn a_mistake_is_placed_and_nothing_of_the_query_is_repeated() {
        let Err(refusal) = outcome("SELECT ?s\nWHERE { ?s a secret:Thing }") else { panic!() };
        let message = refusal.to_string();
        assert!(message.contains("line 2, column"), "{message}");
        assert!(message.contains("prefix is not declared"), "{message}");
        assert!(!message.contains("secret") && message.len() < 300, "{message}");
    }

    #[test]
    fn hostile_queries_are_judged_at_once() {
        let service = "FILTER EXISTS { ".repeat(60) + "SERVICE ?x { ?s ?p ?o }" + &" }".repeat(60);
        let chain = |item: &str, n: usize| item.repeat(n);
        let queries = [
            "\"".repeat(20_000),
            "'''".repeat(6_000),
            "#".repeat(20_000),
            "<".repeat(20_000),
            "PREFIX ".repeat(2_800),
            "SELECT * WHERE { ?s ?p ?o FILTER(".to_owned() + &"(".repeat(19_000),
            "SELECT * WHERE ".to_owned() + &"{".repeat(19_000),
            format!("ASK {{ FILTER({}1) }}", "!".repeat(19_000)),
            format!("ASK {{ FILTER({}1) }}", "- ".repeat(9_000)),
            format!("ASK {{ {service} }}"),
            format!("ASK {{ FILTER({}1) }}", chain("1+", 9_000)),
            format!("ASK {{ FILTER({}1) }}", chain("1||", 6_000)),
            format!("ASK {{ {}{{}} }}", chain("{}UNION", 2_400)),
            format!("ASK {{ {} }}", chain("OPTIONAL{}", 1_900)),
            format!("ASK {{ ?s {}a ?o }}", chain("a/", 9_000)),
            format!("ASK {{ ?s {}a ?o }}", chain("a|", 9_000)),
            format!("ASK {{ FILTER({}1{}) }}", "(".repeat(60), ")".repeat(60)),
            format!("ASK {{ {}{} }}", "{".repeat(60), "}".repeat(60)),
            format!("ASK {{ ?s {}a{} ?o }}", "(".repeat(60), ")".repeat(60)),
            format!("ASK {{ FILTER({}1", "SUBSTR(REPLACE(".repeat(25)),
            format!("ASK {{ FILTER({}1{}) }}", "REGEX(".repeat(50), ",'a')".repeat(50)),
            format!("SELECT ({}1{} AS ?x) {{}}", "GROUP_CONCAT(".repeat(50), ")".repeat(50)),
            format!("ASK {{ FILTER(1 <{}?a{}>2) }}", "SUBSTR(".repeat(50), ",?b)".repeat(50)),
        ];
        for query in queries {
            let start = Instant::now();
            let _ = outcome(&query);
            let head: String = query.chars().take(60).collect();
            assert!(start.elapsed() < Duration::from_secs(5), "{head}: {:?}", start.elapsed());
        }
        assert_eq!(outcome(&format!("ASK {{ {service} }}")), Err(Refusal::Service));
        let optional = format!("ASK {{ {} }}", chain("OPTIONAL{?a ?b ?c}", 1_000));
        assert_eq!(outcome(&optional), Err(Refusal::TooMany));
        assert_eq!(outcome(&format!("ASK {{ {}", "{".repeat(200))), Err(Refusal::TooDeep));
        let nested =
            |n| format!("SELECT ({}?a{} AS ?x) {{}}", "REPLACE(".repeat(n), ",'b','c')".repeat(n));
        assert_eq!(outcome(&nested(20)), Err(Refusal::TooSlow));
        assert_ne!(outcome(&nested(8)), Err(Refusal::TooSlow));
    }

    #[test]
    fn extensions_of_the_language_are_refused() {
        let query = "SELECT * { ?s a ?c LATERAL { ?s ?p ?o } }";
        assert_eq!(outcome(query), Err(Refusal::Lateral));
    }

    #[test]
    fn texts_cannot_be_blown_up() {
        let replace =
            r#"ASK { ?s ?p ?n BIND(REPLACE(REPLACE(STR(?n), ".", STR(?n)), ".", STR(?n)) AS ?x) }"#;
        assert_eq!(outcome(replace), Err(Refusal::TooLong));
        let usual =
            r#"ASK { ?s ?p ?n BIND(CONCAT(REPLACE(STR(?n), "-", "_"), STR(?s), "x") AS ?x) }"#;
        assert_eq!(outcome(usual), Ok(()));
    }
}
