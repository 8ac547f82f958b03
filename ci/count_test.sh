#!/bin/bash
# SPDX-License-Identifier: MIT
# ci/count decides what CI calls green: it must see what did not run as well as what failed.
set -eu
. ci/cases.sh

events=$TEST_TMPDIR/events
: >"$events"

target() { # target LABEL: bazel knows of this test
    printf '{"id":{"targetConfigured":{"label":"%s"}},"configured":{"testSize":"SMALL"}}\n' "$1" >>"$events"
}

result() { # result LABEL STATUS LOG-TEXT: and it ran
    local log=$TEST_TMPDIR/${1##*:}.log
    printf '%s\n' "$3" >"$log"
    target "$1"
    printf '{"id":{"testResult":{"label":"%s"}},"testResult":{"status":"%s","testActionOutput":[%s]}}\n' \
        "$1" "$2" "{\"name\":\"test.log\",\"uri\":\"file://$log\"}" >>"$events"
}

ends_with() { # ends_with LINE BAZEL-STATUS
    local output
    output=$(python3 ci/count "$events" "$2") || true
    [ "$(printf '%s\n' "$output" | tail -n 1)" = "$1" ]
}

expect_refusal "nothing ran" "^0 passed, 0 failed$" python3 ci/count "$events" 0
result //a:one PASSED "gdv-tests: 3 passed, 0 failed"
result //a:two PASSED "noise
gdv-tests: 4 passed, 0 failed"
expect_success "cases are added up" ends_with "7 passed, 0 failed" 0
expect_success "and that is a success" python3 ci/count "$events" 0
expect_refusal "bazel failed for no test's reason" "^7 passed, 1 failed$" python3 ci/count "$events" 1
result //a:silent PASSED "all is well"
expect_refusal "a test that says nothing" "^7 passed, 1 failed$" python3 ci/count "$events" 0
result //a:skipped PASSED "gdv-tests: skipped: there is no engine"
expect_refusal "a skipped test is no passed one" "^7 passed, 1 failed$" python3 ci/count "$events" 0
expect_refusal "and is shown" "^//a:skipped: skipped: there is no engine$" python3 ci/count "$events" 0
result //a:liar FAILED "gdv-tests: skipped: after a failure"
expect_refusal "a failed test is never skipped" "^7 passed, 2 failed$" python3 ci/count "$events" 3
result //a:late TIMEOUT "gdv-tests: 1 passed, 0 failed"
expect_refusal "a test that is killed after its summary" "^8 passed, 3 failed$" python3 ci/count "$events" 3
result //a:bad FAILED "gdv-tests: 5 passed, 2 failed"
expect_refusal "failed cases" "^13 passed, 5 failed$" python3 ci/count "$events" 3
target //a:unbuilt
expect_refusal "a test that did not build" "^13 passed, 6 failed$" python3 ci/count "$events" 1

finish
