#!/bin/sh
# SPDX-License-Identifier: MIT
# Both servers against a real Godot: Debian's godot3-server (3.2.3, headless) runs test_godot.gd. arguments: udp_server,
# tcp_server. Without that engine nothing can be tested: a failure in CI, where ci/bazel has installed it; elsewhere a
# word that it was skipped.
set -eu
. ci/cases.sh
. examples/servers.sh
udp_server=$1 tcp_server=$2

if ! command -v godot3-server >/dev/null 2>&1; then
    skip "godot3-server is not installed"
fi

open="nonfinite,rid,object-id"
expect_success "a strict UDP server" start udp "$udp_server" --dialect godot3
expect_success "a strict TCP server" start tcp "$tcp_server" --dialect godot3 --max-frame 1048576
expect_success "an open UDP server" start udp_open "$udp_server" --dialect godot3 --permit $open
expect_success "an open TCP server" start tcp_open "$tcp_server" --dialect godot3 --permit $open --max-frame 1048576

# Godot writes settings below HOME, and logs into the folder that it is started in.
godot() { # godot SCRIPT, with its whole path
    refusals_file=$PWD/examples/refusals.tsv
    (
        cd "$work"
        HOME=$work XDG_DATA_HOME=$work XDG_CONFIG_HOME=$work XDG_CACHE_HOME=$work \
            UDP_PORT=$(port udp) TCP_PORT=$(port tcp) UDP_OPEN_PORT=$(port udp_open) TCP_OPEN_PORT=$(port tcp_open) \
            REFUSALS=$refusals_file timeout 30 godot3-server --no-window -s "$1" >"$work/client.log" 2>&1
    )
}

client() {
    ended=0
    godot "$PWD/examples/test_godot.gd" || ended=$?
    grep '^FAILED' "$work/client.log" | head -n 20 | cut -c 1-400
    grep -v '^FAILED' "$work/client.log" | tail -n 8
    counted=$(sed -n 's/^client: \([0-9]*\) passed, \([0-9]*\) failed$/\1 \2/p' "$work/client.log")
    [ -n "$counted" ] || return 1
    passed=$((passed + ${counted% *}))
    failed=$((failed + ${counted#* }))
    [ "$ended" -eq 0 ]
}
expect_success "the client came to its end" client

# snippet N PORT: the Nth client of the README, as its readers run it, but for the port.
snippet() {
    awk -v wanted="$1" '/^```$/ { inside = 0 } inside && count == wanted; /^```gdscript$/ { count += 1; inside = 1 }' \
        examples/README.md | sed "s/500[01]/$2/" >"$work/snippet.gd"
    if ! godot "$work/snippet.gd" || ! grep -qx '{name:Ada, position:(3, 4)}' "$work/client.log"; then
        cat "$work/client.log"
        return 1
    fi
}
expect_success "the README's client for UDP" snippet 1 "$(port udp)"
expect_success "the README's client for TCP" snippet 2 "$(port tcp)"

# What must be said of the values that only --permit lets pass, in the order of permitted_values().
permitted() {
    cat <<'LOG'
NONFINITE at 4: number is infinite or not a number
NONFINITE at 4: number is infinite or not a number
NONFINITE at 4: number is infinite or not a number
NONFINITE at 4: number is infinite or not a number
RID at 0: RID is not permitted
RID at 8 ([0]): RID is not permitted
OBJECT_ID at 0: object reference is not permitted
OBJECT_ID at 8 ([0]): object reference is not permitted
LOG
}
full_object='OBJECT at 0: full object is not permitted'

values=51    # rows of values()
permits=8    # rows of permitted_values()
refusals=$(rows | wc -l)
each=$((permits + refusals + 1))

{
    permitted
    messages
    echo "$full_object"
} | sed 's/^/PEER refused: /' >"$work/expected"
echo "stopped: $((values + each + 1)) answered, $each refused, 0 lines of log left out" >>"$work/expected"
expect_success "the strict UDP server stops" stops_cleanly udp
expect_success "it has refused what it had to, and said where" said_exactly udp

{
    echo "PEER refused: $full_object"
    echo "stopped: $((values + permits + 1)) answered, 1 refused, 0 lines of log left out"
} >"$work/expected"
expect_success "the open UDP server stops" stops_cleanly udp_open
expect_success "it has refused the full object alone" said_exactly udp_open

{
    echo 'PEER closed: hung up'
    {
        permitted
        messages
        echo "$full_object"
    } | awk '{ print "PEER refused frame " 2 * NR - 1 ": " $0 }'
    echo 'PEER closed: hung up'
    echo 'PEER closed: hung up'
    echo 'PEER refused the stream: LIMIT_FRAME at 1048580: frame is longer than the limit'
    echo 'PEER closed: no frame can be found any more'
    echo 'PEER refused the stream: BAD_FRAME at 12: frame length is 2^31 or more, which rewinds the engine'\''s own buffer'
    echo 'PEER closed: no frame can be found any more'
    echo 'PEER closed: hung up'
    echo 'PEER closed: hung up'
    echo "stopped: $((values + each + values + 1 + 1 + 1 + 1)) answered, $each refused, 0 lines of log left out"
} >"$work/expected"
expect_success "the strict TCP server stops" stops_cleanly tcp
expect_success "it has refused what it had to, and said where" said_exactly tcp

{
    echo 'PEER closed: hung up'
    echo "PEER refused frame 1: $full_object"
    echo 'PEER closed: hung up'
    echo "stopped: $((values + permits + 1)) answered, 1 refused, 0 lines of log left out"
} >"$work/expected"
expect_success "the open TCP server stops" stops_cleanly tcp_open
expect_success "it has refused the full object alone" said_exactly tcp_open

finish
