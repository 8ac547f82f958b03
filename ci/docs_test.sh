#!/bin/bash
# SPDX-License-Identifier: MIT
# What the documents say is there: the C of the README compiles as it stands, and every test that SECURITY.md names to
# keep a promise exists.
set -eu
. ci/cases.sh

# The first C block of the README, as the middle of a server's function.
readme_example_compiles() {
    local program=$TEST_TMPDIR/example.c
    {
        echo '#include <stdio.h>'
        echo '#include "lib/gdv.h"'
        echo 'void serve(const void *packet, size_t size);'
        echo 'void serve(const void *packet, size_t size)'
        echo '{'
        sed -n '/^```c$/,/^```$/p' README.md | grep -v '^```' | grep -v '^#include'
        echo '}'
    } >"$program"
    [ "$(wc -l <"$program")" -gt 8 ] && clang-19 -std=c11 -Wall -Wextra -Wpedantic -Werror -I. -fsyntax-only "$program"
}

named_targets() { # named_targets FILE: every //package:target in it
    grep -oE '//[a-z]+:[a-z0-9_]+' "$1" | sort -u
}

# A target is a test file, or a name that its package's BUILD file has or makes from one.
exists() { # exists //package:target
    local package=${1#//} name=${1#*:}
    package=${package%%:*}
    case $1 in
    //tests:test_* | //docs:test_*) [ -f "$package/$name.c" ] ;;
    //examples:test_*) [ -f "examples/$name.sh" ] ;;
    //fuzz:*) grep -q "\"${name%_planted}\"" fuzz/BUILD ;;
    //fuzz:*_regression | //fuzz:*_msan) grep -q "name = \"${name%_*}\"" fuzz/BUILD ;;
    //cli:test_*) [ -f "cli/$name.sh" ] ;;
    *) grep -q "name = \"$name\"" "$package/BUILD" ;;
    esac
}

targets_exist() { # targets_exist FILE
    local target missing=0 count=0
    for target in $(named_targets "$1"); do
        count=$((count + 1))
        exists "$target" || {
            echo "$1 names $target, which does not exist"
            missing=1
        }
    done
    [ "$count" -gt 0 ] && [ "$missing" -eq 0 ]
}

# Every path with a slash that is spelled as code.
files_exist() { # files_exist FILE..
    local path missing=0 count=0
    for path in $(grep -hoE '`(lib|docs|examples|corpus)/[a-z0-9_./-]*`' "$@" | tr -d '`' | sort -u); do
        count=$((count + 1))
        [ -e "$path" ] || {
            echo "$path does not exist"
            missing=1
        }
    done
    [ "$count" -gt 0 ] && [ "$missing" -eq 0 ]
}

# A promise without a check must say that it is not kept yet.
every_promise_is_checked() {
    local promises
    promises=$(grep -cE '^\| [1-9] \|' SECURITY.md)
    [ "$promises" -eq 9 ] &&
        ! grep -E '^\| [1-9] \|' SECURITY.md | grep -v 'not yet' | grep -vqE '`//[a-z]+:[a-z_0-9]+`'
}

expect_success "the README's C compiles" readme_example_compiles
expect_success "the targets that README.md names exist" targets_exist README.md
expect_success "the targets that SECURITY.md names exist" targets_exist SECURITY.md
expect_success "the targets that the guide names exist" targets_exist docs/guide.md
expect_success "the files that README.md and the guide name exist" files_exist README.md docs/guide.md
expect_success "each of the nine promises names its check, or says that it is not kept yet" every_promise_is_checked

printf 'see //ci:no_such_test\n' >"$TEST_TMPDIR/wrong.md"
expect_refusal "a name that leads nowhere" 'does not exist' targets_exist "$TEST_TMPDIR/wrong.md"
finish
