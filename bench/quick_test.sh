#!/bin/bash
# SPDX-License-Identifier: MIT
# The benchmarks run, and each of their rows does its work. arguments: the benchmark, and that of cold packets.
set -eu
. ci/cases.sh

bench=$1
cold=$2
output=$TEST_TMPDIR/output

every_row_does_its_work() {
    "$bench" --quick >"$output" || return 1
    cat "$output"
    tail -n 1 "$output" | grep -qE '^one pass each, which measures nothing: [0-9]+ rows did their work$'
}

# A workload that lost its rows would be seen by nobody.
has_rows() { # has_rows WORKLOAD ROWS
    local rows
    rows=$(sed -n "/^$1: /,/^\$/p" "$output" | tail -n +3 | grep -c '^[a-z].* [0-9]')
    echo "$1: $rows rows"
    [ "$rows" -eq "$2" ]
}

json_has_rows() {
    "$bench" --quick --json 'tiny/[rw]*' | grep -c '^{"workload":"tiny","subject":"[a-z]*","bytes":[0-9.]*,.*}$' | grep -x 2
}

cold_has_rows() {
    "$cold" --quick | grep -cE '^gdv_validate(_many, [0-9]+)? +[0-9.]+ +[0-9.]+$' | grep -x 4
}

expect_success "every row does its work" every_row_does_its_work
for workload in tiny snapshot; do
    expect_success "$workload has gdv's nine rows and eight peers" has_rows "$workload" 17
done
for workload in floats ascii utf8 bytes; do
    expect_success "$workload has them but for the lookups" has_rows "$workload" 15
done
expect_success "rpc has seven of gdv's rows, eleven of calls and eight peers" has_rows rpc 26
expect_success "JSON has the rows of a pattern" json_has_rows
expect_success "cold packets pass one by one and in batches" cold_has_rows
expect_refusal "an option that cold does not have" "usage: cold" "$cold" --quik
expect_refusal "a pattern that leaves nothing" "no row is called" "$bench" --quick no/such/row
expect_refusal "an option that does not exist" "no option --quik" "$bench" --quik
finish
