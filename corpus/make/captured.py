# SPDX-License-Identifier: MIT
"""What the vectors state of packets that were captured from a whole game, in the notation of the other vectors. There a value is
named by its type ({"Int":5}) and a number by its decimal text, of the double that it is or that its 32 bits make. Nothing here
looks at a packet but for the data of RAW, of which the length alone is stated. Used by import_messages.py."""

import struct

SUBS = {"ADD_PEER": "ADD", "DEL_PEER": "DEL"}
COMMANDS = {"SIMPLIFY_PATH": "SIMPLIFY", "CONFIRM_PATH": "CONFIRM"}
NODE_LEVEL = 0x8000

# A "nan" states no bits: the quiet one, as a script's NAN is.
NAN = {4: "7fc00000", 8: "7ff8000000000000"}
FLOATS = {"Vector2", "Rect2", "Vector3", "Transform2D", "Vector4", "Plane", "Quaternion", "AABB", "Basis", "Transform3D", "Projection",
          "PackedFloat32Array", "PackedVector2Array", "PackedVector3Array", "PackedColorArray"}
AS_THEY_ARE = {"Bool", "Int", "Vector2i", "Rect2i", "Vector3i", "Vector4i", "PackedInt32Array", "PackedInt64Array"}


def word(text, size):
    """The bits of a number, which must be one of that many bytes."""
    number = float(text)
    if number != number:
        return NAN[size]
    bits = struct.pack(">f" if size == 4 else ">d", number)
    assert struct.unpack(">f" if size == 4 else ">d", bits)[0] == number, "not of %d bytes: %s" % (size, text)
    return bits.hex()


def flat(numbers):
    return [part for each in numbers for part in (each if isinstance(each, list) else [each])]


def hexed(text):
    return text.encode("utf-8").hex()


def value(stated):
    ((name, payload),) = ((key, payload) for key, payload in stated.items() if key != "width")
    if name in FLOATS:
        return {"t": name, "f32": [word(each, 4) for each in flat(payload)]}
    if name in AS_THEY_ARE:
        return {"t": name, "v": payload}
    of = {
        "Nil": lambda: {},
        "Callable": lambda: {},
        "Float": lambda: {"f64": word(payload, 8)},
        "String": lambda: {"hex": hexed(payload)},
        "StringName": lambda: {"hex": hexed(payload)},
        "NodePath": lambda: {"abs": payload["abs"] == 1, "names_hex": list(map(hexed, payload["names"])),
                             "subnames_hex": list(map(hexed, payload["sub"]))},
        "RID": lambda: {"v": str(payload)},
        "Object": lambda: {"t": "ObjectID", "v": str(payload["id"])},
        "Signal": lambda: {"name_hex": hexed(payload["name"]), "id": str(payload["id"])},
        "Array": lambda: {"v": values(payload)},
        "Dictionary": lambda: {"v": list(map(values, payload))},
        "PackedByteArray": lambda: {"hex": payload},
        "PackedStringArray": lambda: {"hex": list(map(hexed, payload))},
    }
    return {"t": name, **of[name]()}


def values(stated):
    return list(map(value, stated))


def call(stated):
    said = {"command": "CALL", "node": {"path": stated["path"]} if "path" in stated else {"id": stated["node_id"]}}
    said["method"] = {"id": stated["method"] & ~NODE_LEVEL, "node_level": stated["method"] >= NODE_LEVEL}
    if "args" in stated:
        assert len(stated["args"]) == stated["argc"] > 0
        return {**said, "args": values(stated["args"])}
    data = stated["bytes_only"]
    return {**said, "raw": True, "args": [] if data is None else [{"t": "PackedByteArray", "hex": data}]}


def record(stated):
    indexes = {"indexes": stated["mask"]} if "mask" in stated else {}
    return {"net_id": stated["net_id"], **indexes, "values": values(stated["values"])}


def statement(stated, packet):
    """The statement of a packet, or of the one in a relay, which ends where the packet ends."""
    if "peer_id" in stated:
        return {"system": "ID", "id": stated["peer_id"]}
    name = stated["cmd"]
    if name == "CALL":
        return call(stated)
    said = {**stated, "command": COMMANDS.get(name, name)}
    if "ok" in stated:
        said["ok"] = stated["ok"] != 0
    if name == "RAW":
        said["bytes"] = packet[len(packet) - stated["bytes"]:].hex()
    elif name == "SYNC":
        said["records"] = list(map(record, stated["records"]))
    elif name == "SPAWN":
        said["state"] = values(stated["state"])
        if "custom" in stated:
            said["custom"] = value(stated["custom"])
    elif name == "SYS":
        said["sub"] = SUBS.get(stated["sub"], stated["sub"])
        if "inner" in stated:
            said["inner"] = statement(stated["inner"], packet)
        if "data" in stated:
            said["bytes"] = stated["data"]
    return said


def whole(stated, packet):
    """As `statement`; a RAW that is stated to be shorter or longer than what follows its command is an error of the vectors."""
    inner = stated.get("inner", stated)
    if inner.get("cmd") == "RAW":
        assert len(packet) == inner["bytes"] + (7 if inner is not stated else 1)
    return statement(stated, packet)
