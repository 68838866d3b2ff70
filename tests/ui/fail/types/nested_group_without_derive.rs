use cloudg_runtime::Args;

struct Paging;

#[derive(Args)]
struct Filter {
    #[args]
    paging: Paging,
}

fn main() {
    let _ = |filter: Filter| filter.paging;
}
