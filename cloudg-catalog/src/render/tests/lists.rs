//! Tables, blocks, comma-separated values, lines of JSON.

use serde_json::{Value, json};

use super::super::*;

const WIDE: Screen = Screen { colour: false, width: None };

fn show(
    result: &Value,
    wanted: Rendering,
    columns: &[&str],
    screen: Screen,
) -> Result<Rendered, String> {
    let answer = Answer { tool: "t", arguments: None, result, next_page: None };
    let columns: Vec<String> = columns.iter().map(|&column| column.to_owned()).collect();
    render(answer, wanted, &columns, screen).map_err(|error| error.to_string())
}

fn text(result: &Value, wanted: Rendering, columns: &[&str]) -> String {
    show(result, wanted, columns, WIDE).unwrap().text
}

#[test]
fn an_object_is_a_block_and_tables() {
    let result = json!({
        "name": "x", "note": "one\ntwo", "empty": null, "words": ["a", "b"],
        "groups": {"EC2": 2, "S3": 1},
        "by_severity": {"HIGH": {"open": 1}, "LOW": {"open": 2, "ports": [1, 2]}},
        "catalogue": {"a": [{"name": "t1"}, {"name": "t2"}], "b": [{"name": "t3"}]},
        "gaps": {"total": 3, "returned": 1, "truncated": true, "items": ["here"]},
        "none": {"total": 0, "items": []},
        "diff": {"added": {"total": 1, "items": [{"id": "n", "name": "new"}]}, "changed": 0},
        "findings": [{"id": "f", "severity": "HIGH"}],
    });
    insta::assert_snapshot!("block_and_tables", text(&result, Rendering::Table, &[]));
    assert_eq!(
        show(&result, Rendering::Csv, &[], WIDE).unwrap_err(),
        "the answer of `t` cannot be shown as csv: it has the forms `--render json`, `--render \
         table`"
    );
    let none = show(&result, Rendering::Table, &["name"], WIDE).unwrap_err();
    assert_eq!(none, "the answer has no list, or several, whose columns can be chosen");
}

#[test]
fn groups_are_named_by_what_they_group() {
    let counts = json!({"group_by": "type", "groups": {"EC2": 2, "S3": 1}, "total": 3});
    assert_eq!(text(&counts, Rendering::Csv, &[]), "type,value\r\nEC2,2\r\nS3,1\r");
    let summary = json!({"group_by": "tool", "groups": {"p": {"total": 2}, "q": {"total": 1}}});
    assert_eq!(text(&summary, Rendering::Csv, &[]), "tool,total\r\np,2\r\nq,1\r");
    assert!(text(&summary, Rendering::Table, &[]).contains("\n tool   total\n"));
}

#[test]
fn only_a_screen_cuts() {
    let long = "n".repeat(300);
    let result = json!({"items": [{"id": "a", "name": long, "extra": long}]});
    let whole = show(&result, Rendering::Table, &[], WIDE).unwrap();
    assert!(whole.text.matches(&long).count() == 2 && whole.notes.is_empty(), "{whole:?}");
    let screen = Screen { colour: false, width: Some(80) };
    let cut = show(&result, Rendering::Table, &[], screen).unwrap();
    assert!(cut.text.lines().all(|line| line.chars().count() <= 80), "{}", cut.text);
    assert_eq!(cut.notes.len(), 2, "{:?}", cut.notes);
}

#[test]
fn columns_are_chosen_in_order() {
    let items = json!({"items": [{"id": "a", "name": "x", "type": "T"}, {"id": "b", "name": "y"}]});
    assert_eq!(text(&items, Rendering::Csv, &["type", "id"]), "type,id\r\nT,a\r\n,b\r");
    assert_eq!(
        text(&items, Rendering::Jsonl, &["type", "id"]),
        "{\"type\":\"T\",\"id\":\"a\"}\n{\"type\":null,\"id\":\"b\"}"
    );
    let table = text(&items, Rendering::Table, &["type", "id"]);
    assert!(table.starts_with(" type   id\n"), "{table}");
    let unknown = show(&items, Rendering::Table, &["id", "colour"], WIDE).unwrap_err();
    assert_eq!(unknown, "there is no column `colour`: there are name, type, id");
    let tree = show(&items, Rendering::Json, &["id"], WIDE).unwrap_err();
    assert_eq!(tree, "`--columns` goes with `--render table`, `--render csv`, `--render jsonl`");
}

#[test]
fn values_are_separated_as_readers_expect() {
    let result = json!({"rows": [
        {"b": "say \"hi\", you", "a": true},
        {"b": "two\nlines\u{1b}", "a": null},
        {"b": ["x", "y"], "a": [{"n": 1}]},
    ], "variable_kinds": {"b": "literal", "a": "literal", "c": "uri"}});
    assert_eq!(
        text(&result, Rendering::Csv, &[]),
        "b,a,c\r\n\"say \"\"hi\"\", you\",true,\r\n\"two\nlines\u{fffd}\",,\r\n\"x, y\",\
         \"[{\"\"n\"\":1}]\",\r"
    );
    let lines = text(&result, Rendering::Jsonl, &[]);
    let first: Value = serde_json::from_str(lines.lines().next().unwrap()).unwrap();
    assert_eq!((lines.lines().count(), &first), (3, &result["rows"][0]));
    let nothing = json!({"rows": [], "variable_kinds": {"b": "literal"}});
    assert_eq!(text(&nothing, Rendering::Csv, &[]), "b\r");
    assert_eq!(text(&json!({"items": []}), Rendering::Csv, &["x"]), "x\r");
    assert_eq!(text(&json!({"items": []}), Rendering::Jsonl, &[]), "");
}

fn paths() -> Value {
    let node = |id: &str, name: &str, severity: Option<&str>| json!({"id": id, "name": name, "type": "SG", "max_severity": severity});
    json!({"paths": [{
        "length": 2, "score": 9.5, "entry": "rule", "findings_on_path": 3, "summary": "s",
        "nodes": [
            node("sg-1", "sg-app", Some("LOW")),
            node("sg-2", "sg-app", Some("CRITICAL")),
            node("db", "db", None),
        ],
        "edge_types": ["SECURITY_GROUP_RULE", "REFERENCES"],
        "hops": [
            {"ports": ["5432"], "protocol": "TCP"},
            {"relationship": "ENCRYPTED_BY_KMS"},
        ],
    }], "total_found": 1, "truncated": false})
}

#[test]
fn paths_are_told_by_their_ends() {
    assert_eq!(
        text(&paths(), Rendering::Csv, &[]),
        "score,source,target,target_type,hops,worst_finding,path,worst_asset,\
         findings_on_path,entry\r\n9.5,sg-app (sg-1),db,SG,2,CRITICAL,sg-app (sg-1) -[SECURITY_GROUP_RULE \
         tcp/5432]-> sg-app (sg-2) -[ENCRYPTED_BY_KMS]-> db,sg-app (sg-2),3,rule\r"
    );
    let screen = Screen { colour: false, width: Some(110) };
    let table = show(&paths(), Rendering::Table, &[], screen).unwrap().text;
    let row = table.lines().last().unwrap();
    assert!(row.contains(" sg-app (sg-1) ") && row.trim_end().ends_with("]-> db"), "{table}");
    assert!(row.contains('…'), "{table}");
    let lines = text(&paths(), Rendering::Jsonl, &[]);
    assert_eq!(serde_json::from_str::<Value>(&lines).unwrap(), paths()["paths"][0]);
    let tree = text(&paths(), Rendering::Tree, &[]);
    assert!(tree.contains("SECURITY_GROUP_RULE tcp/5432 → sg-app (SG, sg-2) CRITICAL"), "{tree}");
    assert!(tree.contains("ENCRYPTED_BY_KMS → db"), "{tree}");
}

#[test]
fn an_empty_answer_tells_the_question() {
    let end = |name: &str| json!({"id": format!("id-{name}"), "name": name, "type": "EC2"});
    let result = json!({"source": end("a"), "target": end("b"), "paths": [], "hint": "Go on."});
    let arguments = json!({"source": "a", "max_depth": 3});
    let answer = Answer {
        tool: "find_paths",
        arguments: Some(&arguments),
        result: &result,
        next_page: None,
    };
    let question = "\n  Asked for: source=a, max_depth=3\n  source: a (EC2, id-a)\n  \
                    target: b (EC2, id-b)";
    for (form, sentence) in
        [(Rendering::Tree, "There is no path."), (Rendering::Table, "Nothing to list.")]
    {
        let shown = render(answer, form, &[], WIDE).unwrap();
        assert_eq!(shown.text, format!("{sentence}{question}"));
        assert_eq!(shown.notes, ["Go on."]);
    }
    let dot = render(answer, Rendering::Dot, &[], WIDE).unwrap();
    assert_eq!(dot.notes[0], format!("There is nothing to draw.{question}"));
}

#[test]
fn exposure_tells_how() {
    let asset = |id: &str, exposed: bool| json!({"id": id, "internet_exposed": exposed});
    let result = json!({
        "items": [asset("a", true)],
        "graph_reachable": {
            "items": [asset("b", false), asset("a", true), asset("c", true)],
            "truncated": true,
        },
    });
    let shown = show(&result, Rendering::Csv, &["id", "exposure"], WIDE).unwrap();
    assert_eq!(shown.text, "id,exposure\r\na,direct\r\nb,reachable\r\nc,direct\r");
    assert_eq!(shown.notes, ["More assets are reachable than are shown."]);
}

#[test]
fn an_id_follows_a_name_that_others_have() {
    let item = |id: &str, name: &str| json!({"id": id, "name": name, "type": "T", "region": "r"});
    let alone = json!({"items": [item("a", "x"), item("b", "y")]});
    let shared = json!({"items": [item("a", "x"), item("b", "x")]});
    let header = |result: &Value| {
        let text = text(result, Rendering::Csv, &[]);
        text.lines().next().map(str::to_owned)
    };
    assert_eq!(header(&alone).as_deref(), Some("name,type,region,id"));
    assert_eq!(header(&shared).as_deref(), Some("name,id,type,region"));
}

#[test]
fn a_spreadsheet_computes_nothing_of_the_data() {
    let names = ["=1+1", "@x", "+cmd|' /C calc'!A0", "-x", "-5", "+1.5e3", "a=b", ""];
    let items: Vec<_> = names.iter().map(|name| json!({"n": name, "list": [name, "z"]})).collect();
    let shown = text(&json!({"items": items}), Rendering::Csv, &["n", "list"]);
    let lines: Vec<&str> = shown.lines().map(|line| line.trim_end_matches('\r')).collect();
    let expected = [
        "n,list",
        "'=1+1,\"'=1+1, z\"",
        "'@x,\"'@x, z\"",
        "'+cmd|' /C calc'!A0,\"'+cmd|' /C calc'!A0, z\"",
        "'-x,\"'-x, z\"",
        "-5,\"'-5, z\"",
        "+1.5e3,\"'+1.5e3, z\"",
        "a=b,\"a=b, z\"",
        ",\", z\"",
    ];
    assert_eq!(lines, expected);
}
