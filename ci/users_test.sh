#!/bin/bash
# SPDX-License-Identifier: MIT
# The library's sources in somebody else's build: with every folder of it among those of headers, in the dialect of GNU; and
# with a GDV_MAX_DEPTH of its own, which must be that of the program. arguments: the sources of lib/.
set -eu
. ci/cases.sh

sources=()
headers=()
for file in "$@"; do
    case $file in
    *.c) sources+=("$file") ;;
    *.h) headers+=("$file") ;;
    esac
done
work=$TEST_TMPDIR/users
mkdir -p "$work"

# --- its folders as folders of headers

# What <NAME> finds there instead of the system's own would break that system's headers.
names_are_free() { # names_are_free HEADER..
    local header taken=0
    for header in "$@"; do
        if echo "#include <${header##*/}>" | clang-19 -x c -std=gnu11 -fsyntax-only - 2>/dev/null; then
            echo "the system has a header of this name: $header"
            taken=1
        fi
    done
    [ $# -gt 0 ] && [ "$taken" -eq 0 ]
}

# In C and POSIX, whether this machine has them or not. Without trace.h, of an option that POSIX dropped in 2024.
names_are_not_standard() { # names_are_not_standard HEADER..
    printf '%s\n' "$@" | awk -F / '
        BEGIN {
            split("assert complex ctype errno fenv float inttypes iso646 limits locale math setjmp signal stdalign " \
                  "stdarg stdatomic stdbit stdbool stdckdint stddef stdint stdio stdlib stdnoreturn string tgmath " \
                  "threads time uchar wchar wctype aio cpio dirent dlfcn fcntl fmtmsg fnmatch ftw glob grp iconv " \
                  "langinfo libgen libintl monetary mqueue ndbm netdb nl_types poll pthread pwd regex sched search " \
                  "semaphore spawn strings stropts syslog tar termios ulimit unistd utime utmpx wordexp", list, " ")
            for (i in list) standard[list[i] ".h"] = 1
        }
        $NF in standard { print "C or POSIX has a header of this name: " $0; bad = 1 }
        END { exit bad || NR == 0 }'
}

compiles() { # compiles COMPILER..: every source, with the library's folders searched first by <NAME> as well
    local room folders=(-Ilib/include)
    for room in "$library"/*/ "$library"/include/gdv; do
        folders+=("-I$room")
    done
    printf '%s\n' "${sources[@]}" | xargs -P 2 -n 8 "$@" -std=gnu11 "${folders[@]}" -Wall -Wextra -Werror -fsyntax-only
}

library=lib
expect_success "no header of the library has the name of one of the system's" names_are_free "${headers[@]}"
expect_success "nor of one of C or POSIX" names_are_not_standard "${headers[@]}"
expect_success "clang-19 -I for each folder, -std=gnu11" compiles clang-19
expect_success "gcc -I for each folder, -std=gnu11" compiles gcc
expect_refusal "a header like the system's is seen" "has a header of this name: lib/strings.h" names_are_free lib/strings.h
expect_refusal "and by its name alone" "C or POSIX has a header of this name: lib/tgmath.h" names_are_not_standard lib/tgmath.h
library=$work/lib
mkdir "$library"
cp -rL lib/* "$library/"
chmod -R u+w "$library"
cp -L lib/decode/texts.h "$library/decode/strings.h"
expect_refusal "a build that finds it instead" "string" compiles clang-19

# --- depths

# A program that has a reader or a writer, or sizes something by the depth. CALL is one of the entry points.
cat >"$work/program.c" <<'PROGRAM'
#include <gdv/gdv.h>
int main(void)
{
    static gdv_reader reader;
    static gdv_writer writer;
    static gdv_node nodes[4];
    static unsigned char bytes[4]; /* nil */
    gdv_policy policy;
    gdv_document document;
    gdv_report report;
    size_t size = 0;
    int status = 0;
    (void)reader, (void)writer, (void)nodes, (void)bytes, (void)policy, (void)document, (void)report, (void)size;
    CALL;
    (void)status;
    return 0;
}
PROGRAM
dialect=GDV_DIALECT_GODOT4_4
calls=(
    "gdv_policy_init(&policy, GDV_POLICY_STRICT)"
    "status = gdv_validate(bytes, 4, $dialect, NULL, nodes, sizeof nodes, NULL, NULL)"
    "status = gdv_document_parse(&document, bytes, 4, $dialect, NULL, nodes, 4, NULL)"
    "status = gdv_reader_init(&reader, bytes, 4, $dialect, NULL, nodes, sizeof nodes)"
    "status = gdv_writer_init(&writer, bytes, 4, $dialect, NULL)"
    "status = gdv_canonicalize(bytes, 4, $dialect, NULL, nodes, sizeof nodes, NULL, 0, &size, NULL)"
)

built() { # built DEPTH: the library of that depth; none for what the headers say
    local folder=$work/depth$1 depth=()
    [ -z "$1" ] || depth=("-DGDV_MAX_DEPTH=$1")
    mkdir "$folder"
    (cd "$folder" && printf "$OLDPWD/%s\n" "${sources[@]}" |
        xargs -P 2 -n 8 clang-19 -std=c11 -O1 -fvisibility=hidden -I"$OLDPWD/lib/include" "${depth[@]}" -c)
    ar rcs "$folder/libgdv.a" "$folder"/*.o
}

links() { # links LIBRARY-DEPTH PROGRAM-DEPTH LANGUAGE STANDARD: the program of each call, and it runs to its end
    local call depth=()
    [ -z "$2" ] || depth=("-DGDV_MAX_DEPTH=$2")
    for call in "${calls[@]}"; do
        clang-19 -x "$3" "-std=$4" -Wall -Wextra -Wpedantic -Wundef -Werror -Ilib/include "${depth[@]}" "-DCALL=$call" \
            "$work/program.c" -x none "$work/depth$1/libgdv.a" -o "$work/program" || return 1
        "$work/program" || return 1
    done
}

refused_each() { # refused_each LIBRARY-DEPTH PROGRAM-DEPTH: none of the calls links
    local call each=("${calls[@]}")
    for call in "${each[@]}"; do
        calls=("$call")
        expect_refusal "a library of depth ${1:-1024} and a program of depth ${2:-1024}: ${call%%(*}" \
            'undefined reference to `gdv_' links "$1" "$2" c c11
    done
    calls=("${each[@]}")
}

expect_success "a library of 1,024 levels" built ""
expect_success "a library of 16 levels" built 16
for standard in "c c99" "c c11" "c++ c++17"; do
    # shellcheck disable=SC2086 # two words
    expect_success "both of 1,024 levels, $standard" links "" "" $standard
    # shellcheck disable=SC2086
    expect_success "both of 16 levels, $standard" links 16 16 $standard
done
expect_success "1,024 levels by the headers and by the command line" links "" 1024 c c11
refused_each "" 16
refused_each 16 ""
refused_each 16 17

finish
