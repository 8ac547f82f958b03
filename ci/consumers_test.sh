#!/bin/bash
# SPDX-License-Identifier: MIT
# The table "Use it from" of README.md: its lines, as printed, build a program that judges a good and two bad packets
# (tests/consumers/server.c), with warnings as errors. And what CMake's package promises besides: static and shared, C++, a
# library of another depth, unity builds. Bazel's rows are run by //ci:dependent_test, which reads them here too.
set -eu
. ci/cases.sh
. ci/readme_rows.sh

work=$TEST_TMPDIR/consumers
tree=$work/gdv-tree # a checkout, as far as users need it
mkdir -p "$tree/tests"
cp -rL CMakeLists.txt cmake lib "$tree/"
mkdir "$tree/cli"
cp -rL cli/CMakeLists.txt cli/main.c cli/gdv.1 cli/*/ "$tree/cli/"
cp -rL tests/CMakeLists.txt tests/consumers "$tree/tests/"
chmod -R u+w "$tree"

# What the printed commands find around them. CMake reads these variables.
export CFLAGS="-Wall -Wextra -Wpedantic -Wconversion -Werror" CXXFLAGS="-Wall -Wextra -Wpedantic -Wconversion -Werror"
export CMAKE_GENERATOR="Unix Makefiles" CMAKE_BUILD_PARALLEL_LEVEL=2
unset BUILD_SHARED_LIBS CMAKE_PREFIX_PATH PKG_CONFIG_PATH DESTDIR

serves() { # serves PROGRAM: says what only a program does that judged its packets right
    [ "$("$1")" = "gdv $version serves" ]
}

version=$(awk '$2 ~ /^GDV_VERSION_(MAJOR|MINOR|PATCH)$/ { printf "%s%s", dot, $3; dot = "." }' lib/include/gdv/version.h)
abi=$(awk '$2 == "GDV_ABI_VERSION" && NF == 3 { print $3 }' lib/include/gdv/version.h)
expect_success "the version stands in MODULE.bazel too" grep -qx "    version = \"$version\"," MODULE.bazel

# --- one printed line after the other, in a shell

in_order() { # in_order FOLDER ROW COLUMN
    local line
    printed "$2" "$3" >"$work/lines" || return 1
    while IFS= read -r line; do
        echo "+ $line"
        (cd "$1" && bash -c "$line" </dev/null) || return 1
    done <"$work/lines"
}

folder_with() { # folder_with NAME SOURCE..: an empty project, and what its owner has put there
    rm -rf "${work:?}/$1"
    mkdir "$work/$1"
    cp -r "${@:2}" "$work/$1/"
}

# --- a project of CMake with printed lines in it

# The rest of somebody's CMakeLists.txt. It wants no compiler but its own language's.
project() { # project FOLDER LANGUAGE LINE..
    local folder=$work/$1 language=$2 source=server.c
    shift 2
    if [ "$language" = CXX ]; then
        source=server.cc
        cp "$work/server.c" "$folder/server.cc"
    fi
    printf '%s\n' 'cmake_minimum_required(VERSION 3.25)' "project(server LANGUAGES $language)" \
        "add_executable(server $source)" "$@" >"$folder/CMakeLists.txt"
}

builds() { # builds FOLDER FLAG..: configured, built, and its program serves
    local folder=$work/$1 said
    shift
    said=$(cmake -S "$folder" -B "$folder/build" "$@" 2>&1 && cmake --build "$folder/build" 2>&1) || {
        printf '%s\n' "$said"
        return 1
    }
    if grep -iq warning <<<"$said"; then
        printf '%s\n' "$said"
        return 1
    fi
    serves "$folder/build/server"
}

uses() { # uses ROW FLAG..: the program, by the printed lines
    mapfile -t lines < <(printed "$1" build)
    [ ${#lines[@]} -gt 0 ] || return 1
    project user C "${lines[@]}"
    builds user "${@:2}"
}

cp tests/consumers/server.c "$work/server.c"
mkdir "$work/none"

run_installed() {
    in_order "$tree" "CMake, installed" once || return 1
    folder_with user "$work/server.c"
    CMAKE_PREFIX_PATH=$DESTDIR/usr/local uses "CMake, installed"
}

run_pkg_config() {
    folder_with user "$work/server.c"
    PKG_CONFIG_PATH=$DESTDIR/usr/local/lib/pkgconfig in_order "$work/user" pkg-config build && serves "$work/user/server"
}

run_beside() {
    folder_with user "$work/server.c"
    cp -r "$tree" "$work/user/gdv"
    uses "CMake, beside"
}

run_fetched() {
    folder_with user "$work/server.c"
    tar -C "$work" -czf "$work/user/gdv-$version.tar.gz" --transform "s,^gdv-tree,gdv-$version," --exclude=build gdv-tree
    uses "CMake, fetched"
}

run_copy() {
    folder_with user "$work/server.c" lib
    in_order "$work/user" "a copy of lib" build && serves "$work/user/server"
}

run_one_file() {
    folder_with user "$work/server.c" lib
    in_order "$work/user" "one file" once || return 1
    rm -rf "$work/user/lib"
    sed -i 's,^#include <gdv/gdv.h>$,#include "gdv.h",' "$work/user/server.c"
    in_order "$work/user" "one file" build && serves "$work/user/server"
}

run_elsewhere() { # run_elsewhere TEST ROW: it asks for the row by name
    grep -qF "printed \"$2\" build" "$1"
}

run_row() { # run_row ROW
    case $1 in
    "CMake, installed") run_installed ;;
    pkg-config) run_pkg_config ;;
    "CMake, beside") run_beside ;;
    "CMake, fetched") run_fetched ;;
    Bazel*) run_elsewhere ci/dependent_test.sh "$1" ;;
    "Debian packages") run_elsewhere ci/packages_test.sh "$1" ;;
    "a copy of lib") run_copy ;;
    "one file") run_one_file ;;
    *)
        echo "nobody runs this row of the table: $1"
        return 1
        ;;
    esac
}

export DESTDIR=$work/root
mapfile -t rows < <(rows_of_readme)
expect_success "the table has its rows" [ ${#rows[@]} -ge 9 ]
for row in "${rows[@]}"; do
    expect_success "$row" run_row "$row"
done
expect_refusal "a row that nobody runs" "nobody runs this row of the table: Autotools" run_row Autotools
expect_refusal "a row of Bazel that no test asks for" "" run_row "Bazel, by hand"

# --- what the package promises besides

installed() { # installed NAME FLAG..: from a build of its own
    local name=$1
    shift
    (unset DESTDIR
     cmake -S "$tree" -B "$work/build-$name" -DGDV_TESTS=OFF -DGDV_COMMAND=OFF "$@" && cmake --build "$work/build-$name" &&
        cmake --install "$work/build-$name" --prefix "$work/$name") >"$work/log" 2>&1 && return
    cat "$work/log"
    return 1
}

finds() { # finds NAME LANGUAGE LINE..: a program that finds what is installed there, and serves
    local name=$1 language=$2
    shift 2
    folder_with user "$work/server.c"
    project user "$language" "$@"
    CMAKE_PREFIX_PATH=$work/$name builds user ${flags[@]+"${flags[@]}"}
}
link='target_link_libraries(server gdv::gdv)'

soname_is() { # soname_is FILE NAME
    objdump -p "$1" | grep -q "SONAME *$2\$"
}

shows_public_names_only() {
    local names
    names=$(nm -D --defined-only --format=posix "$1" | cut -d ' ' -f 1)
    grep -qx gdv_validate <<<"$names" && ! grep -v '^gdv_' <<<"$names" && [ "$(wc -l <<<"$names")" -eq "$(public_names)" ]
}

public_names() { # functions that the headers declare, and the symbol of the ABI
    cat lib/include/gdv/*.h | tr '\n' ' ' | grep -oE 'GDV_API [^;{]*\b(gdv_[a-z0-9_]+\(|GDV_ABI_SYMBOL;)' | wc -l
}

flags=()
expect_success "the static library, unity" installed static -DCMAKE_UNITY_BUILD=ON
expect_success "C++ finds it" finds static CXX 'find_package(gdv 0.1 REQUIRED)' "$link"
expect_refusal "it is not the next version" 'with requested version "0.2"' finds static C 'find_package(gdv 0.2 REQUIRED)' "$link"
expect_refusal "nor shared" 'gdv_FOUND to FALSE' finds static C 'find_package(gdv REQUIRED COMPONENTS shared)' "$link"

expect_success "the shared library" installed shared -DBUILD_SHARED_LIBS=ON
library=$work/shared/lib/libgdv.so.$abi
expect_success "its name carries the ABI" soname_is "$library" "libgdv.so.$abi"
expect_success "it shows public names only" shows_public_names_only "$library"
expect_success "a program finds it" finds shared C 'find_package(gdv 0.1 REQUIRED COMPONENTS shared)' "$link"
cp "$work/user/build/server" "$work/of-1024"
expect_success "and names it" sh -c "objdump -p '$work/of-1024' | grep -q 'NEEDED *libgdv.so.$abi\$'"

expect_success "both, of 16 levels" installed both -DGDV_SHARED=ON -DGDV_MAX_DEPTH=16
depth='target_compile_definitions(server PRIVATE "GDV_WANTED=16")'
expect_success "a program is compiled for 16 levels" finds both C 'find_package(gdv 0.1 REQUIRED)' "$link" "$depth"
flags=(-DBUILD_SHARED_LIBS=ON)
expect_success "and with the shared one" finds both C 'find_package(gdv 0.1 REQUIRED)' "$link" "$depth"
expect_success "its pkg-config says so" sh -c "PKG_CONFIG_PATH='$work/both/lib/pkgconfig' pkg-config --cflags gdv | grep -q -- -DGDV_MAX_DEPTH=16"
expect_refusal "a program of 1,024 levels does not start with it" "undefined symbol: gdv_abi_${abi}_1024" \
    env "LD_LIBRARY_PATH=$work/both/lib" "$work/of-1024"

# --- a plug-in that keeps gdv to itself

hidden() {
    cc -shared -fPIC -fvisibility=hidden -DGDV_HIDDEN -DGDV_BUILDING -Ilib/include lib/*/*.c -o "$work/plugin.so" &&
        ! nm -D --defined-only "$work/plugin.so" | grep gdv_
}
expect_success "GDV_HIDDEN shows no name" hidden

finish
