#!/bin/bash
# SPDX-License-Identifier: MIT
# What reads the sources without running them. arguments: a part (tidy, tidy-whole, cppcheck or others), then C files and
# headers. A missing tool is a failure: a lint that quietly did not run is worse than none.
set -eu
. ci/cases.sh

part=$1
shift

tools_are_there() {
    local tool missing=0
    for tool in "$@"; do
        if ! command -v "$tool" >/dev/null 2>&1; then
            echo "$tool is missing; ci/bazel installs it" >&2
            missing=1
        fi
    done
    return "$missing"
}

expect_success "every tool is there" tools_are_there clang-19 clang-tidy-19 clang-format-19 cppcheck gcc
[ "$failed" -eq 0 ] || finish || exit 1

all=("$@")
code=()    # what others run: every analyser
checked=() # what tests it: cppcheck and gcc's warnings
headers=()
for file in "$@"; do
    case $file in
    tests/support/criterion_main.c) ;; # needs Criterion's own header; for all others tests/shim stands in here
    tests/generated/*) ;; # include what gdv schema --c makes: Bazel compiles them with warnings as errors
    tests/users/*) ;;          # programs of others, which tests build in their own way
    lib/*/*.c | cli/*.c | cli/*/*.c | examples/*.c) code+=("$file") ;;
    tests/*.c | fuzz/*.c | ci/*.c) checked+=("$file") ;;
    lib/*/*.h) headers+=("$file") ;;
    esac
done
warnings=(-Wall -Wextra -Wpedantic -Wundef -Werror -I. -Ilib/include)

# each N COMMAND..: with N of the files on standard input at a time, on two cores; fails where one run does.
each() {
    xargs -P 2 -n "$@"
}

# tidy NODES: at most that many states of one function. clang-19 takes 225,000 unless told: over twice the time of 75,000.
tidy() {
    # shellcheck disable=SC2016 # $0 is the file that xargs gives to the inner shell
    printf '%s\n' "${code[@]}" | nodes=$1 each 1 sh -c '
        clang-tidy-19 --quiet --config-file=.clang-tidy "$0" -- -std=c11 -I. -Ilib/include \
            -Xclang -analyzer-config -Xclang max-nodes="$nodes" 2>/dev/null'
}

# As one program; on no other system, in C alone and without contracts, which are comments to it: it tries but a few of all
# that #if may choose, and takes the time of a run for each. Of ELF, of attributes by name and of 32-bit Windows there is but how
# version.h keeps a name.
cpp_checked() { # cpp_checked FILE..
    cppcheck -U_WIN32 -U__CYGWIN__ -U_MSC_VER -U_M_IX86 -U__ELF__ -U__has_attribute -U__cplusplus -U__FRAMAC__ -UGDV_SHARED -UGDV_HIDDEN -UGDV_BUILDING --quiet --std=c11 --enable=warning,performance,portability --inline-suppr --error-exitcode=1 \
        --suppressions-list=ci/cppcheck.suppress -I. -Ilib/include -Itests/shim "$@"
}

cpp_check() {
    local bad=0
    cpp_checked "${code[@]}" &
    cpp_checked "${checked[@]}" || bad=1
    wait $! || bad=1
    return "$bad"
}

gcc_analyzer() {
    printf '%s\n' "${code[@]}" | each 1 gcc -std=c11 -O0 -fanalyzer "${warnings[@]}" -o /dev/null -c
}

# The build is clang's; gcc warns of other things.
gcc_warnings() {
    printf '%s\n' "${checked[@]}" | each 8 gcc -std=c11 -fsyntax-only "${warnings[@]}" -Itests/shim
}

# A header that needs another one first breaks only at the user who orders includes differently.
self_contained() {
    # shellcheck disable=SC2016 # as above; the flags are words
    printf '%s\n' "${headers[@]}" | flags="${warnings[*]}" each 1 sh -c '
        printf "#include \"%s\"\nextern int not_empty;\n" "$0" | clang-19 -x c -std=c11 $flags -fsyntax-only - ||
            { echo "not self-contained: $0" >&2; exit 1; }'
}

# Each room of lib/ and of cli/ includes those before it and itself: lib/README.md. Proofs are beside the rooms.
LIB_ROOMS="wire decode keys value read write frame message ffi schema methods"
CLI_ROOMS="io notation typed schema verbs"

# shellcheck disable=SC2046,SC2035 # words, none of which begins with a dash
rooms_in_order() { # rooms_in_order FOLDER ROOMS
    (cd "$1" && awk -v rooms="$2" '
        BEGIN { split(rooms, list, " "); for (i in list) floor[list[i]] = i + 0; floor["proof"] = 0 }
        FNR == 1 { split(FILENAME, from, "/"); if (!(from[1] in floor)) { print "no room: " from[1]; bad = 1 } }
        /^#include "/ {
            split($2, path, "\"")
            n = split(path[2], to, "/")
            if (n == 1) next
            seen += 1
            if (n != 3 || to[1] != ".." || !(to[2] in floor)) { print FILENAME ": not a room: " path[2]; bad = 1 }
            else if (floor[to[2]] > floor[from[1]]) { print FILENAME ": upwards: " path[2]; bad = 1 }
        }
        END { exit bad || seen == 0 }' $(find * -mindepth 1 -maxdepth 1 -name '*.[ch]' -not -path 'proof/*'))
}

consumer() { # consumer LANGUAGE STANDARD HEADER: somebody else's program, with somebody else's flags
    echo "#include \"$3\"" | clang-19 -x "$1" "-std=$2" "${warnings[@]}" -fsyntax-only -
}

formatted() {
    # shellcheck disable=SC2016 # as above
    printf '%s\n' "${all[@]}" | each 1 sh -c '
        clang-format-19 --dry-run --Werror --style=file:.clang-format "$0" 2>/dev/null ||
            { echo "to be formatted: clang-format-19 -i $0" >&2; exit 1; }'
}

timed() { # timed NAME COMMAND: as expect_success, and says how long it took
    local begun=$SECONDS
    expect_success "$@"
    echo "    $((SECONDS - begun)) s"
}

# Each tool has to be able to fail: on these, after it let the sources pass.
bad=$TEST_TMPDIR/bad.c
leak=$TEST_TMPDIR/leak.c
good=$TEST_TMPDIR/good.c
echo 'extern int gdv_nothing;' >"$good"
cat >"$bad" <<'END'
int gdv_bad(int n);
int gdv_bad(int n) {
  int table[4] = {0, 1, 2, 3};
  if (n > 9) { return gdv_bad(n - 1); }
  return table[4];
}
END
cat >"$leak" <<'END'
#include <stdlib.h>
int gdv_leak(void);
int gdv_leak(void) {
    int *p = malloc(sizeof *p);
    *p = 1;
    return 0;
}
END

tidied() { # tidied NODES
    timed "clang-tidy" tidy "$1"
    code=("$bad" "$good")
    expect_refusal "clang-tidy sees recursion" "misc-no-recursion" tidy "$1"
    code=("$leak" "$good")
    expect_refusal "its analyzer sees a leak" "clang-analyzer-unix.Malloc" tidy "$1"
}

case $part in
tidy) tidied 75000 ;;
tidy-whole) tidied 225000 ;;
cppcheck)
    timed "cppcheck" cpp_check
    code=("$bad" "$good")
    checked=("$good")
    expect_refusal "cppcheck sees an index out of bounds" "arrayIndexOutOfBounds" cpp_check
    code=("$good")
    checked=("$bad" "$good")
    expect_refusal "cppcheck sees an index out of bounds in a test" "arrayIndexOutOfBounds" cpp_check
    ;;
others)
    timed "gcc -fanalyzer" gcc_analyzer
    timed "gcc warns of nothing in tests and fuzzers" gcc_warnings
    timed "every header compiles alone" self_contained
    expect_success "a room of lib/ includes only rooms before it" rooms_in_order lib "$LIB_ROOMS"
    expect_success "a room of cli/ includes only rooms before it" rooms_in_order cli "$CLI_ROOMS"
    expect_success "gdv.h in C99" consumer c c99 lib/include/gdv/gdv.h
    expect_success "gdv.h in C++17" consumer c++ c++17 lib/include/gdv/gdv.h
    timed "clang-format" formatted
    expect_refusal "a missing tool is seen" "no-such-linter is missing" tools_are_there gcc no-such-linter
    all=("$bad" "$good")
    expect_refusal "clang-format sees two columns of indent" "bad.c" formatted
    code=("$leak" "$good")
    expect_refusal "gcc -fanalyzer sees a leak" "analyzer-malloc-leak" gcc_analyzer
    echo 'static int gdv_bad(int unused) { return 0; }' >"$bad"
    checked=("$bad" "$good")
    expect_refusal "gcc sees an unused parameter in a test" "unused-parameter" gcc_warnings

    header=$TEST_TMPDIR/bad.h
    headers=(lib/include/gdv/status.h "$header" lib/include/gdv/policy.h)
    echo 'extern uint32_t gdv_needs_stdint;' >"$header"
    expect_refusal "a header that needs another one is seen" "not self-contained: .*bad.h" self_contained
    echo '_Static_assert(1, "C11");' >"$header"
    expect_refusal "a header that is not C99 is seen" "C11 extension" consumer c c99 "$header"
    echo 'extern int gdv_sum(int n, int numbers[static 4]);' >"$header"
    expect_refusal "a header that is not C++ is seen" "bad.h" consumer c++ c++17 "$header"

    mkdir -p "$TEST_TMPDIR/rooms/lib/decode"
    echo '#include "../read/reader.h"' >"$TEST_TMPDIR/rooms/lib/decode/bad.c"
    expect_refusal "an include of a room above is seen" "decode/bad.c: upwards: ../read/reader.h" \
        rooms_in_order "$TEST_TMPDIR/rooms/lib" "$LIB_ROOMS"
    ;;
*) expect_success "a part of that name: $part" false ;;
esac
finish
