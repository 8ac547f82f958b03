#!/bin/bash
# SPDX-License-Identifier: MIT
# Would the steps of ci/matrix see a fault of their kind? A copy of the library gets one: the step that is there for it
# must fail, and gcc-O2, which runs where the library is written, must pass. Only the verdicts on the stored corpus are
# asked for (tests/corpus/test_malformed.c and test_seeds.c), and the replay of one target under valgrind: that is enough.
#
#     ci/matrix_planted_test.sh           plants the faults and runs the steps
#     ci/matrix_planted_test.sh plants    only sees that each fault still finds its line: seconds, for //ci:stale_test
set -euo pipefail
. ci/cases.sh
. ci/matrix

work=$TEST_TMPDIR
only=${1:-all}

plant() { # plant NAME FILE FIND REPLACE: a copy of the library in which FIND, which stands there once, is REPLACE
    local text
    rm -rf "${work:?}/$1"
    mkdir -p "$work/$1/lib"
    cp -rL lib/* "$work/$1/lib"
    chmod -R u+w "$work/$1"
    text=$(cat "$work/$1/lib/$2")
    if [ "${text/"$3"/}" = "$text" ] || [ "${text#*"$3"}" != "${text##*"$3"}" ]; then
        echo "lib/$2 does not hold exactly once: $3" >&2
        return 1
    fi
    printf '%s\n' "${text/"$3"/"$4"}" >"$work/$1/lib/$2"
}

verdicts() { # verdicts NAME STEP: what the step says of that library
    local out=$work/$1/$2
    local -a compile run
    mapfile -t compile < <(compiler "$2" | grep -v '^-W') # the fault itself may earn a warning
    mapfile -t run < <(runner "$2")
    if [ "$2" = valgrind ]; then
        "${compile[@]}" -std=c11 "-I$work/$1" "-I$work/$1/lib/include" -I. fuzz/targets/decode.c fuzz/support/input.c fuzz/support/replay.c \
            "$work/$1"/lib/*/*.c -o "$out" || return 2
        GDV_EVERY_DIALECT=1 "${run[@]}" "$out" corpus/seed/godot4.4/*.bin || return 1
        return 0
    fi
    "${compile[@]}" -std=c11 "-I$work/$1" "-I$work/$1/lib/include" -I. -Itests/shim tests/corpus/test_malformed.c \
        tests/corpus/test_seeds.c tests/support/support.c tests/support/corpus.c tests/shim/shim.c "$work/$1"/lib/*/*.c -o "$out" || return 2
    ${run[@]+"${run[@]}"} "$out"
}

sees() { # sees STEP NAME PATTERN: the step fails, with that message; the library's own machine sees nothing
    expect_success "gcc-O2 sees nothing of: $2" verdicts "$2" gcc-O2
    expect_refusal "$1 sees: $2" "$3" verdicts "$2" "$1"
}

# Numbers are read in the order of the machine's own bytes.
plant native decode/cursor.h \
    'return (uint32_t)bytes[0] + ((uint32_t)bytes[1] * 0x100u) + ((uint32_t)bytes[2] * 0x10000u) +
           ((uint32_t)bytes[3] * 0x1000000u);' \
    'uint32_t word = 0;
    memcpy(&word, bytes, sizeof word);
    return word;'

# A count times its width, which only 64 bits hold.
plant wraps decode/scan.c 'uint64_t bytes = (uint64_t)count * size;' 'uint64_t bytes = (size_t)count * size;'

# A decision on a variable that nobody set.
plant unset read/validate.c '    return walk(scan, stack, &keys, run);' \
    '    if (args->scratch_size > 0 && *(const volatile uint8_t *)args->scratch == 1) {
        scan->deepest = 0;
    }
    return walk(scan, stack, &keys, run);'

# One byte too many on the stack, where nothing else lies.
plant beyond read/validate.c '    return walk(scan, stack, &keys, run);' \
    '    uint8_t space[12];
    volatile size_t room = sizeof space + 1;
    memset(space, (int)room, room);
    if (space[3] == 0) {
        scan->deepest = 0;
    }
    return walk(scan, stack, &keys, run);'

if [ "$only" = plants ]; then
    echo "ci/matrix_planted_test.sh: each fault finds its line"
    exit 0
fi
sees s390x native 'FAILED: malformed/every_packet'
sees gcc-m32 wraps '' # a wrong verdict, or a crash that says nothing
sees valgrind unset 'uninitialised'
sees hardened beyond 'buffer overflow detected'
finish
