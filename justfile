# Commands of daily work. The list that a change must pass is .ci/run; recipes call its steps.

default:
    @just --list

# Type-check everything, tests included.
check:
    cargo check --workspace --all-targets

# The whole list, as continuous integration runs it.
ci *steps:
    .ci/run {{ steps }}

# All tests, or those whose name contains FILTER.
test *filter:
    cargo test --workspace --profile ci {{ filter }}

# Formatting, lints and crate directions.
lint:
    .ci/run format crates lint licenses

# The documentation, with broken links as errors.
docs:
    .ci/run docs

# Replay the recorded calls, where they are checked out beside this repository.
conformance:
    .ci/run conformance

# Accept what the tests produce now: snapshots, compiler messages, transcripts. Read the diff.
bless:
    INSTA_UPDATE=always TRYBUILD=overwrite TRYCMD=overwrite cargo test --workspace --profile ci
    git diff --stat

# Measure, with filters for single benches.
bench *filter:
    cargo bench --workspace -- {{ filter }}
