use cloudg_runtime::Args;

#[derive(Args)]
struct Filter<T> {
    region: T,
}

fn main() {
    let _ = |filter: Filter<u8>| filter.region;
}
