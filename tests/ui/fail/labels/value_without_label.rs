#![allow(unused)]

use cloudg_runtime::Labelled;

#[derive(Labelled)]
struct Reply {
    detail: Option<serde_json::Value>,
}

fn main() {}
