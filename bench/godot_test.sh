#!/bin/sh
# SPDX-License-Identifier: MIT
# The engine decodes what it is timed with, and a script that does not is noticed. argument: the benchmark of the engine.
# How fast is asked nowhere: a machine that runs tests has other things to do.
set -eu
. ci/cases.sh

bench=$1 work=$TEST_TMPDIR

if ! command -v godot3-server >/dev/null 2>&1; then
    skip "godot3-server is not installed"
fi

decodes_all() {
    "$bench" --quick >"$work/output" || return 1
    cat "$work/output"
    [ "$(grep -c '^[a-z0-9]*: both decode [1-9][0-9]* packets$' "$work/output")" -eq 7 ]
}
expect_success "the engine and gdv decode every workload" decodes_all

# changed PATTERN REPLACEMENT: the script with a fault
changed() {
    sed "s/$1/$2/" bench/godot.gd >"$work/changed.gd"
    ! cmp -s bench/godot.gd "$work/changed.gd"
}
expect_success "the decoder can be left out" changed 'values_of(bytes2var(packet))' 'values_of(packet)'
expect_refusal "a script that does not decode" "does not find what the packets hold" "$bench" --quick "$work/changed.gd"
expect_success "values can be left out" changed 'open.append(value.key.)' 'pass'
expect_refusal "a script that reads less" "does not find what the packets hold" "$bench" --quick "$work/changed.gd"
expect_refusal "a script that does not exist" "No such file" "$bench" --quick "$work/none.gd"
finish
