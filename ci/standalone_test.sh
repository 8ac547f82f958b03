#!/bin/bash
# SPDX-License-Identifier: MIT
# The library from its sources alone, as the README says: a copy of lib/, a program, one line of a compiler and no flag but
# the folder of the public headers. And all sources as one file, which shows that no two of them use one name.
# arguments: compilers. A program for another system is linked and not run.
set -eu
. ci/cases.sh

work=$TEST_TMPDIR/standalone
mkdir -p "$work"
cp -rL lib "$work/lib"
chmod -R u+w "$work/lib"

cat >"$work/server.c" <<'PROGRAM'
#include <gdv/gdv.h>
#include <stdio.h>
int main(void)
{
    static const unsigned char nil[] = {0, 0, 0, 0};
    unsigned char scratch[256];
    gdv_status whole = gdv_validate(nil, 4, GDV_DIALECT_GODOT4_4, NULL, scratch, 256, NULL, NULL);
    gdv_status cut = gdv_validate(nil, 3, GDV_DIALECT_GODOT4_4, NULL, scratch, 256, NULL, NULL);
    printf("%s %s\n", gdv_status_name(whole), gdv_status_name(cut));
    return whole == GDV_OK && cut == GDV_E_TRUNCATED ? 0 : 1;
}
PROGRAM
# shellcheck disable=SC2016 # a file that includes all others
(cd "$work" && printf '#include "%s"\n' lib/*/*.c >unity.c)

runs() { # runs COMPILER PROGRAM: unless it is for another system
    case $1 in
    *-mingw32-*) [ -s "$2.exe" ] ;;
    *) [ "$("$2")" = "OK TRUNCATED" ] ;;
    esac
}

built() { # built COMPILER SOURCE..: by one line, which says nothing
    local said
    rm -f "$work/server" "$work/server.exe"
    if ! said=$(cd "$work" && "$1" -Ilib/include server.c "${@:2}" -o server 2>&1) || [ -n "$said" ]; then
        printf '%s\n' "$said"
        return 1
    fi
    runs "$1" "$work/server"
}

warned_of_nothing() { # warned_of_nothing COMPILER: with warnings that the README promises are not earned
    (cd "$work" && "$1" -std=c11 -Wall -Wextra -Wpedantic -Werror -Ilib/include -fsyntax-only lib/*/*.c)
}

for compiler in "$@"; do
    # shellcheck disable=SC2046 # a list of words
    expect_success "$compiler: a copy of lib/ and nothing else" built "$compiler" $(cd "$work" && echo lib/*/*.c)
    expect_success "$compiler: all sources as one" built "$compiler" unity.c
    expect_success "$compiler: warns of nothing" warned_of_nothing "$compiler"
done

# Two files with one name, and a file that needs what is not in lib/.
printf 'static int walk_packet(void) { return 0; }\nint gdv_planted_a(void) { return walk_packet(); }\n' >"$work/lib/wire/planted_a.c"
printf 'static long walk_packet(void) { return 0; }\nlong gdv_planted_b(void) { return walk_packet(); }\n' >"$work/lib/wire/planted_b.c"
(cd "$work" && printf '#include "%s"\n' lib/*/*.c >unity.c)
expect_refusal "one name in two files is seen" "walk_packet" built "$1" unity.c
printf '#include "tests/support/support.h"\n' >"$work/lib/wire/planted_a.c"
# shellcheck disable=SC2046 # as above
expect_refusal "an include from outside is seen" "support.h" built "$1" $(cd "$work" && echo lib/*/*.c)
finish
