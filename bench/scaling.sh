#!/bin/bash
# SPDX-License-Identifier: MIT
# Draws what scaling.c measures: docs/scaling-SERIES.svg for each series, and the table beside them as docs/scaling.tsv.
#
#     ci/bazel run //bench:scaling_plot                       measures, 15 repeats, and draws into the checkout
#     bench/scaling.sh PROGRAM [FOLDER [REPEATS]]             without Bazel
#     TABLE=FILE bench/scaling.sh PROGRAM [FOLDER]            draws a table that was measured before
#
# Both axes are logarithmic, as x spans up to seven powers of ten: cost that is in proportion to x is a line that rises by as
# many powers as x does, and the dotted line is one. On the second axis the cost of each x, which should become level.
set -euo pipefail

program=$1
folder=${2:-${BUILD_WORKSPACE_DIRECTORY:-.}/docs}
repeats=${3:-15}
table=$folder/scaling.tsv

command -v gnuplot >/dev/null || {
    echo "scaling: gnuplot is missing; ci/bazel installs it" >&2
    exit 1
}
if [ -n "${TABLE:-}" ]; then
    [ "$TABLE" -ef "$table" ] || cp "$TABLE" "$table"
else
    "$program" "$repeats" | tee "$table.new"
    mv "$table.new" "$table"
fi

draw() { # draw SERIES TITLE WHAT-X-IS
    local points
    points=$(awk -F '\t' -v series="$1" '$1 == series' "$table")
    [ -n "$points" ] || {
        echo "scaling: the table has no $1" >&2
        return 1
    }
    # The dotted line goes through the last point.
    gnuplot <<END
set terminal svg size 800,480 font "sans-serif,13" background "white"
set output "$folder/scaling-$1.svg"
set title "$2" noenhanced
set datafile separator "\t"
set logscale x 2
set logscale y 10
set xlabel "$3"
set ylabel "nanoseconds"
set y2label "nanoseconds for each"
set y2range [0:*]
set y2tics
set ytics nomirror
set format x "%.0b%B"
set format y "10^{%T}"
set grid
set key top left
\$points << TABLE
$points
TABLE
stats \$points using 2:(last = \$4 / \$2) nooutput
plot \$points using 2:4 with linespoints pt 7 ps 0.5 lc rgb "#1f4e9c" title "nanoseconds", \\
     last * x with lines dt 3 lc rgb "#888888" title "in proportion", \\
     \$points using 2:5 axes x1y2 with linespoints pt 6 ps 0.5 lc rgb "#c0504d" title "for each (right)"
END
}

draw size "gdv_validate, strict: snapshots of growing size" "bytes of the packet"
draw nesting "gdv_validate, strict: nested containers" "levels"
draw dictionary "gdv_validate, strict: a dictionary of distinct texts" "entries"
draw text "gdv_validate, strict: one ASCII text" "bytes of the text"
