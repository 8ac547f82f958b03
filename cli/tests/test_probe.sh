#!/bin/sh
# SPDX-License-Identifier: MIT
# gdv probe: which dialects accept a packet, best first.
set -eu
. cli/tests/cases.sh

# Godot 3.0 writes every int in 64 bits (EB-22); all others would write -1 in 32, and read it in either.
claim strict_comes_before_engine
input 02000000 ffffffff
run probe
status 0
out 'godot2          strict -- judged by Godot 2.1
godot3          strict -- judged by Godot 3.1, 3.2.3, 3.5.3
pandemonium-33  strict -- judged by Pandemonium 3.5.0
pandemonium-38  strict -- judged by Pandemonium 3.8.0
pandemonium-40  strict -- judged by Pandemonium 5.3-dev
godot4.0        strict -- judged by Godot 4.2.3
godot4.3        strict -- judged by Godot 4.3
godot4.4        strict -- judged by Godot 4.4-dev, 4.6-dev
godot3.0        engine (why strict refuses: WIDTH at 4: number is not in the width that an engine writes it in) -- judged by Godot 3.0'

claim rejecting_dialects_are_left_out
input 26000000 01000000 0000803f 00000040 00004040 00008040
run probe
status 0
[ "$(cut -d ' ' -f 1 "$work/out" | tr '\n' ' ')" = 'godot4.3 godot4.4 pandemonium-40 ' ] || fault "not these three"
out_has '^pandemonium-40  engine \(why strict refuses: ENGINE_MISREADS at '

# The builds are those of SECURITY.md, "Which engines judged it"; gdv types names them too.
claim each_that_accepts_says_what_judged_it
input 00000000
run probe
status 0
cut -d ' ' -f 1 "$work/out" | sort >"$work/accepting"
sed -nE 's/^([a-z0-9.-]+) +strict -- judged by (.+)$/\1 \2/p' "$work/out" | sort >"$work/builds"
run types
sed -nE '2,$s/^([a-z0-9.-]+) .* -- ([^;]+)(; .*)?$/\1 \2/p' "$work/out" | sort >"$work/named"
cmp -s "$work/builds" "$work/named" || fault "other builds than gdv types names"
[ "$(wc -l <"$work/accepting")" -eq 9 ] || fault "not nine lines"
input 26000000 01000000 0000803f 00000040 00004040 00008040
run probe
out_has '^pandemonium-40  engine \(why strict refuses: .*\) -- judged by Pandemonium 5\.3-dev$'

claim all_shows_them_last
input 26000000 01000000 0000803f 00000040 00004040 00008040
run probe --all
status 0
[ "$(sed '/^as packets/,$d' "$work/out" | wc -l)" -eq 9 ] || fault "not nine lines"
[ "$(head -n 3 "$work/out" | cut -d ' ' -f 1 | tr '\n' ' ')" = 'godot4.3 godot4.4 pandemonium-40 ' ] || fault "order"
out_has '^godot3          rejected \(BAD_TYPE at 0: type id does not exist in this dialect\)$'

claim rejected_ones_are_sorted_by_how_far_they_read
input 1b000000 01000000 00000000 ff000000
run probe --all --forbid trailing --jsonl
status 1
json '{d["accepted"] for d in rows[0]["dialects"]} == {"rejected"}'
json '(lambda offsets: offsets == sorted(offsets, reverse=True) and set(offsets) == {0, 4, 12})(
    [d["offset"] for d in rows[0]["dialects"]])'

claim none_is_a_status_and_says_who_came_furthest
input ff000000
run probe
status 1
out 'none (furthest: godot2, BAD_TYPE at 0: type id does not exist in this dialect)'

claim nothing_is_accepted_by_none
run probe
status 1
out_has '^none \(furthest: [a-z0-9.-]+, EMPTY at 0: '

claim several_files_have_headings
bytes 00000000 >"$work/nil"
bytes ff000000 >"$work/bad"
run probe "$work/nil" "$work/bad"
status 1
[ "$(head -n 1 "$work/out")" = "$work/nil:" ] || fault "no heading"
out_has "^$work/bad:\$"
out_has '^none '

claim frames_have_headings_and_defects
input 04000000 00000000 08000000 0000
run probe --frames
status 1
out_has '^-#0:$'
out_has '^godot3 +strict -- judged by Godot 3.1, 3.2.3, 3.5.3$'
out_has '^-#1:$'
out_has '^none \(TRUNCATED at 14: input ends inside the frame that begins at 8, after 2 of 8 bytes\)$'

claim text_is_decoded
text '[2, 0, 0, 0, 255, 255, 255, 255]'
run probe --hex
status 0
out_has '^godot3 +strict -- judged by Godot 3.1, 3.2.3, 3.5.3$'
text 'AgAAAP////8='
run probe --base64
status 0
out_has '^godot3 +strict -- judged by Godot 3.1, 3.2.3, 3.5.3$'

claim limits_and_permissions_apply
input 02000000 ffffffff
run probe --max-bytes 7
status 1
out_has '^none .*LIMIT_BYTES'
input 03000000 0000807f
run probe
out_has '^godot4.4 +engine \(why strict refuses: NONFINITE at 4'
run probe --permit nonfinite
out_has '^godot4.4 +strict -- '
run probe --forbid nonfinite
status 1

claim an_unreadable_file_is_trouble_and_the_others_are_probed
run probe "$work/none" "$work/nil"
status 2
err "gdv probe: $work/none: No such file or directory"
out_has '^godot3 +strict -- judged by Godot 3.1, 3.2.3, 3.5.3$'

claim json_has_one_object_for_each_packet
input 02000000 ffffffff
run probe --jsonl
status 0
json 'keys == [["file", "index", "ok", "dialects"]]'
json 'rows[0]["file"] == "-" and rows[0]["index"] == 0 and rows[0]["ok"] is True'
json '[list(d) for d in rows[0]["dialects"]] == 9 * [["dialect", "accepted", "judged_by", "code", "offset", "depth", "path", "message"]]'
json '[d["accepted"] for d in rows[0]["dialects"]] == 8 * ["strict"] + ["engine"]'
json 'rows[0]["dialects"][8]["dialect"] == "godot3.0" and rows[0]["dialects"][8]["code"] == "WIDTH"'

claim json_of_none
input ff000000
run probe --jsonl
status 1
json 'rows == [{"file": "-", "index": 0, "ok": False, "dialects": []}]'
run probe --jsonl --all
status 1
json 'len(rows[0]["dialects"]) == 9 and {d["accepted"] for d in rows[0]["dialects"]} == {"rejected"}'

claim a_full_disk_is_noticed
got=0
"$GDV" probe "$work/nil" >/dev/full 2>"$work/err" || got=$?
status 2
err 'gdv probe: cannot write to standard output: No space left on device'

claim a_packet_is_read_as_far_as_other_verbs_read_it
{
    bytes 04000000 04008000
    head -c 8388612 /dev/zero | tr '\0' a
} >"$work/in"
run check --dialect godot3
out_has '^reject -: LIMIT_BYTES at 0: packet is longer than the limit$'
run probe
status 1
out_has '^none \(furthest: [a-z0-9.-]*, LIMIT_BYTES at 0: packet is longer than the limit\)$'
run probe --max-bytes 9M
status 0

# All of an endless input is not read; what is read is kept in memory.
claim an_endless_input_is_judged_after_8_MiB
got=0
timeout 60 "$GDV" probe - </dev/zero >"$work/out" 2>"$work/err" || got=$?
status 1
out_has 'LIMIT_BYTES'

# --- protocols: packets of docs/multiplayer-format.md, section 9

claim a_packet_of_the_multiplayer_layer_is_told_with_its_envelope
input dfd6ce2a 01000000 00 0d000080 6d3100 01 00000000 4d61696e00
run probe
status 0
[ "$(sed '1,/^as packets/d' "$work/out")" = 'godot3       enet3      c2s  CALL 1
pandemonium  enet3      c2s  CALL 1' ] || fault "not these two"
out_has '^as packets of the multiplayer layer, all 1: protocol, envelope, from whom$'

claim several_packets_leave_those_that_accept_all
text '0201014d61696e00
000101010205'
sed -i 1s/.*/02014d61696e00/ "$work/in"
run probe --lines
status 0
[ "$(sed '1,/^as packets/d' "$work/out")" = 'godot4.0     none       c2s  CALL 1, CONFIRM_PATH 1' ] || fault "not 4.0 alone"
text '020101000000
000101010205'
run probe --lines
status 0
[ "$(sed '1,/^as packets/d' "$work/out" | cut -c 1-11 | tr -d ' ' | tr '\n' ' ')" = 'godot4.3 godot4.4 ' ] || fault "not 4.3 and 4.4"

claim what_servers_alone_send_is_told_as_theirs
text '070103000000'
run probe --hex
status 0
out_has '^godot4\.4     none       s2c  ADD 1$'

claim what_nearly_any_bytes_can_be_is_no_protocol
input 03000000 00000040
run probe
status 0
out_lacks '^as packets'
input ea030000
run probe
status 1
out_lacks '^as packets'

claim all_shows_protocols_that_reject_and_the_packet
text '000101010205
0f01'
run probe --lines --all
out_has '^godot4\.3     none       rejected \(-#2: MP_FLAGS at 0: '
[ "$(sed '1,/^as packets/d' "$work/out" | wc -l)" -eq 14 ] || fault "not each protocol in each of its envelopes"

claim json_has_one_more_object_for_protocols
input dfd6ce2a 01000000 00 0d000080 6d3100 01 00000000 4d61696e00
run probe --jsonl
status 0
json 'keys[1] == ["packets", "ok", "protocols"]'
json 'rows[1] == {"packets": 1, "ok": True, "protocols": [
    {"protocol": name, "envelope": "enet3", "ok": True, "direction": "c2s", "commands": {"CALL": 1}, "message": "accepted"}
    for name in ("godot3", "pandemonium")]}'

finish
