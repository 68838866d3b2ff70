#![allow(unused)]

use cloudg_runtime::Labelled;

#[derive(Labelled)]
struct Reply {
    #[label(colour)]
    account: String,
}

fn main() {}
