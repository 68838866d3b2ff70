#![allow(unused)]

use cloudg_runtime::Labelled;

#[derive(Labelled)]
struct Reply {
    kind: &'static str,
    #[label(match kind { "account" => account })]
    value: String,
}

fn main() {}
