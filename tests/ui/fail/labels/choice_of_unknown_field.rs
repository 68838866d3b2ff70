#![allow(unused)]

use cloudg_runtime::Labelled;

#[derive(Labelled)]
struct Reply {
    group_by: &'static str,
    #[label(match groupby { "account" => keys(account), _ => keys(public) })]
    groups: std::collections::BTreeMap<String, u32>,
}

fn main() {}
