#![allow(unused)]

use cloudg_runtime::Labelled;

struct Inner;

#[derive(Labelled)]
struct Reply {
    items: Vec<Inner>,
}

fn main() {}
