# SPDX-License-Identifier: MIT
"""What a packet says, as typed JSON: a second reading of the wire reference that shares nothing with lib/, recursive
and naive on purpose. It trusts the packet, so judge.py must have accepted it, under the engine policy at least.

    reading.py DIALECT HEX...       prints the value of packets given as hex digits
    reading.py --values CORPUS      holds it against what real engines said: corpus/values
"""

import struct
import sys

import judge
import packets
import typed
import wire
from judge import HALF
from typed import NAMES, Number, encoded
from wire import pad4

BOM = b"\xef\xbb\xbf"


class Unnamed(Exception):
    """What typed JSON has no name for: an element type beyond the dialect's types (EB-16)."""


def rows(numbers, parts):
    """Components of a packed array; grouped where an element has several."""
    if parts == 1:
        return numbers
    return [numbers[at : at + parts] for at in range(0, len(numbers), parts)]


def object_id(number):
    return {"Object": {"id": str(number)}}


def read(packet, dialect, as_engine=False):
    """With as_engine, consumes what the engine consumes where that is wrong (EB-13)."""
    sys.setrecursionlimit(20000)
    return Reader(packet, dialect, as_engine).value()


class Reader:
    def __init__(self, packet, dialect, as_engine):
        self.bytes, self.dialect, self.as_engine = packet, dialect, as_engine
        self.types = wire.DIALECTS[dialect]
        self.pos = 0

    # --- pieces

    def take(self, size):
        self.pos += size
        assert self.pos <= len(self.bytes)
        return bytes(self.bytes[self.pos - size : self.pos])

    def words(self, form, n):
        """n little-endian integers: I, i, q or Q."""
        return list(struct.unpack("<%d%s" % (n, form), self.take(n * struct.calcsize("<" + form))))

    def u32(self):
        return self.words("I", 1)[0]

    def u64(self):
        return self.words("Q", 1)[0]

    def raw(self):
        """Length, bytes, padding."""
        size = self.u32()
        content = self.take(size)
        self.take(pad4(size))
        return content

    def kept(self, raw):
        """What engines keep of a text: one byte order mark is dropped, and all from a NUL on (EB-08)."""
        return raw.removeprefix(BOM).split(b"\0")[0]

    def text(self):
        return typed.words(self.kept(self.raw()))

    def reals(self, n, size):
        return [typed.number(word, size) for word in self.words("Q" if size == 8 else "I", n)]

    # --- values

    def value(self):
        header = self.u32()
        name = self.types[header if self.dialect == "godot2" else header & 0xFF]
        flags = header & wire.legal_flags(self.dialect, name)
        key = NAMES[name]
        if name in wire.FLOATS:
            return self.math(name, bool(flags))
        if name in wire.INTEGERS:
            return {key: self.integers(name)}
        if name in wire.PACKED:
            return self.packed(name, bool(flags))
        payload = {
            "NIL": lambda: {"nil": None},
            "BOOL": lambda: {"bool": self.u32() != 0},
            "INT": lambda: {"int": str(self.words("q" if flags else "i", 1)[0])},
            "FLOAT": lambda: {"float": self.real(bool(flags))},
            "STRING": lambda: {key: self.text()},
            "STRING_NAME": lambda: {key: self.text()},
            "NODE_PATH": lambda: {key: self.node_path()},
            "RID": lambda: {key: str(self.u64()) if wire.is_godot4(self.dialect) else "0"},
            "OBJECT": lambda: self.object(bool(flags)),
            "CALLABLE": lambda: {key: None},
            "SIGNAL": lambda: {key: {"name": self.text(), "object": str(self.u64())}},
            "DICTIONARY": lambda: self.dictionary(flags),
            "ARRAY": lambda: self.array(flags),
            "TYPED_ARRAY": lambda: self.typed_array(key, bool(flags)),
            "PACKED_TYPED_ARRAY": lambda: self.typed_array(key, bool(flags)),
            "PACKED_BYTE_ARRAY": lambda: {key: encoded(self.raw())},
            "PACKED_STRING_ARRAY": lambda: {key: [self.text() for _ in range(self.u32())]},
            "IMAGE": lambda: {key: self.image()},
            "INPUT_EVENT": lambda: {key: self.input_event()},
        }
        return payload[name]()

    def real(self, wide):
        """A float is a double to the reader, whatever it was sent as."""
        if wide:
            return self.reals(1, 8)[0]
        double = struct.pack("<d", struct.unpack("<f", self.take(4))[0])
        return typed.number(struct.unpack("<Q", double)[0], 8)

    def math(self, name, wide):
        numbers = self.reals(wire.FLOATS[name], 8 if wide else 4)
        if name == "VECTOR4":
            self.step_back()
        return {NAMES[name] + ("@64" if wide else ""): numbers}

    def integers(self, name):
        numbers = [Number(number) for number in self.words("i", wire.INTEGERS[name])]
        if name == "VECTOR4I":
            self.step_back()
        return numbers

    def step_back(self):
        """Pandemonium reads the w of a Vector4 once more, as what comes next (EB-13)."""
        if self.as_engine and wire.is_pandemonium(self.dialect):
            self.pos -= 4

    def packed(self, name, wide):
        parts, size, floating = wire.PACKED[name]
        size *= 2 if wide else 1
        n = self.u32() * parts
        if floating:
            numbers = self.reals(n, size)
        elif size == 8:
            numbers = [str(number) for number in self.words("q", n)]
        else:
            numbers = [Number(number) for number in self.words("i", n)]
        return {NAMES[name] + ("@64" if wide else ""): rows(numbers, parts)}

    def node_path(self):
        names = self.u32()
        if names < HALF:
            whole = self.kept(self.take(names))
            return {"absolute": False, "names": [typed.words(whole)], "subnames": []}
        subnames, flags = self.u32(), self.u32()
        path = {"absolute": bool(flags & 1)}
        path["names"] = [self.text() for _ in range(names - HALF)]
        path["subnames"] = [self.text() for _ in range(subnames)]
        if flags & 2 and self.dialect == "godot2":
            path["property"] = self.text()
        elif flags & 2:
            path["subnames"].append(self.text())
        return path

    def object(self, by_id):
        if self.dialect == "godot2":
            return object_id(0)
        if by_id:
            return object_id(self.u64())
        name = self.text()
        properties = [[self.text(), self.value()] for _ in range(self.u32())] if name else []
        return {"Object": {"class": name, "properties": properties}}

    # --- containers

    def count(self):
        """The count, and what to add to the key of a shared container (Godot 2)."""
        word = self.u32()
        return word % HALF, "@shared" if word >= HALF and self.dialect == "godot2" else ""

    def element(self, kind):
        """What a container of Godot 4.3 and later declares."""
        if kind == 0:
            return "Variant"
        if kind == 1:
            return NAMES[self.types[self.u32()]]
        return ("class:" if kind == 2 else "script:") + typed.name(self.kept(self.raw()))

    def elements(self, n):
        return [self.value() for _ in range(n)]

    def array(self, flags):
        kind = flags >> 16 & 3
        declared = self.element(kind)
        n, shared = self.count()
        return {("Array[%s]" % declared if kind else "Array") + shared: self.elements(n)}

    def dictionary(self, flags):
        key_kind, value_kind = flags >> 16 & 3, flags >> 18 & 3
        declared = (self.element(key_kind), self.element(value_kind))
        n, shared = self.count()
        key = "Dictionary[%s, %s]" % declared if key_kind or value_kind else "Dictionary"
        return {key + shared: [[self.value(), self.value()] for _ in range(n)]}

    def typed_array(self, key, ids):
        """Pandemonium 5 (section 5.8)."""
        number = self.u32() % HALF
        if number >= len(self.types):
            raise Unnamed
        declared = NAMES[self.types[number]]
        if declared == "Object" and not ids:
            declared = "class:" + self.class_name()
        n, _ = self.count()
        return {"%s[%s]" % (key, declared): self.elements(n)}

    def class_name(self):
        """A value of its own, of type StringName."""
        self.u32()
        return typed.name(self.kept(self.raw()))

    # --- Godot 2

    def image(self):
        keys = ("format", "mipmaps", "width", "height")
        image = {key: Number(number) for key, number in zip(keys, self.words("I", 4))}
        image["data"] = encoded(self.raw())
        return image

    def input_event(self):
        event, device, _ = self.words("I", 3)
        extra = [Number(word) for word in self.words("I", wire.INPUT_EVENT_WORDS[event])]
        return {"type": Number(event), "device": Number(device), "extra": extra}


def agrees_with_engines(corpus):
    """Prints each packet whose value an engine states otherwise."""
    compared = differing = 0
    for dialect in wire.DIALECTS:
        of_seed = {seed.name: seed for seed in packets.seeds(corpus, dialect)}
        for packet in packets.valid(corpus, dialect, of_seed):
            fault = typed.difference(packet.stated, read(packet.content, dialect))
            if fault:
                differing += 1
                print("%s %s: %s" % (dialect, packet.name, fault))
            compared += 1
    print("%d values compared, %d differ" % (compared, differing))
    return compared > 0 and differing == 0


def main(arguments):
    if len(arguments) == 2 and arguments[0] == "--values":
        sys.exit(not agrees_with_engines(arguments[1]))
    if len(arguments) < 2:
        sys.exit(__doc__)
    dialect, *digits = arguments
    for packet in map(bytes.fromhex, digits):
        verdict = judge.judge(packet, dialect, "engine+object")
        print(typed.dump(read(packet, dialect)) if verdict.code == "OK" else verdict)


if __name__ == "__main__":
    main(sys.argv[1:])
