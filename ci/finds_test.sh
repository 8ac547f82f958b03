#!/bin/bash
# SPDX-License-Identifier: MIT
# What the fuzzers found and the corpus keeps (corpus/fuzz/): in the folder of a target that exists, named by the sha1 of
# what it holds, and within the budget. What the finds do is the business of //fuzz:NAME_regression and NAME_msan.
set -eu
. ci/cases.sh

copy=$TEST_TMPDIR/copy
mkdir -p "$copy/corpus"
cp -rL fuzz tests "$copy/"
chmod -R u+w "$copy"

fresh() { # the finds as they are, to do something to
    rm -rf "$copy/corpus/fuzz"
    cp -rL corpus/fuzz "$copy/corpus/"
    chmod -R u+w "$copy/corpus/fuzz"
}

in_order() { (cd "$copy" && python3 fuzz/targets.py check); }

add() { # add FOLDER: what is on standard input, under its right name
    local file=$TEST_TMPDIR/find
    cat >"$file"
    mkdir -p "$copy/corpus/fuzz/$1"
    cp "$file" "$copy/corpus/fuzz/$1/$(sha1sum <"$file" | cut -d ' ' -f 1)"
}

fresh
expect_success "the finds are in order" in_order

printf 'gdv' >"$copy/corpus/fuzz/decode/crash-1"
expect_refusal "a name that the engine gave" 'crash-1 is not named by the sha1' in_order
fresh
printf 'gdv' | add decode/more
expect_refusal "a folder in a folder" 'is not in the folder of a target' in_order
fresh
printf 'gdv' | add no_such_target
expect_refusal "finds of no target" 'no_such_target is of no target' in_order
fresh
rm -rf "$copy/corpus/fuzz/framer"
expect_refusal "a target without finds" 'framer is missing' in_order
fresh
python3 -c '
import hashlib, sys
for number in range(2301):
    data = b"%d" % number
    with open(sys.argv[1] + "/" + hashlib.sha1(data).hexdigest(), "wb") as find:
        find.write(data)
' "$copy/corpus/fuzz/decode"
expect_refusal "too many" 'files, more than 2500' in_order
fresh
head -c $((4 << 20)) /dev/zero | add decode
printf 'one more' | add decode
expect_refusal "too large" 'bytes, more than 4194304' in_order
finish
