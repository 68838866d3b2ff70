#![allow(unused)]

use cloudg_runtime::Labelled;

#[derive(Labelled)]
struct Reply {
    #[label(name)]
    exposed: bool,
}

fn main() {}
