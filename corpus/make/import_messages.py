# SPDX-License-Identifier: MIT
"""Brings packets of the multiplayer layer into the corpus, with what they say and what strict says of them.

    import_messages.py VECTORS CORPUS

VECTORS is a folder of JSON lines: packets that real engines sent, and made ones that were given to them. CORPUS is the
folder corpus/ of the checkout: messages/ gets a table for each protocol. What an engine did with a packet stays out of it.
"""

import glob
import json
import os
import sys

import captured
import typed
import vector_values

LARGEST = 16384
HEADER = [
    "Packets of the multiplayer layer of protocol %s: what strict says of each, and what it says itself.",
    "Made by corpus/make/import_messages.py. source: engine (these bytes left one), captured (from a whole game), made.",
    "permits: what must be permitted. verdict: ok or a code; at: its offset.",
    "fields: of the packet, in the notation of tests/message/test_message_vectors.c. message: as `gdv dump --jsonl` says it.",
    "name\tsource\tenvelope\tdirection\tpeer\tpermits\tverdict\tat\tlints\tfields\tmessage\thex",
]
ALL_PERMITS = "callable,nonfinite,object-id,rid,signal"

# Where the vectors were judged by an older reading of the Variants: gdv refuses a count that the engine takes for negative
# and does not read on behind it.
REJUDGED = {"dec_packed34_count_80000000": ("MP_ARG_POLICY", "4"), "dec_np_sum_wrap": ("MP_ARG_POLICY", "4")}

# A NaN in four bytes, of which the vectors say that nonfinite lets it pass. It is also not of the width that an engine writes, 8
# (rule 6 of section 11 of the wire reference): that needs "wide".
NARROW_NAN = {"g3_hand_arg_nan", "godot4_0_hand_arg_nan", "godot4_3_hand_arg_nan"}

# Where the vectors state the code alone: the offset, and where section 8 puts it ("at the field at fault") by what layout. Each
# is of the first value of the packet.
OF_A_CALL_3 = "9"  # section 2.1: command, node, name "m1" and its NUL, count
OF_A_CALL_4 = "4"  # section 4.1: command, one byte of node, one of method, count
OF_A_SPAWN = "33"  # section 4.6: 18 bytes, one id, a name of 7, the size of the custom value
OFFSETS = {
    "g3_hand_arg_nan": OF_A_CALL_3,
    "g3_hand_arg_int64_form": OF_A_CALL_3,
    "pandemonium_call_v4a_in_array": OF_A_CALL_3,
    "pandemonium_call_vector4i_ext": OF_A_CALL_3,
    "dec_np_flag2": OF_A_CALL_4,
    "dec_np_flag2_wrap": OF_A_CALL_4,
    "dec_utf8_bom": OF_A_CALL_4,
    "godot4_0_hand_arg_nan": OF_A_CALL_4,
    "godot4_3_hand_arg_nan": OF_A_CALL_4,
    "godot4_4_spawn_typedarray_object_empty": OF_A_SPAWN,
}

# The engine makes null of an object whose id is 0, and the vectors state that; the bytes are an object's.
NULL_OBJECTS = {"g3_hand_arg_object_id0": [{"Object": {"id": "0"}}]}

SYSTEM = {"ADD_PEER": "ADD_PEER", "REMOVE_PEER": "REMOVE_PEER", "DEL_PEER": "REMOVE_PEER", "ID": "YOUR_ID"}
COMMANDS = {"SIMPLIFY": "SIMPLIFY_PATH", "CONFIRM": "CONFIRM_PATH"}


def values(stated):
    return [vector_values.value(each) for each in stated]


def put_data(digits, said, fields):
    said["data"] = typed.encoded(bytes.fromhex(digits))
    fields.append("data=" + digits)


def node_of(stated, said, fields):
    if "path" in stated:
        said["path"] = stated["path"]
        fields.append("path=" + stated["path"])
    else:
        said["node"] = stated["id"]
        fields.append("node=%d" % stated["id"])


def call(stated, said, fields):
    node_of(stated["node"], said, fields)
    if "name" in stated:
        said["name"] = stated["name"]
        fields.append("name=" + stated["name"])
    if "method" in stated:
        said["method"] = stated["method"]["id"]
        said["node_level"] = stated["method"]["node_level"]
        fields.append("method=%d" % said["method"] + ("n" if said["node_level"] else ""))
    without_count = "method" in stated and not stated["args"] and "argc_zero" not in stated["lints"]
    if stated.get("raw") or without_count:
        put_data(stated["args"][0]["hex"] if stated["args"] else "", said, fields)
    else:
        said["values"] = values(stated["args"])


def body(stated):
    """(object, fields) of a packet as the vectors state it."""
    name = stated.get("sub") or stated.get("command")
    if "system" in stated:
        said = {"command": SYSTEM[stated["system"]], "peer": stated["id"]}
        return said, [said["command"], "peer=%d" % stated["id"]]
    said = {"command": COMMANDS.get(name, name)}
    fields = [said["command"]]
    if name in ("CALL", "SET"):
        call(stated, said, fields)
    elif name == "RELAY":
        said["peer"] = stated["peer"]
        inner, inside = body({"lints": stated["lints"], **stated["inner"]})
        said["inner"] = inner
        return said, [*fields, "peer=%d" % stated["peer"], *inside]
    elif name in ("ADD", "DEL"):
        said["peer"] = stated["peer"]
        fields.append("peer=%d" % stated["peer"])
    elif name in ("RAW", "AUTH"):
        put_data(stated["bytes"], said, fields)
    elif name in ("SIMPLIFY", "CONFIRM"):
        for key in ("ok", "id", "path", "md5"):
            if key in stated:
                said[key] = stated[key]
                fields.append("%s=%s" % (key, int(stated[key]) if key == "ok" else stated[key]))
    elif name == "DESPAWN":
        said["net_id"] = stated["net_id"]
        fields.append("net_id=%d" % stated["net_id"])
    elif name == "SPAWN":
        said.update({"scene": stated["scene"], "node": stated["spawner"], "net_id": stated["net_id"], "name": stated["name"],
                     "synchronizers": stated["sync_ids"]})
        said["values"] = values(([stated["custom"]] if stated.get("custom") is not None else []) + stated["state"])
        fields += ["node=%d" % stated["spawner"], "name=" + stated["name"], "net_id=%d" % stated["net_id"],
                   "scene=%d" % stated["scene"], "ids=" + ",".join("%d" % each for each in stated["sync_ids"])]
    elif name == "SYNC":
        said["delta"] = stated["delta"]
        if not stated["delta"]:
            said["time"] = stated["time"]
        said["records"] = []
        for each in stated["records"]:
            record = {"id": each["net_id"]}
            if "indexes" in each:
                record["indexes"] = each["indexes"]
            record["values"] = values(each["values"])
            said["records"].append(record)
            fields.append("record=%d:%s:%d" % (each["net_id"], each.get("indexes", "-"), len(each["values"])))
        fields.append("delta" if stated["delta"] else "time=%d" % stated["time"])
    else:
        sys.exit("no such command: " + name)
    if "values" in said:
        fields.append("values=%d" % len(said["values"]))
    return said, fields


def refusal(row, strict):
    """(verdict, at)"""
    if strict is None or strict["verdict"] == "accept":
        return "ok", "-"
    if row["name"] in REJUDGED:
        return REJUDGED[row["name"]]
    assert ("at" in strict) != (row["name"] in OFFSETS), row["name"]
    return strict["error"], str(strict["at"]) if "at" in strict else OFFSETS[row["name"]]


def ways(row, kind):
    """(envelope, permits, verdict, at) of each way in which a row is judged."""
    envelope = row.get("envelope", "none")
    permits = ",".join(sorted(each.replace("_", "-") for each in row.get("permit", []))) or "-"
    if kind == "captured":
        yield (envelope, ALL_PERMITS, *refusal(row, row["strict_with_permits"]))
        if "peer_id" in row["decoded"]:  # refused as a packet, which it is not
            yield "ws4-id", "-", "ok", "-"
        return
    strict = row.get("strict")
    if strict is not None:
        yield (envelope, "-", *refusal(row, strict))
    if row["name"] in NARROW_NAN:
        yield (envelope, permits, *refusal(row, strict))
        permits += ",wide"
    if strict is None or permits != "-":
        yield envelope, permits, "ok", "-"


def said_of(row, kind):
    """(fields, message) of a packet that is accepted."""
    lints = row.get("lint", [])
    stated = captured.whole(row["decoded"], bytes.fromhex(row["hex"])) if kind == "captured" else row["decoded"]
    said, parts = body({"lints": lints, **stated})
    if row["name"] in NULL_OBJECTS:
        said["values"] = NULL_OBJECTS[row["name"]]
    envelope = stated.get("envelope")
    if envelope is not None:
        said = {"source": envelope["source"], "target": envelope["target"], **said}
        parts += ["source=%d" % envelope["source"], "target=%d" % envelope["target"]]
    return " ".join(parts), typed.dump(said)


def rows_of(path):
    kind = "captured" if "captured" in path else "made"
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            row = json.loads(line)
            if len(row["hex"]) > 2 * LARGEST:
                continue
            source = kind if kind == "captured" else "engine" if row.get("made_by") == "engine" else "made"
            for envelope, permits, verdict, at in ways(row, kind):
                fields, message = said_of(row, kind) if verdict == "ok" and "decoded" in row else ("-", "-")
                yield row["dialect"], "\t".join([
                    row["name"].replace(" ", "_"), source, envelope, row["direction"], str(row.get("peer", 0)), permits, verdict, at,
                    ",".join(row.get("lint", [])) or "-", fields, message, row["hex"] or "-"])


def main(arguments):
    if len(arguments) != 3:
        sys.exit(__doc__)
    tables = {}
    for path in sorted(glob.glob(os.path.join(arguments[1], "*.jsonl"))):
        for protocol, line in rows_of(path):
            tables.setdefault(protocol, []).append(line)
    folder = os.path.join(arguments[2], "messages")
    os.makedirs(folder, exist_ok=True)
    for protocol, lines in tables.items():
        with open(os.path.join(folder, protocol + ".tsv"), "w", encoding="utf-8") as table:
            for line in HEADER:
                table.write("# " + (line % protocol if "%s" in line else line) + "\n")
            table.write("\n".join(lines) + "\n")
        print("%s: %d packets" % (protocol, len(lines)))


if __name__ == "__main__":
    main(sys.argv)
