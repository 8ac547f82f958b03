#!/bin/bash
# SPDX-License-Identifier: MIT
# Would the fuzz targets build and run on a cluster? Does what the service's image does (`compile` and `run_fuzzer` of
# OSS-Fuzz, which ClusterFuzzLite shares), because there is no container engine at hand: the project's build.sh in $SRC,
# with the variables and flags that the image sets, then every target on its unzipped seeds, from another folder, in an
# empty environment, when sources and objects are gone. One difference: the image links libc++, whose engine this
# machine has not.
# shellcheck disable=SC2034 # flags_SANITIZER are chosen by name
set -eu
. ci/cases.sh

root=$TEST_TMPDIR/cluster
top=$PWD
log=$TEST_TMPDIR/log
runtimes=/usr/lib/llvm-19

flags_address="-fsanitize=address -fsanitize-address-use-after-scope"
ub=array-bounds,bool,builtin,enum,function,integer-divide-by-zero,null,object-size,return,returns-nonnull-attribute
ub=$ub,shift,signed-integer-overflow,unreachable,vla-bound,vptr
flags_undefined="-fsanitize=unsigned-integer-overflow,$ub -fno-sanitize-recover=$ub"
flags_memory="-fsanitize=memory -fsanitize-memory-track-origins"
flags_coverage=""

checkout() { # checkout SRC: as the Dockerfile copies it
    mkdir -p "$1/gdv"
    cp -rL "$top/cli" "$top/lib" "$top/fuzz" "$top/corpus" "$top/tests" "$1/gdv/"
    chmod -R u+w "$1/gdv"
    cp "$top/.clusterfuzzlite/build.sh" "$1/"
}

build() { # build FOLDER SANITIZER ARCHITECTURE [VARIABLE=VALUE..]: into FOLDER/{src,work,out}
    local folder=$1 sanitizer=$2 architecture=$3 flags=flags_$2 feedback=-fsanitize=fuzzer-no-link base cflags
    shift 3
    if [ "$sanitizer" = coverage ]; then
        feedback="-fprofile-instr-generate -fcoverage-mapping -pthread -Wno-unused-command-line-argument"
    fi
    base="-O1 -fno-omit-frame-pointer -gline-tables-only -DFUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION"
    [ "$architecture" != i386 ] || base="-m32 $base"
    cflags="$base ${!flags} $feedback"
    rm -rf "$folder"
    mkdir -p "$folder/src" "$folder/build" "$folder/out"
    checkout "$folder/src"
    (
        cd "$folder/src/gdv"
        env -i PATH=/usr/local/bin:/usr/bin:/bin HOME=/nowhere \
            CC=clang-19 CXX=clang++-19 CFLAGS="$cflags" CXXFLAGS="$cflags" FUZZING_ENGINE=libfuzzer \
            LIB_FUZZING_ENGINE=-fsanitize=fuzzer SANITIZER="$sanitizer" ARCHITECTURE="$architecture" \
            SRC="$folder/src" WORK="$folder/build" OUT="$folder/out" "$@" \
            bash -eu "$folder/src/build.sh"
    )
}

# Every object of the library has the calls of the sanitizer and of the feedback in it: flags that got lost on the way
# would leave targets that run well and see nothing.
is_instrumented() { # is_instrumented FOLDER SANITIZER
    local pattern object wanted count=0
    case $2 in
    address) pattern='__asan_' wanted='__sanitizer_cov' ;;
    undefined) pattern='__ubsan_handle' wanted='__sanitizer_cov' ;;
    memory) pattern='__msan_' wanted='__sanitizer_cov' ;;
    coverage) pattern='__profc_' wanted='__covrec' ;;
    esac
    for object in "$1"/build/*/lib-decode-scan.c.o "$1"/build/*/lib-read-validate.c.o "$1"/build/*/fuzz-targets-decode.c.o; do
        count=$((count + 1))
        nm "$object" | grep -q "$pattern" || { echo "$object: no $pattern" && return 1; }
        nm "$object" | grep -qE "$wanted|sancov" || { echo "$object: no $wanted" && return 1; }
    done
    [ "$count" -eq 3 ]
}

# The harnesses themselves say which targets there must be, not fuzz/BUILD, from which the build took its list.
targets() { (cd "$top/fuzz" && grep -l '^int LLVMFuzzerTestOneInput(.*)$' targets/*.c | sed 's,^targets/\(.*\)\.c$,\1,'); }

options() { # options NAME: as run_fuzzer turns them into arguments
    sed -n 's/^\([a-z_]*\) *= *\(.*\)$/-\1=\2/p' "$1.options"
    [ ! -f "$1.dict" ] || echo "-dict=$1.dict"
}

unpack() { # unpack OUT NAME INTO
    rm -rf "$3"
    mkdir -p "$3"
    python3 -m zipfile -e "$1/${2}_seed_corpus.zip" "$3"
    [ -n "$(ls -A "$3")" ] || { echo "$2: no seeds" && return 1; }
    # A name is the sha1 of what the file holds: merging corpora relies on it.
    (cd "$3" && sha1sum -- * | awk '$1 != $2 { print $2 " is named wrongly"; bad = 1 } END { exit bad }')
}

only_the_system() { # only_the_system PROGRAM: nothing that the machines which run it may lack
    ldd "$1" | awk '{ print $1 }' | grep -vE '^(linux-(vdso|gate)|/lib|lib(c|m|dl|rt|pthread|resolv|gcc_s|stdc\+\+)\.so)' |
        sed 's/^/needs /'
}

runs() { # runs OUT SANITIZER NAME: on its seeds, and some mutations of them
    local out=$1 name=$3 seeds=$root/seeds/$3 elsewhere=$root/elsewhere count ran needs
    [ -x "$out/$name" ] || { echo "$name: the target is missing" && return 1; }
    [ -f "$out/${name}_seed_corpus.zip" ] || { echo "$name: the seeds are missing" && return 1; }
    unpack "$out" "$name" "$seeds" || return 1
    count=$(find "$seeds" -type f | wc -l)
    needs=$(only_the_system "$out/$name")
    [ -z "$needs" ] || { echo "$name: $needs" && return 1; }
    rm -rf "$elsewhere"
    mkdir -p "$elsewhere/merged"
    local -a arguments=(-rss_limit_mb=2560 -timeout=25 -seed=1 "-artifact_prefix=$elsewhere/")
    mapfile -t -O ${#arguments[@]} arguments < <(options "$out/$name")
    if [ "$2" = coverage ]; then
        # without feedback there is nothing to explore: the service merges, and reads the profile
        arguments+=(-merge=1 "$elsewhere/merged" "$seeds")
    else
        arguments+=("-runs=$((count + 1000))" "$elsewhere/merged" "$seeds")
    fi
    (
        cd "$elsewhere"
        env -i PATH=/usr/bin:/bin TMPDIR="$elsewhere" LLVM_PROFILE_FILE="$elsewhere/%m.profraw" \
            UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1:silence_unsigned_overflow=1 \
            timeout 300 "$out/$name" "${arguments[@]}"
    ) >"$log" 2>&1 || {
        tail -n 40 "$log"
        echo "$name: ended with an error"
        return 1
    }
    if [ "$2" = coverage ]; then
        "$runtimes/bin/llvm-profdata" merge -o "$elsewhere/profile" "$elsewhere"/*.profraw &&
            "$runtimes/bin/llvm-cov" report "$out/$name" -instr-profile="$elsewhere/profile" | tail -n 1 | grep -q TOTAL
        return
    fi
    ran=$(sed -n 's/^Done \([0-9]*\) runs .*/\1/p' "$log")
    [ "${ran:-0}" -ge "$count" ] || { echo "$name: only ${ran:-0} of $count seeds were run" && return 1; }
    echo "$name: $count seeds, $ran runs"
}

all_run() { # all_run OUT SANITIZER
    local name
    # no program that no harness explains
    for name in "$1"/*; do
        case ${name##*/} in *.*) continue ;; esac
        targets | grep -qx "${name##*/}" || { echo "${name##*/}: of no harness" && return 1; }
    done
    for name in $(targets); do
        runs "$1" "$2" "$name" || return 1
    done
}

for variant in address:x86_64 undefined:x86_64 memory:x86_64 coverage:x86_64 address:i386; do
    sanitizer=${variant%:*}
    folder=$root/$sanitizer
    if expect_success "$variant: builds" build "$folder" "$sanitizer" "${variant#*:}" && [ "$failed" -eq 0 ]; then
        expect_success "$variant: is instrumented" is_instrumented "$folder" "$sanitizer"
        # Only OUT comes along.
        mv "$folder/out" "$root/out"
        [ "$sanitizer" = coverage ] || rm -rf "$folder"
        expect_success "$variant: every target runs on its seeds" all_run "$root/out" "$sanitizer"
        rm -rf "$root/kept" "$folder"
        mv "$root/out" "$root/kept"
    fi
done

# The last build, with one thing wrong at a time.
kept=$root/kept
name=$(targets | head -n 1)
mv "$kept/$name" "$root/aside"
expect_refusal "a target that was not built" "$name: the target is missing" all_run "$kept" address
cp "$root/aside" "$kept/$name"
cp "$root/aside" "$kept/stray"
expect_refusal "a program that is no target" "stray: of no harness" all_run "$kept" address
rm "$kept/stray"
mkdir "$root/nothing"
python3 -c 'import sys, zipfile; zipfile.ZipFile(sys.argv[1], "w").close()' "$root/empty.zip"
cp "$root/empty.zip" "$kept/${name}_seed_corpus.zip"
expect_refusal "an archive without seeds" "$name: no seeds" all_run "$kept" address
rm "$kept/${name}_seed_corpus.zip"
expect_refusal "a target without an archive" "$name: the seeds are missing" all_run "$kept" address

expect_refusal "no engine" 'LIB_FUZZING_ENGINE' build "$root/wrong" address x86_64 LIB_FUZZING_ENGINE=
expect_refusal "an architecture that it does not know" 'unknown ARCHITECTURE' build "$root/wrong" address mips
expect_refusal "MSan of 32 bits" 'no runtime for i386' build "$root/wrong" memory i386
# The flags of the service did not reach the compiler.
expect_success "a build without a sanitizer" build "$root/bare" address x86_64 CFLAGS=-O1
expect_refusal "objects without a sanitizer" 'no __asan_' is_instrumented "$root/bare" address
finish
