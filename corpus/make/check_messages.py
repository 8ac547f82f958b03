# SPDX-License-Identifier: MIT
"""Holds what the command says of packets of the multiplayer layer to corpus/messages.

    check_messages.py GDV CORPUS

Every row: verdict, code and offset; of each that is accepted, all that it says, down to the bits of its values.
"""

import itertools
import os
import struct
import sys

import typed
from check_values import Claims, Command

COLUMNS = ["name", "source", "envelope", "direction", "peer", "permits", "verdict", "at", "lints", "fields", "message", "hex"]


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


def rows_of(path):
    """All rows but those of no byte, which no frame holds."""
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            if not line.startswith("#"):
                row = dict(zip(COLUMNS, line.rstrip("\n").split("\t")))
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
    compared, stated, faults = 0, 0, []
    key = lambda row: (row["envelope"], row["direction"], row["peer"], row["permits"])
    for _, group in itertools.groupby(sorted(rows_of(path), key=key), key):
        rows = list(group)
        for row, said in zip(rows, gdv.of_rows(protocol, rows)):
            compared += 1
            stated += row["message"] != "-"
            faults += faults_of(row, said)
    claims.settle("packets of %s are judged and read as stated, %d of them in full" % (protocol, stated), compared, faults)


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
    for name in sorted(os.listdir(folder)):
        if name.endswith(".tsv"):
            check(claims, gdv, os.path.join(folder, name))
    the_comparison_sees(claims)
    sys.exit(0 if claims.finish() else 1)


if __name__ == "__main__":
    main(sys.argv)
