#!/bin/bash
# SPDX-License-Identifier: MIT
# How many instructions gdv takes for each packet and each value, counted by valgrind's cachegrind: a figure that, unlike a
# time, is the same on a busy machine. And the gate on it. By clang and by gcc, as one may be good where the other is not.
#
#     ci/bazel run //bench:instructions                   the table
#     ci/bazel run //bench:instructions -- check          fails where a figure of bench/instructions.tsv is exceeded by more
#                                                         than 3 %; says so where it is undercut by as much
#     ci/bazel run //bench:instructions -- write REASON   writes that file; REASON stands beside each figure that rose
#
# Without Bazel the programs to count come first, as each compiler made them:
# bench/instructions.sh CLANG GCC [check [FILE] | write REASON [FILE]].
# Environment: COUNTED, a table that was counted before, to be checked or written instead of counting again.
set -euo pipefail

slack=3  # per cent
passes=2 # over the packets, less none, so that the making of them is not in it

compilers=(clang-19 gcc-12)
programs=("$1" "$2")
committed=${BUILD_WORKSPACE_DIRECTORY:-.}/bench/instructions.tsv
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
shift 2

# counted PROGRAM NAME SUBJECT WORKLOAD PASSES: instructions of the whole process; what it prints goes to NAME.said. The
# environment is empty, as its size shifts the stack; symbols are bound before main; and the C library's memcpy and its like
# are those for any x86-64, not those for this processor.
counted() {
    local program=$1 name=$2
    shift 2
    env -i LD_BIND_NOW=1 GLIBC_TUNABLES=glibc.cpu.hwcaps=-AVX2,-AVX512VL,-AVX_Fast_Unaligned_Load,-ERMS,-FSRM \
        "$valgrind" --tool=cachegrind --cache-sim=no --cachegrind-out-file=/dev/null --log-file="$work/$name.log" \
        "$program" "$@" >"$work/$name.said" || return 1
    sed -n 's/^==.*I *refs: *//p' "$work/$name.log" | tr -d ,
}

row() { # row COMPILER PROGRAM SUBJECT WORKLOAD: its line of the table, into a file that is named so
    local name=$1-${3//\//-}-$4 none some
    none=$(counted "$2" "$name" "$3" "$4" 0) || return 1
    some=$(counted "$2" "$name" "$3" "$4" "$passes") || return 1
    awk -v compiler="$1" -v subject="$3" -v workload="$4" -v n="$((some - none))" '
        $1 > 0 && $2 > 0 && n > 0 { printf "%s\t%s\t%s\t%.1f\t%.2f\n", compiler, subject, workload, n / $1, n / $2; done = 1 }
        END { exit !done }' "$work/$name.said" >"$work/$name.row"
}

# Two at a time. A row that cannot be counted leaves no file, and then there is no table.
count_all() {
    local which subject workload row rows=()
    valgrind=$(command -v valgrind) || {
        echo "instructions: valgrind is missing; ci/bazel installs it" >&2
        return 1
    }
    for which in "${!compilers[@]}"; do
        "${programs[which]}" list >"$work/list"
        while IFS=$'\t' read -r subject workload; do
            row "${compilers[which]}" "${programs[which]}" "$subject" "$workload" &
            rows+=("$work/${compilers[which]}-${subject//\//-}-$workload.row")
            [ $((${#rows[@]} % 2)) -ne 0 ] || wait
        done <"$work/list"
    done
    wait
    for row in "${rows[@]}"; do
        [ -s "$row" ] || {
            echo "instructions: cannot be counted: $(basename "$row" .row)" >&2
            return 1
        }
    done
    [ ${#rows[@]} -gt 0 ] && cat "${rows[@]}" >"$work/table"
}

# What each figure has become: compiler, subject, workload, instructions a packet then and now, per cent more. "-" for none.
changes() { # changes FILE
    awk -F '\t' -v OFS='\t' '
        /^#/ || NF == 0 { next }
        { row = $1 OFS $2 OFS $3 }
        FILENAME == ARGV[1] { said[row] = $4; next }
        { now[row] = $4; print row, (row in said) ? said[row] : "-", $4,
            (row in said) ? sprintf("%.1f", 100 * ($4 / said[row] - 1)) : "-" }
        END { for (row in said) if (!(row in now)) print row, said[row], "-", "-" }' "$1" "$work/table"
}

check() { # check FILE
    changes "$1" | awk -F '\t' -v slack="$slack" '
        { row = "instructions: " $1 ": " $2 ", " $3 ": " }
        $4 == "-" { print row "is not in the file"; bad = 1; next }
        $5 == "-" { print row "is in the file, and is not counted"; bad = 1; next }
        $6 > slack { print row $5 " a packet, " $6 " % more than " $4; bad = 1; next }
        $6 < -slack { print row $5 " a packet, " (-$6) " % less than " $4 \
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
        echo "# Instructions for each packet and each value, by cachegrind (instructions.sh): -O2, as //bench is built, on x86-64, by"
        echo "# each compiler. The reason is that of the last time that a figure rose by more than $slack %."
        printf '# compiler\tsubject\tworkload\tpacket\tvalue\treason\n'
        awk -F '\t' -v OFS='\t' -v slack="$slack" -v reason="$1" '
            { row = $1 OFS $2 OFS $3 }
            FILENAME == ARGV[1] { if (!/^#/) why[row] = $6; next }
            FILENAME == ARGV[2] { more[row] = $6; next }
            { print $0, (more[row] == "-" ? "first count" : more[row] > slack ? reason : why[row]) }
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
*) printf '# compiler\tsubject\tworkload\tpacket\tvalue\n' && cat "$work/table" ;;
esac
