#!/bin/sh
# SPDX-License-Identifier: MIT
# gdv schema --sample: what it writes passes the schema, and with --break misses it by the rule that it names.
set -eu
. cli/tests/cases.sh

schemas=$PWD/corpus/schema

while read -r schema dialects; do
    for dialect in $dialects; do
        claim "samples_of_${schema}_pass_in_$dialect"
        run schema --dialect "$dialect" --sample 60 --frames "$schemas/$schema.gdvs"
        status 0
        err ''
        cp "$work/out" "$work/in"
        run check --dialect "$dialect" --frames --quiet --summary --schema "$schemas/$schema.gdvs"
        status 0
        out ''
        err '60 packets: 60 ok, 0 rejected'

        claim "broken_samples_of_${schema}_are_refused_in_$dialect"
        run schema --dialect "$dialect" --sample 60 --break --jsonl "$schemas/$schema.gdvs"
        status 0
        cp "$work/out" "$work/said"
        # A way to break it and the codes of that: what a tag makes of it is that there is no such packet.
        json 'all(r["code"] in {"type": ("WRONG_TYPE", "NO_ALTERNATIVE", "NO_SUCH_PACKET"), "below": ("OUT_OF_RANGE",),
            "above": ("OUT_OF_RANGE",), "short": ("WRONG_LENGTH",), "long": ("WRONG_LENGTH",), "class": ("WRONG_TEXT",),
            "member": ("NOT_A_MEMBER", "NO_ALTERNATIVE", "NO_SUCH_PACKET"), "missing": ("MISSING_KEY", "NO_SUCH_PACKET"),
            "unknown": ("UNKNOWN_KEY",)}[r["broken"]] for r in rows) and len(rows) == 60'
        sed -n 's/.*"hex":"\([0-9a-f]*\)".*/\1/p' "$work/said" >"$work/in"
        run check --dialect "$dialect" --lines --jsonl --schema "$schemas/$schema.gdvs"
        status 1
        python3 - "$work/said" "$work/out" 2>"$work/python" <<'END' || fault "$(cat "$work/python")"
import json, sys
said, got = [[json.loads(line) for line in open(name, encoding="utf-8")] for name in sys.argv[1:]]
for one, other in zip(said, got, strict=True):
    for key in ("code", "offset", "path", "message"):
        assert one[key] == other[key], (one, other)
    assert one["rule"] == (other["rule"] or "") and one["line"] == (other["line"] or 0), (one, other)
END
    done
done <<'END'
movement godot4.4 godot3 godot2
chat godot4.3 godot3
inventory godot4.4 pandemonium
lobby godot4.0 godot3
rpc godot4 godot3.0
voxel godot4 pandemonium-40
cards godot3
matchmaking godot4 pandemonium-33
snapshot godot4 godot3
auth godot3
replay godot4
editor godot4
END

claim the_ways_to_miss_are_all_found
printf 'packet a = { t: "a", i: int 0..9, s: String 2..4 identifier, e: 1 | 2, o?: bool }\n' >"$work/s.gdvs"
run schema --dialect godot4 --sample 300 --break --jsonl "$work/s.gdvs"
json '{r["broken"] for r in rows} == set("type below above short long class member missing unknown".split())'
json '{r["rule"] for r in rows if r["code"] != "NO_SUCH_PACKET"} == {"a"} and len({r["hex"] for r in rows}) > 100'

# each boundary is missed by one
json '{r["message"].split()[0] for r in rows if r["broken"] == "below"} == {"-1"}'
json '{r["message"].split()[0] for r in rows if r["broken"] == "above"} == {"10"}'
json '{r["message"][:8] for r in rows if r["broken"] == "short"} == {"length 1"}'
json '{r["message"][:8] for r in rows if r["broken"] == "long"} == {"length 5"}'

claim whole_ones_are_at_their_boundaries_too
run schema --dialect godot4 --sample 300 --jsonl "$work/s.gdvs"
json 'all(r["broken"] is None and "code" not in r for r in rows)'
json '{p[1]["int"] for r in rows for p in r["value"]["Dictionary"] if p[0]["String"] == "i"} >= {"0", "9"}'
json '{len(p[1].get("String", p[1].get("StringName"))) for r in rows for p in r["value"]["Dictionary"] if p[0]["String"] == "s"} == {2, 3, 4}'

claim their_typed_json_is_the_packet
sed -n 's/.*"hex":"\([0-9a-f]*\)".*/\1/p' "$work/out" >"$work/hex"
sed 's/^.*"value"://;s/}$//' "$work/out" >"$work/in"
run encode --dialect godot4 --format=hex
status 0
tr -d ' ' <"$work/out" | cmp -s - "$work/hex" || fault "encode makes other packets"

claim several_packets_need_a_form_that_tells_them_apart
run schema --dialect godot4 --sample 2 "$work/s.gdvs"
status 2
err_has '^gdv schema: sample: a second packet, and raw bytes do not tell '

claim a_seed_gives_the_same_packets_and_another_gives_others
run schema --dialect godot4 --sample 20 --frames --seed 5 "$work/s.gdvs"
cp "$work/out" "$work/once"
run schema --dialect godot4 --sample 20 --frames --seed 5 "$work/s.gdvs"
cmp -s "$work/out" "$work/once" || fault "other packets"
run schema --dialect godot4 --sample 20 --frames --seed 6 "$work/s.gdvs"
! cmp -s "$work/out" "$work/once" || fault "the same packets"

claim standard_error_says_what_was_broken
run schema --dialect godot4 --sample 1 --break "$work/s.gdvs"
status 0
err_has '^#0: a, [a-z]+: [A-Z_]+ at [0-9]+'
[ -s "$work/out" ] || fault "no packet"

claim into_a_folder_they_are_files
mkdir "$work/folder"
run schema --dialect godot4 --sample 12 --break --into "$work/folder" "$work/s.gdvs"
status 0
out ''
[ "$(find "$work/folder" -name '00??-a-*.bin' | wc -l)" -eq 12 ] || fault "not twelve files: $(ls "$work/folder")"
run check --dialect godot4 --quiet --summary --schema "$work/s.gdvs" "$work/folder"/*
err '12 packets: 0 ok, 12 rejected'

claim a_folder_that_is_not_there
run schema --dialect godot4 --sample 1 --into "$work/nowhere" "$work/s.gdvs"
status 2
err "gdv schema: $work/nowhere/0000-a.bin: No such file or directory"

claim limits_are_kept
printf 'limits max_bytes = 60, max_values = 5, max_depth = 2\npacket a = Array[Variant]\n' >"$work/small.gdvs"
run schema --dialect godot4 --sample 200 --frames "$work/small.gdvs"
status 0
cp "$work/out" "$work/in"
run check --dialect godot4 --frames --quiet --schema "$work/small.gdvs"
status 0

claim what_no_packet_can_be_is_told
printf 'limits max_bytes = 8\npacket a = [int]\n' >"$work/none.gdvs"
run schema --dialect godot4 --sample 1 "$work/none.gdvs"
one_line_of_usage '^gdv schema: after 200 tries there is no packet that the limits let through$'

claim what_cannot_be_missed_is_told
printf 'packet a = Variant\n' >"$work/any.gdvs"
run schema --dialect godot4 --sample 1 --break "$work/any.gdvs"
one_line_of_usage '^gdv schema: after 200 tries there is no packet that misses the schema'

claim recursion_ends
printf 'limits max_depth = 6\ntype Tree = { v: int, kids: Array[Tree] 0..3 }\npacket a = Tree\n' >"$work/tree.gdvs"
run schema --dialect godot4 --sample 200 --frames "$work/tree.gdvs"
status 0
cp "$work/out" "$work/in"
run check --dialect godot4 --frames --quiet --schema "$work/tree.gdvs"
status 0

while IFS='|' read -r what pattern words; do
    claim "$what"
    # shellcheck disable=SC2086 # words are words
    run schema $words
    one_line_of_usage "$pattern"
done <<END
a_sample_needs_a_dialect|^gdv schema: --dialect is required|--sample 1 $work/s.gdvs
a_number_of_samples|^gdv schema: --sample: 'many' is not a number|--dialect godot4 --sample many $work/s.gdvs
no_sample|^gdv schema: --sample: 0 is not between 1 and |--dialect godot4 --sample 0 $work/s.gdvs
break_without_sample|^gdv schema: --break, --into, --frames and --format mean the packets of --sample|--break $work/s.gdvs
explain_and_sample|^gdv schema: --explain, --infer, --diff and --sample exclude each other|--explain --sample 1 --dialect godot4 $work/s.gdvs
into_and_frames|^gdv schema: --into goes with neither|--into x --frames --sample 1 --dialect godot4 $work/s.gdvs
into_without_value|^gdv schema: --into needs a value, a folder|--into
END
finish
