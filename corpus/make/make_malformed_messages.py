# SPDX-License-Identifier: MIT
"""Writes corpus/messages/malformed: packets of the multiplayer layer with a defect each, and what gdv must answer.

    make_malformed_messages.py JUDGE CORPUS

CORPUS is the folder corpus/ of the checkout, JUDGE the program //tests:judge_messages: the naive decoder of
tests/reference, written from docs/multiplayer-format.md. Packets are described by their layout, a list of fields; each
field in turn gets each defect of its kind: cut, dropped, doubled, other numbers, other texts, other values. Offsets of
paths and sizes are right again where the defect is not their own. Values with a defect are those of corpus/malformed, one
of each code. Of rows that fail in one field for one reason a few are kept, and of each field a row of each of its defects.
EXPECTED names the code of rows that each say one line of section 8, and VALID the defects that are none in their field: the
judge must agree with both before anything is written.
"""

import os
import subprocess
import sys

PROTOCOLS = {"godot3": "godot3", "pandemonium": "pandemonium-40", "godot4.0": "godot4.0", "godot4.3": "godot4.3", "godot4.4": "godot4.4"}

# Rows that differ in nothing but the number or text: as many are kept for one field of a packet and reason, whatever the defect.
ALIKE = 2
LONGEST_VALUE = 64
PATH_BIT = 0x80000000


class Field:
    """kind: number, text, value, md5, data, or link (a number that tells where or how long another field is)."""

    def __init__(self, name, kind, data=b"", of=None):
        self.name, self.kind, self.data, self.of = name, kind, data, of


def number(name, value, width):
    return Field(name, "number", value.to_bytes(width, "little"))


def text(name, value):
    return Field(name, "text", value.encode() + b"\0")


def path_offset():
    return Field("node", "link", bytes(4), lambda at, _end: PATH_BIT | at["path"])


def size_of(name, first, last):
    return Field(name, "link", bytes(4), lambda at, end: end[last] - at[first])


def build(fields, front=0, fixed=None):
    """The bytes; links are filled in, but for the field `fixed`. Offsets count from the end of the envelope."""
    at, end, pos = {}, {}, -front
    for field in fields:
        at[field.name] = pos
        pos += len(field.data)
        end[field.name] = pos
    out = b""
    for field in fields:
        if field.kind == "link" and field.name != fixed and len(field.data) == 4:
            try:
                out += field.of(at, end).to_bytes(4, "little")
                continue
            except KeyError:
                pass
        out += field.data
    return out


# --- the packets

def bases(protocol):
    """[(name, envelope, direction, bytes of envelope and relay before the packet, fields)]"""
    four = protocol.startswith("godot4")
    value = bytes.fromhex("0205") if four else bytes.fromhex("0200000005000000")
    string = bytes.fromhex("04000000030000006162630000000000"[:24])
    path, command = text("path", "Main"), {}
    names = ["call", "simplify", "confirm", "raw", "spawn", "despawn", "sync", "sys"] if four else ["call", "set", "simplify", "confirm", "raw"]
    if protocol == "pandemonium":
        names.remove("set")
    for byte, name in enumerate(names):
        command[name] = byte

    def first(name, flags=0):
        return number("command", command[name] | flags, 1)

    def one(name, data):
        return Field(name, "value", data)

    found = []

    def plain(name, fields, direction="c2s"):
        found.append((name, "none", direction, 0, fields))

    if four:
        count, method = number("count", 1, 1), number("method", 1, 1)
        plain("call_id", [first("call"), number("node", 1, 1), method, count, one("value", value)])
        plain("call_id_2", [first("call", 0x50), number("node", 300, 2), number("method", 0x8001, 2), number("count", 2, 1),
                            one("value", string), one("second", value)])
        plain("call_id_4", [first("call", 0x20), number("node", 70000, 4), method, number("count", 0, 1)])
        call_path = [first("call", 0x20), path_offset(), method, count, one("value", value), path]
        plain("call_path", call_path)
        plain("call_bytes", [first("call", 0xa0), path_offset(), method, Field("data", "data", b"abc"), path])
        md5 = Field("md5", "md5", b"d41d8cd98f00b204e9800998ecf8427e\0")
        plain("simplify", [first("simplify"), md5, number("id", 1, 4), path])
        confirmed = path if protocol == "godot4.0" else number("id", 1, 4)
        plain("confirm", [first("confirm"), number("ok", 1, 1), confirmed])
        spawn = [first("spawn"), number("scene", 0, 1), number("node", 2, 4), number("net_id", 7, 4), number("ids", 2, 4),
                 size_of("name_size", "name", "name"), number("first_id", 8, 4), number("second_id", 9, 4), text("name", "Bot")]
        plain("spawn", spawn + [one("value", value), one("second", string)], "s2c")
        custom = [Field(field.name, field.kind, b"\xff" if field.name == "scene" else field.data, field.of) for field in spawn]
        plain("spawn_custom", custom + [size_of("custom_size", "value", "value"), one("value", string), one("second", value)], "s2c")
        plain("despawn", [first("despawn"), number("net_id", 7, 4)], "s2c")
        record = [number("net_id", 1 | PATH_BIT, 4), size_of("size", "value", "second"), one("value", value), one("second", string)]
        other = [number("net_id_2", 9, 4), size_of("size_2", "third", "third"), one("third", value)]
        plain("sync", [first("sync"), number("time", 2, 2)] + record + other, "s2c")
        delta = [number("net_id", 7, 4), number("bits", 5, 8), size_of("size", "value", "second"), one("value", value), one("second", string)]
        plain("delta", [first("sync", 0x10)] + delta, "s2c")
        plain("auth", [first("sys"), number("sub", 0, 1), Field("data", "data", b"abc")])
        for sub, name in ((1, "add"), (2, "del")):
            plain(name, [first("sys"), number("sub", sub, 1), number("peer", 5, 4)], "s2c")
            plain(name + "_of_a_client", [first("sys"), number("sub", sub, 1), number("peer", 5, 4)])
        relay = [first("sys"), number("sub", 3, 1), number("peer", 3, 4)]
        for direction in ("c2s", "s2c"):
            plain("relay_" + direction, relay + [Field("inner", "data", bytes.fromhex("000101010205"))], direction)
        inner = {"call": call_path, "raw": [first("raw"), Field("data", "data", b"abc")], "spawn": spawn,
                 "simplify": [first("simplify"), md5, number("id", 1, 4), path]}
        for name, fields in inner.items():
            found.append(("relay_of_" + name, "none", "c2s", 6, [Field("relay", "front", build(relay))] + fields))
        for direction in ("s2c", "c2s"):
            found.append(("first_message_" + direction, "ws4-id", direction, 0, [number("peer", 5, 4)]))
    else:
        count, name = number("count", 1, 1), text("name", "m1")
        for kind in [kind for kind in ("call", "set") if kind in command]:
            counted = [count] if kind == "call" else []
            named = name if kind == "call" else text("property", "m1")
            plain(kind + "_id", [first(kind), number("node", 1, 4), named] + counted + [one("value", value)])
            plain(kind + "_path", [first(kind), path_offset(), named] + counted + [one("value", string), path])
        plain("call_two", [first("call"), number("node", 1, 4), name, number("count", 2, 1), one("value", string), one("second", value)])
        plain("call_none", [first("call"), path_offset(), name, number("count", 0, 1), path])
        plain("simplify", [first("simplify"), number("id", 1, 4), path])
        plain("confirm", [first("confirm"), path])
        raw = [first("raw"), Field("data", "data", b"abc")]
        call = [first("call"), path_offset(), name, count, one("value", value), path]
        for direction in ("c2s", "s2c"):
            addresses = [number("source", 5, 4), number("target", 1, 4)]
            for kind, fields in (("raw", raw), ("call", call)):
                found.append((f"enet_{direction}_{kind}", "enet3", direction, 8, addresses + fields))
                found.append((f"ws_{direction}_{kind}", "ws3", direction, 9, [number("type", 0, 1)] + addresses + fields))
        peer = number("peer", 5, 4)
        found.append(("enet_system", "enet3-sys", "s2c", 0, [number("op", 0, 4), peer]))
        found.append(("enet_system_of_a_client", "enet3-sys", "c2s", 0, [number("op", 0, 4), peer]))
        for kind in (1, 2, 3):
            found.append((f"ws_system_{kind}", "ws3", "s2c", 0,
                          [number("type", kind, 1), number("source", 1, 4), number("target", 0, 4), peer]))
    plain("raw", [first("raw"), Field("data", "data", b"abc")])
    return found


# --- defects of a field: [(name, bytes)]

def numbers(data):
    width = len(data)
    value, most = int.from_bytes(data, "little"), 256 ** width
    wanted = [("zero", 0), ("one", 1), ("two", 2), ("all_ones", most - 1), ("high_bit", most // 2), ("below_high_bit", most // 2 - 1),
              ("plus_one", value + 1), ("minus_one", value - 1), ("plus_high_bit", value ^ (most // 2)), ("times_256", value * 256),
              ("three", 3), ("bit_3", value ^ 8), ("bit_4", value ^ 16), ("bit_5", value ^ 32), ("bit_6", value ^ 64)]
    return [(name, (other % most).to_bytes(width, "little")) for name, other in wanted]


def texts(data):
    plain = data[:-1]
    wanted = {"empty": b"", "absolute": b"/" + plain, "slash_last": plain + b"/", "slashes": b"a//b", "dot": b".", "dot_inside": b"a/./b",
              "parent": b"..", "parent_inside": b"a/../b", "unique": b"%a", "unique_inside": b"a/b%c", "percent_alone": b"%", "quote": b'a"b',
              "colon": plain + b":x", "at": b"@a@2", "control": b"a\x01b", "delete": b"a\x7fb", "newline": b"a\nb", "escape": b"a\x1b[31m",
              "c1": "a\x85b".encode(), "bom": b"\xef\xbb\xbf" + plain, "overlong": b"\xc0\xaf" + plain, "surrogate": b"\xed\xa0\x80",
              "above_unicode": b"\xf4\x90\x80\x80", "cut_utf8": plain + b"\xc3", "lone_tail": b"\x80", "latin_1": b"\xe9t\xe9", "five_bytes": b"\xf8\x88\x80\x80\x80",
              "space": b"a b", "dollar": b"$a", "digit_first": b"1a", "slash": b"a/b", "minus": b"a-b", "nul_inside": b"a\0b",
              "of_255": b"a" * 255, "of_256": b"a" * 256, "of_1024": b"a/" * 511 + b"ab", "of_1025": b"a/" * 512 + b"a"}
    found = [(name, other + b"\0") for name, other in wanted.items()]
    return found + [("no_nul", plain), ("two_nuls", data + b"\0"), ("bytes_behind", data + b"abc"), ("nothing", b"")]


def checksums(data):
    wanted = {"upper": data.upper(), "not_hex": b"g" + data[1:], "nul": b"\0" + data[1:], "no_nul": data[:-1] + b"0", "last_not_hex": data[:31] + b"x\0", "bad_utf8": b"\xff" * 32 + b"\0"}
    return list(wanted.items())


def shorts():
    """Defects of the short forms of Godot 4 (section 5)."""
    wanted = {"bool_with_bit_6": "41", "bool_true_with_bit_6": "c1", "int_of_no_byte": "02", "int16_of_one": "4205", "int32_of_three": "82050000", "int64_of_seven": "c205000000000000",
              "int16_of_a_byte": "420500", "int16_of_minus_one": "42ffff", "int32_of_two_bytes": "820080ffff", "int32_of_32767": "82ff7f0000", "int32_as_needed": "82ff7fffff", "int64_of_an_int": "c2ffffff7f00000000", "int64_of_minus_two": "c2feffffffffffffff",
              "int_with_header": "0200000005000000", "bool_with_header": "0100000001000000", "freed_object": "18000000", "mode_of_nil": "40", "mode_of_a_string": "84000000", "no_type": "3f", "type_39": "27000000"}
    return [(name, bytes.fromhex(other)) for name, other in wanted.items()]


def variants(corpus, dialect):
    """One of each code and misreading of corpus/malformed, the shortest."""
    shortest = {}
    with open(os.path.join(corpus, "malformed", "manifest.tsv"), encoding="utf-8") as file:
        for line in file:
            cells = line.rstrip("\n").split("\t")
            if line.startswith("#") or cells[1] != dialect or cells[2] != "strict" or cells[3] in ("EMPTY", "TRAILING"):
                continue
            with open(os.path.join(corpus, "malformed", cells[0]), "rb") as packet:
                data = packet.read()
            key = (cells[3], cells[6].split(" ")[0] if cells[3] == "ENGINE_MISREADS" else "")
            if len(data) <= LONGEST_VALUE and len(data) < len(shortest.get(key, (b"x" * 999, ""))[0]):
                shortest[key] = (data, os.path.basename(cells[0])[:-4])
    found = [(name, data) for _key, (data, name) in sorted(shortest.items())]
    array = 19 if dialect.startswith("godot3") else 26 if dialect.startswith("pandemonium") else 28
    deep = (array.to_bytes(4, "little") + (1).to_bytes(4, "little")) * 65 + bytes(4)
    return found + [("of_depth_65", deep)]


def defects(field, corpus, protocol):
    found = []
    if field.kind in ("number", "link"):
        found += numbers(field.data)
    elif field.kind == "text":
        found += texts(field.data)
    elif field.kind == "md5":
        found += checksums(field.data)
    elif field.kind == "value":
        found += variants(corpus, PROTOCOLS[protocol]) + (shorts() if protocol.startswith("godot4") else [])
        found += [(f"cut_at_{size:02}", field.data[:size]) for size in range(len(field.data))]
    elif field.kind == "data":
        found += [("nothing", b"")]
        found += [("ping", b"\x07"), ("auth", b"\x07\0abc"), ("add", bytes.fromhex("070109000000")), ("relay", bytes.fromhex("07030300000003aa")), ("flags", b"\x0b\x61")] if field.name == "inner" else []
    return found + [("doubled", field.data * 2), ("dropped", b""), ("after_a_zero", b"\0" + field.data), ("after_a_byte", b"\xff" + field.data)]


def packets(protocol, corpus):
    """(name, envelope, direction, packet); first the place of the defect, which is a packet and its field."""
    for base, envelope, direction, front, fields in bases(protocol):
        whole = build(fields, front)
        for size in range(len(whole)):
            yield (base, "cut"), f"{base}.cut_at_{size:02}", envelope, direction, whole[:size]
        for extra in (b"\0", b"\xff", bytes(4), b"\x01\x02\x03\x04"):
            yield (base, "end"), f"{base}.then_{extra.hex()}", envelope, direction, whole + extra
        for index, field in enumerate(fields):
            if field.kind == "front":
                continue
            for name, data in defects(field, corpus, protocol):
                if field.kind == "link" and len(data) == 4:  # of a link the bytes that are right in this packet
                    right = build(fields, front)
                    at = sum(len(other.data) for other in fields[:index])
                    data = dict(numbers(right[at:at + 4])).get(name, data)
                other = fields[:index] + [Field(field.name, field.kind, data, field.of)] + fields[index + 1:]
                yield (base, field.name), f"{base}.{field.name}.{name}", envelope, direction, build(other, front, field.name)
    for byte in range(256):
        yield ("command", byte), f"command_{byte:02x}", "none", "c2s", bytes([byte]) + bytes(20)
    yield ("empty",), "empty", "none", "c2s", b""


# --- what section 8 says of some of them, in words

FOUR = ("godot4.0", "godot4.3", "godot4.4")
THREE = ("godot3", "pandemonium")
EXPECTED = [
    (FOUR + THREE, "empty", "MP_EMPTY"), (THREE, "command_ff", "MP_COMMAND"), (FOUR, "command_0b", "MP_FLAGS"),
    (THREE, "enet_c2s_raw.source.one", "MP_ENV_SOURCE"), (THREE, "enet_c2s_raw.target.high_bit", "MP_ENV_TARGET"),
    (THREE, "enet_c2s_raw.cut_at_07", "MP_ENV_SHORT"), (THREE, "ws_c2s_raw.type.one", "MP_ENV_TYPE"),
    (THREE, "enet_system_of_a_client.op.one", "MP_ENV_CHANNEL"), (FOUR + THREE, "simplify.id.zero", "MP_NODE_ID"),
    (FOUR, "call_path.command.bit_4", "MP_NODE_ID_SIZE"), (FOUR + THREE, "call_path.node.high_bit", "MP_PATH_OFFSET"),
    (FOUR + THREE, "simplify.path.no_nul", "MP_PATH_NUL"), (FOUR + THREE, "simplify.path.two_nuls", "MP_PATH_TRAILING"),
    (FOUR + THREE, "simplify.path.empty", "MP_PATH_EMPTY"), (FOUR + THREE, "simplify.path.of_1025", "MP_PATH_LONG"),
    (FOUR + THREE, "simplify.path.surrogate", "MP_PATH_UTF8"), (FOUR + THREE, "simplify.path.parent", "MP_PATH_FORM"),
    (THREE, "call_id.name.empty", "MP_NAME_EMPTY"), (THREE, "call_id.name.of_256", "MP_NAME_LONG"),
    (THREE, "call_id.name.surrogate", "MP_NAME_UTF8"), (THREE, "call_id.name.space", "MP_NAME_FORM"),
    (THREE, "call_id.cut_at_06", "MP_NAME_NUL"), (FOUR + THREE, "call_id.count.two", "MP_ARG_MISSING"),
    (FOUR + THREE, "call_id.value.of_depth_65", "MP_ARG_INVALID"), (FOUR, "call_id.value.int16_of_a_byte", "MP_ARG_WIDTH"),
    (FOUR, "call_id.value.freed_object", "MP_ARG_INVALID"), (FOUR + THREE, "call_id.count.zero", "MP_TRAILING"),
    (FOUR + THREE, "raw.data.nothing", "MP_RAW_EMPTY"), (FOUR, "simplify.md5.upper", "MP_MD5"),
    (FOUR, "confirm.ok.two", "MP_FLAG_VALUE"), (("godot4.3", "godot4.4"), "confirm.id.doubled", "MP_CONFIRM_SIZE"),
    (FOUR, "spawn.ids.all_ones", "MP_SPAWN_SIZE"), (FOUR, "spawn.name.at", "MP_SPAWN_NAME"), (FOUR, "spawn.second_id.minus_one", "MP_NET_ID"),
    (FOUR, "sync.size.plus_high_bit", "MP_RECORD_SIZE"), (FOUR, "sync.size.zero", "MP_RECORD_EMPTY"),
    (FOUR, "delta.bits.zero", "MP_DELTA_INDEX"), (FOUR, "delta.bits.one", "MP_DELTA_COUNT"), (FOUR, "auth.sub.all_ones", "MP_SYS_SUB"),
    (FOUR, "relay_c2s.peer.one", "MP_SYS_PEER"), (FOUR, "relay_s2c.peer.one", "MP_SYS_PEER"), (FOUR, "relay_c2s.inner.nothing", "MP_RELAY_EMPTY"),
    (FOUR, "relay_c2s.inner.relay", "MP_RELAY_NESTED"), (FOUR, "add_of_a_client.peer.two", "MP_DIRECTION"), (FOUR, "despawn.cut_at_03", "MP_SHORT"),
    (FOUR, "relay_c2s.inner.flags", "MP_FLAGS"),
    (FOUR + THREE, "simplify.path.slashes", "MP_PATH_FORM"), (FOUR + THREE, "simplify.path.parent_inside", "MP_PATH_FORM"),
    (FOUR + THREE, "simplify.path.unique", "MP_PATH_FORM"), (FOUR + THREE, "simplify.path.percent_alone", "MP_PATH_FORM"),
    (FOUR + THREE, "simplify.path.quote", "MP_PATH_FORM"), (FOUR + THREE, "simplify.path.colon", "MP_PATH_FORM"),
    (FOUR + THREE, "simplify.path.delete", "MP_PATH_FORM"), (FOUR + THREE, "simplify.path.escape", "MP_PATH_FORM"),
    (FOUR + THREE, "simplify.path.cut_utf8", "MP_PATH_UTF8"), (FOUR + THREE, "simplify.path.latin_1", "MP_PATH_UTF8"),
    (THREE, "call_id.name.dollar", "MP_NAME_FORM"), (THREE, "call_id.name.digit_first", "MP_NAME_FORM"),
    (THREE, "call_id.name.slash", "MP_NAME_FORM"), (THREE, "call_id.name.lone_tail", "MP_NAME_UTF8"),
    (("godot3",), "set_id.property.dollar", "MP_NAME_FORM"), (FOUR, "spawn.name.slash", "MP_SPAWN_NAME"),
    (FOUR, "spawn.name.newline", "MP_SPAWN_NAME"), (FOUR, "spawn.name.of_256", "MP_SPAWN_NAME"),
    (FOUR, "simplify.md5.nul", "MP_MD5"), (FOUR, "simplify.md5.last_not_hex", "MP_MD5"), (FOUR, "simplify.md5.bad_utf8", "MP_MD5"),
    (FOUR, "call_id.value.int_of_no_byte", "MP_ARG_INVALID"), (FOUR, "call_id.value.int32_of_two_bytes", "MP_ARG_WIDTH"),
    (FOUR, "call_id.value.int32_of_32767", "MP_ARG_WIDTH"), (FOUR, "call_id.value.int64_of_minus_two", "MP_ARG_WIDTH"),
    (FOUR, "call_id.value.bool_with_header", "MP_TRAILING"), (FOUR, "call_id.value.type_39", "MP_ARG_INVALID"),
]


# --- what is no defect in its field, by section 8 unless another is named

NUMBERS = " ".join(name for name, _ in numbers(b"\0"))
FROM_1 = "below_high_bit bit_4 bit_5 bit_6 one three times_256 two "
VALID = [
    # `@` is allowed, and `.` as the whole path; all that no rule of a path names, in up to 1,024 bytes.
    (FOUR + THREE, "path", "at c1 digit_first dollar dot minus of_1024 of_255 of_256 slash space"),
    # A method is an identifier, of which every character may be that is not ASCII, in up to 255 bytes; a property may have
    # `/` and a digit first; the name of a node that is spawned all but what is listed.
    (THREE, "name", "c1 of_255"), (("godot3",), "property", "absolute c1 digit_first of_255 slash slash_last slashes"),
    (FOUR, "name", "c1 digit_first dollar minus of_255 space"),
    # Ids from 1 to 2^31 - 1. Of first_id bit 3 makes 0, and one more the id after it; that of a record may have bit 31.
    (FOUR + THREE, "id", FROM_1 + "bit_3 plus_one"), (FOUR, "net_id", FROM_1 + "bit_3"), (FOUR, "first_id", FROM_1),
    (FOUR, "second_id", FROM_1 + "bit_3 plus_one"),
    (FOUR, "net_id_2", FROM_1 + "bit_3 plus_one minus_one all_ones plus_high_bit"),
    # Only a table of methods, or what came before, says which of these are right (section 6).
    (FOUR, "method", NUMBERS), (FOUR, "time", NUMBERS),
    # Data are any bytes. As a command of 3 is RAW, and as a sub-command of 0 AUTH, so are the fields that follow.
    (FOUR + THREE, "data", "after_a_byte after_a_zero doubled"), (FOUR + ("pandemonium",), "command", "three"),
    (FOUR, "sub", "after_a_zero times_256 zero"),
    # Everyone, and peer 256 (section 1.1); each way to 0 or 1; two of the bits, for the two values there are.
    (THREE, "target", "times_256 zero"), (FOUR, "ok", "minus_one one times_256 zero"), (FOUR, "bits", "plus_one three times_256"),
    # What the field holds as it is, and a record of two values instead of one.
    (FOUR, "ids", "two"), (FOUR, "size_2", "two"), (FOUR, "third", "doubled"),
    # -32769, for which 16 bits are too few (section 5).
    (FOUR, "value", "int32_as_needed"), (FOUR, "second", "int32_as_needed"), (FOUR, "third", "int32_as_needed"),
]


def judged(program, rows):
    lines = "".join(f"{protocol}\t{envelope}\t{direction}\t{packet.hex()}\n" for protocol, _key, _name, envelope, direction, packet in rows)
    answer = subprocess.run([program], input=lines, capture_output=True, text=True, check=True).stdout.splitlines()
    assert len(answer) == len(rows)
    return [line.split("\t") for line in answer]


def defect_of(name):
    """The field of a row and its defect; None where the packet is cut, or goes on, as a whole."""
    parts = name.split(".")
    return (parts[1], parts[2]) if len(parts) == 3 else None


class Kept:
    """The rows of a protocol that are kept, each packet once, those of EXPECTED all. found: the defects that are in one of them,
    alike: those of which some packet is in a row of another name."""

    def __init__(self, stated):
        self.stated, self.rows, self.reasons, self.found, self.alike, self.packets = stated, [], {}, set(), set(), set()

    def take(self, key, name, packet, answer):
        """A row that is refused: among the first of its field and reason, or the first of its defect in a field of that name."""
        once, defect = tuple(packet), defect_of(name)
        if once in self.packets and name not in self.stated:
            self.alike.add(defect)
            return
        reason = (key, answer[0], answer[4], answer[1] if key[-1] == "cut" else "")
        self.reasons[reason] = self.reasons.get(reason, 0) + 1
        is_new = defect is not None and defect not in self.found
        if self.reasons[reason] <= ALIKE or is_new or name in self.stated:
            self.packets.add(once)
            self.found.add(defect)
            self.rows.append([name, *packet[:2], *answer, packet[2].hex() or "-"])


def kept(protocol, rows, answers):
    stated = {name: code for protocols, name, code in EXPECTED if protocol in protocols}
    found, planted = Kept(stated), set()
    for (_protocol, key, name, *packet), answer in zip(rows, answers):
        planted.add(defect_of(name))
        if name in stated:
            assert answer[0] == stated[name], f"{protocol} {name}: {answer[0]} is not {stated[name]}"
        if answer[0] != "OK":
            found.take(key, name, packet, answer)
    missing = set(stated) - {row[0] for row in found.rows}
    assert not missing, f"{protocol}: {sorted(missing)}"
    valid = {(field, name) for protocols, field, names in VALID if protocol in protocols for name in names.split()}
    without = planted - found.found - found.alike - {None}
    assert without == valid, f"{protocol}: no row of {sorted(without - valid)}, a row of {sorted(valid - without)}"
    return found.rows


HEAD = """# Packets of the multiplayer layer of protocol {}, refused by the strict policy, and why: code, its offset, the command of the
# report, the value at fault (-1 for none), what is wrong with it and where in it. Made by corpus/make/make_malformed_messages.py.
# name	envelope	direction	code	at	command	argument	inner	inner_at	hex
"""


def main(argv):
    program, corpus = argv[1:]
    for protocol in PROTOCOLS:
        rows = [(protocol,) + row for row in packets(protocol, corpus)]
        found = kept(protocol, rows, judged(program, rows))
        path = os.path.join(corpus, "messages", "malformed", protocol + ".tsv")
        with open(path, "w", encoding="utf-8", newline="\n") as file:
            file.write(HEAD.format(protocol))
            for row in found:
                file.write("\t".join(row) + "\n")
        print(f"{path}: {len(found)} packets, {len({row[3] for row in found})} codes, {len({row[7] for row in found}) - 1} of values")


if __name__ == "__main__":
    main(sys.argv)
