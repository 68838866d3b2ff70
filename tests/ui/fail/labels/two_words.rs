#![allow(unused)]

use cloudg_runtime::Labelled;

#[derive(Labelled)]
struct Reply {
    #[label(name, identifier)]
    name: String,
}

fn main() {}
