//! What is measured of a question: its first answer, which builds the views it needs, and the next.

use std::hint::black_box;

use cloudg_catalog::dataset::Dataset;
use criterion::{BenchmarkGroup, BenchmarkId, measurement::WallTime};

/// A question asked of a dataset; what it answers is kept from the optimiser.
pub(crate) type Question = (&'static str, fn(&Dataset));

/// Measures each question on datasets of `n` assets: on a fresh one each time, then on `warm`.
pub(crate) fn measure(
    group: &mut BenchmarkGroup<'_, WallTime>,
    n: usize,
    questions: &[Question],
    fresh: impl Fn() -> Dataset,
    warm: &Dataset,
) {
    for (name, ask) in questions {
        group.bench_function(BenchmarkId::new(format!("{name}, first"), n), |bencher| {
            bencher.iter_with_setup(&fresh, |dataset| ask(&dataset));
        });
        group.bench_function(BenchmarkId::new(format!("{name}, next"), n), |bencher| {
            bencher.iter(|| ask(black_box(warm)));
        });
    }
}
