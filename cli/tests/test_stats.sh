#!/bin/sh
# SPDX-License-Identifier: MIT
# stats: counts, percentiles and limits over many packets. What they are to be is counted by Python, from typed JSON; that
# the limits are the lowest is asked of check.
set -eu
. cli/tests/cases.sh

claim no_packet_is_no_error
run stats --dialect godot4 --frames
status 0
out '0 packets: 0 ok, 0 rejected'
run stats --dialect godot4 --frames --jsonl
json 'rows[0]["packets"] == 0 and rows[0]["bytes"] == {"count": 0, "min": None, "p50": None, "p90": None, "p99": None, "max": None}'
json 'set(rows[0]["limits"].values()) == {None} and rows[0]["types"] == {} == rows[0]["codes"]'

# [1, "héllo", [2], null] and 5
frames="34000000 1c000000 04000000 02000000 01000000 04000000 06000000 68c3a96c 6c6f0000 1c000000 01000000
    02000000 02000000 00000000 08000000 02000000 05000000"
claim one_page_for_two_packets
input "$frames"
run stats --dialect godot4 --frames
status 0
err ''
out '2 packets: 2 ok, 0 rejected

of those that are ok                    min      p50      p90      p99      max
bytes of a packet                         8        8       52       52       52
depth of a packet                         0        0        2        2        2
values of a packet                        1        1        6        6        6
elements of its largest container         0        0        4        4        4
bytes of its longest text                 0        0        6        6        6
elements of any container                 1        1        4        4        4
bytes of any text                         6        6        6        6        6

values by type
  int                           3
  Array                         2
  Nil                           1
  String                        1

the lowest limits that let all of these pass
  --max-bytes 52 --max-depth 2 --max-values 6 --max-elements 4 --max-string 6'

claim json_has_all_of_it
input "$frames"
run stats --dialect godot4 --frames --jsonl
status 0
json 'keys == [["packets", "ok", "rejected", "codes", "bytes", "depth", "values", "widest", "longest", "elements", "text",
    "types", "limits"]]'
json 'rows[0]["bytes"] == {"count": 2, "min": 8, "p50": 8, "p90": 52, "p99": 52, "max": 52}'
json 'rows[0]["limits"] == {"max-bytes": 52, "max-depth": 2, "max-values": 6, "max-elements": 4, "max-string": 6}'
json 'rows[0]["codes"] == {"OK": 2} and list(rows[0]["types"].items()) == [("int", 3), ("Array", 2), ("Nil", 1), ("String", 1)]'

claim rejected_packets_are_counted_by_code_alone
bytes 02000000 05000000 >"$work/good"
bytes ff000000 >"$work/bad"
bytes 04000000 09000000 >"$work/short"
run stats --dialect godot3 "$work/good" "$work/bad" "$work/bad" "$work/short"
status 1
err ''
out_has '^4 packets: 1 ok, 3 rejected$'
out_has '^  LENGTH +1$'
out_has '^  BAD_TYPE +2$'
out_has '^bytes of a packet +8 +8 +8 +8 +8$'
run stats --dialect godot3 "$work/bad"
status 1
out "$(printf '1 packet: 0 ok, 1 rejected\n  BAD_TYPE                    1')"

claim packets_over_a_limit_say_how_to_count_them
run stats --dialect godot3 --max-bytes 7 "$work/good"
status 1
out_has '^  LIMIT_BYTES +1$'
out_has '1 over a limit: to count that one, raise it, or use --policy engine'

claim a_limit_of_nothing_is_one_too
input 00000000
run stats --dialect godot3
out_has '^  --max-bytes 4 --max-depth 0 --max-values 1 --max-elements 0 --max-string 0$'

claim trailing_bytes_count_for_the_limit
input 00000000 00000000
run stats --dialect godot3 --permit trailing
out_has '^  --max-bytes 8 '

claim trouble_is_a_status_and_the_rest_is_counted
run stats --dialect godot3 "$work/none" "$work/good"
status 2
err "gdv stats: $work/none: No such file or directory"
out_has '^1 packet: 1 ok'

claim a_full_disk_is_noticed
got=0
"$GDV" stats --dialect godot3 "$work/good" >/dev/full 2>"$work/err" || got=$?
status 2
err 'gdv stats: cannot write to standard output: No space left on device'

claim usage
run stats "$work/good"
one_line_of_usage '^gdv stats: --dialect is required'

# --- many numbers, more than are sorted in at once

claim percentiles_of_many_are_those_of_a_sorted_list
python3 - "$GDV" >"$work/out" 2>"$work/err" <<'END' || fault "$(tail -n 1 "$work/err")"
import json, random, struct, subprocess, sys
draw = random.Random(1)
def text(size):
    return struct.pack("<II", 4, size) + b"x" * size + bytes(-size % 4)
frames, sizes, counts, texts = b"", [], [], []
for _ in range(300):
    some = [min(int(draw.expovariate(0.02)), 3000) for _ in range(draw.choice((1, 7, 30, 99)))]
    packet = struct.pack("<II", 28, len(some)) + b"".join(map(text, some))
    frames += struct.pack("<I", len(packet)) + packet
    sizes.append(len(packet))
    counts.append(len(some))
    texts += some
def summary(numbers):
    numbers = sorted(numbers)
    rank = lambda percent: numbers[max(-(-len(numbers) * percent // 100), 1) - 1]
    return {"count": len(numbers), "min": numbers[0], "p50": rank(50), "p90": rank(90), "p99": rank(99), "max": numbers[-1]}
done = subprocess.run([sys.argv[1], "stats", "--dialect", "godot4", "--frames", "--jsonl"], input=frames, capture_output=True)
row = json.loads(done.stdout)
assert len(texts) > 9000, len(texts)
for key, numbers in (("bytes", sizes), ("elements", counts), ("text", texts)):
    if row[key] != summary(numbers):
        sys.exit(f"{key}: {row[key]} {summary(numbers)}")
END

# --- the corpus

claim the_corpus_is_counted_as_its_typed_json_says
python3 - "$GDV" >"$work/out" 2>"$work/err" <<'END' || fault "$(tail -n 1 "$work/err")"
import base64, glob, json, os, re, subprocess, sys
gdv = sys.argv[1]
every = ["--policy", "engine", "--permit", "object,object-id"]

class Count:
    def __init__(self):
        self.types, self.elements, self.texts = {}, [], []
        self.values = self.deepest = 0

    def text(self, node, closing=0):
        self.texts.append((len(node.encode()) if isinstance(node, str) else len(base64.b64decode(node["bytes"]))) + closing)

    def declared(self, key):
        for name in re.findall(r"(?:class|script):([^,\]]*)", key):
            self.texts.append(len(re.sub("%[0-9A-F]{2}", "%", name)))

    def value(self, node, depth):
        (key, payload), = node.items()
        kind = re.match("[A-Za-z0-9]*", key)[0]
        self.values += 1
        self.deepest = max(self.deepest, depth)
        name = "Nil" if kind == "nil" else kind
        self.types[name] = self.types.get(name, 0) + 1
        self.declared(key)
        if kind in ("Array", "TypedArray", "PackedTypedArray"):
            self.elements.append(len(payload))
            for child in payload:
                self.value(child, depth + 1)
        elif kind == "Dictionary":
            self.elements.append(len(payload))
            for key, child in payload:
                self.value(key, depth + 1)
                self.value(child, depth + 1)
        elif kind == "Object" and "class" in payload:
            self.text(payload["class"])
            if payload["class"] != "":
                self.elements.append(len(payload["properties"]))
            for name, child in payload["properties"]:
                self.text(name)
                self.value(child, depth + 1)
        elif kind in ("String", "StringName"):
            self.text(payload)
        elif kind == "Signal":
            self.text(payload["name"])
        elif kind == "NodePath":
            names = payload["names"] + payload["subnames"] + ([payload["property"]] if "property" in payload else [])
            self.elements.append(len(payload["names"]) + len(payload["subnames"]))
            for name in names:
                self.text(name)
        elif kind == "PackedStringArray":
            self.elements.append(len(payload))
            for text in payload:
                self.text(text, 1)
        elif kind == "PackedByteArray":
            self.elements.append(len(base64.b64decode(payload)))
        elif kind.startswith("Packed"):
            self.elements.append(len(payload))

def summary(numbers):
    numbers = sorted(numbers)
    rank = lambda percent: numbers[max(-(-len(numbers) * percent // 100), 1) - 1]
    return {"count": len(numbers), "min": numbers[0], "p50": rank(50), "p90": rank(90), "p99": rank(99), "max": numbers[-1]}

wrong = []
for folder in sorted(glob.glob("corpus/seed/*/")):
    dialect = os.path.basename(os.path.dirname(folder))
    files = sorted(glob.glob(folder + "*.bin"))
    def rows(*words):
        done = subprocess.run([gdv, *words, "--dialect", dialect, "--jsonl", *every, *files], capture_output=True)
        return [json.loads(line) for line in done.stdout.splitlines()]
    counts, sizes, codes = [], [], {}
    for row in rows("dump"):
        codes[row["code"]] = codes.get(row["code"], 0) + 1
        if row["ok"]:
            one = Count()
            one.value(row["value"], 0)
            counts.append(one)
            sizes.append(os.path.getsize(row["file"]))
    types = {}
    for one in counts:
        for name, number in one.types.items():
            types[name] = types.get(name, 0) + number
    expected = {"packets": len(files), "codes": codes, "bytes": summary(sizes), "types": types,
                "depth": summary([one.deepest for one in counts]), "values": summary([one.values for one in counts]),
                "elements": summary([n for one in counts for n in one.elements]),
                "text": summary([n for one in counts for n in one.texts])}
    row, = rows("stats")
    for key, value in expected.items():
        if row[key] != value:
            wrong.append((dialect, key, row[key], value))
    # as the limits count them
    if row["limits"] != {"max-bytes": row["bytes"]["max"], "max-depth": row["depth"]["max"], "max-values": row["values"]["max"],
                         "max-elements": row["widest"]["max"], "max-string": row["longest"]["max"]}:
        wrong.append((dialect, "limits"))
    if row["text"]["max"] != row["longest"]["max"] or row["elements"]["max"] != row["widest"]["max"]:
        wrong.append((dialect, "text or elements", row["text"], row["longest"], row["elements"], row["widest"]))
    # they let all pass, and one less does not
    options = {name: str(number) for name, number in row["limits"].items()}
    def refused(limits):
        words = [word for name, number in limits.items() for word in ("--" + name, number)]
        done = subprocess.run([gdv, "check", "--dialect", dialect, "--jsonl", *every, *words, *files], capture_output=True)
        return sum(json.loads(line)["code"].startswith("LIMIT") for line in done.stdout.splitlines())
    if refused(options):
        wrong.append((dialect, "too low", options))
    for name, number in options.items():
        if int(number) > 0 and not refused({**options, name: str(int(number) - 1)}):
            wrong.append((dialect, "not the lowest", name))
print(*wrong, sep="\n", file=sys.stderr)
sys.exit(bool(wrong))
END

finish
