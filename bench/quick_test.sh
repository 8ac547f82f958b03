#!/bin/bash
# SPDX-License-Identifier: MIT
# The benchmark runs, and each of its rows does its work. argument: the benchmark. How fast is asked nowhere: a machine that
# runs tests has other things to do.
set -eu
. ci/cases.sh

bench=$1
output=$TEST_TMPDIR/output
names=$TEST_TMPDIR/names

every_row_does_its_work() {
    "$bench" --quick >"$output" || return 1
    cat "$output"
    tail -n 1 "$output" | grep -qE '^one pass each, which measures nothing: ([0-9]+) of \1 rows did their work$'
}

# A workload that lost its rows would be seen by nobody.
has_table() { # has_table WORKLOAD ROWS
    sed -n "/^$1: /,/^\$/p" "$output" | tail -n +3 | grep -c '^[a-z].* [0-9]' | {
        read -r rows
        echo "$1: $rows rows"
        [ "$rows" -ge "$2" ]
    }
}

# For programs that keep results: what the tables hold is there too.
json_has_counters() {
    "$bench" --quick --benchmark_format=json --benchmark_filter=tiny/valid >"$names" 2>/dev/null &&
        grep -q '"name": "tiny/valid/validate/strict' "$names" && grep -q '"ns/packet"' "$names" &&
        grep -q '"GB/s"' "$names"
}

expect_success "every row does its work" every_row_does_its_work
for workload in tiny snapshot; do
    expect_success "$workload has gdv's rows, the limits and the peers" has_table "$workload" 18
done
for workload in floats ascii utf8 bytes; do
    expect_success "$workload has them but for the lookups" has_table "$workload" 17
done
expect_success "JSON has the counters" json_has_counters
expect_refusal "a filter that leaves nothing" "0 rows were measured" "$bench" --quick --benchmark_filter=no/such/row
expect_refusal "an option that does not exist" "nrecognized" "$bench" --quik
finish
