# SPDX-License-Identifier: MIT
"""Values as the tables of corpus/engines state them (corpus/README.md), made of typed JSON. Nothing here looks at a packet.
Used by check_engines.py."""

import base64
import json
import re
import struct

import typed
import wire

DECLARED = re.compile(r"(Array|Dictionary)(?:\[(.*)\])?(@shared)?\Z")
LOST = "LOST"  # a key that the engine itself does not find again: NaN in Godot 2
IMAGE = ("format", "mipmaps", "width", "height")


class Notation:
    """How values of a dialect are stated. narrow: with components of 64 bits rounded to 32, as engines keep them that were
    built in single precision (section 5.7)."""

    def __init__(self, dialect, narrow=False):
        self.narrow = narrow
        self.ids = {typed.NAMES[name]: number for number, name in enumerate(wire.DIALECTS[dialect])}

    def of(self, value):
        (key, payload), = value.items()
        name, _, suffix = key.partition("@")
        container = DECLARED.match(key)
        if container:
            return self.container(container, payload)
        scalar = getattr(self, "of_" + name.lower(), None)
        if scalar:
            return scalar(payload)
        return self.numbers(name, suffix == "64", payload)

    # --- one by one

    def of_nil(self, _):
        return "N"

    def of_bool(self, payload):
        return "B%d" % payload

    def of_int(self, payload):
        return "I" + payload

    def of_float(self, payload):
        return "F" + self.real(payload, 8, False)

    def of_string(self, payload):
        return "S" + text(payload)

    def of_stringname(self, payload):
        return "n" + text(payload)

    def of_nodepath(self, payload):
        lists = "|".join(",".join(map(text, payload[which])) for which in ("names", "subnames"))
        ending = ";" + text(payload["property"]) if payload.get("property") else ""
        return "P%d(%s%s)" % (payload["absolute"], lists, ending)

    def of_rid(self, payload):
        return "R" + payload

    def of_object(self, payload):
        return "O" + payload["id"]

    def of_callable(self, _):
        return "C"

    def of_signal(self, payload):
        return "s%s,%s" % (text(payload["name"]), payload["object"])

    def of_image(self, payload):
        return "X%s,%s" % (",".join(payload[key] for key in IMAGE), base64.b64decode(payload["data"]).hex())

    def of_inputevent(self, payload):
        return "E" + ",".join([payload["type"], payload["device"], *payload["extra"]])

    def of_packedbytearray(self, payload):
        return ["a", base64.b64decode(payload).hex()]

    def of_packedstringarray(self, payload):
        return ["as", *map(text, payload)]

    # --- numbers

    def numbers(self, name, wide, payload):
        flat = [part for item in payload for part in (item if isinstance(item, list) else [item])]
        size = typed.width(name + ("@64" if wide else ""))
        parts = [self.real(part, size, wide) if size else str(part) for part in flat]
        return "%s%d(%s)" % ("a" if name.startswith("Packed") else "M", self.ids[name], ",".join(parts))

    def real(self, part, size, wide):
        word = typed.bits(part, size)
        value, = struct.unpack(typed.REAL[size], struct.pack(typed.WORD[size], word))
        if value != value:
            return "nan"
        if wide and self.narrow:
            return typed.f32(value)[::-1].hex()
        return "%0*x" % (2 * size, word)

    # --- containers

    def container(self, found, payload):
        kind, declared, shared = found.groups()
        if kind == "Array":
            return ["A" + self.sign("k", declared) + ("!" if shared else ""), *map(self.of, payload)]
        keys, values = declared.split(", ") if declared else (None, None)
        head = "D" + self.sign("k", keys) + self.sign("v", values) + ("!" if shared else "")
        return [head, *[self.of(item) for pair in payload for item in pair]]

    def sign(self, letter, declared):
        if declared in (None, "Variant"):
            return ""
        return "<%s%d>" % (letter, self.ids["Object" if declared.startswith(("class:", "script:")) else declared])


def text(payload):
    raw = base64.b64decode(payload["bytes"]) if isinstance(payload, dict) else payload.encode("utf-8")
    return raw.hex()


def load(cell):
    return json.loads(cell)


def same(ours, theirs, ordered):
    """Whether two statements are one value. ordered: whether the engine keeps the order of a dictionary's pairs."""
    if isinstance(ours, str) or isinstance(theirs, str):
        return ours == theirs
    if ours[0] != theirs[0] or len(ours) != len(theirs):
        return False
    if ordered or not ours[0].startswith("D"):
        return all(same(one, other, ordered) for one, other in zip(ours[1:], theirs[1:]))
    left = pairs(theirs)
    for key, value in pairs(ours):
        found = [at for at, (other, held) in enumerate(left)
                 if same(key, other, ordered) and (held == LOST or same(value, held, ordered))]
        if not found:
            return False
        left.pop(found[0])
    return True


def pairs(stated):
    return list(zip(stated[1::2], stated[2::2]))
