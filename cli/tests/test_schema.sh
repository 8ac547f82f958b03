#!/bin/sh
# SPDX-License-Identifier: MIT
# gdv schema: compiles, lints and explains. Sizes are counted by hand from section 5 of docs/wire-format.md.
set -eu
. cli/tests/cases.sh

schemas=$PWD/corpus/schema

# lints DIALECT TEXT: the schema of that text, in the file s.gdvs.
lints() {
    printf "$2" >"$work/s.gdvs"
    run schema --dialect "$1" "$work/s.gdvs"
}
warns() { # warns PATTERN: of the only warning
    status 1
    [ "$(wc -l <"$work/err")" -eq 1 ] || fault "not one warning"
    err_has "^$work/s.gdvs:$1"
}

claim a_schema_that_compiles
lints godot4 'packet a = int 0..9\n'
status 0
out_has "^ok $work/s.gdvs: 1 packet, [0-9]+ bytes compiled, for godot4.4\$"
err ''

claim without_a_dialect_all_that_it_compiles_for_are_named
printf 'packet a = int\n' >"$work/any.gdvs"
printf 'packet a = Vector3i\n' >"$work/newer.gdvs"
printf 'packet a = PackedVector4Array\n' >"$work/newest.gdvs"
run schema "$work/any.gdvs"
out_has ' for every dialect$'
run schema "$work/newer.gdvs"
out_has ' for pandemonium-33, pandemonium-38, pandemonium-40, godot4.0, godot4.3, godot4.4$'
run schema "$work/newest.gdvs"
out_has ' for pandemonium-38, pandemonium-40, godot4.3, godot4.4$'

claim what_does_not_compile_is_told_once_with_its_place
printf 'packet a = int\ntype b = int 5..1\n' >"$work/wrong.gdvs"
run schema "$work/wrong.gdvs"
status 2
out ''
[ "$(wc -l <"$work/err")" -eq 1 ] || fault "not one line"
err_has "^$work/wrong.gdvs:2:[0-9]+: "

claim standard_input_is_a_file_too
text 'packet a = int'
run schema -
status 0
out_has '^ok -: 1 packet, '

claim one_schema_and_no_more
run schema
one_line_of_usage '^gdv schema: one schema is needed'
run schema "$work/any.gdvs" "$work/newer.gdvs"
one_line_of_usage '^gdv schema: one schema is needed'

claim the_schemas_of_the_corpus_have_no_warning
for file in "$schemas"/*.gdvs; do
    [ "$file" != "$schemas/common.gdvs" ] || continue
    run schema "$file"
    status 0
    err ''
done

# --- warnings

claim a_packet_of_more_bytes_than_the_limit_is_never_there
lints godot4 'limits max_bytes = 24\npacket a = [int, bool]\npacket b = PackedByteArray 16\npacket c = { k: null, l: null }\n'
warns '4: warning: no packet can be c: it has 40 bytes at least, and max_bytes = 24$'

claim a_packet_that_is_deeper_than_the_limit_is_never_there
lints godot4 'limits max_depth = 1\npacket a = [[1]]\npacket b = { k: int }\n'
warns '2: warning: no packet can be a: it is nested deeper than max_depth = 1$'

claim a_packet_of_more_values_than_the_limit_is_never_there
lints godot4 'limits max_values = 4\npacket a = [int, int, int, int]\npacket b = { k: int }\n'
warns '2: warning: no packet can be a: it has 5 values at least, and max_values = 4$'

claim a_limit_that_nothing_reaches
lints godot3 'limits max_bytes = 17\npacket a = String 1..5\n'
warns '1: warning: max_bytes = 17 is never reached: no packet has more than 16 bytes$'
lints godot3 'limits max_bytes = 16\npacket a = String 1..5\n'
status 0
lints godot3 'limits max_depth = 2\npacket a = [[int]]\n'
status 0
lints godot3 'limits max_depth = 3\npacket a = [[int]]\n'
warns '1: warning: max_depth = 3 is never reached: no packet has more than 2 levels$'
lints godot3 'limits max_values = 4\npacket a = [[int]]\n'
warns '1: warning: max_values = 4 is never reached: no packet has more than 3 values$'

claim a_bound_that_a_limit_puts_out_of_reach
lints godot3 'limits max_string = 9\npacket a = String 1..10\n'
warns '2: warning: 10 is out of reach: max_string = 9$'
lints godot3 'limits max_elements = 9\npacket a = Array[null] 0..10\n'
warns '2: warning: 10 is out of reach: max_elements = 9$'
lints godot3 'limits max_elements = 9\npacket a = Array[null] 10..\n'
warns '2: warning: nothing passes: at least 10 is more than max_elements = 9$'
lints godot3 'limits max_bytes = 100\npacket a = PackedByteArray 0..93\n'
warns '2: warning: 93 is out of reach: max_bytes = 100$'
lints godot3 'limits max_bytes = 100\npacket a = Array[Variant] 0..24\n'
warns '2: warning: 24 elements are out of reach: max_bytes = 100$'

claim a_range_that_every_number_passes
all_pass() {
    lints "$1" "packet a = $2\\n"
    warns "1: warning: every $3 passes the range: leave it out\$"
}
some_pass() {
    lints "$1" "packet a = $2\\n"
    status 0
}
all_pass godot4 'Vector2i -2147483648..2147483647' number
some_pass godot4 'Vector2i -2147483648..2147483646'
all_pass godot4 'int -9223372036854775808..9223372036854775807' number
all_pass godot2 'int -2147483648..2147483647' number
some_pass godot3 'int -2147483648..2147483647'
all_pass godot4 'float -INF.. nonfinite' number

claim a_range_that_every_length_passes
all_pass godot4 'String 0..' length
all_pass godot4 'Array[int] 0..' length
some_pass godot4 'String 1..'

claim tags_that_are_hard_to_tell_apart
lints godot4 'packet a = { t: "move_to" }\npacket b = { t: "moveTo" }\n'
status 1
err_has 'warning: "move_to" and "moveTo" are hard to tell apart$'
lints godot4 'packet a = "yes" | "no" | "Yes"\n'
status 1
err_has 'warning: "yes" and "Yes" are hard to tell apart$'

claim in_json_warnings_are_a_list
printf 'limits max_bytes = 17\npacket a = String 1..5\n' >"$work/s.gdvs"
run schema --jsonl --dialect godot3 "$work/s.gdvs"
status 1
err ''
json 'keys == [["file", "ok", "packets", "methods", "bytes", "dialects", "warnings"]]'
json 'rows[0]["ok"] and rows[0]["packets"] == 1 and rows[0]["dialects"] == ["godot3"] and rows[0]["bytes"] > 100'
json '[(w["line"], w["message"][:14]) for w in rows[0]["warnings"]] == [(1, "max_bytes = 17")]'

# --- explain

claim explain_prints_limits_types_and_packets_with_their_size
run schema --explain --dialect godot4 "$schemas/movement.gdvs"
status 0
out '# godot4.4; the largest packet has 152 bytes: input
limits max_bytes = 152, max_depth = 1, max_values = 11
type Sequence = int 0..
type Position = Vector3 -4096..4096
type Look = Vector2 -3.141592653589793..3.141592653589793

# 148 bytes at most
packet move = { type: "move", seq: Sequence, pos: Position, yaw: float -3.141592653589793..3.141592653589793, jump?: bool }

# 96 bytes at most
packet look = { type: "look", seq: Sequence, to: Look }

# 152 bytes at most
packet input = { type: "input", seq: Sequence, held: int 0..255, axis: Vector2 -1..1, seconds: float 0..0.25 }

# 64 bytes at most
packet stop = { type: "stop", seq: Sequence }'

claim the_largest_is_never_more_than_the_limit
run schema --explain --dialect godot4 "$schemas/editor.gdvs"
out_has '^# godot4.4; the largest packet has 65536 bytes: add$'
out_has '^# 65536 bytes at most, by max_bytes$'

claim a_packet_that_cannot_be_there_has_no_size
printf 'limits max_bytes = 24\npacket b = int\npacket c = { k: null, l: null }\n' >"$work/s.gdvs"
run schema --explain --dialect godot4 "$work/s.gdvs"
out_has '^# no packet can be this one: it would break the limits$'

claim what_is_explained_compiles_to_what_was_explained
for file in "$schemas"/*.gdvs; do
    [ "$file" != "$schemas/common.gdvs" ] || continue
    run schema --explain "$file"
    cp "$work/out" "$work/once.gdvs"
    run schema --explain "$work/once.gdvs"
    cmp -s "$work/out" "$work/once.gdvs" || fault "$file is not what it was"
done

claim every_construct_is_spelled_so_that_it_compiles
cat >"$work/all.gdvs" <<'END'
limits max_depth = 8, max_elements = 99, max_string = 999
type Tree = { v: int, kids?: Array[Tree] 0..9 }
type Pair = [int, float?]
type Either = Tree | Pair | Pick | null
type Pick = "a" | "b" | "quote \" and \\ and é"
packet one (max_bytes = 4096, max_depth = 3) = {
    "t": "one", "with blank": int | "x", 7: bool, -3?: true, f: 0.5 | 1.5, n: number -1..2.5, e: Either,
    r: float ..-1, s: float 0.. nonfinite, i: float -INF..0 nonfinite, c: String chars 1..3 printable, ...
}
packet two = { "t": "two", m: Dictionary[String 1..9 identifier, Variant] 1..5, p: PackedVector2Array 1..2 of -1..1,
    b: PackedByteArray 3, w: PackedStringArray 0..2 of String chars 1..2, q: Color 0..1, z: NodePath, k: StringName }
packet three = ["three", [1, 2, ...], [...], []]
END
run schema --explain --dialect godot4 "$work/all.gdvs"
status 0
cp "$work/out" "$work/once.gdvs"
run schema --explain --dialect godot4 "$work/once.gdvs"
status 0
cmp -s "$work/out" "$work/once.gdvs" || fault "not what it was: $(diff "$work/out" "$work/once.gdvs")"
grep -q 'f: 0.5 | 1.5, ' "$work/out" && grep -q 'r: float ..-1, s: float 0.. nonfinite, i: float ..0 nonfinite, ' "$work/out" ||
    fault "numbers are spelled otherwise"

finish
