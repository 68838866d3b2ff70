#!/usr/bin/env bash
# Runs the official conformance suite of the protocol against the example server, over HTTP.
#
#     tests/conformance/mcp.sh               every revision
#     tests/conformance/mcp.sh 2026-07-28    this one only
#
# Needs npm, which fetches the suite and the Node it runs on. What must fail is listed in
# mcp-REVISION.yaml; a scenario that fails beside it, or passes in spite of it, fails the run.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

readonly suite=@modelcontextprotocol/conformance@0.2.0-alpha.12 node=node@22
target=${CARGO_TARGET_DIR:-target}

cargo build --locked --package cloudg-runtime --example conformance
work=$(mktemp -d)
server=
stop() {
    if [[ -n $server ]]; then kill "$server" 2>/dev/null || true; fi
    rm -rf "$work"
}
trap stop EXIT

npm install --prefix "$work" --no-audit --no-fund --silent "$node" "$suite"
"$target/debug/examples/conformance" --http 0 2>"$work/server.log" &
server=$!
for _ in $(seq 50); do
    url=$(sed -n 's/.*listening on //p' "$work/server.log")
    if [[ -n $url ]]; then break; fi
    sleep 0.1
done
[[ -n $url ]] || { echo "the server did not start" >&2; cat "$work/server.log" >&2; exit 1; }

revisions=("$@")
((${#revisions[@]})) || revisions=(2025-11-25 2026-07-28)
export PATH="$work/node_modules/.bin:$PATH"
for revision in "${revisions[@]}"; do
    conformance server --url "$url" --requirements "$revision" \
        --expected-failures "tests/conformance/mcp-$revision.yaml"
done
