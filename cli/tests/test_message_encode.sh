#!/bin/sh
# SPDX-License-Identifier: MIT
# gdv canon and encode --protocol: packets of the multiplayer layer, written. //ci:messages_test does it with every packet of corpus/messages;
# here are the forms of the output, and what a document that is none is told. Packets are of docs/multiplayer-format.md, section 9.
set -eu
. cli/tests/cases.sh

claim a_document_becomes_the_packet_that_an_engine_sends
text '{"command":"CALL","path":"Main","method":1,"node_level":false,"values":[{"int":"5"}]}'
run encode --protocol godot4.0 --format=hex
status 0
out '20090000 80010102 054d6169 6e00'
run encode --protocol godot4.0
status 0
[ "$(wc -c <"$work/out")" -eq 14 ] || fault "not the 14 bytes alone"

claim the_envelope_is_written_with_its_addresses
text '{"source":718198495,"target":1,"command":"CALL","path":"Main","name":"m1","values":[{"nil":null}]}'
run encode --protocol godot3 --envelope enet3 --format=hex
status 0
out 'dfd6ce2a 01000000 000d0000 806d3100 01000000 004d6169 6e00'
run encode --protocol godot3 --envelope enet3 --peer 7 --format=hex
status 1
err 'gdv encode: standard input: line 1: MP_ENV_SOURCE at $.source: envelope'"'"'s source is not the peer that sent it'

claim the_order_of_members_does_not_matter
text '{"values":[{"int":"5"}],"node_level":false,"method":1,"node":1,"command":"CALL"}'
run encode --protocol godot4.3 --format=hex
status 0
out '00010101 0205'

claim a_relay_holds_the_packet_in_it
text '{"command":"RELAY","peer":3,"inner":{"command":"CALL","node":2,"method":1,"node_level":true,"values":[{"String":"all"}]}}'
run encode --protocol godot4.3 --format=hex
status 0
out '07030300 00004002 01800104 00000003 00000061 6c6c00'

claim a_spawn_has_its_synchronizers_and_its_state
text '{"command":"SPAWN","scene":0,"node":3,"net_id":1,"name":"a1","synchronizers":[2],"values":[{"int":"1"},{"Vector2":[1.0,2.0]}]}'
run encode --protocol godot4.0 --format=hex
status 0
out '04000300 00000100 00000100 00000300 00000200 00006131 00020105 00000000 00803f00 000040'

claim a_delta_has_its_indexes
text '{"command":"SYNC","delta":true,"records":[{"id":2147483649,"indexes":"0000000000000003","values":[{"bool":false},{"String":"w"}]}]}'
run encode --protocol godot4.0 --format=hex
status 0
out '16010000 80030000 00000000 000d0000 00010400 00000100 00007700 0000'

claim each_line_becomes_a_frame
text '{"command":"RAW","data":"YQ=="}
{"command":"RAW","data":"YmM="}
'
run encode --protocol godot3 --frames
status 0
[ "$(od -An -tx1 -v "$work/out" | tr -d ' \n')" = 0200000004610300000004626362636200 ] ||
    [ "$(od -An -tx1 -v "$work/out" | tr -d ' \n')" = 02000000046103000000046263 ] || fault "not two frames"

claim json_lines_say_which_documents_became_packets
text '{"command":"RAW","data":"YQ=="}
{"command":"RAW","data":"YQ"}
{"command":"RAW","data":""}
'
run encode --protocol godot3 --jsonl
status 1
json 'all(k == ["file", "index", "ok", "code", "path", "message", "hex"] for k in keys)'
json '[(row["index"], row["ok"], row["code"], row["path"], row["hex"]) for row in rows] == [
    (0, True, "OK", "", "0461"), (1, False, None, "$.data", None), (2, False, "MP_RAW_EMPTY", "$.data", None)]'

# What is wrong, and where: protocol, line of JSON, what standard error says after the name of the input.
while IFS='|' read -r title protocol document said; do
    claim "$title"
    printf '\n%s\n' "$document" >"$work/in"
    run encode --protocol "$protocol" --format=hex
    status 1
    out ''
    err "gdv encode: standard input: line 2: $said"
done <<'END'
a_value_of_another_form|godot4.3|{"command":"CALL","node":1,"method":1,"node_level":false,"values":[{"int":"5"},{"Vector3":[1,2]}]}|$.values[1].Vector3: 3 numbers expected, 2 given
a_value_that_the_policy_refuses|godot4.3|{"command":"CALL","node":1,"method":1,"node_level":false,"values":[{"float":"nan"}]}|NONFINITE at $.values[0].float: number is infinite or not a number
equal_keys|godot3|{"command":"CALL","node":1,"name":"m","values":[{"int":"5"},{"Dictionary":[[{"int":"1"},{"int":"1"}],[{"int":"1"},{"int":"1"}]]}]}|MP_ARG_POLICY at $.values[1]: value is refused by the policy: dictionary has this key twice; engines keep the last value silently, at {1}
equal_keys_in_a_record|godot4.3|{"command":"SYNC","delta":false,"time":1,"records":[{"id":1,"values":[{"int":"5"}]},{"id":2,"values":[{"int":"5"},{"Dictionary":[[{"int":"1"},{"int":"1"}],[{"int":"1"},{"int":"1"}]]}]}]}|MP_ARG_POLICY at $.records[1].values[1]: value is refused by the policy: dictionary has this key twice; engines keep the last value silently, at {1}
a_type_that_the_dialect_lacks|godot3|{"command":"CALL","node":1,"name":"m","values":[{"Vector2i":[1,2]}]}|NO_SUCH_TYPE at $.values[0].Vector2i: godot3 has no such type
a_path_and_a_node|godot4.3|{"command":"CALL","node":1,"path":"Main","method":1,"node_level":false,"values":[]}|$: path and node exclude each other
no_path_and_no_node|godot4.3|{"command":"CALL","method":1,"node_level":false,"values":[]}|$: CALL of godot4.3 needs the member path or node
values_and_data|godot4.3|{"command":"CALL","node":1,"method":1,"node_level":false,"values":[],"data":"YQ=="}|$: values and data exclude each other
data_where_there_are_values_alone|godot3|{"command":"CALL","node":1,"name":"m","data":"YQ=="}|$.data: CALL of godot3 has no such member here
a_member_that_is_missing|godot4.3|{"command":"CALL","node":1,"node_level":false,"values":[]}|$: CALL of godot4.3 needs the member method
a_number_out_of_range|godot4.3|{"command":"CALL","node":1,"method":40000,"node_level":false,"values":[]}|$.method: 40000 is not between 0 and 32767
a_node_that_is_none|godot4.3|{"command":"CALL","node":0,"method":4,"node_level":false,"values":[]}|MP_NODE_ID at $.node: node id is 0, or 2^31 or more
a_path_that_leaves_the_root|godot4.3|{"command":"CALL","path":"../Main","method":4,"node_level":false,"values":[]}|MP_PATH_FORM at $.path: path has a form that no engine sends
a_path_in_a_relay|godot4.3|{"command":"RELAY","peer":3,"inner":{"command":"CALL","path":"Main:","method":4,"node_level":false,"values":[]}}|MP_PATH_FORM at $.inner.path: path has a form that no engine sends
a_value_in_a_relay|godot4.3|{"command":"RELAY","peer":3,"inner":{"command":"CALL","node":1,"method":4,"node_level":false,"values":[{"int":5}]}}|$.inner.values[0].int: a string of digits expected, such as "-5"
a_relay_in_a_relay|godot4.3|{"command":"RELAY","peer":3,"inner":{"command":"ADD","peer":4}}|MP_RELAY_NESTED at $.inner.command: relay holds a system message
a_relay_to_the_server|godot4.3|{"command":"RELAY","peer":1,"inner":{"command":"RAW","data":"YQ=="}}|MP_SYS_PEER at $.peer: peer id is none that can be meant
what_only_servers_send|godot4.3|{"command":"ADD","peer":3}|MP_DIRECTION at $.command: only servers send this
a_delta_of_too_few_values|godot4.3|{"command":"SYNC","delta":true,"records":[{"id":1,"indexes":"0000000000000003","values":[{"bool":true}]},{"id":2,"indexes":"0000000000000001","values":[{"bool":true}]}]}|MP_DELTA_COUNT at $.records[0]: delta has more or fewer values than bits
a_delta_of_no_indexes|godot4.3|{"command":"SYNC","delta":true,"records":[{"id":1,"indexes":"3","values":[{"bool":true}]}]}|$.records[0]: indexes of 16 hex digits expected
a_record_that_is_none|godot4.3|{"command":"SYNC","delta":false,"time":3,"records":[{"id":1}]}|$.records[0]: an object of id, values expected
no_record|godot4.3|{"command":"SYNC","delta":false,"time":3,"records":[]}|MP_SHORT at $.records: message ends inside its fixed fields
a_time_in_a_delta|godot4.3|{"command":"SYNC","delta":true,"time":3,"records":[]}|$.time: SYNC of godot4.3 has no such member here
no_time_outside_one|godot4.3|{"command":"SYNC","delta":false,"records":[]}|$: SYNC of godot4.3 needs the member time
a_synchronizer_twice|godot4.3|{"command":"SPAWN","scene":0,"node":3,"net_id":1,"name":"a1","synchronizers":[2,2],"values":[]}|MP_NET_ID at $.synchronizers: net id is 0, has bit 31, or is there twice
a_net_id_of_zero|godot4.3|{"command":"DESPAWN","net_id":0}|MP_NET_ID at $.net_id: net id is 0, has bit 31, or is there twice
a_name_of_a_node|godot4.3|{"command":"SPAWN","scene":0,"node":3,"net_id":1,"name":"a/1","synchronizers":[2],"values":[]}|MP_SPAWN_NAME at $.name: name of a spawned node is none that an engine sends
a_set_of_two_values|godot3|{"command":"SET","node":1,"name":"hp","values":[{"nil":null},{"nil":null}]}|MP_TRAILING at $.values[1]: bytes follow the last value
a_set_of_no_value|godot3|{"command":"SET","node":1,"name":"hp","values":[]}|MP_ARG_MISSING at $.values: message ends before all its values
a_checksum_that_is_none|godot4.3|{"command":"SIMPLIFY_PATH","id":1,"path":"Main","md5":"33"}|MP_MD5 at $.md5: checksum is not 32 lowercase hex digits and a NUL
a_command_of_another_protocol|godot3|{"command":"DESPAWN","net_id":1}|$.net_id: DESPAWN of godot3 has no such member here
a_command_that_is_none|godot3|{"command":"call"}|$.command: a command expected, such as "CALL"
no_object|godot3|[1]|$: an object expected, as gdv dump --protocol prints it
addresses_without_an_envelope|godot3|{"source":2,"target":1,"command":"RAW","data":"YQ=="}|$.source: RAW of godot3 has no such member here
an_id_where_a_path_is_confirmed|godot4.0|{"command":"CONFIRM_PATH","ok":true,"id":1}|$.id: CONFIRM_PATH of godot4.0 has no such member here
a_path_where_an_id_is_confirmed|godot4.3|{"command":"CONFIRM_PATH","ok":true,"path":"Main"}|$.path: CONFIRM_PATH of godot4.3 has no such member here
a_flag_that_is_a_number|godot4.3|{"command":"CONFIRM_PATH","ok":1,"id":1}|$.ok: true or false expected
END

claim what_a_document_is_not_is_told_with_line_and_column
text '{"command":"RAW",
"data":}'
run encode --protocol godot3 --format=hex
status 2
err_has '^gdv encode: standard input: line 2, column 8: '

# --- canon

claim canon_of_what_an_engine_sent_is_the_packet
text '040003000000010000000100000003000000020000006131000201050000000000803f00000040'
run canon --protocol godot4.0 --hex --format=hex
status 0
[ "$(tr -d ' \n' <"$work/out")" = "$(cat "$work/in")" ] || fault "another packet"
run canon --protocol godot4.0 --hex
status 0
[ "$(od -An -tx1 -v "$work/out" | tr -d ' \n')" = "$(cat "$work/in")" ] || fault "other bytes"

claim canon_writes_ids_in_the_fewest_bytes
text '200100000001010205'
run canon --protocol godot4.3 --hex --format=hex
status 0
out '00010101 0205'

claim canon_writes_the_form_of_a_lone_byte_array
text '000101011d00000002000000aabb0000'
run canon --protocol godot4.3 --hex --format=hex
status 0
out '800101aa bb'

claim canon_has_an_object_for_each_packet
text '000101010205
0f01
'
run canon --protocol godot4.3 --lines --jsonl
status 1
json 'keys[0] == keys[1] == ["file", "index", "ok", "code", "offset", "command", "argument", "inner", "message", "lints", "hex"]'
json '[(row["ok"], row["code"], row["hex"]) for row in rows] == [(True, "OK", "000101010205"), (False, "MP_FLAGS", None)]'

claim canon_tells_refusals_on_standard_error
text '000101010205
0f01
'
run canon --protocol godot4.3 --lines
status 1
out '00010101 0205'
err_has '^reject -#2: MP_FLAGS at 0'

while IFS='|' read -r title said words; do
    claim "$title"
    # shellcheck disable=SC2086 # words
    run $words
    one_line_of_usage "$said"
done <<'END'
godots_notation_of_a_message|^gdv encode: --protocol and --text exclude each other$|encode --protocol godot3 --text
two_kinds_of_packets_to_encode|^gdv encode: --protocol and --dialect exclude each other$|encode --protocol godot3 --dialect godot3
two_kinds_of_packets_to_canon|^gdv canon: --protocol and --dialect exclude each other$|canon --protocol godot3 --dialect godot3
an_envelope_of_no_protocol|^gdv encode: --envelope means the packets of --protocol, which is missing$|encode --dialect godot3 --envelope enet3
END

finish
