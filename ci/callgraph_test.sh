#!/bin/bash
# SPDX-License-Identifier: MIT
# Promise 2: no recursion, no call through a pointer, no call of anything but memcpy, memcmp, memmove, memset,
# and a stack that is known before the program runs. arguments: the sources of lib/.
set -eu
. ci/cases.sh

# A server thread's stack may be as small as 64 KiB; a quarter of the smallest is what a packet may cost.
limit=gdv_validate=16384

work=$TEST_TMPDIR/graphs
mkdir -p "$work"

# graphs DIRECTORY OPTIMISATION SOURCE..: compiles, leaving one .ci file for each source.
graphs() {
    local out=$1 optimisation=$2 source
    shift 2
    mkdir -p "$out"
    for source in "$@"; do
        # No stack protector and no fortify: they add calls of their own, in frames that do not return.
        # No red zone: GCC leaves the 128 bytes that a leaf function may use below the stack out of its frame.
        gcc -std=c11 "$optimisation" -Ilib/include -fvisibility=hidden -fno-stack-protector -U_FORTIFY_SOURCE \
            -mno-red-zone -fcallgraph-info=su,da -c "$source" -o "$out/$(basename "$source" .c).o"
    done
}

# The names that the library exports: global and not hidden.
public() {
    objdump -t "$@" | awk '/ g +F \.text/ && !/\.hidden/ { print $NF }' | sort
}

sources=()
for file in "$@"; do
    case $file in
    *.c) sources+=("$file") ;;
    esac
done

bound_library() {
    local out=$work/lib$1 name
    local entries=()
    graphs "$out" "$1" "${sources[@]}"
    for name in $(public "$out"/*.o); do
        entries+=(--entry "$name")
    done
    echo "deepest stack, gcc $1:"
    python3 ci/stack_bound.py --limit "$limit" "${entries[@]}" "$out"/*.ci
}

# At -O2 calls are inlined and loops made of tail calls; -O0 shows every call as it was written.
expect_success "the library at -O2" bound_library -O2
expect_success "the library at -O0" bound_library -O0

# The check has to be able to fail: each of these is a library with one thing wrong.
plant() { # plant NAME TEXT SOURCE [SOURCE]
    local name=$1 pattern=$2 level n
    shift 2
    for level in -O0 -O2; do
        rm -rf "$work/planted"
        mkdir -p "$work/planted"
        n=0
        for text in "$@"; do
            n=$((n + 1))
            printf '#include <stddef.h>\n#include <string.h>\n%s\n' "$text" >"$work/planted/$n.c"
        done
        graphs "$work/planted" "$level" "$work"/planted/*.c
        expect_refusal "$name at $level" "$pattern" \
            python3 ci/stack_bound.py --limit "$limit" "$work"/planted/*.ci
    done
}

plant "direct recursion" "recursion: gdv_validate -> gdv_validate" \
    'int gdv_validate(int n) { volatile int m = n; return n > 0 ? gdv_validate(n - 1) * m + m : 0; }'
plant "recursion across files" "recursion: .*gdv_validate" \
    'int other(int n); int gdv_validate(int n) { return n > 0 ? other(n - 1) + 1 : 0; }' \
    'int gdv_validate(int n); int other(int n) { return n > 0 ? gdv_validate(n - 1) + 2 : 1; }'
plant "call through a pointer" "call through a pointer" \
    'int gdv_validate(int (*callback)(int)) { return callback(1) + 1; }'
plant "allocation" "gdv_validate: calls malloc" \
    'void *malloc(size_t); void *gdv_validate(void) { return malloc(5); }'
plant "hidden libc call" "gdv_validate: calls strlen" \
    'size_t gdv_validate(const char *s) { return strlen(s) + 1; }'
plant "variable-length array" "frame of variable size" \
    'int gdv_validate(int n) { volatile char v[n]; v[0] = 1; return v[n / 2]; }'
plant "alloca" "frame of variable size" \
    'int gdv_validate(int n) { volatile char *v = __builtin_alloca(n); v[0] = 1; return v[n / 2]; }'
plant "big frame" "more than 16384" \
    'int gdv_validate(int n) { volatile char v[16384]; v[n] = 1; return v[n / 2]; }'
plant "big frame below" "more than 16384" \
    'int below(int n); int gdv_validate(int n) { volatile char v[9000]; v[n] = 1; return below(n) + v[n]; }' \
    'int below(int n) { volatile char v[9000]; v[n] = 1; return v[n]; }'
# At -O2 the loop becomes a part of its own, of which the call has no label in the graph.
plant "big frame in a part split off" "more than 16384" \
    'int split(int n) { if (n == 0) return 0; volatile char v[16384]; for (int i = 0; i < n; i++) v[i] = 1; return v[n / 2]; }
     int gdv_validate(int n) { return split(n) + split(n + 1); }'

finish
