#!/bin/bash
# SPDX-License-Identifier: MIT
# The mutation gate (tests/mutation/mutate) and a test of the gate itself.
#
#     ci/mutation_test.sh planted     a small library with strong tests passes; with weak ones it does not
#     ci/mutation_test.sh sample      150 mutants of lib/: the same, but for those that a change of it changes
#
# From the top of the checkout. The whole of lib/ is `tests/mutation/mutate run`.
set -eu
. ci/cases.sh

work=${TEST_TMPDIR:-$(mktemp -d)}/mutation

# plant NAME: a checkout whose library is one function; its test is read from standard input.
plant() {
    local root=$work/$1
    mkdir -p "$root/lib" "$root/tests/clamp" "$root/ci"
    cp -rL tests/shim "$root/tests/shim"
    cp -rL tests/mutation "$root/tests/mutation"
    printf '# ceiling: 0 mutants, 0 reasons\n' >"$root/tests/mutation/equivalent.tsv"
    cat >"$root/lib/clamp.h" <<'C'
#include <stdint.h>
uint32_t clamp(uint32_t value, uint32_t most);
C
    cat >"$root/lib/clamp.c" <<'C'
#include "clamp.h"
uint32_t clamp(uint32_t value, uint32_t most)
{
    uint32_t result = value;
    if (value > most + 1) {
        result = most + 1;
    }
    return result;
}
C
    cat - >"$root/tests/clamp/test_clamp.c"
    tree=$root
}

# excuse [ID EDIT REASON]..: the ledger of what was planted last has these and no others.
excuse() {
    local ledger=$tree/tests/mutation/equivalent.tsv
    printf '# ceiling: %d mutants, %d reasons\n' $(($# / 3)) $(($# / 3)) >"$ledger"
    while [ $# -gt 0 ]; do
        printf '%s\n\t%s\t%s\n' "$3" "$1" "$2" >>"$ledger"
        shift 3
    done
}

# gate [OPTION..]: of what was planted last.
gate() {
    tests/mutation/mutate --root "$tree" run --out "$work/out" "$@"
}

planted() {
    local mutant name='"lib/clamp.h"'
    mkdir -p "$work"

    plant strong <<C
#include <criterion/criterion.h>
#include $name
Test(clamp, below) { cr_assert_eq(clamp(3, 8), 3); cr_assert_eq(clamp(7, 8), 7); }
Test(clamp, at) { cr_assert_eq(clamp(9, 8), 9); cr_assert_eq(clamp(8, 8), 8); }
Test(clamp, above) { cr_assert_eq(clamp(10, 8), 9); cr_assert_eq(clamp(30, 8), 9); }
C
    # value > most is the one that makes no difference: of most + 1 it makes most + 1.
    mutant=$(tests/mutation/mutate --root "$tree" list | grep -P '\t5\t1 => 0$' | cut -f 1)
    expect_refusal "a survivor that is not listed" "^survived: lib/clamp.c:5 $mutant" gate
    local first=("$mutant" "1 => 0" "most + 1 becomes most + 1")
    excuse "${first[@]}"
    expect_success "strong tests, and one survivor that is listed" gate
    mutant=$(tests/mutation/mutate --root "$tree" list | grep '<= most' | cut -f 1)
    excuse "${first[@]}" "$mutant" "> => <=" "not so"
    expect_refusal "a listed mutant that dies" "but killed (test, clamp/[a-z]*): $mutant" gate
    excuse "lib/clamp.c:clamp:relation:00000000" "gone" "not there"
    expect_refusal "a listed mutant that is gone" "there is no such mutant" gate

    expect_success "a mutant is a patch of one edit" one_edit

    plant weak <<C
#include <criterion/criterion.h>
#include $name
Test(clamp, all) { clamp(3, 8); clamp(9, 8); clamp(30, 8); }
C
    expect_refusal "tests that assert nothing" "^survived: lib/clamp.c:6 .*:statement-dropped" gate

    # Of an iterator that begins with nothing: sum asks first how many there are, so that begin needs to set no more.
    plant unread <<C
#include <criterion/criterion.h>
#include $name
static uint32_t of(const uint32_t *at, uint32_t count)
{
    walk each;
    begin(&each, at, count);
    return sum(&each);
}
Test(clamp, walk) { uint32_t two[] = {3, 4}; cr_assert_eq(of(two, 2), 7); cr_assert_eq(of(two, 0), 0); }
C
    cat >"$tree/lib/clamp.h" <<'C'
#include <stdint.h>
typedef struct walk { const uint32_t *at; uint32_t next; uint32_t end; } walk;
void begin(walk *each, const uint32_t *at, uint32_t count);
uint32_t sum(walk *each);
C
    cat >"$tree/lib/clamp.c" <<'C'
#include "clamp.h"
void begin(walk *each, const uint32_t *at, uint32_t count)
{
    each->at = count > 0 ? at : 0;
    each->end = count;
    each->next = 0;
    if (count > 0) {
        each->next = 0;
    }
}
uint32_t sum(walk *each)
{
    uint32_t total = 0;
    while (each->next < each->end && each->at != 0) {
        total += each->at[each->next];
        each->next += 1;
    }
    return total;
}
C
    mutant=$(tests/mutation/mutate --root "$tree" list | grep -P 'statement-dropped:.*\t6\t' | cut -f 1)
    excuse "$mutant" "dropped" "of none, nobody looks at the next"
    expect_refusal "a listed mutant that MSan sees" "but killed (address, clamp/walk): $mutant" gate

    plant absent <<C
#include <criterion/criterion.h>
Test(clamp, all) { cr_assert(1); }
C
    expect_refusal "tests that never call it" "^unreached: lib/clamp.c" gate

    plant broken <<C
#include <criterion/criterion.h>
#include $name
Test(clamp, all) { cr_assert_eq(clamp(3, 8), 4); }
C
    expect_refusal "tests that fail without a mutant" "fail without any mutant: clamp/all" gate
}

# Each mutant is a patch that changes one line, and `apply` gives what the patch does.
one_edit() {
    local mutant patched=$work/patched applied=$work/applied
    for mutant in $(tests/mutation/mutate --root "$tree" list | cut -f 1); do
        rm -rf "$patched" "$applied"
        mkdir -p "$patched" "$applied"
        cp -r "$tree/lib" "$patched"
        tests/mutation/mutate --root "$tree" show "$mutant" | patch -s -p1 -d "$patched"
        tests/mutation/mutate --root "$tree" apply "$mutant" "$applied"
        diff -r "$patched/lib" "$applied/lib" || return 1
        ! diff -q "$tree/lib/clamp.c" "$applied/lib/clamp.c" >/dev/null || return 1
    done
}

case ${1:-} in
planted) planted ;;
sample) expect_success "150 mutants of lib/ die, or the list says why none can" \
    tests/mutation/mutate run --sample 150 --out "$work/sample" ;;
*)
    echo "usage: ci/mutation_test.sh planted|sample" >&2
    exit 2
    ;;
esac
finish
