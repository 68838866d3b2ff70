#![allow(unused)]

use cloudg_runtime::Labelled;

#[derive(Labelled)]
struct Reply {
    #[label(keys(name), keys(account))]
    groups: std::collections::BTreeMap<String, u32>,
}

fn main() {}
