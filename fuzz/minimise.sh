#!/bin/bash
# SPDX-License-Identifier: MIT
# Keeps of what local fuzzing found the fewest inputs that reach all that it reached: corpus/fuzz/NAME/<sha1>.
#
#     fuzz/minimise.sh NAME..        fuzz targets, as //fuzz:NAME
#
# Reads what is kept already, .fuzz/NAME/corpus of libFuzzer and .fuzz/NAME_afl/*/queue of AFL++ (below $GDV_FUZZ_DIR if
# set). What the other packets of the corpus reach by themselves is not kept a second time. A target gets its share of the
# budget of fuzz/targets.py: where that does not hold all that shows how often an edge is taken, it goes to what shows
# that one is taken at all, and then to the shortest of the others. Fuzz first, e.g.
# `ci/bazel run //fuzz:NAME -- -max_total_time=600 -max_len=4096`; then this, then commit.
set -euo pipefail
cd "$(dirname "$0")/.."

if [ $# -eq 0 ]; then
    sed -n 's/^#     \(fuzz.*\)/usage: \1/p' "$0" >&2
    exit 2
fi
state=${GDV_FUZZ_DIR:-$PWD/.fuzz}
most_files=180
most_bytes=$((370 * 1024))
# No find of this length has shown what a shorter one does not, and one of them would be a sixth of the share.
most_len=4096

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
ci/bazel build "${@/#///fuzz:}"

merge() { # merge NAME KEPT FLAG..: what FROM reaches beyond BASE, into KEPT
    local name=$1 kept=$2
    shift 2
    rm -rf "$scratch/into" "$kept"
    cp -r "$scratch/base" "$scratch/into"
    "$scratch/launcher" -set_cover_merge=1 -max_len=$most_len "$@" "$scratch/into" "$scratch/from" >"$scratch/log" 2>&1 || {
        tail -n 40 "$scratch/log" >&2
        echo "$name: the merge failed; does an input crash the target?" >&2
        exit 1
    }
    mkdir "$kept"
    local find
    for find in "$scratch"/into/*; do
        [ ! -e "$find" ] || [ -e "$scratch/base/${find##*/}" ] || cp "$find" "$kept/"
    done
}

shortest_first() { # shortest_first FOLDER: paths
    find "$1" -type f -printf '%s %p\n' | sort -n | cut -d ' ' -f 2-
}

fill() { # fill FOLDER: on standard input, paths in the order of their worth; copies those that the share has room for
    local files=0 bytes=0 path size
    mkdir -p "$1"
    while read -r path; do
        [ ! -e "$1/${path##*/}" ] || continue
        size=$(stat -c %s "$path")
        [ $((files + 1)) -le $most_files ] && [ $((bytes + size)) -le $most_bytes ] || continue
        cp "$path" "$1/"
        files=$((files + 1))
        bytes=$((bytes + size))
    done
}

for name in "$@"; do
    rm -rf "$scratch/base" "$scratch/from"
    mkdir "$scratch/base" "$scratch/from"
    ci/bazel run --script_path="$scratch/launcher" "//fuzz:$name" >/dev/null 2>&1
    mapfile -t folders < <(python3 fuzz/targets.py folders "$name" | grep -v '^corpus/fuzz/')
    python3 fuzz/targets.py gather "$scratch/base" ${folders[@]+"${folders[@]}"}
    mkdir -p "corpus/fuzz/$name"
    finds=("corpus/fuzz/$name")
    for folder in "$state/$name/corpus" "$state/${name}_afl"/*/queue; do
        [ ! -d "$folder" ] || finds+=("$folder")
    done
    python3 fuzz/targets.py gather "$scratch/from" "${finds[@]}"
    find "$scratch/from" -type f -size +${most_len}c -delete

    # The names in what a merge leaves are sha1 already.
    merge "$name" "$scratch/counted"
    rm -rf "$scratch/taken"
    mkdir "$scratch/taken"
    if [ "$(find "$scratch/counted" -type f | wc -l)" -gt $most_files ]; then
        merge "$name" "$scratch/taken" -use_counters=0
    fi
    rm -rf "corpus/fuzz/$name"
    {
        shortest_first "$scratch/taken"
        shortest_first "$scratch/counted"
    } | fill "corpus/fuzz/$name"
    echo "$name: of $(find "$scratch/from" -type f | wc -l) finds $(find "$scratch/counted" -type f | wc -l) show something," \
        "$(find "corpus/fuzz/$name" -type f | wc -l) are kept"
done
python3 fuzz/targets.py check
