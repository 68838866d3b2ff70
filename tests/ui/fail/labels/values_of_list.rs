#![allow(unused)]

use cloudg_runtime::Labelled;

#[derive(Labelled)]
struct Reply {
    #[label(values(name))]
    names: Vec<String>,
}

fn main() {}
