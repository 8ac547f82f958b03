#!/bin/bash
# SPDX-License-Identifier: MIT
# Builds every fuzz target for a cluster: what .clusterfuzzlite/build.sh and fuzz/oss-fuzz/build.sh run inside the
# service's image, where there is no Bazel. Which targets, and of which files, fuzz/BUILD says (fuzz/targets.py).
#
# The service sets, and this honours:
#   CC CXX CFLAGS CXXFLAGS   compilers and all flags of sanitizer and coverage; CXX links, because the engine is C++
#   LIB_FUZZING_ENGINE       what to link for main(): -fsanitize=fuzzer, or a library of another engine
#   SANITIZER                address, undefined, memory, coverage, ..: only for what it cannot be combined with
#   ARCHITECTURE             x86_64 if not set, i386: with -m32, aarch64
#   SRC WORK OUT             checkouts, intermediate files, and where what is to run goes
#
# Leaves in OUT for each target: NAME, NAME_seed_corpus.zip, NAME.options, and NAME.dict where it has a dictionary. All is
# linked statically but for what every process needs: nothing outside of OUT comes along to the machines that run it.
set -euo pipefail

: "${CC:?}" "${CXX:?}" "${CFLAGS:?}" "${CXXFLAGS:?}" "${LIB_FUZZING_ENGINE:?}" "${SANITIZER:?}" "${SRC:?}" "${WORK:?}" "${OUT:?}"
cd "$(dirname "$0")/.."

word_size=()
case ${ARCHITECTURE:=x86_64} in
x86_64 | aarch64) ;;
i386)
    if [ "$SANITIZER" = memory ]; then
        echo "fuzz/build.sh: MemorySanitizer has no runtime for i386" >&2
        exit 2
    fi
    # The service adds it to CFLAGS, and to CXXFLAGS in some versions only.
    word_size=(-m32)
    ;;
*)
    echo "fuzz/build.sh: unknown ARCHITECTURE: $ARCHITECTURE" >&2
    exit 2
    ;;
esac

# Lists of words, as the service has them. No -Werror: its compiler is younger than ours and knows more warnings.
read -r -a cc <<<"$CC"
read -r -a cxx <<<"$CXX"
read -r -a cflags <<<"$CFLAGS"
read -r -a cxxflags <<<"$CXXFLAGS"
read -r -a engine <<<"$LIB_FUZZING_ENGINE"

objects=$WORK/gdv-$SANITIZER-$ARCHITECTURE
rm -rf "$objects"
mkdir -p "$objects" "$OUT"

object() { echo "$objects/${1//\//-}.o"; } # of a source

list=$objects/targets
python3 fuzz/targets.py list >"$list"
dictionaries=$objects/dictionaries
python3 fuzz/targets.py dictionaries >"$dictionaries"

# Each source once, however many targets share it.
{
    printf '%s\n' lib/*/*.c
    cut -f 4 "$list" | tr ' ' '\n'
    cut -f 2 "$dictionaries" | tr ' ' '\n'
} | grep '\.c$' | sort -u | while read -r source; do
    printf '%s\0-o\0%s\0' "$source" "$(object "$source")"
done | xargs -0 -n 3 -P "$(nproc)" \
    "${cc[@]}" "${cflags[@]}" ${word_size[@]+"${word_size[@]}"} -std=c11 -I. -Ilib/include -c

library=()
for source in lib/*/*.c; do
    library+=("$(object "$source")")
done

link() { # link PROGRAM "SOURCE.." [FLAG..]
    local program=$1 source
    local -a parts
    for source in $2; do
        parts+=("$(object "$source")")
    done
    shift 2
    "${cxx[@]}" "${cxxflags[@]}" ${word_size[@]+"${word_size[@]}"} "${parts[@]}" "${library[@]}" "$@" -o "$program"
}

# Printed by a program that knows the wire table; it runs here, before the service takes OUT away.
while IFS=$'\t' read -r dictionary sources; do
    link "$objects/print_${dictionary##*/}" "$sources"
    LLVM_PROFILE_FILE=/dev/null "$objects/print_${dictionary##*/}" >"$objects/${dictionary##*/}"
done <"$dictionaries"

while IFS=$'\t' read -r name max_len dictionary sources; do
    link "$OUT/$name" "$sources" "${engine[@]}"
    python3 fuzz/targets.py seeds "$name" "$OUT/${name}_seed_corpus.zip"
    printf '[libfuzzer]\nmax_len = %s\n' "$max_len" >"$OUT/$name.options"
    if [ "$dictionary" != - ]; then
        cp "$objects/${dictionary##*/}" "$OUT/$name.dict"
    fi
done <"$list"
