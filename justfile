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

# Read the exports with readers that others wrote; needs Python with venv, and the network once.
readers:
    .ci/run readers

# Replay the recorded calls, where they are checked out beside this repository.
conformance:
    .ci/run conformance

# The official suite of the protocol against the example server; needs npm and the network.
mcp-conformance *revisions:
    tests/conformance/mcp.sh {{ revisions }}

# Accept what is produced now: the lock, snapshots, compiler messages, transcripts. Read the diff.
bless: lock
    INSTA_UPDATE=always TRYBUILD=overwrite TRYCMD=overwrite cargo test --workspace --profile ci
    git diff --stat

# Write the lock of the catalogue, after reading what changes for clients.
lock:
    cargo run --profile ci -p cloudg-catalog -- catalog diff cloudg-catalog/catalog.lock.json --allow breaking
    cargo run --profile ci -p cloudg-catalog -- catalog --lock cloudg-catalog/catalog.lock.json

# Measure, with filters for single benches.
bench *filter:
    cargo bench --workspace -- {{ filter }}
