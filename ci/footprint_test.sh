#!/bin/bash
# SPDX-License-Identifier: MIT
# The tables of docs/footprint.md say what the library takes; a build with a smaller GDV_MAX_DEPTH follows that many levels,
# on this machine and as Cortex-M4 code.
# shellcheck disable=SC2016 # the document has names in backticks
set -eu
. ci/cases.sh

measured=$TEST_TMPDIR/measured
wrong=$TEST_TMPDIR/wrong
document=docs/footprint.md

measure() {
    ci/footprint measure >"$measured"
}

tables_agree() { # tables_agree MEASURED DOCUMENT
    ci/footprint check "$1" "$2"
}

expect_success "the library builds in every way" measure
expect_success "the tables are true" tables_agree "$measured" "$document"

# edited ROW CHANGE: the document with the first number of that row changed by an awk expression on n.
edited() {
    awk -F ' \\| ' -v OFS=' | ' -v row="| $1" "\$1 == row && !done { n = \$2; \$2 = int($2); done = 1 } { print }
        END { exit !done }" "$document" >"$wrong"
}

# Each of these tables has one thing wrong.
edited '`gdv_policy`' 'n + 1'
expect_refusal "a struct that is a byte smaller" "structs: gdv_policy takes" tables_agree "$measured" "$wrong"
edited step 'n * 1.04'
expect_refusal "code that is 4 % smaller" "parts: step takes" tables_agree "$measured" "$wrong"
edited 'validate' 'n / 1.06'
expect_refusal "code that is 6 % larger" "parts: validate takes" tables_agree "$measured" "$wrong"
edited relay 'n / 1.04'
expect_refusal "a program that is 4 % larger" "programs: relay takes" tables_agree "$measured" "$wrong"
edited '`gdv_validate`' 'n / 1.06'
expect_refusal "a stack that is 6 % deeper" "stack: gdv_validate takes" tables_agree "$measured" "$wrong"
grep -v '^| `gdv_stats` ' "$document" >"$wrong"
expect_refusal "a struct without a row" "structs: no row for gdv_stats" tables_agree "$measured" "$wrong"
sed 's/^| `gdv_stats` .*/&\n| `gdv_statistics` | 8 | 8 | 8 | 8 |/' "$document" >"$wrong"
expect_refusal "a row without a struct" "structs: there is no gdv_statistics" tables_agree "$measured" "$wrong"
edited step 'n * 1.005'
expect_success "code that a point release of a compiler changed" tables_agree "$measured" "$wrong"

# A source that belongs to no part would be counted nowhere.
tree=$TEST_TMPDIR/tree
mkdir -p "$tree/ci"
cp -rL lib "$tree/lib"
cp -L ci/stack_bound.py "$tree/ci/"
tool=$PWD/ci/footprint
elsewhere() { # elsewhere COMMAND..: in the copy of the library
    (cd "$tree" && "$@")
}
echo 'extern int gdv_nothing;' >"$tree/lib/wire/new.c"
expect_refusal "a source that is in no part" "in no part.* new" elsewhere "$tool" measure

# The smaller build. LIB is the folder of the library's sources.
warnings=(-Wall -Wextra -Wpedantic -Wundef -Werror)
LIB=lib
follows() { # follows DEPTH EXPECTED COMPILER..: builds and runs; the exit status is the number of a broken claim
    local depth=$1 expected=$2 program=$TEST_TMPDIR/program emulator=()
    shift 2
    [ "$1" != arm-none-eabi-gcc ] || emulator=(qemu-arm -cpu max)
    "$@" -std=c11 "${warnings[@]}" -I"$LIB/include" "-DGDV_MAX_DEPTH=$depth" "-DDEPTH=$expected" ci/footprint_depth.c \
        "$LIB"/*/*.c -o "$program" || return 1
    "${emulator[@]}" "$program" || {
        echo "claim $? of ci/footprint_depth.c does not hold"
        return 1
    }
}
arm=(arm-none-eabi-gcc -mcpu=cortex-m4 -mthumb -Os -nostartfiles)
expect_success "16 levels, clang" follows 16 16 clang-19 -O2
expect_success "16 levels, gcc" follows 16 16 gcc-12 -Os
expect_success "16 levels, Cortex-M4" follows 16 16 "${arm[@]}"
expect_success "1 level" follows 1 1 clang-19 -O1
expect_success "1,024 levels" follows 1024 1024 clang-19 -O1
expect_success "1,024 levels, Cortex-M4" follows 1024 1024 "${arm[@]}"
for number in 0 1025 -1 many; do
    expect_refusal "GDV_MAX_DEPTH=$number" "GDV_MAX_DEPTH is a number from 1 to 1024" follows "$number" 16 clang-19 -O1
done

expect_refusal "a build of 17 levels for one of 16" "claim 1 " follows 17 16 clang-19 -O1
rm "$tree/lib/wire/new.c"
LIB=$tree/lib
sed -i 's/: GDV_MAX_DEPTH;$/: GDV_MAX_DEPTH - 1;/' "$tree/lib/decode/scan.c" "$tree/lib/read/run.h"
expect_refusal "a decoder that stops a level early" "claim 10 " follows 16 16 clang-19 -O1
expect_refusal "a decoder that stops a level early, Cortex-M4" "claim 10 " follows 16 16 "${arm[@]}"

finish
