#!/bin/bash
# SPDX-License-Identifier: MIT
# All of lib/ is reached by tests or corpus, or ci/coverage.exceptions says why it cannot be. Then the gate itself, over a
# small library with tests of its own: it has to let that through, and to see each thing that is taken away.
set -eu
. ci/cases.sh

export TMPDIR=$TEST_TMPDIR

expect_success "the library" ci/coverage

# A checkout in small, with the very scripts of this one.
planted=$TEST_TMPDIR/planted

file() { # file PATH: from standard input
    mkdir -p "$planted/$(dirname "$1")"
    cat >"$planted/$1"
}

start_anew() {
    rm -rf "$planted"
    mkdir -p "$planted/ci" "$planted/tests" "$planted/fuzz/support"
    cp -L ci/coverage ci/units.sh "$planted/ci"
    cp -rL tests/shim "$planted/tests"
    cp -L fuzz/targets.py "$planted/fuzz"
    cp -L fuzz/support/replay.c "$planted/fuzz/support"
    file ci/coverage.exceptions </dev/null
    file lib/keys/digest.c <<'EOF'
#include "lib/room/planted.h"
uint32_t gdv_digest(uint64_t all)
{
    return (uint32_t)(all & 0xffffffffu);
}
EOF
    file lib/room/planted.h <<'EOF'
#include <stdbool.h>
#include <stdint.h>
uint32_t gdv_digest(uint64_t all);
bool gdv_alike(uint32_t one, uint32_t other);
int gdv_kind(uint32_t word);
int gdv_side(uint32_t word);
static inline int gdv_parity(uint32_t word)
{
    return word % 2 == 0 ? 2 : 1;
}
EOF
    # Both parities are reached from one file each; "unlike" by colliding digests alone.
    file lib/room/planted.c <<'EOF'
#include "lib/room/planted.h"
int gdv_kind(uint32_t word)
{
    if (word > 10 && word < 20) {
        return 1;
    }
    return gdv_parity(word);
}
bool gdv_alike(uint32_t one, uint32_t other)
{
    if (gdv_digest(one) == gdv_digest(other)) {
        return one == other ? true : false;
    }
    return false;
}
EOF
    file lib/room/side.c <<'EOF'
#include "lib/room/planted.h"
int gdv_side(uint32_t word)
{
    return gdv_parity(word) + 5;
}
EOF
    file tests/keys/test_keys.c <<'EOF'
#include <criterion/criterion.h>
#include "lib/room/planted.h"
Test(planted, kinds)
{
    cr_expect_eq(gdv_kind(5), 1);
    cr_expect_eq(gdv_kind(15), 1);
    cr_expect_eq(gdv_kind(25), 1);
}
Test(planted, likeness)
{
    cr_expect(gdv_alike(1, 1));
    cr_expect(!gdv_alike(1, 3));
    cr_expect(!gdv_alike(1, 2));
}
EOF
    file tests/keys/test_keys_content.c <<'EOF'
#include <criterion/criterion.h>
Test(planted, content)
{
    cr_expect(true);
}
EOF
    file tests/keys/test_keys_hostile.c <"$planted/tests/keys/test_keys_content.c"
    file fuzz/targets/decode.c <<'EOF'
#include "lib/room/planted.h"
#include <stddef.h>
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    return data[0] == gdv_side((uint32_t)size) ? 0 : 0;
}
EOF
    file fuzz/BUILD <<'EOF'
fuzz_target(name = "decode", srcs = ["targets/decode.c"], corpus = ["//corpus:seed"])
EOF
    printf 'four' | file corpus/seed/four.bin
}

edit() { # edit PATH OLD NEW: a plain text that stands there once
    local text
    text=$(cat "$planted/$1")
    [ "${text#*"$2"}" != "$text" ] || return 1
    printf '%s\n' "${text%%"$2"*}$3${text#*"$2"}" >"$planted/$1"
}

add() { # add PATH TEXT
    printf '%s\n' "$2" >>"$planted/$1"
}

refused() { # refused NAME PATTERN: the checkout as it stands
    expect_refusal "$1" "$2" "$planted/ci/coverage"
}

start_anew
expect_success "a library that tests and corpus reach together" "$planted/ci/coverage"

add lib/room/side.c 'void gdv_idle(void); void gdv_idle(void) {}'
refused "a line that nothing runs" 'lib/room/side.c:6: not reached: lib/room/side.c gdv_idle line: void gdv_idle'

start_anew
add lib/room/planted.h 'static inline int gdv_idle(void) { return 1; }'
refused "an inline function that nothing calls" 'lib/room/planted.h:[0-9]*: not reached: lib/room/planted.h gdv_idle line'

start_anew
edit lib/room/side.c '+ 5' '+ (word == 77 ? 6 : 5)'
refused "a condition that is never true" 'lib/room/side.c:4: not reached: lib/room/side.c gdv_side never-true: word == 77$'

start_anew
edit tests/keys/test_keys.c 'gdv_kind(25)' 'gdv_kind(15)'
refused "a condition that is never false" 'lib/room/planted.c gdv_kind never-false: word < 20$'

start_anew
rm "$planted/corpus/seed/four.bin"
printf 'five!' | file corpus/seed/five.bin
refused "a packet of the corpus that is no more" 'lib/room/planted.h gdv_parity never-true: word % 2 == 0$'

start_anew
edit tests/keys/test_keys.c '(!gdv_alike(1, 3))' '(true)'
refused "what only colliding digests reach" 'lib/room/planted.c gdv_alike never-false: one == other$'

# Of (a && b) || c the packets of five, fifteen and 25 show a, each of the others has both outcomes and never decides.
start_anew
add lib/room/planted.h 'int gdv_both(int a, int b, int c);'
add lib/room/side.c 'int gdv_both(int a, int b, int c) { return (a && b) || c ? 1 : 0; }'
edit tests/keys/test_keys.c 'cr_expect_eq(gdv_kind(25), 1);' \
    'cr_expect_eq(gdv_kind(25), 1); cr_expect_eq(gdv_both(1, 1, 0) + gdv_both(0, 0, 0) + gdv_both(1, 0, 1), 2);'
refused "a condition that never decides" 'lib/room/side.c gdv_both no-effect: b$'
refused "and another" 'lib/room/side.c gdv_both no-effect: c$'

start_anew
add lib/room/planted.h 'int gdv_nested(int a, int b, int c);'
add lib/room/side.c 'int gdv_nested(int a, int b, int c) { return a && gdv_kind(b || c) == 1 ? 1 : 0; }'
edit tests/keys/test_keys.c 'cr_expect_eq(gdv_kind(25), 1);' \
    'for (int bits = 0; bits < 8; bits += 1) { cr_expect(gdv_nested(bits & 1, bits & 2, bits & 4) >= 0); }'
refused "a decision within a condition" 'left out of MC/DC, to be split: lib/room/side.c:6'

unreached='int gdv_twice(int a); int gdv_twice(int a) { return (a == 7 ? 1 : 0) + (a == 7 ? 1 : 0); }'
called='cr_expect_eq(gdv_kind(25), 1); cr_expect_eq(gdv_twice(1), 0);'
place='    lib/room/side.c gdv_twice never-true: a == 7'
start_anew
add lib/room/side.c "$unreached"
add lib/room/planted.h 'int gdv_twice(int a);'
edit tests/keys/test_keys.c 'cr_expect_eq(gdv_kind(25), 1);' "$called"
add ci/coverage.exceptions 'A reason.'
add ci/coverage.exceptions "$place"
refused "one exception for two places" 'lib/room/side.c gdv_twice never-true: a == 7$'
add ci/coverage.exceptions "$place"
expect_success "an exception for each" "$planted/ci/coverage"
add ci/coverage.exceptions "$place"
refused "an exception that is no longer needed" 'no longer needed: lib/room/side.c gdv_twice never-true: a == 7$'

start_anew
add ci/coverage.exceptions '    lib/room/planted.c gdv_gone line: return 5;'
refused "an exception without a reason" 'coverage.exceptions:1: without a reason'
refused "an exception for what is not there" 'no longer needed: lib/room/planted.c gdv_gone line: return 5;'
edit ci/coverage.exceptions ' line:' ' linne:'
refused "an exception of no kind" 'coverage.exceptions:1: not FILE FUNCTION KIND: TEXT'

start_anew
edit tests/keys/test_keys.c 'gdv_kind(25), 1' 'gdv_kind(25), 2'
refused "a test that fails" 'FAILED: planted/kinds'

start_anew
rm "$planted/corpus/seed/four.bin"
refused "a corpus of nothing" 'no corpus for decode_replay'

start_anew
edit lib/keys/digest.c 'uint32_t)(all' 'uint32_t) (all'
refused "digests that can no longer be made to collide" 'lib/keys/digest.c does not hold exactly once'

start_anew
edit lib/room/side.c '+ 5' '+ +'
refused "a library that does not build" 'error: expected expression'

finish
