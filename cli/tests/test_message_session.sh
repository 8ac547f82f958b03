#!/bin/sh
# SPDX-License-Identifier: MIT
# gdv dump --session: the packets of one connection in their order, with the paths of the ids that their senders have announced. The packets are
# put together from docs/multiplayer-format.md, sections 4.1 to 4.8; the MD5 of the names of methods by Python.
set -eu
. cli/tests/cases.sh

cat >"$work/game.gdvs" <<'END'
script Player at "Main/Players/:peer"
rpc func move(seq: int 0..) any_peer
rpc func die() any_peer
END

python3 - "$work/session.hex" <<'END'
import hashlib, struct, sys
digits = hashlib.md5(b"die" + b"move").hexdigest().encode()
def announced(number, path): return b"\x01" + digits + b"\0" + struct.pack("<I", number) + path + b"\0"
def relayed(packet): return b"\x07\x03" + struct.pack("<i", 3) + packet
def synced(number): return b"\x06\x02\x00" + struct.pack("<II", number, 2) + b"\x02\x07"
packets = [
    announced(5, b"Main/Players/77"),
    bytes([0, 5, 1, 1, 2, 7]),
    bytes([0, 6, 1, 1, 2, 7]),
    relayed(announced(5, b"Main/Players/77")),
    relayed(bytes([0x80, 5, 0])),
    synced(0x80000005),
    synced(0x80000006),
    synced(6),
    announced(5, b"Main/Players/77"),
    b"\x03\xaa",
]
open(sys.argv[1], "w").write("".join(packet.hex() + "\n" for packet in packets))
END

claim ids_are_shown_with_the_paths_that_were_announced
run dump --protocol godot4.3 --session --lines "$work/session.hex"
status 1
json '[row["command"] for row in rows] == ["SIMPLIFY_PATH", "CALL", "RELAY", "RELAY", "SYNC", "SYNC", "RAW"]'
json 'rows[1]["node"] == 5 and rows[1]["node_path"] == "Main/Players/77" and "method_name" not in rows[1]'
json 'rows[3]["inner"]["node_path"] == "Main/Players/77"'
json 'rows[4]["records"] == [{"id": 0x80000005, "node_path": "Main/Players/77", "values": [{"int": "7"}]}]'
json 'rows[5]["records"] == [{"id": 6, "values": [{"int": "7"}]}]'

claim what_was_never_announced_is_refused
run dump --protocol godot4.3 --session --lines "$work/session.hex"
status 1
sed "s|$work/||" "$work/err" >"$work/said"
cat >"$work/expected" <<'END'
reject session.hex#3: RPC_NODE_ID at 1 (CALL): no path was announced for this node id
reject session.hex#7: RPC_NODE_ID at 3 (SYNC): no path was announced for this node id
reject session.hex#9: RPC_ID_TWICE at 34 (SIMPLIFY_PATH): this node id was announced before
END
cmp -s "$work/expected" "$work/said" || fault "not what is expected: $(diff "$work/expected" "$work/said")"

claim without_a_session_an_id_is_a_number
run dump --protocol godot4.3 --lines "$work/session.hex"
status 0
out_lacks node_path

claim a_schema_gives_the_names_of_methods
run dump --protocol godot4.3 --session --schema "$work/game.gdvs" --peer 77 --commands sync,raw,relay --lines "$work/session.hex"
status 1
json 'rows[1]["method"] == 1 and rows[1]["method_name"] == "move"'
json 'rows[3]["inner"]["method"] == 0 and rows[3]["inner"]["method_name"] == "die"'

claim the_line_of_a_call_has_the_method_of_the_schema_and_the_packet
run dump --protocol godot4.3 --session --schema "$work/game.gdvs" --peer 77 --commands sync,raw,relay --jsonl --lines "$work/session.hex"
status 1
json 'keys == [["file", "index", "ok", "code", "offset", "command", "argument", "inner", "message", "lints", "path", "part",
                "method", "rule", "line", "source", "packet"]] * 10'
json 'rows[1]["method"] == "Player.move" and rows[1]["packet"]["method_name"] == "move"'
json '(rows[2]["ok"], rows[2]["method"], rows[2]["packet"]) == (False, None, None)'

claim a_schema_refuses_here_what_it_refuses_in_check
run check --protocol godot4.3 --schema "$work/game.gdvs" --peer 77 --lines "$work/session.hex"
sed -n 's/^reject [^#]*\(#[0-9]*: [A-Z_]*\) .*/\1/p' "$work/out" >"$work/checked"
run dump --protocol godot4.3 --session --schema "$work/game.gdvs" --peer 77 --lines "$work/session.hex"
status 1
sed -n 's/^reject [^#]*\(#[0-9]*: [A-Z_]*\) .*/\1/p' "$work/err" >"$work/dumped"
cmp -s "$work/checked" "$work/dumped" && [ -s "$work/dumped" ] || fault "$(diff "$work/checked" "$work/dumped")"

claim text_and_hex_show_a_session_too
run dump --protocol godot4.3 --session --format=text --lines "$work/session.hex"
out_has '^\.node_path "Main/Players/77"$'
out_has '^\.records\[0\]\.node_path "Main/Players/77"$'
run dump --protocol godot4.3 --session --format=hex --lines "$work/session.hex"
out_has '^ +RPC_NODE_ID at 1 \(CALL\): '

claim a_hexdump_points_at_the_field_at_fault
for schema in "" "--schema $work/game.gdvs --peer 77"; do
    # shellcheck disable=SC2086 # words
    run dump --protocol godot4.3 --session $schema --format=hex --lines "$work/session.hex"
    said=$(grep -B 2 -m 1 'RPC_NODE_ID at 1' "$work/out" | head -n 2)
    [ "$said" = "00000001  06                        .node  u8  6
          ^^" ] || fault "not at the id: $said"
done

claim each_sender_has_its_own_ids
python3 - "$work" <<'END'
import hashlib, struct, sys
digits = hashlib.md5(b"die" + b"move").hexdigest().encode()
def announced(number, path): return b"\x01" + digits + b"\0" + struct.pack("<I", number) + path + b"\0"
def relayed(peer, packet): return b"\x07\x03" + struct.pack("<i", peer) + packet
def enveloped(source, packet): return struct.pack("<Ii", source, 0) + packet
die = bytes([0x80, 1, 0])
old = b"\x02\x01\0\0\0"
four = [
    announced(1, b"Main/Players/77"),
    relayed(5, announced(1, b"Main/Players/5")),
    die,
    relayed(5, die),
    relayed(6, die),
    announced(1, b"Main/Players/77"),
]
three = [
    enveloped(1, old + b"A\0"),
    enveloped(5, old + b"B\0"),
    enveloped(5, b"\0\x01\0\0\0m\0\0"),
    enveloped(6, b"\0\x01\0\0\0m\0\0"),
    enveloped(1, old + b"A\0"),
]
for name, packets in ("four", four), ("three", three):
    open(sys.argv[1] + "/" + name, "w").write("".join(packet.hex() + "\n" for packet in packets))
END
run dump --protocol godot4.3 --direction s2c --session --lines "$work/four"
status 1
json '[(row.get("inner") or row).get("node_path") for row in rows] == [None, None, "Main/Players/77", "Main/Players/5"]'
err_has '#5: RPC_NODE_ID '
err_has '#6: RPC_ID_TWICE '
run dump --protocol godot3 --envelope enet3 --direction s2c --session --lines "$work/three"
status 1
json '[row.get("node_path") for row in rows] == [None, None, "B"]'
err_has '#4: RPC_NODE_ID '
err_has '#5: RPC_ID_TWICE '

claim authority_is_the_servers_and_a_peers_own
run check --protocol godot4.3 --direction s2c --peer 77 --commands relay --schema "$work/game.gdvs" --lines "$work/four"
status 1
out_has '#3: CALL Player.die$'
out_has '#4: RELAY of CALL Player.die$'
out_has '#5: RPC_NODE_ID '
sed 's/ any_peer//' "$work/game.gdvs" >"$work/owned.gdvs"
run check --protocol godot4.3 --direction s2c --peer 77 --commands relay --schema "$work/owned.gdvs" --lines "$work/four"
out_has '#3: CALL Player.die$'
out_has '#4: RELAY of CALL Player.die$'
sed 's/:peer/*/; s/any_peer/authority/' "$work/game.gdvs" >"$work/servers.gdvs"
run check --protocol godot4.3 --direction s2c --peer 77 --commands relay --schema "$work/servers.gdvs" --lines "$work/four"
out_has '#3: CALL Player.die$'
out_has '#4: RPC_RIGHTS '

claim encode_takes_back_what_a_session_shows
run dump --protocol godot4.3 --session --schema "$work/game.gdvs" --peer 77 --commands sync,raw,relay --lines "$work/session.hex"
cp "$work/out" "$work/in"
run encode --protocol godot4.3 --format=hex
status 0
[ "$(sed -n 2p "$work/out" | tr -d ' ')" = "$(sed -n 2p "$work/session.hex")" ] || fault "another call"
[ "$(wc -l <"$work/out")" -eq "$(wc -l <"$work/in")" ] || fault "not a packet for each"

while IFS='|' read -r title said words; do
    claim "$title"
    # shellcheck disable=SC2086 # words
    run $words
    one_line_of_usage "$said"
done <<'END'
a_session_of_a_dialect|^gdv dump: --session means the packets of --protocol, which is missing$|dump --dialect godot3 --session
a_schema_of_no_session|^gdv dump: --schema means the packets of --session, which is missing$|dump --protocol godot3 --schema x.gdvs
a_schema_of_nobody|^gdv dump: --schema needs --peer, the id of the client whose packets these are$|dump --protocol godot3 --session --schema x.gdvs
a_schema_of_nothing|^gdv dump: --schema needs a value, a file$|dump --protocol godot3 --session --schema
commands_of_no_schema|^gdv dump: --commands means the methods of --schema, which is missing$|dump --protocol godot3 --session --commands raw
a_session_elsewhere|^gdv check: this verb does not take --session |check --protocol godot3 --session
END

finish
