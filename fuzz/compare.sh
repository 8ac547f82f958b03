#!/bin/bash
# SPDX-License-Identifier: MIT
# What the structure-aware mutator and the dictionary add to a fuzz target: fuzzes it with both and with neither, from the
# corpus and from nothing, with the same seed of the engine, and prints what each reached.
#
#     fuzz/compare.sh [-t SECONDS] [-s SEED] [TARGET..]      300 seconds each, seed 1, decode and document if not said
#
# From the top of the checkout. The two of a pair run at the same time, each on a core of its own, so that whatever else
# the machine does slows both; a machine with one core runs them one after another. Compiles the sources that fuzz/BUILD
# names, with the flags of the engine "libfuzzer". Logs stay in $GDV_FUZZ_DIR, or .fuzz/, below compare/.
# Exit status 1 if a run failed: a crash is a find, and no measurement.
set -euo pipefail

seconds=300 seed=1
while getopts t:s: option; do
    case $option in
    t) seconds=$OPTARG ;;
    s) seed=$OPTARG ;;
    *)
        sed -n 's/^#     \(fuzz.*\)/usage: \1/p' "$0" >&2
        exit 2
        ;;
    esac
done
shift $((OPTIND - 1))
[ $# -gt 0 ] || set -- decode document
for tool in clang-19 taskset python3; do
    command -v "$tool" >/dev/null || {
        echo "fuzz/compare.sh: $tool is missing" >&2
        exit 2
    }
done

out=${GDV_FUZZ_DIR:-.fuzz}/compare
flags=(-std=c11 -I. -Ilib/include -g -O1 -fno-omit-frame-pointer "-fsanitize=fuzzer-no-link,address"
    "-fsanitize=undefined,integer,nullability,implicit-conversion,float-divide-by-zero" -fno-sanitize-recover=all)
corpus=()
for folder in corpus/seed corpus/malformed corpus/regress; do
    [ ! -d "$folder" ] || corpus+=("$folder")
done
read -r -a cores <<<"$(taskset -cp $$ | sed 's/.*: //' | tr , '\n' | awk -F- '{ for (i = $1; i <= ($2 ? $2 : $1); i++) printf "%d ", i }')"

mkdir -p "$out/objects"
clang-19 "${flags[@]}" fuzz/mutator/dictionary.c fuzz/mutator/draft.c fuzz/mutator/sample*.c lib/wire/dialect.c lib/wire/wire.c -o "$out/dictionary"
"$out/dictionary" >"$out/packets.dict"

# compile ARCHIVE SOURCE..: what it is linked of; headers among them are passed over
compile() {
    local archive=$1 source object objects=() commands=()
    shift
    for source in "$@"; do
        case $source in
        *.h) continue ;;
        esac
        object=$out/objects/${source//\//-}.o
        objects+=("$object")
        commands+=("$source" -o "$object")
    done
    printf '%s\0' "${commands[@]}" | xargs -0 -n 3 -P "${#cores[@]}" clang-19 "${flags[@]}" -c
    rm -f "$archive"
    ar rcs "$archive" "${objects[@]}"
}

build() { # of a target, both ways: OUT/TARGET.plain and OUT/TARGET.mutator
    local sources
    sources=$(python3 fuzz/targets.py list | awk -F'\t' -v name="$1" '$1 == name { print $4 }')
    case " $sources " in
    *" fuzz/mutator/mutator.c "*) ;;
    *)
        echo "fuzz/compare.sh: fuzz/BUILD has no target $1 with the mutator" >&2
        exit 2
        ;;
    esac
    # shellcheck disable=SC2086 # a list of words
    compile "$out/$1.a" $sources
    # without mutator.c nothing of the mutator is linked
    clang-19 "${flags[@]}" -fsanitize=fuzzer "$out/objects/fuzz-targets-$1.c.o" "$out/$1.a" "$out/library.a" -o "$out/$1.plain"
    clang-19 "${flags[@]}" -fsanitize=fuzzer "$out/objects/fuzz-targets-$1.c.o" "$out/objects/fuzz-mutator-mutator.c.o" "$out/$1.a" \
        "$out/library.a" -o "$out/$1.mutator"
}

run() { # TARGET plain|mutator seeds|nothing CORE
    local log=$out/$1.$3.$2.log finds=$out/finds.$1.$3.$2 more=() max_len
    rm -rf "$finds"
    mkdir "$finds"
    max_len=$(python3 fuzz/targets.py list | awk -F'\t' -v name="$1" '$1 == name { print $2 }')
    [ "$2" = plain ] || more+=(-dict="$out/packets.dict")
    [ "$3" = nothing ] || more+=("${corpus[@]}")
    taskset -c "$4" "$out/$1.$2" -seed="$seed" -max_len="$max_len" -max_total_time="$seconds" -print_final_stats=1 \
        -artifact_prefix="$out/" "$finds" ${more[@]+"${more[@]}"} >"$log" 2>&1
}

failed=0
rows=()
row() { # TARGET plain|mutator seeds|nothing
    local done_line
    done_line=$(grep -w DONE "$out/$1.$3.$2.log" || echo "failed: $out/$1.$3.$2.log")
    rows+=("$(awk -v target="$1" -v with="$2" -v from="$3" '{
        for (i = 1; i < NF; i++) value[$i] = $(i + 1)
        sub(/^#/, "", $1)
        split(value["corp:"], corpus, "/")
        printf "| `%s` | %s | %s | %s | %s | %s | %s |", target, from, with == "plain" ? "no" : "yes", value["cov:"],
            value["ft:"], $1, corpus[1]
    }' <<<"$done_line")")
}

# The library, and what differential.c and reader.c compare it with.
compile "$out/library.a" lib/*/*.c tests/reference/naive*.c tests/support/{type_ids,two_paths}.c
for target in "$@"; do
    build "$target"
    for from in nothing seeds; do
        echo "$target from $from: $seconds seconds" >&2
        if [ "${#cores[@]}" -gt 1 ]; then
            run "$target" plain "$from" "${cores[0]}" &
            plain=$!
            run "$target" mutator "$from" "${cores[1]}" || failed=1
            wait "$plain" || failed=1
        else
            run "$target" plain "$from" "${cores[0]}" || failed=1
            run "$target" mutator "$from" "${cores[0]}" || failed=1
        fi
        row "$target" plain "$from"
        row "$target" mutator "$from"
    done
done

echo "| target | from | mutator, dictionary | edges | features | executions | finds kept |"
echo "| --- | --- | --- | --: | --: | --: | --: |"
printf '%s\n' "${rows[@]}"
exit "$failed"
