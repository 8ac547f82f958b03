#!/bin/bash
# SPDX-License-Identifier: MIT
# A long run of fuzz targets, one after the other, each for that many CPU minutes under ASan and UBSan: at low priority, so
# that it can go on while other work runs, and by CPU time, so that it does not matter how much of the machine it gets.
#
#     fuzz/endurance.sh MINUTES [TARGET..]        all targets of fuzz/BUILD, unless some are named
#
# Finds and crashes as with `ci/bazel run //fuzz:TARGET`: .fuzz/TARGET/ of the checkout, or below $GDV_FUZZ_DIR. The log of
# each is .fuzz/TARGET/log. Two at a time: start the script twice with different targets. Closes with a table, as
# docs/fuzzing.md has it, and exit status 1 if any target found something.
set -euo pipefail
cd "$(dirname "$0")/.."

if [ $# -lt 1 ] || ! [ "$1" -gt 0 ] 2>/dev/null; then
    sed -n 's/^#     \(fuzz.*\)/usage: \1/p' "$0" >&2
    exit 2
fi
minutes=$1
shift
if [ $# -eq 0 ]; then
    mapfile -t targets < <(python3 fuzz/targets.py list | cut -f 1)
else
    targets=("$@")
fi
ci/bazel build "${targets[@]/#///fuzz:}"
export GDV_FUZZ_DIR=${GDV_FUZZ_DIR:-$PWD/.fuzz}
# A path of its own for every program, as a later build may replace what Bazel's links point to.
programs=$(mktemp -d)
trap 'rm -rf "$programs"' EXIT
for target in "${targets[@]}"; do
    ci/bazel run --script_path="$programs/$target" "//fuzz:$target" >/dev/null 2>&1
done

child_of() { # the engine below a launcher: the process of the group that uses the CPU
    pgrep -g "$1" -f _libfuzzer | tail -n 1
}

cpu_seconds() { # of one process, its threads included
    awk -v hz="$(getconf CLK_TCK)" '{sub(/^.*\) /, ""); printf "%d", ($12 + $13) / hz}' "/proc/$1/stat" 2>/dev/null || echo 0
}

failed=0
rows=()
for target in "${targets[@]}"; do
    state=$GDV_FUZZ_DIR/$target
    log=$state/log
    mkdir -p "$state"
    setsid nice -n 19 "$programs/$target" >"$log" 2>&1 &
    launcher=$!
    used=0
    while kill -0 "$launcher" 2>/dev/null && [ "$used" -lt $((60 * minutes)) ]; do
        sleep 5
        engine=$(child_of "$launcher" || true)
        if [ -n "$engine" ]; then
            now=$(cpu_seconds "$engine")
            [ "$now" -eq 0 ] || used=$now
            [ ! -t 2 ] || printf '\r%s: %d of %d CPU seconds  ' "$target" "$used" $((60 * minutes)) >&2
        fi
    done
    [ -z "${engine:-}" ] || kill -INT "$engine" 2>/dev/null || true
    status=0
    wait "$launcher" || status=$?
    [ "$status" -ne 72 ] || status=0 # libFuzzer's word for an interrupt, which is ours
    [ "$status" -eq 0 ] || failed=1
    executions=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log" | tail -n 1)
    edges=$(grep -o ' cov: [0-9]* ft: [0-9]*' "$log" | tail -n 1 | awk '{print $2 "\t" $4}')
    rows+=("$target"$'\t'"$used"$'\t'"${executions:-?}"$'\t'"${edges:-?}"$'\t'"$([ "$status" -eq 0 ] && echo none || echo "see $log")")
    printf '%s\n' "${rows[-1]}" >&2
done

echo "target	CPU seconds	executions	edges	features	finds"
printf '%s\n' "${rows[@]}"
exit "$failed"
