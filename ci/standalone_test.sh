#!/bin/bash
# SPDX-License-Identifier: MIT
# The library from its sources alone, as the README says: a copy of lib/, a program, one line of a compiler and no flag but
# the folder of the public headers. All sources as one file, which shows that no two of them use one name. The two files of
# lib/amalgamate. And the program in each standard of C and C++ that the headers are for.
# arguments: compilers. A program for Windows is linked and not run; one for wasm32 has no C library, and node runs it.
set -eu
. ci/cases.sh

work=$TEST_TMPDIR/standalone
mkdir -p "$work/one" "$work/other"
cp -rL lib "$work/lib"
chmod -R u+w "$work/lib"
cp -rL tests/consumers/. "$work/"
# shellcheck disable=SC2016 # a file that includes all others
(cd "$work" && printf '#include "%s"\n' lib/*/*.c >unity.c)
version=$(awk '$2 ~ /^GDV_VERSION_(MAJOR|MINOR|PATCH)$/ { printf "%s%s", dot, $3; dot = "." }' lib/include/gdv/version.h)

# How a compiler is called.
declare -A calls=([wasm32]="clang-19 --target=wasm32 -Iwasm")
# And to link a program.
declare -A links=([wasm32]="-nostdlib -Wl,--no-entry -Wl,--export=serve -Wl,--export=said -Dmain=serve wasm/libc.c")

runs() { # runs COMPILER PROGRAM: unless it is for another system
    case $1 in
    *-mingw32-*) [ -s "$2.exe" ] ;;
    wasm32) [ "$(node "$work/wasm/run.js" "$2")" = "gdv $version serves" ] ;;
    *) [ "$("$2")" = "gdv $version serves" ] ;;
    esac
}

built() { # built COMPILER FLAG-OR-SOURCE..: by one line, which says nothing
    local said call link
    read -ra call <<<"${calls[$1]:-$1}"
    read -ra link <<<"${links[$1]:-}"
    rm -f "$work/server" "$work/server.exe"
    if ! said=$(cd "$work" && "${call[@]}" "${@:2}" ${link[@]+"${link[@]}"} -o server 2>&1) || [ -n "$said" ]; then
        printf '%s\n' "$said"
        return 1
    fi
    runs "$1" "$work/server"
}

strict="-Wall -Wextra -Wpedantic -Wconversion -Werror"

warned_of_nothing() { # warned_of_nothing COMPILER: with warnings that the README promises are not earned
    local call
    read -ra call <<<"${calls[$1]:-$1}"
    # shellcheck disable=SC2086 # words
    case $1 in
    tcc) (cd "$work/other" && tcc -Wall -Werror -I../lib/include -c ../lib/*/*.c) ;;
    *) (cd "$work" && "${call[@]}" -std=c11 $strict -Ilib/include -fsyntax-only lib/*/*.c) ;;
    esac
}

standards() { # standards COMPILER: as LANGUAGE STANDARD
    case $1 in
    tcc) ;; # knows one
    *) printf '%s\n' "c c99" "c c11" "c c17" ;;
    esac
    case $1 in
    clang-19 | gcc) printf '%s\n' "c++ c++98" "c++ c++03" "c++ c++11" "c++ c++14" "c++ c++17" "c++ c++20" "c++ c++23" ;;
    esac
}

# The library for it is compiled once.
in_standard() { # in_standard COMPILER LANGUAGE STANDARD
    # shellcheck disable=SC2086 # words
    built "$1" $strict -Wundef -Ilib/include -x "$2" "-std=$3" server.c -x none one.o
}

compiled_once() { # compiled_once COMPILER: of the two files, as the one object that programs link
    local call
    read -ra call <<<"${calls[$1]:-$1}"
    (cd "$work" && "${call[@]}" -c one/gdv.c -o one.o)
}

same_again() { # same_again: the two files, elsewhere and in another time zone
    (cd "$work/other" && TZ=Asia/Tokyo LC_ALL=C.UTF-8 sh ../lib/amalgamate) &&
        cmp "$work/one/gdv.c" "$work/other/gdv.c" && cmp "$work/one/gdv.h" "$work/other/gdv.h"
}

is_one_piece() { # is_one_piece: nothing of the library is included but gdv.h, no line is said to be another's
    ! grep -n '^#include "' "$work/one/gdv.c" | grep -v '^[0-9]*:#include "gdv.h"$' &&
        ! grep -n '^#include "' "$work/one/gdv.h" && ! grep -nE '^# *(line|[0-9])|^#include "?[./]*proof/' "$work/one/"gdv.[ch] && ! grep -n __FRAMAC__ "$work/one/gdv.c"
}

expect_success "two files of the library" sh "$work/lib/amalgamate" "$work/one"
expect_success "the same bytes elsewhere" same_again
expect_success "each in one piece" is_one_piece
sed 's,^#include <gdv/gdv.h>$,#include "gdv.h",' "$work/server.c" >"$work/one/server.c"

for compiler in "$@"; do
    # shellcheck disable=SC2046 # a list of words
    expect_success "$compiler: a copy of lib/ and nothing else" built "$compiler" -Ilib/include server.c $(cd "$work" && echo lib/*/*.c)
    expect_success "$compiler: all sources as one" built "$compiler" -Ilib/include server.c unity.c
    expect_success "$compiler: the two files" built "$compiler" one/server.c one/gdv.c
    expect_success "$compiler: warns of nothing" warned_of_nothing "$compiler"
    expect_success "$compiler: the two files as an object" compiled_once "$compiler"
    while read -r language standard; do
        [ -z "$language" ] ||
            expect_success "$compiler: a program in $standard" in_standard "$compiler" "$language" "$standard"
    done < <(standards "$compiler")
done

# --- a DLL: it shows public names only, a program finds them there, and one of another depth does not link

dll() { # dll COMPILER
    (cd "$work" && "$1" -DGDV_SHARED -DGDV_BUILDING -Ilib/include -shared lib/*/*.c -o gdv.dll -Wl,--out-implib,libgdv.dll.a) &&
        "${1%gcc}objdump" -p "$work/gdv.dll" | sed -n '/Ordinal\/Name Pointer/,/^$/p' | awk '
            $NF ~ /^gdv_/ { public += 1; next }
            $1 ~ /^\[/ && $NF != "Table" { print "exported: " $NF; bad = 1 }
            END { exit bad || public < 100 }'
}

with_dll() { # with_dll COMPILER FLAG..: what it imports goes to standard output
    (cd "$work" && "$1" -DGDV_SHARED "${@:2}" -Ilib/include server.c libgdv.dll.a -o server.exe && "${1%gcc}objdump" -p server.exe)
}

imports_abi() { # imports_abi COMPILER
    with_dll "$1" >"$work/imports" && grep -q 'DLL Name: gdv.dll' "$work/imports" && grep -qw gdv_abi_0_1024 "$work/imports"
}

for compiler in "$@"; do
    case $compiler in
    *-mingw32-*)
        expect_success "$compiler: a DLL shows public names only" dll "$compiler"
        expect_success "$compiler: a program imports the symbol of its ABI" imports_abi "$compiler"
        expect_refusal "$compiler: not one of 16 levels" 'undefined reference to `gdv_abi_0_16' with_dll "$compiler" -DGDV_MAX_DEPTH=16
        ;;
    esac
done

# Two files with one name, and a file that needs what is not in lib/.
printf 'static int walk_packet(void) { return 0; }\nint gdv_planted_a(void) { return walk_packet(); }\n' >"$work/lib/wire/planted_a.c"
printf 'static long walk_packet(void) { return 0; }\nlong gdv_planted_b(void) { return walk_packet(); }\n' >"$work/lib/wire/planted_b.c"
(cd "$work" && printf '#include "%s"\n' lib/*/*.c >unity.c)
expect_refusal "one name in two files is seen" "walk_packet" built "$1" -Ilib/include server.c unity.c
sh "$work/lib/amalgamate" "$work/one"
expect_refusal "in the two files too" "walk_packet" built "$1" one/server.c one/gdv.c
printf '#include "tests/support/support.h"\n' >"$work/lib/wire/planted_a.c"
# shellcheck disable=SC2046 # as above
expect_refusal "an include from outside is seen" "support.h" built "$1" -Ilib/include server.c $(cd "$work" && echo lib/*/*.c)
expect_refusal "and by lib/amalgamate" "cannot read" sh "$work/lib/amalgamate" "$work/one"
printf '#include <stdlib.h>\n#include <time.h>\n' >"$work/lib/wire/planted_a.c"
expect_refusal "a header of the system that would be hidden is seen" "not known here: #include <time.h>" sh "$work/lib/amalgamate" "$work/one"
finish
