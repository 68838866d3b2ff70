use cloudg_runtime::prompt;

/// Reviews.
#[prompt]
const REVIEW: &str = "Review.";

fn main() {}
