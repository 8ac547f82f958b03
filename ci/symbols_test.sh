#!/bin/bash
# SPDX-License-Identifier: MIT
# Promise 2, seen from the linker: no allocation, no libc but four functions, no globals. arguments: the files of a
# release build of lib/.
set -eu
. ci/cases.sh

archive=
for file in "$@"; do
    case $file in
    *.a) archive=$file ;;
    esac
done
[ -n "$archive" ] || {
    echo "no static library among: $*" >&2
    exit 1
}

work=$TEST_TMPDIR/symbols
mkdir -p "$work"

# As a shared library shows what hidden visibility leaves to see. -z defs: all else must be inside.
exports_public_names_only() {
    local names
    clang-19 -shared -Wl,-z,defs -o "$work/libgdv.so" -Wl,--whole-archive "$archive" -Wl,--no-whole-archive
    names=$(nm -D --defined-only --format=posix "$work/libgdv.so" | cut -d ' ' -f 1 | sort)
    printf '%s\n' "$names" | sed 's/^/exported: /'
    printf '%s\n' "$names" | grep -qx gdv_validate && ! printf '%s\n' "$names" | grep -qv '^gdv_'
}

expect_success "the release library" sh ci/symbols.sh "$archive"
expect_success "the exported names" exports_public_names_only

# The check has to be able to fail.
plant() { # plant NAME TEXT SOURCE
    printf '#include <stddef.h>\n%s\n' "$3" >"$work/planted.c"
    clang-19 -std=c11 -O2 -fPIC -c "$work/planted.c" -o "$work/planted.o"
    expect_refusal "$1" "$2" sh ci/symbols.sh "$work/planted.o"
}

plant "allocation" "undefined symbol: malloc" 'void *malloc(size_t); void *gdv_a(void) { return malloc(5); }'
plant "errno" "undefined symbol: __errno_location" \
    'int *__errno_location(void); int gdv_a(void) { return *__errno_location(); }'
plant "foreign name" "name without gdv_: validate" 'int validate(void) { return 1; }'
plant "global with a value" "data that can be written: .data" 'int gdv_calls = 1;'
plant "global without a value" "data that can be written: .bss" 'int gdv_calls;'
plant "static in a function" "data that can be written: .bss" \
    'int gdv_count(void) { static int calls; return ++calls; }'
plant "thread-local" "data that can be written: .tbss" 'static _Thread_local int n; int gdv_n(void) { return ++n; }'

finish
