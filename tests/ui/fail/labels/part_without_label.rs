#![allow(unused)]

use cloudg_runtime::Labelled;

#[derive(Labelled)]
struct Reply {
    #[label(keys)]
    groups: std::collections::BTreeMap<String, u32>,
}

fn main() {}
