#![allow(unused)]

use cloudg_runtime::Labelled;

#[derive(Labelled)]
struct Reply {
    kind: &'static str,
    #[label(match kind { "a" => account, "a" => name, _ => detect })]
    value: String,
}

fn main() {}
