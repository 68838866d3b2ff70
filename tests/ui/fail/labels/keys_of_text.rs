#![allow(unused)]

use cloudg_runtime::Labelled;

#[derive(Labelled)]
struct Reply {
    #[label(keys(name))]
    name: Option<String>,
}

fn main() {}
