#!/bin/bash
# SPDX-License-Identifier: MIT
# Template of the launchers NAME_afl that fuzz_target() makes: fuzz/run.sh for AFL++. Arguments:
#   -V SECONDS       and all else that afl-fuzz takes, e.g. -M main, -S two, -p explore; after our defaults
#   FILE             run this input, without AFL++, instead of fuzzing (any number of them)
#   FOLDER           more seeds
#   --no-mutator     only AFL++'s own mutations, where the target has a mutator that knows packets
# Queue and crashes land in .fuzz/NAME/INSTANCE/ of the checkout, or below $GDV_FUZZ_DIR; a second run goes on from
# there. The exit status is 1 when there are crashes or hangs, which AFL++ itself ends with 0.
# shellcheck disable=SC1083,SC2288 # what stands in %{} is filled in by fuzz/defs.bzl
set -euo pipefail

name='%{name}'
read -r -a corpus <<<'%{corpus} %{finds}'
max_len='%{max_len}'
dict='%{dict}'
mutator='%{mutator}'
%{env}

# `bazel run` starts us inside the runfiles; a direct call does not.
runfiles=${RUNFILES_DIR:-$0.runfiles}/%{workspace}
[ -d "$runfiles" ] || runfiles=$PWD
# afl-fuzz wants paths that hold from everywhere.
runfiles=$(cd "$runfiles" && pwd)
binary=$runfiles/%{binary}

# Under `bazel run` seeds are read where they are edited; elsewhere there are only the copies.
checkout=${BUILD_WORKSPACE_DIRECTORY:-}
here=${BUILD_WORKING_DIRECTORY:-$PWD}
state=${GDV_FUZZ_DIR:-${checkout:-${TEST_TMPDIR:-$PWD}}/.fuzz}/$name

flags=()
inputs=()
seeds=()
operand=no
for argument in "$@"; do
    if [ "$operand" = yes ]; then
        # "-V 20": not a file called 20
        flags+=("$argument")
        operand=no
        continue
    fi
    case $argument in
    --no-mutator)
        mutator=
        continue
        ;;
    -[bcEeFfGgIiLlMmopSsTtVx])
        flags+=("$argument")
        operand=yes
        continue
        ;;
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
        echo "$name: neither a file to run nor a folder of seeds: $argument" >&2
        exit 2
    fi
done

status=0
if [ ${#inputs[@]} -gt 0 ]; then
    "$binary" "${inputs[@]}" || status=$?
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

# AFL++ takes one folder, and no empty file.
gathered=$(mktemp -d)
trap 'rm -rf "$gathered"' EXIT
if [ ${#seeds[@]} -gt 0 ]; then
    # Packets of different dialects share their names: the second of them gets a number.
    find -L "${seeds[@]}" -type f ! -size 0 ! -name '*.tsv' ! -name '*.md' ! -name '*.txt' \
        -exec cp --backup=numbered -t "$gathered" {} +
fi
if [ -z "$(ls -A "$gathered")" ]; then
    printf '\0\0\0\0' >"$gathered/nothing"
fi

# The runtime of a sanitizer must tell AFL++ of a find by a signal, and not ask a symbolizer first each time. What the
# caller has set for programs of another kind would make afl-fuzz refuse to start.
unset MSAN_OPTIONS TSAN_OPTIONS
export ASAN_OPTIONS=abort_on_error=1:symbolize=0:detect_leaks=0
export UBSAN_OPTIONS=abort_on_error=1:halt_on_error=1:symbolize=0
export AFL_SKIP_CPUFREQ=1 AFL_I_DONT_CARE_ABOUT_MISSING_CRASHES=1
# Bound to a core it is twice as fast; without a free one it shall run all the same.
export AFL_TRY_AFFINITY=1
export AFL_AUTORESUME=1
[ -t 1 ] || export AFL_NO_UI=1
if [ -n "$mutator" ]; then
    export AFL_CUSTOM_MUTATOR_LIBRARY=$runfiles/$mutator
fi

# -c 0: the binary has the comparisons in it (trace-cmp). -t as libFuzzer's -timeout; ASan takes terabytes of addresses.
defaults=(-i "$gathered" -o "$state" -c 0 -m none -t 10000 -G "$max_len")
if [ -n "$dict" ]; then
    defaults+=(-x "$runfiles/$dict")
fi

mkdir -p "$state"
kept() { # kept KIND: the inputs of that kind of all instances
    find "$state" -mindepth 3 -path "*/$1/id:*" -type f | sort
}
had=$(kept crashes | wc -l)
# Ctrl-C goes to afl-fuzz, which writes its last numbers; ours come after them.
trap : INT TERM

echo "$name: fuzzing until Ctrl-C, or -- -V SECONDS; $(find "$gathered" -type f | wc -l) seeds of: ${seeds[*]:-none}" >&2
afl-fuzz "${defaults[@]}" ${flags[@]+"${flags[@]}"} -- "$binary" || status=$?

crashes=$(kept crashes | wc -l)
hangs=$(kept hangs | wc -l)
{
    echo
    for stats in "$state"/*/fuzzer_stats; do
        [ -f "$stats" ] || continue
        echo "$stats:"
        grep -E '^(execs_done|execs_per_sec|corpus_count|edges_found|bitmap_cvg|stability|target_mode) ' "$stats" |
            sed 's/^/  /'
    done
    if [ "$crashes" -gt 0 ] || [ "$hangs" -gt 0 ]; then
        echo "$name: $crashes crashing inputs ($((crashes - had)) new), $hangs that take too long, in $state"
        first=$(kept crashes | sed -n 1p)
        [ -n "$first" ] || first=$(kept hangs | sed -n 1p)
        echo "  replay:   ci/bazel run %{label} -- $first"
        echo "  with stacks: ci/bazel run %{libfuzzer} -- $first"
        echo "  minimise: ci/bazel run %{libfuzzer} -- -minimize_crash=1 -max_total_time=60 $first"
    else
        echo "$name: no crash (they would be in $state)"
    fi
} >&2
if [ "$status" -eq 0 ] && [ $((crashes + hangs)) -gt 0 ]; then
    status=1
fi
exit "$status"
