#![allow(unused)]

use cloudg_runtime::Labelled;

#[derive(Labelled)]
struct Reply {
    #[label(match value { "a" => account, _ => detect })]
    value: String,
}

fn main() {}
