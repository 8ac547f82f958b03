#!/bin/bash
# SPDX-License-Identifier: MIT
# Malformed messages are still what their maker makes of the layouts and of what the naive decoder says: nobody edited an expectation
# to suit the library.
set -eu
. ci/cases.sh

judge=$1
made=$TEST_TMPDIR/made
mkdir -p "$made/messages/malformed"
ln -s "$PWD/corpus/malformed" "$made/malformed"

are_reproduced() {
    python3 -B corpus/make/make_malformed_messages.py "$judge" "$made" && diff -rq "$made/messages/malformed" corpus/messages/malformed
}

a_changed_row_is_seen() {
    sed -i '$s/$/00/' "$made/messages/malformed/godot3.tsv"
    ! diff -rq "$made/messages/malformed" corpus/messages/malformed >/dev/null
}

# Where the words of section 8 and the judge disagree, nothing is written.
a_wrong_code_is_made() {
    local tools=$TEST_TMPDIR/tools
    mkdir -p "$tools" && cp corpus/make/make_malformed_messages.py "$tools" && chmod -R u+w "$tools"
    sed -i 's/"empty", "MP_EMPTY"/"empty", "MP_SHORT"/' "$tools/make_malformed_messages.py"
    python3 -B "$tools/make_malformed_messages.py" "$judge" "$made"
}

expect_success "make_malformed_messages.py makes corpus/messages/malformed" are_reproduced
expect_success "a changed row is seen" a_changed_row_is_seen
expect_refusal "a code that section 8 does not say is contradicted" "empty: MP_EMPTY is not MP_SHORT" a_wrong_code_is_made
finish
