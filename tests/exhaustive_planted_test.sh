#!/bin/sh
# SPDX-License-Identifier: MIT
# Does the exhaustive test notice a difference? It runs over a library that says of missing bytes how many are needed.
# arguments: the program over that library.
set -eu
. ci/cases.sh

expect_refusal "what differs is named" '^DIFFER: godot4.4 strict: .*need ' "$1" 3 strict
expect_refusal "what differs is counted" '^gdv-tests: 0 passed, 9 failed' "$1" 3 strict
expect_refusal "no words are no test" '^usage: ' "$1" 0
expect_refusal "neither is a preset that there is not" '^usage: ' "$1" 3 lax
finish
