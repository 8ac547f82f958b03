#!/bin/sh
# SPDX-License-Identifier: MIT
# dump --plain: JSON that jq likes. What is expected is made of typed JSON, by the rules of docs/typed-json.md; Python
# reads what is printed, and jq where there is one.
set -eu
. cli/tests/cases.sh

all='--policy engine --permit all --forbid engine-span'

# name | dialect | packet | plain JSON
while IFS='|' read -r what dialect hex expected; do
    claim "$what"
    input "$hex"
    # shellcheck disable=SC2086 # options are words
    run dump --dialect "$dialect" $all --plain
    status 0
    err ''
    out "$expected"
    # shellcheck disable=SC2086
    run dump --dialect "$dialect" $all --format=plain
    out "$expected"
    python3 -m json.tool <"$work/out" >/dev/null 2>&1 || fault 'Python does not read it'
    if command -v jq >/dev/null; then
        jq . <"$work/out" >"$work/jq" 2>&1 || fault "jq does not read it: $(cat "$work/jq")"
    fi
done <<'END'
nil|godot4|00000000|null
true|godot4|01000000 01000000|true
int|godot4|02000000 ffffffff|-1
int_of_53_bits|godot4|02000100 00000000 00002000|9007199254740992
int_beyond_53_bits|godot4|02000100 01000000 00002000|"9007199254740993"
int_least_of_53_bits|godot4|02000100 00000000 0000e0ff|-9007199254740992
int_below_53_bits|godot4|02000100 ffffffff ffffdfff|"-9007199254740993"
float|godot4|03000000 0000003f|0.5
float_whole|godot4|03000000 0000803f|1.0
float_nan|godot4|03000100 010000000000f87f|"nan"
float_inf|godot4|03000000 0000807f|"inf"
float_minus_inf|godot4|03000000 000080ff|"-inf"
string|godot4|04000000 04000000 61226200|"a\"b"
string_no_utf8|godot3|04000000 05000000 61eda080 62000000|"a\ufffd\ufffd\ufffdb"
string_name|godot4|15000000 01000000 61000000|"a"
vector2|godot4|05000000 0000803f 00002040|[1.0,2.5]
vector2_nonfinite|godot4|05000000 0000807f 0000c07f|["inf","nan"]
vector2_tenth|godot4|05000000 cdcccc3d 00000000|[0.1,0.0]
vector2i|godot4|06000000 01000000 feffffff|[1,-2]
path|godot4|16000000 01000080 01000000 01000000 04000000 726f6f74 01000000 78000000|"/root:x"
rid|godot4|17000000 05000000 00000000|{"rid":"5"}
rid_none|godot4|17000000 00000000 00000000|null
object_id|godot4|18000100 55443322 11000000|{"object_id":"73588229205"}
object_null_by_id|godot4|18000100 00000000 00000000|null
object_null|godot4|18000000 00000000|null
object|godot4|18000000 04000000 4e6f6465 01000000 04000000 6e616d65 15000000 01000000 61000000|{"class":"Node","properties":{"name":"a"}}
object_with_a_name_twice|godot4|18000000 04000000 4e6f6465 02000000 01000000 61000000 00000000 01000000 61000000 01000000 01000000|{"class":"Node","properties":[{"key":"a","value":null},{"key":"a","value":true}]}
callable|godot4|19000000|null
signal|godot4|1a000000 03000000 68697400 07000000 00000000|{"signal":"hit","object_id":"7"}
bytes|godot4|1d000000 03000000 01020300|"AQID"
strings|godot4|22000000 02000000 02000000 61000000 01000000 00000000|["a",""]
floats|godot4|20000000 02000000 0000003f 0000807f|[0.5,"inf"]
ints_of_64|godot4|1f000000 02000000 05000000 00000000 01000000 00002000|[5,"9007199254740993"]
vectors|godot4|23000000 01000000 0000803f 00000040|[[1.0,2.0]]
vectors_none|godot4|23000000 00000000|[]
array|godot4|1c000000 02000000 00000000 1c000000 00000000|[null,[]]
typed_array|godot4|1c000100 02000000 01000000 02000000 07000000|[7]
dictionary_empty|godot4|1b000000 00000000|{}
dictionary_of_texts|godot4|1b000000 02000000 04000000 01000000 61000000 00000000 15000000 01000000 62000000 1b000000 00000000|{"a":null,"b":{}}
dictionary_of_ints|godot4|1b000000 01000000 02000000 ffffffff 01000000 01000000|{"-1":true}
dictionary_of_an_int_and_its_text|godot4|1b000000 02000000 02000000 05000000 00000000 04000000 01000000 35000000 01000000 01000000|[{"key":5,"value":null},{"key":"5","value":true}]
dictionary_of_an_int_and_another_text|godot4|1b000000 02000000 02000000 05000000 00000000 04000000 02000000 30350000 01000000 01000000|{"5":null,"05":true}
dictionary_of_vectors|godot4|1b000000 01000000 06000000 01000000 02000000 1b000000 00000000|[{"key":[1,2],"value":{}}]
dictionary_with_an_array_as_key|godot4|1b000000 01000000 1c000000 01000000 02000000 01000000 00000000|[{"key":[1],"value":null}]
dictionary_with_a_key_twice|godot4|1b000000 02000000 04000000 01000000 61000000 00000000 04000000 01000000 61000000 01000000 01000000|[{"key":"a","value":null},{"key":"a","value":true}]
dictionary_with_a_key_that_is_no_utf8|godot3|12000000 01000000 04000000 03000000 eda08000 00000000|[{"key":"\ufffd\ufffd\ufffd","value":null}]
image|godot2|0f000000 04000000 00000000 01000000 01000000 04000000 010203ff|{"format":4,"mipmaps":0,"width":1,"height":1,"data":"AQID/w=="}
input_event|godot2|13000000 01000000 00000000 14000000 00000002 41000000|{"type":1,"device":0,"extra":[33554432,65]}
END

claim json_lines_hold_it_too
input 1b000000 01000000 04000000 01000000 61000000 02000000 05000000
run dump --dialect godot4 --jsonl --plain
status 0
json 'rows[0]["value"] == {"a": 5} and keys[0][-1] == "value" and rows[0]["ok"]'
input 1b000000 01000000
run dump --dialect godot4 --jsonl --plain
status 1
json 'rows[0]["value"] is None and not rows[0]["ok"]'

claim each_packet_has_a_line
bytes 02000000 05000000 >"$work/five"
run dump --dialect godot4 --plain "$work/five" "$work/five"
out "$(printf '5\n5')"

claim jq_reads_what_the_help_shows
input 1b000000 01000000 04000000 07000000 706c6179 65727300 1c000000 01000000 1b000000 01000000 \
    04000000 02000000 68700000 02000000 0a000000
run dump --dialect godot4 --plain
status 0
json '[p["hp"] for p in rows[0]["players"]] == [10]'
if command -v jq >/dev/null; then
    [ "$(jq '.players[].hp' <"$work/out")" = 10 ] || fault "jq finds another value"
fi

# --- the corpus

claim every_seed_is_what_its_typed_json_says
python3 - "$GDV" >"$work/out" 2>"$work/err" <<'END' || fault "$(tail -n 1 "$work/err")"
import glob, json, os, re, struct, subprocess, sys
gdv = sys.argv[1]
every = ["--policy", "engine", "--permit", "all", "--forbid", "engine-span"]

class Pairs(list):
    """An object of JSON, member by member."""

def parse(line):
    return json.loads(line, object_pairs_hook=Pairs, parse_float=lambda t: ("float", float(t)))

def number(node):
    if isinstance(node, str):
        return "nan" if node.startswith("nan") else node
    return node

def whole(digits):
    return int(digits) if abs(int(digits)) <= 2 ** 53 else digits

def text(node):
    if isinstance(node, str):
        return node, True
    import base64
    raw = base64.b64decode(dict(node)["bytes"])
    shown, at = "", 0
    while at < len(raw):
        for size in (1, 2, 3, 4):
            try:
                shown += raw[at:at + size].decode()
                at += size
                break
            except UnicodeDecodeError:
                pass
        else:
            shown += "\ufffd"
            at += 1
    return shown, False

def integer_name(name):
    if re.fullmatch("0|-?[1-9][0-9]*", name) and -2 ** 63 <= int(name) < 2 ** 63:
        return int(name)
    return name

def members(pairs, names):
    keys = []
    for name in names:
        if name is None:
            return None
        keys.append(name)
    if len(set(map(str, keys))) != len(keys):
        return None
    return Pairs((str(key), value) for key, (_, value) in zip(keys, pairs))

def entries(pairs):
    return [Pairs([("key", key), ("value", value)]) for key, value in pairs]

def plain(value):
    (key, payload), = value
    kind = re.match("[A-Za-z0-9]*", key)[0]
    if kind in ("nil", "Callable"):
        return None
    if kind == "bool":
        return payload
    if kind == "int":
        return whole(payload)
    if kind == "float":
        return number(payload)
    if kind in ("String", "StringName"):
        return text(payload)[0]
    if kind in ("Array", "TypedArray", "PackedTypedArray"):
        return [plain(child) for child in payload]
    if kind == "Dictionary":
        names = []
        for (k, p), in [pair[0] for pair in payload]:
            fine = k in ("String", "StringName") and text(p)[1]
            names.append(text(p)[0] if fine else p if k == "int" else None)
        pairs = [(plain(k), plain(v)) for k, v in payload]
        found = members(pairs, names)
        return entries(pairs) if found is None else found
    if kind == "NodePath":
        path = dict(payload)
        names = [text(n)[0] for n in path["names"]]
        rest = [text(n)[0] for n in path["subnames"] + ([path["property"]] if "property" in path else [])]
        return "/" * path["absolute"] + "/".join(names) + "".join(":" + n for n in rest)
    if kind == "RID":
        return None if payload == "0" else Pairs([("rid", payload)])
    if kind == "Object":
        of = dict(payload)
        if "id" in of:
            return None if of["id"] == "0" else Pairs([("object_id", of["id"])])
        if of["class"] == "":
            return None
        pairs = [(text(n)[0], plain(v)) for n, v in of["properties"]]
        names = [text(n)[0] if text(n)[1] else None for n, _ in of["properties"]]
        found = members(pairs, names)
        return Pairs([("class", text(of["class"])[0]), ("properties", entries(pairs) if found is None else found)])
    if kind == "Signal":
        of = dict(payload)
        return Pairs([("signal", text(of["name"])[0]), ("object_id", of["object"])])
    if kind == "PackedStringArray":
        return [text(node)[0] for node in payload]
    if kind == "PackedInt64Array":
        return [whole(digits) for digits in payload]
    if kind in ("Image", "InputEvent", "PackedByteArray"):
        return payload
    return [[number(n) for n in row] if type(row) is list else number(row) for row in payload]

tried = wrong = 0
for folder in sorted(glob.glob("corpus/seed/*/")):
    dialect = os.path.basename(os.path.dirname(folder))
    files = sorted(glob.glob(folder + "*.bin"))
    def rows(*options):
        command = [gdv, "dump", "--dialect", dialect, "--jsonl", *options, *every, *files]
        return subprocess.run(command, capture_output=True).stdout.splitlines()
    for typed, line in zip(rows(), rows("--plain"), strict=True):
        left, right = dict(parse(typed)), dict(parse(line))
        if left["ok"]:
            tried += 1
            if plain(left["value"]) != right["value"]:
                wrong += 1
                print(left["file"], plain(left["value"]), right["value"], file=sys.stderr)
sys.exit(f"{tried} tried, {wrong} wrong" if wrong or tried < 1500 else 0)
END

finish
