# SPDX-License-Identifier: MIT
"""Holds what the command says of packets of the multiplayer layer to corpus/messages.

    check_messages.py GDV CORPUS

Every row: verdict, code and offset; of each that is accepted, all that it says, down to the bits of its values. So are
those of corpus/messages/malformed, all of which are refused. And each value that is stated of a packet of Godot 4 is, by
itself and with --encoding compressed, what the engine's bytes for it are.
"""

import glob
import itertools
import os
import struct
import sys

import typed
import writing
from check_values import WRITTEN, Claims, Command, packets_of

COLUMNS = ["name", "source", "envelope", "direction", "peer", "permits", "verdict", "at", "lints", "fields", "message", "hex"]


# Of the values that are stated, so many have bytes that writing.py makes, too.
MOST_UNWRITTEN = 0.25

# Of the tables of malformed packets, and what their rows have in common.
MALFORMED = ["name", "envelope", "direction", "verdict", "at", "command", "argument", "inner", "inner_at", "hex"]
STRICT = {"source": "made", "peer": "0", "permits": "-", "lints": "-", "fields": "-", "message": "-"}


class Messages(Command):
    OPTION = "--protocol"

    def of_rows(self, protocol, rows):
        frames = b"".join(struct.pack("<I", len(row["hex"]) // 2) + bytes.fromhex(row["hex"]) for row in rows)
        first = rows[0]
        options = ["--envelope", first["envelope"], "--direction", first["direction"], "--frames"]
        if first["peer"] != "0":
            options += ["--peer", first["peer"]]
        if first["permits"] != "-":
            options += ["--permit", first["permits"]]
        return self.rows("dump", protocol, options, frames, len(rows))


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
    elif not said["ok"] and row["at"] not in ("-", said["offset"]):
        yield "%s: at %s, not %s" % (row["name"], said["offset"], row["at"])
    if said["ok"] and row["message"] != "-":
        found = difference(typed.load(row["message"]), said["packet"])
        if found:
            yield "%s: %s" % (row["name"], found)
        lints = sorted(row["lints"].split(",")) if row["lints"] != "-" else []
        if lints != sorted(said["lints"]):
            yield "%s: lints %s" % (row["name"], said["lints"])


def check(claims, gdv, path):
    protocol = os.path.basename(path)[: -len(".tsv")]
    kind = "malformed packets" if is_malformed(path) else "packets"
    compared, stated, faults = 0, 0, []
    key = lambda row: (row["envelope"], row["direction"], row["peer"], row["permits"])
    for _, group in itertools.groupby(sorted(rows_of(path), key=key), key):
        rows = list(group)
        for row, said in zip(rows, gdv.of_rows(protocol, rows)):
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
    for path in sorted(glob.glob(folder + "/*.tsv") + glob.glob(folder + "/malformed/*.tsv")):
        check(claims, gdv, path)
        if os.path.basename(path).startswith("godot4.") and not is_malformed(path):
            check_alone(claims, Command(arguments[1]), path)
    the_comparison_sees(claims)
    sys.exit(0 if claims.finish() else 1)


if __name__ == "__main__":
    main(sys.argv)
