# SPDX-License-Identifier: MIT
"""Writes corpus/schema/packets.tsv from corpus/schema/manifest.tsv: the packet of each case as hex digits, and the offset
of the value at fault. Both come from the typed JSON of the case alone: see writing.py.

    make_schema.py CORPUS OUT
"""

import os
import sys

import tree
import typed
import writing

HEADER = [
    "Made by corpus/make/make_schema.py of manifest.tsv: do not edit.",
    "schema, case, offset of the value at fault, packet",
]


def rows(corpus):
    for schema, dialect, _, case, _, code, path, _, _, value in tree.read_table(os.path.join(corpus, "schema", "manifest.tsv")):
        packet, offsets = writing.write(typed.load(value), dialect)
        where = "" if path == "-" else path
        assert where in offsets, "%s %s: no value at %s" % (schema, case, path)
        yield [schema, case, "0" if code == "OK" else str(offsets[where]), packet.hex()]


def main():
    corpus, out = sys.argv[1:]
    tree.write_table(os.path.join(out, "schema", "packets.tsv"), HEADER, list(rows(corpus)))


if __name__ == "__main__":
    main()
