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

# made_otherwise EDIT: by the maker with this edit, a sed script; where it contradicts itself, nothing is written.
made_otherwise() {
    local tools=$TEST_TMPDIR/tools
    mkdir -p "$tools" && cp corpus/make/make_malformed_messages.py "$tools" && chmod -R u+w "$tools"
    sed -i "$1" "$tools/make_malformed_messages.py"
    ! cmp -s "$tools/make_malformed_messages.py" corpus/make/make_malformed_messages.py || echo "no edit: $1"
    python3 -B "$tools/make_malformed_messages.py" "$judge" "$made"
}

expect_success "make_malformed_messages.py makes corpus/messages/malformed" are_reproduced
expect_success "a changed row is seen" a_changed_row_is_seen
expect_refusal "a code that section 8 does not say is contradicted" "empty: MP_EMPTY is not MP_SHORT" \
    made_otherwise 's/"empty", "MP_EMPTY"/"empty", "MP_SHORT"/'
expect_refusal "a defect that no row has is seen" "no row of .*('path', 'unique_inside')" \
    made_otherwise 's/ or is_new or / or /'
expect_refusal "and one that is said to be none, and is" "no row of \[\], a row of \[('path', 'unique')\]" \
    made_otherwise 's/"path", "at c1/"path", "unique at c1/'
finish
