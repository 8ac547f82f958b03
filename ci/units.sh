#!/bin/bash
# SPDX-License-Identifier: MIT
# Builds the library, all unit tests (as one program on tests/shim) and the replay of every fuzz target with any compiler
# and flags, without Bazel: for the gates that look at the whole in many ways (compilers, word sizes, byte orders,
# coverage).
#
#     ci/units.sh OUT COMPILER [FLAG..]
#
# From the top of the checkout. Leaves in OUT: units, NAME_replay for each fuzz target, libgdv.a. Environment: AR; JOBS,
# compilers at a time, 2 if not set; LIB, the folder of the library's sources where that is not lib/.
# Tests that need a library of their own (tests/BUILD: test_keys_work, test_lookup_work, test_several_work, test_changing,
# weak digests) are not in it, nor is test_race, which needs threads and seconds.
set -euo pipefail

if [ $# -lt 2 ]; then
    sed -n 's/^#     \(ci.*\)/usage: \1/p' "$0" >&2
    exit 2
fi
out=$1 compiler=$2
shift 2
library=${LIB:-lib}
rm -rf "$out"
mkdir -p "$out/lib" "$out/tests" "$out/cli" "$out/fuzz"
printf '%s\n' -std=c11 -I. "-I$library/include" -Itests/shim "$@" >"$out/flags"

object() { # of a source: the library's own folder does not show in OUT
    case $1 in
    "$library"/*) echo "$out/lib/$(basename "$1" .c).o" ;;
    tests/* | cli/*) echo "$out/${1%%/*}/$(basename "$1" .c).o" ;;
    *) echo "$out/fuzz/$(basename "$1" .c).o" ;;
    esac
}

# What the folders hold is built: a new test or target needs no line here.
shopt -s nullglob
sources=("$library"/*/*.c tests/shim/shim.c fuzz/support/replay.c)
targets=() tests=() fuzz=() cli=()
for source in tests/*/test_*.c tests/{reference,support}/*.c fuzz/*/*.c cli/schema/{sampl,schema_methods,schema_sample,schema_size}*.c; do
    case $source in
    tests/support/criterion_main.c | fuzz/support/replay.c) continue ;;
    tests/read/test_changing.c | tests/keys/test_keys_work.c | tests/read/test_lookup_work.c | tests/read/test_several_work.c | tests/read/test_race.c) continue ;;
    tests/*/test_*.c) ;;
    *)
        if grep -q '^int LLVMFuzzerTestOneInput(.*)$' "$source"; then
            targets+=("$(basename "$source" .c)")
        elif grep -q '^int main(' "$source"; then
            continue # a tool
        else
            case $source in
            tests/*) tests+=("$(object "$source")") ;;
            cli/*) cli+=("$(object "$source")") ;;
            *) fuzz+=("$(object "$source")") ;;
            esac
        fi
        ;;
    esac
    sources+=("$source")
done

for source in "${sources[@]}"; do
    printf '%s\0-o\0%s\0' "$source" "$(object "$source")"
done | xargs -0 -n 3 -P "${JOBS:-2}" "$compiler" "@$out/flags" -c

"${AR:-ar}" rcs "$out/libgdv.a" "$out"/lib/*.o
# Helpers of both have some names in common.
"${AR:-ar}" rcs "$out/tests.a" "${tests[@]}"
"${AR:-ar}" rcs "$out/fuzz.a" "${fuzz[@]}"
"${AR:-ar}" rcs "$out/cli.a" "${cli[@]}"
"$compiler" "@$out/flags" "$out"/tests/test_*.o "$out/tests/shim.o" "$out/tests.a" "$out/fuzz.a" "$out/libgdv.a" \
    -o "$out/units"
for target in "${targets[@]}"; do
    "$compiler" "@$out/flags" "$out/fuzz/$target.o" "$out/fuzz/replay.o" "$out/cli.a" "$out/fuzz.a" "$out/tests.a" \
        "$out/libgdv.a" -lm -o "$out/${target}_replay"
done
