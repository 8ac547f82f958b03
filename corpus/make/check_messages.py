# SPDX-License-Identifier: MIT
"""Holds what the command says of packets of the multiplayer layer to corpus/messages.

    check_messages.py GDV CORPUS

Every row: verdict, code and offset; of each that is accepted, all that it says, down to the bits of its values. So are
those of corpus/messages/malformed, all of which are refused. And each value that is stated of a packet of Godot 4 is, by
itself and with --encoding compressed, what the engine's bytes for it are. And the way back: `encode` makes the packet of
what is stated of it, and of what `dump` prints the one that `canon` does; that is the packet itself, but for what no engine
sends and what the bytes alone do not tell (respelled).
"""

import glob
import itertools
import os
import re
import struct
import sys

import typed
import writing
from check_values import WRITTEN, Claims, Command, packets_of

COLUMNS = ["name", "source", "envelope", "direction", "peer", "permits", "verdict", "at", "lints", "fields", "message", "hex"]


# Of the values that are stated, so many have bytes that writing.py makes, too.
MOST_UNWRITTEN = 0.25

# Sources that say of each packet what it holds; others, of hostile packets, say whether it is accepted.
STATED = ("engine", "captured")

# Of the tables of malformed packets, and what their rows have in common.
MALFORMED = ["name", "envelope", "direction", "verdict", "at", "command", "argument", "inner", "inner_at", "hex"]
STRICT = {"source": "made", "peer": "0", "permits": "-", "lints": "-", "fields": "-", "message": "-"}


class Messages(Command):
    OPTION = "--protocol"

    def of_rows(self, verb, protocol, rows):
        frames = b"".join(struct.pack("<I", len(row["hex"]) // 2) + bytes.fromhex(row["hex"]) for row in rows)
        return self.rows(verb, protocol, options_of(rows) + ["--frames"], frames, len(rows))

    def encoded(self, protocol, rows, documents):
        """The packets of documents, a line each, as hex."""
        return [said["hex"] for said in self.rows("encode", protocol, options_of(rows), documents, len(rows))]

    def dumped(self, protocol, rows, options=()):
        frames = b"".join(struct.pack("<I", len(row["hex"]) // 2) + bytes.fromhex(row["hex"]) for row in rows)
        return self.run("dump", protocol, options_of(rows) + ["--frames", *options], frames)


def options_of(rows):
    """What is known of these rows, which have it in common."""
    first = rows[0]
    options = ["--envelope", first["envelope"], "--direction", first["direction"]]
    if first["peer"] != "0":
        options += ["--peer", first["peer"]]
    if first["permits"] != "-":
        options += ["--permit", first["permits"]]
    return options


def is_malformed(path):
    return os.path.basename(os.path.dirname(path)) == "malformed"


def rows_of(path):
    """All rows but those of no byte, which no frame holds."""
    columns = MALFORMED if is_malformed(path) else COLUMNS
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            if not line.startswith("#"):
                row = dict(STRICT, **dict(zip(columns, line.rstrip("\n").split("\t"))))
                if row["hex"] != "-":
                    yield row


def difference(expected, got, where=""):
    """Where two objects differ, whatever the order of their keys; None where they do not."""
    if isinstance(expected, dict) and isinstance(got, dict):
        if expected.keys() != got.keys():
            return "%s: keys %s, not %s" % (where, " ".join(got), " ".join(expected))
        pairs = [(expected[key], got[key], where + "." + key) for key in expected]
    elif isinstance(expected, list) and isinstance(got, list):
        if where.endswith(".values") and len(expected) == len(got):
            found = next((found for found in map(typed.difference, expected, got) if found), None)
            return found and "%s: %s" % (where, found)
        if len(expected) != len(got):
            return "%s: %d, not %d" % (where, len(got), len(expected))
        pairs = [(*each, "%s[%d]" % (where, at)) for at, each in enumerate(zip(expected, got))]
    else:
        same = type(expected) is type(got) and expected == got
        return None if same else "%s: %r, not %r" % (where, got, expected)
    return next((found for found in itertools.starmap(difference, pairs) if found), None)


def faults_of(row, said):
    code = "ok" if said["ok"] else said["code"]
    if code != row["verdict"]:
        yield "%s: %s, not %s" % (row["name"], code, row["verdict"])
    elif not said["ok"] and row["at"] != said["offset"]:
        yield "%s: at %s, not %s" % (row["name"], said["offset"], row["at"])
    if row["verdict"] == "ok" and row["message"] == "-" and row["source"] in STATED:
        yield "%s: nothing is stated of it" % row["name"]
    if said["ok"] and row["message"] != "-":
        found = difference(typed.load(row["message"]), said["packet"])
        if found:
            yield "%s: %s" % (row["name"], found)
        lints = sorted(row["lints"].split(",")) if row["lints"] != "-" else []
        if lints != sorted(said["lints"]):
            yield "%s: lints %s" % (row["name"], said["lints"])


def groups(rows):
    """Rows that one run of the command can take."""
    key = lambda row: (row["envelope"], row["direction"], row["peer"], row["permits"])
    return [list(group) for _, group in itertools.groupby(sorted(rows, key=key), key)]


def has_wide_node(packet):
    """An engine that calls several peers, of which one does not know the id, sends it in four bytes (section 4.2)."""
    size = packet[0] >> 4 & 3
    return packet[0] & 7 == 0 and size < 3 and int.from_bytes(packet[1 : 1 + (1, 2, 4)[size]], "little") < (0, 256, 65536)[size]


def has_long_form(packet):
    """No argument, or a byte array alone, is sent with bit 7. Without it, the count is 0 or 1."""
    return packet[0] & 0x87 == 0


def has_padding(packet):
    """Room for a node path: its id in the three engines (docs/wire-format.md, section 2)."""
    return any(bytes([number, 0, 0, 0]) in packet for number in (0x0F, 0x15, 0x16))


# A float of four bytes that is a quiet NaN: an engine sends those of eight (docs/wire-format.md, section 6).
NARROW_NAN = re.compile(rb"\x03\0\0\0..[\xc0-\xff][\x7f\xff]", re.S)


def respelled(protocol, row, lints, made):
    """Why a packet is another than the one that is made of it; None where it is not."""
    packet = bytes.fromhex(row["hex"])
    if made == packet:
        return None
    if lints:
        return "lint"
    if len(made) == len(packet) and has_padding(packet) and all(new in (old, 0) for old, new in zip(packet, made)):
        return "padding"
    if NARROW_NAN.search(packet) and len(made) == len(packet) + 4:
        return "narrow nan"
    if protocol.startswith("godot4"):
        if has_wide_node(packet) and len(made) < len(packet):
            return "node size"
        if has_long_form(packet) and len(made) < len(packet) and made[0] == packet[0] | 0x80:
            return "long form"
    return "other"


# How many packets that are accepted, of all protocols, come out as another one, and why. Engines sent those with padding in
# node paths (EB-01) and two with wide ids; those with lints, long forms, narrow NaN and the other wide ids were made.
RESPELLED = {"lint": 14, "padding": 23, "node size": 4, "long form": 10, "narrow nan": 3}


def settle_respelled(claims, found, compared):
    """Every difference is one of those that are known."""
    got = {reason: found.count(reason) for reason in sorted(set(found))}
    faults = [] if got == RESPELLED else ["%s, not %s" % (got, RESPELLED)]
    claims.settle("canon gives each packet back as it was, but for those known", compared, faults)


def check_canon(claims, gdv, protocol, accepted, found):
    """canon of each packet, and encode of what dump prints of it."""
    compared, faults = 0, []
    for rows in groups(accepted):
        canonical = gdv.of_rows("canon", protocol, rows)
        encoded = gdv.encoded(protocol, rows, gdv.dumped(protocol, rows))
        for row, said, other in zip(rows, canonical, encoded):
            one = said["hex"]
            compared += 1
            if one is None or one != other:
                faults.append("%s: canon %s, encode %s" % (row["name"], one, other))
                continue
            why = respelled(protocol, row, said["lints"], bytes.fromhex(one))
            found += [why] if why else []
            faults += ["%s: canon %s of %s" % (row["name"], one, row["hex"])] if why == "other" else []
    claims.settle("canon of a packet of %s is encode of its dump" % protocol, compared, faults)
    return compared


def check_encode(claims, gdv, protocol, accepted):
    """encode of what is stated of each packet."""
    compared, faults = 0, []
    for rows in groups(row for row in accepted if row["message"] != "-"):
        documents = "".join(row["message"] + "\n" for row in rows).encode()
        for row, made in zip(rows, gdv.encoded(protocol, rows, documents)):
            compared += 1
            if made is None or respelled(protocol, row, row["lints"] != "-", bytes.fromhex(made)) == "other":
                faults.append("%s: %s, not %s" % (row["name"], made, row["hex"]))
    claims.settle("encode makes the packet of %s of what is stated of it" % protocol, compared, faults)


# "00000002  03 00 00 00               .peer  i32  3": offset, bytes, and what is said of them.
HEX_ROW = re.compile(r"([0-9a-f]{8})  ((?:[0-9a-f]{2} {0,2})+)(?: *(\S.*))?\Z")
NUMBER = re.compile(r"\.(\S+)  (?:u8|u16|u32|i32)  (-?[0-9]+)(?:, node_level)?\Z")
PIECE = re.compile(r"\[([0-9]+)\]|\.?([a-z_]+)")


def at_path(message, path):
    """What is stated of a member: of addresses nothing, where the packet is an envelope alone."""
    for index, name in PIECE.findall(path):
        message = message[int(index)] if index else message.get(name) if isinstance(message, dict) else None
    return message


def faults_of_dump(row, lines):
    """All bytes in their order, all rows named but those that go on after a full one, and the numbers those that are stated."""
    shown, before = b"", b""
    for line in lines:
        found = HEX_ROW.match(line)
        if not found or int(found[1], 16) != len(shown) or (not found[3] and len(before) != 16):
            yield "%s: %s" % (row["name"], line)
            return
        before = bytes.fromhex(found[2])
        shown += before
        number = NUMBER.match(found[3] or "")
        if number and row["message"] != "-":
            stated = at_path(typed.load(row["message"]), number[1])
            if stated != number[2] and (stated is not None or number[1] not in ("source", "target")):
                yield "%s: %s is not %s" % (row["name"], line, stated)
    if shown.hex() != row["hex"]:
        yield "%s: bytes %s, not %s" % (row["name"], shown.hex(), row["hex"])


def check_dump_hex(claims, gdv, protocol, accepted):
    compared, faults = 0, []
    for rows in groups(accepted):
        text = gdv.dumped(protocol, rows, ["--format=hex", "--width=1000"]).decode("utf-8", "replace")
        dumps = re.split(r"^-#[0-9]+:\n", text, flags=re.M)[1:]
        assert len(dumps) == len(rows), "a dump for each"
        for row, dump in zip(rows, dumps):
            compared += 1
            faults += faults_of_dump(row, dump.rstrip("\n").split("\n"))
    claims.settle("the hexdump of a packet of %s names all its bytes, and numbers as they are stated" % protocol, compared, faults)


def check(claims, gdv, path):
    protocol = os.path.basename(path)[: -len(".tsv")]
    kind = "malformed packets" if is_malformed(path) else "packets"
    compared, stated, faults = 0, 0, []
    for rows in groups(rows_of(path)):
        for row, said in zip(rows, gdv.of_rows("dump", protocol, rows)):
            compared += 1
            stated += row["message"] != "-"
            faults += faults_of(row, said)
    claims.settle("%s of %s are judged and read as stated, %d of them in full" % (kind, protocol, stated), compared, faults)


def short_form(value):
    """The bytes of an outermost value in a packet of Godot 4 (multiplayer format, section 5)."""
    ((name, payload),) = value.items()
    if name == "bool":
        return bytes([0x81 if payload else 0x01])
    if name == "int":
        number = int(payload)
        mode = next(mode for mode in range(4) if -1 << (8 << mode) - 1 <= number < 1 << (8 << mode) - 1)
        return bytes([2 + 0x40 * mode]) + number.to_bytes(1 << mode, "little", signed=True)
    return None


def stated_values(said):
    """All lists of values in what is said of a packet."""
    for key, member in said.items() if isinstance(said, dict) else ():
        if key == "values":
            yield from member
        elif isinstance(member, dict):
            yield from stated_values(member)
        elif isinstance(member, list):
            for each in member:
                yield from stated_values(each)


def written(value, dialect):
    """None where writing.py does not know the type."""
    try:
        return short_form(value) or writing.write(value, dialect)[0]
    except (AssertionError, KeyError, TypeError, ValueError):
        return None


def check_alone(claims, gdv, path):
    """Each value that is stated, where the engine's packet holds the bytes that are written of it here."""
    dialect = os.path.basename(path)[: -len(".tsv")]
    values, contents, stated = [], [], 0
    for row in rows_of(path):
        if row["verdict"] == "ok" and row["message"] != "-":
            for value in stated_values(typed.load(row["message"])):
                stated += 1
                content = written(value, dialect)
                if content is not None and content.hex() in row["hex"]:
                    values.append(value)
                    contents.append(content)
    options = WRITTEN + ["--encoding", "compressed"]
    frames = b"".join(struct.pack("<I", len(content)) + content for content in contents)
    dumped = gdv.rows("dump", dialect, options + ["--frames", "--format=json"], frames, len(values))
    canonical = packets_of(gdv.rows("canon", dialect, options + ["--frames"], frames, len(values)))
    given = "".join(typed.dump(value) + "\n" for value in values).encode()
    encoded = packets_of(gdv.rows("encode", dialect, options, given, len(values)))
    faults = []
    for at, value in enumerate(values):
        found = typed.difference(value, dumped[at]["value"]) if dumped[at]["ok"] else "refused"
        if found:
            faults.append("%s: %s" % (contents[at].hex(), found))
        for what, made in (("canon", canonical[at]), ("encode", encoded[at])):
            if made != contents[at]:
                faults.append("%s: %s makes %s" % (contents[at].hex(), what, made and made.hex()))
    if len(values) < (1 - MOST_UNWRITTEN) * stated:
        faults.append("%d of %d values alone" % (len(values), stated))
    claims.settle("values of %s are compressed ones by themselves, of %d" % (dialect, stated), len(values), faults)


def the_comparison_sees(claims):
    """Each of these differs in one place."""
    one = typed.load('{"command":"CALL","node":1,"values":[{"int":"5"},{"float":0.5}]}')
    others = ['{"command":"CALL","node":2,"values":[{"int":"5"},{"float":0.5}]}',
              '{"command":"CALL","node":1,"values":[{"int":"5"}]}',
              '{"command":"CALL","node":1,"values":[{"int":"5"},{"float":0.25}]}',
              '{"command":"CALL","values":[{"int":"5"},{"float":0.5}]}']
    missed = [text for text in others if difference(one, typed.load(text)) is None]
    claims.settle("the comparison sees a difference", len(others), missed)


def main(arguments):
    if len(arguments) != 3:
        sys.exit(__doc__)
    claims = Claims()
    gdv = Messages(arguments[1])
    folder = os.path.join(arguments[2], "messages")
    found, again = [], 0
    for path in sorted(glob.glob(folder + "/*.tsv") + glob.glob(folder + "/malformed/*.tsv")):
        check(claims, gdv, path)
        if not is_malformed(path):
            protocol = os.path.basename(path)[: -len(".tsv")]
            accepted = [row for row in rows_of(path) if row["verdict"] == "ok"]
            again += check_canon(claims, gdv, protocol, accepted, found)
            check_encode(claims, gdv, protocol, accepted)
            check_dump_hex(claims, gdv, protocol, accepted)
        if os.path.basename(path).startswith("godot4.") and not is_malformed(path):
            check_alone(claims, Command(arguments[1]), path)
    settle_respelled(claims, found, again)
    the_comparison_sees(claims)
    sys.exit(0 if claims.finish() else 1)


if __name__ == "__main__":
    main(sys.argv)
