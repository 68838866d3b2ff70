//! Asking in SPARQL and writing files, on the command line.

use std::{
    fs,
    io::Write,
    path::{Path, PathBuf},
    process::Stdio,
};

use serde_json::{Value, json};

use crate::binary::{Run, command, finish, run};

/// Columns that the table of a list of assets would put in another order.
const QUERY: &str = "SELECT ?uri ?type ?name WHERE { ?uri a ?type ; cmp:hasName ?name ; \
                     cmp:isInternetExposed true } ORDER BY ?name ?uri ?type";

#[test]
fn a_query_is_answered_in_rows() {
    let ask = |more: &[&str]| run(&[&["query", "--sample"], more].concat());
    let answer = ask(&[QUERY, "--limit", "3"]);
    let rows = answer.json()["rows"].as_array().unwrap().clone();
    assert_eq!(rows.len(), 3);
    assert!(answer.stderr.contains("More rows exist"), "{answer:?}");
    assert_eq!(ask(&[QUERY, "--limit", "3", "--render", "json"]), answer);

    let table = ask(&[QUERY, "--limit", "3", "--render", "table"]);
    let mut lines = table.stdout.lines();
    let header: Vec<&str> = lines.next().unwrap().split_whitespace().collect();
    assert_eq!((table.code, header), (0, vec!["uri", "type", "name"]), "{table:?}");
    let shown: Vec<&str> = lines.skip(1).collect();
    assert_eq!(shown.len(), rows.len(), "{table:?}");
    for (line, row) in shown.iter().zip(&rows) {
        assert!(line.contains(row["name"].as_str().unwrap()), "{row}: {line}");
    }
    assert!(table.stderr.contains("More rows exist"), "{table:?}");
    assert!(!table.stderr.contains("Raise"), "the hint is enough: {table:?}");

    let nothing = ask(&["SELECT ?x WHERE { ?x a cm:Nothing }", "--render", "table"]);
    let expected = |text: &str| Run { code: 0, stdout: text.to_owned(), stderr: String::new() };
    assert_eq!(nothing, expected("Nothing to list.\n"));
    let yes = ask(&["ASK { ?x cmp:isInternetExposed true }", "--render", "table"]);
    assert_eq!(yes, expected("yes\n"));
    assert_eq!(ask(&["ASK { ?x a cm:Nothing }", "--render", "table"]), expected("no\n"));
}

#[test]
fn a_query_comes_from_the_line_a_file_or_standard_input() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("exposed.rq");
    fs::write(&path, QUERY).unwrap();
    let from_line = run(&["query", QUERY, "--sample"]);
    assert_eq!(from_line.code, 0, "{from_line:?}");
    assert_eq!(run(&["query", &format!("@{}", path.display()), "--sample"]), from_line);
    let mut reading = command(&["query", "-", "--sample"]);
    let mut child = reading.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(QUERY.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(String::from_utf8(output.stdout).unwrap(), from_line.stdout);
}

/// Checks that a run fails with nothing on standard output and this on standard error.
#[track_caller]
fn fails(arguments: &[&str], code: i32, part: &str) {
    let run = run(arguments);
    assert_eq!((run.code, run.stdout.as_str()), (code, ""), "{run:?}");
    assert!(run.stderr.contains(part), "{run:?}");
}

#[test]
fn what_is_refused_is_told() {
    fails(&["query", "DELETE WHERE { ?s ?p ?o }", "--sample"], 1, "Only read-only queries");
    fails(&["query", "ASK { ?s ?p ?o }", "--sample", "--limit", "0"], 1, "limit");
    fails(&["query", "ASK { ?s ?p ?o }"], 1, "--sample to look around");
    fails(&["query", "@/no/such.rq", "--sample"], 2, "/no/such.rq");
    fails(&["query", QUERY, "--sample", "--render", "tree"], 2, "table");
    fails(&["export", "turtle", "--sample", "--out", "there"], 2, "--out");
    fails(&["export", "pdf", "--sample"], 2, "asset-map");
    for only in [["--strategy", "entity"], ["--max-chunk-tokens", "100"]] {
        fails(&[&["export", "turtle", "--sample"], &only[..]].concat(), 2, "rag-chunks");
    }
    fails(&["export", "rag-chunks", "--sample", "--max-chunk-tokens", "0"], 2, "1..");
    fails(&["export", "rag-chunks", "--sample", "--strategy", "all"], 2, "hybrid");
    fails(&["export", "rag-chunks"], 1, "--sample to look around");
    fails(&["export", "rag-chunks", "--sample", "--out", "../there"], 1, "outside");
    fails(&["export", "rag-chunks", "--sample", "--registry", "nope"], 2, "nope");
    fails(&["export", "json"], 1, "--sample to look around");
    fails(&["export", "json", "--sample", "--out", "../there"], 1, "Error:");
}

/// Exports the sample estate from a directory.
fn export(directory: &Path, arguments: &[&str]) -> Run {
    let arguments = [&["export", "--sample"], arguments].concat();
    finish(command(&arguments).current_dir(directory))
}

#[test]
fn an_export_prints_what_it_writes() {
    let directory = tempfile::tempdir().unwrap();
    let root = directory.path().canonicalize().unwrap().join("reports");
    for (arguments, files) in [
        (&["json"][..], &["findings.json"][..]),
        (&["html", "--out", "monday"], &["monday/report.html"]),
        (&["turtle"], &["ontology.ttl"]),
        (&["json-ld"], &["ontology.jsonld"]),
        (&["rdf-xml"], &["ontology.rdf"]),
        (&["n-triples"], &["ontology.nt"]),
    ] {
        let run = export(directory.path(), arguments);
        assert_eq!(run.code, 0, "{run:?}");
        let written: Vec<PathBuf> = run.stdout.lines().map(PathBuf::from).collect();
        assert_eq!(written, files.iter().map(|file| root.join(file)).collect::<Vec<_>>());
        assert_eq!(run.stderr, format!("Output root: {}\n", root.display()));
        assert!(written.iter().all(|path| fs::metadata(path).unwrap().len() > 0), "{written:?}");
    }
    for (format, n_files) in [("inventory", 5), ("graphml", 1), ("asset-map", 2), ("terraform", 4)]
    {
        let run = export(directory.path(), &[format, "--out", format]);
        let mut paths = run.stdout.lines();
        assert!(paths.all(|path| Path::new(path).starts_with(root.join(format))), "{run:?}");
        assert_eq!(run.stdout.lines().count(), n_files, "{run:?}");
        assert!(run.stdout.lines().all(|path| Path::new(path).is_file()), "{run:?}");
    }
    let answer: Value = export(directory.path(), &["terraform", "--json"]).json();
    assert_eq!(answer["dataset"], json!("sample"));
    assert_eq!(answer["files"].as_object().unwrap().len(), 4);
}

/// All pieces of a kind that the tool answers on the sample estate.
fn chunks(kind: &str) -> Vec<Value> {
    let (mut items, mut cursor) = (Vec::new(), json!(""));
    while cursor != Value::Null {
        let arguments = json!({"chunk_type": kind, "limit": 100, "cursor": cursor}).to_string();
        let page = run(&["call", "rag_chunks", "--sample", "--args", &arguments]).json();
        items.extend(page["items"].as_array().unwrap().iter().cloned());
        cursor = page["next_cursor"].clone();
    }
    items
}

/// The lines of an exported file, and the index beside it.
fn exported_chunks(directory: &Path) -> (Vec<Value>, Value) {
    let read = |name: &str| fs::read_to_string(directory.join(name)).unwrap();
    let chunks = read("rag_chunks.jsonl");
    let lines = chunks.lines().map(|line| serde_json::from_str(line).unwrap());
    (lines.collect(), serde_json::from_str(&read("rag_metadata_index.json")).unwrap())
}

#[test]
fn exported_chunks_are_those_of_the_tool() {
    let directory = tempfile::tempdir().unwrap();
    let root = directory.path().canonicalize().unwrap().join("reports");
    let run = export(directory.path(), &["rag-chunks"]);
    let files = ["rag_chunks.jsonl", "rag_metadata_index.json"].map(|name| root.join(name));
    let paths: Vec<PathBuf> = run.stdout.lines().map(PathBuf::from).collect();
    assert_eq!((run.code, paths), (0, files.to_vec()), "{run:?}");

    let (lines, index) = exported_chunks(&root);
    let kinds = ["entity", "community", "relation_group"].map(chunks);
    let counts = kinds.each_ref().map(Vec::len);
    assert!(counts.iter().all(|&count| count > 0), "{counts:?}");
    let expected = kinds.concat();
    assert_eq!(lines.len(), expected.len());
    for (line, expected) in lines.iter().zip(&expected) {
        let mut line = line.as_object().unwrap().clone();
        let relations = line.shift_remove("relations").unwrap();
        let n_shown = match expected["chunk_type"].as_str().unwrap() {
            "entity" => expected["metadata"]["neighbour_count"].as_u64().unwrap() as usize,
            "community" => 0,
            _ => expected["content"].as_str().unwrap().matches(" → ").count() / 2,
        };
        assert_eq!(relations.as_array().unwrap().len(), n_shown, "{expected}");
        assert_eq!(Value::from(line).to_string(), expected.to_string(), "in the same order");
    }
    let all = |key: &str| lines.iter().map(|line| line[key].clone()).collect::<Vec<_>>();
    assert_eq!(
        index,
        json!({
            "total_chunks": lines.len(), "entity_chunks": counts[0], "community_chunks": counts[1],
            "relation_group_chunks": counts[2], "chunk_ids": all("chunk_id"),
            "chunk_types": all("chunk_type"),
        })
    );
    let [n_entity, n_community, n_group] = counts;
    let told = format!(
        "Chunks: {} ({n_entity} entity, {n_community} community, {n_group} relation group)\n\
         Output root: {}\n",
        lines.len(),
        root.display()
    );
    assert_eq!(run.stderr, told);
}

#[test]
fn chunks_are_chosen_and_cut() {
    let directory = tempfile::tempdir().unwrap();
    let root = directory.path().canonicalize().unwrap().join("reports/small");
    for (strategy, kind) in
        [("entity", "entity"), ("community", "community"), ("relation-group", "relation_group")]
    {
        let arguments = ["--strategy", strategy, "--max-chunk-tokens", "50", "--out", "small"];
        let run = export(directory.path(), &[&["rag-chunks", "--json"], &arguments[..]].concat());
        let (lines, _) = exported_chunks(&root);
        assert!(lines.iter().all(|line| line["chunk_type"] == kind), "{strategy}");
        assert!(lines.iter().any(|line| line["content"].to_string().contains("... and ")));
        let answer = run.json();
        assert_eq!(answer["total_chunks"], json!(lines.len()));
        assert_eq!(answer[format!("{kind}_chunks")], json!(lines.len()));
        assert_eq!(answer["files"]["chunks"], json!(root.join("rag_chunks.jsonl")));
    }
}

#[test]
fn help_has_an_example_that_works() {
    let help = |command: &str| run(&[command, "--help"]).stdout;
    assert!(help("export").contains("cloudg export html --sample --out monday"));
    let text = help("query");
    let start = text.find("cloudg query --sample '").unwrap() + "cloudg query --sample '".len();
    let query = &text[start..start + text[start..].find('\'').unwrap()];
    assert!(run(&["query", "--sample", query]).json()["returned"].as_u64() > Some(0), "{query}");
}
