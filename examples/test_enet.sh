#!/bin/sh
# SPDX-License-Identifier: MIT
# examples/enet_server.c against real clients: Debian's godot3-server (3.2.3, headless) runs test_enet.gd, with the node of
# enet_client.gd, of which the server's schema was drafted. One client misbehaves between its calls, another one does not: of
# both each good call is answered, and each bad one is refused by name. arguments: enet_server gdv.
set -eu
. ci/cases.sh
. examples/servers.sh
program=$1 gdv=$2

if ! command -v godot3-server >/dev/null 2>&1; then
    skip "godot3-server is not installed"
fi

# Of a copy, as the script of a file without class_name has the file's name.
mkdir -p "$work/game"
cp examples/enet_client.gd "$work/game/game.gd"
drafted() {
    (cd "$work/game" && "$OLDPWD/$gdv" schema --from-gd --rpc game.gd >game.gdvs)
}
expect_success "a schema from the client's script" drafted
expect_success "a server" start enet "$program" --schema "$work/game/game.gdvs"

client() { # client NAME MISBEHAVES
    script=$PWD/examples/test_enet.gd
    node=$PWD/examples/enet_client.gd
    mkdir -p "$work/$1"
    (
        cd "$work/$1"
        HOME=$work/$1 XDG_DATA_HOME=$work/$1 XDG_CONFIG_HOME=$work/$1 XDG_CACHE_HOME=$work/$1 \
            PORT=$(port enet) CLIENT=$node MISBEHAVES=$2 timeout 50 godot3-server --no-window -s "$script" \
            >"$work/$1.log" 2>&1
    )
}
two_clients() {
    client good no &
    good=$!
    ended=0
    client bad yes || ended=$?
    wait $good || ended=$?
    tail -n 4 "$work/good.log" "$work/bad.log"
    [ "$ended" -eq 0 ]
}
expect_success "two clients come to their end" two_clients
expect_success "each good call of the one was answered" grep -qx 'client: 30 answers of 30' "$work/good.log"
expect_success "each good call of the other was answered" grep -qx 'client: 30 answers of 30' "$work/bad.log"

# What was said of a peer by number: its lines without the name.
lines_of() { # lines_of PEER
    sed -n "s/^peer $1 //p" "$work/enet.log"
}
bad_peer=$(sed -n 's/^peer \([0-9]*\) refused: .*/\1/p' "$work/enet.log" | sort -u)
good_peer=$(sed -n 's/^peer \([0-9]*\) has come$/\1/p' "$work/enet.log" | grep -vx "$bad_peer")

refusals() {
    cat <<'LOG'
refused: (0 to): String "there" is not Vector3 (method game_script1.move, line 6)
refused: RPC_ARGUMENTS: call has fewer or more arguments than the method has parameters (method game_script1.move, line 5)
refused: MP_ARG_POLICY at 19 (CALL, value 0, NONFINITE at its byte 8): value is refused by the policy: number is infinite or not a number
refused: RPC_METHOD: the script has no such method
refused: RPC_RIGHTS: the peer may not call this method (method game_script1.answered, line 13)
refused: RPC_METHOD: the script has no such method
refused: RPC_COMMAND: the server takes no messages of this command
refused: MP_SHORT at 9 (CALL): message ends inside its fixed fields
refused: RPC_NODE_ID: no path was announced for this node id
refused: (0 text): length 300 is not in 0..256 bytes (method game_script1.chat, line 11)
refused: it is for other peers
LOG
}
refused_by_name() {
    lines_of "$bad_peer" | grep '^refused' >"$work/refused"
    refusals | diff - "$work/refused"
}
expect_success "eleven bad calls were refused by name" refused_by_name

counts() { # counts PEER: fifteen calls of each method
    [ "$(lines_of "$1" | grep -cx 'calls game_script1.move, 3 arguments')" = 15 ] &&
        [ "$(lines_of "$1" | grep -cx 'calls game_script1.chat, 1 arguments')" = 15 ]
}
expect_success "thirty calls of the one" counts "$good_peer"
expect_success "thirty calls of the other" counts "$bad_peer"
expect_refusal "nothing of the other was refused" "^0$" grep -c "^peer $good_peer refused" "$work/enet.log"
expect_success "the server stops at SIGTERM" stops_cleanly enet
expect_success "and says how many it answered" grep -qx 'stopped: 60 answered, 11 refused, 0 lines of log left out' "$work/enet.log"

# What is wrong at the start is told.
echo "type A = int" >"$work/bad.gdvs"
expect_refusal "a schema that does not compile" "bad.gdvs:2:1: no packet is declared" "$program" --schema "$work/bad.gdvs"
expect_refusal "no schema" "enet_server: --schema: a value is missing" "$program"
expect_refusal "a port that is none" "enet_server: 65536: a port is a number up to 65535" "$program" --schema x --port 65536
expect_refusal "another option" "enet_server: --speed: unknown option" "$program" --speed 5

finish
