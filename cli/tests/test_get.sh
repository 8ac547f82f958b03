#!/bin/sh
# SPDX-License-Identifier: MIT
# get: the value at a path. Packets are put together by the wire reference, section 5; that every value of a packet is
# found by its path is asked of the corpus, where dump says what is to be found.
set -eu
. cli/tests/cases.sh

# {"players": [{"hp": 10, "name": "a\n\"b\""}, Vector2(0.5, -1)], 5: true, "a b": [], Vector2i(1, 2): null}
hp='04000000 02000000 68700000 02000000 0a000000'
name='04000000 04000000 6e616d65 04000000 05000000 610a2262 22000000'
packet="1b000000 04000000
    04000000 07000000 706c6179 65727300
        1c000000 02000000 1b000000 02000000 $hp $name 05000000 0000003f 000080bf
    02000000 05000000 01000000 01000000
    04000000 03000000 61206200 1c000000 00000000
    06000000 01000000 02000000 00000000"
bytes "$packet" >"$work/game"

# path | form | what is printed, ~ for a line end
while IFS='|' read -r path form printed; do
    claim "path_${path}_as_$form"
    run get --dialect godot4 --format="$form" "$path" "$work/game"
    status 0
    err ''
    out "$(printf '%s' "$printed" | tr '~' '\n')"
done <<'END'
.players[0].hp|text|10
.players[0].hp|json|{"int":"10"}
.players[0].hp|plain|10
.players[0]["hp"]|text|10
["players"][0]["\x68p"]|text|10
.players[1]|text|Vector2(0.5, -1)
.players[1]|plain|[0.5,-1.0]
{5}|text|true
["a b"]|text|[]
["a\x20b"]|json|{"Array":[]}
{@136}|text|null
.players[0]|text|{~"hp": 10,~"name": "a~\"b\""~}
.players|json|{"Array":[{"Dictionary":[[{"String":"hp"},{"int":"10"}],[{"String":"name"},{"String":"a\u000a\"b\""}]]},{"Vector2":[0.5,-1.0]}]}
.players|plain|[{"hp":10,"name":"a\u000a\"b\""},[0.5,-1.0]]
END

claim the_empty_path_is_the_outermost_value
run dump --dialect godot4 "$work/game"
cp "$work/out" "$work/whole"
run get --dialect godot4 '' "$work/game"
status 0
cmp -s "$work/out" "$work/whole" || fault "not what dump prints"

claim raw_text_is_as_it_is
run get --dialect godot4 --raw '.players[0].name' "$work/game"
status 0
out "$(printf 'a\n"b"')"
run get --dialect godot4 --raw '.players[0].hp' "$work/game"
out 10

claim raw_text_is_not_changed_by_a_byte
input 04000000 05000000 61e280ae 1b000000
run get --dialect godot4 --raw ''
printf 'a\342\200\256\033\n' >"$work/expected"
cmp -s "$work/expected" "$work/out" || fault "other bytes"

claim raw_text_at_a_terminal_moves_nothing
input 04000000 05000000 61e280ae 1b000000
python3 - "$GDV" "$work/in" >"$work/out" <<'END' || fault "python"
import os, pty, subprocess, sys
master, end = pty.openpty()
child = subprocess.Popen([sys.argv[1], "get", "--dialect", "godot4", "--raw", ""], stdin=open(sys.argv[2], "rb"), stdout=end)
os.close(end)
data = b""
while True:
    try:
        piece = os.read(master, 4096)
    except OSError:
        break
    if not piece:
        break
    data += piece
child.wait()
sys.stdout.buffer.write(data)
END
out "$(printf 'a\\u202e\\u001b\r')"

# --- what is not there

while IFS='|' read -r path message; do
    claim "nothing_at_$path"
    run get --dialect godot4 "$path" "$work/game"
    status 1
    out ''
    err "missing $work/game: $message"
done <<'END'
.player|.player: none of the 4 keys is this one
.players[2].hp|.players[2]: Array has 2 elements
.players.hp|.players.hp: Array has elements, no keys; an element is written [0]
.players[0].mp|.players[0].mp: none of the 2 keys is this one
.players[0].hp.x.y|.players[0].hp.x: a path ends at a value of type int
.players[1].x|.players[1].x: a path ends at a value of type Vector2
[5]|[5]: a Dictionary has keys, no elements; an int key is written {5}
{6}|{6}: none of the 4 keys is this one
["a b"][0]|["a b"][0]: Array has 0 elements
END

claim properties_of_objects
input 18000000 04000000 4e6f6465 02000000 02000000 68700000 02000000 07000000 02000000 6d700000 02000000 08000000
run get --dialect godot4 --permit object .mp
status 0
out 8
run get --dialect godot4 --permit object .xp
status 1
err 'missing -: .xp: none of the 2 properties has this name'
run get --dialect godot4 --permit object --plain ''
out '{"class":"Node","properties":{"hp":7,"mp":8}}'
run get --dialect godot4 --permit object ''
out 'Object(Node,"hp":7,"mp":8)'

claim a_path_longer_than_a_report_is_cut_there
long=$(printf '%0300d' 0 | sed 's/0/[0]/g')
run get --dialect godot4 ".players$long" "$work/game"
status 1
err_has '^missing .*/game: .players\[0\]\[0\]: none|^missing .*: \.players\[0\]\[0\]: a Dictionary has keys'

# --- several packets

claim several_packets_have_names_and_a_line_each
input 13000000 01000000 02000000 05000000
run get --dialect godot3 '[0]' - "$work/in"
status 0
out "$(printf -- '-: 5\n%s: 5' "$work/in")"

claim dictionaries_of_several_packets_are_on_a_line_each
run get --dialect godot4 '.players[0]' "$work/game" "$work/game"
status 0
out "$(printf '%s: {"hp": 10, "name": "a\\n\\"b\\""}\n' "$work/game" "$work/game")"

claim empty_dictionaries_are_on_a_line_too
for row in godot2:14 godot3:12 pandemonium-33:16 godot4:1b; do
    input "${row#*:}000000 00000000"
    run get --dialect "${row%:*}" '' - "$work/in"
    out "$(printf -- '-: {}\n%s: {}' "$work/in")"
done

frames="10000000 13000000 01000000 02000000 05000000 08000000 13000000 00000000 04000000 ff000000
    10000000 13000000 01000000 02000000 06000000"
claim frames_have_numbers_and_those_without_the_value_are_told
input "$frames"
run get --dialect godot3 --frames '[0]'
status 1
out "$(printf -- '-#0: 5\n-#3: 6')"
err "$(printf 'missing -#1: [0]: Array has 0 elements\nreject -#2: BAD_TYPE at 0: type id does not exist in this dialect')"

claim json_lines_have_one_shape
input "$frames"
run get --dialect godot3 --frames --jsonl '[0]'
status 1
json '{tuple(k) for k in keys} == {("file", "index", "ok", "code", "offset", "depth", "path", "message", "value")}'
json '[r["ok"] for r in rows] == [True, False, False, True]'
json '[r["code"] for r in rows] == ["OK", "MISSING", "BAD_TYPE", "OK"]'
json '[r["value"] for r in rows] == [{"int": "5"}, None, None, {"int": "6"}]'
json 'rows[1]["path"] == "[0]" and rows[1]["message"] == "Array has 0 elements"'
run get --dialect godot3 --frames --jsonl --plain '[0]'
json '[r["value"] for r in rows] == [5, None, None, 6]'

claim json_of_several_has_no_names_before_it
input "$frames"
run get --dialect godot3 --frames --plain '[0]'
out "$(printf '5\n6')"

# --- paths that are none

while IFS='|' read -r path column message; do
    claim "no_path_$path"
    run get --dialect godot4 "$path" "$work/none"
    one_line_of_usage "^gdv get: path '.*': column $column: $message"
done <<'END'
packet.bin|1|\.name, \["any text"\], \[index\] or \{int key\} expected$
.|2|a name of letters, digits and _ expected
.a b|3|\.name, 
.a-b|3|\.name, 
.a..b|4|a name of letters
.a[|4|a number or "text" expected$
.a[]|4|a number or "text" expected$
.a[b]|4|a number or "text" expected$
.a[-1]|4|a number or "text" expected$
.a[1|5|\] expected$
.a[1x]|5|\] expected$
.a[2147483648]|4|this number is too large$
.a{}|4|a number expected$
.a{x}|4|a number expected$
.a{1|5|\} expected$
.a{-}|5|a number expected$
{9223372036854775808}|2|this number is too large$
{@}|3|a number expected$
["a|4|" expected: the text is not closed$
["a"|5|\] expected$
["a\n"]|4|\\x and two hex digits, 0-9 or a-f, expected$
["ä\x4"]|4|\\x and two hex digits
["a\x4G"]|4|\\x and two hex digits
.a{key}|4|a path cannot be followed into a key or a name$
.a{property}|4|a path cannot be followed into a key or a name$
.a...|3|this path was cut where it was printed$
END

claim the_least_int_is_a_key
input 12000000 01000000 02000100 00000000 00000080 02000000 05000000
run get --dialect godot3 '{-9223372036854775808}'
status 0
out 5

claim a_key_of_255_bytes_is_the_longest
key=$(printf '%0255d' 0)
run get --dialect godot4 "[\"$key\"]" "$work/game"
status 1
run get --dialect godot4 "[\"${key}0\"]" "$work/game"
one_line_of_usage 'column 3: a key of more than 255 bytes'

claim usage
run get --dialect godot4
one_line_of_usage '^gdv get: a path is missing, such as \.players\[3\]\.hp'
run get .a
one_line_of_usage '^gdv get: --dialect is required'
run get --dialect godot4 --raw --plain .a
one_line_of_usage '^gdv get: --raw goes with --format=text alone$'
run get --dialect godot4 --raw --jsonl .a
one_line_of_usage '^gdv get: --raw goes with --format=text alone$'
run get --dialect godot4 --format=hex .a
one_line_of_usage "^gdv get: unknown format 'hex'; there are: text, json, plain$"
run get --dialect godot4 --format
one_line_of_usage '^gdv get: --format needs a value: text, json or plain$'

claim unreadable_files_are_trouble_and_the_others_are_read
run get --dialect godot4 '{5}' "$work/none" "$work/game"
status 2
out "$work/game: true"
err "gdv get: $work/none: No such file or directory"

claim a_full_disk_is_noticed
got=0
"$GDV" get --dialect godot4 '{5}' "$work/game" >/dev/full 2>"$work/err" || got=$?
status 2
err 'gdv get: cannot write to standard output: No space left on device'

# --- every value of the corpus that has a path

# Of each dialect the packets with the most values; paths are made here, of what dump prints, by the rules of status.h.
claim every_value_is_found_by_its_path
python3 - "$GDV" >"$work/out" 2>"$work/err" <<'END' || fault "$(tail -n 1 "$work/err")"
import glob, json, os, re, subprocess, sys
gdv = sys.argv[1]
every = ["--policy", "engine", "--permit", "all", "--forbid", "engine-span"]

def children(value):
    (key, payload), = value.items()
    if key.startswith(("Array", "TypedArray", "PackedTypedArray")):
        yield from ((f"[{index}]", child) for index, child in enumerate(payload))
    elif key.startswith("Dictionary"):
        for name, child in payload:
            (kind, text), = name.items()
            if kind == "int":
                yield "{" + text + "}", child
            elif kind in ("String", "StringName") and isinstance(text, str) and len(text.encode()) <= 48:
                word = re.fullmatch("[A-Za-z_][A-Za-z_0-9]*", text)
                yield "." + text if word else '["' + "".join(
                    chr(b) if 32 <= b < 127 and b not in b'"\\' else "\\x%02x" % b for b in text.encode()) + '"]', child

def walk(value, path):
    yield path, value
    for piece, child in children(value):
        yield from walk(child, path + piece)

tried = wrong = 0
for folder in sorted(glob.glob("corpus/seed/*/")):
    dialect = os.path.basename(os.path.dirname(folder))
    files = sorted(glob.glob(folder + "*.bin"), key=os.path.getsize)[-40:]
    dumps = subprocess.run([gdv, "dump", "--dialect", dialect, "--jsonl", *every, *files], capture_output=True).stdout
    rows = [json.loads(line) for line in dumps.splitlines()]
    paths = {}
    for row in rows:
        if row["ok"]:
            for path, value in list(walk(row["value"], ""))[:200]:
                paths.setdefault(path, []).append((row["file"], value))
    for path in sorted(paths, key=lambda p: (-len(paths[p]), p))[:14]:
        files = [name for name, _ in paths[path]]
        found = subprocess.run([gdv, "get", "--dialect", dialect, "--jsonl", *every, path, *files], capture_output=True).stdout
        for (name, value), line in zip(paths[path], found.splitlines(), strict=True):
            row = json.loads(line)
            tried += 1
            # of equal keys the last is found, as engines keep it
            if row["file"] != name or row["value"] != value and "dup" not in name:
                wrong += 1
                print(dialect, name, path, value, row, file=sys.stderr)
print(tried, wrong)
sys.exit(f"{tried} tried, {wrong} wrong" if wrong or tried < 300 else 0)
END

finish
