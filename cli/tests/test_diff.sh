#!/bin/sh
# SPDX-License-Identifier: MIT
# diff: two packets by value. What the differences of two packets are is asked of Python, which compares what dump prints.
set -eu
. cli/tests/cases.sh

# dictionary KEY VALUE ..: of texts, as Godot 4 has it, in hex. text TEXT, int NUMBER: the same of these.
hex_text() {
    printf '04000000 %02x000000 ' "${#1}"
    printf '%s' "$1" | od -An -tx1 | tr -d ' \n'
    for _ in $(seq $(((4 - ${#1} % 4) % 4))); do printf 00; done
}
hex_int() {
    printf '02000000 %02x000000' "$1"
}

players() { # players HP NAME: {"players": [{"hp": HP, "name": NAME}]}
    bytes "1b000000 01000000 $(hex_text players) 1c000000 01000000 1b000000 02000000
        $(hex_text hp) $(hex_int "$1") $(hex_text name) $(hex_text "$2")"
}
players 10 Ann >"$work/a"
players 12 Ann >"$work/b"

claim equal_packets_have_no_difference
run diff --dialect godot4 "$work/a" "$work/a"
status 0
out ''
err ''

claim a_value_that_differs
run diff --dialect godot4 "$work/a" "$work/b"
status 1
err ''
out '- .players[0].hp: 10
+ .players[0].hp: 12'

claim json_lines
run diff --dialect godot4 --jsonl "$work/a" "$work/b"
status 1
json 'keys == [["file", "index", "difference", "path", "left", "right", "code", "message"]]'
json 'rows == [{"file": None, "index": 0, "difference": "changed", "path": ".players[0].hp", "left": {"int": "10"},
    "right": {"int": "12"}, "code": None, "message": None}]'

claim the_outermost_value_is_a_dot
bytes "$(hex_int 5)" >"$work/five"
bytes "$(hex_text five)" >"$work/text"
run diff --dialect godot4 "$work/five" "$work/text"
out '- .: 5
+ .: "five"'

claim what_one_side_alone_has
bytes "1b000000 02000000 $(hex_text a) $(hex_int 1) $(hex_text b) $(hex_int 2)" >"$work/ab"
bytes "1b000000 02000000 $(hex_text c) 1b000000 01000000 $(hex_text x) $(hex_int 4) $(hex_text a) $(hex_int 1)" >"$work/ca"
run diff --dialect godot4 "$work/ab" "$work/ca"
status 1
out '- .b: 2
+ .c: {"x": 4}'
run diff --dialect godot4 --jsonl "$work/ab" "$work/ca"
json '[(r["difference"], r["path"]) for r in rows] == [("removed", ".b"), ("added", ".c")]'
json 'rows[0]["right"] is None and rows[1]["left"] is None'

claim the_order_of_keys_counts_where_it_is_asked_for
bytes "1b000000 02000000 $(hex_text b) $(hex_int 2) $(hex_text a) $(hex_int 1)" >"$work/ba"
run diff --dialect godot4 "$work/ab" "$work/ba"
status 0
out ''
run diff --dialect godot4 --order "$work/ab" "$work/ba"
status 1
out '! .: the order of the keys'
run diff --dialect godot4 --order --jsonl "$work/ab" "$work/ba"
json '[(r["difference"], r["path"], r["left"], r["right"]) for r in rows] == [("order", "", None, None)]'
run diff --dialect godot4 --order "$work/ab" "$work/ca"
out '- .b: 2
+ .c: {"x": 4}'

claim arrays_by_their_index
bytes "1c000000 03000000 $(hex_int 1) $(hex_int 2) $(hex_int 3)" >"$work/123"
bytes "1c000000 02000000 $(hex_int 1) $(hex_int 4)" >"$work/14"
run diff --dialect godot4 "$work/123" "$work/14"
out '- [1]: 2
+ [1]: 4
- [2]: 3'
run diff --dialect godot4 "$work/14" "$work/123"
out '- [1]: 4
+ [1]: 2
+ [2]: 3'

claim types_differ_where_numbers_are_equal
bytes "1c000100 02000000 01000000 $(hex_int 1)" >"$work/typed"
bytes "1c000000 01000000 $(hex_int 1)" >"$work/untyped"
run diff --dialect godot4 "$work/typed" "$work/untyped"
status 1
out '- .: Array[int]([1])
+ .: [1]'
bytes 03000000 0000803f >"$work/float"
bytes "$(hex_int 1)" >"$work/int"
run diff --dialect godot4 "$work/int" "$work/float"
out '- .: 1
+ .: 1.0'

claim bytes_that_mean_the_same_are_equal
bytes 02000000 05000000 >"$work/narrow"
bytes 02000100 05000000 00000000 >"$work/wide"
run diff --dialect godot4 --permit wide "$work/narrow" "$work/wide"
status 0
bytes 16000000 01000080 00000000 00000000 01000000 61000000 >"$work/clean"
bytes 16000000 01000080 00000000 00000000 01000000 61784e4f >"$work/leak"
run diff --dialect godot4 "$work/clean" "$work/leak"
status 0

claim string_and_string_name_are_one_key_in_godot_4
bytes "1b000000 01000000 $(hex_text a) $(hex_int 1)" >"$work/s"
bytes "1b000000 01000000 15000000 01000000 61000000 $(hex_int 2)" >"$work/n"
run diff --dialect godot4 --jsonl "$work/s" "$work/n"
json '[(r["difference"], r["path"]) for r in rows] == [("changed", ".a")]'

claim and_two_in_pandemonium
"$GDV" types --dialect pandemonium-38 >"$work/types"
id() {
    sed -n "s/^ *[0-9]*  0x\([0-9a-f]*\)  $1 .*/\1/p" "$work/types"
}
bytes "$(id Dictionary)000000 01000000 $(hex_text a) $(hex_int 1)" >"$work/s"
bytes "$(id Dictionary)000000 01000000 $(id StringName)000000 01000000 61000000 $(hex_int 1)" >"$work/n"
run diff --dialect pandemonium-38 --jsonl "$work/s" "$work/n"
status 1
json '[(r["difference"], r["path"]) for r in rows] == [("removed", ".a"), ("added", ".a")]'

claim keys_of_every_kind
bytes "1b000000 03000000 $(hex_int 5) $(hex_int 1) 06000000 01000000 02000000 $(hex_int 1) $(hex_text 'a b') $(hex_int 1)" >"$work/x"
bytes "1b000000 03000000 $(hex_int 5) $(hex_int 2) 06000000 01000000 02000000 $(hex_int 2) $(hex_text 'a b') $(hex_int 2)" >"$work/y"
run diff --dialect godot4 "$work/x" "$work/y"
out '- {5}: 1
+ {5}: 2
- {Vector2i(1, 2)}: 1
+ {Vector2i(1, 2)}: 2
- ["a b"]: 1
+ ["a b"]: 2'

claim keys_that_come_twice_belong_to_each_other_in_turn
bytes "1b000000 02000000 $(hex_text a) $(hex_int 1) $(hex_text a) $(hex_int 2)" >"$work/x"
bytes "1b000000 02000000 $(hex_text a) $(hex_int 1) $(hex_text a) $(hex_int 3)" >"$work/y"
run diff --dialect godot4 --permit duplicate-keys "$work/x" "$work/y"
out '- .a: 2
+ .a: 3'

claim properties_of_objects
bytes 18000000 04000000 4e6f6465 02000000 02000000 68700000 02000000 07000000 02000000 6d700000 02000000 08000000 >"$work/x"
bytes 18000000 04000000 4e6f6465 02000000 02000000 6d700000 02000000 09000000 03000000 612d6200 00000000 >"$work/y"
run diff --dialect godot4 --permit object "$work/x" "$work/y"
out '- .hp: 7
- .mp: 8
+ .mp: 9
+ ["a-b"]: null'

claim shared_containers_of_godot_2
bytes 15000000 00000080 >"$work/x"
bytes 15000000 00000000 >"$work/y"
run diff --dialect godot2 --jsonl "$work/x" "$work/y"
status 1
json '[(r["left"], r["right"]) for r in rows] == [({"Array@shared": []}, {"Array": []})]'

claim line_ends_and_hidden_characters_are_escaped
bytes 04000000 05000000 610ae280 ae000000 >"$work/x"
run diff --dialect godot4 "$work/x" "$work/five"
out '- .: "a\n\u202e"
+ .: 5'

# --- rejected packets, streams, usage

claim a_rejected_packet_is_told_and_nothing_is_compared
bytes ff000000 >"$work/bad"
run diff --dialect godot4 "$work/a" "$work/bad"
status 1
out ''
err "reject $work/bad: BAD_TYPE at 0: type id does not exist in this dialect"
run diff --dialect godot4 "$work/bad" "$work/a"
status 1
err "reject $work/bad: BAD_TYPE at 0: type id does not exist in this dialect"
run diff --dialect godot4 --jsonl "$work/bad" "$work/a"
status 1
json 'keys == [["file", "index", "difference", "path", "left", "right", "code", "message"]]'
json 'rows[0]["difference"] == "rejected" and rows[0]["code"] == "BAD_TYPE" and rows[0]["file"].endswith("/bad")'

claim streams_frame_by_frame
bytes "08000000 $(hex_int 1) 08000000 $(hex_int 2) 08000000 $(hex_int 3)" >"$work/x"
bytes "08000000 $(hex_int 1) 08000000 $(hex_int 4)" >"$work/y"
run diff --dialect godot4 --frames "$work/x" "$work/y"
status 1
out '- #1: 2
+ #1: 4
- #2: 3'
run diff --dialect godot4 --frames "$work/y" "$work/x"
out '- #1: 4
+ #1: 2
+ #2: 3'
run diff --dialect godot4 --frames --jsonl "$work/y" "$work/x"
json '[(r["index"], r["path"]) for r in rows] == [(1, ""), (2, "")]'

claim a_rejected_frame_leaves_the_others_in_step
bytes "08000000 $(hex_int 1) 04000000 ff000000 08000000 $(hex_int 3)" >"$work/x"
bytes "08000000 $(hex_int 1) 08000000 $(hex_int 2) 08000000 $(hex_int 4)" >"$work/y"
run diff --dialect godot4 --frames "$work/x" "$work/y"
status 1
err "reject $work/x#1: BAD_TYPE at 0: type id does not exist in this dialect"
out '- #2: 3
+ #2: 4'

claim standard_input_may_be_one_of_them
cp "$work/b" "$work/in"
run diff --dialect godot4 "$work/a" -
status 1
out_has '^- .players'
run diff --dialect godot4 - "$work/a"
out_has '^- .players\[0\].hp: 12$'

claim text_is_decoded
text '02000000 05000000'
printf '02000000 05000000' >"$work/hex"
run diff --dialect godot4 --hex - "$work/hex"
status 0

claim usage
run diff --dialect godot4 "$work/a"
one_line_of_usage '^gdv diff: two files are compared, A and B; 1 given$'
run diff --dialect godot4 "$work/a" "$work/b" "$work/x"
one_line_of_usage '^gdv diff: two files are compared, A and B; 3 given$'
run diff --dialect godot4 - -
one_line_of_usage '^gdv diff: only one of the two can be standard input$'
run diff "$work/a" "$work/b"
one_line_of_usage '^gdv diff: --dialect is required'
run diff --dialect godot4 "$work/none" "$work/b"
one_line_of_usage "^gdv diff: $work/none: No such file or directory"
run diff --dialect godot4 "$work/b" "$work/none"
one_line_of_usage "^gdv diff: $work/none: No such file or directory"

claim a_full_disk_is_noticed
got=0
"$GDV" diff --dialect godot4 "$work/a" "$work/b" >/dev/full 2>"$work/err" || got=$?
status 2
err 'gdv diff: cannot write to standard output: No space left on device'

# --- large and deep ones

claim a_hundred_thousand_keys_in_another_order_take_no_time
python3 - "$work/x" "$work/y" <<'END'
import random, struct, sys
keys = list(range(100000))
def write(path, keys, changed):
    body = b"".join(struct.pack("<IIII", 2, k, 2, 7 if k == changed else 0) for k in keys)
    open(path, "wb").write(struct.pack("<II", 27, len(keys)) + body)
write(sys.argv[1], keys, 5)
random.Random(1).shuffle(keys)
write(sys.argv[2], keys, 6)
END
got=0
timeout 20 "$GDV" diff --dialect godot4 "$work/x" "$work/y" >"$work/out" 2>"$work/err" || got=$?
status 1
out '- {5}: 7
+ {5}: 0
- {6}: 0
+ {6}: 7'

claim a_thousand_levels
python3 - "$work/x" "$work/y" <<'END'
import struct, sys
for path, last in zip(sys.argv[1:], (1, 2)):
    open(path, "wb").write(struct.pack("<II", 28, 1) * 1024 + struct.pack("<II", 2, last))
END
run diff --dialect godot4 --policy engine "$work/x" "$work/y"
status 1
[ "$(wc -l <"$work/out")" -eq 2 ] || fault "not two lines"
out_has '^- (\[0\]){84}\.\.\.: 1$'

# --- the corpus

claim packets_of_the_corpus_differ_as_their_typed_json_does
python3 - "$GDV" >"$work/out" 2>"$work/err" <<'END' || fault "$(tail -n 1 "$work/err")"
import glob, json, os, random, re, subprocess, sys
gdv = sys.argv[1]
every = ["--policy", "engine", "--permit", "all", "--forbid", "engine-span"]

def kind(value):
    (key, payload), = value.items()
    if key.startswith(("Array", "TypedArray", "PackedTypedArray")):
        return "list", key, payload
    if key.startswith("Dictionary"):
        return "pairs", key, payload
    if key == "Object" and payload.get("class"):
        return "pairs", key + "!" + json.dumps(payload["class"]), payload["properties"]
    return "leaf", key, payload

def piece(key):
    if not isinstance(key, dict) or "bytes" in key:
        key = {"String": key}
    (name, text), = key.items()
    if name == "int":
        return "{" + text + "}"
    if name in ("String", "StringName"):
        if isinstance(text, dict):
            import base64
            raw = base64.b64decode(text["bytes"])
        else:
            raw = text.encode()
        if re.fullmatch(rb"[A-Za-z_][A-Za-z_0-9]{0,47}", raw):
            return "." + raw.decode()
        shown = "".join(chr(b) if 32 <= b < 127 and b not in b'"\\' else "\\x%02x" % b for b in raw[:48])
        return '["' + shown + (".." if len(raw) > 48 else "") + '"]'
    return "{?}"

def same_key(dialect, key):
    if isinstance(key, dict) and len(key) == 1 and dialect.startswith("godot4"):
        (name, text), = key.items()
        if name in ("String", "StringName"):
            return "text " + json.dumps(text)
    return json.dumps(key)

def differences(dialect, left, right, path):
    if left == right:
        return
    lk, lname, lp = kind(left)
    rk, rname, rp = kind(right)
    if lk == "leaf" or lk != rk or lname != rname:
        yield "changed", path, left, right
    elif lk == "list":
        for index in range(max(len(lp), len(rp))):
            at = f"{path}[{index}]"
            if index >= len(rp):
                yield "removed", at, lp[index], None
            elif index >= len(lp):
                yield "added", at, None, rp[index]
            else:
                yield from differences(dialect, lp[index], rp[index], at)
    else:
        there = {}
        for key, value in rp:
            there.setdefault(same_key(dialect, key), []).append(value)
        used = {}
        for key, value in lp:
            name = same_key(dialect, key)
            at = used.get(name, 0)
            used[name] = at + 1
            if at < len(there.get(name, [])):
                yield from differences(dialect, value, there[name][at], path + piece(key))
            else:
                yield "removed", path + piece(key), value, None
        seen = {}
        for key, value in rp:
            name = same_key(dialect, key)
            seen[name] = seen.get(name, 0) + 1
            if seen[name] > used.get(name, 0):
                yield "added", path + piece(key), None, value

def masked(path):
    # a key that is neither text nor int, and what a report cuts
    return re.sub(r"\{(?!-?\d+\}).*", "{?}", path) if "{" in path else path

tried = wrong = found = 0
draw = random.Random(7)
for folder in sorted(glob.glob("corpus/seed/*/")):
    dialect = os.path.basename(os.path.dirname(folder))
    files = sorted(glob.glob(folder + "*.bin"))
    dumps = subprocess.run([gdv, "dump", "--dialect", dialect, "--jsonl", *every, *files], capture_output=True).stdout
    rows = [row for row in map(json.loads, dumps.splitlines()) if row["ok"]]
    groups = {}
    for row in rows:
        groups.setdefault(kind(row["value"])[:2], []).append(row)
    chosen = []
    for of, members in sorted(groups.items()):
        if of[0] != "leaf" and len(members) > 1:
            chosen += [draw.sample(members, 2) for _ in range(min(len(members), 12))]
    chosen += [draw.sample(rows, 2) for _ in range(3)] + [[row, row] for row in draw.sample(rows, 3)]
    for left, right in chosen:
        expected = list(differences(dialect, left["value"], right["value"], ""))
        done = subprocess.run([gdv, "diff", "--dialect", dialect, "--jsonl", *every, left["file"], right["file"]], capture_output=True)
        got = [(r["difference"], r["path"], r["left"], r["right"]) for r in map(json.loads, done.stdout.splitlines())]
        same = done.returncode == bool(expected) and len(got) == len(expected) and all(
            a[0] == b[0] and a[2:] == b[2:] and (masked(a[1]) == masked(b[1]) or a[1].endswith("..."))
            for a, b in zip(got, expected))
        tried += 1
        found += len(got)
        if not same:
            wrong += 1
            print(left["file"], right["file"], got[:2], expected[:2], done.stderr, file=sys.stderr)
print(tried, found, wrong)
sys.exit(f"{tried} tried, {found} differences, {wrong} wrong" if wrong or tried < 200 or found < 1000 else 0)
END

finish
