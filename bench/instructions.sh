#!/bin/bash
# SPDX-License-Identifier: MIT
# How many instructions gdv takes for each packet and each value, counted by valgrind's cachegrind: a figure that, unlike a
# time, is the same on a busy machine. And the gate on it.
#
#     ci/bazel run //bench:instructions                   the table
#     ci/bazel run //bench:instructions -- check          fails where a figure of bench/instructions.tsv is exceeded by more
#                                                         than 3 %; says so where it is undercut by as much
#     ci/bazel run //bench:instructions -- write REASON   writes that file; REASON stands beside each figure that rose
#
# Without Bazel the program to count comes first: bench/instructions.sh PROGRAM [check [FILE] | write REASON [FILE]].
# Environment: COUNTED, a table that was counted before, to be checked or written instead of counting again.
set -euo pipefail

slack=3  # per cent
passes=2 # over the packets, less none, so that the making of them is not in it

program=$1
committed=${BUILD_WORKSPACE_DIRECTORY:-.}/bench/instructions.tsv
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
shift

# counted NAME SUBJECT WORKLOAD PASSES: instructions of the whole process; what it prints goes to NAME.said. The environment
# is empty, as its size shifts the stack; symbols are bound before main; and the C library's memcpy and its like are those
# for any x86-64, not those for this processor.
counted() {
    local name=$1
    shift
    env -i LD_BIND_NOW=1 GLIBC_TUNABLES=glibc.cpu.hwcaps=-AVX2,-AVX512VL,-AVX_Fast_Unaligned_Load,-ERMS,-FSRM \
        "$valgrind" --tool=cachegrind --cache-sim=no --cachegrind-out-file=/dev/null --log-file="$work/$name.log" \
        "$program" "$@" >"$work/$name.said" || return 1
    sed -n 's/^==.*I *refs: *//p' "$work/$name.log" | tr -d ,
}

row() { # row SUBJECT WORKLOAD: its line of the table, into a file that is named so
    local name=${1//\//-}-$2 none some
    none=$(counted "$name" "$1" "$2" 0) || return 1
    some=$(counted "$name" "$1" "$2" "$passes") || return 1
    awk -v subject="$1" -v workload="$2" -v n="$((some - none))" '
        $1 > 0 && $2 > 0 && n > 0 { printf "%s\t%s\t%.1f\t%.2f\n", subject, workload, n / $1, n / $2; done = 1 }
        END { exit !done }' "$work/$name.said" >"$work/$name.row"
}

# Two at a time. A row that cannot be counted leaves no file, and then there is no table.
count_all() {
    local subject workload row rows=()
    valgrind=$(command -v valgrind) || {
        echo "instructions: valgrind is missing; ci/bazel installs it" >&2
        return 1
    }
    "$program" list >"$work/list"
    while IFS=$'\t' read -r subject workload; do
        row "$subject" "$workload" &
        rows+=("$work/${subject//\//-}-$workload.row")
        [ $((${#rows[@]} % 2)) -ne 0 ] || wait
    done <"$work/list"
    wait
    for row in "${rows[@]}"; do
        [ -s "$row" ] || {
            echo "instructions: cannot be counted: $(basename "$row" .row)" >&2
            return 1
        }
    done
    [ ${#rows[@]} -gt 0 ] && cat "${rows[@]}" >"$work/table"
}

# What each figure has become: subject, workload, instructions a packet then and now, per cent more. "-" for none.
changes() { # changes FILE
    awk -F '\t' -v OFS='\t' '
        /^#/ || NF == 0 { next }
        FILENAME == ARGV[1] { said[$1 OFS $2] = $3; next }
        { now[$1 OFS $2] = $3; print $1, $2, ($1 OFS $2 in said) ? said[$1 OFS $2] : "-", $3,
            ($1 OFS $2 in said) ? sprintf("%.1f", 100 * ($3 / said[$1 OFS $2] - 1)) : "-" }
        END { for (pair in said) if (!(pair in now)) print pair, said[pair], "-", "-" }' "$1" "$work/table"
}

check() { # check FILE
    changes "$1" | awk -F '\t' -v slack="$slack" '
        $3 == "-" { print "instructions: " $1 ", " $2 ": is not in the file"; bad = 1; next }
        $4 == "-" { print "instructions: " $1 ", " $2 ": is in the file, and is not counted"; bad = 1; next }
        $5 > slack { print "instructions: " $1 ", " $2 ": " $4 " a packet, " $5 " % more than " $3; bad = 1; next }
        $5 < -slack { print "instructions: " $1 ", " $2 ": " $4 " a packet, " -$5 " % less than " $3 \
            ": the figure may be lowered, without a reason" }
        END {
            if (bad) print "instructions: make it cheaper, or: ci/bazel run //bench:instructions -- write REASON"
            else print "instructions: no figure is exceeded by more than " slack " %"
            exit bad
        }'
}

write() { # write REASON FILE
    local was=$2
    [ -f "$was" ] || was=/dev/null
    changes "$was" >"$work/changes"
    {
        echo "# Instructions for each packet and each value, by cachegrind (instructions.sh): clang-19 -O2, as //bench is built,"
        echo "# on x86-64. The reason is that of the last time that a figure rose by more than $slack %."
        printf '# subject\tworkload\tpacket\tvalue\treason\n'
        awk -F '\t' -v OFS='\t' -v slack="$slack" -v reason="$1" '
            FILENAME == ARGV[1] { if (!/^#/) why[$1 OFS $2] = $5; next }
            FILENAME == ARGV[2] { more[$1 OFS $2] = $5; next }
            { pair = $1 OFS $2
              print $0, (more[pair] == "-" ? "first count" : more[pair] > slack ? reason : why[pair]) }
            ' "$was" "$work/changes" "$work/table"
    } >"$work/written"
    cp "$work/written" "$2"
}

case ${1:-} in
'' | check) ;;
write)
    [ -n "${2:-}" ] || {
        echo 'instructions: write "REASON": why may a figure rise?' >&2
        exit 2
    }
    ;;
*)
    sed -n 's/^#     \(ci.*\)/\1/p' "$0" >&2
    exit 2
    ;;
esac
if [ -n "${COUNTED:-}" ]; then
    cp "$COUNTED" "$work/table"
else
    count_all
fi
case ${1:-} in
check) check "${2:-$committed}" ;;
write) write "$2" "${3:-$committed}" ;;
*) printf '# subject\tworkload\tpacket\tvalue\n' && cat "$work/table" ;;
esac
