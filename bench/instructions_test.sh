#!/bin/bash
# SPDX-License-Identifier: MIT
# gdv takes no more instructions than bench/instructions.tsv says, or 3 % more at most; and the count can be trusted.
# arguments: the programs to count, by clang and by gcc.
set -eu
. ci/cases.sh

clang=$1
gcc=$2
file=bench/instructions.tsv
first=$TEST_TMPDIR/first
second=$TEST_TMPDIR/second
wrong=$TEST_TMPDIR/wrong

count() { # count TABLE
    bench/instructions.sh "$clang" "$gcc" >"$1"
}

gate() { # gate FILE: the first count against it
    COUNTED=$first bench/instructions.sh "$clang" "$gcc" check "$1"
}

# scaled COMPILER SUBJECT WORKLOAD FACTOR: the committed file with that figure changed, to what was counted times the factor
scaled() {
    awk -F '\t' -v OFS='\t' -v compiler="$1" -v subject="$2" -v workload="$3" -v factor="$4" '
        FNR == NR { now[$1 OFS $2 OFS $3] = $4; next }
        $1 == compiler && $2 == subject && $3 == workload { $4 = sprintf("%.1f", now[$1 OFS $2 OFS $3] * factor); done = 1 }
        { print }
        END { exit !done }' "$first" "$file" >"$wrong"
}

# A process has a few instructions more or less each time, before main; nothing else may depend on when it is counted.
nearly_equal() { # nearly_equal TABLE TABLE: within a tenth of a per cent
    paste "$1" "$2" | awk -F '\t' '
        /^#/ { next }
        { more = $9 / $4 - 1; n += 1 }
        $1 != $6 || $2 != $7 || $3 != $8 || more > 0.001 || more < -0.001 { print "now otherwise: " $0; bad = 1 }
        END { exit bad || n == 0 }'
}

gain_is_said() {
    gate "$wrong" | grep "clang-19: document, snapshot: .* the figure may be lowered"
}

# Of a row of hostile.c, what a question costs in the larger size to that in the smaller: a fourth more at the most, for
# gdv_at, whose time is logarithmic. A walk over all that comes before would take four times as much.
no_faster_than_said() { # no_faster_than_said TABLE
    awk -F '\t' '
        $2 !~ /^hostile\// { next }
        { row = $1 ": " $2 }
        !(row in small) { small[row] = $5; next }
        { n += 1; printf "%s: %.2f times as much a question in four times as many\n", row, $5 / small[row] }
        $5 > 1.25 * small[row] { print "grows: " row; bad = 1 }
        END { exit bad || n == 0 }' "$1"
}

# at_most SUBJECT FACTOR OF WORKLOAD [TABLE]: a packet of the one costs so much of one of the other at the most, by either
# compiler; FACTOR may be two, CLANG/GCC
at_most() {
    awk -F '\t' -v subject="$1" -v factor="$2" -v of="$3" -v workload="$4" '
        BEGIN { if (split(factor, two, "/") == 1) two[2] = two[1]; most["clang-19"] = two[1]; most["gcc-12"] = two[2] }
        $3 == workload && $2 == subject { more[$1] = $4 }
        $3 == workload && $2 == of { less[$1] = $4 }
        END {
            for (compiler in less) if (more[compiler] > 0) {
                n += 1
                printf "%s: %s, %s: %.3f times %s\n", compiler, subject, workload, more[compiler] / less[compiler], of
                if (more[compiler] > most[compiler] * less[compiler]) {
                    print subject ", " workload ": above " most[compiler] " times " of
                    bad = 1
                }
            }
            if (n != 2) { print "there is no row of " subject " and " of ", " workload; bad = 1 }
            exit bad
        }' "${5:-$first}"
}

# beyond SUBJECT OF WORKLOAD MOST [TABLE]: what a value costs of the one beyond what it costs of the other, at the most; MOST is two,
# CLANG/GCC
beyond() {
    awk -F '\t' -v subject="$1" -v of="$2" -v workload="$3" -v most="$4" '
        BEGIN { split(most, two, "/"); limit["clang-19"] = two[1]; limit["gcc-12"] = two[2] }
        $3 == workload && $2 == subject { more[$1] = $5 }
        $3 == workload && $2 == of { less[$1] = $5 }
        END {
            for (compiler in less) if (more[compiler] > 0) {
                n += 1
                printf "%s: %s, %s: %.1f a value beyond %s\n", compiler, subject, workload, more[compiler] - less[compiler], of
                if (more[compiler] - less[compiler] > limit[compiler]) {
                    print subject ", " workload ": above " limit[compiler] " beyond " of
                    bad = 1
                }
            }
            if (n != 2) { print "there is no row of " subject " and " of ", " workload; bad = 1 }
            exit bad
        }' "${5:-$first}"
}

# costs SUBJECT WORKLOAD MOST [TABLE]: what a packet costs at the most; MOST is two, CLANG/GCC
costs() {
    awk -F '\t' -v subject="$1" -v workload="$2" -v most="$3" '
        BEGIN { split(most, two, "/"); limit["clang-19"] = two[1]; limit["gcc-12"] = two[2] }
        $3 == workload && $2 == subject {
            n += 1
            printf "%s: %s, %s: %.1f a packet\n", $1, subject, workload, $4
            if (!($4 > 0 && $4 <= limit[$1])) {
                print subject ", " workload ": above " limit[$1] " a packet"
                bad = 1
            }
        }
        END {
            if (n != 2) { print "there is no row of " subject ", " workload; bad = 1 }
            exit bad
        }' "${4:-$first}"
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
awk -F '\t' -v OFS='\t' '$2 == "hostile/at" && $3 == 4096 { $5 *= 4 } { print }' "$first" >"$wrong"
expect_refusal "one that walks from the start" "grows: gcc-12: hostile/at" no_faster_than_said "$wrong"
sed 's/^\(gcc-12\treader\ttiny\t\)/\11/' "$first" >"$wrong"
expect_refusal "two counts that are not" "now otherwise: gcc-12.reader.tiny" nearly_equal "$wrong" "$second"

# A call costs at most 1.3 times what its arguments took as an Array when that aim was set: a ratio would rise with each Array that
# becomes cheaper. A check of what was parsed costs a little more, and to refuse is not dear.
expect_success "a call of Godot 4" costs rpc/parse4 rpc 1865.6/2081.7
expect_success "a call of Godot 3" costs rpc/parse3 rpc 1852.4/2066.2
for engine in 3 4; do
    expect_success "one that is cut" at_most "rpc/cut$engine" 1.15/1.17 "rpc/parse$engine" rpc
    expect_success "one of which a value is refused" at_most "rpc/nonfinite$engine" 1.8 "rpc/parse$engine" rpc
    expect_success "one that is held against methods" at_most "rpc/check$engine" 2 "rpc/parse$engine" rpc
done
expect_success "one with the path of its node" at_most rpc/parse3_path 1.3 rpc/parse3 rpc
# What a verdict takes, and a copy: not what it takes to put each value together again.
expect_success "a canonical packet, tiny" at_most canonicalize 1.5 validate/strict tiny
expect_success "a canonical packet, snapshot" at_most canonicalize 1.5 validate/strict snapshot
# Half of what a document took when that aim was set, beyond that document; a ratio would rise with each that becomes cheaper. For a
# tiny packet, of which calls are most, the limit is on the whole call: what that aim allowed with the document of its time.
expect_success "a check by a schema, tiny" costs schema tiny 2761.4/3081.9
expect_success "a check by a schema, snapshot" beyond schema document snapshot 93.9/100.2
expect_refusal "a check that costs more by one compiler" "schema, tiny: above 100 beyond document" beyond schema document tiny 200/100
expect_refusal "a call that costs more by one compiler" "rpc/check3, rpc: above 1.5 times rpc/parse3" at_most rpc/check3 2/1.5 rpc/parse3 rpc
expect_refusal "a call that costs more" "rpc/parse3, rpc: above 1 times rpc/array3" at_most rpc/parse3 1 rpc/array3 rpc
expect_refusal "a call that costs too much" "rpc/parse4, rpc: above 100 a packet" costs rpc/parse4 rpc 9999/100
grep -v '^gcc-12	rpc/parse4' "$first" >"$wrong"
expect_refusal "a row that is missing" "there is no row of" at_most rpc/parse4 1.3 rpc/array4 rpc "$wrong"
expect_refusal "a call that was not counted" "there is no row of" costs rpc/parse4 rpc 1865.6/2081.7 "$wrong"

# A library that became slower by 5 % looks like a figure that is 5 % too low.
scaled clang-19 document snapshot 0.95
expect_refusal "a slowdown of 5 %" "clang-19: document, snapshot: .* 5.3 % more than" gate "$wrong"
expect_refusal "and says what to do" "write REASON" gate "$wrong"
scaled gcc-12 document snapshot 0.95
expect_refusal "the same by the other compiler" "gcc-12: document, snapshot: .* 5.3 % more than" gate "$wrong"
scaled clang-19 document snapshot 0.98
expect_success "a slowdown of 2 %" gate "$wrong"
scaled clang-19 document snapshot 1.05
expect_success "a gain of 5 % is said" gain_is_said
grep -v "^gcc-12	reader	tiny	" "$file" >"$wrong"
expect_refusal "a row that nobody committed" "gcc-12: reader, tiny: is not in the file" gate "$wrong"
sed 's/^\(gcc-12\treader\t\)tiny\t/\1huge\t/' "$file" >"$wrong"
expect_refusal "a row that nobody counts" "gcc-12: reader, huge: is in the file, and is not counted" gate "$wrong"

# The file as it is written: a reason beside what rose, and the old one beside what did not.
scaled gcc-12 writer tiny 0.9
COUNTED=$first bench/instructions.sh "$clang" "$gcc" write "keys are looked for" "$wrong"
expect_success "what was written holds" gate "$wrong"
expect_success "what rose has the reason" grep -q "^gcc-12	writer	tiny	.*	keys are looked for$" "$wrong"
expect_success "and nothing else has" one_reason
expect_refusal "to write without a reason" "why may a figure rise" bench/instructions.sh "$clang" "$gcc" write

# A program that fails must leave no figures.
cat >"$wrong" <<'END'
#!/bin/sh
printf 'reader\ttiny\n'
[ "$1" = list ]
END
chmod +x "$wrong"
expect_refusal "a program that fails" "cannot be counted: clang-19-reader-tiny" bench/instructions.sh "$wrong" "$wrong"

finish
