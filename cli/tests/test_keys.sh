#!/bin/sh
# SPDX-License-Identifier: MIT
# JSON lines of a mixed batch: what is accepted and what is refused has the same keys, in the same order, in every verb.
set -eu
. cli/tests/cases.sh

bytes 02000000 ffffffff >"$work/good"
bytes 12000000 01000000 04000000 01000000 61000000 01000000 02000000 >"$work/bool" # has a path
: >"$work/nothing"
bytes 12000000 01000000 04000000 01000000 61000000 02000000 07000000 >"$work/of_a"
bytes 12000000 01000000 04000000 01000000 61000000 02000000 08000000 >"$work/of_a_too"
bytes 08000000 02000000 ffffffff 08000000 01000000 02000000 00000000 04000000 01000000 >"$work/frames"
bytes 08000000 02000000 >"$work/cut"
bytes 00000080 >"$work/negative"
bytes ffffff00 >"$work/long"
printf '02000000 ffffffff\n\n01000000 02000000\n[]\n' >"$work/lines"
printf '{"int":"5"}\n{"int":"x"}\n{"no":1}\n{"float":"nan"}\n{"Array":[{"bool":true}]}\n' >"$work/documents"

# the_same KEYS: each line has these keys in this order, and among them are accepted and refused ones.
same() {
    json "len(rows) > 2 and all(one == \"$1\".split() for one in keys)"
    json '{row["ok"] for row in rows} == {True, False}'
}

verdict='file index ok code offset depth path message'
while IFS='|' read -r verb keys; do
    claim "${verb}_of_files"
    dialect=--dialect=godot3
    [ "$verb" != probe ] || dialect=--forbid=text
    set -- "$verb"
    [ "$verb" != get ] || set -- get .a # what is refused for its path has the same keys, too
    run "$@" "$dialect" --jsonl "$work/good" "$work/bool" "$work/nothing" "$work/of_a"
    status 1
    same "$keys"
    claim "${verb}_of_frames"
    [ "$verb" != get ] || set -- get ''
    run "$@" "$dialect" --jsonl --frames "$work/frames" "$work/cut" "$work/negative" "$work/long"
    status 1
    same "$keys"
    json 'len(rows) == 7'
    claim "${verb}_of_lines"
    run "$@" "$dialect" --jsonl --lines "$work/lines"
    status 1
    same "$keys"
done <<END
check|$verdict bytes values
dump|$verdict value
get|$verdict value
canon|$verdict hex
probe|file index ok dialects
END

claim keys_inside_probe
for given in "$work/good" "$work/bool" "$work/nothing"; do
    run probe --all --jsonl "$given"
    json "[list(one) for one in rows[0]['dialects']] == 9 * ['dialect accepted judged_by code offset depth path message'.split()]"
done
run probe --all --jsonl --frames "$work/frames" "$work/cut" "$work/negative"
json "{tuple(one) for row in rows[:-1] for one in row['dialects']} == {tuple('dialect accepted judged_by code offset depth path message'.split())}"
json "list(rows[-1]) == ['packets', 'ok', 'protocols']"
json "{tuple(one) for one in rows[-1]['protocols']} == {tuple('protocol envelope ok direction commands message'.split())}"

claim encode_of_documents
run encode --dialect godot3 --jsonl "$work/documents"
status 1
same 'file index ok code path message hex'
json 'len(rows) == 5'

claim diff_of_files
: >"$work/rows"
for pair in "good of_a" "of_a of_a_too" "bool of_a" "of_a nothing"; do
    run diff --dialect godot3 --jsonl "$work/${pair% *}" "$work/${pair#* }"
    status 1
    cat "$work/out" >>"$work/rows"
done
cp "$work/rows" "$work/out"
json 'len({tuple(one) for one in keys}) == 1 and len(rows) == 4'
json '{row["difference"] for row in rows} == {"changed", "rejected"}'

claim stats_of_files
: >"$work/rows"
for given in good of_a bool nothing; do
    run stats --dialect godot3 --jsonl "$work/$given"
    cat "$work/out" >>"$work/rows"
done
cp "$work/rows" "$work/out"
json 'len({tuple(one) for one in keys}) == 1 and len(rows) == 4'
json '[row["ok"] for row in rows] == [1, 1, 0, 0]'

claim schema_of_files
printf 'packet p = [1]\n' >"$work/fine.gdvs"
printf 'limits max_bytes = 1200\npacket p = [1]\n' >"$work/warned.gdvs"
: >"$work/rows"
for given in fine warned; do
    run schema --jsonl "$work/$given.gdvs"
    cat "$work/out" >>"$work/rows"
done
cp "$work/rows" "$work/out"
json 'len({tuple(one) for one in keys}) == 1 and len(rows) == 2'
json '[len(row["warnings"]) for row in rows] == [0, 1]'

claim explain_of_everything
run explain --jsonl
status 0
json 'len({tuple(one) for one in keys}) == 1 and len(rows) > 100'

claim types_of_every_dialect
run types --jsonl
status 0
json 'len({tuple(one) for one in keys}) == 1 and len(rows) == 9'
cp "$work/out" "$work/dialects"
: >"$work/rows"
for dialect in $(python3 -c 'import json, sys; print(*(json.loads(line)["dialect"] for line in open(sys.argv[1])))' \
    "$work/dialects"); do
    run types --dialect "$dialect" --jsonl
    cat "$work/out" >>"$work/rows"
done
cp "$work/rows" "$work/out"
json 'len({tuple(one) for one in keys}) == 1 and len(rows) > 200'

# A verb that is added, and has --jsonl, is to be tried here too.
claim every_verb_with_json_lines_is_tried_here
for verb in $verbs; do
    "$GDV" help "$verb" | grep -q '^  --jsonl ' || continue
    grep -Eq "^$verb\||^claim ${verb}_of_" "$0" || fault "no claim on $verb"
done
[ "$(echo "$verbs" | wc -w)" -ge 6 ] || fault "no verbs"

finish
