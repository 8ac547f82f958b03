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
        echo '#include <gdv/gdv.h>'
        echo 'void serve(const void *packet, size_t size);'
        echo 'void serve(const void *packet, size_t size)'
        echo '{'
        sed -n '/^```c$/,/^```$/p' README.md | grep -v '^```' | grep -v '^#include'
        echo '}'
    } >"$program"
    [ "$(wc -l <"$program")" -gt 8 ] &&
        clang-19 -std=c11 -Wall -Wextra -Wpedantic -Werror -Ilib/include -fsyntax-only "$program"
}

named_targets() { # named_targets FILE: every //package:target in it
    grep -oE '//[a-z]+:[a-z0-9_]+([.]bzl)?' "$1" | sort -u
}

# A target is a test file, or a name that its package's BUILD file has or makes from one.
exists() { # exists //package:target
    local package=${1#//} name=${1#*:}
    package=${package%%:*}
    case $1 in
    //*.bzl) [ -f "$package/$name" ] ;;
    //*:all) [ -f "$package/BUILD" ] ;;
    //*_) compgen -G "$package/$name*" >/dev/null || compgen -G "$package/*/$name*" >/dev/null || grep -q "name = \"${name%_}\"" "$package/BUILD" ;; # any of them
    //tests:units_* | //tests:threads_* | //tests:test_race_*) grep -q "name = \"${name%_*}\"" tests/BUILD ;;
    //docs:test_*) [ -f "docs/$name.c" ] ;;
    //tests:test_*) compgen -G "tests/*/$name.c" >/dev/null || grep -q "name = \"$name\"" tests/BUILD ;;
    //examples:test_*) [ -f "examples/$name.sh" ] ;;
    //fuzz:*_afl | //fuzz:*_msan | //fuzz:*_planted | //fuzz:*_regression | //fuzz:*_replay)
        python3 fuzz/targets.py list | cut -f 1 | grep -x "${name%_*}" >/dev/null
        ;;
    //cli:test_*) [ -f "cli/tests/$name.sh" ] ;;
    *) grep -q "\"$name\"" "$package/BUILD" ;;
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

# The rows of fuzz/README.md and the openings of the harnesses, each "TARGET PROMISE..".
promises_of_table() { # promises_of_table FILE
    sed -nE 's/^\| `([a-z_]+)` \|.*\| ([1-9 ]+) \|$/\1 \2/p' "$1" | sort
}

promises_of_harnesses() {
    local source
    for source in $(grep -l '^int LLVMFuzzerTestOneInput(.*)$' fuzz/targets/*.c); do
        echo "$(basename "$source" .c) $(sed -nE '/\*\/$/{/SPDX/!q}; s/^ \*   ([1-9])  .*/\1/p' "$source" | paste -sd ' ')"
    done | sort
}

table_agrees() { # table_agrees FILE
    local table=$TEST_TMPDIR/table harnesses=$TEST_TMPDIR/harnesses
    promises_of_table "$1" >"$table"
    promises_of_harnesses >"$harnesses"
    [ -s "$harnesses" ] && diff "$table" "$harnesses"
}

# Every path with a slash that is spelled as code.
files_exist() { # files_exist FILE..
    local path missing=0 count=0
    for path in $(grep -hoE '`(cli|lib|docs|examples|corpus|fuzz|tests)/[a-z0-9_./-]*`' "$@" | tr -d '`' | sort -u); do
        count=$((count + 1))
        [ -e "$path" ] || {
            echo "$path does not exist"
            missing=1
        }
    done
    [ "$count" -gt 0 ] && [ "$missing" -eq 0 ]
}

# The names in the second column of the map's table, but for the lines that say which column is which.
files_of_map() { # files_of_map FILE
    sed -n '/^| room | file/,/^$/p' "$1" | awk -F '|' 'NR > 2 { print $3 }' | grep -oE '`[a-z0-9_]+\.[ch]`' | tr -d '`'
}

map_is_complete() { # map_is_complete FILE: each file of lib/ once, and nothing else
    local listed=$TEST_TMPDIR/listed there=$TEST_TMPDIR/there
    files_of_map "$1" | sort >"$listed"
    find -L lib -name '*.[ch]' -not -path 'lib/proof/*' -exec basename {} ';' | sort >"$there"
    [ -s "$there" ] && diff "$listed" "$there"
}

proofs_have_sources() { # proofs_have_sources PROOF..: NAME.h is a header's, NAME_c.h a source's
    local proof name missing=0
    for proof in "$@"; do
        name=$(basename "$proof" .h)
        compgen -G "lib/[!p]*/$name.h" >/dev/null || [ -e "lib/include/gdv/$name.h" ] ||
            compgen -G "lib/[!p]*/${name%_c}.c" >/dev/null || {
            echo "$proof is the contract of no source"
            missing=1
        }
    done
    [ $# -gt 0 ] && [ "$missing" -eq 0 ]
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
expect_success "the targets that fuzz/README.md names exist" targets_exist fuzz/README.md
expect_success "the files that fuzz/README.md names exist" files_exist fuzz/README.md
expect_success "its table has every fuzz target, and the promises that the target says it checks" table_agrees fuzz/README.md
expect_success "the targets that ci/README.md names exist" targets_exist ci/README.md
expect_success "the targets that docs/fuzzing.md names exist" targets_exist docs/fuzzing.md
expect_success "the files that docs/fuzzing.md names exist" files_exist docs/fuzzing.md
expect_success "the targets that docs/performance.md names exist" targets_exist docs/performance.md
expect_success "the files that docs/performance.md names exist" files_exist docs/performance.md
expect_success "the targets that docs/proof.md names exist" targets_exist docs/proof.md
expect_success "the files that docs/proof.md names exist" files_exist docs/proof.md
expect_success "the targets that lib/README.md names exist" targets_exist lib/README.md
expect_success "the files that lib/README.md, docs/glossary.md and CONTRIBUTING.md name exist" files_exist lib/README.md \
    docs/glossary.md CONTRIBUTING.md
expect_success "the map has each file of lib/ once" map_is_complete lib/README.md
expect_success "each contract in lib/proof is that of a source" proofs_have_sources lib/proof/*.h
expect_success "each of the nine promises names its check, or says that it is not kept yet" every_promise_is_checked

printf 'see //ci:no_such_test\n' >"$TEST_TMPDIR/wrong.md"
expect_refusal "a name that leads nowhere" 'does not exist' targets_exist "$TEST_TMPDIR/wrong.md"
printf 'see //fuzz:no_such_target_afl\n' >"$TEST_TMPDIR/wrong.md"
expect_refusal "a fuzz target that leads nowhere" 'does not exist' targets_exist "$TEST_TMPDIR/wrong.md"
grep -v '`links.h`' lib/README.md >"$TEST_TMPDIR/wrong.md"
expect_refusal "a file that the map leaves out" '> links.h' map_is_complete "$TEST_TMPDIR/wrong.md"
sed 's/`links.h` `links.c`/`links.h` `links.c` `keys.c`/' lib/README.md >"$TEST_TMPDIR/wrong.md"
expect_refusal "a file that stands twice in the map" '< keys.c' map_is_complete "$TEST_TMPDIR/wrong.md"
expect_refusal "a contract without a source" 'nothing.h is the contract of no source' proofs_have_sources lib/proof/step.h nothing.h
sed 's/^| `decode` .*/| `decode` | itself | 1 2 |/' fuzz/README.md >"$TEST_TMPDIR/wrong.md"
expect_refusal "a promise that a fuzz target does not check" 'decode 1 2' table_agrees "$TEST_TMPDIR/wrong.md"
finish
