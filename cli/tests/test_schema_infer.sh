#!/bin/sh
# SPDX-License-Identifier: MIT
# gdv schema --infer: a draft that compiles, that the packets it was drafted from pass, and that says what is a guess.
set -eu
. cli/tests/cases.sh

schemas=$PWD/corpus/schema

# drafts TEXT..: of packets in Godot's own notation.
drafts() {
    printf '%s\n' "$@" >"$work/texts"
    "$GDV" encode --dialect godot4 --text --frames "$work/texts" >"$work/packets"
    run schema --dialect godot4 --infer --frames "$work/packets"
    cp "$work/out" "$work/draft.gdvs"
}

claim a_record_with_a_tag_is_a_packet_of_its_name
drafts '{"type": "move", "seq": 3, "pos": Vector3(1, 2, 3)}' '{"type": "move", "seq": 9, "pos": Vector3(-1, 2, 3), "jump": true}' \
    '{"type": "stop", "seq": 4}'
status 0
out '# Drafted by gdv schema --infer from 3 packets of godot4.4. Look at each guess.
limits max_bytes = 256 # guess: the longest packet has 100

packet move = {
    "type": "move",
    seq: int 0.., # guess: seen 3..9
    pos: Vector3, # guess: seen -1.0..3.0
    jump?: bool, # guess: in 1 of 2
}

packet stop = {
    "type": "stop",
    seq: int 0.., # guess: seen 4
}'

claim arrays_are_told_apart_by_their_first_text
drafts '["say", "hello", 1]' '["say", "you", 2.5]' '["quit"]'
out_has '^packet say = \["say", String 0\.\.16, number\] # guess: length seen 3\.\.5$'
out_has '^packet quit = \["quit"\]$'

claim few_texts_again_and_again_are_a_set
drafts '{"t": "a", "m": "x"}' '{"t": "a", "m": "y"}' '{"t": "a", "m": "x"}' '{"t": "a", "m": "y"}' '{"t": "a", "m": "x"}' \
    '{"t": "a", "m": "x"}' '{"t": "a", "m": "x"}' '{"t": "a", "m": "y"}'
out_has '^    m: "x" | "y", # guess: seen no other text$'

claim what_is_inside_is_drafted_too
drafts '{"t": "a", "l": [1, 2], "d": {5: "x", 6: "y"}, "n": {"k": null}, "p": PackedByteArray(1, 2), "e": []}'
out_has '^    l: Array\[int 0\.\.\] 0\.\.8, # guess: length seen 2$'
out_has '^    d: Dictionary\[int 0\.\., String 0\.\.16\] 0\.\.8, # guess: length seen 2$'
out_has '^        k: null,$'
out_has '^    p: PackedByteArray 0\.\.16, # guess: length seen 2$'
out_has '^    e: Array\[Variant\] 0\.\.8, # guess: always empty$'

claim tags_that_make_one_name_make_two
drafts '{"t": "a-b", "x": 1}' '{"t": "a_b", "x": 1}' '["a b"]'
out_has '^packet a_b = '
out_has '^packet a_b_2 = '
out_has '^packet a_b_3 = '
run check --dialect godot4 --frames --quiet --schema "$work/draft.gdvs" "$work/packets"
status 0

for schema in movement chat inventory lobby rpc voxel cards matchmaking snapshot auth replay editor; do
    claim "packets_of_${schema}_pass_their_draft"
    "$GDV" schema --dialect godot4 --sample 80 --frames "$schemas/$schema.gdvs" >"$work/packets"
    run schema --dialect godot4 --infer --frames "$work/packets"
    status 0
    err ''
    cp "$work/out" "$work/draft.gdvs"
    run check --dialect godot4 --frames --quiet --summary --schema "$work/draft.gdvs" "$work/packets"
    status 0
    err '80 packets: 80 ok, 0 rejected'
done

claim packets_come_as_check_takes_them
bytes 02000000 05000000 >"$work/one"
run schema --dialect godot4 --infer "$work/one"
out_has '^packet packet_1 = int 0\.\. # guess: seen 5$'
text '02000000 07000000'
run schema --dialect godot4 --infer --hex -
out_has 'seen 7$'
text '02000000 07000000
02000000 ffffffff'
run schema --dialect godot4 --infer --lines -
out_has '^packet packet_1 = int # guess: seen -1\.\.7$'

claim what_is_refused_is_told_and_not_drafted
bytes 01000000 02000000 >"$work/bad"
run schema --dialect godot4 --infer "$work/one" "$work/bad"
status 1
out_has ' from 1 packet of '
err_has "^reject $work/bad: BOOL at 4"

claim nothing_to_draft_from
run schema --dialect godot4 --infer "$work/bad"
status 2
err_has '^gdv schema: there is no packet to draft from$'

while IFS='|' read -r what pattern words; do
    claim "$what"
    # shellcheck disable=SC2086 # words are words
    run schema $words
    one_line_of_usage "$pattern"
done <<END
a_draft_needs_a_dialect|^gdv schema: --dialect is required|--infer $work/one
a_draft_needs_packets|^gdv schema: packets are needed|--infer --dialect godot4
one_thing_at_a_time|^gdv schema: --explain, --infer, --diff and --sample exclude each other|--infer --explain --dialect godot4 $work/one
hex_of_a_schema|^gdv schema: --hex, --base64 and --lines mean the packets of --infer|--hex $work/one
END
finish
