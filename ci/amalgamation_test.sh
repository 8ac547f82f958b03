#!/bin/bash
# SPDX-License-Identifier: MIT
# The two files of lib/amalgamate on the whole corpus: the tests that hold each packet to the verdict of its manifest, code,
# offset and missing bytes, linked with them in the library's place.
set -eu
. ci/cases.sh

work=$TEST_TMPDIR/amalgamation
mkdir -p "$work/gdv"
sh lib/amalgamate "$work"
# Tests include one header or another.
for header in lib/include/gdv/*.h; do
    echo '#include "../gdv.h"' >"$work/gdv/${header##*/}"
done
helpers=()
for source in tests/support/*.c tests/reference/naive*.c; do
    case $source in
    # Not for the tests of the corpus: another main, and what looks inside.
    */criterion_main.c | */proof_words*.c | */two_paths.c) ;;
    *) helpers+=("$source") ;;
    esac
done

compiles() { # compiles SOURCE: in the library's place
    gcc -std=c11 -O1 -I. -Itests/shim "-I$work" tests/corpus/test_*.c tests/shim/shim.c "${helpers[@]}" "$1" -o "$work/corpus"
}

passes() { # passes: each test, and there were some
    "$work/corpus" >"$work/log" 2>&1 && tail -n 1 "$work/log" && grep -qE '^gdv-tests: [1-9][0-9]+ passed, 0 failed' "$work/log" && return
    tail -n 20 "$work/log"
    return 1
}

expect_success "the two files compile" compiles "$work/gdv.c"
expect_success "they say of the corpus what its manifests say" passes

# One code for another.
sed 's/GDV_E_COUNT\b/GDV_E_LENGTH/g' "$work/gdv.c" >"$work/planted.c"
expect_success "with one code for another" compiles "$work/planted.c"
expect_refusal "they do not" "failed" passes
finish
