#!/bin/sh
# SPDX-License-Identifier: MIT
# Does the exhaustive test notice a difference? It runs over a library that says of missing bytes how many are needed.
# And does its comparison notice where pruning is not sound? There a word too few is taken for looked at.
# arguments: the program over that library; the one that prunes too much.
set -eu
. ci/cases.sh

expect_refusal "what differs is named" '^DIFFER: godot4.4 strict: .*need ' "$1" 3 strict
expect_refusal "what differs is counted" '^gdv-tests: 0 passed, 9 failed' "$1" 3 strict
expect_refusal "no words are no test" '^usage: ' "$1" 0
expect_refusal "neither is a preset that there is not" '^usage: ' "$1" 3 lax
expect_refusal "what is pruned and should not be is named" '^UNLIKE: godot4.4 strict: ' "$2" compare 3 strict
expect_refusal "what is pruned and should not be is counted" '^gdv-tests: 0 passed, 9 failed' "$2" compare 3 engine
expect_refusal "nothing is compared where nothing is noted" '^usage: ' "$1" compare 3
finish
