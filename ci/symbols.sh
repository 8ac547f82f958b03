#!/bin/sh
# SPDX-License-Identifier: MIT
# usage: symbols.sh [--also NAME].. ARCHIVE-OR-OBJECT..
# Fails if the library needs more from outside than the four memory functions, if it has data that can be written,
# or if a name of its own does not begin with gdv_ and could collide with one of the program it is linked into.
# --also: what the compiler that made it puts in of its own.
set -eu

refused=0
also=
while [ "${1:-}" = --also ]; do
    also="$also $2"
    shift 2
done

nm --format=posix "$@" | awk -v also="$also" '
    /:$/ { next }
    $2 == "U" || $2 == "w" { needed[$1] = 1; next }
    $2 ~ /^[A-Z]$/ { defined[$1] = 1 }
    END {
        split("memcmp memcpy memmove memset" also, list, " ")
        for (i in list) allowed[list[i]] = 1
        # What position-independent code refers to; the linker resolves it without a call.
        allowed["_GLOBAL_OFFSET_TABLE_"] = 1
        for (name in needed)
            if (!(name in defined) && !(name in allowed)) { print "undefined symbol: " name; bad = 1 }
        n = 0
        for (name in defined) {
            n++
            # How position-independent code of 32 bits finds itself; each object brings what it takes of these.
            if (name ~ /^__x86\.get_pc_thunk\.[a-z]+$/) continue
            if (name !~ /^gdv_/) { print "name without gdv_: " name; bad = 1 }
        }
        if (n == 0) { print "no symbol defined"; bad = 1 }
        exit bad
    }' >&2 || refused=1

# Constants that hold addresses sit in .data.rel.ro, which is read-only once the program runs.
objdump -h -w "$@" | awk '
    $2 ~ /^\.(data|bss|tdata|tbss)/ && $2 !~ /^\.data\.rel\.ro/ && $3 !~ /^0+$/ {
        print "data that can be written: " $2 " (" $3 " bytes, hexadecimal)"; bad = 1
    }
    END { exit bad }' >&2 || refused=1

# A tentative definition has no section yet.
nm --format=posix "$@" | awk '
    $2 == "C" { print "data that can be written: " $1; bad = 1 }
    END { exit bad }' >&2 || refused=1

exit "$refused"
