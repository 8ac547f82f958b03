#!/bin/bash
# SPDX-License-Identifier: MIT
# The packets and streams that were made from the wire reference are still what their tools make: nobody edited an
# expectation to suit the library. Seeds of engines cannot be made again here; tests/corpus/test_seeds.c counts their files
# against SOURCES.tsv.
set -eu
. ci/cases.sh

made=$TEST_TMPDIR/made
mkdir -p "$made"

malformed_is_reproduced() {
    python3 -B corpus/make/make_malformed.py "$made" && diff -rq "$made/malformed" corpus/malformed
}

seeds_are_reproduced() {
    python3 -B corpus/make/make_seeds.py "$made" || return 1
    (cd "$made/seed" && find . -name '*.bin') | while read -r seed; do
        cmp "$made/seed/$seed" "corpus/seed/$seed" || return 1
    done
}

frames_are_reproduced() {
    python3 -B corpus/make/make_frames.py corpus "$made" && diff -rq "$made/frames" corpus/frames
}

schema_packets_are_reproduced() {
    python3 -B corpus/make/make_schema.py corpus "$made" && cmp "$made/schema/packets.tsv" corpus/schema/packets.tsv
}

# A case without a value at its path would have an offset from nowhere.
a_path_to_nothing_is_seen() {
    mkdir -p "$TEST_TMPDIR/nowhere/schema"
    sed 's/\t\.seq\t/\t.sequence\t/' corpus/schema/manifest.tsv >"$TEST_TMPDIR/nowhere/schema/manifest.tsv"
    python3 -B corpus/make/make_schema.py "$TEST_TMPDIR/nowhere" "$made"
}

# A changed byte must be seen, or the two comparisons above compare nothing.
a_changed_packet_is_seen() {
    local victim
    victim=$(cd "$made/malformed" && find . -name '*.bin' -size +0c | sort | head -n 1)
    printf 'x' >>"$made/malformed/$victim"
    ! diff -rq "$made/malformed" corpus/malformed >/dev/null
}

# Each type of each dialect has packets of each defect, or a reason why it cannot have the defect.
matrix_has_no_holes() {
    python3 -B corpus/make/make_malformed.py --matrix >"$TEST_TMPDIR/matrix.tsv" || return 1
    awk -F '\t' \
        'NF != 10 || /\t\t/ || /\t0(\t|$)/ { bad = 1; print } END { exit bad || NR < 300 }' "$TEST_TMPDIR/matrix.tsv"
}

# An expectation that follows from a wrong demand must not be written: judge.py contradicts it.
wrong_tools_write_malformed() { # wrong_tools_write_malformed FILE SED-SCRIPT: with that change to a copy of the tools
    local tools=$TEST_TMPDIR/tools
    rm -rf "$tools" && mkdir -p "$tools/out" && cp corpus/make/*.py "$tools" && chmod -R u+w "$tools"
    sed -i "$2" "$tools/$1"
    if cmp -s "corpus/make/$1" "$tools/$1"; then
        echo "nothing was changed in $1" >&2
        return 0
    fi
    python3 -B "$tools/make_malformed.py" "$tools/out"
}

# The second reading of the wire format, which the expectations come from, agrees with four real engines.
judge_agrees_with_the_engines() {
    python3 -B corpus/make/judge.py --verdicts corpus/verdicts
}

# And the one of values, which the expectations of `dump` come from where no engine stated a value.
reading_agrees_with_the_engines() {
    python3 -B corpus/make/reading.py --values corpus
}

expect_success "make_malformed.py makes corpus/malformed" malformed_is_reproduced
expect_success "make_seeds.py makes the seeds of the wire reference" seeds_are_reproduced
expect_success "make_frames.py makes corpus/frames" frames_are_reproduced
expect_success "make_schema.py makes the packets of corpus/schema" schema_packets_are_reproduced
expect_refusal "a path to nothing is seen" "no value at .sequence" a_path_to_nothing_is_seen
expect_success "a changed packet is seen" a_changed_packet_is_seen
expect_success "each type has packets of each defect, or a reason why not" matrix_has_no_holes
expect_refusal "a need that is one too high is contradicted" "rows disagree" \
    wrong_tools_write_malformed layout.py 's/wanted - size$/wanted - size + 1/'
expect_refusal "a wrong code for missing padding is contradicted" "rows disagree" \
    wrong_tools_write_malformed layout.py 's/"PADDING_MISSING", None/"LENGTH", None/'
expect_refusal "a type without packets of a defect is seen" "AssertionError: ('godot2', 'STRING', 'utf8'" \
    wrong_tools_write_malformed defects.py 's/^            bad_texts(/            name == "STRING" or bad_texts(/'
expect_success "judge.py agrees with the engines" judge_agrees_with_the_engines
expect_success "reading.py agrees with the engines" reading_agrees_with_the_engines
judged_table_is_refused_when_wrong() {
    sed 's/| 2,231 |/| 2,232 |/' SECURITY.md >"$TEST_TMPDIR/judged.md"
    python3 -B corpus/make/judged.py corpus "$TEST_TMPDIR/judged.md"
}
expect_success "SECURITY.md says which engines judged it" python3 -B corpus/make/judged.py corpus SECURITY.md
expect_refusal "a number in that table that is wrong" "does not hold the table" judged_table_is_refused_when_wrong
finish
