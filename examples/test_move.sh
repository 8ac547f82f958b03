#!/bin/sh
# SPDX-License-Identifier: MIT
# A server whose schema is all that it knows of its packets refuses what no honest client sends, each by its name and at its
# place, and takes an honest packet after each. arguments: move_server and test_peer.
set -eu
. ci/cases.sh
. examples/servers.sh
move_server=$1 test_peer=$2

# {"type": "move", "seq": 1, "pos": Vector3(1, 2, 3), "yaw": 0.5}, counted by hand from section 5 of docs/wire-format.md
good=1b00000004000000
good=${good}0400000004000000747970650400000004000000'6d6f7665'
good=${good}040000000300000073657100'0200000001000000'
good=${good}0400000003000000706f7300'090000000000803f0000004000004040'
good=${good}040000000300000079617700'030000000000003f'

hostile() { # hostile COLUMN
    grep -v '^#' examples/hostile.tsv | cut -f "$1"
}

# "CODE PLACE" of each line of the log; a place that is the packet itself is "-". What is wrong with the bytes is said as
# "CODE at OFFSET (PLACE): ..", what a rule says as "PLACE: ..".
names_and_places() {
    said move | sed -n -e 's/^PEER refused as \([A-Z_]*\): \1 at [0-9]* (\(.*\)): .*/\1 \2/p' -e t \
        -e 's/^PEER refused as \([A-Z_]*\): \1 at .*/\1 -/p' -e t \
        -e 's/^PEER refused as \([A-Z_]*\): \([.[{][^: ]*\): .*/\1 \2/p' -e t \
        -e 's/^PEER refused as \([A-Z_]*\): .*/\1 -/p'
}

expect_success "there are 31 packets" test "$(hostile 4 | wc -l)" -eq 31
expect_success "the server is shorter than 50 lines" test "$(wc -l <examples/move_server.c)" -lt 50
expect_success "it listens" start move "$move_server" --dialect godot4.4
sent=0
for packet in $(hostile 4); do
    expect_success "refused, and the next one taken: $(printf %.40s "$packet")" \
        "$test_peer" udp "$(port move)" send "$packet" send "$good"
    sent=$((sent + 1))
    taken_within_10_s() {
        tries=0
        until [ "$(grep -c ' is at 1 2 3$' "$work/move.log")" -eq "$sent" ]; do
            tries=$((tries + 1))
            [ "$tries" -le 200 ] || return 1
            sleep 0.05
        done
    }
    taken_within_10_s || break
done
expect_success "every honest packet was taken" test "$sent" -eq 31 -a "$(grep -c ' is at 1 2 3$' "$work/move.log")" -eq 31
names_and_places >"$work/said"
grep -v '^#' examples/hostile.tsv | cut -f 2,3 | tr '\t' ' ' >"$work/wanted"
expect_success "every other one was refused by its name, at its place" diff -u "$work/wanted" "$work/said"
expect_success "the rule, what was found and what was expected are said" \
    grep -q ' refused as OUT_OF_RANGE: \.pos\.x: .* is not in -4096\.\.4096 (packet move, line 2)$' "$work/move.log"
expect_success "it stops at SIGTERM" stops_cleanly move

finish
