#!/bin/sh
# SPDX-License-Identifier: MIT
# gdv schema --diff: whether a new schema accepts all that an old one does.
set -eu
. cli/tests/cases.sh

schemas=$PWD/corpus/schema

# differs RULE RULE: as a field of a packet, in both.
differs() {
    printf 'limits max_depth = 9\npacket p = { t: "p", v: %s }\n' "$1" >"$work/old.gdvs"
    printf 'limits max_depth = 9\n\npacket p = { t: "p", v: %s }\n' "$2" >"$work/new.gdvs"
    run schema --dialect godot4 --diff "$work/old.gdvs" "$work/new.gdvs"
    err ''
}

while IFS=';' read -r old new; do
    claim "what_was_[$old]_passes_as_[$new]"
    differs "$old" "$new"
    status 0
    out "ok $work/new.gdvs: accepts all that $work/old.gdvs does"
done <<'END'
int 0..9;int 0..9
int 0..9;int -1..10
int 1..2;number 0..9
1 | 2;int 1..2
1 | 2;1 | 2 | 3
float 0..1;number 0..1
float 0..1;float 0..1 nonfinite
"a" | "b";"b" | "c" | "a"
"a" | "bc";String 1..2 identifier
String 1..9;String 0..10
String 4..8;String chars 1..8
String chars 1..8;String 1..32
String 1..8 identifier;String chars 1..8 ascii
String 1..8 identifier;String 1..8 printable
Vector2 -1..1;Vector2 -2..2
bool;Variant
true;bool
Array[int 1..2] 1..2;Array[int 0..3] 0..9
PackedInt32Array 2 of 0..5;PackedInt32Array 1..3 of -1..6
Dictionary[int 1..2, "a"] 1..2;Dictionary[int, "a" | "b"]
[int, bool];[int, bool, float?]
[int, bool];[int, ...]
{ a: int };{ a: int, b?: int }
{ a: int };{ a?: int }
{ a: int, b?: bool };{ a: int, ... }
int;int | null
int | null;int | "x" | null
END

# old ; new ; path ; why
while IFS=';' read -r old new path why; do
    claim "what_was_[$old]_may_be_refused_as_[$new]"
    differs "$old" "$new"
    status 1
    out "narrower p.v$path: $why (line 3, was 2)"
done <<'END'
int 0..9;int 0..8;;the range is narrower
int 0..9;int 1..9;;the range is narrower
number 0..9;number 0..8.5;;the range is narrower
float 0..1 nonfinite;float 0..1;;nonfinite is gone
1 | 2 | 3;1 | 3;;the set has lost members
int 1..2;1 | 2;;a range has become a set
"a" | "b";"b";;the set has lost members
"a" | "bcd";String 1..2;;a text of the set does not pass
String 1..2;"a" | "b";;texts have become a set
String 1..9;String 1..8;;the range of lengths is narrower
String 1..9;String 2..9;;the range of lengths is narrower
String chars 1..8;String 1..31;;the range of lengths is narrower
String 4..8;String chars 2..8;;the range of lengths is narrower
String 1..8;String 1..8 ascii;;the class of characters is narrower
String 1..8 ascii;String 1..8 printable;;the class of characters is narrower
int;float;;it is of another kind
number;int;;it is of another kind
Vector2;Vector3;;it is of another kind
Vector2 -1..1;Vector2 -1..0.5;;the range is narrower
bool;true;;only one bool passes
Variant;int;;any value passed
Array[int];Array[int 0..];[];the range is narrower
Array[int] 0..9;Array[int] 1..9;;the range of lengths is narrower
PackedByteArray 0..9;PackedByteArray 0..8;;the range of lengths is narrower
PackedInt32Array of 0..9;PackedInt32Array of 0..8;;the range is narrower
Dictionary[int, bool];Dictionary[int 0.., bool];{key};the range is narrower
Dictionary[int, bool];Dictionary[int, true];{};only one bool passes
[int, bool];[int, true];[1];only one bool passes
[int, bool?];[int, bool];;more elements are required
[int, bool];[int];;fewer elements are admitted
{ a: int };{ a: int 0.. };.a;the range is narrower
{ a?: int };{ a: int };.a;the key is not optional any more
{ a: int, b: int };{ a: int };.b;the key is gone
{ a: int };{ a: int, b: int };.b;a key is new and not optional
{ a: int, ... };{ a: int };;other keys do not pass any more
{ a: int, ... };{ a: int, b?: int, ... };.b;the older schema lets any value pass here
int | null;int;<Nil>;the alternative is gone
END

claim each_schema_accepts_what_it_accepts
for file in "$schemas"/*.gdvs; do
    [ "$file" != "$schemas/common.gdvs" ] || continue
    run schema --diff "$file" "$file"
    status 0
done

claim packets_and_limits
printf 'limits max_bytes = 99\npacket a = [1]\npacket b = [2]\n' >"$work/old.gdvs"
printf 'limits max_bytes = 98, max_depth = 4\npacket b (max_bytes = 5) = [2]\n' >"$work/new.gdvs"
run schema --dialect godot4 --diff "$work/old.gdvs" "$work/new.gdvs"
status 1
out 'narrower limits: max_bytes is lower
narrower limits: max_depth is lower
narrower a: the packet is gone (was line 2)
narrower b: max_bytes is lower'

claim alternatives_are_compared_by_their_tag
differs '{ k: "a", x: int } | { k: "b", y: int }' '{ k: "b", y: int 0.. } | { k: "c" }'
status 1
out "narrower p.v<a>: the alternative is gone (line 3, was 2)
narrower p.v<b>.y: the range is narrower (line 3, was 2)"

claim recursion_ends
printf 'limits max_depth = 9\ntype T = { v: int, k?: Array[T] }\npacket p = T\n' >"$work/old.gdvs"
printf 'limits max_depth = 9\ntype T = { v: int 0.., k?: Array[T] }\npacket p = T\n' >"$work/new.gdvs"
run schema --dialect godot4 --diff "$work/old.gdvs" "$work/new.gdvs"
status 1
out_has '^narrower p\.v: the range is narrower'

claim samples_of_the_old_pass_a_new_one_that_accepts_all
printf 'packet p = { t: "p", v: int 0..9, s: String 1..4 identifier }\n' >"$work/old.gdvs"
printf 'packet p = { t: "p", v: number -1..9, s: String chars 1..4, o?: bool }\n' >"$work/new.gdvs"
run schema --dialect godot4 --diff "$work/old.gdvs" "$work/new.gdvs"
status 0
"$GDV" schema --dialect godot4 --sample 200 --frames "$work/old.gdvs" >"$work/packets"
run check --dialect godot4 --frames --quiet --schema "$work/new.gdvs" "$work/packets"
status 0

claim in_json
differs 'int 0..9' 'int 0..8'
run schema --dialect godot4 --diff --jsonl "$work/old.gdvs" "$work/new.gdvs"
status 1
json 'rows == [{"path": "p.v", "message": "the range is narrower", "old_line": 2, "new_line": 3}]'

claim two_schemas
run schema --diff "$work/old.gdvs"
one_line_of_usage '^gdv schema: two schemas are needed'

claim the_new_one_must_compile
printf 'packet\n' >"$work/new.gdvs"
run schema --diff "$work/old.gdvs" "$work/new.gdvs"
status 2
err_has "^$work/new.gdvs:[12]:"

finish
