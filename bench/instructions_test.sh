#!/bin/bash
# SPDX-License-Identifier: MIT
# gdv takes no more instructions than bench/instructions.tsv says, or 3 % more at most; and the count can be trusted.
# argument: the program to count.
set -eu
. ci/cases.sh

program=$1
file=bench/instructions.tsv
first=$TEST_TMPDIR/first
second=$TEST_TMPDIR/second
wrong=$TEST_TMPDIR/wrong

count() { # count TABLE
    bench/instructions.sh "$program" >"$1"
}

gate() { # gate FILE: the first count against it
    COUNTED=$first bench/instructions.sh "$program" check "$1"
}

# scaled SUBJECT WORKLOAD FACTOR: the committed file with that figure changed, to what was counted times the factor
scaled() {
    awk -F '\t' -v OFS='\t' -v subject="$1" -v workload="$2" -v factor="$3" '
        FNR == NR { now[$1 OFS $2] = $3; next }
        $1 == subject && $2 == workload { $3 = sprintf("%.1f", now[$1 OFS $2] * factor); done = 1 }
        { print }
        END { exit !done }' "$first" "$file" >"$wrong"
}

# A process has a few instructions more or less each time, before main; nothing else may depend on when it is counted.
nearly_equal() { # nearly_equal TABLE TABLE: within a tenth of a per cent
    paste "$1" "$2" | awk -F '\t' '
        /^#/ { next }
        { more = $7 / $3 - 1; n += 1 }
        $1 != $5 || $2 != $6 || more > 0.001 || more < -0.001 { print "now otherwise: " $0; bad = 1 }
        END { exit bad || n == 0 }'
}

gain_is_said() {
    gate "$wrong" | grep "document, snapshot: .* the figure may be lowered"
}

# Of a row of hostile.c, what a question costs in the larger size to that in the smaller: a fourth more at the most, for
# gdv_at, whose time is logarithmic. A walk over all that comes before would take four times as much.
no_faster_than_said() { # no_faster_than_said TABLE
    awk -F '\t' '
        $1 !~ /^hostile\// { next }
        !($1 in small) { small[$1] = $4; next }
        { n += 1; printf "%s: %.2f times as much a question in four times as many\n", $1, $4 / small[$1] }
        $4 > 1.25 * small[$1] { print "grows: " $1; bad = 1 }
        END { exit bad || n == 0 }' "$1"
}

# at_most SUBJECT FACTOR OF WORKLOAD [TABLE]: a packet of the one costs so much of one of the other at the most
at_most() {
    awk -F '\t' -v subject="$1" -v factor="$2" -v of="$3" -v workload="$4" '
        $2 == workload && $1 == subject { more = $3 }
        $2 == workload && $1 == of { less = $3 }
        END {
            if (!(more > 0 && less > 0)) { print "there is no row of " subject " and " of ", " workload; exit 1 }
            printf "%s, %s: %.3f times %s\n", subject, workload, more / less, of
            if (more > factor * less) { print subject ", " workload ": above " factor " times " of; exit 1 }
        }' "${5:-$first}"
}

one_reason() {
    [ "$(grep -c "keys are looked for" "$wrong")" -eq 1 ]
}

expect_success "every row is counted" count "$first"
expect_success "the committed figures hold" gate "$file"
cat "$first"
expect_success "every row is counted again" count "$second"
expect_success "the two counts are equal" nearly_equal "$first" "$second"
expect_success "no lookup costs more in a larger packet than its header says" no_faster_than_said "$first"
awk -F '\t' -v OFS='\t' '$1 == "hostile/at" && $2 == 4096 { $4 *= 4 } { print }' "$first" >"$wrong"
expect_refusal "one that walks from the start" "grows: hostile/at" no_faster_than_said "$wrong"
sed 's/^\(reader\ttiny\t\)/\11/' "$first" >"$wrong"
expect_refusal "two counts that are not" "now otherwise: reader.tiny" nearly_equal "$wrong" "$second"

# A call costs what its arguments cost, and a little more; so does a check of what was parsed; and to refuse is not dear.
for engine in 3 4; do
    expect_success "a call of Godot $engine" at_most "rpc/parse$engine" 1.3 "rpc/array$engine" rpc
    expect_success "one that is cut" at_most "rpc/cut$engine" 1.15 "rpc/parse$engine" rpc
    expect_success "one of which a value is refused" at_most "rpc/nonfinite$engine" 1.8 "rpc/parse$engine" rpc
    expect_success "one that is held against methods" at_most "rpc/check$engine" 2 "rpc/parse$engine" rpc
done
expect_success "one with the path of its node" at_most rpc/parse3_path 1.3 rpc/parse3 rpc
for workload in tiny snapshot; do
    expect_success "a check by a schema, $workload" at_most schema 1.5 document "$workload"
done
expect_refusal "a call that costs more" "rpc/parse3, rpc: above 1 times rpc/array3" at_most rpc/parse3 1 rpc/array3 rpc
grep -v '^rpc/array4' "$first" >"$wrong"
expect_refusal "a row that is missing" "there is no row of" at_most rpc/parse4 1.3 rpc/array4 rpc "$wrong"

# A library that became slower by 5 % looks like a figure that is 5 % too low.
scaled document snapshot 0.95
expect_refusal "a slowdown of 5 %" "document, snapshot: .* 5.3 % more than" gate "$wrong"
expect_refusal "and says what to do" "write REASON" gate "$wrong"
scaled document snapshot 0.98
expect_success "a slowdown of 2 %" gate "$wrong"
scaled document snapshot 1.05
expect_success "a gain of 5 % is said" gain_is_said
grep -v "^reader	tiny	" "$file" >"$wrong"
expect_refusal "a row that nobody committed" "reader, tiny: is not in the file" gate "$wrong"
sed 's/^reader\ttiny\t/reader\thuge\t/' "$file" >"$wrong"
expect_refusal "a row that nobody counts" "reader, huge: is in the file, and is not counted" gate "$wrong"

# The file as it is written: a reason beside what rose, and the old one beside what did not.
scaled writer tiny 0.9
COUNTED=$first bench/instructions.sh "$program" write "keys are looked for" "$wrong"
expect_success "what was written holds" gate "$wrong"
expect_success "what rose has the reason" grep -q "^writer	tiny	.*	keys are looked for$" "$wrong"
expect_success "and nothing else has" one_reason
expect_refusal "to write without a reason" "why may a figure rise" bench/instructions.sh "$program" write

# A program that fails must leave no figures.
cat >"$wrong" <<'END'
#!/bin/sh
printf 'reader\ttiny\n'
[ "$1" = list ]
END
chmod +x "$wrong"
expect_refusal "a program that fails" "cannot be counted: reader-tiny" bench/instructions.sh "$wrong"

finish
