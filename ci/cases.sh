# SPDX-License-Identifier: MIT
# shellcheck shell=sh
# Sourced by the shell tests: named cases, and the closing line that ci/count adds up.

passed=0
failed=0

# expect_success NAME COMMAND..: the output is shown either way, because a bound is worth reading.
expect_success() {
    case_name=$1
    shift
    if "$@"; then
        passed=$((passed + 1))
        echo "ok: $case_name"
    else
        failed=$((failed + 1))
        echo "FAILED: $case_name"
    fi
}

# expect_refusal NAME TEXT COMMAND..: must fail, and for the reason that TEXT (a grep pattern) names.
expect_refusal() {
    case_name=$1 pattern=$2
    shift 2
    if output=$("$@" 2>&1); then
        failed=$((failed + 1))
        echo "FAILED: $case_name: was let through"
    elif ! grep -q -e "$pattern" <<EOF; then # no pipe: grep ends early, and under pipefail its writer's end is a failure
$output
EOF
        failed=$((failed + 1))
        echo "FAILED: $case_name: refused, but for another reason:"
        printf '%s\n' "$output"
    else
        passed=$((passed + 1))
        echo "ok: $case_name"
    fi
}

# skip REASON: ends a test that cannot run on this machine. Not in CI, where everything is installed: there it fails.
skip() {
    if [ -n "${CI:-}" ]; then
        failed=$((failed + 1))
        echo "FAILED: $1"
        finish
        exit 1
    fi
    echo "gdv-tests: skipped: $1"
    exit 0
}

finish() {
    echo "gdv-tests: $passed passed, $failed failed"
    [ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
}
