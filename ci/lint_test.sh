#!/bin/bash
# SPDX-License-Identifier: MIT
# What reads the sources without running them. arguments: C files and headers. A missing tool is a failure: a lint
# that quietly did not run is worse than none.
set -eu
. ci/cases.sh

for tool in clang-19 clang-tidy-19 clang-format-19 cppcheck gcc; do
    if ! command -v "$tool" >/dev/null 2>&1; then
        echo "$tool is missing; ci/bazel installs it" >&2
        failed=$((failed + 1))
    fi
done
[ "$failed" -eq 0 ] || finish || exit 1

all=("$@")
code=()
headers=()
for file in "$@"; do
    case $file in
    lib/*.c | cli/*.c | examples/*.c) code+=("$file") ;;
    lib/*.h) headers+=("$file") ;;
    esac
done
warnings=(-Wall -Wextra -Wpedantic -Wundef -Werror -I.)

tidy() {
    # shellcheck disable=SC2016 # $0 is the file that xargs gives to the inner shell
    printf '%s\n' "${code[@]}" |
        xargs -P 2 -n 1 sh -c 'clang-tidy-19 --quiet --config-file=.clang-tidy "$0" -- -std=c11 -I. 2>/dev/null'
}

cpp_check() {
    cppcheck --quiet --std=c11 --enable=warning,performance,portability --inline-suppr --error-exitcode=1 \
        --suppressions-list=ci/cppcheck.suppress -I. "${code[@]}"
}

gcc_analyzer() {
    local file bad=0
    for file in "${code[@]}"; do
        gcc -std=c11 -O0 -fanalyzer "${warnings[@]}" -c "$file" -o /dev/null || bad=1
    done
    return "$bad"
}

# A header that needs another one first breaks only at the user who orders includes differently.
self_contained() {
    local header bad=0
    for header in "${headers[@]}"; do
        printf '#include "%s"\nextern int not_empty;\n' "$header" | clang-19 -x c -std=c11 "${warnings[@]}" -fsyntax-only - || {
            echo "not self-contained: $header" >&2
            bad=1
        }
    done
    return "$bad"
}

consumer() { # consumer LANGUAGE STANDARD: somebody else's program, with somebody else's flags
    echo '#include "lib/gdv.h"' | clang-19 -x "$1" "-std=$2" "${warnings[@]}" -fsyntax-only -
}

formatted() {
    local file bad=0
    for file in "${all[@]}"; do
        clang-format-19 --dry-run --Werror --style=file:.clang-format "$file" 2>/dev/null || {
            echo "to be formatted: clang-format-19 -i $file" >&2
            bad=1
        }
    done
    return "$bad"
}

expect_success "clang-tidy" tidy
expect_success "cppcheck" cpp_check
expect_success "gcc -fanalyzer" gcc_analyzer
expect_success "every header compiles alone" self_contained
expect_success "gdv.h in C99" consumer c c99
expect_success "gdv.h in C++17" consumer c++ c++17
expect_success "clang-format" formatted

# Each tool has to be able to fail.
bad=$TEST_TMPDIR/bad.c
cat >"$bad" <<'END'
int gdv_bad(int n);
int gdv_bad(int n) {
  int table[4] = {0, 1, 2, 3};
  if (n > 9) { return gdv_bad(n - 1); }
  return table[4];
}
END
code=("$bad")
all=("$bad")
expect_refusal "clang-tidy sees recursion" "misc-no-recursion" tidy
expect_refusal "cppcheck sees an index out of bounds" "arrayIndexOutOfBounds" cpp_check
expect_refusal "clang-format sees two columns of indent" "bad.c" formatted
cat >"$bad" <<'END'
#include <stdlib.h>
int gdv_bad(void);
int gdv_bad(void) {
    int *p = malloc(sizeof *p);
    *p = 1;
    return 0;
}
END
expect_refusal "gcc -fanalyzer sees a leak" "analyzer-malloc-leak" gcc_analyzer

finish
