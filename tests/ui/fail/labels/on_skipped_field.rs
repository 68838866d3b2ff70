#![allow(unused)]

use cloudg_runtime::Labelled;

#[derive(serde::Serialize, Labelled)]
struct Reply {
    #[serde(skip)]
    #[label(name)]
    name: String,
}

fn main() {}
