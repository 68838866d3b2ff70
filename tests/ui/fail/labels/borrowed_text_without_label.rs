#![allow(unused)]

use cloudg_runtime::Labelled;

#[derive(Labelled)]
struct Reply<'a> {
    names: Vec<&'a str>,
}

fn main() {}
