#!/bin/sh
# SPDX-License-Identifier: MIT
# What a stranger may do to the servers byte by byte. arguments: udp_server, tcp_server and test_peer, whose head lists
# the words that are used here. Packets and offsets: section 5 of docs/wire-format.md, counted by hand.
set -eu
. ci/cases.sh
. examples/servers.sh
udp_server=$1 tcp_server=$2 test_peer=$3

udp() {
    "$test_peer" udp "$(port udp)" "$@"
}
tcp() { # to the server that was started last
    "$test_peer" tcp "$(port "$server")" "$@"
}

# -1, to see that a server goes on
good=02000000ffffffff
# node path "a", with what Godot leaves after the name (EB-01), and without
leaking=0f00000001000080000000000000000001000000615a5a5a
canonical=0f0000000100008000000000000000000100000061000000

zeros() { # zeros N: hex of N zero bytes
    printf "%0$(($1 * 2))d" 0
}

hex32() { # hex32 N: as a little-endian u32
    printf '%02x%02x%02x%02x' $(($1 % 256)) $(($1 / 256 % 256)) $(($1 / 65536 % 256)) $(($1 / 16777216))
}

framed() { # framed HEX..: each after its length
    for packet in "$@"; do
        hex32 $((${#packet} / 2))
        printf '%s' "$packet"
    done
}

# ---- the command line

refused_usage() { # refused_usage STATUS COMMAND..: ends with that status and leaves its message
    wanted=$1
    shift
    status=0
    "$@" 2>&1 || status=$?
    [ "$status" -ne "$wanted" ]
}
for server in "$udp_server" "$tcp_server"; do
    expect_success "--help is not a mistake" "$server" --help
    expect_refusal "a dialect is required" '^--dialect is required$' refused_usage 2 "$server"
    expect_refusal "an unknown dialect" '^cannot use: --dialect godot5$' refused_usage 2 "$server" --dialect godot5
    expect_refusal "an option without a value" '(without a value)$' refused_usage 2 "$server" --dialect
    expect_refusal "an unknown permission" '^cannot use: --permit rid,nothing$' \
        refused_usage 2 "$server" --dialect godot3 --permit rid,nothing
    expect_refusal "a port above 65535" '^cannot use: --port 65536$' refused_usage 2 "$server" --dialect godot3 --port 65536
    expect_refusal "a port that is no number" '^cannot use: --port -1$' refused_usage 2 "$server" --dialect godot3 --port -1
    expect_refusal "an address of nobody here" '^192.0.2.1: ' \
        refused_usage 1 "$server" --dialect godot3 --address 192.0.2.1
done
expect_refusal "a stream option for datagrams" '^cannot use: --patience 9$' \
    refused_usage 2 "$udp_server" --dialect godot3 --patience 9
expect_refusal "a frame above what the policy lets pass" '^cannot use: --max-frame 8388609$' \
    refused_usage 2 "$tcp_server" --dialect godot3 --max-frame 8388609

# ---- datagrams

expect_success "the UDP server listens" start udp "$udp_server" --dialect godot3
expect_success "a datagram is answered with its canonical bytes" udp send $good expect $good
expect_success "an answer leaks nothing of the sender" udp send $leaking expect $canonical
expect_success "the longest byte array that a datagram carries" \
    udp send "14000000$(hex32 65496)$(zeros 65496)" expect "14000000$(hex32 65496)$(zeros 65496)"
for packet in '' $(rows); do
    expect_success "refused, and the next one answered: $(printf %.40s "$packet")" udp send "$packet" send $good expect $good
done
{
    echo 'PEER refused: EMPTY at 0: there is not one byte; at least 4 bytes missing'
    messages | sed 's/^/PEER refused: /'
    echo "stopped: $(($(rows | wc -l) + 4)) answered, $(($(rows | wc -l) + 1)) refused, 0 lines of log left out"
} >"$work/expected"
expect_success "the UDP server stops at SIGTERM" stops_cleanly udp
expect_success "its log names code, offset and path of every refusal" said_exactly udp

# ---- streams

expect_success "the TCP server listens" start tcp "$tcp_server" --dialect godot3
expect_success "a frame is answered with a frame" tcp send "$(framed $good)" expect "$(framed $good)"
expect_success "an answer leaks nothing of the sender, here too" \
    tcp send "$(framed $leaking)" expect "$(framed $canonical)"
expect_success "many frames at once" tcp send "$(framed $good $leaking $good)" expect "$(framed $good $canonical $good)"
expect_success "a byte at a time" tcp drip "$(framed $good $good)" expect "$(framed $good $good)"
expect_success "a prefix in two pieces" tcp send 0800 silent 50 send "0000$good" expect "$(framed $good)"
expect_success "the longest frame" \
    tcp send "$(hex32 65532)" send "14000000$(hex32 65524)$(zeros 65524)" \
    expect "$(hex32 65532)" expect "14000000$(hex32 65524)$(zeros 65524)"
expect_success "the sender may close its half" tcp send "$(framed $good)" shut expect "$(framed $good)" closed
expect_success "the TCP server stops at SIGTERM" stops_cleanly tcp
{
    yes 'PEER closed: hung up' | head -n 7
    echo 'stopped: 10 answered, 0 refused, 0 lines of log left out'
} >"$work/expected"
expect_success "it has said so" said_exactly tcp

expect_success "a server for packets that must be refused" start again "$tcp_server" --dialect godot3
expect_refusal "a second one on its port" 'Address already in use$' \
    refused_usage 1 "$tcp_server" --dialect godot3 --port "$(port again)"
words=
for packet in $(rows); do
    words="$words send $(framed "$packet" $good) expect $(framed $good)"
done
# shellcheck disable=SC2086 # a list of words
expect_success "each refusal leaves the stream as it was" tcp $words
{
    frame=1
    messages | while IFS= read -r message; do
        printf '%s\n' "PEER refused frame $frame: $message"
        frame=$((frame + 2))
    done
    echo 'PEER closed: hung up'
    echo "stopped: $(rows | wc -l) answered, $(rows | wc -l) refused, 0 lines of log left out"
} >"$work/expected"
expect_success "SIGINT stops it too" stops_cleanly again INT
expect_success "its log names code, offset and path of every refused frame" said_exactly again

expect_success "and a server for broken streams" start broken "$tcp_server" --dialect godot3
expect_success "2 GiB less a byte are announced, and none is awaited (EB-11)" tcp send ffffff7f closed
expect_success "a prefix that rewinds Godot's ring buffer (EB-10)" \
    tcp send "$(framed $good)f0ffffff" expect "$(framed $good)" closed
expect_success "one byte more than the longest frame" tcp send "$(hex32 65533)" closed
expect_success "a frame of nothing" tcp drip 00000000 closed
expect_success "the end inside a prefix" tcp send 080000 shut closed
expect_success "the end inside a frame" tcp send "080000000200" shut closed
expect_success "a reset inside a frame" tcp send "080000000200" silent 50 reset
expect_success "and the peers that are left are served" tcp send "$(framed $good)" expect "$(framed $good)"
expect_success "the server for broken streams stops" stops_cleanly broken
cat >"$work/expected" <<'LOG'
PEER refused the stream: LIMIT_FRAME at 0: frame is longer than the limit
PEER closed: no frame can be found any more
PEER refused the stream: BAD_FRAME at 12: frame length is 2^31 or more, which rewinds the engine's own buffer
PEER closed: no frame can be found any more
PEER refused the stream: LIMIT_FRAME at 0: frame is longer than the limit
PEER closed: no frame can be found any more
PEER refused the stream: EMPTY_FRAME at 0: frame of no bytes is not permitted
PEER closed: no frame can be found any more
PEER closed: hung up inside a frame
PEER closed: hung up inside a frame
PEER closed: hung up inside a frame
PEER closed: hung up
stopped: 2 answered, 0 refused, 0 lines of log left out
LOG
expect_success "its log says where each stream broke" said_exactly broken

# ---- places and patience

expect_success "a server of patience" start patient "$tcp_server" --dialect godot3
expect_success "the 65th peer is served when another leaves" \
    tcp crowd 64 last send "$(framed $good)" silent 300 alone expect "$(framed $good)"
big=$(framed "14000000$(hex32 32768)$(zeros 32768)")
expect_success "who reads late loses no answer" tcp flood "$big" drain "$big"
: >"$work/left_after"
tcp send "$(framed $good)" expect "$(framed $good)" say served send 0800 closed >"$work/left_after" &
left_after=$!
expect_success "a peer is served, and stays" says_within_10_s "$work/left_after" served
expect_success "it stops among peers" stops_cleanly patient
expect_success "whom it leaves in peace" wait "$left_after"
expect_success "it has said of 65 that they hung up" [ "$(said patient | grep -c '^PEER closed: hung up$')" -ge 65 ]

expect_success "another one has its port at once, and no patience" \
    start hasty "$tcp_server" --dialect godot3 --patience 1 --port "$(port patient)"
expect_success "who never reads is dropped" tcp flood "$big" dropped
expect_success "who sends half a frame is dropped" tcp send "080000000200" closed
expect_success "who says nothing makes room" tcp crowd 64 last send "$(framed $good)" expect "$(framed $good)"
expect_success "it stops, too" stops_cleanly hasty
closed_as() { # closed_as REASON: how many
    said hasty | grep -c "^PEER closed: $1\$"
}
# The first of the crowd to be dropped makes room, and then the others hang up.
why_they_left() {
    closed_as 'does not take its answers'
    closed_as 'sends no whole frame'
    closed_as 'hung up'
    [ "$(closed_as 'does not take its answers')" -eq 1 ] && [ "$(closed_as 'sends no whole frame')" -ge 2 ] &&
        [ "$(closed_as '.*')" -eq 67 ]
}
expect_success "it has said why each peer left" why_they_left

# ---- the log

expect_success "a server for a noisy peer" start noisy "$tcp_server" --dialect godot3
expect_success "3000 refusals" tcp send "$(yes 0100000000 | head -n 3000 | tr -d '\n')$(framed $good)" \
    expect "$(framed $good)"
expect_success "it stops after all" stops_cleanly noisy
log_is_bounded() {
    left_out=$(said noisy | sed -n 's/^stopped: 1 answered, 3000 refused, \([0-9]*\) lines of log left out$/\1/p')
    said noisy | tail -n 1
    [ "${left_out:-0}" -gt 0 ] && [ $(($(said noisy | wc -l) - 1 + left_out)) -eq 3001 ]
}
expect_success "its log is bounded, and counts what it left out" log_is_bounded

mkfifo "$work/pipe"
head -n 1 "$work/pipe" >"$work/unread.log" &
"$udp_server" --dialect godot3 >"$work/pipe" 2>"$work/unread.err" &
echo $! >"$work/unread.pid"
expect_success "a server writes its log to somebody who leaves" says_within_10_s "$work/unread.log" '^listening on '
expect_success "it goes on without a log" \
    "$test_peer" udp "$(port unread)" send 01 send 01 send $good expect $good
expect_success "and says in its status that the log is lost" stops_with 1 unread

finish
