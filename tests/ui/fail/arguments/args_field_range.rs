use cloudg_runtime::Args;

#[derive(Args)]
struct Filter {
    #[arg(default = 0, range = 1..=500)]
    limit: u32,
}

fn main() {
    let _ = |filter: Filter| filter.limit;
}
