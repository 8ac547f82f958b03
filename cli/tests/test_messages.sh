#!/bin/sh
# SPDX-License-Identifier: MIT
# gdv check and dump --protocol: packets of the multiplayer layer. What the command says of each packet of corpus/messages,
# //ci:messages_test holds to the tables; here are the words, the options and what they exclude. Packets are of
# docs/multiplayer-format.md, section 9.
set -eu
. cli/tests/cases.sh

claim a_call_is_told_as_one
text '000101010205'
run check --protocol godot4.0 --hex
status 0
out 'ok -: CALL'

claim what_is_relayed_is_told
text '07030300000040020180010400000003000000616c6c00'
run check --protocol godot4.3 --hex
status 0
out 'ok -: RELAY of CALL'

claim a_refusal_says_code_place_and_sentence
text '00010000006d310001020000000100000000'
run check --protocol godot3 --hex
status 1
out 'reject -: MP_TRAILING at 17 (CALL): bytes follow the last value'

claim a_value_at_fault_is_told_with_what_is_wrong_with_it
text '00010000006d31000103000100000000000000f87f'
run check --protocol godot3 --hex
status 1
out 'reject -: MP_ARG_POLICY at 9 (CALL, value 0, NONFINITE at its byte 4): value is refused by the policy: number is infinite or not a number'
run check --protocol godot3 --hex --permit nonfinite
status 0

claim json_lines_have_the_same_keys_whatever_the_verdict
text '00010000006d31000103000100000000000000f87f'
run check --protocol godot3 --hex --jsonl
status 1
python3 - "$work/out" <<'END' || fault "not the object that is promised"
import json, sys
row = json.load(open(sys.argv[1]))
assert row["code"] == "MP_ARG_POLICY" and row["offset"] == 9 and row["command"] == "CALL" and row["argument"] == 0
assert row["inner"]["code"] == "NONFINITE" and row["inner"]["offset"] == 4 and row["inner"]["path"] == ""
keys = list(row)
assert keys == ["file", "index", "ok", "code", "offset", "command", "argument", "inner", "message", "lints", "bytes", "values"]
END
text '000101010205'
run check --protocol godot4.4 --hex --jsonl
status 0
out '{"file":"-","index":0,"ok":true,"code":"OK","offset":0,"command":"CALL","argument":null,"inner":null,"message":"accepted","lints":[],"bytes":6,"values":1}'

claim dump_says_what_is_in_it
text '000101010205'
run dump --protocol godot4.4 --hex
status 0
out '{"command":"CALL","node":1,"method":1,"node_level":false,"values":[{"int":"5"}]}'
run dump --protocol godot4.4 --hex --jsonl
status 0
out '{"file":"-","index":0,"ok":true,"code":"OK","offset":0,"command":"CALL","argument":null,"inner":null,"message":"accepted","lints":[],"packet":{"command":"CALL","node":1,"method":1,"node_level":false,"values":[{"int":"5"}]}}'

claim an_envelope_counts_in_the_offset
text 'dfd6ce2a01000000000d0000806d310001000000004d61696e00'
run dump --protocol godot3 --envelope enet3 --peer 718198495 --hex
status 0
out '{"source":718198495,"target":1,"command":"CALL","path":"Main","name":"m1","values":[{"nil":null}]}'
run check --protocol godot3 --envelope enet3 --peer 7 --hex
status 1
out_has '^reject -: MP_ENV_SOURCE at 0'

claim paths_out_of_the_root_pass_by_permission_alone
text '032e2e2f4d61696e00'
run check --protocol godot3 --hex
status 1
out_has '^reject -: MP_PATH_FORM at 1 '
run check --protocol godot3 --hex --permit nonfinite,mp-path-parent
status 0

# Sections 2.1, 2.2 and 4.3 of docs/multiplayer-format.md: no engine sends them, and engines take them.
while read -r bit code packet; do
    claim "${bit}_passes_by_its_permission_and_by_the_policy_of_engines"
    text "$packet"
    run check --protocol godot3 --hex
    status 1
    out_has "^reject -: $code "
    run check --protocol godot3 --hex --permit all --forbid "$bit"
    status 1
    out_has "^reject -: $code "
    for words in "--permit $bit" '--permit all' '--policy engine' "--forbid all --permit $bit" "--forbid $bit --permit all"; do
        # shellcheck disable=SC2086 # words
        run check --protocol godot3 --hex $words
        status 0
    done
    for words in '--policy engine --forbid all' "--forbid $bit --policy engine" "--permit all --forbid $bit"; do
        # shellcheck disable=SC2086 # words
        run check --protocol godot3 --hex $words
        status 1
    done
    run explain "$code"
    out_has "^  permit  --permit .*$bit"
    run explain "$bit"
    out_has "^  code    $code\$"
    out_has '^  engine  permits it$'
    run probe --hex --permit "$bit"
    status 0
    run check --dialect godot3 --permit "$bit"
    one_line_of_usage "^gdv check: $bit means the packets of --protocol, which is missing\$"
    run diff --dialect godot3 --permit "$bit" a b
    one_line_of_usage "^gdv diff: $bit is of messages, which this verb does not take\$"
done <<'END'
mp-path-parent MP_PATH_FORM 032e2e2f4d00
mp-path-unique MP_PATH_FORM 03254100
mp-empty-name MP_NAME_EMPTY 00010000000000
END

claim no_permission_lets_other_forms_of_paths_pass
text 032f4d00
run check --protocol godot3 --hex --policy engine --permit all
status 1
out_has '^reject -: MP_PATH_FORM at 1 '

# A NaN as the second argument; a byte after the last one; no method; bits that mean nothing; a value that the first record
# does not hold, then a record of 2 bytes of which 1 comes.
claim json_says_how_much_was_read_of_a_refused_packet
printf '%s\n' 000501020205030000000000c07f 00050101020501 0005 0f01 06000001000000020000008181020000000200000081 0005010102 >"$work/in"
run check --protocol godot4.3 --lines --jsonl
status 1
json '[(row["code"], row["offset"], row["bytes"], row["values"]) for row in rows] == [
    ("MP_ARG_POLICY", 6, 6, 1), ("MP_TRAILING", 6, 6, None), ("MP_SHORT", 2, 2, None), ("MP_FLAGS", 0, 0, None),
    ("MP_RECORD_SIZE", 17, 17, None), ("MP_ARG_INVALID", 4, 4, 0)]'
bytes 03000000 >"$work/in"
run check --protocol godot4.3 --frames --jsonl
json '(rows[0]["ok"], rows[0]["bytes"], rows[0]["values"]) == (False, 0, 0)'

claim what_a_server_alone_sends_is_called_so_whatever_the_envelope
text 0000000005000000
run check --protocol godot3 --envelope enet3-sys --hex
out 'reject -: MP_ENV_CHANNEL at 0: only a server sends packets in this envelope'
text 05000000
run check --protocol godot4.3 --envelope ws4-id --hex
out 'reject -: MP_ENV_CHANNEL at 0: only a server sends packets in this envelope'

claim dump_tells_refusals_on_standard_error
text '0f01'
run dump --protocol godot4.3 --hex
status 1
out ''
err_has '^reject -: MP_FLAGS at 0'

while IFS='|' read -r title said words; do
    claim "$title"
    # shellcheck disable=SC2086 # words
    run $words
    status 2
    err_has "$said"
done <<'END'
dialect_and_protocol|^gdv check: --protocol and --dialect exclude each other$|check --protocol godot3 --dialect godot3
schema_without_a_peer|^gdv check: --schema needs --peer, the id of the client whose packets these are$|check --protocol godot3 --schema x.gdvs
commands_without_a_schema|^gdv check: --commands means the methods of --schema, which is missing$|check --protocol godot3 --commands raw
commands_alone|^gdv check: --commands means the packets of --protocol, which is missing$|check --dialect godot3 --commands raw
unknown_command|^gdv check: --commands: unknown command 'rwa'$|check --protocol godot3 --commands raw,rwa
schema_without_a_session|^gdv dump: --schema means the packets of --session, which is missing$|dump --protocol godot3 --schema x.gdvs
session_without_a_protocol|^gdv dump: --session means the packets of --protocol, which is missing$|dump --dialect godot3 --session
session_of_another_verb|^gdv check: this verb does not take --session |check --protocol godot3 --session
envelope_alone|^gdv check: --envelope means the packets of --protocol, which is missing$|check --dialect godot3 --envelope enet3
direction_alone|^gdv dump: --direction means the packets of --protocol, which is missing$|dump --dialect godot3 --direction s2c
peer_alone|^gdv check: --peer means the packets of --protocol, which is missing$|check --dialect godot3 --peer 2
unknown_protocol|^gdv check: unknown protocol 'godot5'; there are: godot3, pandemonium, godot4.0, godot4.3, godot4.4$|check --protocol godot5
unknown_envelope|^gdv check: unknown envelope 'tcp'; there are: none, enet3, enet3-sys, ws3, ws4-id$|check --protocol godot3 --envelope tcp
unknown_direction|^gdv check: unknown direction 'up'; there are: c2s, s2c$|check --protocol godot3 --direction up
another_envelope|^gdv check: packets of godot4.0 do not come in the envelope enet3; there are: none, ws4-id$|check --protocol godot4.0 --envelope enet3
peer_that_is_none|^gdv check: --peer: 0 is not between 1 and 2147483647$|check --protocol godot3 --peer 0
peer_too_large|^gdv check: --peer: 2147483648 is not between 1 and 2147483647$|check --protocol godot3 --peer 2147483648
peer_of_letters|^gdv check: --peer: 'me' is not a number; digits alone$|check --protocol godot3 --peer me
protocol_of_nothing|^gdv check: --protocol needs a value, one of: godot3, |check --protocol
envelope_of_nothing|^gdv check: --envelope needs a value, one of: none, |check --protocol godot3 --envelope
direction_of_nothing|^gdv check: --direction needs a value: c2s or s2c$|check --protocol godot3 --direction
END

finish
