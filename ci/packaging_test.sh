#!/bin/bash
# SPDX-License-Identifier: MIT
# What packages say of the library, without building them: one version everywhere, the names that the shared library
# shows, recipes that ask CMake only for what it has; and ci/dist on a tree of a few files. //ci:packages_test makes and
# installs the real ones.
set -eu
. ci/cases.sh
export LC_ALL=C

work=${TEST_TMPDIR:-$(mktemp -d)}/packaging
mkdir -p "$work"
debian=ci/packaging/debian
here=$PWD

number() { # number NAME FILE: what version.h defines
    sed -n "s/^#define GDV_$1 \([0-9][0-9]*\)$/\1/p" "$2"
}
header=lib/include/gdv/version.h
version=$(number VERSION_MAJOR $header).$(number VERSION_MINOR $header).$(number VERSION_PATCH $header)
abi=$(number ABI_VERSION $header)

# ---- one version

# Conan is not there: its names are, and do what the recipe asks of them.
conan() { # conan WORDS: Python, with `recipe` an instance and `here` the folder that it was exported from
    mkdir -p "$work/stub/conan/tools"
    printf 'class ConanFile:\n    pass\n' >"$work/stub/conan/__init__.py"
    : >"$work/stub/conan/tools/__init__.py"
    cat >"$work/stub/conan/tools/cmake.py" <<'STUB'
class CMakeToolchain:
    last = None
    def __init__(self, recipe):
        self.cache_variables = {}
        CMakeToolchain.last = self
    def generate(self):
        pass
class CMakeDeps(CMakeToolchain):
    def __init__(self, recipe):
        pass
CMake = cmake_layout = None
STUB
    cat >"$work/stub/conan/tools/files.py" <<'STUB'
import glob, os, shutil
def copy(recipe, pattern, source, destination):
    found = [each for each in glob.glob(os.path.join(source, pattern)) if not each.endswith("__pycache__")]
    assert found, "nothing is " + pattern
    for each in found:
        name = os.path.join(destination, os.path.relpath(each, source))
        os.makedirs(os.path.dirname(name), exist_ok=True)
        shutil.copytree(each, name, dirs_exist_ok=True) if os.path.isdir(each) else shutil.copy(each, name)
STUB
    PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=$work/stub:ci/packaging/conan python3 -c "
import os, sys, types
import conanfile, conan.tools.cmake
recipe = conanfile.Gdv()
recipe.recipe_folder = os.path.abspath('ci/packaging/conan')
recipe.export_sources_folder = '$work/exported'
recipe.options = types.SimpleNamespace(command=True, shared=False)
$1"
}

version_of() { # version_of FILE: as it writes it
    case $1 in
    MODULE.bazel) sed -n 's/^    version = "\(.*\)",$/\1/p' "$1" | head -n 1 ;;
    CHANGELOG.md) sed -n 's/^## \([0-9.]*\).*/\1/p' "$1" | head -n 1 ;;
    *.json) python3 -c 'import json, sys; print(json.load(open(sys.argv[1]))["version"])' "$1" ;;
    *.py) conan 'recipe.set_version(); print(recipe.version)' ;;
    esac
}

has_version() { # has_version FILE
    local said
    said=$(version_of "$1")
    [ "$said" = "$version" ] || { echo "$1 says $said, $header says $version" && return 1; }
}

# ---- Debian

# The package's name, its files and its list of names carry the ABI version, or old programs would meet a new library.
named_by_abi() { # named_by_abi ABI
    if ! grep -qx "Package: libgdv$1" $debian/control || [ ! -f "$debian/libgdv$1.install" ] ||
        ! grep -qx "libgdv.so.$1 libgdv$1 #MINVER#" "$debian/libgdv$1.symbols"; then
        echo "no libgdv$1 in $debian"
        return 1
    fi
}

shown_by_library() { # names of a shared library of these sources, sorted
    mkdir -p "$work/objects"
    # shellcheck disable=SC2016 # for the shell in there
    printf '%s\0' lib/*/*.c | xargs -0 -P 2 -n 8 sh -ec 'for source; do
        gcc -std=c11 -fPIC -fvisibility=hidden -DGDV_BUILDING -Ilib/include -c "$source" -o "$0/$(basename "$source" .c).o"
    done' "$work/objects" &&
        gcc -shared "$work"/objects/*.o -o "$work/libgdv.so" &&
        nm -D --defined-only "$work/libgdv.so" | awk '{ print $3 }' | sort >"$work/shown"
}

names_are_listed() { # names_are_listed SYMBOLS: a new function is a line " NAME@Base VERSION" there
    diff "$work/shown" <(sed -n 's/^ \(.*\)@Base [0-9.]*$/\1/p' "$1" | sort)
}

licence_is_the_licence() {
    diff <(sed '1,4d; s/^$/./; s/^/ /' LICENSE) <(sed '1,/^License: Expat$/d' $debian/copyright | sed '1,/^License: Expat$/d')
}

# ---- vcpkg and Conan

# vcpkg's helpers, as far as the port uses them: they do what vcpkg documents, in one configuration.
cat >"$work/vcpkg.cmake" <<'STUB'
cmake_minimum_required(VERSION 3.25)
function(vcpkg_check_features)
    cmake_parse_arguments(PARSE_ARGV 0 args "" "OUT_FEATURE_OPTIONS" "FEATURES")
    list(GET args_FEATURES 0 feature)
    list(GET args_FEATURES 1 option)
    if(feature IN_LIST FEATURES)
        set(${args_OUT_FEATURE_OPTIONS} "-D${option}=ON" PARENT_SCOPE)
    else()
        set(${args_OUT_FEATURE_OPTIONS} "-D${option}=OFF" PARENT_SCOPE)
    endif()
endfunction()
function(run)
    execute_process(COMMAND ${ARGV} RESULT_VARIABLE result OUTPUT_VARIABLE said ERROR_VARIABLE said)
    if(result OR said MATCHES "not used by the project")
        message(FATAL_ERROR "${said}")
    endif()
endfunction()
function(vcpkg_cmake_configure)
    cmake_parse_arguments(PARSE_ARGV 0 args "" "SOURCE_PATH" "OPTIONS")
    run(${CMAKE_COMMAND} -S ${args_SOURCE_PATH} -B ${BUILD} -DCMAKE_INSTALL_PREFIX=${CURRENT_PACKAGES_DIR}
        -DCMAKE_INSTALL_LIBDIR=lib -DBUILD_SHARED_LIBS=OFF ${args_OPTIONS})
endfunction()
function(vcpkg_cmake_install)
    run(${CMAKE_COMMAND} --build ${BUILD} --parallel 2 --target install)
endfunction()
function(require path)
    if(NOT EXISTS ${path})
        message(FATAL_ERROR "${path} is missing")
    endif()
endfunction()
function(vcpkg_cmake_config_fixup)
    cmake_parse_arguments(PARSE_ARGV 0 args "" "CONFIG_PATH" "")
    require(${CURRENT_PACKAGES_DIR}/${args_CONFIG_PATH}/gdvConfig.cmake)
endfunction()
function(vcpkg_fixup_pkgconfig)
    require(${CURRENT_PACKAGES_DIR}/lib/pkgconfig/gdv.pc)
endfunction()
function(vcpkg_copy_tools)
    cmake_parse_arguments(PARSE_ARGV 0 args "AUTO_CLEAN" "" "TOOL_NAMES")
    require(${CURRENT_PACKAGES_DIR}/bin/${args_TOOL_NAMES})
endfunction()
function(vcpkg_install_copyright)
    cmake_parse_arguments(PARSE_ARGV 0 args "" "" "FILE_LIST")
    require(${args_FILE_LIST})
    file(COPY ${args_FILE_LIST} DESTINATION ${CURRENT_PACKAGES_DIR}/share/${PORT})
endfunction()
include(${CURRENT_PORT_DIR}/portfile.cmake)
STUB

port_installs() { # port_installs PORT FEATURES
    rm -rf "$work/build" "$work/prefix"
    cmake "-DFEATURES=$2" -DPORT=gdv "-DCURRENT_PORT_DIR=$1" "-DCURRENT_PACKAGES_DIR=$work/prefix" "-DBUILD=$work/build" \
        -P "$work/vcpkg.cmake" && [ -s "$work/prefix/share/gdv/usage" ] && [ -s "$work/prefix/share/gdv/LICENSE" ] &&
        [ -s "$work/prefix/lib/libgdv.a" ] && [ -s "$work/prefix/include/gdv/gdv.h" ]
}

conan_is_understood() { # conan_is_understood CMAKELISTS: each variable that the recipe sets is one of ours
    local variable
    conan 'recipe.generate(); print("\n".join(conan.tools.cmake.CMakeToolchain.last.cache_variables))' >"$work/variables"
    [ -s "$work/variables" ] || return 1
    while read -r variable; do
        grep -q "option($variable " "$1" || { echo "CMake has no $variable" && return 1; }
    done <"$work/variables"
}

conan_exports_all() { # what is exported configures and builds by itself
    rm -rf "$work/exported" "$work/build"
    if ! (conan 'recipe.export_sources()' && cmake -S "$work/exported" -B "$work/build" -DGDV_TESTS=OFF -DGDV_COMMAND=ON &&
        cmake --build "$work/build" --parallel 2) >"$work/log" 2>&1; then
        tail -n 20 "$work/log"
        return 1
    fi
}

# ---- ci/dist, on a tree of a few files

# shellcheck disable=SC2016 # for the script in there
small_tree() {
    rm -rf "$work/small"
    mkdir -p "$work/small/ci" "$work/small/lib/include/gdv" "$work/small/corpus"
    cp -L ci/dist "$work/small/ci/"
    cp -L $header "$work/small/$header"
    cp -L LICENSE "$work/small/"
    printf '#!/bin/sh\n: >"$1/gdv.c"\n: >"$1/gdv.h"\n' >"$work/small/lib/amalgamate"
    chmod +x "$work/small/lib/amalgamate"
    : >"$work/small/corpus/packet.bin"
    cd "$work/small"
    git init -q .
    git add .
    GIT_COMMITTER_DATE='1000000000 +0000' git -c user.name=nobody -c user.email=nobody@localhost commit -q --date=1000000000 -m 'Small'
    cd "$here"
}

dist() { # dist OPTION..
    "$work/small/ci/dist" "$@"
}

same_tarballs() {
    dist --sources "$work/one" >/dev/null && (umask 077 && cd / && TZ=Asia/Tokyo dist --sources "$work/two" >/dev/null) &&
        diff -r "$work/one" "$work/two" && [ "$(find "$work/one" -type f | wc -l)" -eq 4 ]
}

tarball_is_anonymous() {
    tar --numeric-owner --full-time --utc -tvzf "$work/one/gdv-$version-with-corpus.tar.gz" >"$work/list"
    [ "$(awk '{ print $1, $2, $4, $5 }' "$work/list" | sort -u)" = '-rw-r--r-- 0/0 2001-09-09 01:46:40
-rwxr-xr-x 0/0 2001-09-09 01:46:40' ] && [ "$(awk '{ print $6 }' "$work/list")" = "gdv-$version/LICENSE
gdv-$version/ci/dist
gdv-$version/corpus/packet.bin
gdv-$version/lib/amalgamate
gdv-$version/$header" ]
}

source_date_is_taken() {
    SOURCE_DATE_EPOCH=86400 dist --sources "$work/three" >/dev/null &&
        [ "$(tar --utc -tvzf "$work/three/gdv-$version.tar.gz" | awk '{ print $4 }' | sort -u)" = 1970-01-02 ]
}

unknown_files_stay() {
    mkdir -p "$work/mine"
    echo precious >"$work/mine/letter"
    ! dist --sources "$work/mine" 2>"$work/said" && [ "$(cat "$work/mine/letter")" = precious ] && cat "$work/said" && return 1
}

shell_is_clean() { # shell_is_clean FILE..
    shellcheck --external-sources "$@"
}

# ---- the claims

for file in MODULE.bazel CHANGELOG.md ci/packaging/vcpkg/gdv/vcpkg.json ci/packaging/conan/conanfile.py; do
    expect_success "$file has the version of $header" has_version "$file"
done
expect_success "ci/dist has it" [ "$(ci/dist --version)" = "$version" ]
expect_success "Debian's package is named by the ABI version" named_by_abi "$abi"
expect_success "the library compiles as a shared one" shown_by_library
expect_success "its names are those of libgdv$abi.symbols" names_are_listed "$debian/libgdv$abi.symbols"
expect_success "Debian's copyright is LICENSE" licence_is_the_licence
expect_success "the vcpkg port installs library, CMake and pkg-config files" port_installs "$PWD/ci/packaging/vcpkg/gdv" ''
expect_success "and with its feature the command" port_installs "$PWD/ci/packaging/vcpkg/gdv" tools
expect_success "the Conan recipe compiles" python3 -c 'import ast; ast.parse(open("ci/packaging/conan/conanfile.py").read())'
expect_success "CMake has each variable that the Conan recipe sets" conan_is_understood CMakeLists.txt
expect_success "what the Conan recipe exports is enough" conan_exports_all
expect_success "a tree of a few files" small_tree
expect_success "is packed twice with equal bytes" same_tarballs
expect_success "with no name and no time but the commit's" tarball_is_anonymous
expect_success "or that of SOURCE_DATE_EPOCH" source_date_is_taken
expect_refusal "a folder with other files is left alone" 'holds other files than a release' unknown_files_stay
expect_refusal "an option that there is not" 'unknown option --no-such' dist --no-such
expect_success "help is given" grep -q -e '--uncommitted' <(dist --help)
echo changed >>"$work/small/corpus/packet.bin"
expect_refusal "a tree that is no commit is refused" 'this is no commit' dist --sources "$work/four"
expect_success "unless it is asked for" dist --sources --uncommitted "$work/four"
expect_success "shellcheck" shell_is_clean ci/dist ci/packages_test.sh ci/packaging_test.sh ci/packaging/debs ci/packaging/sbom \
    $debian/try-command cli/completion/gdv.bash cli/tests/test_completion.sh

# ---- each can fail

echo '{"version": "9.9.9"}' >"$work/wrong.json"
expect_refusal "another version is seen" "says 9.9.9, $header says $version" has_version "$work/wrong.json"
expect_refusal "another ABI version is seen" 'no libgdv77' named_by_abi 77
sed '/ gdv_validate@/d' "$debian/libgdv$abi.symbols" >"$work/wrong.symbols"
expect_refusal "a name that is not listed is seen" '< gdv_validate' names_are_listed "$work/wrong.symbols"
sed 's/option(GDV_COMMAND/option(GDV_TOOL/' CMakeLists.txt >"$work/wrong.txt"
expect_refusal "a variable that CMake lacks is seen" 'CMake has no GDV_COMMAND' conan_is_understood "$work/wrong.txt"
mkdir -p "$work/wrong/ci/packaging/vcpkg/gdv"
ln -sfn "$PWD"/{CMakeLists.txt,LICENSE,cmake,lib,cli} "$work/wrong/"
cp -L ci/packaging/vcpkg/gdv/* "$work/wrong/ci/packaging/vcpkg/gdv/"
sed -i 's/-DGDV_INSTALL=ON/-DGDV_INSTALLING=ON/' "$work/wrong/ci/packaging/vcpkg/gdv/portfile.cmake"
expect_refusal "an option that CMake lacks is seen" GDV_INSTALLING port_installs "$work/wrong/ci/packaging/vcpkg/gdv" ''
# shellcheck disable=SC2016 # it is to be unquoted in there
printf '#!/bin/sh\nrm -rf $1/lib\n' >"$work/wrong.sh"
expect_refusal "an unquoted word is seen" SC2086 shell_is_clean "$work/wrong.sh"
finish
