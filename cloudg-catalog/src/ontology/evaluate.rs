//! Answers queries.
//!
//! The engine sees the triples through a view; nothing is copied for it. Rows are pulled one by
//! one, so a limit ends the work. Time, memory and the caller's patience are watched inside the
//! engine too, where it sorts, groups and joins.

mod meter;
mod room;
mod turns;
mod view;

use std::{
    io,
    panic::{AssertUnwindSafe, catch_unwind, resume_unwind},
    rc::Rc,
    sync::mpsc,
    thread,
    time::{Duration, Instant},
};

use oxrdf::{Term, TermRef, TripleRef};
use spareval::{CancellationToken, QueryEvaluationError, QueryEvaluator, QueryResults};

use self::{room::Room, view::View};
pub use self::{turns::Turn, view::TextTooLong};
use super::{
    Ontology,
    guard::Checked,
    terms::{compact_iri, full_iri},
};

/// What long chains of operators need, each a few frames deep; reserved, not used.
const STACK_BYTES: usize = 512 << 20;

/// How often somebody looks whether a query should end.
const PERIOD: Duration = Duration::from_millis(10);

/// How much a query may take.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// Rows.
    pub rows: usize,
    /// Terms of rows that the engine holds at one time.
    pub live_terms: usize,
    /// Bytes of the texts in rows; every row repeats the names of columns.
    pub bytes: usize,
}

impl Limits {
    /// Wall clock of evaluation.
    pub const TIME: Duration = Duration::from_secs(60);

    /// Bytes of the texts in an answer: 16 MiB.
    pub const BYTES: usize = 16 << 20;

    /// At most so many rows, of [`Limits::BYTES`], and about half a gigabyte of memory.
    pub const fn rows(rows: usize) -> Self {
        Self { rows, live_terms: 6_000_000, bytes: Self::BYTES }
    }
}

/// The form of a query.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// `SELECT`.
    Select,
    /// `ASK`.
    Ask,
    /// `CONSTRUCT`.
    Construct,
    /// `DESCRIBE`.
    Describe,
}

/// Why there may be more rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cut {
    /// The limit was reached, and at least one more row exists.
    Rows,
    /// Time ran out, or the caller gave up.
    Time,
    /// Too much had to be held.
    Memory,
    /// The texts of one more row are too long for one answer.
    Bytes,
}

/// What a cell holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CellKind {
    /// An IRI.
    Uri,
    /// A string, number or other value.
    Literal,
    /// A node without a name.
    Blank,
}

/// A value as it is shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cell {
    /// Text.
    pub text: String,
    /// What it is.
    pub kind: CellKind,
}

/// What was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// Form of the query.
    pub form: Form,
    /// For `ASK`, unless it was cut.
    pub boolean: Option<bool>,
    /// Names of columns.
    pub columns: Vec<String>,
    /// Rows; a cell without a value is `None`.
    pub rows: Vec<Vec<Option<Cell>>>,
    /// Why there may be more.
    pub cut: Option<Cut>,
}

/// Why a query has no answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum EvaluationError {
    /// A text outgrew its bound.
    #[error("The query computes a text that is too long: at most 1 MiB for one value.")]
    TextTooLong,
    /// A function is not part of the language.
    #[error("The query calls a function that does not exist: only those of SPARQL 1.1 are known.")]
    UnknownFunction,
    /// Anything else.
    #[error("The query cannot be evaluated. Simplify it, or ask for its parts one by one.")]
    Other,
}

/// Runs something on a thread with a deep stack, which queries need to be read and dropped.
pub fn on_deep_stack<R: Send>(work: impl FnOnce() -> R + Send) -> io::Result<R> {
    let (token, never) = (CancellationToken::new(), || false);
    watched(&token, &never, work)
}

/// The same, where `token` is cancelled once time is up or `is_cancelled` says so.
pub fn watched<R: Send>(
    token: &CancellationToken,
    is_cancelled: &(dyn Fn() -> bool + Sync),
    work: impl FnOnce() -> R + Send,
) -> io::Result<R> {
    let (done, finished) = mpsc::channel::<()>();
    thread::scope(|scope| {
        let worker = thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, || {
            let _done = done;
            work()
        })?;
        let end = Instant::now() + Limits::TIME;
        while finished.recv_timeout(PERIOD) == Err(mpsc::RecvTimeoutError::Timeout) {
            if is_cancelled() || Instant::now() > end {
                token.cancel();
            }
        }
        Ok(worker.join().unwrap_or_else(|panic| resume_unwind(panic)))
    })
}

/// Answers a query until `token` is cancelled.
pub fn evaluate(
    ontology: &Ontology,
    query: &Checked,
    limits: Limits,
    compact: bool,
    token: &CancellationToken,
) -> Result<Answer, EvaluationError> {
    let mut answer = Answer {
        form: form(query),
        boolean: None,
        columns: Vec::new(),
        rows: Vec::new(),
        cut: None,
    };
    meter::start(token, limits.live_terms);
    let work = || collect(ontology, query, limits, compact, token, &mut answer);
    // The engine is left by unwinding where it looks at no token; it is dropped on the way.
    let ended = catch_unwind(AssertUnwindSafe(work));
    let stopped = meter::finish();
    let cut = match ended {
        Ok(Ok(cut)) => cut,
        Ok(Err(error)) => Some(cut_of(&error, stopped)?),
        Err(panic) if panic.is::<meter::Stopped>() => Some(stopped.unwrap_or(Cut::Time)),
        Err(panic) => resume_unwind(panic),
    };
    answer.cut = cut;
    Ok(answer)
}

fn form(query: &Checked) -> Form {
    match query.query {
        spargebra::Query::Select { .. } => Form::Select,
        spargebra::Query::Ask { .. } => Form::Ask,
        spargebra::Query::Construct { .. } => Form::Construct,
        spargebra::Query::Describe { .. } => Form::Describe,
    }
}

/// Fills the answer; says why there are more rows.
fn collect(
    ontology: &Ontology,
    query: &Checked,
    limits: Limits,
    compact: bool,
    token: &CancellationToken,
    answer: &mut Answer,
) -> Result<Option<Cut>, QueryEvaluationError> {
    let evaluator = QueryEvaluator::new().with_cancellation_token(token.clone());
    let room = Rc::new(Room::new(limits.bytes));
    let view = View::new(ontology, query.joins_texts, Rc::clone(&room));
    match evaluator.prepare(&query.query).execute(view)? {
        QueryResults::Boolean(value) => answer.boolean = Some(value),
        QueryResults::Solutions(solutions) => {
            let variables = solutions.variables().iter();
            answer.columns = variables.map(|variable| variable.as_str().to_owned()).collect();
            for solution in solutions {
                let solution = solution?;
                let cells = solution.values().iter().map(|term| term.as_ref().map(Term::as_ref));
                if let Some(cut) = push(answer, cells, limits.rows, &room, compact) {
                    return Ok(Some(cut));
                }
            }
        }
        QueryResults::Graph(triples) => {
            answer.columns = ["subject", "predicate", "object"].map(str::to_owned).to_vec();
            for triple in triples {
                let triple = triple?;
                let TripleRef { subject, predicate, object } = triple.as_ref();
                let cells = [subject.into(), predicate.into(), object].map(Some).into_iter();
                if let Some(cut) = push(answer, cells, limits.rows, &room, compact) {
                    return Ok(Some(cut));
                }
            }
        }
    }
    Ok(None)
}

/// Adds a row, or says why there is no place for it.
fn push<'t>(
    answer: &mut Answer,
    terms: impl Iterator<Item = Option<TermRef<'t>>> + Clone,
    most_rows: usize,
    room: &Room,
    compact: bool,
) -> Option<Cut> {
    if answer.rows.len() == most_rows {
        return Some(Cut::Rows);
    }
    let names = answer.columns.iter().map(String::len).sum::<usize>();
    let texts = terms.clone().flatten().map(text_length).sum::<usize>();
    if !room.take(names + texts) {
        return Some(Cut::Bytes);
    }
    answer.rows.push(terms.map(|term| term.map(|term| cell(term, compact))).collect());
    None
}

/// What ended the engine: a limit, or a mistake of the query.
fn cut_of(error: &QueryEvaluationError, stopped: Option<Cut>) -> Result<Cut, EvaluationError> {
    match error {
        QueryEvaluationError::Cancelled => Ok(stopped.unwrap_or(Cut::Time)),
        QueryEvaluationError::Dataset(error) if error.is::<TextTooLong>() => {
            Err(EvaluationError::TextTooLong)
        }
        QueryEvaluationError::UnsupportedCustomFunction(_)
        | QueryEvaluationError::UnsupportedCustomFunctionArity { .. } => {
            Err(EvaluationError::UnknownFunction)
        }
        _ => Err(EvaluationError::Other),
    }
}

fn cell(term: TermRef<'_>, compact: bool) -> Cell {
    let (text, kind) = match term {
        TermRef::NamedNode(node) => {
            let show = if compact { compact_iri } else { full_iri };
            (show(node.as_str()), CellKind::Uri)
        }
        TermRef::BlankNode(node) => (node.as_str().to_owned(), CellKind::Blank),
        TermRef::Literal(literal) => (literal.value().to_owned(), CellKind::Literal),
    };
    Cell { text, kind }
}

/// The length of the text of a term.
fn text_length(term: TermRef<'_>) -> usize {
    match term {
        TermRef::NamedNode(node) => node.as_str().len(),
        TermRef::BlankNode(node) => node.as_str().len(),
        TermRef::Literal(literal) => literal.value().len(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::{analysis::tests::dataset_of, dataset::Dataset, ontology::guard};

    fn estate() -> Dataset {
        let asset = |n: usize| {
            json!({"id": format!("n{n}"), "name": format!("n{n}"), "asset_type": "EC2",
                   "provider": "AWS"})
        };
        let assets: Vec<Value> = (0..200).map(asset).collect();
        dataset_of(&json!({"assets": assets}))
    }

    /// Runs a query, and ends it after a time.
    fn run(query: &str, limits: Limits, after: Duration) -> (Answer, Duration) {
        let (dataset, token, start) = (estate(), CancellationToken::new(), Instant::now());
        let is_over = || start.elapsed() > after;
        let answer = watched(&token, &is_over, || {
            let query = guard::check(query).expect("a query");
            evaluate(dataset.ontology().0, &query, limits, true, &token).expect("an answer")
        });
        (answer.expect("a thread"), start.elapsed())
    }

    #[test]
    fn work_inside_the_engine_ends_when_time_is_up() {
        let values = format!("{{ {} }}", "1 ".repeat(1000));
        let product = format!("VALUES ?a {values} VALUES ?b {values} VALUES ?c {values}");
        let all = "?a ?p ?x . ?b ?q ?y . ?c ?r ?z";
        let queries = [
            format!("SELECT (COUNT(*) AS ?n) {{ {product} }}"),
            format!("SELECT * {{ {product} }} ORDER BY ?a"),
            format!("SELECT (COUNT(*) AS ?n) {{ {all} }}"),
            format!("SELECT ?a (COUNT(DISTINCT ?z) AS ?n) {{ {all} }} GROUP BY ?a"),
            format!(
                "ASK {{ {all} FILTER(CONTAINS(CONCAT(STR(?x), STR(?y), STR(?z)), \"no such\")) }}"
            ),
            "SELECT ?x { ?x (!a|^!a)+ ?y . ?y (!a|^!a)+ ?z . ?z (!a|^!a)+ ?x } ORDER BY ?x".into(),
        ];
        for query in queries {
            let limits = Limits { live_terms: 20_000_000, ..Limits::rows(10) };
            let (answer, took) = run(&query, limits, Duration::from_millis(300));
            assert_eq!(answer.cut, Some(Cut::Time), "{query:.60}");
            assert_eq!((answer.boolean, answer.rows.len()), (None, 0), "{query:.60}");
            assert!(took < Duration::from_secs(10), "{query:.60}: {took:?}");
        }
    }

    #[test]
    fn what_must_be_held_is_bounded() {
        let limits = Limits { live_terms: 50_000, ..Limits::rows(10) };
        let queries = [
            "SELECT * { ?a ?p ?x . ?b ?q ?y } ORDER BY ?a",
            "SELECT DISTINCT ?a ?b ?y { ?a ?p ?x . ?b ?q ?y } OFFSET 1000000",
        ];
        for query in queries {
            let (answer, _) = run(query, limits, Duration::from_secs(50));
            assert_eq!(answer.cut, Some(Cut::Memory), "{query}");
        }
        let (answer, _) = run("SELECT * { ?a ?p ?x } ORDER BY ?a ?p ?x", limits, Limits::TIME);
        assert_eq!((answer.cut, answer.rows.len()), (Some(Cut::Rows), 10));
    }

    #[test]
    fn texts_of_an_answer_are_bounded() {
        let half = format!("\"{}\"", "x".repeat(8 << 10));
        let names = "(?x AS ?a) (?x AS ?b) (?x AS ?c)";
        let joined = format!("{{ BIND(CONCAT({half}, {half}) AS ?x) }}");
        let limits = Limits { bytes: 200 << 10, ..Limits::rows(1000) };
        for (query, n_rows) in [
            // Four texts of 16 KiB in a row.
            (format!("SELECT ?x {names} {{ {joined} ?s ?p ?o }}"), 3),
            // One in a row.
            (format!("CONSTRUCT {{ ?s ?p ?x }} {{ {joined} ?s ?p ?o }}"), 12),
            // More in the first row than in an answer.
            (format!("SELECT * {{ VALUES ?x {{ {half} }} {} }}", binds(30)), 0),
            // Names of columns come with every row.
            (format!("SELECT ?{} {{ ?s ?p ?o }}", "n".repeat(20 << 10)), 10),
        ] {
            let (answer, _) = run(&query, limits, Limits::TIME);
            let found = (answer.cut, answer.rows.len());
            assert_eq!(found, (Some(Cut::Bytes), n_rows), "{query:.60}");
        }
    }

    /// Names for a text.
    fn binds(n: usize) -> String {
        (0..n).map(|n| format!("BIND(?x AS ?x{n}) ")).collect()
    }

    #[test]
    fn long_texts_that_are_not_answered_are_not_counted() {
        let text = format!("\"{}\"", "x".repeat(8 << 10));
        let limits = Limits { bytes: 10 << 10, ..Limits::rows(10) };
        for (query, n_rows) in [
            (format!("SELECT ?s {{ ?s ?p ?o FILTER(CONTAINS({text}, STR(?s)) || true) }}"), 10),
            (format!("SELECT (COUNT(*) AS ?n) {{ ?s ?p ?o BIND({text} AS ?x) }}"), 1),
            ("CONSTRUCT { ?c a ?c } { ?s a ?c FILTER(?c = cm:ComputeInstance) }".to_owned(), 1),
        ] {
            let (answer, _) = run(&query, limits, Limits::TIME);
            assert_ne!(answer.cut, Some(Cut::Bytes), "{query:.60}");
            assert_eq!(answer.rows.len(), n_rows, "{query:.60}");
        }
    }

    #[test]
    fn products_of_everything_hold_nothing() {
        let limits = Limits { live_terms: 1000, ..Limits::rows(10) };
        for query in [
            "SELECT * { ?a ?p ?x . ?b ?q ?y . ?c ?r ?z . ?d ?t ?w }",
            "SELECT ?a ?d { ?a a cm:ComputeInstance . ?d ?t ?w FILTER(?a != ?d) }",
            "SELECT * { ?a ?p ?x OPTIONAL { ?a a ?c } } LIMIT 20",
        ] {
            let (answer, _) = run(query, limits, Limits::TIME);
            assert_eq!((answer.cut, answer.rows.len()), (Some(Cut::Rows), 10), "{query}");
        }
        let count = "SELECT (COUNT(*) AS ?n) { ?a a cm:ComputeInstance ; cmp:hasName ?m . \
                     ?b a cm:ComputeInstance . _:x a owl:DatatypeProperty }";
        let (answer, _) = run(count, Limits::rows(1), Limits::TIME);
        let expected = (200 * 200 * 11).to_string();
        assert_eq!(answer.rows[0][0].as_ref().map(|cell| &cell.text), Some(&expected));
    }

    #[test]
    fn the_largest_queries_are_planned_at_once() {
        let queries = [
            format!("ASK {{ ?s {}a ?o }}", "a/".repeat(120)),
            format!("ASK {{ {} }}", "OPTIONAL{?a a ?c}".repeat(60)),
            format!("ASK {{ {}{{}} }}", "{?a a ?b}UNION".repeat(60)),
            format!("ASK {{ ?a a ?b FILTER({}1) }}", "?b=1||".repeat(400)),
            format!("ASK {{ ?a a ?b FILTER({}1) }}", "1+".repeat(400)),
            format!("ASK {{ ?a a ?b FILTER(?a IN ({}1)) }}", "1,".repeat(9000)),
        ];
        for query in queries {
            let (_, took) = run(&query, Limits::rows(1), Duration::from_secs(1));
            assert!(took < Duration::from_secs(10), "{query:.60}: {took:?}");
        }
    }

    #[test]
    fn a_query_after_one_that_was_ended_is_answered() {
        let limits = Limits { live_terms: 1000, ..Limits::rows(10) };
        let (answer, _) = run("SELECT * { ?a ?p ?x } ORDER BY ?x", limits, Limits::TIME);
        assert_eq!(answer.cut, Some(Cut::Memory));
        let (answer, _) =
            run("SELECT (COUNT(*) AS ?n) { ?s a cm:ComputeInstance }", limits, Limits::TIME);
        assert_eq!(answer.rows[0][0].as_ref().map(|cell| cell.text.as_str()), Some("200"));
    }

    #[test]
    fn every_pattern_finds_the_same_triples() {
        let dataset = estate();
        let (ontology, _) = dataset.ontology();
        let total = ontology.triples().len();
        let count = |query: &str| {
            let (answer, _) = run(query, Limits::rows(1), Limits::TIME);
            answer.rows[0][0].as_ref().and_then(|cell| cell.text.parse::<usize>().ok())
        };
        for query in [
            "SELECT (COUNT(*) AS ?n) { ?s ?p ?o }",
            "SELECT (COUNT(*) AS ?n) { { SELECT DISTINCT ?s { ?s ?a ?b } } ?s ?p ?o }",
            "SELECT (COUNT(*) AS ?n) { { SELECT DISTINCT ?p { ?a ?p ?b } } ?s ?p ?o }",
            "SELECT (COUNT(*) AS ?n) { { SELECT DISTINCT ?o { ?a ?b ?o } } ?s ?p ?o }",
            "SELECT (COUNT(*) AS ?n) { ?s ?p ?o FILTER EXISTS { ?s ?p ?o } }",
        ] {
            assert_eq!(count(query), Some(total), "{query}");
        }
    }
}
