#![allow(unused)]

use cloudg_runtime::Labelled;

#[derive(Labelled)]
struct Reply {
    #[label(key(name))]
    groups: std::collections::BTreeMap<String, u32>,
}

fn main() {}
