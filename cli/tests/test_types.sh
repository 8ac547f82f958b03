#!/bin/sh
# SPDX-License-Identifier: MIT
# gdv types: numbers of types from the wire reference, section 1; ids from section 2; sizes from section 5.
set -eu
. cli/tests/cases.sh

claim without_a_dialect_it_lists_dialects
run types
status 0
err ''
[ "$(wc -l <"$work/out")" -eq 10 ] || fault "not a heading and nine lines"
out_has '^godot2 +mole +29  Godot 1.x-2.1, Mole -- Godot 2.1; mole, godot2.0, godot2.1$'
out_has '^godot4.4 +godot4 +39  Godot 4.4 and later -- Godot 4.4-dev, 4.6-dev; godot4, godot4.5, godot4.6$'
out_has '^godot3.0 +- +27  '

claim dialects_in_json
run types --jsonl
status 0
json 'keys == 9 * [["dialect", "aliases", "engines", "judged_by", "types"]]'
json 'rows[0] == {"dialect": "godot2", "aliases": ["mole", "godot2.0", "godot2.1"], "engines": "Godot 1.x-2.1, Mole", "judged_by": "Godot 2.1", "types": 29}'
json '[row["aliases"] for row in rows if row["dialect"] == "godot3.0"] == [[]]'

while read -r dialect count; do
    claim "${dialect}_has_${count}_types"
    run types --dialect "$dialect"
    status 0
    [ "$(wc -l <"$work/out")" -eq $((count + 1)) ] || fault "not a heading and $count lines"
    run types --dialect "$dialect" --jsonl
    status 0
    json "keys == $count * [['dialect', 'id', 'hex', 'name', 'type', 'layout', 'size', 'size64', 'element', 'element64', 'flags', 'notes']]"
    json "[row['id'] for row in rows] == list(range($count)) and {row['dialect'] for row in rows} == {'$dialect'}"
    json "all(int(row['hex'], 16) == row['id'] for row in rows)"
done <<'END'
godot2 29
godot3.0 27
godot3 27
pandemonium-33 33
pandemonium-38 38
pandemonium-40 40
godot4.0 38
godot4.3 39
godot4.4 39
END

# dialect id name canonical size size64 element element64 flags
while read -r dialect id named canonical size size64 element element64 flags; do
    claim "type_${id}_of_${dialect}"
    run types --dialect "$dialect" --jsonl
    json "(lambda r: (r['name'], r['type'], r['size'], r['size64'], r['element'], r['element64'], r['flags']))(rows[$id])
        == ('$named', '$canonical', $size, $size64, $element, $element64, $flags)"
done <<'END'
godot2 15 Image Image None None None None 0
godot2 18 Object Object 0 None None None 0
godot3 1 bool bool 4 None None None 0
godot3 2 int int 4 8 None None 0x10000
godot3 4 String String None None None None 0
godot3 16 RID RID 0 None None None 0
godot3 24 PoolVector2Array PackedVector2Array None None 8 None 0
pandemonium-33 32 PoolColorArray PackedColorArray None None 16 None 0
pandemonium-38 5 Rect2 Rect2 16 None None None 0
pandemonium-40 27 TypedArray TypedArray None None None None 0x10000
godot4.0 18 Transform3D Transform3D 48 96 None None 0x10000
godot4.0 20 Color Color 16 None None None 0
godot4.0 23 RID RID 8 None None None 0
godot4.3 28 Array Array None None None None 0x30000
godot4.3 38 PackedVector4Array PackedVector4Array None None 16 32 0x10000
godot4.4 27 Dictionary Dictionary None None None None 0xf0000
END

claim an_alias_gives_the_same_table
run types --dialect godot4
cp "$work/out" "$work/alias"
run types --dialect godot4.4
cmp -s "$work/out" "$work/alias" || fault "tables differ"

claim the_table_reads_well
run types --dialect godot3
out_has '^  2  0x02  int +int +4 +8 +0x10000 +i32 or i64 -- bit 16: 64-bit$'
out_has '^ 16  0x10  RID +RID +0 +- +- +fixed size -- needs --permit rid$'
out_has '^ 26  0x1a  PoolColorArray +PackedColorArray +16 each +- '

claim notes_say_what_the_engine_misreads
run types --dialect pandemonium-40
out_has 'Vector4 .* -- needs --permit misread: the engine reads w as the next value$'
out_has 'Projection .* -- needs --permit misread: the engine wants 248 bytes'
run types --dialect godot3.0
out_has ' int .*; engines write all of them wide$'

claim a_full_disk_is_noticed
got=0
"$GDV" types >/dev/full 2>"$work/err" || got=$?
status 2
err 'gdv types: cannot write to standard output: No space left on device'

claim every_release_is_a_name
for release in godot2:0:1 godot3:0:6 godot4:0:6 pandemonium-3:5:9 pandemonium-4:0:9 pandemonium-5:0:3; do
    major=${release%%:*} minors=${release#*:}
    for minor in $(seq "${minors%:*}" "${minors#*:}"); do
        run types --dialect "$major.$minor" --jsonl
        status 0
        # the dialect's own name: that of its first release, or of the last dialect that is not later
        json 'len({r["dialect"] for r in rows}) == 1 and rows[0]["dialect"].split(".")[0].split("-")[0] == "'"${major%-*}"'".split("-")[0]'
    done
done

finish
