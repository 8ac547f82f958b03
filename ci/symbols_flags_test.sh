#!/bin/bash
# SPDX-License-Identifier: MIT
# Promise 2 of SECURITY.md as to what compilers put in of their own: by gcc and clang, with addresses of 32 bits, without
# optimisation, with it and for size, with a stack protector and without, the library calls the four memory functions and
# what is named here, and all that is named here is called by one of them.
set -eu
. ci/cases.sh

work=$TEST_TMPDIR/flags
division="__udivdi3 __umoddi3"

compiled() { # compiled FLAGS..: the objects of lib/ in $work
    rm -rf "$work"
    mkdir -p "$work"
    for source in "${LIB:-lib}"/*/*.c; do
        printf '%s\0-o\0%s\0' "$source" "$work/$(basename "$source" .c).o"
    done | xargs -0 -n 3 -P 2 "$@" -std=c11 -Ilib/include -c
}

# Of NAMES each is allowed, and without it the check refuses.
calls() { # calls NAMES COMPILER FLAG..
    local names=$1 name other
    local -a also
    shift
    compiled "$@" || return 1
    also=()
    for name in $names; do
        also+=(--also "$name")
    done
    sh ci/symbols.sh ${also[@]+"${also[@]}"} "$work"/*.o || return 1
    for name in $names; do
        also=()
        for other in $names; do
            [ "$other" = "$name" ] || also+=(--also "$other")
        done
        if sh ci/symbols.sh ${also[@]+"${also[@]}"} "$work"/*.o 2>"$work/said" ||
            ! grep -qx "undefined symbol: $name" "$work/said"; then
            echo "$name is not called"
            return 1
        fi
    done
}

check() { # check NAMES COMPILER FLAG..
    expect_success "${*:2}: $([ -z "$1" ] && echo "nothing besides" || echo "$1")" calls "$@"
}

check "$division" gcc -m32 -O0
check "" gcc -m32 -O2
check "__udivdi3 __udivmoddi4" gcc -m32 -Os
check "$division __stack_chk_fail_local" gcc -m32 -O0 -fstack-protector-all
check "__stack_chk_fail_local" gcc -m32 -O2 -fstack-protector-all
check "__stack_chk_fail" gcc -m32 -O2 -fno-pie -fstack-protector-all
check "" clang-19 -m32 -O0
check "" clang-19 -m32 -O2
check "__udivdi3" clang-19 -m32 -Os
check "__udivdi3 __lshrdi3 __ashldi3" clang-19 -m32 -Oz
check "__stack_chk_fail" clang-19 -m32 -O0 -fstack-protector-all
check "__stack_chk_fail" clang-19 -m32 -O2 -fstack-protector-all
check "__stack_chk_fail" gcc -O2 -fstack-protector-all
check "__stack_chk_fail" clang-19 -O2 -fstack-protector-all

# The check has to be able to fail.
export LIB=$TEST_TMPDIR/planted
mkdir -p "$LIB/room"
printf 'void *malloc(unsigned); void *gdv_planted(void) { return malloc(5); }\n' >"$LIB/room/planted.c"
expect_refusal "allocation" "undefined symbol: malloc" calls "" gcc -m32 -O0
printf 'int gdv_planted(void) { return 5; }\n' >"$LIB/room/planted.c"
expect_refusal "a name that nobody calls" "__udivdi3 is not called" calls "$division" gcc -m32 -O0
finish
