#![allow(unused)]

use cloudg_runtime::Labelled;

#[derive(Labelled)]
struct Reply {
    #[label(account)]
    by_account: std::collections::BTreeMap<String, u32>,
}

fn main() {}
