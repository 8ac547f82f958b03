#!/bin/bash
# SPDX-License-Identifier: MIT
# Template of NAME_regression and NAME_msan (fuzz/defs.bzl): every file of the corpus once through the harness.
# One test case for ci/count, however many files. Passes only if each file was seen to its end.
# shellcheck disable=SC1083,SC2288 # what stands in %{} is filled in by fuzz/defs.bzl
set -euo pipefail

binary='%{binary}'
read -r -a corpus <<<'%{corpus}'
read -r -a flags <<<'%{flags}'
%{env}

list=$TEST_TMPDIR/files
log=$TEST_TMPDIR/log

for folder in "${corpus[@]}"; do
    # A kind without packets has no folder.
    if [ -d "$folder" ]; then
        # The manifest and the notes between the packets are no input.
        find -L "$folder" -type f ! -name '*.tsv' ! -name '*.md' ! -name '*.txt'
    fi
done | sort >"$list"
files=$(wc -l <"$list")
if [ "$files" -eq 0 ]; then
    echo "the corpus is empty: ${corpus[*]}" >&2
    echo "gdv-tests: 0 passed, 1 failed"
    exit 1
fi

status=0
xargs -d '\n' -a "$list" "./$binary" ${flags[@]+"${flags[@]}"} >"$log" 2>&1 || status=$?
executed=$(grep -c '^Executed ' "$log" || true)
echo "replayed $executed of $files files"
if [ "$status" -ne 0 ] || [ "$executed" -ne "$files" ]; then
    # The lines about files that went well are thousands.
    grep -v '^Executed ' "$log" | tail -n 200
    echo "exit status $status"
    echo "gdv-tests: 0 passed, 1 failed"
    exit 1
fi
echo "gdv-tests: 1 passed, 0 failed"
