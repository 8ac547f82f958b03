#!/bin/sh
# SPDX-License-Identifier: MIT
# encode --text: Godot's own notation. What it means is asked of typed JSON, which encode reads too, and of the corpus: what
# dump prints becomes the packet that canon makes.
set -eu
. cli/tests/cases.sh

# dialect | notation, ~ for a line end | typed JSON
while IFS='|' read -r dialect notation as_json; do
    claim "$dialect $notation"
    text "$as_json"
    run encode --dialect "$dialect" --permit all --forbid engine-span --format=hex
    status 0
    cp "$work/out" "$work/expected"
    printf '%s' "$notation" | tr '~' '\n' >"$work/in"
    run encode --dialect "$dialect" --permit all --forbid engine-span --text --format=hex
    status 0
    err ''
    cmp -s "$work/out" "$work/expected" || fault "not: $(cat "$work/expected")"
done <<'END'
godot4|null|{"nil":null}
godot4| true |{"bool":true}
godot4|-5|{"int":"-5"}
godot4|+5|{"int":"5"}
godot4|1.5|{"float":1.5}
godot4|1e3|{"float":1000.0}
godot4|-.5|{"float":-0.5}
godot4|inf|{"float":"inf"}
godot4|inf_neg|{"float":"-inf"}
godot4|-inf|{"float":"-inf"}
godot3|-1e400|{"float":"-inf"}
godot4|nan|{"float":"nan"}
godot4|"a\"b\\c\n\té"|{"String":"a\"b\\c\n\té"}
godot4|"two~lines"|{"String":"two\nlines"}
godot4|"\u00e9\U01f600\ud83d\ude00"|{"String":"é😀😀"}
godot4|&"name"|{"StringName":"name"}
pandemonium-38|@"name"|{"StringName":"name"}
godot4|^"/root/a:b:c"|{"NodePath":{"absolute":true,"names":["root","a"],"subnames":["b","c"]}}
godot4|NodePath("a/b")|{"NodePath":{"absolute":false,"names":["a","b"],"subnames":[]}}
godot4|NodePath("")|{"NodePath":{"absolute":false,"names":[],"subnames":[]}}
godot4|NodePath(":x")|{"NodePath":{"absolute":false,"names":[],"subnames":["x"]}}
godot4|Vector2(1, 2)|{"Vector2":[1,2]}
godot3|Vector2( 1, 2.5 )|{"Vector2":[1,2.5]}
godot4|Vector2i ( 1,-2, )|{"Vector2i":[1,-2]}
godot4|Color(1, 0.5, 0, 1)|{"Color":[1,0.5,0,1]}
godot4|Transform2D(1, 0, 0, 1, 0, 0)|{"Transform2D":[1,0,0,1,0,0]}
godot4|Vector2(nan, inf)|{"Vector2":["nan","inf"]}
godot4|PackedByteArray(1,2)|{"PackedByteArray":"AQI="}
godot4|PackedByteArray()|{"PackedByteArray":""}
godot3|PoolIntArray( 1, 2 )|{"PackedInt32Array":[1,2]}
godot4|PoolIntArray(1)|{"PackedInt32Array":[1]}
godot4|PackedInt64Array(9223372036854775807)|{"PackedInt64Array":["9223372036854775807"]}
godot4|PackedStringArray("a", "")|{"PackedStringArray":["a",""]}
godot4|PackedVector2Array(1, 2, 3, 4)|{"PackedVector2Array":[[1,2],[3,4]]}
godot4|PackedVector2Array()|{"PackedVector2Array":[]}
godot4|[]|{"Array":[]}
godot4|[1, [2,], ]|{"Array":[{"int":"1"},{"Array":[{"int":"2"}]}]}
godot4|{}|{"Dictionary":[]}
godot4|{ "a": 1, }|{"Dictionary":[[{"String":"a"},{"int":"1"}]]}
godot4|{ ; a comment~"a" : { 1: true } ; another~, [2]: null }|{"Dictionary":[[{"String":"a"},{"Dictionary":[[{"int":"1"},{"bool":true}]]}],[{"Array":[{"int":"2"}]},{"nil":null}]]}
godot4|Array[int]([1, 2])|{"Array[int]":[{"int":"1"},{"int":"2"}]}
godot4|Array[Node]([])|{"Array[class:Node]":[]}
godot4|Array[Resource("res://a.gd")]([])|{"Array[script:res://a.gd]":[]}
godot4|Dictionary[String, int]({"a": 1})|{"Dictionary[String, int]":[[{"String":"a"},{"int":"1"}]]}
godot4|Dictionary[Variant, int]({})|{"Dictionary[Variant, int]":[]}
pandemonium-40|PackedTypedArray[int]([ 7 ])|{"PackedTypedArray[int]":[{"int":"7"}]}
godot4|Object(Node,"hp":1,"mp":[2])|{"Object":{"class":"Node","properties":[["hp",{"int":"1"}],["mp",{"Array":[{"int":"2"}]}]]}}
godot4|Object(Node,)|{"Object":{"class":"Node","properties":[]}}
godot4|Object(EncodedObjectAsID,"object_id":5,"script":null)|{"Object":{"id":"5"}}
godot4|RID(5)|{"RID":"5"}
godot4|RID()|{"RID":"0"}
godot4|Callable()|{"Callable":null}
END

# dialect | notation | line:column | message
while IFS='|' read -r dialect notation place message; do
    claim "refused $notation"
    printf '%s' "$notation" | tr '~' '\n' >"$work/in"
    run encode --dialect "$dialect" --text
    status 1
    out ''
    err_has "^gdv encode: $place: $message$"
    [ "$(wc -l <"$work/err")" -eq 1 ] || fault "not one line"
done <<'END'
godot4|[1 2]|1:4|, or \] expected
godot4|[1,~ 2,, 3]|2:4|a value expected
godot4|[1|1:3|, or \] expected
godot4|{ "a" 1 }|1:7|: expected
godot4|{ "a": 1 "b"|1:10|, or \} expected
godot4|{"a":|1:6|a value expected: the text ends here
godot4|"abc|1:1|this text is not closed
godot4|"é\q"|1:3|there is no such escape
godot4|"\u12"|1:6|4 hex digits expected
godot4|"\ud800"|1:2|this is no character of Unicode
godot4|Vector2(1)|1:1|2 numbers expected, 1 given
godot4|Vector2(1, "a")|1:12|a number expected
godot4|Vector2i(1, 2.5)|1:13|an int expected
godot4|Vector2i(1, 2147483648)|1:13|this int has more than 32 bits
godot4|PackedByteArray(256)|1:17|this number is larger than 255
godot4|PackedVector2Array(1, 2, 3)|1:1|a multiple of 2 numbers expected, 3 given
godot4|9223372036854775808|1:1|this int has more than 64 bits
godot4|1.2.3|1:1|this is no number
godot4|12ab|1:1|this is no number
godot4|Vector9(1)|1:1|'Vector9' is no type
godot3|Vector4(1, 2, 3, 4)|1:1|NO_SUCH_TYPE: godot3 has no such type
godot3|Array[int]([1])|1:1|NO_SUCH_LAYOUT: .*
godot4|inf|1:1|NONFINITE: number is infinite or not a number
godot4|Object(Node,)|1:1|OBJECT: full object is not permitted
godot4|Image()|1:1|NO_SUCH_TYPE: godot4.4 has no such type
godot4|Array[int][1]|1:11|\( expected
END

claim depth_is_bounded_without_recursion
python3 -c 'print("[" * 200000)' >"$work/in"
run encode --dialect godot4 --policy engine --text
status 1
err_has 'LIMIT_DEPTH'

claim a_duplicate_key_is_refused
text '{ "a": 1, "a": 2 }'
run encode --dialect godot4 --text
status 1
err_has 'DUPLICATE_KEY'

claim several_values_are_several_packets
text '1 2 ; three
3'
run encode --dialect godot4 --text --format=hex
status 0
out '02000000 01000000
02000000 02000000
02000000 03000000'

claim where_there_is_room_for_one_packet_nothing_is_written
text '1 2'
run encode --dialect godot4 --text
status 2
out ''
err_has '^gdv encode: -: 1:3: a second value; several packets need --frames'
text ' ; nothing'
run encode --dialect godot4 --text
status 2
err 'gdv encode: -: there is no value'

claim json_lines_of_a_refused_value
text '[1 2]'
run encode --dialect godot4 --text --jsonl
status 1
json 'rows == [{"file": "-", "index": 0, "ok": False, "code": None, "path": "1:4", "message": ", or ] expected", "hex": None}]'

claim text_longer_than_the_limit_is_not_read
text '[1, 2, 3]'
run encode --dialect godot4 --text --max-json 8
status 2
err 'gdv encode: -: text is longer than --max-json, 8 bytes'

# --- the corpus: dump, encode, and the canonical packet is there again, but for what the manual says the notation cannot say

claim what_dump_prints_becomes_the_canonical_packet
python3 - "$GDV" >"$work/out" 2>"$work/err" <<'END' || fault "$(tail -n 1 "$work/err")"
import glob, json, os, re, subprocess, sys
gdv = sys.argv[1]
every = ["--policy", "engine", "--permit", "all", "--forbid", "engine-span"]
unsayable = re.compile(r'@64|@shared|"nan:|\{"bytes"|"Signal":|"InputEvent":|"Image":|"Object":\{"id":"0"|"class":""|"property":|"TypedArray":'
                       r'|"PackedTypedArray":|"EncodedObjectAsID"')
def run(words, text=b""):
    return [json.loads(line) for line in subprocess.run([gdv, *words], input=text, capture_output=True).stdout.splitlines()]
def names(value):
    if isinstance(value, dict):
        if "names" in value and "subnames" in value:
            yield from value["names"] + value["subnames"]
            if not value["names"] or "" in value["names"] + value["subnames"]:
                yield "/"
        for child in value.values():
            yield from names(child)
    elif isinstance(value, list):
        for child in value:
            yield from names(child)
tried = wrong = left_out = 0
for folder in sorted(glob.glob("corpus/seed/*/")):
    dialect = os.path.basename(os.path.dirname(folder))
    files = sorted(glob.glob(folder + "*.bin"))
    rows = [row for row in run(["dump", "--dialect", dialect, "--jsonl", *every, *files]) if row["ok"]]
    said = []
    for row in rows:
        text = json.dumps(row["value"], separators=(",", ":"))
        # paths of the old form, which encode writes in the new one; names with a stroke or a colon, and empty ones
        if unsayable.search(text) or re.search("node_?path_old", row["file"]) or any(isinstance(n, str) and re.search("[/:]", n) for n in names(row["value"])):
            left_out += 1
        else:
            said.append(row["file"])
    canonical = run(["canon", "--dialect", dialect, "--jsonl", *every, *said])
    shown = subprocess.run([gdv, "dump", "--dialect", dialect, *every, *said], capture_output=True).stdout
    made = run(["encode", "--dialect", dialect, "--text", "--jsonl", *every], shown)
    for want, got in zip(canonical, made + [None] * (len(canonical) - len(made)), strict=True):
        tried += 1
        if got is None or want["hex"] != got["hex"]:
            wrong += 1
            print(want["file"], want["hex"], got, file=sys.stderr)
print(tried, wrong, left_out, file=sys.stderr)
sys.exit(f"{tried} tried, {wrong} wrong, {left_out} left out" if wrong or tried < 1500 else 0)
END

finish
