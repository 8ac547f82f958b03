#!/bin/sh
# SPDX-License-Identifier: MIT
# What the message writer makes is what a real engine takes: Debian's godot3-server (3.2.3, headless) runs sent.gd, once
# as the server and once as the client of sent.c, and says what has come. argument: sent.c's program.
set -eu
. ci/cases.sh
. examples/servers.sh
sent=$1

if ! command -v godot3-server >/dev/null 2>&1; then
    skip "godot3-server is not installed"
fi

# engine NAME PORT SCRIPT: in a folder of its own, as it writes settings below HOME and logs where it stands. For a subshell,
# which becomes it.
engine() {
    home=$work/home_$1
    mkdir -p "$home"
    cd "$home"
    exec env LANG=en HOME="$home" XDG_DATA_HOME="$home" XDG_CONFIG_HOME="$home" XDG_CACHE_HOME="$home" PORT="$2" \
        timeout 110 godot3-server --no-window -s "$3" >"$work/$1.log" 2>&1
}

# says_within_60_s FILE PATTERN PID: or the process ends without
says_within_60_s() {
    tries=0
    until grep -q "$2" "$1" 2>/dev/null; do
        tries=$((tries + 1))
        [ "$tries" -le 600 ] && kill -0 "$3" 2>/dev/null || return 1
        sleep 0.1
    done
}

# Where the engine listens, which it says after its banner.
engine_port() {
    sed -n 's/^listening on 127\.0\.0\.1:\([0-9]*\)$/\1/p' "$work/$1.log"
}

engine_serves() { # engine_serves NAME SCRIPT
    (engine "$1" 0 "$2") &
    pid=$!
    echo "$pid" >"$work/$1.pid"
    if ! says_within_60_s "$work/$1.log" '^listening on ' "$pid"; then
        echo "the engine did not start:"
        cat "$work/$1.log"
        return 1
    fi
    status=0
    if ! "$sent" client "$(engine_port "$1")" >"$work/$1.sent" 2>&1; then
        kill "$pid" 2>/dev/null
        status=1
    fi
    wait "$pid" || status=1
    rm "$work/$1.pid"
    cat "$work/$1.sent"
    return "$status"
}

engine_connects() { # engine_connects NAME SCRIPT
    "$sent" server >"$work/$1.sent" 2>&1 &
    pid=$!
    says_within_60_s "$work/$1.sent" '^listening on ' "$pid" || return 1
    echo "$pid" >"$work/$1.pid"
    status=0
    (engine "$1" "$(sed -n 's/^listening on .*:\([0-9]*\)$/\1/p' "$work/$1.sent")" "$2") || status=1
    if [ "$status" -ne 0 ]; then
        echo "the engine did not start, or not come to its end:"
        cat "$work/$1.log"
        kill "$pid" 2>/dev/null
    fi
    wait "$pid" || status=1
    rm "$work/$1.pid"
    cat "$work/$1.sent"
    return "$status"
}

# What has come, without the engine's banner and where it listens; errors of the engine's stay.
heard() { # heard NAME
    sed -e '1,/^ *$/d' -e '/^listening on /d' "$work/$1.log"
}

# What sent.c sends in its order, as sent.gd would say it of what was meant. argument: the sender's id
kinds() {
    cat <<LOG
called at /root/Main from $1
called at /root/Main from $1
called at /root/Main/Deep from $1
called with [ 1, "two", Vector3( 1, 2, 3 ) ] at /root/Main/Deep from $1
called with [ null, [ true ], PoolByteArray( 10 ) ] at /root/Main from $1
set "by id" at /root/Main from $1
set { "by": 2 } at /root/Main/Deep from $1
raw 00726177ff from $1
LOG
    value=0
    while [ "$value" -lt 39 ]; do
        echo "value $value is as expected"
        value=$((value + 1))
    done
}
as_client() {
    kinds 19088743
    echo "end: 39 values of 39"
}
as_server() {
    kinds 1
    echo "called at /root/Main from 77"
    echo "end: 39 values of 39"
}
is_heard() { # is_heard NAME WHAT
    heard "$1" | grep -v '^peer ' >"$work/heard"
    "$2" | diff -u - "$work/heard"
}

# Who comes and goes is said on a channel of its own, which keeps no order with the others.
peers_are() { # peers_are NAME LINE..
    name=$1
    shift
    printf '%s\n' "$@" >"$work/peers"
    heard "$name" | grep '^peer ' | diff -u "$work/peers" -
}

here=$PWD/tests/engine/sent.gd
expect_success "a client's packets bring the engine to its end" engine_serves serves "$here"
expect_success "each of them is what was sent" is_heard serves as_client
expect_success "and it came from one peer" peers_are serves 'peer 19088743 has come'
expect_success "a server's packets bring the engine to its end" engine_connects connects "$here"
expect_success "each of those is what was sent" is_heard connects as_server
expect_success "and who comes and goes" peers_are connects 'peer 1 has come' 'peer 77 has come' 'peer 77 has gone'

# A value that is another one is noticed.
sed 's/2147483647,$/2147483646,/' "$here" >"$work/changed.gd"
differs() {
    engine_serves changed "$work/changed.gd" && is_heard changed as_client
}
expect_refusal "another value" '^+value 4 is 02000000ffffff7f$' differs
finish
