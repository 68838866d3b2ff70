#![allow(unused)]

use cloudg_runtime::Labelled;

#[derive(Labelled)]
struct Reply {
    #[label(keys(names))]
    groups: std::collections::BTreeMap<String, u32>,
}

fn main() {}
