#!/bin/sh
# SPDX-License-Identifier: MIT
# gdv dump, get and stats --protocol: what is in packets of the multiplayer layer, as text, plain JSON and hex, by a path, and
# counted. Typed JSON and the hexdump of every packet of corpus/messages //ci:messages_test holds to what is stated of them.
# Packets are of docs/multiplayer-format.md, section 9, unless they say what they are.
set -eu
. cli/tests/cases.sh

spawn=040003000000010000000100000003000000020000006131000201050000000000803f00000040
relay=07030300000040020180010400000003000000616c6c00
call=000501011b0000000100000004000000020000006870000005000000000080400000803f # section 4.1: { "hp": Vector2(4, 1) }
delta=160100008003000000000000000d00000001040000000100000077000000

# --- text and plain JSON

claim text_has_a_line_for_each_member_and_value
text $spawn
run dump --protocol godot4.0 --hex --format=text
status 0
out '.command SPAWN
.scene 0
.node 3
.net_id 1
.name "a1"
.synchronizers[0] 2
.values[0] 1
.values[1] Vector2(1, 2)'

claim text_goes_into_records_and_relays
text $delta
run dump --protocol godot4.0 --hex --format=text
status 0
out '.command SYNC
.delta true
.records[0].id 2147483649
.records[0].indexes 0000000000000003
.records[0].values[0] false
.records[0].values[1] "w"'
text $relay
run dump --protocol godot4.3 --hex --format=text
status 0
out '.command RELAY
.peer 3
.inner.command CALL
.inner.node 2
.inner.method 1
.inner.node_level true
.inner.values[0] "all"'

claim text_is_of_the_protocols_engine
text 0461ff
run dump --protocol godot3 --hex --format=text
status 0
out '.command RAW
.data PoolByteArray( 97, 255 )'
text 0361ff
run dump --protocol godot4.4 --hex --format=text
out '.command RAW
.data PackedByteArray(97, 255)'

claim several_packets_have_headings
printf '%s\n' $relay $spawn >"$work/in"
run dump --protocol godot4.3 --lines --format=text
status 0
[ "$(grep '^; ' "$work/out")" = '; -#1
; -#2' ] || fault "not two headings"

claim plain_json_loses_types
text $spawn
run dump --protocol godot4.0 --hex --plain
status 0
out '{"command":"SPAWN","scene":0,"node":3,"net_id":1,"name":"a1","synchronizers":[2],"values":[1,[1.0,2.0]]}'
run dump --protocol godot4.0 --hex --plain --jsonl
status 0
json 'rows[0]["packet"]["values"] == [1, [1.0, 2.0]]'

# --- hex

claim hex_names_every_byte
text dfd6ce2a01000000000d0000806d310001000000004d61696e00
run dump --protocol godot3 --envelope enet3 --hex --format=hex
status 0
out '00000000  df d6 ce 2a               .source  u32  718198495
00000004  01 00 00 00               .target  i32  1
00000008  00                        .command  u8  CALL
00000009  0d 00 00 80               .path  offset  13
0000000d  6d 31 00                  .name  text  "m1"
00000010  01                        .values  count  1
00000011  00 00 00 00               .values[0]  Nil
00000015  4d 61 69 6e  00           .path  text  "Main"'

claim hex_goes_into_values
text 000501011b00000001000000040000000200000068700000020000000a000000
run dump --protocol godot4.3 --hex --format=hex
status 0
out '00000000  00                        .command  u8  CALL, node of 1, method of 1
00000001  05                        .node  u8  5
00000002  01                        .method  u8  1
00000003  01                        .values  count  1
00000004  1b 00 00 00  01 00 00 00  .values[0]  Dictionary  1 pair
0000000c  04 00 00 00  02 00 00 00  .values[0]{key}  String  "hp"
00000014  68 70 00 00
00000018  02 00 00 00  0a 00 00 00  .values[0].hp  int  10'

claim hex_shows_a_refused_packet_up_to_the_byte_that_is_wrong
text 00010000006d310001020000000100000000
run dump --protocol godot3 --hex --format=hex
status 1
out '00000000  00                        .command  u8  CALL
00000001  01 00 00 00               .node  u32  1
00000005  6d 31 00                  .name  text  "m1"
00000008  01                        .values  count  1
00000009  02 00 00 00  01 00 00 00
00000011  00
          ^^
          MP_TRAILING at 17 (CALL): bytes follow the last value'
err_has '^reject -: MP_TRAILING at 17 '

claim hex_believes_no_size_of_a_refused_packet
text 0400030000000100000000000040ffffffff
run dump --protocol godot4.3 --hex --format=hex
status 1
out_has '^00000000  04 +\.command  u8  SPAWN$'
out_has 'MP_SPAWN_SIZE at 10 '

claim hex_wraps_to_the_width
text $relay
run dump --protocol godot4.3 --hex --format=hex --width 50
status 0
[ "$(awk 'length > 50' "$work/out" | wc -l)" -eq 0 ] || fault "a line of more than 50 columns"

# --- get

claim get_gives_members_and_goes_into_values
text $call
while IFS='|' read -r path format said; do
    # shellcheck disable=SC2086 # one word or none
    run get --protocol godot4.3 --hex $format "$path"
    status 0
    out "$said"
done <<'END'
.command||CALL
.node||5
.node_level||false
.values[0].hp||Vector2(4, 1)
.args[0].hp|--format=json|{"Vector2":[4.0,1.0]}
.args[0].hp|--plain|[4.0,1.0]
.args|--plain|[{"hp":[4.0,1.0]}]
.method|--format=json|1
.command|--format=json|"CALL"
END
run get --protocol godot4.3 --hex '.args[0]'
out '{
"hp": Vector2(4, 1)
}'

claim get_goes_into_records_and_relays
text $delta
run get --protocol godot4.0 --hex '.records[0].values[1]'
status 0
out '"w"'
run get --protocol godot4.0 --hex --raw '.records[0].values[1]'
out 'w'
run get --protocol godot4.0 --hex '.records[0]'
out '.records[0].id 2147483649
.records[0].indexes 0000000000000003
.records[0].values[0] false
.records[0].values[1] "w"'
run get --protocol godot4.0 --hex --plain '.records[0].indexes'
out '"0000000000000003"'
text $relay
run get --protocol godot4.3 --hex '.inner.args[0]'
status 0
out '"all"'
text $spawn
run get --protocol godot4.0 --hex '.synchronizers[0]'
out 2
run get --protocol godot4.0 --hex ''
out_has '^\.values\[1\] Vector2\(1, 2\)$'

claim get_says_where_a_path_ends_to_lead_anywhere
text $spawn
while IFS='|' read -r path said; do
    run get --protocol godot4.0 --hex "$path"
    status 1
    out ''
    err "missing -: $said"
done <<'END'
.method|.method: SPAWN has no such member
.net_id.x|.net_id.x: a path ends at this member
.values[2]|.values[2]: there are 2 values
.values[1].x|.values[1].x: a path ends at a value of type Vector2
.synchronizers[1]|.synchronizers[1]: there is 1 synchronizer
["node"]|["node"]: SPAWN has no such member
END
run get --protocol godot4.0 --hex --jsonl '.values[2].x'
status 1
json 'rows[0]["ok"] is False and rows[0]["code"] == "MISSING" and rows[0]["path"] == ".values[2]" and rows[0]["value"] is None'
run get --protocol godot4.0 --hex --jsonl '.values[1]'
status 0
json 'rows[0]["ok"] is True and rows[0]["value"] == {"Vector2": [1.0, 2.0]} and keys[0][-2:] == ["path", "value"]'

claim get_refuses_packets_and_paths_that_are_none
text 0f01
run get --protocol godot4.3 --hex .command
status 1
err_has '^reject -: MP_FLAGS at 0'
run get --protocol godot4.3 --hex command
one_line_of_usage "^gdv get: path 'command': column 1: "

# --- stats

claim stats_count_commands_and_the_limits_that_values_need
printf '%s\n' $spawn $relay $call 0f01 >"$work/in"
run stats --protocol godot4.3 --lines --jsonl
status 1
json 'rows[0]["commands"] == {"CALL": 1, "SPAWN": 1, "RELAY": 1} and rows[0]["relayed"] == {"CALL": 1}'
json 'rows[0]["codes"] == {"OK": 3, "MP_FLAGS": 1} and rows[0]["rejected"] == 1'
json 'rows[0]["types"] == {"Vector2": 2, "String": 2, "int": 1, "Dictionary": 1}'
json 'rows[0]["limits"] == {"max-bytes": 39, "max-depth": 1, "max-values": 3, "max-elements": 1, "max-string": 3}'
run stats --protocol godot4.3 --lines
out_has '^  RELAY of CALL +1$'

claim the_limits_that_stats_gives_let_pass_and_none_lower_does
printf '%s\n' $spawn $relay $call >"$work/in"
limits='--max-bytes 39 --max-depth 1 --max-values 3 --max-elements 1 --max-string 3'
# shellcheck disable=SC2086 # words
run check --protocol godot4.3 --lines $limits
status 0
for lower in '--max-bytes 38' '--max-depth 0' '--max-values 2' '--max-elements 0' '--max-string 2'; do
    # shellcheck disable=SC2086 # words
    run check --protocol godot4.3 --lines $limits $lower
    status 1
done

finish
