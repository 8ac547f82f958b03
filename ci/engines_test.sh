#!/bin/bash
# SPDX-License-Identifier: MIT
# Verdicts, bytes used, values and canonical packets against what cores of nine engines said (corpus/engines), but for the
# exceptions listed there; and does the comparison see a fault?
set -eu
. ci/cases.sh

# A sanitizer's report must not look like "some packet was rejected".
export ASAN_OPTIONS="exitcode=99:${ASAN_OPTIONS:-}"

planted=$TEST_TMPDIR/planted
copy() { # a corpus whose tables can be written to
    rm -rf "$planted" && mkdir -p "$planted" && cp -rL corpus/engines "$planted/" && chmod -R u+w "$planted"
}

# The engine of a table says something else of the first packet that strict accepts.
edited() { # edited COLUMN TEXT
    copy
    awk -F '\t' -v OFS='\t' -v column="$1" -v text="$2" \
        '!done && $1 == "base_int1#4" { $column = text; done = 1 } { print }' corpus/engines/godot-4.6-dev.tsv \
        >"$planted/engines/godot-4.6-dev.tsv"
    ! cmp -s corpus/engines/godot-4.6-dev.tsv "$planted/engines/godot-4.6-dev.tsv" || return 0
    python3 -B corpus/make/check_engines.py "$gdv" "$planted"
}

without_an_exception() {
    copy
    sed -i "/\tSLASH$/{x;s/^/x/;/^x\$/{x;d};x}" "$planted/engines/exceptions.tsv"
    python3 -B corpus/make/check_engines.py "$gdv" "$planted"
}

with_an_exception() { # with_an_exception ROW
    copy
    printf '%b\n' "$1" >>"$planted/engines/exceptions.tsv"
    python3 -B corpus/make/check_engines.py "$gdv" "$planted"
}

gdv=$1
log=$TEST_TMPDIR/log
if python3 -B corpus/make/check_engines.py "$gdv" corpus >"$log" 2>&1; then ran=0; else ran=$?; fi
grep -v '^gdv-tests: ' "$log" || true
counts=$(sed -n 's/^gdv-tests: \([0-9]*\) passed, \([0-9]*\) failed$/\1 \2/p' "$log")
passed=${counts% *} failed=${counts#* }
[ -n "$counts" ] && { [ "$ran" -eq 0 ] || [ "$failed" -gt 0 ]; } || { echo "the comparison ended with $ran" && exit 1; }

differs='^FAILED: godot-4.6-dev: what strict accepts'
expect_refusal "an engine that rejects what strict accepts" "$differs" edited 3 reject
expect_refusal "an engine that uses fewer bytes" "$differs" edited 4 4
expect_refusal "an engine that reads another value" "$differs" edited 6 '"I2"'
expect_refusal "an engine that sends something else" "$differs" edited 7 0200000002000000
expect_refusal "a difference that no exception explains" '^FAILED: .* accepts' without_an_exception
expect_refusal "an exception that is not needed" 'every exception from that is needed' \
    with_an_exception 'godot-4.6-dev\tstrict\tbase_int1#4\tvalue\tSLASH'
expect_refusal "an exception of an engine that there is not" 'every exception is one of an engine' \
    with_an_exception 'godot-9\tstrict\tbase_int1#4\tvalue\tSLASH'
finish
