# SPDX-License-Identifier: MIT
"""Brings packets and verdicts of real engines into the corpus.

    import_vectors.py VECTORS CORPUS

VECTORS is a folder of one folder a dialect, each with valid.jsonl and its siblings and perhaps mutated.jsonl, made by
running engines. CORPUS is the folder corpus/ of the checkout: seed/ gets every valid packet of at most 64 KiB, values/
what every valid packet means, verdicts/ every mutated one with what the engine said of it, reencoded/ what the engine
sends for each that it accepted. What strict says of a seed is derived by judge.py.
"""

import json
import os
import sys

import folded
import tree
import typed
import vector_values
from judge import judge

LARGEST = 65536

# Folder of the vectors -> dialect, what is added to names.
FOLDERS = {
    "godot3": ("godot3", ""),
    "godot4.0": ("godot4.0", ""),
    "godot4.0-double": ("godot4.0", "_f64"),
    "godot4.4": ("godot4.4", ""),
    "pandemonium-40": ("pandemonium-40", ""),
}
FILES = {
    "valid.jsonl": "",
    "valid_dirty_padding.jsonl": "_dirty",
    "valid_full_objects.jsonl": "_fullobject",
}

SEED_HEADER = [
    "Every packet of this folder: path, what gdv's strict policy says of it, where it comes from.",
    "Made by corpus/make/import_vectors.py (origin: an engine) and corpus/make/make_seeds.py (origin: wire-format).",
    "path\tstrict\torigin",
]


def rows(path):
    try:
        with open(path, encoding="utf-8") as lines:
            return [json.loads(line) for line in lines]
    except FileNotFoundError:
        return []


def valid(vectors):
    """(folder, dialect, name in the corpus, row) of every packet that an engine's encoder wrote."""
    for folder, (dialect, suffix) in sorted(FOLDERS.items()):
        for file, kind in sorted(FILES.items()):
            for row in rows(os.path.join(vectors, folder, file)):
                yield folder, dialect, row["name"] + suffix + kind, row


def is_seed(row):
    return len(row["hex"]) <= 2 * LARGEST


def seeds(vectors):
    found = []
    for _, dialect, name, row in valid(vectors):
        if is_seed(row):
            packet = bytes.fromhex(row["hex"])
            code = judge(packet, dialect).code
            found.append((packet, ["%s/%s.bin" % (dialect, name), "ok" if code == "OK" else code, row["engine"]]))
    return found


def values(vectors, corpus):
    """A line for each valid packet, which stands in it where it is no seed."""
    lines = {}
    for folder, dialect, name, row in valid(vectors):
        line = {"seed": name + ".bin"} if is_seed(row) else {"name": name, "hex": folded.fold(row["hex"])}
        line["value"] = folded.fold(vector_values.value_of(folder, row))
        lines.setdefault(dialect, []).append((name, typed.dump(line)))
    os.makedirs(os.path.join(corpus, "values"), exist_ok=True)
    for dialect, found in lines.items():
        path = os.path.join(corpus, "values", dialect + ".jsonl")
        with open(path, "w", encoding="utf-8", newline="\n") as file:
            file.writelines(line + "\n" for _, line in sorted(found))
    return sum(map(len, lines.values()))


def reencoded(vectors, corpus):
    total = 0
    for folder, (dialect, _) in sorted(FOLDERS.items()):
        mutated = sorted(rows(os.path.join(vectors, folder, "mutated.jsonl")), key=lambda row: row["name"])
        accepted = [row for row in mutated if row["engine"] == "accept"]
        table = [[row["name"], "=" if row["reencoded"] == row["hex"] else row["reencoded"]] for row in accepted]
        if table:
            header = [
                "What the engine of dialect %s sends for the value it read of a packet of ../verdicts." % dialect,
                "hex: '=' where that is the packet itself. The padding of node paths is the engine's memory (EB-01).",
                "name\thex",
            ]
            tree.write_table(os.path.join(corpus, "reencoded", dialect + ".tsv"), header, table)
            total += len(table)
    return total


def verdicts(vectors, corpus):
    total = 0
    for folder, (dialect, _) in sorted(FOLDERS.items()):
        table = []
        for row in sorted(rows(os.path.join(vectors, folder, "mutated.jsonl")), key=lambda row: row["name"]):
            verdict = row["engine"].replace("accept-", "")
            table.append([row["name"], verdict, str(row.get("used", "-")), row["hex"]])
        if table:
            header = [
                "What the engine of dialect %s said of mutated packets, full objects disallowed." % dialect,
                "verdict: accept, reject, or overread: accepted after reading memory after the packet.",
                "used: bytes the engine counts as consumed, '-' where it says nothing; may exceed the packet (EB-03).",
                "name\tverdict\tused\thex",
            ]
            tree.write_table(os.path.join(corpus, "verdicts", dialect + ".tsv"), header, table)
            total += len(table)
    return total


def main(arguments):
    if len(arguments) != 2:
        sys.exit(__doc__)
    vectors, corpus = arguments
    seed_folder = os.path.join(corpus, "seed")
    written = tree.replace(seed_folder, "SOURCES.tsv", SEED_HEADER, lambda row: not row[2].startswith("wire-format"),
                           seeds(vectors))
    found = (written, values(vectors, corpus), verdicts(vectors, corpus), reencoded(vectors, corpus))
    print("%d seeds, %d values, %d verdicts, %d re-encoded" % found)


if __name__ == "__main__":
    main(sys.argv[1:])
