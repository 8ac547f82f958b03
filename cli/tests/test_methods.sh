#!/bin/sh
# SPDX-License-Identifier: MIT
# gdv check --protocol --schema: the packets of one connection against the remote methods that a schema declares; and what
# gdv schema makes of methods. The packets are put together from docs/multiplayer-format.md, sections 4.1 to 4.3; the MD5 of
# the names by Python.
set -eu
. cli/tests/cases.sh

cat >"$work/game.gdvs" <<'END'
limits max_depth = 8
type Pos = Vector3 -4096..4096
packet chat = ["chat", String 1..200]
script Player at "Main/Players/:peer", "*/Deep"
rpc func move(pos: Pos, seq: int 0.., jump?: bool) any_peer unreliable
rpc func shoot(at: Vector3 -1..1) any_peer
rpc func die() authority
rpc func gone() disabled rpc_config
END

python3 - "$work/session.hex" <<'END'
import hashlib, struct, sys
digits = hashlib.md5(b"gone" + b"die" + b"move" + b"shoot").hexdigest().encode()
def announced(number, path): return b"\x01" + digits + b"\0" + struct.pack("<I", number) + path + b"\0"
def vector(*parts): return struct.pack("<Ifff", 9, *parts)
def call(method, *arguments): return bytes([0, 5, method, len(arguments)]) + b"".join(arguments)
seven, true = bytes([2, 7]), bytes([0x81])
packets = [
    announced(5, b"Main/Players/77"),
    call(1, vector(1, 2, 3), seven),
    call(1, vector(1, 2, 3), seven, true),
    call(1, vector(1, 2, 5000), seven),
    call(1, vector(1, 2, 3), true),
    call(2, seven),
    call(0)[:-1].replace(b"\0", b"\x80", 1),
    call(9, seven),
    b"\x00\x06" + call(2, seven)[2:],
    b"\x03\xaa",
    announced(5, b"Other/Deep"),
    announced(6, b"Main/Players/78"),
]
open(sys.argv[1], "w").write("".join(packet.hex() + "\n" for packet in packets))
END

claim a_session_is_held_to_the_methods
run check --protocol godot4.3 --schema "$work/game.gdvs" --peer 77 --lines "$work/session.hex"
status 1
sed "s|$work/||" "$work/out" >"$work/said"
cat >"$work/expected" <<'END'
ok session.hex#1: SIMPLIFY_PATH
ok session.hex#2: CALL Player.move
ok session.hex#3: CALL Player.move
reject session.hex#4: OUT_OF_RANGE at 4 ((0 pos).z): 5000 is not in -4096..4096 (type Pos, line 2)
reject session.hex#5: WRONG_TYPE at 20 ((1 seq)): bool true is not int (method Player.move, line 5)
reject session.hex#6: WRONG_TYPE at 4 ((0 at)): int 7 is not Vector3 (method Player.shoot, line 6)
ok session.hex#7: CALL Player.die
reject session.hex#8: RPC_METHOD at 2: the script has no such method
reject session.hex#9: RPC_NODE_ID at 1: no path was announced for this node id
reject session.hex#10: RPC_COMMAND at 0: the server takes no messages of this command
reject session.hex#11: RPC_ID_TWICE at 34: this node id was announced before
reject session.hex#12: RPC_NODE at 38: no script of the schema is at this path
END
cmp -s "$work/expected" "$work/said" || fault "not what is expected: $(diff "$work/expected" "$work/said")"

claim what_else_comes_can_be_let_pass
run check --protocol godot4.3 --schema "$work/game.gdvs" --peer 77 --commands sync,RAW --lines "$work/session.hex"
status 1
out_has '#10: RAW$'

claim what_is_let_pass_has_paths_that_were_announced
text '06020001000080020000000207
0400030000000100000000000000020000006100
06020001000000020000000207'
run check --protocol godot4.3 --schema "$work/game.gdvs" --peer 77 --commands sync,spawn --lines
status 1
out_has '#1: RPC_NODE_ID at 3: no path was announced for this node id$'
out_has '#2: RPC_NODE_ID at 2: no path was announced for this node id$'
out_has '^ok .*#3: SYNC$'

claim another_peer_has_no_authority_there
run check --protocol godot4.3 --schema "$work/game.gdvs" --peer 78 --lines "$work/session.hex"
status 1
out_has '#1: RPC_NODE at 38: no script of the schema is at this path$'
out_has 'ok .*#12: SIMPLIFY_PATH$'

claim a_server_has_the_authority_of_all_nodes
text '80057f'
run check --protocol godot4.3 --direction s2c --schema "$work/game.gdvs" --hex
status 1
out 'reject -: RPC_NODE_ID at 1: no path was announced for this node id'

claim json_lines_say_method_argument_and_rule
run check --protocol godot4.3 --schema "$work/game.gdvs" --peer 77 --jsonl --lines "$work/session.hex"
status 1
python3 - "$work/out" "$work/session.hex" <<'END' || fault "not the objects that are promised"
import json, sys
rows = [json.loads(line) for line in open(sys.argv[1])]
keys = ["file", "index", "ok", "code", "offset", "command", "argument", "inner", "message", "lints", "path", "part", "packet",
        "rule", "line", "source", "bytes", "values"]
assert all(list(row) == keys for row in rows) and len(rows) == 12
assert rows[1]["packet"] == "Player.move" and rows[1]["ok"] and rows[1]["path"] is None and rows[1]["argument"] is None
far = rows[3]
assert (far["code"], far["argument"], far["path"], far["part"]) == ("OUT_OF_RANGE", 0, "(0 pos)", ".z")
assert (far["packet"], far["rule"], far["line"]) == ("Player.move", "Pos", 2) and far["source"].endswith("game.gdvs")
assert rows[4]["argument"] == 1 and rows[7]["argument"] is None and rows[7]["packet"] is None
assert rows[7]["message"] == "the script has no such method"
assert all(row["bytes"] == len(line.strip()) // 2 for row, line in zip(rows, open(sys.argv[2]))) # read whole: the schema refuses
assert rows[3]["values"] == rows[1]["values"] == 2
END

claim methods_are_counted_apart
run schema --dialect godot4.3 "$work/game.gdvs"
out_has ': 1 packet, 4 methods, [0-9]* bytes compiled, for godot4.3$'
run schema --dialect godot4.3 --jsonl "$work/game.gdvs"
out_has '"packets":1,"methods":4,'

claim explain_prints_them_in_the_order_of_their_numbers
run schema --dialect godot4.3 --explain "$work/game.gdvs"
status 0
sed -n '/^# methods/,$p' "$work/out" >"$work/said"
cat >"$work/expected" <<END
# methods of MD5 $(printf 'gonediemoveshoot' | md5sum | cut -c 1-32)
script Player at "Main/Players/:peer", "*/Deep"
# 0
rpc func gone() disabled rpc_config
# 0
rpc func die() authority
# 1
rpc func move(pos: Pos, seq: int 0.., jump?: bool) any_peer unreliable
# 2
rpc func shoot(at: Vector3 -1..1) any_peer
END
cmp -s "$work/expected" "$work/said" || fault "not what is expected: $(diff "$work/expected" "$work/said")"

cp "$work/out" "$work/again.gdvs"
claim what_explain_prints_compiles_to_the_same
run schema --dialect godot4.3 --explain "$work/again.gdvs"
status 0
cmp -s "$work/out" "$work/again.gdvs" || fault "it is not the same"

claim variables_of_godot_3_are_printed_as_such
printf 'script A at "."\nrpc var hp: int 0..100 any_peer\nrpc func f() unreliable_ordered\n' >"$work/old.gdvs"
run schema --dialect godot3 --explain "$work/old.gdvs"
status 0
out_has '^rpc var hp: int 0..100 any_peer$'
out_has '^rpc func f[(][)] authority unreliable_ordered$'
out_has '^# godot3$'

claim samples_are_of_packets_alone
run schema --dialect godot4.3 --sample 50 --jsonl "$work/game.gdvs"
status 0
[ "$(grep -c '"packet":"chat"' "$work/out")" = 50 ] || fault "not 50 of chat"
run schema --dialect godot3 --sample 1 --format=hex "$work/old.gdvs"
status 2
err_has '^gdv schema: the schema declares no packet, but methods alone$'

claim methods_have_structs_in_c
(cd "$work" && "$GDV" schema --dialect godot4.3 --c game.gdvs >out 2>err)
grep -q '^gdv_status Player_move_from_match(' "$work/game.h" || fault "no function for the method"
grep -q 'Player_move_from_packet\|Player_move_to_packet' "$work/game.h" && fault "a method is no packet"
grep -q '^    int64_t seq; ' "$work/game.h" || fault "a member is not called as the parameter is"
grep -q '^    bool has_jump;' "$work/game.h" || fault "no word of whether the parameter that may be left out is there"
grep -q 'item_0' "$work/game.h" && fault "a parameter without its name"
grep -q '^gdv_status chat_to_packet(' "$work/game.h" || fault "no function for the packet"

finish
