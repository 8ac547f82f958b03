#!/bin/bash
# SPDX-License-Identifier: MIT
# Each row of the lists that point into lib/ finds its line: planted bugs, mutants that no test can tell, harmful edits for
# the proof, what is proved, what no test covers. A row that finds nothing is a gate that does not run. Then the check
# itself: a checkout in which one row of each list has lost its line.
set -euo pipefail
. ci/cases.sh

ids=$TEST_TMPDIR/mutants
tests/mutation/mutate list >"$ids"

expect_success "every row finds its line" ci/stale --mutants "$ids"
expect_success "every function of lib/proof/prove.tsv has its row and its contract" lib/proof/prove --check
expect_success "every fault that ci/matrix_planted_test.sh plants finds its line" ci/matrix_planted_test.sh plants

stale=$TEST_TMPDIR/stale
mkdir -p "$stale/ci" "$stale/fuzz" "$stale/tests/mutation"
cp -rL lib "$stale/lib"
chmod -R u+w "$stale/lib"
cp -L ci/coverage ci/coverage.exceptions "$stale/ci"
cp -L tests/mutation/equivalent.tsv "$stale/tests/mutation"
cp -L fuzz/planted.bzl "$stale/fuzz"
chmod -R u+w "$stale"

edit() { # edit FILE OLD NEW: a text that stands there
    local text
    text=$(cat "$stale/$1" && echo .)
    if [ "${text/"$2"/}" = "$text" ]; then
        echo "$1 does not hold: $2"
        return 1
    fi
    text=${text/"$2"/"$3"}
    printf %s "${text%.}" >"$stale/$1"
}

check() {
    ci/stale --root "$stale" --mutants "$ids"
}

edit lib/decode/text.c 'return strict == size ? GDV_OK' 'return size == strict ? GDV_OK'
expect_refusal "a planted bug whose line was edited" 'fuzz/planted.bzl: text: stands 0 times in lib/decode/text.c' check
edit lib/decode/scan.c 'if (size > room) {' 'if (size > room) { } if (size > room) {'
expect_refusal "a planted bug that could stand in two places" 'fuzz/planted.bzl: decode: stands 2 times in lib/decode/scan.c' check
first=$(grep -P '^\t' tests/mutation/equivalent.tsv | head -n 1 | cut -f 2 || true)
edit tests/mutation/equivalent.tsv "$first" "${first}0"
expect_refusal "an equivalent mutant that is gone" "equivalent.tsv: ${first}0: 0 mutants" check
cp "$stale/tests/mutation/equivalent.tsv" "$TEST_TMPDIR/ledger"
grep -vF "${first}0" "$TEST_TMPDIR/ledger" >"$stale/tests/mutation/equivalent.tsv"
expect_refusal "a ledger that is shorter than its ceiling" "and the ceiling says" check
cp "$TEST_TMPDIR/ledger" "$stale/tests/mutation/equivalent.tsv"
printf 'one more\n\tlib/one.c:more:constant:00000000\t0 => 1\n' >>"$stale/tests/mutation/equivalent.tsv"
expect_refusal "a ledger that grew beyond its ceiling" "and the ceiling says" check
cp "$TEST_TMPDIR/ledger" "$stale/tests/mutation/equivalent.tsv"
first=$(grep -v '^#' lib/proof/prove_mutants.tsv | head -n 1 | cut -f 1 || true)
edit lib/proof/prove_mutants.tsv "$first" "${first}0"
expect_refusal "a harmful edit that is gone" "prove_mutants.tsv: ${first}0: 0 mutants" check
edit lib/proof/prove.tsv "gdv_take_padded" "gdv_take_padding"
expect_refusal "a proved function that was renamed" "prove.tsv: lib/decode/scan.c gdv_take_padding: no such function" check
edit lib/decode/read_value.c 'case GDV_LAYOUT_COUNT:' 'default:'
expect_refusal "an exception from coverage whose line was edited" \
    'coverage.exceptions: lib/decode/read_value.c read_payload line case GDV_LAYOUT_COUNT:: listed 1 times, stands there 0' check
finish
