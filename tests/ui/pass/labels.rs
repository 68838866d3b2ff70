#![deny(warnings)]
#![forbid(unsafe_code)]

use std::{borrow::Cow, collections::BTreeMap};

use cloudg_runtime::{Labelled, ToolContext, ToolError, resource, tool};

#[derive(serde::Serialize, Labelled)]
struct Page<T> {
    total: usize,
    items: Vec<T>,
    hint: Option<&'static str>,
}

#[derive(serde::Serialize, Labelled)]
#[serde(rename_all = "camelCase")]
struct Entry<'a> {
    #[label(identifier)]
    id: Cow<'a, str>,
    #[label(name)]
    names: Vec<&'a str>,
    #[label(keys(account))]
    by_account: BTreeMap<String, (u8, &'static str)>,
    #[label(account)]
    project_number: u64,
    kind: Kind,
    #[serde(flatten)]
    rest: Rest,
}

#[derive(serde::Serialize, Labelled)]
enum Kind {
    Small,
    Large { size: u8 },
}

#[derive(serde::Serialize, Labelled)]
#[serde(tag = "source", content = "detail")]
enum Rest {
    Known(#[label(free_text)] String),
    Unknown,
}

/// Lists entries.
#[tool]
fn list(_ctx: &ToolContext) -> Result<Page<Entry<'static>>, ToolError> {
    let rest = Rest::Known(String::new());
    drop((Rest::Unknown, Kind::Small));
    let entry = Entry {
        id: Cow::Borrowed("a"),
        names: vec!["b"],
        by_account: BTreeMap::new(),
        project_number: 1,
        kind: Kind::Large { size: 1 },
        rest,
    };
    Ok(Page { total: 1, items: vec![entry], hint: None })
}

/// Lists entries as a resource.
#[resource("x://list", labels = Page<Entry<'static>>)]
async fn contents(_ctx: &ToolContext) -> serde_json::Value {
    serde_json::json!({"total": 0, "items": []})
}

fn main() {}
