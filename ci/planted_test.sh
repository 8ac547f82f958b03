#!/bin/bash
# SPDX-License-Identifier: MIT
# Would the fuzzer see a bug? It gets 30 seconds and the seeds to find the one in //lib:gdv_planted. A run that ends
# without a crash means that the harness does not reach the decoder, or that nothing is instrumented.
# argument: the launcher of the planted build.
set -eu
. ci/cases.sh

export GDV_FUZZ_DIR=$TEST_TMPDIR/fuzz
log=$TEST_TMPDIR/log

finds_the_bug() {
    local started=$SECONDS status=0
    "$1" -max_total_time=30 >"$log" 2>&1 || status=$?
    grep -E 'ERROR: (AddressSanitizer|libFuzzer)|runtime error:|SUMMARY|new crashing' "$log" || true
    grep 'number_of_executed_units' "$log" || true
    echo "ended with status $status after $((SECONDS - started)) s"
    # Slow inputs and full memory are artifacts too, but not the bug.
    [ "$status" -ne 0 ] && [ -n "$(find "$GDV_FUZZ_DIR" -name 'crash-*')" ]
}

expect_success "libFuzzer finds the planted bug" finds_the_bug "$1"
[ "$failed" -eq 0 ] || tail -n 40 "$log"
finish
