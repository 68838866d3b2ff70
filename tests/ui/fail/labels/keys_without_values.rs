#![allow(unused)]

use cloudg_runtime::Labelled;

#[derive(Labelled)]
struct Reply {
    #[label(keys(name))]
    tags: std::collections::BTreeMap<String, String>,
}

fn main() {}
