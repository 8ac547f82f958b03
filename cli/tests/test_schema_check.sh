#!/bin/sh
# SPDX-License-Identifier: MIT
# gdv check --schema: what it says of the packets of corpus/schema is what their manifest says; includes, limits, and schemas
# that do not compile.
set -eu
. cli/tests/cases.sh

schemas=$PWD/corpus/schema

# rows SCHEMA: its cases; bytes as hex, a line each.
cases_of() {
    grep "^$1	" "$schemas/manifest.tsv"
}
packets_of() {
    grep "^$1	" "$schemas/packets.tsv" | cut -f 4
}

# agrees_with_the_manifest SCHEMA OUTPUT: JSON lines of all cases in turn, each with another policy where it says so.
agrees_with_the_manifest() {
    python3 - "$schemas" "$1" "$2" <<'END'
import json, sys
folder, schema, output = sys.argv[1:]

def rows(name):
    lines = [line.rstrip("\n").split("\t") for line in open("%s/%s.tsv" % (folder, name), encoding="utf-8")]
    return [row for row in lines if row[0] == schema]

cases, packets, said = rows("manifest"), rows("packets"), [json.loads(line) for line in open(output, encoding="utf-8")]
assert len(cases) == len(packets) == len(said) > 10, "%d cases, %d answers" % (len(cases), len(said))
bad = 0
for (_, _, _, case, packet, code, path, rule, line, _), (_, _, offset, _), got in zip(cases, packets, said):
    place = got["path"] + ("{key}" if got["part"] == "{key}" else "")
    ours = [code, packet, path, rule, line]
    theirs = [got["code"], got["packet"] or "-", place or "-", got["rule"] or "-", str(got["line"] or 0)]
    if code not in ("OK", "NONFINITE"):
        ours, theirs = ours + [offset], theirs + [str(got["offset"])]
    if ours != theirs:
        bad += 1
        print(case, "is", theirs, "and not", ours)
sys.exit(bad > 0)
END
}

for schema in movement chat inventory lobby rpc voxel cards matchmaking snapshot auth replay editor; do
    claim "packets_of_${schema}_are_judged_as_the_manifest_says"
    dialect=$(cases_of $schema | head -n 1 | cut -f 2)
    : >"$work/all"
    packets_of $schema >"$work/packets"
    cases_of $schema | cut -f 3 | paste - "$work/packets" >"$work/with_policy"
    while read -r policy packet; do
        case $policy in *+nonfinite) permit=nonfinite ;; *) permit= ;; esac
        printf '%s\n' "$packet" >"$work/in"
        run check --dialect "$dialect" --hex --jsonl --schema "$schemas/$schema.gdvs" ${permit:+--permit "$permit"}
        cat "$work/out" >>"$work/all"
    done <"$work/with_policy"
    agrees_with_the_manifest $schema "$work/all" >"$work/differs" 2>&1 || fault "$(cat "$work/differs")"

    claim "packets_of_${schema}_are_what_encode_makes_of_their_typed_json"
    cases_of $schema | cut -f 10 >"$work/in"
    # one that is not finite is written where the policy permits it
    run encode --dialect "$dialect" --permit nonfinite --format=hex
    status 0
    tr -d ' ' <"$work/out" >"$work/encoded"
    cmp -s "$work/encoded" "$work/packets" || fault "encode makes other packets"
done

# --- the forms of an answer

sed -n 's/^movement	move	0	//p;s/^movement	move_with_a_place_too_far	[0-9]*	//p' "$schemas/packets.tsv" >"$work/lines"

claim a_line_names_the_packet_or_the_rule
run check --dialect godot4 --schema "$schemas/movement.gdvs" --lines "$work/lines"
status 1
out "ok $work/lines#1: move
reject $work/lines#2: OUT_OF_RANGE at 64 (.pos.z): 4096.5 is not in -4096..4096 (type Position, line 6)"
err ''

claim json_has_packet_rule_and_line
run check --dialect godot4 --schema "$schemas/movement.gdvs" --lines --jsonl "$work/lines"
json 'keys[0][4:] == ["offset", "depth", "path", "message", "part", "packet", "rule", "line", "source", "bytes", "values"]'
json '[rows[0][k] for k in ("ok", "packet", "part", "rule", "line", "source")] == [True, "move", None, None, None, None]'
json 'rows[1]["path"] == ".pos" and rows[1]["part"] == ".z" and rows[1]["rule"] == "Position" and rows[1]["line"] == 6'
json 'rows[1]["packet"] == "move" and rows[1]["source"] == "'"$schemas/movement.gdvs"'"'

claim without_a_schema_nothing_is_said_of_packets
run check --dialect godot4 --lines --jsonl "$work/lines"
json '"packet" not in rows[0] and "rule" not in rows[1] and rows[1]["ok"]'

claim quiet_and_summary_count_what_the_schema_refuses
run check --dialect godot4 --schema "$schemas/movement.gdvs" --lines --quiet --summary "$work/lines"
status 1
[ "$(wc -l <"$work/out")" -eq 1 ] || fault "not one line"
err '2 packets: 1 ok, 1 rejected'

claim a_rule_of_an_included_file_names_that_file
grep '^chat	whisper_to_a_short_name	' "$schemas/packets.tsv" | cut -f 4 >"$work/in"
run check --dialect godot4 --schema "$schemas/chat.gdvs" --hex --jsonl
json 'rows[0]["source"] == "common.gdvs" and rows[0]["line"] == 3 and rows[0]["rule"] == "PlayerName"'

claim an_absent_include_is_named_with_its_place
printf '# x\n\n  include "nowhere.gdvs"\npacket a = int\n' >"$work/absent.gdvs"
run check --dialect godot4 --schema "$work/absent.gdvs" --hex
status 2
out ''
err "gdv check: $work/nowhere.gdvs: No such file or directory
$work/absent.gdvs:3:11: included here"

claim a_word_include_that_is_no_statement_includes_nothing
printf '# include "comment.gdvs"\npacket include = { include: "nowhere.gdvs", b: String } # include "comment.gdvs"\n' >"$work/word.gdvs"
input 1b000000 02000000 04000000 07000000 696e636c 75646500 04000000 0c000000 6e6f7768 6572652e 67647673 04000000 01000000 62000000 04000000 01000000 78000000
run check --dialect godot4 --schema "$work/word.gdvs"
status 0
out 'ok -: include'

claim includes_may_include_and_go_around
printf 'include "one.gdvs"\npacket a = { "t": "a", n: One }\n' >"$work/main.gdvs"
printf 'include "two.gdvs"\ntype One = Two\n' >"$work/one.gdvs"
printf 'type Two = int 1..2\n' >"$work/two.gdvs"
input 1b000000 02000000 04000000 01000000 74000000 04000000 01000000 61000000 04000000 01000000 6e000000 02000000 02000000
run check --dialect godot4 --schema "$work/main.gdvs"
status 0
out 'ok -: a'

claim what_is_wrong_with_an_included_file_is_told_with_its_name
printf 'type Two = int 3..2\n' >"$work/two.gdvs"
run check --dialect godot4 --schema "$work/main.gdvs"
status 2
out ''
err_has "^$work/two.gdvs:1:1[0-9]: "

claim a_schema_that_does_not_compile_is_told_as_a_compiler_does
printf 'packet a = {\n    x: int 5..1,\n}\n' >"$work/wrong.gdvs"
run check --dialect godot4 --schema "$work/wrong.gdvs" "$work/none"
status 2
out ''
[ "$(wc -l <"$work/err")" -eq 1 ] || fault "not one line"
err_has "^$work/wrong.gdvs:2:[0-9]+: [a-z]"

claim a_type_that_the_dialect_lacks_is_told
printf 'packet a = Vector3i\n' >"$work/newer.gdvs"
run check --dialect godot3 --schema "$work/newer.gdvs"
status 2
err_has "^$work/newer.gdvs:1:12: .*Vector3i"
run check --dialect godot4 --schema "$work/newer.gdvs"
status 1
out_has '^reject -: EMPTY'

claim a_schema_that_is_not_there
run check --dialect godot4 --schema "$work/none.gdvs"
status 2
err "gdv check: $work/none.gdvs: No such file or directory"

claim its_limits_apply
printf 'limits max_bytes = 8\npacket a = Variant\n' >"$work/small.gdvs"
input 1b000000 02000000 04000000 01000000 74000000 04000000 01000000 61000000
run check --dialect godot4 --schema "$work/small.gdvs"
status 1
out_has '^reject -: LIMIT_BYTES at 0: '
input 02000000 01000000
run check --dialect godot4 --schema "$work/small.gdvs"
status 0

claim those_of_the_policy_apply_too
run check --dialect godot4 --schema "$work/small.gdvs" --max-bytes 7
status 1

claim duplicate_keys_are_refused_whatever_is_permitted
printf 'packet a = Dictionary[String, int]\n' >"$work/map.gdvs"
input 1b000000 02000000 04000000 01000000 61000000 02000000 01000000 04000000 01000000 61000000 02000000 02000000
run check --dialect godot4 --schema "$work/map.gdvs" --permit duplicate-keys
status 1
out_has '^reject -: DUPLICATE_KEY at '

claim schema_needs_a_value
run check --dialect godot4 --schema
one_line_of_usage '^gdv check: --schema needs a value, a file$'

claim other_verbs_take_no_schema
run canon --dialect godot4 --schema "$work/map.gdvs"
one_line_of_usage '^gdv canon: this verb does not take --schema '
run dump --dialect godot4 --schema "$work/map.gdvs"
one_line_of_usage '^gdv dump: --schema means the packets of --session, which is missing$'

finish
