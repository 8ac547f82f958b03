#!/bin/bash
# SPDX-License-Identifier: MIT
# Would this fuzzer see a bug? It gets 30 seconds and its seeds to find the one that fuzz/planted.bzl puts in. A run
# that ends without a crash means that the harness does not reach the code, compares nothing, or that nothing is
# instrumented. The input that shows the bug must then pass over the real library: a harness that fails on everything
# finds bugs too.
# arguments: the launcher of the planted build, the launcher of the real one.
set -eu
. ci/cases.sh

export GDV_FUZZ_DIR=$TEST_TMPDIR/fuzz
log=$TEST_TMPDIR/log
crash=

finds_the_bug() {
    local started=$SECONDS status=0
    "$1" -max_total_time=30 >"$log" 2>&1 || status=$?
    grep -E 'ERROR: (AddressSanitizer|libFuzzer)|runtime error:|broken promise:|SUMMARY|new crashing' "$log" || true
    grep 'number_of_executed_units' "$log" || true
    echo "ended with status $status after $((SECONDS - started)) s"
    # Slow inputs and full memory are artifacts too, but not the bug.
    crash=$(find "$GDV_FUZZ_DIR" -name 'crash-*' | head -n 1)
    [ "$status" -ne 0 ] && [ -n "$crash" ]
}

passes() { # passes LAUNCHER INPUT
    [ -n "$2" ] && "$1" "$2" >"$log" 2>&1 && grep -q '^Executed ' "$log"
}

expect_success "libFuzzer finds the planted bug" finds_the_bug "$1"
[ "$failed" -eq 0 ] || tail -n 40 "$log"
expect_success "the real library has no trouble with the same input" passes "$2" "$crash"
[ "$failed" -eq 0 ] || tail -n 40 "$log"
finish
