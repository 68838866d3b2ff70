#![allow(unused)]

use cloudg_runtime::Labelled;

#[derive(Labelled)]
struct Reply {
    #[label(nam)]
    name: String,
    #[label(account)]
    exposed: bool,
    #[label(keys(name))]
    names: Vec<String>,
}

fn main() {}
