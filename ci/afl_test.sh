#!/bin/bash
# SPDX-License-Identifier: MIT
# Does AFL++ fuzz, and as it is promised? It gets a minute and valid packets to find the bug that fuzz/planted.bzl puts in
# for `decode`, then 20 seconds of the real library, of which it must say nothing. What it says of itself is read too:
# without persistent mode and shared memory the same run does a fiftieth of the work, and finds nothing without failing.
# arguments: the AFL++ launcher of the planted build, that of the real one, the libFuzzer launcher of the real one.
set -eu
. ci/cases.sh

export GDV_FUZZ_DIR=$TEST_TMPDIR/fuzz
log=$TEST_TMPDIR/log
crash=

shown() { # the lines that tell what happened; AFL++ colours them
    sed 's/\x1b\[[0-9;?]*[a-zA-Z]//g' "$log" | grep -aE "$1" | tail -n 20
}

finds_the_bug() {
    local started=$SECONDS status=0
    AFL_BENCH_UNTIL_CRASH=1 "$1" -V 60 >"$log" 2>&1 || status=$?
    shown 'crashing inputs|execs_done|PROGRAM ABORT|replay:' || true
    echo "ended with status $status after $((SECONDS - started)) s"
    crash=$(find "$GDV_FUZZ_DIR" -path '*/crashes/id:*' -type f | sort | head -n 1) # of several the launcher names the first
    [ "$status" -eq 1 ] && [ -n "$crash" ] && grep -aqF -- "-- $crash" "$log"
}

passes() { # passes LAUNCHER INPUT
    [ -n "$2" ] && "$1" "$2" >"$log" 2>&1 && grep -q '^Executed ' "$log"
}

says_nothing() {
    local status=0
    "$1" -V 20 >"$log" 2>&1 || status=$?
    shown 'no crash|crashing inputs|^  [a-z_]+ +: |PROGRAM ABORT' || true
    [ "$status" -eq 0 ] && grep -aq ': no crash' "$log"
}

value() { sed -n "s/^$2 *: //p" "$1"; } # value STATS KEY

works_as_promised() { # works_as_promised STATS
    local mode stability
    mode=$(value "$1" target_mode)
    case " $mode " in *" persistent "*) ;; *) echo "no persistent mode: $mode" && return 1 ;; esac
    case " $mode " in *" shmem_testcase "*) ;; *) echo "no shared memory: $mode" && return 1 ;; esac
    stability=$(value "$1" stability)
    # The library has no state and the harness keeps none: the same input must take the same way.
    awk -v is="${stability%\%}" 'BEGIN { exit !(is >= 99) }' || { echo "unstable: $stability" && return 1; }
    [ "$(value "$1" execs_done)" -ge 10000 ] || { echo "only $(value "$1" execs_done) executions" && return 1; }
}

compares() { # the comparisons of the binary reach AFL++: fuzz/run_afl.sh says -c 0
    sed 's/\x1b\[[0-9;?]*[a-zA-Z]//g' "$1" | grep -aiqE 'cmplog forkserver successfully started'
}

expect_success "AFL++ finds the planted bug, exits with 1 and says where the input is" finds_the_bug "$1"
[ "$failed" -eq 0 ] || tail -n 40 "$log"
expect_success "the real library has no trouble with the same input" passes "$3" "$crash"
[ "$failed" -eq 0 ] || tail -n 40 "$log"
expect_success "AFL++ says nothing of the real library in 20 seconds" says_nothing "$2"
[ "$failed" -eq 0 ] || tail -n 40 "$log"
expect_success "it sees comparisons" compares "$log"
stats=$(find "$GDV_FUZZ_DIR" -path '*decode_afl/default/fuzzer_stats')
expect_success "persistent mode, shared memory, stable" works_as_promised "$stats"

sed 's/^target_mode.*/target_mode       : shmem_testcase deferred/' "$stats" >"$TEST_TMPDIR/forking"
expect_refusal "a process for every input" 'no persistent mode' works_as_promised "$TEST_TMPDIR/forking"
sed 's/^target_mode.*/target_mode       : persistent/' "$stats" >"$TEST_TMPDIR/piped"
expect_refusal "a file for every input" 'no shared memory' works_as_promised "$TEST_TMPDIR/piped"
sed 's/^stability.*/stability         : 91.30%/' "$stats" >"$TEST_TMPDIR/unstable"
expect_refusal "a harness with a memory" 'unstable' works_as_promised "$TEST_TMPDIR/unstable"
finish
