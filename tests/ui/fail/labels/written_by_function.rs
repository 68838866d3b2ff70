#![allow(unused)]

use cloudg_runtime::Labelled;

#[derive(serde::Serialize, Labelled)]
struct Reply {
    #[serde(serialize_with = "write")]
    n: u8,
}

fn write<S: serde::Serializer>(_: &u8, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str("")
}

fn main() {}
