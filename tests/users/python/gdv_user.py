#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""gdv from Python by ctypes: a packet validated, one refused, three values read. argument: the shared library."""

import ctypes
import json
import sys

NONE = 0xFFFFFFFF
ABI = 0 << 16 | 1024  # GDV_ABI of the headers that this was written for
DIALECTS, TYPES, LAYOUTS, CODES, MISREADS, PERMITS = range(6)  # gdv_ffi_list


class Node(ctypes.Structure):
    _fields_ = [("own", ctypes.c_uint32 * 4)]


class Document(ctypes.Structure):
    _fields_ = [(name, ctypes.c_uint32) for name in ("size", "count", "dialect", "permit")]


class Span(ctypes.Structure):
    _fields_ = [("offset", ctypes.c_uint32), ("size", ctypes.c_uint32)]


class Report(ctypes.Structure):
    _fields_ = [
        ("offset", ctypes.c_uint64),
        ("need", ctypes.c_uint64),
        ("code", ctypes.c_uint32),
        ("misread", ctypes.c_uint32),
        ("depth", ctypes.c_uint32),
        ("type", ctypes.c_int32),
        ("type_name", ctypes.c_char * 32),
        ("path", ctypes.c_char * 256),
    ]


def load(path):
    """The library, or an exception where it is not the one that the structures above were written for."""
    gdv = ctypes.CDLL(path)
    if gdv.gdv_abi() != ABI:
        raise RuntimeError("gdv: ABI %#x, not %#x" % (gdv.gdv_abi(), ABI))
    pair = [ctypes.c_uint32, ctypes.c_uint32]
    given = [ctypes.POINTER(Document), ctypes.c_char_p, ctypes.c_size_t, ctypes.POINTER(Node), ctypes.c_size_t]
    number = ctypes.c_uint32
    for name, result, arguments in [
        ("gdv_ffi_size", number, [ctypes.c_char_p]),
        ("gdv_ffi_offset", number, [ctypes.c_char_p]),
        ("gdv_ffi_number_of", number, [ctypes.c_uint32, ctypes.c_char_p]),
        ("gdv_ffi_row_name", ctypes.c_char_p, pair),
        ("gdv_ffi_row_number", number, pair),
        ("gdv_ffi_bound", ctypes.c_size_t, [ctypes.c_size_t]),
        ("gdv_ffi_parse", number, [given[0], given[1], given[2], number, ctypes.c_void_p, given[3], given[4],
                                   ctypes.POINTER(Report)]),
        ("gdv_ffi_find", number, given + [number, ctypes.c_char_p]),
        ("gdv_ffi_type", number, given + [number]),
        ("gdv_ffi_to_int", number, given + [number, ctypes.c_int64, ctypes.c_int64, ctypes.POINTER(ctypes.c_int64)]),
        ("gdv_ffi_to_text", number, given + [number, ctypes.POINTER(Span)]),
        ("gdv_ffi_copy_double", ctypes.c_size_t, given + [number, ctypes.c_size_t, ctypes.POINTER(ctypes.c_double),
                                                          ctypes.c_size_t]),
        ("gdv_ffi_to_json", number, given + [number, ctypes.c_char_p, ctypes.c_size_t,
                                             ctypes.POINTER(ctypes.c_uint64)]),
    ]:
        function = getattr(gdv, name)
        function.restype, function.argtypes = result, arguments
    for structure, name in (Node, "gdv_node"), (Document, "gdv_ffi_document"), (Report, "gdv_ffi_report"):
        if gdv.gdv_ffi_size(name.encode()) != ctypes.sizeof(structure):
            raise RuntimeError("gdv: another " + name)
    for field in "offset", "code", "type", "type_name", "path":
        if gdv.gdv_ffi_offset(b"gdv_ffi_report." + field.encode()) != getattr(Report, field).offset:
            raise RuntimeError("gdv: another gdv_ffi_report." + field)
    return gdv


class Packet:
    """A packet that was accepted; `bytes` and `nodes` live as long as it does."""

    def __init__(self, gdv, packet, dialect):
        number = gdv.gdv_ffi_number_of(DIALECTS, dialect.encode())
        capacity = gdv.gdv_ffi_bound(len(packet))
        report = Report()
        self.gdv, self.document, self.nodes = gdv, Document(), (Node * capacity)()
        self.given = (self.document, packet, len(packet), self.nodes, capacity)
        self.packet = packet
        code = gdv.gdv_ffi_parse(self.document, packet, len(packet), number, None, self.nodes, capacity, report)
        if code != 0:
            raise ValueError("%s at %d (%s)" % (code_name(gdv, code), report.offset, report.path.decode()))

    def find(self, path):
        return self.gdv.gdv_ffi_find(*self.given, 0, path.encode())

    def int(self, path, lowest, highest):
        out = ctypes.c_int64()
        self.check(self.gdv.gdv_ffi_to_int(*self.given, self.find(path), lowest, highest, out))
        return out.value

    def text(self, path):
        out = Span()
        self.check(self.gdv.gdv_ffi_to_text(*self.given, self.find(path), out))
        return self.packet[out.offset : out.offset + out.size].decode()

    def doubles(self, path, most):
        out = (ctypes.c_double * most)()
        return list(out[: self.gdv.gdv_ffi_copy_double(*self.given, self.find(path), 0, out, most)])

    def json(self):
        length = ctypes.c_uint64()
        self.check(self.gdv.gdv_ffi_to_json(*self.given, 0, None, 0, length))
        buffer = ctypes.create_string_buffer(length.value + 1)
        self.check(self.gdv.gdv_ffi_to_json(*self.given, 0, buffer, len(buffer), length))
        return json.loads(buffer.value)

    def check(self, code):
        if code != 0:
            raise KeyError(code_name(self.gdv, code))


def code_name(gdv, code):
    row = 0
    while gdv.gdv_ffi_row_number(CODES, row) not in (code, NONE):
        row += 1
    return gdv.gdv_ffi_row_name(CODES, row).decode()


# {"hp": 100, "name": "Ann", "at": Vector2(0.5, -1)} of Godot 4
GOOD = bytes.fromhex(
    "1b000000 03000000 04000000 02000000 68700000 02000000 64000000 04000000 04000000 6e616d65"
    "04000000 03000000 416e6e00 04000000 02000000 61740000 05000000 0000003f 000080bf"
)
# the same with a NaN in it
BAD = GOOD[:-4] + bytes.fromhex("0000c07f")


def refusal(call):
    try:
        call()
    except (KeyError, ValueError) as error:
        return error.args[0]
    return "nothing"


def main():
    gdv = load(sys.argv[1])
    packet = Packet(gdv, GOOD, "godot4")
    rows = [
        ("an int", packet.int(".hp", 0, 100), 100),
        ("a text", packet.text(".name"), "Ann"),
        ("numbers", packet.doubles(".at", 4), [0.5, -1.0]),
        ("JSON", packet.json()["Dictionary"][0], [{"String": "hp"}, {"int": "100"}]),
        ("a refused packet", refusal(lambda: Packet(gdv, BAD, "godot4")), "NONFINITE at %d (.at)" % (len(BAD) - 4)),
        ("a value that is not there", refusal(lambda: packet.int(".mana", 0, 100)), "MISSING"),
        ("a value of another type", refusal(lambda: packet.int(".name", 0, 100)), "WRONG_TYPE"),
    ]
    for name, value, expected in rows:
        print("%s: %s: %r" % ("ok" if value == expected else "FAILED", name, value))
    failed = sum(value != expected for _, value, expected in rows)
    print("gdv-tests: %d passed, %d failed" % (len(rows) - failed, failed))
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
