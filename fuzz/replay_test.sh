#!/bin/bash
# SPDX-License-Identifier: MIT
# Template of NAME_regression and NAME_msan (fuzz/defs.bzl): every file of the corpus, and every earlier find, once
# through the harness. One test case for ci/count, however many files. Passes only if each file was seen to its end.
# shellcheck disable=SC1083,SC2288 # what stands in %{} is filled in by fuzz/defs.bzl
set -euo pipefail

binary='%{binary}'
read -r -a corpus <<<'%{corpus}'
read -r -a corpus_env <<<'%{corpus_env}'
read -r -a finds <<<'%{finds}'
read -r -a flags <<<'%{flags}'
%{env}

log=$TEST_TMPDIR/log

files=0
fail() {
    # The lines about files that went well are thousands.
    grep -v '^Executed ' "$log" | tail -n 200
    echo "$1"
    echo "gdv-tests: 0 passed, 1 failed"
    exit 1
}

replay() { # replay "VARIABLE=VALUE.." FOLDER..
    local list=$TEST_TMPDIR/files folder status=0 expected executed
    local -a environment
    read -r -a environment <<<"$1"
    shift
    for folder in "$@"; do
        # A kind without packets has no folder.
        if [ -d "$folder" ]; then
            # The manifest and the notes between the packets are no input.
            find -L "$folder" -type f ! -name '*.tsv' ! -name '*.md' ! -name '*.txt'
        fi
    done | sort >"$list"
    expected=$(wc -l <"$list")
    [ "$expected" -gt 0 ] || return 0
    xargs -d '\n' -a "$list" env ${environment[@]+"${environment[@]}"} "./$binary" ${flags[@]+"${flags[@]}"} \
        >"$log" 2>&1 || status=$?
    executed=$(grep -c '^Executed ' "$log" || true)
    echo "replayed $executed of $expected files in ${*}"
    if [ "$status" -ne 0 ] || [ "$executed" -ne "$expected" ]; then
        fail "exit status $status"
    fi
    files=$((files + expected))
}

: >"$log"
replay "${corpus_env[*]}" ${corpus[@]+"${corpus[@]}"}
replay "" ${finds[@]+"${finds[@]}"}
[ "$files" -gt 0 ] || fail "the corpus is empty: ${corpus[*]} ${finds[*]}"
echo "gdv-tests: 1 passed, 0 failed"
