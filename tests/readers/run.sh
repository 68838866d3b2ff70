#!/usr/bin/env bash
# Reads what a binary exports with readers that others wrote; check.py says what is compared.
#
#     tests/readers/run.sh BINARY                      everything
#     tests/readers/run.sh BINARY -v -k terraform      these tests only, as unittest selects them
#
# Needs Python 3.11 or newer with venv. The readers go to target/readers, once for a list of them.
set -euo pipefail

if (($# == 0)); then
    echo "usage: tests/readers/run.sh BINARY [unittest options]" >&2
    exit 2
fi
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
readonly home=${CARGO_TARGET_DIR:-$here/../../target}/readers wanted=$here/requirements.txt

if ! command -v python3 >/dev/null || ! python3 -c 'import ensurepip, venv' 2>/dev/null; then
    echo "the readers need Python: install python3 and venv" >&2
    exit 1
fi
if ! python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))'; then
    echo "the readers need Python 3.11 or newer: $(python3 --version) is too old" >&2
    exit 1
fi

stamp=$(python3 --version; cksum <"$wanted")
if [[ ! -f $home/stamp || $(<"$home/stamp") != "$stamp" ]]; then
    python3 -m venv --clear "$home"
    "$home/bin/pip" install --quiet --disable-pip-version-check --no-deps --requirement "$wanted"
    "$home/bin/pip" check --disable-pip-version-check
    echo "$stamp" >"$home/stamp"
fi
"$home/bin/python" "$here/check.py" "$@"
