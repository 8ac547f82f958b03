# SPDX-License-Identifier: MIT
"""A packet from typed JSON (docs/typed-json.md), as the dialect's own encoder would write it, and where in it each value
stands: the counterpart of reading.py. From wire.py, and from nothing in lib/ or cli/.

    writing.py DIALECT JSON...       prints the packets of values as hex digits
"""

import base64
import re
import sys

import typed
import wire

WIRE_NAMES = {name: wired for wired, name in typed.NAMES.items()}
PLAIN_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*\Z")


def write(value, dialect):
    """The packet, and the offset of each value in it by its path as reports write it; of a key, that of its value and {key}."""
    writing = Writing(dialect)
    writing.value(value, "")
    return bytes(writing.out), writing.offsets


def piece(key):
    """How a path names the value of a key (lib/include/gdv/status.h)."""
    ((name, payload),) = key.items()
    if name in ("String", "StringName"):
        return "." + payload if PLAIN_NAME.match(payload) else '["%s"]' % payload
    assert name == "int", "no piece for a key of type " + name
    return "{%s}" % payload


class Writing:
    def __init__(self, dialect):
        self.make = wire.Writer(dialect)
        self.out = bytearray()
        self.offsets = {}

    def value(self, value, path):
        ((name, payload),) = value.items()
        self.offsets.setdefault(path, len(self.out))
        if name == "Dictionary":
            self.out += self.make.head("DICTIONARY") + wire.u32(len(payload))
            for key, member in payload:
                self.value(key, path + piece(key) + "{key}")
                self.value(member, path + piece(key))
        elif name == "Array":
            self.out += self.make.head("ARRAY") + wire.u32(len(payload))
            for at, element in enumerate(payload):
                self.value(element, "%s[%d]" % (path, at))
        else:
            self.out += self.leaf(name, payload)

    def leaf(self, name, payload):
        base, _, wide = name.partition("@")
        wired = WIRE_NAMES[base if base != "nil" else "Nil"]
        if wired in wire.FLOATS:
            return self.make.math(wired, *map(real, payload), wide=wide == "64")
        if wired in wire.INTEGERS:
            return self.make.integers(wired, *map(int, payload))
        if wired in wire.PACKED:
            parts, _, floating = wire.PACKED[wired]
            numbers = payload if parts == 1 else [number for row in payload for number in row]
            return self.make.packed(wired, *map(real if floating else int, numbers), wide=wide == "64")
        return {
            "NIL": lambda: self.make.nil(),
            "BOOL": lambda: self.make.bool(payload),
            "INT": lambda: self.make.int(int(payload)),
            "FLOAT": lambda: self.make.float(real(payload)),
            "STRING": lambda: self.make.string(payload),
            "STRING_NAME": lambda: self.make.string_name(payload),
            "NODE_PATH": lambda: self.path(payload),
            "OBJECT": lambda: self.make.object_id(int(payload["id"])),
            "RID": lambda: self.make.rid(int(payload)),
            "PACKED_BYTE_ARRAY": lambda: self.make.bytes(base64.b64decode(payload, validate=True)),
            "PACKED_STRING_ARRAY": lambda: self.make.strings(*payload),
        }[wired]()

    def path(self, payload):
        return self.make.node_path(payload["names"], payload["subnames"], int(payload["absolute"]))


def real(number):
    """A floating-point number; JSON has no word for three of them."""
    return float(number) if number in ("inf", "-inf", "nan") or isinstance(number, typed.Number) else float("error")


def main():
    for text in sys.argv[2:]:
        print(write(typed.load(text), sys.argv[1])[0].hex())


if __name__ == "__main__":
    main()
