#!/bin/bash
# SPDX-License-Identifier: MIT
# The library's sources in somebody else's build: with every folder of it among those of headers, in the dialect of GNU; and
# programs whose headers are of another ABI version or GDV_MAX_DEPTH than the library, which neither link nor start.
# arguments: the sources of lib/.
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

# --- depths and ABI versions

# Uses nothing of the library but one header of it.
compiler=clang-19
includes() { # includes HEADER FLAG..: the object of such a file
    printf '#include <gdv/%s>\nint main(void)\n{\n    return 0;\n}\n' "$1" >"$work/program.c"
    "$compiler" "${@:2}" -Wall -Wextra -Wpedantic -Wundef -Werror -c "$work/program.c" -o "$work/program.o"
}

built() { # built NAME FLAG..: the library as NAME.a and NAME.so, which is called libgdv.so.0 whatever it is
    local name=$1 folder=$work/$1.objects root=$PWD
    shift
    mkdir "$folder"
    (cd "$folder" && printf "$root/%s\n" "${sources[@]}" |
        xargs -P 2 -n 8 clang-19 -std=c11 -O1 -fPIC -fvisibility=hidden -ffunction-sections -fdata-sections "-I$root/lib/include" "$@" -c)
    ar rcs "$work/$name.a" "$folder"/*.o
    mkdir "$work/$name"
    clang-19 -shared -Wl,-soname,libgdv.so.0 "$folder"/*.o -o "$work/$name/libgdv.so.0"
}

links() { # links LIBRARY FLAG..: what `includes` made; it runs to its end
    "$compiler" "$work/program.o" "$work/$1.a" "${@:2}" -o "$work/program" && "$work/program"
}

# The program was linked with a library of its own kind, and finds LIBRARY when it starts. Bindings are lazy.
loads() { # loads LIBRARY FLAG..
    clang-19 "$work/program.o" -Wl,-z,lazy "${@:2}" "$work/$own/libgdv.so.0" -o "$work/program" || return 1
    LD_BIND_NOW='' LD_LIBRARY_PATH=$work/$1 "$work/program"
}

# The headers of the next ABI version, in which nothing else has changed.
mkdir "$work/next"
cp -rL lib/include "$work/next/"
chmod -R u+w "$work/next"
sed -i 's/^#define GDV_ABI_VERSION 0$/#define GDV_ABI_VERSION 1/' "$work/next/include/gdv/version.h"
expect_success "the headers of another ABI version" grep -qx '#define GDV_ABI_VERSION 1' "$work/next/include/gdv/version.h"

expect_success "a library of 1,024 levels" built depth1024
expect_success "a library of 16 levels" built depth16 -DGDV_MAX_DEPTH=16
expect_success "a library that defines what build systems define" built building -DGDV_BUILDING

for header in lib/include/gdv/*.h; do
    header=${header##*/}
    [ "$header" != export.h ] || continue # declares nothing
    includes "$header" -std=c99 -Ilib/include
    expect_success "$header and its library" links depth1024
    expect_refusal "$header and a library of 16 levels" 'undefined reference to `gdv_abi_0_1024' links depth16
    includes "$header" -std=c99 -Ilib/include -DGDV_MAX_DEPTH=16
    expect_success "$header of 16 levels and its library" links depth16
    expect_refusal "$header of 16 levels and a library of 1,024" 'undefined reference to `gdv_abi_0_16' links depth1024
    includes "$header" -std=c99 "-I$work/next/include"
    expect_refusal "$header of another ABI version" 'undefined reference to `gdv_abi_1_1024' links depth1024
done

includes gdv.h -std=c11 -Ilib/include -DGDV_MAX_DEPTH=1024
expect_success "1,024 levels by the command line" links depth1024
for how in "clang-19 -x c -std=c99" "gcc -x c -std=c17 -O2 -fvisibility=hidden" "clang-19 -x c++ -std=c++98 -O2" \
    "clang-19 -x c++ -std=c++23" "gcc -x c -O2 -flto" "gcc -x c -O2 -ffunction-sections -fdata-sections"; do
    compiler=${how%% *}
    # shellcheck disable=SC2086 # words
    includes gdv.h ${how#* } -Ilib/include
    expect_success "$how, unused sections dropped" links building -O2 -Wl,--gc-sections
    # shellcheck disable=SC2086 # words
    includes gdv.h ${how#* } -Ilib/include -DGDV_MAX_DEPTH=17
    expect_refusal "$how, and another depth" 'undefined reference to `gdv_abi_0_17' links building -O2 -Wl,--gc-sections
done
compiler=clang-19

for position in "-fno-pie -no-pie" "-fpie -pie"; do
    # shellcheck disable=SC2086 # the flag of the compiler and that of the linker
    set -- $position
    own=depth1024
    includes gdv.h "$1" -Ilib/include
    expect_success "$2, started with its library" loads depth1024 "$2"
    expect_refusal "$2, started with a library of 16 levels" 'undefined symbol: gdv_abi_0_1024' loads depth16 "$2"
    own=depth16
    includes gdv.h "$1" -Ilib/include -DGDV_MAX_DEPTH=16
    expect_refusal "$2 of 16 levels, started with one of 1,024" 'undefined symbol: gdv_abi_0_16' loads depth1024 "$2"
done

finish
