#!/bin/bash
# SPDX-License-Identifier: MIT
# Template of the launchers that fuzz_target() makes. Arguments:
#   -flag=value      for libFuzzer, after our defaults and therefore stronger, e.g. -max_total_time=60, -fork=2
#   FILE             replay this input instead of fuzzing (any number of them)
#   FOLDER           more seeds
#   -merge=1 INTO FROM.. (also -set_cover_merge=1): these folders and no others, INTO gets what it lacks
# Finds and crashes land in .fuzz/NAME/ of the checkout, or below $GDV_FUZZ_DIR. The exit status is libFuzzer's.
# shellcheck disable=SC1083,SC2288 # what stands in %{} is filled in by fuzz/defs.bzl
set -euo pipefail

name='%{name}'
read -r -a corpus <<<'%{corpus} %{finds}'
max_len='%{max_len}'
dict='%{dict}'
%{env}

# `bazel run` starts us inside the runfiles; a direct call does not.
runfiles=${RUNFILES_DIR:-$0.runfiles}/%{workspace}
[ -d "$runfiles" ] || runfiles=$PWD
binary=$runfiles/%{binary}

# Under `bazel run` seeds are read where they are edited; elsewhere there are only the copies.
checkout=${BUILD_WORKSPACE_DIRECTORY:-}
here=${BUILD_WORKING_DIRECTORY:-$PWD}
state=${GDV_FUZZ_DIR:-${checkout:-${TEST_TMPDIR:-$PWD}}/.fuzz}/$name
finds=$state/corpus
crashes=$state/artifacts

flags=()
inputs=()
seeds=()
merge=no
for argument in "$@"; do
    case $argument in
    -merge=1 | -set_cover_merge=1) merge=yes ;;
    esac
    case $argument in
    -*)
        flags+=("$argument")
        continue
        ;;
    /*) path=$argument ;;
    *) path=$here/$argument ;;
    esac
    if [ -f "$path" ]; then
        inputs+=("$path")
    elif [ -d "$path" ]; then
        seeds+=("$path")
    else
        echo "$name: neither a file to replay nor a folder of seeds: $argument" >&2
        exit 2
    fi
done

mkdir -p "$finds" "$crashes"
defaults=(-max_len="$max_len" -timeout=10 -rss_limit_mb=2048 -print_final_stats=1
    -artifact_prefix="$crashes/")
if [ -n "$dict" ]; then
    defaults+=(-dict="$runfiles/$dict")
fi

status=0
if [ ${#inputs[@]} -gt 0 ]; then
    # libFuzzer runs files and explores folders, never both in one call.
    "$binary" "${defaults[@]}" ${flags[@]+"${flags[@]}"} "${inputs[@]}" || status=$?
    exit "$status"
fi

if [ "$merge" = yes ]; then
    "$binary" "${defaults[@]}" ${flags[@]+"${flags[@]}"} ${seeds[@]+"${seeds[@]}"} || status=$?
    exit "$status"
fi

for folder in "${corpus[@]}"; do
    if [ -n "$checkout" ]; then
        folder=$checkout/$folder
    else
        folder=$runfiles/$folder
    fi
    # Git keeps no empty folders, so a kind without packets has none.
    if [ -d "$folder" ]; then
        seeds+=("$folder")
    fi
done

count() { find "$1" -type f | wc -l; }
had_finds=$(count "$finds")
had_crashes=$(count "$crashes")
started=$(mktemp)
trap 'rm -f "$started"' EXIT
# Ctrl-C goes to libFuzzer, which says its last words; ours come after them.
trap : INT TERM

echo "$name: fuzzing until Ctrl-C, or -- -max_total_time=SECONDS; seeds: ${seeds[*]:-none}" >&2
"$binary" "${defaults[@]}" ${flags[@]+"${flags[@]}"} "$finds" ${seeds[@]+"${seeds[@]}"} || status=$?

new_finds=$(($(count "$finds") - had_finds))
new_crashes=$(($(count "$crashes") - had_crashes))
{
    echo
    echo "$name: $new_finds new finds (now $((had_finds + new_finds))) in $finds"
    if [ "$new_crashes" -gt 0 ] || [ "$status" -ne 0 ]; then
        echo "$name: $new_crashes new crashing inputs in $crashes"
        newest=$(find "$crashes" -type f -newer "$started" | sort | sed -n 1p)
        if [ -n "$newest" ]; then
            echo "  replay:   ci/bazel run %{label} -- $newest"
            echo "  minimise: ci/bazel run %{label} -- -minimize_crash=1 -max_total_time=60 $newest"
        fi
    else
        echo "$name: no crash (they would be in $crashes)"
    fi
} >&2
exit "$status"
