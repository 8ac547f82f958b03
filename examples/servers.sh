# SPDX-License-Identifier: MIT
# shellcheck shell=sh
# Sourced by the tests of the servers after ci/cases.sh: starts them, stops them, reads what they said.

work=$TEST_TMPDIR
stop_all() {
    for pid_file in "$work"/*.pid; do
        [ -e "$pid_file" ] && kill "$(cat "$pid_file")" 2>/dev/null
    done
    true
}
trap stop_all EXIT

# start NAME SERVER OPTION..: in the background, until it says where it listens.
start() {
    server=$1
    shift
    : >"$work/$server.log"
    "$@" >"$work/$server.log" 2>"$work/$server.err" &
    echo $! >"$work/$server.pid"
    says_within_10_s "$work/$server.log" '^listening on ' || {
        cat "$work/$server.err"
        return 1
    }
}

# says_within_10_s FILE PATTERN: some line of what is being written.
says_within_10_s() {
    tries=0
    until grep -q "$2" "$1"; do
        tries=$((tries + 1))
        [ "$tries" -le 200 ] || return 1
        sleep 0.05
    done
}

# port NAME: where it listens, by its own word.
port() {
    sed -n '1s/^listening on 127\.0\.0\.1:\([0-9]*\)$/\1/p' "$work/$1.log"
}

# stops_with STATUS NAME [SIGNAL]: it ends itself, with that status, and has never complained.
stops_with() {
    kill "-${3:-TERM}" "$(cat "$work/$2.pid")"
    status=0
    wait "$(cat "$work/$2.pid")" || status=$?
    rm "$work/$2.pid"
    cat "$work/$2.err"
    [ "$status" -eq "$1" ] && [ ! -s "$work/$2.err" ]
}
stops_cleanly() { # stops_cleanly NAME [SIGNAL]
    stops_with 0 "$@"
}

# said NAME: its log without the first line, every peer's name as PEER.
said() {
    sed -e 1d -e 's/^127\.0\.0\.1:[0-9]* /PEER /' "$work/$1.log"
}

# said_exactly NAME: standard input is what it must have said.
said_exactly() {
    said "$1" | diff -u - "$work/expected"
}

# rows: the packets of refusals.tsv, a line each; messages: what must be said of them.
rows() {
    grep -v '^#' examples/refusals.tsv | cut -f 1 | tr -d ' '
}
messages() {
    grep -v '^#' examples/refusals.tsv | cut -f 2
}
