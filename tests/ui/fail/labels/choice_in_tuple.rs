#![allow(unused)]

use cloudg_runtime::Labelled;

#[derive(Labelled)]
struct Reply(#[label(match kind { "a" => account, _ => detect })] String, u8);

fn main() {}
