# SPDX-License-Identifier: MIT
# shellcheck shell=sh
# Sourced by the tests of the command, which get the binary as $1. A case is a claim, one run of the command and what
# must hold afterwards:
#
#     claim int_minus_one_is_accepted
#     input 02000000 ffffffff
#     run check --dialect godot3
#     status 0; out 'ok -'; err ''

[ -n "${GDV:-}" ] || GDV=$PWD/$1
work=${TEST_TMPDIR:-$(mktemp -d)}/gdv-cli-$$
mkdir -p "$work"
cd_back=$PWD

# A sanitizer's report must not look like "some packet was rejected".
export ASAN_OPTIONS="exitcode=99:${ASAN_OPTIONS:-}"
export UBSAN_OPTIONS="exitcode=99:print_stacktrace=1:${UBSAN_OPTIONS:-}"
export MSAN_OPTIONS="exitcode=99:${MSAN_OPTIONS:-}"
unset BUILD_WORKING_DIRECTORY NO_COLOR
export LC_ALL=C

# Every verb but help, from the list that `gdv help` shows; test_man.sh holds that list and the manual equal.
# shellcheck disable=SC2034 # for those who source this
verbs=$("$GDV" help | sed -n '/^Verbs:$/,/^$/s/^  \([a-z]*\)  *[a-z].*/\1/p' | grep -vx help)

passed=0
failed=0
name=""
broken=""

# The head of a file, for the log of a failure.
shown() {
    head -n 20 "$1" | cut -c 1-300 | sed 's/^/    /'
}

settle() {
    if [ -n "$name" ]; then
        if [ -z "$broken" ]; then
            passed=$((passed + 1))
        else
            failed=$((failed + 1))
            printf 'FAILED: %s:%s\n' "$name" "$broken"
            printf '  standard output:\n'
            shown "$work/out"
            printf '  standard error:\n'
            shown "$work/err"
        fi
    fi
    name=""
    broken=""
}

claim() {
    settle
    name=$1
    : >"$work/in"
    : >"$work/out"
    : >"$work/err"
}

fault() {
    broken="$broken
  $*"
}

# bytes HEX..: the bytes themselves on standard output.
bytes() {
    # One printf for all: octal escapes are all that POSIX has.
    escapes=
    for pair in $(printf '%s' "$*" | tr -d ' \n' | sed 's/../& /g'); do
        escapes="$escapes\\$(printf '%03o' "0x$pair")"
    done
    # shellcheck disable=SC2059 # the escapes are the format
    printf "$escapes"
}

# What the next run reads: bytes in hex, or text as it is.
input() {
    bytes "$@" >"$work/in"
}
text() {
    printf '%s' "$1" >"$work/in"
}

run() {
    got=0
    "$GDV" "$@" <"$work/in" >"$work/out" 2>"$work/err" || got=$?
    case " $* " in
    *' --jsonl '*) json True ;;
    esac
}

status() {
    [ "$got" -eq "$1" ] || fault "status is $got, not $1"
}

# out TEXT, err TEXT: the whole of it, without the last line end. A pattern: some line matches it (grep -E).
out() {
    [ "$(cat "$work/out")" = "$1" ] || fault "standard output is not: $1"
}
err() {
    [ "$(cat "$work/err")" = "$1" ] || fault "standard error is not: $1"
}
out_has() {
    grep -Eq -e "$1" "$work/out" || fault "standard output lacks: $1"
}
err_has() {
    grep -Eq -e "$1" "$work/err" || fault "standard error lacks: $1"
}
out_lacks() {
    ! grep -Eq -e "$1" "$work/out" || fault "standard output has: $1"
}

# A usage error: exactly one line on standard error, nothing else, status 2.
one_line_of_usage() {
    status 2
    out ''
    [ "$(wc -l <"$work/err")" -eq 1 ] || fault "not one line on standard error"
    err_has "$1"
}

# json EXPRESSION: Python, true of `rows`, the objects that standard output holds, one a line; `keys` is their order. No
# object in them may have a key twice: most readers keep one of the two members. After --jsonl `run` looks by itself.
json() {
    python3 - "$work/out" "$1" 2>"$work/python" <<'END' || fault "not so in JSON: $1 $(tail -n 1 "$work/python")"
import json, sys
def one_of_each(pairs):
    names = [key for key, _ in pairs]
    assert len(set(names)) == len(names), f"a key twice in {names}"
    return dict(pairs)
rows = [json.loads(line, object_pairs_hook=one_of_each)
        for line in open(sys.argv[1], encoding="utf-8", errors="strict", newline="\n")]
keys = [list(row) for row in rows]
sys.exit(0 if eval("(" + sys.argv[2] + ")") else 1)
END
}

# skip REASON: ends a test that cannot run on this machine. Not in CI, where everything is installed: there it fails.
skip() {
    if [ -n "${CI:-}" ]; then
        claim nothing_is_skipped_in_ci
        fault "$1"
        finish
        exit 1
    fi
    echo "gdv-tests: skipped: $1"
    exit 0
}

finish() {
    settle
    cd "$cd_back" || exit 1
    rm -rf "$work"
    echo "gdv-tests: $passed passed, $failed failed"
    [ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
}
