#![allow(unused)]

use cloudg_runtime::Labelled;

#[derive(Labelled)]
struct Reply {
    #[label(name)]
    #[label(identifier)]
    name: String,
}

fn main() {}
